import { expect, test } from 'bun:test'
import { secondsIn } from '../../../../src/home/opening/doors.ts'

test('a time is seconds, minutes or hours, and at most a day', () => {
  expect(['90s', '45m', '2h', '24h', '1440m', '86400s', '1d'].map(secondsIn)).toEqual([
    90, 2700, 7200, 86_400, 86_400, 86_400, 86_400,
  ])
})

test('anything else is not one', () => {
  for (const text of [
    '',
    '2',
    'h',
    '0h',
    '0s',
    '25h',
    '2d',
    '1441m',
    '86401s',
    '-1h',
    '1.5h',
    '2H',
    '2 h',
    ' 2h',
    '2h ',
    '1h30m',
    '999999s',
    '２h',
    'Infinityh',
  ])
    expect([text, secondsIn(text)]).toEqual([text, null])
})
