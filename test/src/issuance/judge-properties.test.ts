import { expect } from 'bun:test'
import type { AddressFacts, Facts, HttpFacts, TlsFacts } from '../../../src/issuance/facts.ts'
import { METHODS, type Method } from '../../../src/issuance/fields.ts'
import { judgeIssuance, type MethodJudgement } from '../../../src/issuance/judge.ts'
import { seededRandom } from '../../support/data/sources.ts'
import {
  at,
  caa,
  challenge,
  dns,
  facts,
  http,
  looked,
  noHttp,
  redirected,
  stopped,
  tls,
  unasked,
  wildcard,
  zone,
} from '../../support/issuance/facts.ts'
import { samples, sampleTest } from '../../support/lab.ts'

type Some<T> = readonly [T, ...T[]]
const random = seededRandom(26)
const pick = <T>(of: Some<T>): T => of[Math.floor(random() * of.length)] ?? of[0]
/** Mostly the first, so that what is wrong is rarely wrong in two ways. */
const rarely = <T>(usual: T, others: Some<T>): T => (random() < 0.8 ? usual : pick(others))

const HTTP: Some<HttpFacts | null> = [
  null,
  ...[http({ status: 200, page: 'page' }), http({ status: 401, page: 'login' }), http({ status: 403, page: 'login' })],
  ...[http({ status: 200, page: 'router' }), http({ status: 502, page: 'error' }), http({ proof: 'someone-else' }), redirected()],
  ...[noHttp('refused'), noHttp('silent'), noHttp('limited'), noHttp('tls-on-http-port'), noHttp('broken'), noHttp('not-http')],
  ...[
    noHttp('proof', { proof: 'proven' }),
    stopped('port', 'http://x:81/'),
    stopped('elsewhere', 'http://x/'),
    http({ proxy: 'P' }),
  ],
  ...[
    noHttp('silent', { url: 'https://home.example.com/', redirects: redirected().redirects }),
    http({ status: null, page: null }),
  ],
]
const TLS_OUTCOMES = ['offered', 'ignored', 'refused', 'silent', 'limited', 'plain-http', 'not-tls', 'broken'] as const
const TLS: Some<TlsFacts | null> = [null, ...TLS_OUTCOMES.map((outcome) => tls({ outcome, alert: null }))]
const FAILED = looked([], { status: 'servfail' })
const NONE = looked()

function address(text: string): AddressFacts {
  const kind = rarely<AddressFacts['kind']>('public', ['reserved', 'not-checked'])
  return kind === 'public' ? at(text, { http: rarely(http(), HTTP), tls: rarely(tls(), TLS) }) : unasked(text, kind)
}

function anyFacts(): Facts {
  const six = ['2001:db8::7', '2001:db8::8'].slice(0, pick([0, 0, 1, 2]))
  const four = ['203.0.113.7', '203.0.113.8'].slice(0, pick([0, 1, 1, 2]))
  const delegated = challenge({ alias: 'x.example', aliasAnswers: pick([true, false, null]) })
  const given = {
    dns: dns({
      ipv4: four.length > 0 ? looked(four) : pick([NONE, FAILED, null]),
      ipv6: six.length > 0 ? looked(six) : pick([NONE, FAILED, null]),
      caa: rarely(caa(), [
        null,
        caa([], { failed: { name: 'example.com', status: 'servfail', reason: 'server-failure', dnssec: 'unknown' } }),
        caa(['0 issue "pki.goog"']),
      ]),
      zone: rarely(zone(), [
        null,
        zone('lame', 'answers'),
        zone('silent', 'lame'),
        zone('not-asked'),
        { apex: null, servers: [], isLent: false },
      ]),
      challenge: rarely(challenge(), [null, challenge({ status: 'servfail' }), challenge({ dnssec: 'bogus' }), delegated]),
    }),
    addresses: [...six, ...four].map(address),
  }
  return random() < 0.1 ? wildcard(given) : facts(given)
}

/** The sight without which a method is never said to work, whatever else was seen. */
const NEEDED: Record<Method, (given: Facts) => boolean> = {
  'http-01': ({ addresses, dns: { ipv4, ipv6 } }) =>
    [ipv4, ipv6].some((found) => found && found.values.length > 0) &&
    addresses.some(
      ({ kind, http: found }) =>
        kind === 'public' && found && (found.proof === 'proven' || (found.status === 404 && !found.stopped)),
    ),
  'tls-alpn-01': ({ addresses }) =>
    addresses.some(
      ({ kind, tls: found }) => kind === 'public' && found && (found.outcome === 'offered' || found.outcome === 'alert'),
    ),
  'dns-01': ({ dns: { zone: found, challenge: record } }) =>
    found?.servers.some(({ state }) => state === 'answers') === true &&
    record !== null &&
    ['noerror', 'nodata', 'nxdomain'].includes(record.status),
}

const severitiesOf = ({ problems }: MethodJudgement) => new Set(problems.map(({ severity }) => severity))
const shown = (given: Facts) => JSON.stringify(given, null, 1)

sampleTest('every verdict follows from its problems, and rests on what was seen', () => {
  const counts = new Map<string, number>()
  for (let left = samples(8000, 60_000); left > 0; left--) {
    const given = anyFacts()
    const { methods, best, verdict } = judgeIssuance(given, METHODS)
    const working = methods.filter((one) => one.verdict === 'would-work')
    for (const one of methods) {
      const severities = severitiesOf(one)
      const expected = severities.has('error') ? 'would-fail' : severities.has('unclear') ? 'cannot-tell' : 'would-work'
      if (one.verdict !== expected) throw new Error(`${one.method} is ${one.verdict}: ${shown(given)}`)
      if (one.verdict === 'would-work' && !(given.dns.caa && !given.dns.caa.failed && NEEDED[one.method](given)))
        throw new Error(`${one.method} works by nothing that was seen: ${shown(given)}`)
      if (one.verdict === 'would-work' && one.method !== 'dns-01' && given.subject.wildcard) throw new Error(shown(given))
      counts.set(`${one.method} ${one.verdict}`, (counts.get(`${one.method} ${one.verdict}`) ?? 0) + 1)
    }
    const bestWorks = best === null ? working.length === 0 : working.some(({ method }) => method === best)
    const isCertain = ({ problems }: MethodJudgement) =>
      problems.every(({ code }) => !['addresses-differ', 'proxied', 'lame-name-server'].includes(code))
    const bestIsCertain = !working.some(isCertain) || working.some((one) => one.method === best && isCertain(one))
    if (!bestWorks || !bestIsCertain) throw new Error(`${best} is not the best: ${shown(given)}`)
    if ((verdict === 'would-work') !== (best !== null)) throw new Error(`${verdict} with ${best}: ${shown(given)}`)
  }
  // Each method met each verdict, or the samples say nothing.
  expect([...counts.values()].filter((count) => count > 100)).toHaveLength(METHODS.length * 3)
})

sampleTest('one more address of a family never turns an order that fails now and then into one that always fails', () => {
  for (let left = samples(1000, 6000); left > 0; left--) {
    const given = anyFacts()
    const isSeen = given.addresses.some((one) => one.kind !== 'reserved')
    const [before] = judgeIssuance(given, ['http-01']).methods
    const good = at('203.0.113.9')
    const [after] = judgeIssuance({ ...given, addresses: [...given.addresses, good] }, ['http-01']).methods
    const isOf4 = given.addresses.every(({ address: { version } }) => version === 4)
    if (isSeen && isOf4 && before?.verdict !== 'would-fail' && after?.verdict === 'would-fail') throw new Error(shown(given))
  }
})

sampleTest('the order in which addresses come changes nothing', () => {
  const told = (given: Facts) =>
    judgeIssuance(given, METHODS).methods.map(({ verdict, problems }) => [
      verdict,
      ...problems.map(({ code, severity }) => `${code} ${severity}`).sort(),
    ])
  for (let left = samples(1000, 6000); left > 0; left--) {
    const given = anyFacts()
    expect(told({ ...given, addresses: given.addresses.toReversed() })).toEqual(told(given))
  }
})
