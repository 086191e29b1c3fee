import { expect, test } from 'bun:test'
import { lettersOf, slipsBetween } from '../../../src/platform/edit-distance.ts'

const slips = (one: string, other: string) => slipsBetween(lettersOf(one), lettersOf(other))

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['abc', 'abcd', 1],
  ['abcd', 'acd', 1],
  ['abc', 'axc', 1],
  ['abc', 'acb', 1],
  ['ab', 'ba', 1],
  ['abcd', 'badc', 2],
  ['kitten', 'sitting', 3],
  // Optimal string alignment: a swapped pair is not changed again.
  ['ca', 'abc', 3],
  ['타임', '티임', 1],
  ['텐다', '텐더', 1],
  ['가', '각', 1],
])('%s and %s: %d', (one, other, expected) => {
  expect(slips(one, other)).toBe(expected)
  expect(slips(other, one)).toBe(expected)
})
