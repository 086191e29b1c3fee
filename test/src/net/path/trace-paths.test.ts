// Paths of all kinds, compared with the report of an observer who knows them.
import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { HOP_LIMIT_EXCEEDED } from '../../../../src/net/libc/icmp.ts'
import { PROBES_PER_HOP } from '../../../../src/net/path/trace.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { pass } from '../../../support/net/fake-prober.ts'
import { arrived, exceeded, router, startTrace } from '../../../support/net/fake-trace.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

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
function expected(path: ReturnType<typeof randomPath>): unknown[] {
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
