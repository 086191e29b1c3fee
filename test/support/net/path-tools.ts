// The results of Debian's ping and traceroute on a path, in one shape, to compare others with.
import { run } from './namespace.ts'
import type { BuiltTopology, Family } from './topology.ts'

/** On a busy machine a tool may be away for a second and then believe that its answers are late. */
const WAIT_SECONDS = 5
const PING_INTERVAL_SECONDS = 0.2
const QUERIES = 3
const TRACEROUTE_FLAGS = { udp: [], icmp: ['-I'], tcp: ['-T'] }

export const PATH_TOOLS = ['ping', 'traceroute']

interface TracedHop {
  /** From 1 on. */
  hop: number
  /** The addresses that answered, each once, in the order of the answers. */
  addresses: string[]
  /** The marks of traceroute on answers ("!X", "!H", "!N", "!F-68", ...), each once. */
  annotations: string[]
}

export interface Trace {
  hops: TracedHop[]
  /** Whether the target itself answered. */
  reached: boolean
}

export interface PingRun {
  sent: number
  received: number
  replies: { seq: number; from: string; ttl: number; rttMs: number }[]
  errors: { seq: number; from: string; text: string }[]
}

interface TraceOptions {
  family: Family
  method: 'udp' | 'icmp' | 'tcp'
  maxHops: number
  /** The seconds for which an answer is awaited. */
  waitSeconds: number
}

export async function runTraceroute(topology: BuiltTopology, options: TraceOptions): Promise<Trace> {
  const { family, method, maxHops, waitSeconds } = options
  const target = targetOf(topology, family)
  // All probes at once; and without the zeros it gives up on a probe as soon as three times what another took are over.
  const limits = ['-q', QUERIES, '-m', maxHops, '-N', maxHops * QUERIES, '-w', `${waitSeconds},0,0`].map(String)
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
  const addresses = words.filter((word) => /^[\da-f.:]+$/.test(word) && !isTime(word))
  const annotations = words.filter((word) => word.startsWith('!'))
  return { hop, addresses: [...new Set(addresses)], annotations: [...new Set(annotations)] }
}

const isTime = (word: string) => /^\d+\.\d+$/.test(word)

interface PingOptions {
  family: Family
  count: number
  /** The seconds of waiting after the last packet if nothing has come back at all. */
  waitSeconds?: number
}

/** Runs ping. From 10 ms on it prints three digits of a time. */
export async function runPing(
  topology: BuiltTopology,
  { family, count, waitSeconds = WAIT_SECONDS }: PingOptions,
): Promise<PingRun> {
  const limits = ['-c', count, '-i', PING_INTERVAL_SECONDS, '-W', waitSeconds].map(String)
  const output = await read(topology, ['ping', `-${family}`, '-n', ...limits, targetOf(topology, family)])
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

function targetOf(topology: BuiltTopology, family: Family): string {
  const target = topology.target[family]
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
