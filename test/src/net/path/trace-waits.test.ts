// The time that a trace waits for each hop, and for probes that could not be sent.
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { Unsupported } from '../../../../src/net/path/prober.ts'
import { runTrace } from '../../../../src/net/path/trace.ts'
import { freshBounds } from '../../../support/net/bounds.ts'
import { CONTEXT, pass } from '../../../support/net/fake-prober.ts'
import {
  arrived,
  exceeded,
  expectTraceOver,
  lastSentMs,
  router,
  STAGGER_MS,
  startTrace,
} from '../../../support/net/fake-trace.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('a silent hop', () => {
  test.each([
    { rttMs: 1, lastMs: 1000, waitMs: 1000 },
    { rttMs: 200, lastMs: 1000, waitMs: 1000 },
    { rttMs: 300, lastMs: 1200, waitMs: 1500 },
    { rttMs: 800, lastMs: 2000, waitMs: 3500 },
  ])('is waited for $waitMs ms where something behind it took $rttMs ms', async ({ rttMs, lastMs, waitMs }) => {
    const run = startTrace(3)
    run.answer(3, arrived(rttMs))
    run.answer(1, exceeded(1))
    await pass(STAGGER_MS + lastMs + waitMs - 1)
    expect([run.reported(), run.outcome]).toEqual([['1 hop'], {}])
    await pass(1)
    expect(run.found()).toEqual(['1 hop', '2 timeout', '3 reached'])
    expect(run.result()?.hops[1]).toEqual({
      hop: 2,
      status: 'timeout',
      reason: null,
      isLocal: false,
      addresses: [],
      rttMs: [null, null, null],
    })
    await expectTraceOver(run)
  })

  test('is not waited for longer because of answers from beyond the target', async () => {
    const run = startTrace(4)
    run.answer(1, exceeded(1))
    run.answer(3, arrived(100))
    run.answer(4, arrived(900))
    await pass(lastSentMs(2) + 1000)
    expect(run.sent.map(({ hops }) => hops)).toContain(4)
    expect(run.found()).toEqual(['1 hop', '2 timeout', '3 reached'])
    await expectTraceOver(run)
  })

  test('with nothing after it is waited for longer: a router may be looking for the host', async () => {
    const run = startTrace(3)
    run.answer(1, exceeded(1))
    await pass(3400, 5)
    expect(run.reported()).toEqual(['1 hop'])
    for (const hop of [3, 2]) run.answer(hop, { from: router(1), reason: 'host-unreachable', rttMs: 3350 })
    await pass(0)
    expect(run.result()?.hops).toMatchObject([{ status: 'hop' }, { status: 'unreachable', rttMs: [3350, 3350, 3350] }])
    await expectTraceOver(run)
  })

  test('ends a trace without any answer', async () => {
    const run = startTrace(12)
    await pass(3499)
    expect([run.reported(), run.outcome]).toEqual([[], {}])
    await pass(11 * STAGGER_MS + 1)
    expect(run.found()).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1} timeout`))
    expect(run.reported()).toEqual(run.found() ?? [])
    await expectTraceOver(run)
  })

  test('that speaks when it has been given up changes nothing', async () => {
    const run = startTrace(3)
    run.answer(2, exceeded(2))
    await pass(lastSentMs(1) + 1000)
    expect(run.reported()).toEqual(['2 hop', '1 timeout'])
    run.answer(1, arrived(1010))
    expect(run.outcome).toEqual({})
    run.answer(3, arrived())
    await pass(1)
    expect(run.found()).toEqual(['1 timeout', '2 hop', '3 reached'])
    await expectTraceOver(run)
  })
})

describe('probes that cannot be sent', () => {
  test('from the first on: nothing is waited for', async () => {
    const run = startTrace(4, { refuse: () => 'network-unreachable' })
    await pass(0)
    expect(run.outcome.result).toEqual({ hops: [], failure: 'network-unreachable' })
    await expectTraceOver(run)
  })

  test('later: those that were sent are waited for, the rest are not tried', async () => {
    const asked: number[] = []
    const run = startTrace(4, { refuse: (sequence) => (asked.push(sequence) === 7 ? 'blocked-locally' : null) })
    for (const hop of [1, 2, 3]) run.answer(hop, exceeded(hop))
    run.answer(4, exceeded(4, 700))
    await pass(3 * STAGGER_MS + 699)
    expect([asked, run.reported(), run.outcome]).toEqual([[0, 3, 6, 9, 1, 4, 7], ['1 hop', '2 hop', '3 hop'], {}])
    await pass(1)
    expect(run.outcome.result).toMatchObject({
      hops: [
        { hop: 1, rttMs: [1, 1, null] },
        { hop: 2, rttMs: [1, 1, null] },
        { hop: 3, rttMs: [1, null, null] },
        { hop: 4, rttMs: [700, null, null] },
      ],
      failure: 'blocked-locally',
    })
    await expectTraceOver(run)
  })

  test('hops of which one probe has left are waited for as long as others', async () => {
    const run = startTrace(4, { refuse: (sequence) => (sequence === 4 ? 'out-of-memory' : null) })
    run.answer(1, exceeded(1))
    run.answer(2, exceeded(2), [0])
    await pass(3 * STAGGER_MS + 3499)
    expect([run.sent.length, run.outcome]).toEqual([5, {}])
    await pass(1)
    expect(run.found()).toEqual(['1 hop', '2 hop', '3 timeout', '4 timeout'])
    expect(run.outcome.result).toMatchObject({ failure: 'out-of-memory' })
    await expectTraceOver(run)
  })

  test('a system that has no way to do it, and a socket that cannot be had', async () => {
    const unsupported = new Unsupported()
    const wanted = { maxHops: 4, bounds: freshBounds(), report: () => {} }
    expect(await runTrace(CONTEXT, () => unsupported, wanted)).toBe(unsupported)
    const none = { hops: [], failure: 'too-many-open-files' }
    expect(await runTrace(CONTEXT, () => ({ reason: 'too-many-open-files' }), wanted)).toEqual(none)
    expect(jest.getTimerCount()).toBe(0)
  })
})
