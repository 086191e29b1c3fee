// Looks for the first hops towards each address, one after the other, and prints them with the number of datagrams that left in all.
import { readFileSync } from 'node:fs'
import { firstHops } from '../../../src/net/path/trace.ts'
import { parseAddress } from '../../../src/policy/address.ts'

/** By the counters of the kernel, over both versions of IP. */
function datagramsSent(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8').match(/^Udp: .*$/gm) ?? []
  const four = Number(values.split(' ')[names.split(' ').indexOf('OutDatagrams')])
  return four + Number(/^Udp6OutDatagrams\s+(\d+)/m.exec(readFileSync('/proc/net/snmp6', 'utf8'))?.[1] ?? 0)
}

const before = datagramsSent()
const hops: (string | null)[][] = []
for (const text of process.argv.slice(2)) {
  const address = parseAddress(text)
  if (address) hops.push(await firstHops(address, new AbortController().signal))
}
console.log(JSON.stringify({ hops, sent: datagramsSent() - before, uid: process.getuid?.() }))
