// A result that this page cannot draw: it was opened before the server changed its version.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { options } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Outcome } from '../../../../../src/faces/web/page/outcome.tsx'
import type { Run } from '../../../../../src/faces/web/page/remembered.ts'
import { Guarded } from '../../../../../src/faces/web/page/trouble.tsx'

// A seam: on the server this is off, and its type is not published.
const settings = options as { errorBoundaries?: boolean }
beforeAll(() => {
  settings.errorBoundaries = true
})
afterAll(() => {
  delete settings.errorBoundaries
})

const HEAD = { checkedAt: '2026-06-05T04:03:02.000Z', elapsedMs: 1, headline: 'All is <b>well</b>.' }

describe('an answer of another form', () => {
  test.each([
    'dns-lookup',
    'ping',
    'traceroute',
    'ssl-check',
    'http-headers',
    'reachability',
    'port-check',
    'port-forward-plan',
    'router-login-route',
    'ddns-match',
    'certificate-check',
    'public-service-check',
  ])('of %s still says what it found', (tool) => {
    const answer = { tool, ...HEAD, records: 'now a text', hops: 7, rules: null, chain: { a: 1 }, newField: 'a new field' }
    const run: Run = { tool, request: {}, locale: 'en', events: [], ending: { kind: 'answered', answer } }
    const markup = renderToStaticMarkup(<Outcome run={run} again={() => {}} open={() => {}} />)
    expect(markup).toContain('All is &lt;b>well&lt;/b>.')
  })

  test('is drawn from its fields', () => {
    const answer = { tool: 'ping', ...HEAD, newField: 'what is new' }
    const run: Run = { tool: 'ping', request: {}, locale: 'en', events: [], ending: { kind: 'answered', answer } }
    const Broken = () => {
      throw new TypeError('undefined is not an object')
    }
    const markup = renderToStaticMarkup(
      <Guarded run={run}>
        <Broken />
      </Guarded>,
    )
    expect(markup).toContain('what is new')
  })
})
