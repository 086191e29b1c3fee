// Buckets in one process, against a model with a list for each bucket and no bound.
import { describe, expect, test } from 'bun:test'
import { cutOffLog } from '../../../src/limits/cut-offs.ts'
import { BucketTable, type Charge, type Quota } from '../../../src/limits/gcra.ts'
import { ServerClock } from '../../../src/limits/redis-link.ts'
import { createLogger } from '../../../src/platform/log.ts'
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
    expect([table.take([charge('a')]).isAllowed, table.take([charge('a')]).isAllowed]).toEqual([true, false])
    clock.now += 60_000
    expect(table.take([charge('a', 60)])).toMatchObject({ isAllowed: true, standings: [{ remaining: 0 }] })
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

test('who is cut off is said once an hour for each limit, however many are', () => {
  const lines: string[] = []
  const clock = { now: 0 }
  const tell = cutOffLog(
    createLogger('info', (line) => void lines.push(line), false),
    () => clock.now,
  )
  for (let flood = 0; flood < 1000; flood++) {
    tell('requests', `192.0.2.${flood % 250}`)
    tell('connections', '2001:db8::/48', { most: 512, surplus: flood })
  }
  const said = () => lines.splice(0).map((line) => JSON.parse(line))
  expect(said()).toMatchObject([
    { level: 'info', client: '192.0.2.0', message: expect.stringContaining('--rate-limit') },
    { level: 'warn', client: '2001:db8::/48', most: 512, surplus: 0, message: expect.stringContaining('--trusted-proxies') },
  ])
  clock.now += 3_599_999
  tell('requests', '192.0.2.9')
  expect(said()).toEqual([])
  clock.now += 1
  tell('requests', '192.0.2.9')
  tell('full', '192.0.2.9')
  tell('checks', '192.0.2.9')
  tell('fence', '192.0.2.9')
  expect(said().map(({ client }) => client)).toEqual(Array.from({ length: 4 }, () => '192.0.2.9'))
})

test('answers narrow down the time of the server, which is never taken for later than it is', () => {
  const random = seededRandom(28)
  const clock = new ServerClock()
  const AHEAD_MS = 123_456
  let off = Number.POSITIVE_INFINITY
  for (let now = 0; now < 10_000; now += 10) {
    const [there, back] = [random() * 5, random() * 5]
    clock.learn(now + there + AHEAD_MS, now, now + there + back)
    const offNow = now + AHEAD_MS - clock.at(now)
    expect(offNow).toBeGreaterThanOrEqual(-1e-9)
    expect(offNow).toBeLessThanOrEqual(off)
    off = offNow
  }
  expect(off).toBeLessThan(0.1)
  expect(clock.ours(clock.at(77))).toBeCloseTo(77, 9)
})

test.each([-3_600_000, 3_600_000])('a clock that was set by %d ms is believed at once', (setBy) => {
  const clock = new ServerClock()
  clock.learn(1000, 0, 2)
  clock.learn(1010 + setBy, 10, 12)
  expect(clock.at(12)).toBe(1010 + setBy)
})
