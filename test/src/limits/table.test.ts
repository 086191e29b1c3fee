// Buckets in one process, against a model with a list for each bucket and no bound.
import { describe, expect, test } from 'bun:test'
import type { Charge, Quota } from '../../../src/limits/gcra.ts'
import { BucketTable } from '../../../src/limits/table.ts'
import { seededRandom } from '../../support/data/sources.ts'

const CLIENT: Quota = { policy: 'client', burst: 60, unitMs: 1000 }
const TARGET: Quota = { policy: 'target', burst: 40, unitMs: 50 }
const charge = (key: string, weight = 1, quota = CLIENT): Charge => ({ key, quota, weight })

function tableAt(start = 0) {
  const clock = { now: start }
  return { clock, table: new BucketTable(() => clock.now) }
}

describe('one bucket', () => {
  test('gives its burst at once, then one unit at a time, and says how long to wait', () => {
    const { clock, table } = tableAt(5)
    for (let taken = 1; taken <= 60; taken++)
      expect(table.take([charge('a')])).toEqual({
        isAllowed: true,
        standings: [{ remaining: 60 - taken, resetMs: taken * 1000, waitMs: 0 }],
      })
    expect(table.take([charge('a')])).toEqual({ isAllowed: false, standings: [{ remaining: 0, resetMs: 60_000, waitMs: 1000 }] })
    expect(table.take([charge('a', 5)]).standings[0]?.waitMs).toBe(5000)
    clock.now += 999
    expect(table.take([charge('a')])).toMatchObject({ isAllowed: false, standings: [{ waitMs: 1 }] })
    clock.now += 1
    expect(table.take([charge('a')]).isAllowed).toBe(true)
    expect(table.take([charge('a')]).isAllowed).toBe(false)
    clock.now += 60_000
    expect(table.take([charge('a', 60)])).toMatchObject({ isAllowed: true, standings: [{ remaining: 0 }] })
  })

  test('a look takes nothing, also where nothing is left', () => {
    const { table } = tableAt()
    table.take([charge('a', 60)])
    for (let look = 0; look < 3; look++)
      expect(table.take([charge('a', 0)])).toEqual({ isAllowed: true, standings: [{ remaining: 0, resetMs: 60_000, waitMs: 0 }] })
  })
})

test('clocks and quotas with fractions lose nothing', () => {
  const quota: Quota = { policy: 'client', burst: 7, unitMs: 60_000 / 7 }
  const { clock, table } = tableAt(Math.PI * 1e7)
  for (let key = 0; key < 200; key++) {
    clock.now += 0.1
    for (let left = 6; left >= 0; left--)
      expect(table.take([charge(`${key}`, 1, quota)])).toMatchObject({ isAllowed: true, standings: [{ remaining: left }] })
    expect(table.take([charge(`${key}`, 1, quota)]).isAllowed).toBe(false)
  }
})

describe('several buckets', () => {
  test('all are charged, or none', () => {
    const { table } = tableAt()
    table.take([charge('t', 40, TARGET)])
    expect(table.take([charge('a', 10), charge('t', 1, TARGET)])).toEqual({
      isAllowed: false,
      standings: [
        { remaining: 60, resetMs: 0, waitMs: 0 },
        { remaining: 0, resetMs: 2000, waitMs: 50 },
      ],
    })
    expect(table.take([charge('a', 0)]).standings[0]?.remaining).toBe(60)
  })

  test('are as if each had a list of its own', () => {
    const random = seededRandom(1371)
    const { clock, table } = tableAt()
    const fullAt = new Map<string, number>()
    for (let round = 0; round < 50_000; round++) {
      clock.now += Math.floor(random() * 400)
      const key = `client ${Math.floor(random() * 200)}`
      const weight = Math.floor(random() * 20)
      const after = Math.max(fullAt.get(key) ?? 0, clock.now) + weight * CLIENT.unitMs
      const isAllowed = weight === 0 || after - clock.now <= CLIENT.burst * CLIENT.unitMs
      expect(table.take([charge(key, weight)]).isAllowed).toBe(isAllowed)
      if (isAllowed && weight > 0) fullAt.set(key, after)
    }
  })
})

test('a million clients take no more room, and the debts of the busiest are kept', () => {
  const { clock, table } = tableAt()
  const greedy = Array.from({ length: 500 }, (_, index) => charge(`greedy ${index}`, 60))
  for (const one of greedy) table.take([one])
  for (let client = 0; client < 1_000_000; client++) {
    clock.now += 0.02
    table.take([charge(`polite ${client}`)])
  }
  expect(greedy.filter(({ key }) => table.take([charge(key, 0)]).standings[0]?.remaining !== 20)).toEqual([])
})
