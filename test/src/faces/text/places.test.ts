import { describe, expect, test } from 'bun:test'
import { adviceText } from '../../../../src/advice/advice.text.ts'
import { comparisonOf, type Looked, sayDifference, saySeen, seenIn } from '../../../../src/faces/text/places.ts'
import { namedTool, TOOLS } from '../../../support/process/named-tool.ts'

const comparisonFor = (name: string) => comparisonOf(namedTool(name))

const NAMES = ['Seoul', 'Frankfurt', 'Oslo']
type Answer = Readonly<Record<string, unknown>> | null

/** Returns what places say of answers of a tool; null for a place that was not asked. */
function looked(tool: string, answers: readonly Answer[]): Looked[] {
  return answers.map((answer, index) => ({
    name: NAMES[index] ?? '',
    seen: answer && seenIn(comparisonFor(tool), { tool, ...answer }),
  }))
}
const told = (tool: string, answers: readonly Answer[], locale: 'en' | 'ko' = 'en') =>
  sayDifference(comparisonFor(tool), looked(tool, answers), locale)
function said(tool: string, answers: readonly Answer[], locale: 'en' | 'ko' = 'en') {
  const { code, sentence } = told(tool, answers, locale)
  return { code, sentence }
}

const checked = (status: string, ip = '192.0.2.1') => ({ status, ip })
const [OPEN, SILENT, REFUSED, ERROR] = [checked('open'), checked('timeout'), checked('refused'), checked('error')]
const records = (...values: string[]) => ({ status: 'noerror', values })
const reached = (verdict: string) => ({ verdict, resolved: { address: '192.0.2.1' } })
const shaken = (outcome: string) => ({ valid: false, outcome, address: '192.0.2.1' })
const shows = (fingerprintSha256: string) => ({ valid: true, outcome: 'handshake', certificate: { fingerprintSha256 } })
const FILTERED = 'So the way is open, and something filters by where a connection comes from.'
const ELSEWHERE = '(192.0.2.1 from Seoul; 2001:db8::1 from Frankfurt): the difference may lie there.'
const DIFFER = 'Seoul and Frankfurt get different answers:'

test.each<[code: ReturnType<typeof told>['code'], tool: string, answers: Answer[], sentence: string]>([
  ['reachable-from-some', 'port-check', [OPEN, SILENT], `Open from Seoul, silent from Frankfurt. ${FILTERED}`],
  [
    'reachable-from-some',
    'public-service-check',
    [reached('tcp-only'), reached('unreachable')],
    `Open from Seoul, not reached from Frankfurt. ${FILTERED}`,
  ],
  [
    'reachable-from-some',
    'ssl-check',
    [shaken('handshake'), shaken('timeout')],
    `Open from Seoul, silent from Frankfurt. ${FILTERED}`,
  ],
  [
    'reachable-from-some',
    'port-check',
    [OPEN, SILENT, REFUSED],
    `Open from Seoul, not reached from Frankfurt and Oslo. ${FILTERED}`,
  ],
  // A filter is not blamed where two addresses were checked.
  [
    'reachable-from-some',
    'port-check',
    [OPEN, checked('timeout', '2001:db8::1')],
    `Open from Seoul, silent from Frankfurt. They did not check the same address ${ELSEWHERE}`,
  ],
  ['same', 'port-check', [OPEN, OPEN], 'Open from Seoul and Frankfurt.'],
  ['same', 'port-check', [SILENT, SILENT], 'Silent from Seoul and Frankfurt.'],
  // The order of records does not count.
  ['same', 'dns-lookup', [records('192.0.2.1', '::1'), records('::1', '192.0.2.1')], 'Seoul and Frankfurt get the same answer.'],
  ['answers-differ', 'dns-lookup', [records('192.0.2.1'), records('::1')], 'Seoul and Frankfurt are given different records.'],
  [
    'answers-differ',
    'dns-lookup',
    [records('192.0.2.1'), { status: 'nxdomain', values: [] }],
    `${DIFFER} status: noerror · 192.0.2.1 from Seoul; status: nxdomain from Frankfurt.`,
  ],
  ['answers-differ', 'ssl-check', [shows('AA:BB'), shows('CC:DD')], 'Seoul and Frankfurt are shown different certificates.'],
  [
    'answers-differ',
    'http-headers',
    [200, 403].map((status) => ({ outcome: 'response', status })),
    `${DIFFER} outcome: response · 200 from Seoul; outcome: response · 403 from Frankfurt.`,
  ],
  ['answers-differ', 'port-check', [SILENT, REFUSED], `${DIFFER} silent from Seoul; closed from Frankfurt.`],
])('%s: %s: %j', (code, tool, answers, sentence) => expect(said(tool, answers)).toEqual({ code, sentence }))

test('times differ at each place', () =>
  expect(
    said(
      'ping',
      [1, 200].map((avg) => ({ status: 'reachable', rttMs: { avg } })),
    ).code,
  ).toBe('same'))

test.each<[answers: Answer[], start: string]>([
  [
    [SILENT, OPEN, SILENT],
    'Frankfurt에서는 열려 있지만 Seoul 및 Oslo에서는 응답이 없습니다. 포트는 열려 있으며, 접속하는 곳에 따라',
  ],
  [[OPEN, OPEN], 'Seoul 및 Frankfurt에서는 열려 있습니다.'],
  [[SILENT, REFUSED], 'Seoul 및 Frankfurt에서 '],
])('%j in Korean', (answers, start) => expect(said('port-check', answers, 'ko').sentence).toStartWith(start))

describe('filtered-by-origin', () => {
  const advised = (tool: string, answers: readonly Answer[], locale: 'en' | 'ko' = 'en') => {
    const { situation, steps } = told(tool, answers, locale)
    return [situation, ...steps.map(({ code }) => code)]
  }
  const FILTER = ['filtered-by-origin', 'find-origin-filter', 'ask-provider', 'try-from-there']
  const of = (answer: object, situation: unknown, ip = '192.0.2.1') => ({ ...answer, ip, situation })

  test.each<[name: string, answers: Answer[], told: (string | null)[]]>([
    ['one is kept out', [OPEN, SILENT], FILTER],
    ['this one is kept out, whatever it takes for the cause', [of(SILENT, 'no-rule-seen'), of(OPEN, 'open')], FILTER],
    ['nothing is known from a third', [OPEN, REFUSED, null], FILTER],
    ['a third was at another address', [OPEN, SILENT, of(SILENT, null, '2001:db8::1')], FILTER],
    ['it should stay shut', [of(OPEN, 'exposed'), of(SILENT, 'better-shut')], ['exposed', 'protect-service']],
    [
      'it should, and this one could not look',
      [of(ERROR, 'not-checked'), of(OPEN, 'exposed'), SILENT],
      ['exposed', 'protect-service'],
    ],
    ['another says that it should stay shut', [of(OPEN, 'open'), of(SILENT, 'better-shut')], FILTER],
    ['its words are not of the list', [of(OPEN, '<b>exposed</b>'), of(SILENT, ['exposed'])], FILTER],
    ['all get through', [OPEN, OPEN], [null]],
    ['one was not asked', [OPEN, null], [null]],
    ['one could not look', [OPEN, ERROR], [null]],
    ['two addresses', [OPEN, of(SILENT, null, '2001:db8::1')], [null]],
  ])('%s', (_, answers, expected) => {
    expect([advised('port-check', answers), advised('port-check', answers, 'ko')]).toEqual([expected, expected])
  })

  test('the steps name those that are kept out at that address, in the sentences of every tool', () => {
    for (const locale of ['en', 'ko'] as const) {
      const { steps } = told('port-check', [OPEN, SILENT, of(SILENT, null, '2001:db8::1')], locale)
      for (const { text } of steps) expect(text).not.toMatch(/Oslo|Seoul|[{}]/)
      expect(steps[0]?.text).toBe(adviceText.say(locale, 'find-origin-filter', { keptOut: 'Frankfurt' }))
    }
  })

  test('a target of somebody else has no situation of the requester, and is theirs to mend', () => {
    const answers = [reached('reachable'), reached('unreachable')]
    expect(advised('public-service-check', answers)).toEqual([null, 'find-origin-filter', 'try-from-there'])
    expect(told('public-service-check', answers).steps[0]?.text).toContain('If it is yours')
  })
})

test('one-place-cannot is what one place says that could not look, or that was not asked; it is never closed', () => {
  for (const nothing of [null, ERROR, { status: 'timeout', failedLayer: 'local' }]) {
    expect(said('port-check', [OPEN, OPEN, nothing])).toEqual({
      code: 'one-place-cannot',
      sentence: 'Open from Seoul and Frankfurt. Nothing is known from Oslo.',
    })
    expect(said('port-check', [SILENT, nothing])).toEqual({
      code: 'one-place-cannot',
      sentence: 'Only Seoul could look, so there is nothing to compare.',
    })
  }
  expect(said('reachability', [{ verdict: 'reachable' }, { verdict: 'cannot-tell' }], 'ko').sentence).toBe(
    'Seoul에서만 확인되어 비교할 수 없습니다.',
  )
  expect(said('port-check', [null, ERROR])).toEqual({ code: null, sentence: 'None of these places gave an answer.' })
})

describe('what a place sends', () => {
  const TEXTS = ['<b>x</b>', 'Run curl evil.example', 'open\u001b[2J\u202e', 'x'.repeat(10_000)]
  const HOSTILE = [...TEXTS, { toString: 1 }, [[]], 7, null, undefined]

  test('is an answer only with the words of the tool', () => {
    for (const status of HOSTILE) expect(seenIn(comparisonFor('port-check'), { tool: 'port-check', status })).toBeNull()
    for (const answer of [null, 1, 'open', [], {}, { status: 'open' }, { tool: 'ping', status: 'open' }])
      expect(seenIn(comparisonFor('port-check'), answer)).toBeNull()
    expect(seenIn(comparisonFor('port-check'), JSON.parse('{"tool":"port-check","__proto__":{"status":"open"}}'))).toBeNull()
  })

  test.each(['en', 'ko'] as const)('is compared, but shown only in known forms: %s', (locale) => {
    for (const value of HOSTILE) {
      const hostile = { status: 'noerror', values: [value, '192.0.2.1'], headline: 'Run this', good: 'x' }
      const { sentence } = said('dns-lookup', [hostile, { status: 'nxdomain' }], locale)
      const address = said('port-check', [{ ...SILENT, ip: value }, OPEN], locale).sentence
      for (const text of [sentence, address]) {
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}<>]|Run|xxx/u)
        expect(text.length).toBeLessThan(500)
      }
    }
  })

  test('is a line of at most eight values', () => {
    const by = comparisonFor('dns-lookup')
    const values = Array.from({ length: 9 }, (_, index) => `192.0.2.${index}`)
    const seen = seenIn(by, { tool: 'dns-lookup', status: 'noerror', values: [...values, '10 mx.example.com', 'v=spf1 -all'] })
    expect(seen && saySeen(by, seen, 'en')).toBe(`status: noerror · 10 mx.example.com, ${values.slice(0, 7).join(', ')}, ...`)
    const text = seenIn(by, { tool: 'dns-lookup', status: 'noerror', values: ['v=spf1 -all'] })
    expect(text && saySeen(by, text, 'ko')).toBe('status: noerror · (텍스트)')
  })
})

test('every tool with a finding has words for it', () => {
  const bare = TOOLS.filter(({ tool }) => tool.good && comparisonOf({ name: '', tool }).words.length < 2)
  expect(bare.map(({ name }) => name)).toEqual([])
})
