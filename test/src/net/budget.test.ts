import { expect, test } from 'bun:test'
import { BUDGET, Budget, bytesInAnswer, cut, LIST_BYTES_MAX, LIST_ITEMS_MAX } from '../../../src/net/budget.ts'

test('sixty questions in all, eight to an address that the operator did not name', () => {
  const budget = new Budget()
  const stranger = Array.from({ length: 10 }, () => budget.spendQuestion('192.0.2.1', false))
  expect(stranger).toEqual([...Array(8).fill(null), 'budget-exceeded', 'budget-exceeded'])
  expect(budget.shortage).toBe('budget-exceeded')
  const own = Array.from({ length: 60 }, () => budget.spendQuestion('192.0.2.53', true))
  expect(own.filter((shortage) => shortage === null)).toHaveLength(BUDGET.questions - 8)
})

test('some questions can be left for others', () => {
  const budget = new Budget()
  const search = Array.from({ length: 60 }, () => budget.spendQuestion('192.0.2.53', true, 12))
  expect(search.filter((shortage) => shortage === null)).toHaveLength(BUDGET.questions - 12)
  const others = Array.from({ length: 60 }, () => budget.spendQuestion('192.0.2.53', true))
  expect(others.filter((shortage) => shortage === null)).toHaveLength(12)
})

const { signal } = new AbortController()

async function granted(times: number, spend: (index: number) => Promise<string | null>): Promise<number> {
  const shortages = await Promise.all(Array.from({ length: times }, (_, index) => spend(index)))
  return shortages.filter((shortage) => shortage === null).length
}

test('connections are counted in all, and by how many addresses they go to', async () => {
  const many = new Budget()
  expect(await granted(30, (index) => many.spendConnection(`192.0.2.${index}`, signal))).toBe(BUDGET.addresses)
  const one = new Budget()
  expect(await granted(60, () => one.spendConnection('192.0.2.1', signal))).toBe(BUDGET.connections)
})

test('probes and bytes are limited as well', async () => {
  const budget = new Budget()
  expect(await granted(70, () => budget.spendProbe('192.0.2.1', signal))).toBe(BUDGET.probes)
  expect([budget.takeBytes(BUDGET.bytesRead), budget.takeBytes(1)]).toEqual([true, false])
})

test('a list shows 256 items or 64 KiB and says how many more there were; all lists together have less than an answer', () => {
  const budget = new Budget()
  const many = budget.show(Array(1000).fill('x'), () => 1)
  expect([many.items.length, many.omitted]).toEqual([LIST_ITEMS_MAX, 1000 - LIST_ITEMS_MAX])
  const heavy = budget.show(Array(100).fill('x'), () => 1024)
  expect([heavy.items.length, heavy.omitted]).toEqual([LIST_BYTES_MAX / 1024, 36])
  budget.show(Array(100).fill('x'), () => 1024)
  const last = budget.show(Array(100).fill('x'), () => 1024)
  expect([last.items.length, budget.show(['x'], () => 1024)]).toEqual([63, { items: [], omitted: 1 }])
})

test('a short text is unchanged; a long one says how much was cut', () => {
  expect(cut('x'.repeat(8192))).toBe('x'.repeat(8192))
  expect(cut('x'.repeat(8193))).toBe(`${'x'.repeat(8192)} [... 1 more characters]`)
  expect(cut('abcdef', 4)).toBe('abcd [... 2 more characters]')
})

test('half a character is none', () => expect(cut('ab\u{1f600}', 3)).toBe('ab\ufffd [... 1 more characters]'))

test('the bytes of an item are those of its JSON and of a comma', () =>
  expect([bytesInAnswer('a'), bytesInAnswer('é"'), bytesInAnswer({ a: 1 })]).toEqual([4, 7, 8]))
