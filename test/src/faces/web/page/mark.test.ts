import { expect, test } from 'bun:test'
import { markOf } from '../../../../../src/faces/web/page/mark.ts'

test('a result has the mark of what it says of itself', () => {
  const marks = [true, false, null].map((good) => markOf({ tool: 'port-check', good }))
  expect(marks).toEqual(['good', 'bad', 'unknown'])
})

test('a plan that is one has no mark', () => {
  for (const tool of ['port-forward-plan', 'router-login-route']) {
    expect([true, false, null].map((good) => markOf({ tool, good }))).toEqual(['good', 'bad', null])
  }
})
