// The most that one request may cost, whatever strangers do.
import { BUDGET, LIST_ITEMS_MAX } from '../../../src/net/budget.ts'
import { slowness } from '../cost.ts'
import { DNS } from './dns-names.ts'
import type { Answered, Measured, Request } from './lab.ts'
import type { Packet } from './packets.ts'

export const BOUNDS = {
  absenceMs: 50,
  memoryMb: 30,
  answerBytes: 256 * 1024,
  /** From one router, for handshakes. */
  handshakesASecond: 2,
  /** The handshakes of a trace that the kernel sends again, where a busy machine is late to give them up. */
  sentAgain: 6,
} as const

const DEADLINE_MS: Record<string, number> = { traceroute: 20_000 }
const USUAL_DEADLINE_MS = 10_000
/** A tolerance for the way there and back on a machine with other work. */
const GRACE_MS = 700
const DNS_PORT = 53
/** The number of equal items that are looked into: one is like another. */
const WITHIN_MOST = 1000
const RESOLVERS: readonly string[] = [...DNS.resolvers, DNS.unbound]
/** A second, but for what the pace of a timer is off. */
const SECOND_MS = 930

/** The numbers of packets by their destination. */
interface Sent {
  /** To name servers. */
  readonly questions: number
  /** The most to any one of them that the operator has not named. */
  readonly questionsToStranger: number
  /** Handshakes, each with all that is sent again, and to how many addresses. */
  readonly handshakes: number
  readonly connections: number
  readonly addresses: number
  /** Echo requests and datagrams of traces and checks. */
  readonly probes: number
}

export function sentIn(packets: readonly Packet[]): Sent {
  const isQuestion = ({ kind, port }: Packet) => port === DNS_PORT && (kind === 'udp' || kind === 'syn')
  const [questions, others] = [packets.filter(isQuestion), packets.filter((one) => !isQuestion(one))]
  const strangers = Map.groupBy(
    questions.filter(({ to }) => !RESOLVERS.includes(to)),
    ({ to }) => to,
  )
  const handshakes = others.filter(({ kind }) => kind === 'syn')
  const probes = others.filter(({ kind }) => kind === 'echo' || kind === 'udp')
  return {
    questions: questions.length,
    questionsToStranger: Math.max(0, ...[...strangers.values()].map(({ length }) => length)),
    handshakes: handshakes.length,
    connections: new Set(handshakes.map(({ to, port, fromPort }) => `${to} ${port} ${fromPort}`)).size,
    addresses: new Set([...handshakes, ...probes].map(({ to }) => to)).size,
    probes: probes.length,
  }
}

/** Returns the most handshakes that one router sees within a second: those that have the same way to go. */
function fastestHandshakes(packets: readonly Packet[]): number {
  const byHops = Map.groupBy(
    packets.filter(({ kind, port }) => kind === 'syn' && port !== DNS_PORT),
    ({ to, hops }) => `${to} ${hops}`,
  )
  const within = (times: readonly number[]) =>
    times.map((from) => times.filter((at) => at >= from && at < from + SECOND_MS).length)
  return Math.max(0, ...[...byHops.values()].flatMap((some) => within(some.map(({ atMs }) => atMs))))
}

/** Returns the costs in processor time and memory that exceed their bounds. */
export function costBroken({ cost }: Measured): string[] {
  const memoryMb = cost.peakMb - cost.beforeMb
  const wasAway = cost.absenceMs >= BOUNDS.absenceMs && cost.absenceMs >= BOUNDS.absenceMs * slowness()
  return [
    ...(wasAway ? [`the loop was away for ${cost.absenceMs.toFixed(0)} ms`] : []),
    ...(memoryMb >= BOUNDS.memoryMb ? [`${memoryMb.toFixed(0)} MB of memory`] : []),
  ]
}

/** Returns the ways in which an answer breaks its promises. */
export function answerBroken({ status, text, elapsedMs }: Answered, { tool }: Request): string[] {
  const deadlineMs = DEADLINE_MS[tool] ?? USUAL_DEADLINE_MS
  const bytes = Buffer.byteLength(text)
  const longest = longestList(JSON.parse(text))
  const isRefusal = status >= 400 && status < 500 && text.includes('urn:doorstep:problem:')
  return [
    ...(status === 200 || isRefusal ? [] : [`status ${status}`]),
    ...(elapsedMs > deadlineMs + GRACE_MS ? [`answered after ${(elapsedMs / 1000).toFixed(1)} s`] : []),
    ...(isRefusal || longest <= LIST_ITEMS_MAX ? [] : [`a list of ${longest}`]),
    ...(bytes > BOUNDS.answerBytes ? [`an answer of ${(bytes / 1024).toFixed(0)} KiB`] : []),
  ]
}

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Math.max(own, ...Object.values(value).slice(0, WITHIN_MOST).map(longestList))
}

/** Returns the packets that were too many, or too fast, for this many requests to a tool. */
export function packetsBroken(packets: readonly Packet[], { tool }: Request, count = 1): string[] {
  const sent = sentIn(packets)
  const isPath = tool === 'traceroute' || tool === 'ping'
  const limits: readonly (readonly [number, number, string])[] = [
    [sent.questions, BUDGET.questions, 'packets to name servers'],
    [sent.questionsToStranger, BUDGET.questionsAnAddress, 'packets to one name server'],
    [sent.connections, isPath ? BUDGET.probes : BUDGET.connections, 'connections'],
    [sent.addresses, BUDGET.addresses, 'addresses'],
    [sent.probes + (isPath ? sent.connections : 0), BUDGET.probes, 'probes'],
    [isPath ? sent.handshakes - sent.connections : 0, BOUNDS.sentAgain, 'handshakes sent again'],
    [isPath ? fastestHandshakes(packets) : 0, BOUNDS.handshakesASecond, 'handshakes a second to one router'],
  ]
  return limits
    .filter(([found, most]) => found > most * count)
    .map(([found, most, what]) => `${found} ${what}, ${most * count} are allowed`)
}
