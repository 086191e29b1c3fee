import { type Namespace, run } from './namespace.ts'

/** The action of a namespace's firewall on packets to a port: silence, or this message. */
type Answer = 'drop' | 'reject with tcp reset' | `reject with icmp type ${string}` | `reject with icmpv6 type ${string}`

/** Gives a namespace a firewall (nftables): an action by port, for packets that come in over either protocol. */
export async function raiseFirewall({ inside }: Namespace, answers: Record<number, Answer>): Promise<void> {
  const rules = Object.entries(answers).map(([port, answer]) => {
    const protocol = answer === 'reject with tcp reset' ? 'tcp' : 'th'
    const family = answer.includes('icmpv6') ? 'meta nfproto ipv6 ' : answer.includes('icmp') ? 'meta nfproto ipv4 ' : ''
    const layer = protocol === 'th' ? 'meta l4proto { tcp, udp } ' : ''
    return `${family}${layer}${protocol} dport ${port} ${answer}`
  })
  const table = `table inet doorstep {\nchain input {\ntype filter hook input priority 0\n${rules.join('\n')}\n}\n}\n`
  await run(inside(['nft', '-f', '-']), { input: table })
}
