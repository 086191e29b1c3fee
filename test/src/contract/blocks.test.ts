import { expect, test } from 'bun:test'
import { facts, isDrawn, sharesOf } from '../../../src/contract/blocks.ts'

test('facts are those that are known: zero is, nothing is not', () => {
  const known = facts([
    ['a', 0],
    ['b', ''],
    ['c', null],
    ['d', undefined],
    ['e', []],
    ['f', ['x', 'y'], 'bad'],
  ])
  expect(known.facts.map(({ label, values, mark }) => [label, values, mark])).toEqual([
    ['a', ['0'], null],
    ['f', ['x', 'y'], 'bad'],
  ])
})

test('a block without anything in it is not drawn', () => {
  expect(isDrawn(facts([['a', null]]))).toBe(false)
  expect(isDrawn({ kind: 'table', columns: ['a'], rows: [] })).toBe(false)
  expect(isDrawn({ kind: 'note', text: 'a' })).toBe(true)
})

test.each([
  ['from 0 to the largest', { values: [5, 20, null] }, [0.25, 1, 0]],
  ['from another number', { values: [50, 60], from: 40 }, [0.5, 1]],
  ['to a number of its own, and no further', { values: [25, 300, -5], to: 100 }, [0.25, 1, 0]],
  ['nowhere', { values: [0, 0] }, [0, 0]],
] as const)('a bar is as long as its number is large: %s', (_, { values, ...axis }, shares) => {
  const bars = values.map((value) => ({ label: '', text: '', value }))
  expect(sharesOf({ kind: 'bars', bars, ...axis })).toEqual([...shares])
})
