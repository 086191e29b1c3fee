import { expect, test } from 'bun:test'
import { secondsOf } from '../../../src/run/limited.ts'

test('a wait is told in whole seconds, and what a clock cannot tell makes it no longer', () =>
  expect([1e-9, 1, 1000, 1000.0000001, 1000.01, 2999.9].map(secondsOf)).toEqual([1, 1, 1, 1, 2, 3]))

test('so much after any time is so much', () => {
  for (let now = 0.1; now < 1e8; now *= 1.37) expect([now, secondsOf(now + 4000 - now)]).toEqual([now, 4])
})
