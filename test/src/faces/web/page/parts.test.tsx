import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Visitor } from '../../../../../src/faces/web/page/answers.ts'
import { markOf, Prose } from '../../../../../src/faces/web/page/parts.tsx'
import { routeIn } from '../../../../../src/faces/web/page/use-route.ts'
import { You } from '../../../../../src/faces/web/page/you.tsx'

test.each([
  ['Run `upnpc -s` first.', 'Run <code><span>upnpc</span> <span>-s</span></code> first.'],
  ['`a` and `b<c`', '<code>a</code> and <code>b&lt;c</code>'],
  ['one ` alone', 'one ` alone'],
])('what is for programs is set apart in a sentence: %p', (text, markup) => {
  expect(renderToStaticMarkup(<Prose text={text} />)).toBe(markup)
})

test('a result has the mark of what it says of itself, and a plan that is one has none', () => {
  const marksOf = (answer: object) => [true, false, null].map((good) => markOf({ ...answer, good }))
  expect(marksOf({ tool: 'port-check' })).toEqual(['good', 'bad', 'unknown'])
  for (const plan of [{ forwardingWorks: 'unknown' }, { routeTargets: [] }]) expect(marksOf(plan)).toEqual(['good', 'bad', null])
})

test('an address has places in a long view, and a query that may hold anything', () => {
  expect(routeIn('#api/ping')).toMatchObject({ name: 'api', part: 'ping' })
  const { name, part, values } = routeIn('#http-headers?url=http://a.test/b?c')
  expect([name, part, values.get('url')]).toEqual(['http-headers', undefined, 'http://a.test/b?c'])
})

test('an IPv6 address may wrap between its groups, and the sentence about the place says no more than what is known', () => {
  // A seam: the fields that the drawing reads.
  const visitor = {
    ip: '2001:db8::5',
    ipVersion: 6,
    scope: 'public',
    dataDate: '2026-06-05T00:00:00Z',
    organization: null,
    asn: null,
    city: null,
    region: null,
    country: null,
    countryCode: null,
    timezone: null,
    latitude: null,
    longitude: null,
  } as unknown as Visitor
  const drawn = (fields: Partial<Visitor>) =>
    renderToStaticMarkup(<You visitor={{ ...visitor, ...fields }} origins={[]} isAtHome={false} />)
  expect(drawn({})).toContain('2001:<wbr/>db8:<wbr/>:<wbr/>5')
  expect(drawn({})).toContain('As of 2026-06-05.<')
  expect(drawn({ country: 'Japan' })).toContain('Only the country is known.')
  expect(drawn({ country: 'Japan', region: 'Tokyo' })).toContain('the rest is often only near')
})
