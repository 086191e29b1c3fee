import { describe, expect, test } from 'bun:test'
import { differences, ratios, spreadOf } from '../../bench/suite/spread.ts'

describe('spread', () => {
  test('the middle is of sorted values, between two if their number is even', () => {
    expect(spreadOf([30, 1, 2])).toEqual({ least: 1, median: 2, most: 30 })
    expect(spreadOf([4, 10, 1, 2])).toEqual({ least: 1, median: 3, most: 10 })
    expect(spreadOf([7])).toEqual({ least: 7, median: 7, most: 7 })
  })

  test('nothing measured is a mistake, not a zero', () => expect(() => spreadOf([])).toThrow('nothing was measured'))

  test('ratios and differences are taken round by round, so a busy round does not count twice', () => {
    // In the second round everything takes ten times as long.
    expect(ratios([12, 120, 13], [10, 100, 10]).median).toBeCloseTo(1.2)
    expect(differences([12, 13, 11], [10, 10, 10])).toEqual({ least: 1, median: 2, most: 3 })
    expect(() => ratios([1, 2], [1])).toThrow('2 rounds of one, 1 of the other')
  })
})
