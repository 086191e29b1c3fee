import { expect, test } from 'bun:test'
import { Pauses } from '../../../src/limits/redis-store.ts'

test('pauses grow up to two seconds, also if each attempt succeeds for a moment, and are short again after a steady time', () => {
  const pauses = new Pauses()
  const [first = 0, ...others] = [0, 0, 500, 0, 500, 0, 0, 0].map((heldMs) => pauses.after(heldMs))
  expect(first).toBeWithin(79, 101)
  expect(others[0]).toBeWithin(159, 201)
  expect(others.slice(4).every((pause) => pause > 1599 && pause <= 2000)).toBe(true)
  expect(pauses.after(10_000)).toBeWithin(79, 101)
  expect(pauses.after(0)).toBeWithin(159, 201)
})
