import { expect, test } from 'bun:test'
import { ServerClock } from '../../../src/limits/redis-link.ts'
import { seededRandom } from '../../support/data/sources.ts'

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
