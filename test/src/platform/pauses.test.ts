import { expect, test } from 'bun:test'
import { Pauses } from '../../../src/platform/deadline.ts'

test('pauses grow up to a bound, also if each attempt holds for a moment, and are short again after a steady time', () => {
  const workers = new Pauses({ firstMs: 0, secondMs: 500, longestMs: 30_000 })
  expect(Array.from({ length: 9 }, () => workers.after(100))).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect([workers.after(10_000), workers.after(9999)]).toEqual([0, 500])
  const store = new Pauses({ firstMs: 100, secondMs: 200, longestMs: 2000 })
  expect([0, 0, 500, 0, 500, 0, 0].map((heldMs) => store.after(heldMs))).toEqual([100, 200, 400, 800, 1600, 2000, 2000])
})
