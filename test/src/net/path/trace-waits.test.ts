// The time that a trace waits for each hop, and for probes that could not be sent.
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { HOP_LIMIT_EXCEEDED } from '../../../../src/net/libc/verdict.ts'
import { PROBES_PER_HOP, runTrace, type TracedHop } from '../../../../src/net/path/trace.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { freshBounds } from '../../../support/net/bounds.ts'
import { CONTEXT, pass } from '../../../support/net/fake-prober.ts'
import { arrived, exceeded, expectTraceOver, router, STAGGER_MS, startTrace, traceTest } from '../../../support/net/fake-trace.ts'

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
    const silence = { reason: null, isLocal: false, addresses: [], rttMs: [null, null, null] }
    expect(run.result()?.hops[1]).toEqual({ hop: 2, status: 'timeout', ...silence })
    await expectTraceOver(run)
  })

  traceTest('ends a trace without any answer', [12], async (run) => {
    await pass(3499)
    expect([run.reported(), run.outcome]).toEqual([[], {}])
    await pass(11 * STAGGER_MS + 1)
    expect(run.found()).toEqual(Array.from({ length: 12 }, (_, index) => `${index + 1} timeout`))
    expect(run.reported()).toEqual(run.found() ?? [])
  })
})

describe('probes that cannot be sent', () => {
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

  test('a system that has no way to do it, and a socket that cannot be had', async () => {
    const wanted = { maxHops: 4, bounds: freshBounds(), report: () => {} }
    expect(await runTrace(CONTEXT, () => ({ reason: null }), wanted)).toBeNull()
    const none = { hops: [], failure: 'too-many-open-files' }
    expect(await runTrace(CONTEXT, () => ({ reason: 'too-many-open-files' }), wanted)).toEqual(none)
    expect(jest.getTimerCount()).toBe(0)
  })
})

// Paths of all kinds, compared with the report of an observer who knows them.

const PATHS = 300
/** The longest duration of a path whose round trips are all as long as possible here. */
const LONGEST_MS = 9000
const STEP_MS = 50

/** Returns the outcome of each probe of each hop, and when; null for silence. */
function randomPath(random: () => number, maxHops: number) {
  const below = (limit: number) => Math.floor(random() * limit)
  const end = 1 + below(maxHops + 3)
  const isTargetSilent = below(4) === 0
  const isRefused = below(4) === 0
  return Array.from({ length: maxHops }, (_, index) => {
    const hop = index + 1
    const isSilent = hop < end ? below(4) === 0 : isTargetSilent
    return Array.from({ length: PROBES_PER_HOP }, () => {
      if (isSilent || below(10) === 0) return null
      const rttMs = 1 + below(900)
      if (hop < end) return exceeded(hop, rttMs, below(2))
      return isRefused ? { from: router(end - 1), reason: 'admin-prohibited', rttMs } : arrived(rttMs)
    })
  })
}

/** Returns the report of an observer who knows all of the path. */
function expected(path: ReturnType<typeof randomPath>): TracedHop[] {
  const ends = path.findIndex((probes) => probes.some((probe) => probe && probe.reason !== HOP_LIMIT_EXCEEDED))
  return path.slice(0, ends === -1 ? path.length : ends + 1).map((probes, index) => {
    const found = probes.filter((probe) => probe !== null)
    const final = found.find(({ reason }) => reason !== HOP_LIMIT_EXCEEDED)
    const ending = final?.reason === null ? 'reached' : 'unreachable'
    return {
      hop: index + 1,
      status: final ? ending : found.length > 0 ? 'hop' : 'timeout',
      reason: final?.reason ?? null,
      isLocal: false,
      addresses: [...new Map(found.map(({ from }) => [from.text, from])).values()],
      rttMs: probes.map((probe) => probe?.rttMs ?? null),
    }
  })
}

test(`${PATHS} paths of all kinds, whose answers come in any order`, async () => {
  const random = seededRandom(1812)
  const endings = new Map<string, number>()
  for (let count = 0; count < PATHS; count++) {
    const maxHops = 1 + Math.floor(random() * 20)
    const path = randomPath(random, maxHops)
    const run = startTrace(maxHops)
    path.forEach((probes, index) => {
      probes.forEach((given, probe) => {
        if (given) run.answer(index + 1, given, [probe])
      })
    })
    await pass(LONGEST_MS, STEP_MS)
    expect(run.outcome.result).toEqual({ hops: expected(path), failure: null })
    expect(run.told.toSorted((one, other) => one.hop - other.hop)).toEqual([...(run.result()?.hops ?? [])])
    expect([run.disposals(), jest.getTimerCount()]).toEqual([1, 0])
    const ending = run.result()?.hops.at(-1)?.status ?? ''
    endings.set(ending, (endings.get(ending) ?? 0) + 1)
  }
  for (const status of ['reached', 'unreachable', 'timeout', 'hop']) expect(endings.get(status)).toBeGreaterThan(PATHS / 50)
})
