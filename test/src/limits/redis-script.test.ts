import { expect, test } from 'bun:test'
import type { Charge } from '../../../src/limits/gcra.ts'
import { answerOf, argumentsOf, decisionOf } from '../../../src/limits/redis-link.ts'

const charge: Charge = { key: 'client 192.0.2.1', quota: { policy: 'client', burst: 60, unitMs: 1000 / 3 }, weight: 2 }

test('numbers go to the script with every digit', () => {
  expect(argumentsOf([charge], 12.345_678, [0.1 + 0.2])).toEqual([
    '1',
    '{doorstep}:client 192.0.2.1',
    '12.345678',
    '2',
    '60',
    '333.3333333333333',
    '0.30000000000000004',
  ])
})

test('a refusal has the time to wait, and the units left', () => {
  const charges = [{ ...charge, quota: { ...charge.quota, burst: 20, unitMs: 1000 } }]
  const decision = decisionOf(answerOf(['no', '1000', '21000'], charges), charges)
  expect(decision).toEqual({ isAllowed: false, standings: [{ remaining: 0, resetMs: 20_000, waitMs: 2000 }] })
})

test('a store that says more than can be is not believed: no bucket is emptier than empty', () => {
  const { standings } = decisionOf(answerOf(['no', '1000', '1e12'], [charge]), [charge])
  expect(standings).toEqual([{ remaining: 0, resetMs: 20_000, waitMs: expect.closeTo(2000 / 3) }])
})

test.each([
  [null],
  ['OK'],
  [[]],
  [['maybe', '1', '2']],
  [['yes', '1']],
  [['yes', 'nan', '2']],
  [['yes', '1', 'inf']],
  [['yes', '1', '2', '3']],
  [['late']],
  [['late', '1', '2']],
])('%j is not an answer of the script', (raw) => expect(() => answerOf(raw, [charge])).toThrow('NOT-OUR-SCRIPT'))
