// Faults and timings that no real network makes on demand. Real ones are in test/lab.
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { BUDGET } from '../../../../src/net/budget.ts'
import { budgetOf, fillTurn, pass, TARGET } from '../../../support/net/fake-prober.ts'
import {
  AGAIN_MS,
  arrived,
  exceeded,
  expectTraceOver,
  lastSentMs,
  router,
  STAGGER_MS,
  startTrace,
  traceTest,
} from '../../../support/net/fake-trace.ts'
import { addressOf } from '../../../support/policy/rules.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe('a trace', () => {
  traceTest(
    'probes a hop three times, half a second apart, nearer ones first, and reports each as soon as it is known',
    [4],
    async (run) => {
      for (const [hop, rttMs] of [
        [1, 1],
        [2, 100],
        [3, 3],
      ] as const)
        run.answer(hop, exceeded(hop, rttMs))
      run.answer(3, exceeded(3, 5), [1])
      run.answer(4, arrived(4))
      await pass(lastSentMs(4) + 4)
      const probes = [0, 1, 2].flatMap((probe) => [1, 2, 3, 4].map((hop) => ({ probe, hop })))
      expect(run.sent).toEqual(
        probes.map(({ probe, hop }) => {
          return { sequence: (hop - 1) * 3 + probe, hops: hop, atMs: (hop - 1) * STAGGER_MS + probe * AGAIN_MS }
        }),
      )
      expect(run.reported()).toEqual(['1 hop', '3 hop', '2 hop', '4 reached'])
      const plain = { status: 'hop', reason: null, isLocal: false } as const
      expect(run.outcome.result).toEqual({
        hops: [
          { ...plain, hop: 1, addresses: [router(1)], rttMs: [1, 1, 1] },
          { ...plain, hop: 2, addresses: [router(2)], rttMs: [100, 100, 100] },
          { ...plain, hop: 3, addresses: [router(3)], rttMs: [3, 5, 3] },
          { ...plain, hop: 4, status: 'reached', addresses: [TARGET], rttMs: [4, 4, 4] },
        ],
        failure: null,
      })
    },
  )

  traceTest(
    'probes an unknown hop again after a second, and for the last time when a router has looked for its neighbour',
    [2],
    async (run) => {
      await pass(4000, 10)
      const times = (hops: number) => run.sent.filter((sent) => sent.hops === hops).map(({ atMs }) => atMs)
      expect([times(1), times(2)]).toEqual([
        [0, 1000, 2500],
        [50, 1050, 2550],
      ])
    },
  )

  test('waits for two of the longest round trips before it asks a silent hop again, but no longer than a second', async () => {
    for (const [rttMs, againMs] of [
      [300, 600],
      [600, 1000],
    ] as const) {
      const run = startTrace(2)
      run.answer(2, arrived(rttMs))
      await pass(4000, 10)
      expect(run.sent.filter(({ hops }) => hops === 1).map(({ atMs }) => atMs)).toEqual([0, againMs, 2 * againMs])
      run.abort()
      await pass(0)
    }
  })

  traceTest('ends at the nearest hop where the target answers, though it has answered farther ones first', [6], async (run) => {
    await pass(5 * STAGGER_MS)
    for (const hop of [6, 5, 4, 3]) run.answer(hop, arrived())
    run.answer(2, exceeded(2))
    await pass(lastSentMs(3) + 1 - 5 * STAGGER_MS)
    // The first may still turn out to be the end.
    expect(run.reported()).toEqual(['2 hop'])
    run.answer(1, exceeded(1), [2])
    expect(run.reported()).toEqual(['2 hop', '3 reached'])
    run.answer(1, exceeded(1), [0, 1])
    await pass(0)
    expect([run.reported(), run.found()]).toEqual([
      ['2 hop', '3 reached', '1 hop'],
      ['1 hop', '2 hop', '3 reached'],
    ])
  })

  traceTest('leaves out hops that a changed route has shown beyond the target', [5], async (run) => {
    run.answer(4, exceeded(4))
    await pass(lastSentMs(4) + 1)
    expect(run.reported()).toEqual(['4 hop'])
    run.answer(1, exceeded(1))
    run.answer(2, arrived())
    await pass(0)
    expect([run.reported(), run.found()]).toEqual([
      ['4 hop', '1 hop', '2 reached'],
      ['1 hop', '2 reached'],
    ])
  })

  traceTest('takes the first answer to a probe, and none to a probe it never sent', [2], async (run) => {
    await pass(STAGGER_MS)
    run.answer(1, exceeded(1, 1), [0])
    run.answer(1, arrived(2), [0])
    for (const sequence of [-1, -3, 1, 2, 4, 6, 7, 600]) run.onAnswer({ ...arrived(), sequence, isLocal: false, ttl: null })
    run.answer(1, exceeded(1, 3), [1, 2])
    run.answer(2, arrived(), [1, 2])
    await pass(1600)
    expect([run.reported(), run.outcome]).toEqual([['1 hop'], {}])
    run.answer(2, arrived(), [0])
    await pass(0)
    expect(run.result()?.hops).toMatchObject([{ status: 'hop', addresses: [router(1)], rttMs: [1, 3, 3] }, { status: 'reached' }])
  })

  test('has three probes for each of twenty hops, and says so when no more are left', async () => {
    const run = startTrace(4, { budget: await budgetOf(2, BUDGET.probes) })
    for (const hop of [1, 2, 3, 4]) run.answer(hop, exceeded(hop))
    await pass(2 * STAGGER_MS + 1)
    expect(run.sent.map(({ hops }) => hops)).toEqual([1, 2])
    expect(run.outcome.result).toMatchObject({
      hops: [
        { hop: 1, rttMs: [1, null, null] },
        { hop: 2, rttMs: [1, null, null] },
      ],
      failure: 'budget-exceeded',
    })
    await expectTraceOver(run)
  })
})

describe('the end of a trace', () => {
  test.each([
    ['a router that may not forward', { from: router(2), reason: 'admin-prohibited' }, [], 'unreachable', false],
    ['the target that refuses', { from: TARGET, reason: 'port-unreachable' }, [TARGET], 'reached', false],
    ['the target that says what no RFC knows', { from: TARGET, reason: 'time-exceeded' }, [TARGET], 'unreachable', false],
    ['this machine', { from: addressOf('203.0.113.7'), reason: 'host-unreachable', isLocal: true }, [], 'unreachable', true],
  ] as const)('%s', async (_, given, addresses, status, isLocal) => {
    const run = startTrace(4)
    await pass(3 * STAGGER_MS)
    run.answer(1, exceeded(1))
    run.answer(3, given)
    run.answer(2, given, [1, 2])
    run.answer(2, exceeded(2), [0])
    await pass(lastSentMs(2) - 3 * STAGGER_MS)
    expect(run.reported()).toEqual(['1 hop'])
    await pass(1)
    expect(run.found()).toEqual(['1 hop', `2 ${status}`])
    const last = run.result()?.hops.at(-1)
    expect(last).toMatchObject({ reason: given.reason, isLocal })
    expect(last?.addresses).toEqual([...addresses, router(2)])
    await expectTraceOver(run)
  })
})

describe('the signal', () => {
  traceTest('ends a trace while it sends', [12], async (run) => {
    await pass(2 * STAGGER_MS)
    run.answer(1, exceeded(1))
    run.abort()
    await pass(100)
    expect([run.found(), run.sent.length]).toEqual([['1 hop'], 3])
  })

  traceTest('ends a trace while it waits: hops that have answered are reported, silent ones are not', [4], async (run) => {
    run.answer(4, exceeded(4), [1])
    run.answer(2, exceeded(2))
    await pass(3 * STAGGER_MS + 1000 + 1)
    run.abort()
    await pass(0)
    expect(run.reported()).toEqual(['2 hop', '4 hop'])
    expect(run.result()?.hops).toMatchObject([
      { hop: 2, rttMs: [1, 1, 1] },
      { hop: 4, rttMs: [null, 1, null] },
    ])
  })

  test('ends a trace that waits for its turn: nothing is sent', async () => {
    fillTurn()
    const run = startTrace(4)
    run.abort()
    await pass(10)
    expect([run.outcome.result, run.sent]).toEqual([{ hops: [], failure: null }, []])
    await expectTraceOver(run)
  })
})

traceTest('a fault of ours is thrown', [4], async (run) => {
  await pass(7)
  run.fail(new Error('broken'))
  await pass(0)
  expect(run.outcome).toEqual({ error: new Error('broken') })
})
