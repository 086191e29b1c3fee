// The parts from which answers are joined are the same, byte for byte, as the objects that other code gets.

import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { joined } from '../../../src/contract/joined.ts'
import { LOCALES } from '../../../src/contract/text.ts'
import { type Database, Facts, openEmbedded } from '../../../src/ipdata/database.ts'
import { readNetwork } from '../../../src/ipdata/layouts.ts'
import { IpData } from '../../../src/ipdata/lookup.ts'
import { type Address, addressOfBytes } from '../../../src/policy/address.ts'
import { smallMmdb } from '../../support/data/mmdb.ts'
import { seededRandom } from '../../support/data/sources.ts'
import { addressOf } from '../../support/policy/rules.ts'
import { sharedFolder } from '../../support/shared.ts'

const MANY = 12_000
const SLOTS = 8192

/** Anywhere in IPv4, and in 2000::/3, where the data are; half of them near one another, so that slots are met again. */
function randomAddresses(): Address[] {
  const random = seededRandom(41)
  const below = (limit: number) => Math.floor(random() * limit)
  return Array.from({ length: MANY }, (_, index) => {
    const bytes = Uint8Array.from({ length: index % 2 ? 4 : 16 }, () => below(256))
    if (bytes.length === 16) bytes[0] = 0x20 + below(32)
    if (bytes.length === 16 && below(2) === 1) bytes.set([0x24 + below(8), below(256), below(16)], 0)
    return addressOfBytes(bytes)
  }).filter((address) => address !== null)
}

/** Two addresses whose records differ and meet. */
function inOneSlot(database: Database): [Address, Address] {
  const bySlot = new Map<number, { address: Address; record: number }>()
  for (const address of randomAddresses()) {
    const record = database.find(address)?.record
    if (typeof record !== 'number') continue
    const met = bySlot.get(record % SLOTS)
    if (met && met.record !== record) return [met.address, address]
    bySlot.set(record % SLOTS, { address, record })
  }
  throw new Error('no two records meet')
}

function expectSame(ipdata: IpData, address: Address) {
  for (const locale of LOCALES) {
    const subject = { ip: address.text, ipVersion: address.version, dataDate: ipdata.dateOf('city', 'network') }
    const whole = JSON.stringify({ ...subject, ...ipdata.place(address, locale), ...ipdata.holder(address) })
    const part = joined(
      ipdata.subjectPart(address, 'city', 'network'),
      ipdata.placePart(address, locale),
      ipdata.holderPart(address),
    )
    if (part.json !== whole) expect(part.json).toBe(whole)
  }
}

describe('embedded data', () => {
  const ipdata = new IpData({ city: null, network: null })

  test('12,000 addresses of both families in both languages, at first, once more, and from then on', () => {
    const addresses = randomAddresses()
    let known = 0
    for (const address of addresses.flatMap((each) => [each, each, each])) {
      expectSame(ipdata, address)
      if (ipdata.place(address, 'en').city !== null) known++
    }
    expect(known).toBeGreaterThan(MANY)
  })

  test('what is asked for twice is kept, and what comes once does not displace it', () => {
    const database = openEmbedded('network')
    const [often, once] = inOneSlot(database)
    let reads = 0
    const read = (record: unknown) => {
      reads++
      return readNetwork(record)
    }
    const parts = new Facts(database, read, { asn: null, organization: null })
    const readsOf = (...addresses: Address[]) => {
      const before = reads
      for (const address of addresses) parts.partAt(address)
      return reads - before
    }
    expect([readsOf(often, often, often, often), readsOf(once, often, often), readsOf(once, once)]).toEqual([2, 1, 1])
    expect(readsOf(often)).toBe(1)
  })
})

describe("an operator's file", () => {
  const folder = sharedFolder('parts')
  const path = join(folder, 'city.mmdb')
  const place = (name: string) => ({ country: { iso_code: 'KR' }, city: { names: { en: name, ko: '서울' } } })
  const HOSTILE = 'a"b\\c\n\u2028\u0000\ud800 😀 </script>'

  test('what has to be escaped is, and what was read of a file is forgotten when it is replaced', () => {
    writeFileSync(path, smallMmdb({ '8.8.8.0/24': place(HOSTILE), '9.9.9.0/24': { country: { iso_code: 'ZZ' } } }, 'City'))
    const ipdata = new IpData({ city: path, network: null })
    const first = addressOf('8.8.8.8')
    const known = [first, ...['8.8.8.9', '9.9.9.9', '1.1.1.1', '2001:4860::1'].map(addressOf)]
    for (const address of known) expectSame(ipdata, address)
    expect(ipdata.placePart(first, 'en').fields.city).toBe(ipdata.place(first, 'en').city)
    writeFileSync(path, smallMmdb({ '8.8.8.0/24': place('Busan') }, 'City'))
    ipdata.reload('city')
    for (const address of known) expectSame(ipdata, address)
    expect(ipdata.placePart(first, 'en').fields.city).toBe('Busan')
  })
})
