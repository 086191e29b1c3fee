// Answers of name servers in words: compared with each other, and record by record.
import { describe, expect, test } from 'bun:test'
import { clueIn, clueOf, type NameMatch, otherFamilyOf } from '../../../../src/diagnostics/dns/index.ts'
import { saySpan } from '../../../../src/diagnostics/dns/told.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import type { ToolAnswers } from '../../../support/page/answers.ts'
import { blocksFor, marksIn, toldBy } from '../../../support/told.ts'

type Propagation = ToolAnswers['dns-propagation']
type Heard = Omit<Propagation['answers'][number], 'resolver' | 'elapsedMs'>

const OWN = '203.0.113.7'
const OTHER = '198.51.100.9'
const heard = (values: string[], ttl: number | null = 300): Heard => ({
  status: 'noerror',
  reason: null,
  failedLayer: null,
  omitted: 0,
  values,
  ttl,
})
const SILENT = { ...heard([], null), status: 'timeout', reason: 'no-answer', failedLayer: 'dns' } as const
const NO_NAME = { ...heard([], null), status: 'nxdomain', reason: 'no-such-name', failedLayer: 'dns' } as const
const answersOf = (all: readonly Heard[]) =>
  all.map((one, index) => ({ ...one, values: [...one.values], elapsedMs: 1, resolver: resolver(`r${index}`) }))
const resolver = (name: string) => ({ id: name, name, address: '192.0.2.53', kind: 'public' as const })

describe('the answers of resolvers beside that of the domain', () => {
  const fieldsOf = (zone: Heard | null, answers: readonly Heard[], fields: Partial<Propagation> = {}) => ({
    domain: 'a.test',
    recordType: 'A' as const,
    consistent: false,
    verdict: 'split' as const,
    convergesBy: null,
    authoritative: zone && { ...zone, values: [...zone.values], nameserver: 'ns.a.test' },
    answers: answersOf(answers),
    ...fields,
  })
  const marks = (...asked: Parameters<typeof fieldsOf>) => marksIn(blocksFor('dns-propagation', fieldsOf(...asked)))

  test.each<[string, unknown[], Parameters<typeof fieldsOf>]>([
    ['the same, and others', ['good', 'bad', 'bad'], [heard([OWN]), [heard([OWN]), heard([OTHER]), NO_NAME]]],
    ['the one that says nothing differs from nobody', ['unknown'], [heard([OWN]), [SILENT]]],
    ['half a list is not compared', ['unknown'], [{ ...heard([OWN]), omitted: 5 }, [heard([OTHER])]]],
    ['names are the same in any case', ['good'], [heard(['Mail.a.test.']), [heard(['mail.A.test.'])], { recordType: 'NS' }]],
    ['texts are not', ['bad'], [heard(['a']), [heard(['A'])], { recordType: 'TXT' }]],
    ['without the name server nothing is marked', [], [null, [heard([OWN]), heard([OTHER])]]],
  ])('%s', (_, marked, asked) => expect(marks(...asked)).toEqual(marked))

  test('come with how soon each cache lets go', () => {
    const answers = [heard([OTHER], 600), heard([OWN], 300), SILENT, { ...heard([OWN], 0), omitted: 2 }]
    const asked = fieldsOf(heard([OWN], 3600), answers, { convergesBy: '2026-11-22T10:00:00Z' })
    expect(toldBy('dns-propagation', asked).map((line) => line.replaceAll(/ {2,}/g, ' '))).toEqual([
      'Server Answer Kept for',
      'Name server of the domain (ns.a.test) 203.0.113.7 1 h',
      'r0 (192.0.2.53) 198.51.100.9 (differs) 10 min ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇',
      'r1 (192.0.2.53) 203.0.113.7 5 min ▇▇▇▇▇▇▇▇▇▇',
      'r2 (192.0.2.53) no answer in time (no-answer)',
      'r3 (192.0.2.53) 203.0.113.7 (and 2 more) not kept',
      '',
      'Older answers expire by 2026-11-22 10:00:00 (UTC).',
    ])
  })
})

describe('the address of a name and that of the visitor', () => {
  function ddns(verdict: ToolAnswers['ddns-match']['verdict'], zone: Heard, answers: readonly Heard[] = []) {
    return {
      hostname: 'home.example.com',
      recordType: 'A' as const,
      publicIp: OWN,
      verdict,
      nat: 'unknown' as const,
      directAnswer: { ...zone, values: [...zone.values], nameserver: 'ns.example.com' },
      propagation: { consistent: true, verdict: 'consistent' as const, convergesBy: null, answers: answersOf(answers) },
    }
  }
  const pairMark = (...asked: Parameters<typeof ddns>) => marksIn(blocksFor('ddns-match', ddns(...asked)))[0]

  test('stand side by side with what came of it', () => {
    expect(toldBy('ddns-match', ddns('mismatch', heard([OTHER]))).slice(0, 3)).toEqual([
      `home.example.com points at:  ${OTHER}`,
      `You are at:                  ${OWN}`,
      '≠ not the same',
    ])
    expect([pairMark('match', heard([OWN])), pairMark('propagating', heard([OWN]))]).toEqual(['good', 'good'])
  })

  test('are not called different where nothing was compared or nothing is known', () => {
    expect([pairMark('proxied', heard([OTHER])), pairMark('other-family', heard([OTHER]))]).toEqual(['unknown', 'unknown'])
    expect([pairMark('unresolved', SILENT), pairMark('unresolved', NO_NAME)]).toEqual(['unknown', 'bad'])
    expect(toldBy('ddns-match', ddns('unresolved', NO_NAME))[0]).toEndWith('no such name (NXDOMAIN)')
  })

  test('are those of a resolver where the name server said nothing', () =>
    expect(toldBy('ddns-match', ddns('match', SILENT, [heard([OWN])]))[0]).toEndWith(`points at:  ${OWN}`))

  test('a server that was not asked says why', () => {
    const zone = { ...SILENT, status: 'error', reason: 'rate-limited' } as const
    const answer = ddns('match', zone, [heard([OWN], 0)])
    const silent = { ...answer, directAnswer: { ...answer.directAnswer, nameserver: null } }
    const told = toldBy('ddns-match', silent).join('\n')
    expect(told).toContain('(not asked)')
    expect(told).toContain('not asked: too many questions just now')
  })
})

describe('records', () => {
  type Lookup = ToolAnswers['dns-lookup']
  const record = (type: string, value: string, data: Record<string, unknown> = {}, ttl = 300) => ({
    name: 'a.test',
    type,
    ttl,
    value,
    data,
  })
  const told = (recordType: Lookup['recordType'], fields: Partial<Lookup>) =>
    toldBy('dns-lookup', { domain: 'a.test', recordType, status: 'noerror', dnssec: 'unknown', ...fields })

  test.each([
    [
      'MX',
      record('MX', '10 mail.a.test.', { preference: 10, exchange: 'mail.a.test' }, 86400),
      'MX    mail.a.test  10        1 day',
    ],
    [
      'CAA',
      record('CAA', '0 issue "ca.test"', { flags: 0, critical: false, tag: 'issue', value: 'ca.test' }),
      'CAA   ca.test  may issue certificates (issue)  5 min',
    ],
    ['NS', record('NS', 'ns.a.test.'), 'NS    ns.a.test  5 min'],
    ['DS', record('DS', '1 8 2 AB'), 'DS    1 8 2 AB  5 min'],
  ] as const)('of type %s stand in the columns of their type', (type, one, line) => {
    expect(told(type, { records: [one] })[1]).toBe(line)
  })

  test('aliases on the way are not records of the answer', () => {
    const records = [record('CNAME', 'b.test.'), record('A', OWN)]
    expect(told('A', { records, cnameChain: ['b.test'] })).toEqual([
      'Type  Address      Kept for',
      `A     ${OWN}  5 min`,
      '',
      'Aliases (CNAME):  a.test → b.test',
    ])
  })

  test('the start of a zone is told in words', () => {
    const data = { mname: 'ns.a.test', refresh: 7200, retry: 900, expire: 1209600, minimum: 0, serial: 7 }
    const shown = (rname: string) => told('SOA', { records: [record('SOA', '', { ...data, rname })] }).join('\n')
    expect(shown('me.a.test')).toMatch(/me@a\.test[\s\S]*Absence is kept for: +0 s$/)
    expect(shown('first\\.last.a.test')).toContain('first.last@a.test')
    expect(shown('odd')).toMatch(/Mail address: +odd\n/)
  })

  test('what is missing is told only where it is', () => {
    expect(told('A', { records: [], status: 'nodata' })).toEqual(['Answer:  no such record (NODATA)'])
    const errors = [{ code: 6, name: 'DNSSEC Bogus', text: 'expired' }]
    const odd = { dnssec: 'bogus', extendedErrors: errors, negativeTtl: 900, omitted: 2, truncated: true } as const
    expect(told('A', odd).filter(Boolean)).toEqual([
      'and 2 more',
      'The answer was cut off.',
      'Signatures:               not valid (DNSSEC)',
      'The resolver says:        DNSSEC Bogus: expired',
      'Absence may be kept for:  15 min',
    ])
  })
})

test('the names of an address come with the addresses of these names', () => {
  const look = { addresses: [OWN], omitted: 0, confirmed: true, status: 'noerror', reason: null, failedLayer: null } as const
  const fields: Partial<ToolAnswers['reverse-dns']> = {
    ip: OWN,
    status: 'noerror',
    hostnames: ['a.test', 'b.test', 'c.test', 'd.test'],
    localNames: 1,
    omitted: 0,
    forwardConfirmed: [
      { ...look, addresses: [OWN], hostname: 'a.test' },
      { ...look, hostname: 'b.test', addresses: [OTHER], confirmed: false, omitted: 4 },
      { ...look, hostname: 'c.test', addresses: [], confirmed: false, status: 'timeout', reason: 'no-answer' },
    ],
  }
  expect(marksIn(blocksFor('reverse-dns', fields))).toEqual(['good', 'bad', 'unknown'])
  const told = toldBy('reverse-dns', fields)
  expect(told.slice(0, 3)).toEqual([`${OWN} is called:  a.test`, `a.test points at:       ${OWN}`, '= the same'])
  expect(told.slice(-3)).toEqual(['Not checked:  d.test', '', 'Names of a local network, not shown: 1'])
  expect(told.join('\n')).toMatch(/and 4 more[\s\S]*no answer in time \(no-answer\)/)
})

test('a time is told in its two largest units', () => {
  expect([0, 59, 300, 5400, 86_400, 90_061, 1_209_600].map((seconds) => saySpan(seconds, 'en'))).toEqual([
    '0 s',
    '59 s',
    '5 min',
    '1 h 30 min',
    '1 day',
    '1 day 1 h',
    '14 days',
  ])
  expect(saySpan(5400, 'ko')).toBe('1시간 30분')
})

// The reasons why a record holds an address that nobody outside can reach, and the records of the other IP version.

test.each([
  ['100.64.0.1', 'shared'],
  ['100.127.255.254', 'shared'],
  ['192.0.0.2', 'shared'],
  ['10.0.0.5', 'private'],
  ['192.168.1.10', 'private'],
  ['169.254.7.7', 'private'],
  ['127.0.0.1', 'off'],
  ['0.0.0.0', 'off'],
  ['203.0.113.7', null],
  ['9.9.9.9', null],
  ['fd00::1', null],
  ['nonsense', null],
] as const)('%s: %p', (value, clue) => expect(clueIn(value)).toBe(clue))

test.each([
  [['192.168.1.10', '10.0.0.5'], 'private'],
  [['fd00::1'], 'private'],
  [['192.168.1.10', '9.9.9.9'], null],
  [['192.168.1.10', '100.64.0.1'], null],
  [[], null],
] as const)('%p share %p', (values, clue) => expect(clueOf(values)).toBe(clue))

/** A network for every address: the number after the last separator. */
const NETWORKS = {
  network: ({ text }: { text: string }) => ({ asn: Number(text.split(/[.:]/).at(-1)) || null, organization: null }),
} as unknown as Parameters<typeof otherFamilyOf>[2]
const matchWith = (other: NameMatch['other']) => ({ other }) as NameMatch

test.each([
  [['2001:4860::7'], false],
  [['2001:4860::9'], true],
  // One that may be right is enough.
  [['2001:4860::9', '2001:4860::7'], false],
  [['fd00::7'], true],
  [['fe80::7'], true],
  // Nothing is known of its network.
  [['2001:4860::'], false],
])('AAAA records %p beside an A record in network 7: stale is %p', (values, isStale) => {
  const seen = parseAddress('9.9.9.7')
  if (!seen) throw new Error('no address')
  expect(otherFamilyOf(matchWith({ type: 'AAAA', values }), seen, NETWORKS)).toEqual({ type: 'AAAA', values, isStale })
  expect(otherFamilyOf(matchWith(null), seen, NETWORKS)).toBeNull()
  expect(otherFamilyOf(matchWith({ type: 'AAAA', values: [] }), seen, NETWORKS)).toBeNull()
})
