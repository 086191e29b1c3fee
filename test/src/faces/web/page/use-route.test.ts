import { expect, test } from 'bun:test'
import { routeIn } from '../../../../../src/faces/web/page/use-route.ts'

test('a long view has places, and a query may hold anything', () => {
  expect(routeIn('#api/ping')).toMatchObject({ name: 'api', part: 'ping' })
  expect(routeIn('#api')).toMatchObject({ name: 'api', part: undefined })
  const { name, part, values } = routeIn('#http-headers?url=http://a.test/b?c')
  expect([name, part, values.get('url')]).toEqual(['http-headers', undefined, 'http://a.test/b?c'])
})
