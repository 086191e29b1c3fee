// The results of Debian's ping, traceroute and mtr on a path, in one shape, to compare others with.
import { run } from './namespace.ts'
import type { BuiltTopology, Family } from './topology.ts'

/** On a busy machine a tool may be away for a second and then believe that its answers are late. */
const WAIT_SECONDS = 5
/** The wait of mtr, which it uses up in any case; it asks three times. */
const MTR_WAIT_SECONDS = 3
const PING_INTERVAL_SECONDS = 0.2
const MTR_CYCLES = 3
const MTR_INTERVAL_SECONDS = 0.2
const TRACEROUTE_FLAGS = { udp: [], icmp: ['-I'], tcp: ['-T'] }
const MTR_FLAGS = { udp: ['-u'], icmp: [], tcp: ['-T'] }

export const PATH_TOOLS = ['ping', 'traceroute', 'mtr']

interface TracedHop {
  /** From 1 on. */
  hop: number
  /** The addresses that answered, each once, in the order of the answers. */
  addresses: string[]
  /** By probe, in the order of sending; null where no answer came. */
  rttMs: (number | null)[]
  /** The marks of traceroute on answers ("!X", "!H", "!N", "!F-68", ...), each once; mtr has none. */
  annotations: string[]
}

export interface Trace {
  hops: TracedHop[]
  /** Whether the target itself answered. */
  reached: boolean
}

interface PingRun {
  sent: number
  received: number
  replies: { seq: number; from: string; ttl: number; rttMs: number }[]
  errors: { seq: number; from: string; text: string }[]
}

interface TraceOptions {
  family: Family
  method?: 'udp' | 'icmp' | 'tcp'
  maxHops: number
  /** A target other than the first address. */
  target?: string
  /** The seconds for which an answer is awaited. */
  waitSeconds?: number
}

export async function runTraceroute(
  topology: BuiltTopology,
  { family, method = 'udp', maxHops, queries = 3, waitSeconds = WAIT_SECONDS, ...rest }: TraceOptions & { queries?: number },
): Promise<Trace> {
  const target = targetOf(topology, family, rest.target)
  // All probes at once; and without the zeros it gives up on a probe as soon as three times what another took are over.
  const limits = ['-q', queries, '-m', maxHops, '-N', maxHops * queries, '-w', `${waitSeconds},0,0`].map(String)
  const output = await read(topology, ['traceroute', `-${family}`, '-n', ...TRACEROUTE_FLAGS[method], ...limits, target])
  const hops = output.split('\n').flatMap((line) => {
    const [, hop, answers] = /^ *(\d+) (.*)$/.exec(line) ?? []
    return answers === undefined ? [] : [readAnswers(Number(hop), answers)]
  })
  return { hops, reached: hops.at(-1)?.addresses.includes(target) ?? false }
}

/** Returns a line of traceroute: an address before the first of its answers, then times, marks, and a star for no answer. */
function readAnswers(hop: number, line: string): TracedHop {
  const words = line.split(' ').filter((word) => word !== '' && word !== 'ms')
  const rttMs = words.flatMap((word) => (word === '*' ? [null] : /^[\d.]+$/.test(word) && isTime(word) ? [Number(word)] : []))
  const addresses = words.filter((word) => /^[\da-f.:]+$/.test(word) && !isTime(word))
  const annotations = words.filter((word) => word.startsWith('!'))
  return { hop, addresses: [...new Set(addresses)], rttMs, annotations: [...new Set(annotations)] }
}

const isTime = (word: string) => /^\d+\.\d+$/.test(word)

/** Runs mtr. If a router reports that it goes no further, mtr asks on: the same router is there at every hop until maxHops. */
export async function runMtr(
  topology: BuiltTopology,
  { family, method = 'icmp', maxHops, waitSeconds = MTR_WAIT_SECONDS, ...rest }: TraceOptions,
): Promise<Trace> {
  const target = targetOf(topology, family, rest.target)
  const limits = ['-c', MTR_CYCLES, '-i', MTR_INTERVAL_SECONDS, '-G', waitSeconds, '-m', maxHops].map(String)
  const output = await read(topology, ['mtr', `-${family}`, '-n', '--raw', ...MTR_FLAGS[method], ...limits, target])
  const hops: TracedHop[] = []
  const places = new Map<string, number>()
  // x: a probe was sent (hop, number), h: an address answered (hop, address), p: it took so long (hop, microseconds, number).
  for (const [kind, place, ...said] of output.split('\n').map((line) => line.split(' '))) {
    const hop = Number(place)
    hops[hop] ??= { hop: hop + 1, addresses: [], rttMs: [], annotations: [] }
    const { addresses, rttMs } = hops[hop]
    const [first = '', number = ''] = said
    if (kind === 'x') places.set(first, rttMs.push(null) - 1)
    if (kind === 'h' && !addresses.includes(first)) addresses.push(first)
    if (kind === 'p') rttMs[places.get(number) ?? rttMs.length] = Number(first) / 1000
  }
  // It asks beyond the target until it knows where the target is.
  const end = hops.findIndex(({ addresses }) => addresses.includes(target))
  return { hops: end < 0 ? hops : hops.slice(0, end + 1), reached: end >= 0 }
}

interface PingOptions {
  family: Family
  count: number
  intervalSeconds?: number
  /** The size of the payload; 56 by default. */
  bytes?: number
  target?: string
  /** The seconds of waiting after the last packet if nothing has come back at all. */
  waitSeconds?: number
}

/** Runs ping. From 10 ms on it prints three digits of a time. */
export async function runPing(
  topology: BuiltTopology,
  { family, count, intervalSeconds = PING_INTERVAL_SECONDS, bytes, waitSeconds = WAIT_SECONDS, ...rest }: PingOptions,
): Promise<PingRun> {
  const limits = ['-c', count, '-i', intervalSeconds, '-W', waitSeconds, ...(bytes === undefined ? [] : ['-s', bytes])].map(
    String,
  )
  const output = await read(topology, ['ping', `-${family}`, '-n', ...limits, targetOf(topology, family, rest.target)])
  const replies = [...output.matchAll(/^\d+ bytes from (\S+): icmp_seq=(\d+) ttl=(\d+) time=([\d.]+) ms$/gm)].map(
    ([, from = '', seq, ttl, time]) => ({ seq: Number(seq), from, ttl: Number(ttl), rttMs: Number(time) }),
  )
  const errors = [...output.matchAll(/^From (\S+) icmp_seq=(\d+) (.+)$/gm)].map(([, from = '', seq, text = '']) => ({
    seq: Number(seq),
    from,
    text,
  }))
  const [, sent, received] = /^(\d+) packets transmitted, (\d+) received/m.exec(output) ?? []
  if (sent === undefined) throw new Error(`ping says ${output}`)
  return { sent: Number(sent), received: Number(received), replies, errors }
}

function targetOf(topology: BuiltTopology, family: Family, target = topology.target[family]): string {
  if (target === null) throw new Error(`the target has no IPv${family} address`)
  return target
}

/** Makes the prober forget the MTUs that it has learned: until then only the first packet that is too big is refused. */
export async function forgetMtus({ prober }: BuiltTopology): Promise<void> {
  for (const family of [4, 6]) await run(prober.inside(['ip', `-${family}`, 'route', 'flush', 'cache']))
}

/** Returns the output of a tool; it is not a failure if nothing came back (ping exits with 1). */
async function read({ prober }: BuiltTopology, command: readonly string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await prober.exec(['env', 'LC_ALL=C', ...command])
  if (exitCode > 1 || stderr !== '') throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stderr}`)
  return stdout.trimEnd()
}
