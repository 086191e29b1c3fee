import { expect, test } from 'bun:test'
import { Pauses } from '../../../../src/server/workers/parent.ts'

test('a worker that ends is replaced at once; one that ends again and again, after a pause that grows to half a minute', () => {
  const pauses = new Pauses()
  expect(Array.from({ length: 9 }, () => pauses.after(100))).toEqual([0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})

test('a worker that has lived long is replaced at once again', () => {
  const pauses = new Pauses()
  expect([pauses.after(1), pauses.after(1), pauses.after(60_000), pauses.after(1)]).toEqual([0, 500, 0, 500])
})
