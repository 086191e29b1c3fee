// Refusals as the page shows them, and a result that it cannot draw.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { options } from 'preact'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Problem } from '../../../../../src/faces/web/page/answers.ts'
import { mistakesIn } from '../../../../../src/faces/web/page/fields.ts'
import { Outcome } from '../../../../../src/faces/web/page/outcome.tsx'
import type { Run } from '../../../../../src/faces/web/page/runs.ts'
import { Guarded, Refused, withoutWait } from '../../../../../src/faces/web/page/trouble.tsx'
import { limitedText } from '../../../../../src/operations/run/run.text.ts'

const RUN: Run = { tool: 'ping', request: { host: 'a' }, locale: 'en', events: [], ending: null }
const problem = (fields: Partial<Problem>): Problem => ({
  title: 'T',
  status: 422,
  code: 'invalid-request',
  detail: 'First.',
  ...fields,
})
const drawn = (fields: Partial<Problem>) => renderToStaticMarkup(<Refused problem={problem(fields)} run={RUN} />)

test('each sentence is said once, and what may have been meant is a button where its field is known', () => {
  const errors = ['First.', 'First.', 'Second.'].map((message, index) => ({ field: `f${index}`, message }))
  expect([...drawn({ errors }).matchAll(/<p>(.*?)<\/p>/g)].map(([, text]) => text)).toEqual(['First.', 'Second.'])
  expect(drawn({ field: 'host', didYouMean: ['<i>'] })).toContain('<button type="button" class="button">&lt;i></button>')
  expect(drawn({ didYouMean: ['b'] })).not.toContain('Did you mean')
})

test('what only the operator can change is told to the operator', () => {
  const [before = '', details] = drawn({ code: 'requester-not-public', detail: 'List the proxy in --trusted-proxies.' }).split(
    '<details>',
  )
  expect(before).toContain('<code>doorstep home</code>')
  expect(before).not.toContain('--trusted-proxies')
  expect(details).toContain('--trusted-proxies')
})

test('a mistake in a part of a list stands at the list', () => {
  const errors = [{ field: 'ports.0.externalPort', message: 'Wrong.' }]
  expect(mistakesIn(problem({ errors }))).toEqual([{ field: 'ports', part: '0.externalPort', sentence: 'Wrong.' }])
  expect(mistakesIn(problem({ field: 'host' }))).toEqual([{ field: 'host', part: '', sentence: 'First.' }])
})

test('a button counts the seconds down, so no sentence of a refusal does', () => {
  const slots = { quota: 60, window: 'minute', rate: 1, limit: 2, seconds: 1 }
  for (const locale of ['en', 'ko'] as const)
    for (const key of ['client', 'target', 'requests', 'tool-concurrency', 'cut-short', 'all-concurrency'] as const) {
      const sentence = limitedText.say(locale, key, slots)
      const rest = withoutWait(sentence, 1)
      expect([rest.length > 20, sentence.startsWith(rest)]).toEqual([true, true])
      expect(rest).not.toMatch(/in 1 s|1초 후|\/api\//)
    }
  expect(withoutWait('Try again in 3 s.', 3)).toBe('Try again in 3 s.')
  const waiting = drawn({ detail: 'Enough for now. Try again in 19 s; GET /api/limits shows more.', retryAfterS: 19 })
  expect(waiting).toContain('<p>Enough for now.</p>')
  expect(waiting).toContain('<button type="button" class="button" disabled>Try again in 19 s</button>')
})

// A seam: on the server this is off, and its type is not published.
const settings = options as { errorBoundaries?: boolean }
beforeAll(() => {
  settings.errorBoundaries = true
})
afterAll(() => {
  delete settings.errorBoundaries
})

const answered = (answer: object): Run => {
  const head = { tool: 'ping', checkedAt: '2026-06-05T04:03:02.000Z', elapsedMs: 1, headline: 'All is <b>well</b>.', ...answer }
  return { ...RUN, tool: head.tool, ending: { kind: 'answered', answer: head } }
}

test.each(['dns-lookup', 'traceroute', 'reachability', 'port-check', 'port-forward-plan', 'certificate-check'])(
  'an answer of %s of another form still says what it found',
  (tool) => {
    const run = answered({ tool, records: 'now a text', hops: 7, rules: null, chain: { a: 1 }, newField: 'a new field' })
    expect(renderToStaticMarkup(<Outcome run={run} />)).toContain('All is &lt;b>well&lt;/b>.')
  },
)

test('a result that cannot be drawn is written out', () => {
  const Broken = () => {
    throw new TypeError('undefined is not an object')
  }
  const markup = renderToStaticMarkup(
    <Guarded run={answered({ newField: 'what is new' })}>
      <Broken />
    </Guarded>,
  )
  expect(markup).toContain('what is new')
})
