// Refusals, as the page shows them.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Problem } from '../../../../../src/faces/web/page/answers.ts'
import { Refused } from '../../../../../src/faces/web/page/trouble.tsx'

const run = { tool: 'ping', request: { host: 'a' }, locale: 'en', events: [], ending: null } as const
const nothing = () => {}

function drawn(fields: Partial<Problem>): string {
  const problem = { title: 'Invalid request', status: 422, code: 'invalid-request', detail: 'First.', ...fields }
  return renderToStaticMarkup(<Refused problem={problem} run={run} again={nothing} open={nothing} />)
}

test('each sentence is said once, and the detail is the first of them', () => {
  const errors = ['First.', 'First.', 'Second.'].map((message, index) => ({ field: `f${index}`, message }))
  const paragraphs = [...drawn({ errors }).matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text)
  expect(paragraphs).toEqual(['First.', 'Second.'])
})

test('values that may have been meant are buttons where it is known which field they belong to', () => {
  const meant = drawn({ field: 'host', didYouMean: ['b', '<i>'] })
  expect(meant).toContain('<button type="button" class="button">b</button><button type="button" class="button">&lt;i></button>')
  expect(drawn({ didYouMean: ['b'] })).not.toContain('Did you mean')
  expect(drawn({ field: 'host' })).not.toContain('Did you mean')
})

test('the seconds to wait are in the button alone', () => {
  const waiting = drawn({
    code: 'rate-limited',
    detail: 'Enough for now. Try again in 19 s; GET /api/limits shows more.',
    retryAfterS: 19,
  })
  expect(waiting.match(/19/g)).toHaveLength(1)
  expect(waiting).toContain('<p>Enough for now.</p>')
  expect(waiting).toContain('<button type="button" class="button" disabled>Try again in 19 s</button>')
})

test('what only the operator can change is told to the operator', () => {
  const inside = drawn({ code: 'requester-not-public', detail: 'List the proxy in --trusted-proxies.' })
  expect(inside.indexOf('doorstep home')).toBeGreaterThan(0)
  const details = inside.slice(inside.indexOf('<details>'))
  expect(details).toContain('If you run this server')
  expect(details).toContain('--trusted-proxies')
  expect(inside.slice(0, inside.indexOf('<details>'))).not.toContain('--trusted-proxies')
})
