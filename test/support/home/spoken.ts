// Those to whom a computer spoke: all its packets, counted by destination where they arrive first.
import { run } from '../net/namespace.ts'

/** Neighbour discovery and membership of groups are the link's own business. */
export const SPOKEN_TABLE = `table inet spoken
delete table inet spoken
table inet spoken {
set four { type ipv4_addr . inet_proto . inet_service; flags dynamic; counter; }
set six { type ipv6_addr . inet_proto . inet_service; flags dynamic; counter; }
chain prerouting {
type filter hook prerouting priority raw
iifname != "lan" accept
fib saddr type local accept
icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit, nd-router-advert, mld2-listener-report } accept
ip protocol igmp accept
meta nfproto ipv4 meta l4proto { tcp, udp } update @four { ip daddr . meta l4proto . th dport } accept
meta nfproto ipv6 meta l4proto { tcp, udp } update @six { ip6 daddr . meta l4proto . th dport } accept
meta nfproto ipv4 update @four { ip daddr . meta l4proto . 0 } accept
meta nfproto ipv6 update @six { ip6 daddr . meta l4proto . 0 } accept
}
}
`

/** Packets to one port of one address; port 0 where the protocol has none. */
export interface Spoken {
  readonly address: string
  readonly protocol: string
  readonly port: number
  readonly packets: number
}

interface Listed {
  nftables: { set?: { elem?: { elem: { val: { concat: (string | number)[] }; counter: { packets: number } } }[] } }[]
}

/** Returns whom the devices behind a machine have spoken to since its table was made. */
export async function spokenThrough(inside: (command: readonly string[]) => string[]): Promise<Spoken[]> {
  const { nftables }: Listed = JSON.parse(await run(inside(['nft', '-j', 'list', 'table', 'inet', 'spoken'])))
  return nftables.flatMap(({ set }) =>
    (set?.elem ?? []).map(({ elem: { val, counter } }) => {
      const [address, protocol, port] = val.concat
      return { address: String(address), protocol: String(protocol), port: Number(port), packets: counter.packets }
    }),
  )
}
