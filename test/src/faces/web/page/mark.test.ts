import { expect, test } from 'bun:test'
import { markOf } from '../../../../../src/faces/web/page/icon.tsx'

test('a result has the mark of what it says of itself', () => {
  const marks = [true, false, null].map((good) => markOf({ tool: 'port-check', good }))
  expect(marks).toEqual(['good', 'bad', 'unknown'])
})

test('a plan that is one has no mark', () => {
  for (const plan of [{ forwardingWorks: 'unknown' }, { routeTargets: [] }]) {
    expect([true, false, null].map((good) => markOf({ ...plan, good }))).toEqual(['good', 'bad', null])
  }
})
