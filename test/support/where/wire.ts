// Packets as they leave the server, counted by its own kernel (nftables).
import { type Namespace, run } from '../net/namespace.ts'

/** First packets of connections and datagrams, by destination and port; echo requests by destination. */
const TABLE = `table inet wire {
set four { type ifname . ipv4_addr . inet_proto . inet_service; flags dynamic; counter; }
set six { type ifname . ipv6_addr . inet_proto . inet_service; flags dynamic; counter; }
set echo4 { type ifname . ipv4_addr; flags dynamic; counter; }
set echo6 { type ifname . ipv6_addr; flags dynamic; counter; }
chain output {
type filter hook output priority 0
oifname != "street*" accept
tcp flags & (syn | ack) != syn accept
meta nfproto ipv4 meta l4proto { tcp, udp } update @four { oifname . ip daddr . meta l4proto . th dport }
meta nfproto ipv6 meta l4proto { tcp, udp } update @six { oifname . ip6 daddr . meta l4proto . th dport }
icmp type echo-request update @echo4 { oifname . ip daddr }
icmpv6 type echo-request update @echo6 { oifname . ip6 daddr }
}
}
`

/** Packets to one port of one address; port 0 for echo requests. */
export interface Counted {
  readonly address: string
  readonly protocol: string
  readonly port: number
  readonly packets: number
}

export async function countPackets({ inside }: Namespace): Promise<void> {
  await run(inside(['nft', '-f', '-']), { input: TABLE })
}

interface Listed {
  nftables: { set?: { elem?: { elem: { val: { concat: (string | number)[] }; counter: { packets: number } } }[] } }[]
}

/** Returns the packets that have left by a device so far. */
export async function sentBy({ inside }: Namespace, device: string): Promise<Counted[]> {
  const { nftables }: Listed = JSON.parse(await run(inside(['nft', '-j', 'list', 'table', 'inet', 'wire'])))
  return nftables.flatMap(({ set }) =>
    (set?.elem ?? []).flatMap(({ elem: { val, counter } }) => {
      const [name, address, protocol = 'echo', port = 0] = val.concat
      if (name !== device) return []
      return [{ address: String(address), protocol: String(protocol), port: Number(port), packets: counter.packets }]
    }),
  )
}

/** Returns the packets of the second count that are not in the first. */
export function since(before: readonly Counted[], after: readonly Counted[]): Counted[] {
  return after.flatMap((counted) => {
    const { address, protocol, port, packets } = counted
    const known = before.find((one) => one.address === address && one.protocol === protocol && one.port === port)
    const more = packets - (known?.packets ?? 0)
    return more > 0 ? [{ ...counted, packets: more }] : []
  })
}
