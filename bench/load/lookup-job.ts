// Looks every address of a file up, each time that a line arrives on standard input, and prints how many were found and how many microseconds
// of processor time that took. usage: bun bench/load/lookup-job.ts record|parsed|place|maxmind FILE.mmdb ADDRESSES
import { readFileSync } from 'node:fs'
import maxmind, { type Response } from 'maxmind'
import { openEmbedded } from '../../src/ipdata/database.ts'
import { IpData } from '../../src/ipdata/lookup.ts'
import { type Address, parseAddress } from '../../src/policy/address.ts'

/** Looks one of the addresses up, by its place in the list. */
type Find = (index: number) => unknown

const [reader = '', file = '', list = ''] = process.argv.slice(2)
const texts = readFileSync(list, 'utf8').split('\n')
const find = await finder()

async function finder(): Promise<Find> {
  if (reader === 'maxmind') {
    const opened = await maxmind.open<Response>(file)
    return (index) => opened.get(texts[index] ?? '')
  }
  if (reader === 'place') {
    const ipdata = new IpData({ city: null, network: null })
    return (index) => {
      const address = parseAddress(texts[index] ?? '')
      return address && ipdata.place(address, 'en').countryCode
    }
  }
  const city = openEmbedded('city')
  const record = (address: Address | null) => {
    const found = address && city.find(address)
    return found && city.read(found.record)
  }
  if (reader === 'record') return (index) => record(parseAddress(texts[index] ?? ''))
  const addresses = texts.map(parseAddress)
  return (index) => record(addresses[index] ?? null)
}

for await (const _ of console) {
  const before = process.cpuUsage()
  let count = 0
  for (let index = 0; index < texts.length; index++) if (find(index) !== null) count++
  const { user, system } = process.cpuUsage(before)
  console.log(`${count} ${user + system}`)
}
