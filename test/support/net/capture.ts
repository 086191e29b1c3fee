import { programPath } from '../lab.ts'
import type { Namespace } from './namespace.ts'

/** The packets that an address may get: at once, and in a second. */
const BURST = 40
const A_SECOND = 20
const READY_MS = 1000
/** Datagrams, echo requests and the first packets of connections. */
const STARTS = '(udp or icmp[icmptype] == icmp-echo or tcp[tcpflags] & (tcp-syn|tcp-ack) == tcp-syn)'
/** The same over IPv6, whose next header follows 40 bytes. */
const STARTS6 = '(udp or (icmp6 and ip6[40] == 128) or (tcp and ip6[53] & 0x12 == 0x02))'

export interface Sent {
  readonly atMs: number
  /** The address it went to. */
  readonly to: string
}

/**
 * Returns the packets that come into a namespace over one family while something runs. A connection counts once, however often the kernel repeats
 * its first packet.
 */
export async function captured(
  { inside }: Pick<Namespace, 'inside'>,
  run: () => Promise<void>,
  { device, to, family = 4 }: { device: string; to: string; family?: 4 | 6 },
): Promise<Sent[]> {
  const command = [
    programPath('tcpdump') ?? '',
    '-i',
    device,
    ...'-Q in -n -tt -l'.split(' '),
    `dst ${to} and ${family === 4 ? STARTS : STARTS6}`,
  ]
  const child = Bun.spawn(inside(command), { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })
  const text = child.stdout.text()
  await Bun.sleep(READY_MS)
  await run()
  await Bun.sleep(READY_MS)
  child.kill('SIGINT')
  const packets = [...(await text).matchAll(/^(\d+\.\d+) IP6? (\S+) > (\d+\.\d+\.\d+\.\d+|[\da-f:]+)(\S*): (Flags)?/gm)]
  const known = new Set<string>()
  return packets.flatMap(([, at, from, address = '', port, isConnection]) => {
    const connection = `${from} ${address}${port}`
    if (isConnection && known.has(connection)) return []
    if (isConnection) known.add(connection)
    return { atMs: Number(at) * 1000, to: address }
  })
}

/** Returns the most packets beyond those that were due, in any stretch of time. */
export function excessOf(sent: readonly Sent[]): number {
  const [first] = sent
  let [due, worst] = [0, 0]
  let lastMs = first?.atMs ?? 0
  for (const { atMs } of sent) {
    due = Math.max(0, due - ((atMs - lastMs) / 1000) * A_SECOND) + 1
    lastMs = atMs
    worst = Math.max(worst, due - BURST)
  }
  return worst
}
