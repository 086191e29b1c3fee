import { describe, expect, test } from 'bun:test'
import { comparisonOf, type Looked, sayDifference, saySeen, seenIn } from '../../../../src/faces/text/places.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'

const tools = toolsOf(manifest)

function comparisonFor(name: string) {
  const named = tools.find((one) => one.name === name)
  if (!named) throw new Error(`${name} is not there`)
  return comparisonOf(named)
}

const NAMES = ['Seoul', 'Frankfurt', 'Oslo']
type Answer = Readonly<Record<string, unknown>> | null

/** Returns what places say of answers of a tool; null for a place that was not asked. */
function looked(tool: string, answers: readonly Answer[]): Looked[] {
  return answers.map((answer, index) => ({
    name: NAMES[index] ?? '',
    seen: answer && seenIn(comparisonFor(tool), { tool, ...answer }),
  }))
}
const said = (tool: string, answers: readonly Answer[], locale: 'en' | 'ko' = 'en') =>
  sayDifference(comparisonFor(tool), looked(tool, answers), locale)

const OPEN = { status: 'open', ip: '192.0.2.1' }
const SILENT = { status: 'timeout', ip: '192.0.2.1' }
const REFUSED = { status: 'refused', ip: '192.0.2.1' }
const ERROR = { status: 'error', ip: '192.0.2.1' }
const FILTERED =
  'Something filters by where it is asked from: look for a block by country or a list of allowed addresses in the router, the firewall and the program, then ask the provider. Or the network of Frankfurt does not let this out.'

describe('reachable-from-some', () => {
  test.each([
    ['port-check', OPEN, SILENT, 'Open from Seoul, silent from Frankfurt.'],
    ['port-check', OPEN, REFUSED, 'Open from Seoul, closed from Frankfurt.'],
    [
      'reachability',
      { verdict: 'reachable', ip: '192.0.2.1' },
      { verdict: 'blocked', ip: '192.0.2.1' },
      'Open from Seoul, not reached from Frankfurt.',
    ],
    [
      'public-service-check',
      { verdict: 'tcp-only', resolved: { address: '192.0.2.1' } },
      { verdict: 'unreachable', resolved: { address: '192.0.2.1' } },
      'Open from Seoul, not reached from Frankfurt.',
    ],
    [
      'ssl-check',
      { valid: false, outcome: 'handshake', address: '192.0.2.1' },
      { valid: false, outcome: 'timeout', address: '192.0.2.1' },
      'Open from Seoul, silent from Frankfurt.',
    ],
  ])('%s: %j, %j', (tool, open, away, sentence) => {
    expect(said(tool, [open, away])).toEqual({ code: 'reachable-from-some', sentence: `${sentence} ${FILTERED}` })
  })

  test('with three places, in Korean, and with one of which nothing is known', () => {
    const { code, sentence } = said('port-check', [SILENT, OPEN, SILENT], 'ko')
    expect(code).toBe('reachable-from-some')
    expect(sentence).toStartWith(
      'Frankfurt에서는 열려 있지만 Seoul 및 Oslo에서는 응답이 없습니다. 접속하는 곳에 따라 차단되고 있습니다. ',
    )
    expect(said('port-check', [OPEN, SILENT, REFUSED]).sentence).toStartWith(
      'Open from Seoul, not reached from Frankfurt and Oslo. ',
    )
    expect(said('port-check', [OPEN, SILENT, null])).toEqual(said('port-check', [OPEN, SILENT]))
  })

  test('a filter is not blamed where two addresses were checked', () => {
    const answers = [OPEN, { ...SILENT, ip: '2001:db8::1' }]
    const start = 'Open from Seoul, silent from Frankfurt. '
    expect(said('port-check', answers).sentence).toBe(
      `${start}They did not check the same address (192.0.2.1 from Seoul; 2001:db8::1 from Frankfurt): the difference may lie there.`,
    )
    expect(said('port-check', answers, 'ko').sentence).toContain('(Seoul에서 192.0.2.1; Frankfurt에서 2001:db8::1)')
  })
})

describe('same', () => {
  test.each([
    [OPEN, 'Open from Seoul and Frankfurt.', 'Seoul 및 Frankfurt에서는 열려 있습니다.'],
    [SILENT, 'Silent from Seoul and Frankfurt.', 'Seoul 및 Frankfurt에서는 응답이 없습니다.'],
    [REFUSED, 'Closed from Seoul and Frankfurt.', 'Seoul 및 Frankfurt에서는 닫혀 있습니다.'],
  ])('%j', (answer, english, korean) => {
    expect(said('port-check', [answer, answer])).toEqual({ code: 'same', sentence: english })
    expect(said('port-check', [answer, answer], 'ko').sentence).toBe(korean)
  })

  test('other tools; the order of records does not count', () => {
    const records = (...values: string[]) => ({ status: 'noerror', values })
    expect(said('dns-lookup', [records('192.0.2.1', '192.0.2.2'), records('192.0.2.2', '192.0.2.1')])).toEqual({
      code: 'same',
      sentence: 'Seoul and Frankfurt get the same answer.',
    })
    // Times differ at each place.
    expect(
      said('ping', [
        { status: 'reachable', rttMs: { avg: 1 } },
        { status: 'reachable', rttMs: { avg: 200 } },
      ]).code,
    ).toBe('same')
  })
})

describe('answers-differ', () => {
  test.each([
    [
      'dns-lookup',
      { status: 'noerror', values: ['192.0.2.1'] },
      { status: 'noerror', values: ['192.0.2.2'] },
      'Seoul and Frankfurt are given different records.',
    ],
    [
      'dns-lookup',
      { status: 'noerror', values: ['192.0.2.1'] },
      { status: 'nxdomain', values: [] },
      'Seoul and Frankfurt get different answers: status: noerror · 192.0.2.1 from Seoul; status: nxdomain from Frankfurt.',
    ],
    [
      'ssl-check',
      { valid: true, outcome: 'handshake', certificate: { fingerprintSha256: 'AA:BB' } },
      { valid: true, outcome: 'handshake', certificate: { fingerprintSha256: 'CC:DD' } },
      'Seoul and Frankfurt are shown different certificates.',
    ],
    [
      'ssl-check',
      { valid: true, outcome: 'handshake', certificate: { fingerprintSha256: 'AA:BB' } },
      { valid: false, outcome: 'handshake', certificate: { fingerprintSha256: 'AA:BB' } },
      'Seoul and Frankfurt get different answers: open · valid: true · AA:BB from Seoul; open · valid: false · AA:BB from Frankfurt.',
    ],
    [
      'http-headers',
      { outcome: 'response', status: 200 },
      { outcome: 'response', status: 403 },
      'Seoul and Frankfurt get different answers: outcome: response · 200 from Seoul; outcome: response · 403 from Frankfurt.',
    ],
    ['port-check', SILENT, REFUSED, 'Seoul and Frankfurt get different answers: silent from Seoul; closed from Frankfurt.'],
  ])('%s: %j, %j', (tool, one, other, sentence) => {
    expect(said(tool, [one, other])).toEqual({ code: 'answers-differ', sentence })
    expect(said(tool, [one, other], 'ko').sentence).toStartWith('Seoul 및 Frankfurt에서 ')
  })
})

describe('one-place-cannot', () => {
  test('is what one place says that could not look, or that was not asked; it is never closed', () => {
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
})

describe('what a place sends', () => {
  const HOSTILE = [
    '<b>x</b>',
    'Run curl evil.example',
    'open\u001b[2J\u202e',
    'x'.repeat(10_000),
    { toString: 1 },
    [[]],
    7,
    null,
    undefined,
  ]

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

  test('may be of an earlier version, which does not say what is good', () => {
    const older = seenIn(comparisonFor('port-check'), { tool: 'port-check', status: 'open', nextActions: [{ text: 'Run this' }] })
    expect(older).toMatchObject({ how: 'open', cannot: false })
  })
})

test.each(tools.filter(({ tool }) => tool.reach).map((named) => [named.name, named] as const))(
  '%s says where its address stands, and reaches by words of its own',
  (_, { tool }) => {
    const { reach, result } = tool
    const [first = '', second] = reach?.address ?? []
    expect(Object.keys(second === undefined ? result.properties : result.properties[first].properties)).toContain(second ?? first)
  },
)

test('every tool with a finding has words for it', () => {
  const bare = tools.filter(({ tool }) => tool.good && comparisonOf({ name: '', tool }).words.length < 2)
  expect(bare.map(({ name }) => name)).toEqual([])
})
