// Answers of hosts and servers: lost packets, silent hops, services, headers, versions of TLS.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { sayIn } from '../../../../../../src/contract/text.ts'
import type { Certificates, HeaderList, Hop, PingReply, ToolAnswers } from '../../../../../../src/faces/web/page/answers.ts'
import { CertificatesResult } from '../../../../../../src/faces/web/page/results/certificates.tsx'
import { HeadersResult } from '../../../../../../src/faces/web/page/results/headers.tsx'
import { PingResult } from '../../../../../../src/faces/web/page/results/ping.tsx'
import { serviceStations } from '../../../../../../src/faces/web/page/results/service.tsx'
import { foldedRows, TraceResult } from '../../../../../../src/faces/web/page/results/trace.tsx'
import { waysText } from '../../../../../../src/faces/web/page/ways.text.ts'
import { answerOf } from '../../../../../support/page/answers.ts'

const IP = '203.0.113.7'
const textOf = (part: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(part)
    .replace(/<[^>]+>/g, '\n')
    .replace(/\s+/g, ' ')
    .trim()

const reply = (seq: number, fields: Partial<PingReply>): PingReply => ({
  ...{ seq, status: 'reply', reason: null, failedLayer: null, rttMs: 9, ttl: 55, from: IP },
  ...fields,
})
const elsewhere = { status: 'unreachable', reason: 'hop-limit-exceeded', rttMs: 352.4, from: '198.18.7.1' } as const

test('a packet that a router answers for the host is lost, and the router is named once', () => {
  const replies = [reply(1, elsewhere), reply(2, elsewhere), reply(3, { status: 'timeout', rttMs: null, from: null })]
  const packets = { sent: 3, received: 0, lossPercent: 100 }
  const markup = renderToStaticMarkup(<PingResult answer={answerOf('ping', { replies, packets, rttMs: null })} events={[]} />)
  expect(markup.match(/×/g)).toHaveLength(3)
  expect(markup).not.toContain('352')
  expect(markup.match(/198\.18\.7\.1 answered instead of the host \(hop-limit-exceeded\)\./g)).toHaveLength(1)
  expect(markup).toContain('1: lost, 2: lost, 3: lost')
  expect(textOf(<PingResult answer={answerOf('ping', { replies, packets, rttMs: null })} events={[]} />)).toEndWith(
    'Sent 3 Lost 100%',
  )
})

test('while a ping runs, each reply has its bar and each number its place', () => {
  const text = textOf(<PingResult answer={null} events={[reply(1, { rttMs: 8.14 })]} />)
  expect(text).toBe('8.1 1 Sent – Lost – Fastest – Average – Slowest –')
})

const hop = (number: number, fields: Partial<Hop> = {}): Hop => ({
  ...{ hop: number, address: null, addresses: [], hostname: null, rttMs: [null, null], asn: null, organization: null },
  ...{ city: null, countryCode: null, latitude: null, longitude: null, scope: null, status: 'timeout', reason: null },
  ...fields,
})
const heard = (number: number, fields: Partial<Hop> = {}) =>
  hop(number, { address: IP, addresses: [IP], rttMs: [4.2, 2.1], status: 'hop', ...fields })

test('hops in a row of which nothing is known are one row, all others have their own', () => {
  const rows = (hops: readonly Hop[]) => foldedRows(hops).map(({ hop: { hop: first }, last }) => `${first}-${last}`)
  const hidden = hop(1, { status: 'hidden' })
  expect(rows([hidden, hop(2), hop(3), heard(4), heard(5), hop(6)])).toEqual(['1-1', '2-3', '4-4', '5-5', '6-6'])
  expect(rows([hop(1), hop(2, { reason: 'no-route' }), hop(3)])).toEqual(['1-1', '2-2', '3-3'])
  expect(rows([])).toEqual([])
  const seoul = heard(1, { city: 'Seoul', countryCode: 'KR', asn: 4766, organization: 'Korea Telecom' })
  const text = textOf(<TraceResult answer={null} events={[seoul, hop(2), hop(3), hop(4, { reason: 'no-route' })]} />)
  expect(text).toEndWith(`1 ${IP} Korea Telecom AS4766 Seoul, KR 2.1 ms 2–3 no answer 4 no answer (no-route)`)
})

type Service = ToolAnswers['public-service-check']
const SERVICE = {
  ...{ target: 'a.example', port: 443, unicodeTarget: 'a.example', where: null, http: null },
  resolved: { status: 'noerror', addresses: [IP], omitted: 2, address: IP },
  tcp: { status: 'open', reason: null, failedLayer: null, latencyMs: 21 },
} as const

const HTTP: NonNullable<Service['http']> = {
  ...{ scheme: 'https' as const, url: '', ok: true, status: 301, server: 'nginx', location: 'https://b.example/' },
  ...{ latencyMs: 3, error: null, failedLayer: null, tls: { authorized: true, protocol: 'TLSv1.3', error: null } },
}

const EXPIRED = { authorized: false, protocol: 'TLSv1.3', error: 'CERT_HAS_EXPIRED' }

test.each<[string, Partial<Service>, string[]]>([
  [
    'everything answers',
    { http: HTTP },
    [
      'ok Name: Leads to 3 addresses',
      'ok TCP port 443: Open, after 21.0 ms',
      'ok Certificate: Trusted, TLSv1.3',
      'ok HTTPS: 301 · nginx → https://b.example/',
    ],
  ],
  [
    'a certificate that is not trusted, and an error of the server',
    { http: { ...HTTP, ok: false, status: 503, server: null, location: null, tls: EXPIRED } },
    [
      'ok Name: Leads to 3 addresses',
      'ok TCP port 443: Open, after 21.0 ms',
      'problem Certificate: Not trusted (CERT_HAS_EXPIRED)',
      'problem HTTPS: 503',
    ],
  ],
  [
    'no HTTP behind the port',
    { http: { ...HTTP, scheme: 'http', ok: false, status: null, server: null, location: null, error: 'not-http', tls: null } },
    ['ok Name: Leads to 3 addresses', 'ok TCP port 443: Open, after 21.0 ms', 'problem HTTP: No usable answer (not-http)'],
  ],
  [
    'a name that does not exist',
    { resolved: { status: 'nxdomain', addresses: [], omitted: 0, address: null }, tcp: null },
    ['problem Name: Does not exist', 'waiting TCP port 443: Not asked'],
  ],
  [
    'name servers that are silent',
    { resolved: { status: 'timeout', addresses: [], omitted: 0, address: null }, tcp: null },
    ['unknown Name: No answer from name servers', 'waiting TCP port 443: Not asked'],
  ],
  [
    'an address in place of a name, and silence',
    {
      target: IP,
      resolved: { ...SERVICE.resolved, omitted: 0 },
      tcp: { ...SERVICE.tcp, status: 'timeout', latencyMs: null, reason: 'no-answer' },
    },
    ['unknown TCP port 443: No answer'],
  ],
])('a service is drawn as far as it was asked: %s', (_, fields, boxes) => {
  const stations = serviceStations(answerOf('public-service-check', { ...SERVICE, ...fields }), sayIn(waysText, 'en'))
  expect(stations.map(({ mark, name, seen }) => `${mark} ${name}: ${seen}`)).toEqual(boxes)
})

test('headers that protect visitors are marked only as far as all headers are known', () => {
  const shown = (fields: Partial<HeaderList>) => {
    const headers = [{ name: 'X-Content-Type-Options', value: 'nosniff' }]
    const answer = answerOf('http-headers', { headers, redirects: [], omitted: 0, finalUrl: 'http://a.example/', ...fields })
    return renderToStaticMarkup(<HeadersResult answer={answer} />).match(/class="chip( on)?"/g)?.length ?? 0
  }
  expect(shown({})).toBe(5)
  // Browsers heed one of them over HTTPS alone.
  expect(shown({ finalUrl: 'https://a.example/' })).toBe(6)
  expect(shown({ omitted: 3 })).toBe(1)
  expect(shown({ headers: [] })).toBe(0)
})

test('redirects end with the last URL and its status', () => {
  const redirects = [{ url: 'http://a.example/', status: 301, location: 'https://a.example/', address: IP }]
  const answer = answerOf('http-headers', {
    redirects,
    redirectsOmitted: 0,
    finalUrl: 'https://a.example/',
    status: 200,
    headers: [],
  })
  expect(textOf(<HeadersResult answer={answer} />)).toEndWith('Redirects 301 http://a.example/ 200 https://a.example/')
})

test('a server without a handshake says why, and nothing of any version', () => {
  const versions = (supported: boolean | null) => ['TLSv1', 'TLSv1.3'].map((name) => ({ name, supported }))
  const shown = (fields: Partial<Certificates>) =>
    textOf(<CertificatesResult answer={answerOf('ssl-check', { certificate: null, chain: [], ...fields })} />)
  expect(shown({ reason: 'connection-refused', supportedProtocols: versions(null) })).toBe('Reason connection-refused')
  expect(shown({ reason: null, supportedProtocols: versions(true) })).toContain('TLSv1.3: yes')
})
