// Drawings of names and addresses: what servers answer, compared.
import { describe, expect, test } from 'bun:test'
import { sayIn } from '../../../../../../src/contract/text.ts'
import type { ToolAnswers } from '../../../../../../src/faces/web/page/answers.ts'
import { namesText } from '../../../../../../src/faces/web/page/names.text.ts'
import { DdnsLead, DdnsResult } from '../../../../../../src/faces/web/page/results/ddns.tsx'
import { IpResult } from '../../../../../../src/faces/web/page/results/ip.tsx'
import { LocationResult } from '../../../../../../src/faces/web/page/results/location.tsx'
import { LookupResult } from '../../../../../../src/faces/web/page/results/lookup.tsx'
import { PropagationResult } from '../../../../../../src/faces/web/page/results/propagation.tsx'
import { mailboxOf } from '../../../../../../src/faces/web/page/results/records.ts'
import { ReverseResult } from '../../../../../../src/faces/web/page/results/reverse.tsx'
import { spanOf } from '../../../../../../src/faces/web/page/results/span.ts'
import { answerOf } from '../../../../../support/page/answers.ts'
import { drawn, textOf } from '../../../../../support/page/drawn.tsx'

/** Returns the marks in their order. */
const marksIn = (markup: string) => [...markup.matchAll(/step-(ok|problem|unknown)/g)].map(([, mark]) => mark)

const OWN = '203.0.113.7'
const OTHER = '198.51.100.9'
const heard = (values: readonly string[], ttl: number | null = 300): Heard => ({
  status: 'noerror',
  reason: null,
  failedLayer: null,
  values,
  omitted: 0,
  ttl,
})
const SILENT = { ...heard([], null), status: 'timeout', reason: 'no-answer', failedLayer: 'dns' } as const
const NO_NAME = { ...heard([], null), status: 'nxdomain', reason: 'no-such-name', failedLayer: 'dns' } as const
const resolver = (name: string) => ({ id: name, name, address: '192.0.2.53', kind: 'public' }) as const

type Heard = Pick<
  ToolAnswers['dns-propagation']['answers'][number],
  'status' | 'reason' | 'failedLayer' | 'values' | 'omitted' | 'ttl'
>

describe('the address of a name and that of the visitor', () => {
  function ddns(verdict: ToolAnswers['ddns-match']['verdict'], zone: Heard, answers: readonly Heard[] = []) {
    return answerOf('ddns-match', {
      ...{ hostname: 'home.example.com', recordType: 'A', publicIp: OWN, verdict, nat: 'unknown' },
      directAnswer: { ...zone, nameserver: 'ns.example.com' },
      propagation: {
        ...{ consistent: true, verdict: 'consistent', convergesBy: null },
        answers: answers.map((answer, index) => ({ ...answer, elapsedMs: 1, resolver: resolver(`r${index}`) })),
      },
    })
  }
  const lead = (...asked: Parameters<typeof ddns>) => drawn(<DdnsLead answer={ddns(...asked)} />)

  test('stand side by side with what came of it', () => {
    const texts = textOf(lead('mismatch', heard([OTHER])))
    expect(texts).toEqual(['home.example.com points at', OTHER, '≠', 'not the same', 'You are at', OWN])
    expect(marksIn(lead('match', heard([OWN])))).toEqual(['ok'])
    expect(marksIn(lead('propagating', heard([OWN])))).toEqual(['ok'])
  })

  test('are not called different where nothing was compared or nothing is known', () => {
    expect(marksIn(lead('proxied', heard([OTHER])))).toEqual(['unknown'])
    expect(marksIn(lead('other-family', heard([OTHER])))).toEqual(['unknown'])
    expect(marksIn(lead('unresolved', SILENT))).toEqual(['unknown'])
    expect(marksIn(lead('unresolved', NO_NAME))).toEqual(['problem'])
    expect(textOf(lead('unresolved', NO_NAME))).toContain('no such name')
  })

  test('are those of a resolver where the name server said nothing', () => {
    expect(textOf(lead('match', SILENT, [heard([OWN])])).slice(0, 4)).toEqual([
      'home.example.com points at',
      OWN,
      '=',
      'the same',
    ])
  })

  test('come with what each server answers, and how long it is kept', () => {
    const all = drawn(<DdnsResult answer={ddns('mismatch', heard([OTHER], 3600), [heard([OTHER, OWN], 612), SILENT])} />)
    expect(marksIn(all)).toEqual(['problem', 'ok', 'unknown'])
    const texts = textOf(all)
    expect(texts).toContain('may be kept for 1 h')
    expect(texts).toContain('keeps it for up to 10 min 12 s')
    expect(texts).toContain('no answer in time')
    expect(all.match(/<mark>[^<]+/g)).toEqual([`<mark>${OTHER}`])
  })

  test('a server that was not asked says why', () => {
    const zone = { ...SILENT, status: 'error', reason: 'rate-limited' } as const
    const answer = ddns('match', zone, [heard([OWN], 0)])
    const silent = { ...answer, directAnswer: { ...zone, nameserver: null } }
    const texts = textOf(drawn(<DdnsResult answer={silent} />))
    expect(texts).toContain('not asked: too many questions just now')
    expect(texts).toContain('is not kept')
  })
})

describe('the answers of resolvers beside the name server of the domain', () => {
  function compared(zone: Heard | null, answers: readonly Heard[], fields: Partial<ToolAnswers['dns-propagation']> = {}) {
    const answer = answerOf('dns-propagation', {
      ...{ domain: 'a.test', recordType: 'A', consistent: false, verdict: 'split', convergesBy: null, ...fields },
      authoritative: zone && { ...zone, nameserver: 'ns.a.test' },
      answers: answers.map((one, index) => ({ ...one, elapsedMs: 1, resolver: resolver(`r${index}`) })),
    })
    return drawn(<PropagationResult answer={answer} />)
  }

  test('are the same, others, or not known', () => {
    expect(marksIn(compared(heard([OWN]), [heard([OWN]), heard([OTHER]), NO_NAME]))).toEqual(['ok', 'problem', 'problem'])
  })

  test('a resolver that says nothing does not differ', () => {
    const all = compared(heard([OWN]), [SILENT])
    expect(marksIn(all)).toEqual(['unknown'])
    expect(all).not.toContain('differs')
  })

  test('half a list is not compared, and the case of a name is no difference', () => {
    expect(marksIn(compared({ ...heard([OWN]), omitted: 5 }, [heard([OTHER])]))).toEqual(['unknown'])
    const names = compared(heard(['Mail.a.test.']), [heard(['mail.A.test.'])], { recordType: 'NS' })
    expect(marksIn(names)).toEqual(['ok'])
    expect(marksIn(compared(heard(['a']), [heard(['A'])], { recordType: 'TXT' }))).toEqual(['problem'])
  })

  test('without the name server nothing is marked', () => {
    expect(marksIn(compared(null, [heard([OWN]), heard([OTHER])]))).toEqual([])
  })
})

describe('records', () => {
  type Data = Readonly<Record<string, unknown>>
  const record = (type: string, value: string, data: Data = {}, ttl = 300) => ({ name: 'a.test', type, ttl, value, data })
  function lookup(recordType: ToolAnswers['dns-lookup']['recordType'], fields: Partial<ToolAnswers['dns-lookup']>) {
    return answerOf('dns-lookup', { domain: 'a.test', recordType, status: 'noerror', dnssec: 'unknown', ...fields })
  }
  const texts = (...asked: Parameters<typeof lookup>) => {
    const all = textOf(drawn(<LookupResult answer={lookup(...asked)} />))
    return all.slice(0, all.indexOf('Details'))
  }

  test('stand in a table with the columns of their type', () => {
    const mail = record('MX', '10 mail.a.test.', { preference: 10, exchange: 'mail.a.test' }, 86400)
    expect(texts('MX', { records: [mail] })).toEqual([
      ...['Mail server', 'Priority', 'Kept for'],
      ...['mail.a.test', '10', '1 day'],
    ])
    const rule = record('CAA', '0 issue "ca.test"', { flags: 0, critical: false, tag: 'issue', value: 'ca.test' })
    expect(texts('CAA', { records: [rule] }).slice(3, 5)).toEqual(['ca.test', 'may issue certificates (issue)'])
    expect(texts('NS', { records: [record('NS', 'ns.a.test.')] })[2]).toBe('ns.a.test')
    expect(texts('DS', { records: [record('DS', '1 8 2 AB')] })[2]).toBe('1 8 2 AB')
  })

  test('aliases on the way are no records of the answer', () => {
    const [alias, address] = [record('CNAME', 'b.test.'), record('A', OWN)]
    expect(texts('A', { records: [alias, address], cnameChain: ['b.test'] })).toEqual([
      ...['Aliases (CNAME)', 'a.test', '→', 'b.test'],
      ...['Address', 'Kept for', OWN, '5 min'],
    ])
  })

  test('the start of a zone is told in words', () => {
    const data = { mname: 'ns.a.test', rname: 'me.a.test', serial: 7, refresh: 7200, retry: 900, expire: 1209600, minimum: 0 }
    const shown = texts('SOA', { records: [record('SOA', '', data)] })
    expect(shown).toContain('me@a.test')
    expect(shown.slice(-2)).toEqual(['Absence is kept for', '0 s'])
    expect(mailboxOf('first\\.last.a.test')).toBe('first.last@a.test')
    expect(mailboxOf('odd')).toBe('odd')
  })

  test('what is missing is told only where it is', () => {
    expect(texts('A', { records: [], status: 'nodata' })).toEqual([])
    const errors = [{ code: 6, name: 'DNSSEC Bogus', text: 'expired' }]
    expect(texts('A', { dnssec: 'bogus', extendedErrors: errors, negativeTtl: 900, omitted: 2, truncated: true })).toEqual([
      'Signatures not valid (DNSSEC)',
      'and 2 more',
      'The answer was cut off.',
      ...['The resolver says', 'DNSSEC Bogus: expired', 'Absence may be kept for', '15 min'],
    ])
  })
})

test('the names of an address come with the addresses of these names', () => {
  const look = { addresses: [OWN], omitted: 0, confirmed: true, status: 'noerror', reason: null, failedLayer: null } as const
  const answer = answerOf('reverse-dns', {
    ...{ ip: OWN, status: 'noerror', hostnames: ['a.test', 'b.test', 'c.test', 'd.test'], localNames: 1, omitted: 0 },
    forwardConfirmed: [
      { ...look, hostname: 'a.test' },
      { ...look, hostname: 'b.test', addresses: [OTHER], confirmed: false, omitted: 4 },
      { ...look, hostname: 'c.test', addresses: [], confirmed: false, status: 'timeout', reason: 'no-answer' },
    ],
  })
  const markup = drawn(<ReverseResult answer={answer} />)
  expect(marksIn(markup)).toEqual(['ok', 'problem', 'unknown'])
  const texts = textOf(markup)
  expect(texts.slice(0, 6)).toEqual([`${OWN} is called`, 'a.test', '=', 'the same', 'a.test points at', OWN])
  expect(texts.slice(-3)).toEqual([
    'It was not checked whether these point back.',
    'd.test',
    'Names of a local network, not shown: 1',
  ])
  expect(texts).toContain('and 4 more')
  expect(texts).toContain('no answer in time')
})

test('a network is shown by what is known of it', () => {
  const fields = { ip: OWN, ipVersion: 4, dataDate: '2026-06-05', organization: 'Example', prefix: null, country: null } as const
  const asns = [{ asn: 64500, organization: 'Example', prefix: null }]
  const texts = textOf(drawn(<IpResult answer={answerOf('ip-lookup', { ...fields, registry: 'APNIC', asns })} />, 'ko'))
  expect(texts).toEqual([
    ...['네트워크 운영 기관', 'Example', 'AS 번호', 'AS64500', '관할 등록 기관', 'APNIC(아시아·태평양)'],
    ...['자세히', 'IP 버전', 'IPv4', '데이터 기준일', '2026-06-05'],
  ])
})

describe('a place', () => {
  const seoul = answerOf('ip-location', {
    ...{ ip: OWN, ipVersion: 4, dataDate: '2026-06-05', city: 'Seoul', region: 'Seoul', country: '대한민국', countryCode: 'KR' },
    ...{ continent: null, timezone: 'Asia/Seoul', coordinates: { latitude: 37.57, longitude: 126.98 }, asn: null },
    organization: null,
  })

  test('is on the map, with its coordinates', () => {
    const markup = drawn(<LocationResult answer={seoul} />, 'ko')
    expect(markup).toContain('class="mark"')
    expect(markup).toContain('대한민국 서울 위치를 표시한 세계 지도')
    expect(textOf(markup)).toContain('북위 37.6°, 동경 127.0°')
    const south = { ...seoul, coordinates: { latitude: -33.9, longitude: -70 } }
    expect(textOf(drawn(<LocationResult answer={south} />))).toContain('33.9° S, 70.0° W')
  })

  test('is said to be no more than a country where that is so, and nothing is drawn for nowhere', () => {
    expect(textOf(drawn(<LocationResult answer={{ ...seoul, city: null, region: null }} />))).toContain(
      namesText.en['ip.only-country'],
    )
    const nowhere = { ...seoul, city: null, region: null, country: null, countryCode: null, coordinates: null, timezone: null }
    const markup = drawn(<LocationResult answer={nowhere} />)
    expect(markup).not.toContain('class="map"')
    expect(textOf(markup)[0]).toBe('Details')
  })
})

test('a time is told in its two largest units', () => {
  const told = (seconds: number, locale: 'en' | 'ko') => spanOf(seconds, sayIn(namesText, locale))
  expect([0, 59, 300, 5400, 86_400, 90_061, 1_209_600].map((seconds) => told(seconds, 'en'))).toEqual([
    ...['0 s', '59 s', '5 min', '1 h 30 min', '1 day', '1 day 1 h', '14 days'],
  ])
  expect(told(5400, 'ko')).toBe('1시간 30분')
})
