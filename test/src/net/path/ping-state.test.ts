// The decisions of a ping, without a timer or a socket.
import { expect, test } from 'bun:test'
import { PingState } from '../../../../src/net/path/index.ts'
import { TARGET } from '../../../support/net/fake-prober.ts'

const START_MS = 1000
const reply = (sequence: number, rttMs = 1) => ({ sequence, from: TARGET, reason: null, isLocal: false, rttMs, ttl: 64 })

/** Returns a ping that has sent this many requests, 200 ms apart. */
function sentOf(count: number, failure: string | null = null): PingState {
  const state = new PingState(count)
  state.start(START_MS)
  for (let sequence = 1; sequence <= count; sequence++) {
    const nowMs = START_MS + 200 * (sequence - 1)
    const probe = state.nextProbe(nowMs)
    expect(probe).toEqual({ sequence, hops: null })
    if (probe) state.sent(probe, sequence === count ? failure : null, nowMs)
  }
  return state
}

test('the first request is due at once, the next after 200 ms', () => {
  const state = new PingState(2)
  state.start(START_MS)
  expect([state.settle(START_MS), state.nextProbe(START_MS)]).toEqual([
    { settled: [], dueMs: START_MS },
    { sequence: 1, hops: null },
  ])
  state.sent({ sequence: 1, hops: null }, null, START_MS + 3)
  expect(state.settle(START_MS + 3).dueMs).toBe(START_MS + 203)
  expect([state.nextProbe(START_MS + 202), state.nextProbe(START_MS + 203)]).toEqual([null, { sequence: 2, hops: null }])
})

test('silence is waited for four seconds; once something has come, one second or two of the longest round trips', () => {
  const lastMs = START_MS + 400
  const state = sentOf(3)
  expect(state.settle(lastMs).dueMs).toBe(lastMs + 4000)
  state.answered(reply(1))
  expect(state.settle(lastMs).dueMs).toBe(lastMs + 1000)
  state.answered(reply(2, 700))
  expect(state.settle(lastMs).dueMs).toBe(lastMs + 1400)
  expect([state.settle(lastMs + 1399).dueMs, state.settle(lastMs + 1400).dueMs]).toEqual([lastMs + 1400, null])
})

test('a reply is settled once, and the last one ends the ping', () => {
  const state = sentOf(2)
  expect([state.answered(reply(2)), state.answered(reply(2)), state.answered(reply(3)), state.answered(reply(0))]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(state.settle(START_MS + 201).settled).toEqual([{ seq: 2, answer: reply(2) }])
  expect(state.settle(START_MS + 202).settled).toEqual([])
  state.answered(reply(1))
  expect(state.settle(START_MS + 203)).toEqual({ settled: [{ seq: 1, answer: reply(1) }], dueMs: null })
  expect(state.found()).toEqual({
    sent: 2,
    replies: [
      { seq: 1, answer: reply(1) },
      { seq: 2, answer: reply(2) },
    ],
    failure: null,
  })
})

test('a request that cannot be sent ends the sending, and those that were sent are waited for', () => {
  const state = sentOf(2, 'network-unreachable')
  expect(state.nextProbe(Number.POSITIVE_INFINITY)).toBeNull()
  expect(state.settle(START_MS + 200).dueMs).toBe(START_MS + 200 + 4000)
  expect(state.found()).toEqual({ sent: 1, replies: [{ seq: 1, answer: null }], failure: 'network-unreachable' })
})
