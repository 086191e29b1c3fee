import { describe, expect, test } from 'bun:test'
import { differences, quantile, ratios, shown, spreadOf } from '../../bench/suite/spread.ts'

describe('spread', () => {
  test('the middle is of sorted values, between two if their number is even', () => {
    expect(spreadOf([30, 1, 2])).toEqual({ least: 1, median: 2, most: 30 })
    expect(spreadOf([4, 10, 1, 2])).toEqual({ least: 1, median: 3, most: 10 })
    expect(spreadOf([7])).toEqual({ least: 7, median: 7, most: 7 })
  })

  test('numbers are sorted as numbers, and the list stays as it is', () => {
    const values = [9, 100, 10]
    expect([spreadOf(values).median, values]).toEqual([10, [9, 100, 10]])
  })

  test('nothing measured is a mistake, not a zero', () => expect(() => spreadOf([])).toThrow('nothing was measured'))

  test('a quantile between two values is in proportion', () => {
    expect(quantile([0, 10, 20, 30, 40], 0.99)).toBeCloseTo(39.6)
    expect(quantile([5], 0.99)).toBe(5)
  })

  test('ratios and differences are taken round by round, so a busy round does not count twice', () => {
    // In the second round everything takes ten times as long.
    expect(ratios([12, 120, 13], [10, 100, 10]).median).toBeCloseTo(1.2)
    expect(differences([12, 13, 11], [10, 10, 10])).toEqual({ least: 1, median: 2, most: 3 })
    expect(() => ratios([1, 2], [1])).toThrow('2 rounds of one, 1 of the other')
  })

  test('is shown with its least and most', () =>
    expect(shown({ least: 9.58, median: 9.9, most: 10.44 })).toBe('9.9 (9.6 to 10.4)'))
})
