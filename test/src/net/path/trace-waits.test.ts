// How long is waited for whom, and for what could not be sent.
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { Unsupported } from '../../../../src/net/path/prober.ts'
import { runTrace } from '../../../../src/net/path/trace.ts'
import { GROUND, pass } from '../../../support/fake-prober.ts'
import { arrived, exceeded, expectTraceOver, router, STAGGER_MS, startTrace } from '../../../support/fake-trace.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('a silent hop', () => {
  test.each([
    { rttMs: 1, waitMs: 1000 },
    { rttMs: 200, waitMs: 1000 },
    { rttMs: 300, waitMs: 1500 },
    { rttMs: 800, waitMs: 3500 },
  ])('is waited for $waitMs ms where something behind it took $rttMs ms', async ({ rttMs, waitMs }) => {
    const run = startTrace(3)
    await pass(300)
    run.answer(3, arrived(rttMs))
    run.answer(1, exceeded(1))
    await pass(STAGGER_MS + waitMs - 300 - 1)
    expect([run.heard(), run.outcome]).toEqual([['1 hop'], {}])
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

  test('is not waited for longer because of what comes from behind the target', async () => {
    const run = startTrace(4)
    await pass(300)
    run.answer(1, exceeded(1))
    run.answer(3, arrived())
    run.answer(4, arrived(900))
    await pass(STAGGER_MS + 1000 - 300)
    expect(run.found()).toEqual(['1 hop', '2 timeout', '3 reached'])
    await expectTraceOver(run)
  })

  test('with nothing behind it is waited for longer: a router may be looking for the host', async () => {
    const run = startTrace(3)
    await pass(3 * STAGGER_MS)
    run.answer(1, exceeded(1))
    await pass(3400 - 3 * STAGGER_MS, 5)
    expect(run.heard()).toEqual(['1 hop'])
    for (const hop of [3, 2]) run.answer(hop, { from: router(1), reason: 'host-unreachable', rttMs: 3390 })
    await pass(0)
    expect(run.result()?.hops).toMatchObject([{ status: 'hop' }, { status: 'unreachable', rttMs: [3390, 3390, 3390] }])
    await expectTraceOver(run)
  })

  test('ends a trace in which nobody speaks', async () => {
    const run = startTrace(12)
    await pass(3499)
    expect([run.heard(), run.outcome]).toEqual([[], {}])
    await pass(11 * STAGGER_MS + 1)
    expect(run.found()).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1} timeout`))
    expect(run.heard()).toEqual(run.found() ?? [])
    await expectTraceOver(run)
  })

  test('that speaks when it has been given up changes nothing', async () => {
    const run = startTrace(3)
    await pass(3 * STAGGER_MS)
    run.answer(2, exceeded(2))
    await pass(1000)
    expect(run.heard()).toEqual(['2 hop', '1 timeout'])
    run.answer(1, arrived(1010))
    expect(run.outcome).toEqual({})
    run.answer(3, arrived())
    await pass(0)
    expect(run.found()).toEqual(['1 timeout', '2 hop', '3 reached'])
    await expectTraceOver(run)
  })
})

describe('what cannot be sent', () => {
  test('from the first on: nothing is waited for', async () => {
    const run = startTrace(4, { refuse: () => 'network-unreachable' })
    await pass(0)
    expect(run.outcome.result).toEqual({ hops: [], failure: 'network-unreachable' })
    await expectTraceOver(run)
  })

  test('later: what has left is waited for, the rest is not tried', async () => {
    const asked: number[] = []
    const run = startTrace(4, { refuse: (sequence) => (asked.push(sequence) === 7 ? 'blocked-locally' : null) })
    await pass(100)
    expect([asked, run.outcome]).toEqual([[0, 1, 2, 3, 4, 5, 6], {}])
    run.answer(1, exceeded(1))
    run.answer(2, exceeded(2))
    await pass(0)
    expect(run.outcome.result).toMatchObject({
      hops: [
        { hop: 1, status: 'hop' },
        { hop: 2, status: 'hop' },
      ],
      failure: 'blocked-locally',
    })
    await expectTraceOver(run)
  })

  test('in the midst of a hop: what has left of it is waited for', async () => {
    const run = startTrace(4, { refuse: (sequence) => (sequence === 4 ? 'out-of-memory' : null) })
    await pass(100)
    run.answer(1, exceeded(1))
    run.answer(2, exceeded(2), [0])
    await pass(STAGGER_MS + 1000 - 100)
    expect(run.sent).toHaveLength(4)
    expect(run.outcome.result).toMatchObject({ hops: [{ hop: 1 }, { hop: 2, rttMs: [1, null, null] }], failure: 'out-of-memory' })
    await expectTraceOver(run)
  })

  test('a system that has no way to do it, and a socket that cannot be had', async () => {
    const unsupported = new Unsupported()
    const wanted = { maxHops: 4, signal: new AbortController().signal, report: () => {} }
    expect(await runTrace(GROUND, () => unsupported, wanted)).toBe(unsupported)
    const none = { hops: [], failure: 'too-many-open-files' }
    expect(await runTrace(GROUND, () => ({ reason: 'too-many-open-files' }), wanted)).toEqual(none)
    expect(jest.getTimerCount()).toBe(0)
  })
})
