// Looks at answers that were recorded in home networks made of namespaces, by a clock of their own.
import type { PortFinding } from '../../../src/net/findings.ts'
import { failedBy, open, silent, unreachable } from '../../../src/net/libc/verdict.ts'
import type { Ask } from '../../../src/net/where/ledger.ts'
import { PLAIN, WhereState } from '../../../src/net/where/state.ts'
import { addressOf } from '../net/fake-prober.ts'

export const TARGET = { 4: addressOf('198.18.2.2'), 6: addressOf('2001:db8:100::10') } as const
const ROUTERS = { 4: addressOf('198.18.1.2'), 6: addressOf('2001:db8:2::2') } as const

/**
 * One answer: "r/63" the report of a router that the packet had passed too many, "te/62" that of the target itself, "rst/62" its refusal with
 * the TTL of the packet, "!host-unreachable/62" what else the target reports, "?admin-prohibited/63" what another does, "-" nothing, "here" that the packet never left this machine.
 */
export type Mark = string

export interface Recording {
  readonly version?: 4 | 6
  readonly protocol?: 'tcp' | 'udp'
  /** The TTL of the echo reply; null without one. */
  readonly echo: number | null
  /** The answers by hop limit, the first for 1; the last goes for all that are further. */
  readonly port: readonly Mark[]
  readonly control: readonly Mark[]
  /** The answer to a packet with the usual hop limit, by default the last of the port's; and when it comes. */
  readonly plain?: Mark
  readonly plainMs?: number
  /** Decides whether an answer gets lost. */
  readonly loses?: () => boolean
}

const RTT_MS = 20
const SILENCE_MS = 4000

interface Reply {
  readonly sequence: number
  readonly atMs: number
  readonly mark: Mark
}

/** Plays a recording; returns the finding, and when it was made. */
export function replay(recording: Recording) {
  const { version = 4, protocol = 'tcp', echo, port, control, loses = () => false } = recording
  const plain = recording.plain ?? markAt(port, Number.POSITIVE_INFINITY)
  const plainMs = recording.plainMs ?? (plain === '-' ? SILENCE_MS : RTT_MS)
  const state = new WhereState(version, protocol, TARGET[version].text)
  const replies: Reply[] = [{ sequence: PLAIN, atMs: plainMs, mark: plain }]
  let nowMs = 0
  const answer = (ask: Ask): Mark => {
    if (loses()) return '-'
    if (ask.to === 'echo') return echo === null ? '-' : `echo/${echo}`
    const mark = markAt(ask.to === 'port' ? port : control, ask.hops ?? Number.POSITIVE_INFINITY)
    const [kind, ttl] = mark.split('/')
    return kind === 'rst' && ask.least !== null && Number(ttl) < ask.least ? '-' : mark
  }
  state.start(nowMs)
  for (;;) {
    for (const reply of replies.splice(0)) {
      if (reply.atMs > nowMs) replies.push(reply)
      else if (reply.sequence === PLAIN) state.plainSettled(findingOf(reply.mark, protocol))
      else state.answered(replyOf(reply, version))
    }
    const { dueMs } = state.settle(nowMs)
    if (dueMs === null) return { where: state.found(), elapsedMs: nowMs }
    const probe = state.nextProbe(nowMs)
    if (probe) {
      const mark = answer(state.askOf(probe.sequence))
      state.sent(probe, null, nowMs)
      if (mark !== '-') replies.push({ sequence: probe.sequence, atMs: nowMs + RTT_MS, mark })
      continue
    }
    nowMs = Math.max(nowMs + 1, Math.min(dueMs, ...replies.map(({ atMs }) => atMs)))
  }
}

function markAt(marks: readonly Mark[], hops: number): Mark {
  return marks[Math.min(hops, marks.length) - 1] ?? '-'
}

function replyOf({ sequence, mark }: Reply, version: 4 | 6) {
  const [kind = '', ttl] = mark.split('/')
  const isOther = kind === 'r' || kind.startsWith('?')
  const reasons: Record<string, string | null> = { r: 'hop-limit-exceeded', te: 'hop-limit-exceeded', rst: 'connection-refused' }
  const reason = kind === 'echo' || kind === 'open' ? null : (reasons[kind] ?? kind.slice(1))
  const from = isOther ? ROUTERS[version] : TARGET[version]
  return { sequence, from, reason, isLocal: kind === 'here', rttMs: RTT_MS, ttl: kind === 'rst' ? null : Number(ttl) }
}

function findingOf(mark: Mark, protocol: 'tcp' | 'udp'): PortFinding {
  const [kind = '', ttl] = mark.split('/')
  if (kind === '-') return silent(protocol)
  if (kind === 'open') return open(RTT_MS)
  if (kind === 'rst') return failedBy('ECONNREFUSED', 'tcp', RTT_MS)
  return unreachable(kind.slice(1), RTT_MS, kind.startsWith('?') ? ROUTERS[4].text : null, Number(ttl))
}
