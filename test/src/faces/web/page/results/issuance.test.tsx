// The drawing of whether a certificate will come.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Locale } from '../../../../../../src/contract/text.ts'
import { IssuanceResult } from '../../../../../../src/faces/web/page/results/issuance.tsx'
import { Language } from '../../../../../../src/faces/web/page/words.ts'
import { issuanceAnswer } from '../../../../../support/page/issuance.ts'

function markupOf(answer: Readonly<Record<string, unknown>>, locale: Locale = 'en') {
  return renderToStaticMarkup(
    <Language.Provider value={locale}>
      <IssuanceResult answer={answer} />
    </Language.Provider>,
  )
}

/** Returns the texts of a drawing, one for each element. */
const textsOf = (markup: string) => markup.split(/<[^>]+>/).flatMap((text) => text.trim() || [])

test('what stands in the way is at its place, and what is behind it was not seen', () => {
  const texts = textsOf(markupOf(issuanceAnswer()))
  expect(texts.slice(0, 6)).toEqual([
    'Good',
    'Name',
    'home.example.com',
    'Good',
    'CAA records',
    'Those of example.com allow only letsencrypt.org.',
  ])
  const http = texts.slice(texts.indexOf('A file over HTTP'), texts.indexOf('A TLS handshake'))
  expect(http).toEqual([
    ...['A file over HTTP', 'http-01', 'Would fail'],
    ...['Good', 'Addresses', '203.0.113.7', 'Problem', 'Port 80', 'Nothing answers at', '203.0.113.7:80', '.'],
    ...['Not seen', 'Answer to the challenge'],
  ])
})

test('the best method alone is marked', () => {
  const markup = markupOf(issuanceAnswer())
  expect(markup.match(/class="branch best"/g)).toHaveLength(1)
  expect(markup).toContain('class="branch best" aria-label="tls-alpn-01"')
  expect(textsOf(markupOf(issuanceAnswer(), 'ko'))).toEqual(expect.arrayContaining(['발급 가능', '추천']))
  expect(markupOf({ ...issuanceAnswer(), best: null })).not.toMatch(/Best way/)
})

test('CAA records that nobody may order by are said once, and each method says that they stop it', () => {
  const problem = { code: 'caa-forbids', severity: 'error', address: null, text: 'Nobody may issue.' }
  const methods = ['http-01', 'dns-01'].map((method) => ({ method, verdict: 'would-fail', problems: [problem] }))
  const texts = textsOf(markupOf({ ...issuanceAnswer(), methods, best: null }))
  expect(texts.filter((text) => text === 'Nobody may issue.')).toHaveLength(1)
  expect(texts.filter((text) => text === 'The CAA records stand in the way.')).toHaveLength(2)
  expect(texts).not.toContain('Those of example.com allow only letsencrypt.org.')
})

test('CAA records are said to be absent only where they were looked for', () => {
  const none = { ...issuanceAnswer(), caa: { found: null, issuers: [] } }
  expect(textsOf(markupOf(none))).toContain('There are none: any authority may issue.')
  const problem = { code: 'name-not-public', severity: 'error', address: null, text: 'Not public.' }
  const local = { ...none, methods: [{ method: 'http-01', verdict: 'would-fail', problems: [problem] }] }
  expect(textsOf(markupOf(local)).join(' ')).not.toContain('any authority')
  expect(textsOf(markupOf({ ...none, caa: { found: 'example.com', issuers: [] } }))).toContain(
    'Those of example.com let any authority issue.',
  )
})

test('each address says how its ports answered', () => {
  const texts = textsOf(markupOf(issuanceAnswer())).join(' ')
  expect(texts).toContain('203.0.113.7 Port 80: no answer Port 443: speaks TLS · TLS alert 120')
})

test('text of a server is text', () => {
  const markup = '<img src=x onerror=alert(1)>'
  const [method] = issuanceAnswer().methods
  const drawn = markupOf({
    ...issuanceAnswer(),
    ...{
      domain: markup,
      caa: { found: markup, issuers: [markup] },
      commands: [{ program: markup, note: markup, lines: [markup] }],
    },
    methods: [{ ...method, problems: [{ code: markup, severity: markup, address: markup, text: '' }] }],
    addresses: [{ address: markup, http: { outcome: markup, server: markup, redirects: [{ location: markup }] } }],
  })
  expect(drawn).not.toContain('<img')
})
