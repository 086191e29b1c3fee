import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Visitor } from '../../../../../src/faces/web/page/state.ts'
import { You } from '../../../../../src/faces/web/page/you.tsx'

/** A seam: the fields that the drawing reads. */
const VISITOR = {
  ...{ ip: '168.126.63.1', ipVersion: 4, scope: 'public', dataDate: '2026-06-05T00:00:00Z', organization: null, asn: null },
  ...{ city: null, region: null, country: null, countryCode: null, timezone: null, latitude: null, longitude: null },
} as unknown as Visitor
const drawn = (fields: Partial<Visitor>, isAtHome = false) =>
  renderToStaticMarkup(<You visitor={{ ...VISITOR, ...fields }} origins={[]} isAtHome={isAtHome} />)

test('an IPv6 address may wrap between its groups only', () => {
  expect(drawn({ ip: '2001:db8::5', ipVersion: 6 })).toContain('2001:<wbr/>db8:<wbr/>:<wbr/>5')
  expect(drawn({})).not.toContain('<wbr')
})

test('the sentence about the place says no more than what is known', () => {
  expect(drawn({})).toContain('As of 2026-06-05.<')
  expect(drawn({ country: 'Japan' })).toContain('Only the country is known.')
  expect(drawn({ country: 'Japan', region: 'Tokyo' })).toContain('the rest is often only near')
})

test('where no check can be made, there is no map, and the page says what it does instead', () => {
  expect(drawn({})).toContain('class="map"')
  const home = drawn({ ip: '192.168.0.5', scope: 'private' }, true)
  expect(home).not.toContain('class="map"')
  expect(home).toContain('what to enter in your router')
})
