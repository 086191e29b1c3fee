// The decisions of a trace, without a timer or a socket.
import { expect, jest, test } from 'bun:test'
import { sharedEngine } from '../../../../src/net/libc/attempt.ts'
import { HOP_LIMIT_EXCEEDED } from '../../../../src/net/libc/verdict.ts'
import { reachableFirst } from '../../../../src/net/path/index.ts'
import type { ProbeReply } from '../../../../src/net/path/prober.ts'
import { TraceState } from '../../../../src/net/path/trace.ts'
import { TARGET } from '../../../support/net/fake-prober.ts'
import { exceeded, router } from '../../../support/net/fake-trace.ts'
import { targetOf } from '../../../support/net/probe-job.ts'

const START_MS = 1000
const answer = (sequence: number, rest: Partial<ProbeReply>): ProbeReply => ({
  ...{ sequence, from: TARGET, reason: null, isLocal: false, rttMs: 1, ttl: null },
  ...rest,
})

function started(maxHops: number): TraceState {
  const state = new TraceState(TARGET, maxHops)
  state.start(START_MS)
  return state
}

/** Sends everything that is due by then, and returns the numbers of the probes. */
function sendDue(state: TraceState, nowMs: number, failure: string | null = null): number[] {
  const sequences: number[] = []
  for (let probe = state.nextProbe(nowMs); probe && sequences.length < 100; probe = state.nextProbe(nowMs)) {
    sequences.push(probe.sequence)
    state.sent(probe, failure, nowMs)
  }
  return sequences
}

test('hops are asked 50 ms after one another, the nearest first', () => {
  const state = started(3)
  expect(state.nextProbe(START_MS)).toEqual({ sequence: 0, hops: 1 })
  expect([sendDue(state, START_MS), sendDue(state, START_MS + 49), sendDue(state, START_MS + 100)]).toEqual([[0], [], [3, 6]])
  expect(state.settle(START_MS + 100)).toEqual({ settled: [], dueMs: START_MS + 1000 })
})

test('the target ends the path: nothing is sent beyond it, and all is over when every hop is settled', () => {
  const state = started(30)
  sendDue(state, START_MS + 50)
  expect([state.answered(answer(3, { from: TARGET })), sendDue(state, START_MS + 10_000)]).toEqual([true, [1, 4]])
  expect(sendDue(state, START_MS + 20_000)).toEqual([2, 5])
  for (const probe of [0, 1, 2]) state.answered(answer(probe, exceeded(1)))
  for (const probe of [4, 5]) state.answered(answer(probe, {}))
  const { settled, dueMs } = state.settle(START_MS + 20_001)
  expect([settled.map(({ hop, status }) => `${hop} ${status}`), dueMs]).toEqual([['1 hop', '2 reached'], null])
  expect(state.found().hops).toEqual(settled)
})

test('an answer that is not awaited changes nothing', () => {
  const state = started(2)
  sendDue(state, START_MS)
  const isAwaited = [-1, 1, 3, 6, 600].map((sequence) => state.answered(answer(sequence, {})))
  expect(isAwaited).toEqual([false, false, false, false, false])
  expect([state.answered(answer(0, { from: router(1), reason: HOP_LIMIT_EXCEEDED })), state.answered(answer(0, {}))]).toEqual([
    true,
    false,
  ])
})

test('a probe that cannot be sent ends the sending; hops that have answered are kept when the trace is cut short', () => {
  const state = started(5)
  sendDue(state, START_MS)
  state.answered(answer(0, exceeded(1)))
  const probe = state.nextProbe(START_MS + 50)
  if (probe) state.sent(probe, 'network-unreachable', START_MS + 50)
  expect(state.nextProbe(START_MS + 60_000)).toBeNull()
  expect(state.settle(START_MS + 51)).toMatchObject({ settled: [{ hop: 1, status: 'hop' }], dueMs: null })
  expect(state.found()).toMatchObject({ hops: [{ hop: 1 }], failure: 'network-unreachable' })
})

test('a hop that has answered in part is settled when the trace is cut short', () => {
  const state = started(5)
  sendDue(state, START_MS + 50)
  state.answered(answer(3, exceeded(2)))
  expect(state.found().hops).toEqual([])
  expect(state.settleAnswered()).toMatchObject([{ hop: 2, status: 'hop', rttMs: [1, null, null] }])
  expect(state.found().hops).toMatchObject([{ hop: 2 }])
})

const MANY = 2000

test('of the addresses of a host the first with a route is taken', () => {
  // The broadcast address has no route.
  const routed = reachableFirst(['255.255.255.255', '127.0.0.1', '::1'].map(targetOf))
  expect(routed.address.text).toBe('127.0.0.1')
})

test('a few addresses are checked, however many a name has; without a route it is the first', () => {
  const engine = sharedEngine()
  if (!engine) throw new Error('no libc')
  const lookedUp = jest.spyOn(engine.sockets, 'sourceTo').mockReturnValue(null)
  const addresses = Array.from({ length: MANY }, (_, index) => `198.18.${index >> 8}.${index & 255}`)
  expect(reachableFirst(addresses.map(targetOf)).address.text).toBe('198.18.0.0')
  expect(lookedUp).toHaveBeenCalledTimes(4)
  lookedUp.mockRestore()
})
