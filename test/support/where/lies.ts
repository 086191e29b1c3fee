/** Routers on the way to a home that lie, as tables of nftables. None of them forges a report of the home's own address on hop limits. */
import { loss, mangle, output } from './rules.ts'

/** A part of the packets is lied about, so that honest answers come in between. */
const HALF = 'numgen random mod 2 == 0'
const FROM_OUTSIDE = 'iifname "wan" meta l4proto { tcp, udp }'
const EXCEEDED = 'icmp type time-exceeded'
const FOREIGN = '203.0.113.7'

const passing = (lines: string) => `table inet passing {
chain forward {
type filter hook forward priority 0
${lines}
}
}
`
/** Returns rules that refuse in the name of an address. */
const refusing = (kind: string, address: string) => `${passing(`${FROM_OUTSIDE} ${HALF} reject with icmp type ${kind}`)}
${output(`icmp type destination-unreachable ip saddr set ${address}`)}`

/** Returns the lies that a router may tell about a home at this address, by name. */
export function liesAbout(address: string): Readonly<Record<string, string>> {
  return {
    'tells the truth': '',
    'reports from an address of others': output(`${EXCEEDED} ip saddr set ${FOREIGN}`),
    'reports for packets that it should pass on': mangle(`${FROM_OUTSIDE} ${HALF} ip ttl set 1`),
    'passes packets on with a small hop limit': mangle(`${FROM_OUTSIDE} ip ttl set 2`),
    'passes packets on with any hop limit': mangle(`${FROM_OUTSIDE} ${HALF} ip ttl set 3
${FROM_OUTSIDE} ${HALF} ip ttl set 64`),
    'does not count': mangle(`${FROM_OUTSIDE} ip ttl < 60 ip ttl set 60`),
    'resets connections in the name of the home': passing(`meta l4proto tcp ${HALF} iifname "wan" reject with tcp reset`),
    'says in the name of the home that the device is absent': refusing('host-unreachable', address),
    'says in the name of the home that the network is unknown': refusing('net-unreachable', address),
    'says in the name of the home that the port is closed': refusing('port-unreachable', address),
    'prohibits in the name of others': refusing('admin-prohibited', FOREIGN),
    'reports at random': output(`${EXCEEDED} ${HALF} drop`),
    'never reports': output(`${EXCEEDED} drop`),
    'loses a fifth': loss(20),
    'loses half': loss(50),
    'answers pings for the home': mangle('iifname "wan" icmp type echo-request ip ttl set 64'),
  }
}
