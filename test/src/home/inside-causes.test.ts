import { expect, test } from 'bun:test'
import { inComputer } from '../../../src/home/inside-causes.ts'
import { homeOf } from '../../support/home/facts.ts'

test('where a system does not show what listens, nobody says that nothing does', () => {
  expect(inComputer(homeOf({ computer: { listening: null } }), 4)).toEqual(['nothing-listens'])
  expect(inComputer(homeOf({ computer: { listening: null, isBlind: true } }), 4)).toEqual([])
})
