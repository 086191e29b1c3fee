import { describe, expect, test } from 'bun:test'
import { DNS_LAB_NEEDS, dnsLabOfFile } from '../support/dns/lab.ts'
import { startZone, threeResolvers } from '../support/dns/zone.ts'
import { labTest } from '../support/lab.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { shared, sharedServer } from '../support/shared.ts'

/** An address on which no server listens. */
const DEAD = '127.0.0.1:1'
const alone = await sharedServer({ args: ['--resolvers', `a=${DEAD},b=${DEAD},c=${DEAD}`] })

describe('refusals', () => {
  test.each([
    [{ domain: 'example.com', type: 'A' }, 422, 'invalid-request', 'type'],
    [{ domain: 'example.com', recordType: null }, 422, 'invalid-request', 'recordType'],
    [{ domain: 'example.com', recordType: '' }, 422, 'unknown-value', 'recordType'],
    [{ domain: '127.1' }, 422, 'invalid-target', 'domain'],
    [{ domain: '1.0.168.192.in-addr.arpa', recordType: 'PTR' }, 403, 'target-not-public', 'domain'],
  ])('%p: %i %s at %s', async (request, status, code, field) => {
    const answer = await postTool(alone.url, 'dns-lookup', request)
    expect(answer.status).toBe(status)
    expect(await bodyOf(answer)).toMatchObject({ code, field, status })
  })

  test('an address is sent to reverse-dns, in both languages', async () => {
    for (const [domain, language] of [
      ['8.8.8.8', 'en'],
      ['[::1]', 'ko'],
    ] as const) {
      const problem = await bodyOf(await postTool(alone.url, 'dns-lookup', { domain }, { 'accept-language': language }))
      expect(problem).toMatchObject({ code: 'invalid-target', field: 'domain', detail: expect.stringContaining('reverse-dns') })
    }
  })

  test('an unknown record type comes with what is known and what was meant', async () => {
    for (const [recordType, meant] of [
      ['spf', 'TXT'],
      ['HTTP', 'HTTPS'],
    ] as const) {
      const problem = await bodyOf(await postTool(alone.url, 'dns-lookup', { domain: 'example.com', recordType }))
      expect([problem.didYouMean, problem.supported.length]).toEqual([[meant], 16])
    }
  })
})

test('a resolver that is not there is a finding', async () => {
  const answer = await bodyOf(await postTool(alone.url, 'dns-lookup', { domain: 'example.com' }))
  expect(answer).toMatchObject({
    tool: 'dns-lookup',
    domain: 'example.com',
    recordType: 'A',
    status: 'error',
    reason: 'connection-refused',
    failedLayer: 'dns',
    resolver: { id: 'a', name: 'a', address: '127.0.0.1' },
    values: [],
    dnssec: 'unknown',
  })
  expect(await followedCodes(alone.url, answer.nextActions)).toEqual(['ask-other-resolvers'])
})

const theLab = dnsLabOfFile()
const labServer = shared(async () => (await theLab()).startDoorstep())

type Look = (domain: string, recordType?: string, language?: string) => Promise<ToolAnswer>

function dnsTest(name: string, check: (look: Look, url: string) => Promise<void>) {
  labTest(name, DNS_LAB_NEEDS, async () => {
    const { url } = await labServer()
    const look: Look = async (domain, recordType = 'A', language = 'en') =>
      bodyOf(await postTool(url, 'dns-lookup', { domain, recordType }, { 'accept-language': language }))
    await check(look, url)
  })
}

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

describe('the answer of the DNS', () => {
  dnsTest('names in other scripts, both ways', async (look) => {
    for (const domain of ['집.plain.test', 'xn--rc6b.plain.test', '집。PLAIN.test'])
      expect(await look(domain)).toMatchObject({
        domain: 'xn--rc6b.plain.test',
        unicodeDomain: '집.plain.test',
        values: ['198.18.40.23'],
      })
    expect(await look('plain.test')).not.toHaveProperty('unicodeDomain')
    expect((await look('없음.plain.test')).nextActions[0].text).toContain('없음.plain.test')
  })

  dnsTest('private addresses in public DNS are shown, and are a finding', async (look) => {
    const answer = await look('half-private.plain.test', 'A', 'ko')
    expect(answer).toMatchObject({ status: 'noerror', values: ['10.0.0.1', '198.18.40.27'] })
    expect(answer.nextActions[0]).toMatchObject({
      code: 'private-address',
      text: expect.stringContaining('10.0.0.1 주소는 공인 IP'),
    })
  })
})

describe('how far it can be trusted', () => {
  dnsTest('secure, insecure, bogus', async (look) => {
    expect(await look('www.signed.test')).toMatchObject({ dnssec: 'secure', authenticated: true })
    expect(await look('no.signed.test')).toMatchObject({ dnssec: 'secure', status: 'nxdomain' })
    expect(await look('web.plain.test')).toMatchObject({ dnssec: 'insecure', authenticated: false })
    expect(await look('www.nods.test')).toMatchObject({ dnssec: 'insecure' })
    for (const domain of ['broken.bogus.test', 'www.expired.test'])
      for (const language of ['en', 'ko']) {
        const bogus = await look(domain, 'A', language)
        expect(bogus).toMatchObject({ dnssec: 'bogus', status: 'servfail', reason: 'server-failure', values: [] })
        expect(bogus.extendedErrors[0]).toMatchObject({ code: expect.any(Number), name: expect.any(String) })
        expect(bogus.nextActions[0]).toMatchObject({ code: 'fix-dnssec', text: expect.stringContaining('DNSSEC') })
      }
  })

  dnsTest('a failure for another reason is not blamed on signatures', async (look, url) => {
    const answer = await look('www.lame.test')
    expect(answer).toMatchObject({ status: 'servfail', dnssec: 'unknown' })
    expect(await followedCodes(url, answer.nextActions)).toEqual(['ask-other-resolvers'])
  })

  labTest('a resolver that checks nothing knows nothing; an authority says so', DNS_LAB_NEEDS, async () => {
    const lab = await theLab()
    const resolvers = `plain=${lab.resolvers.plain},b=${DEAD},c=${DEAD}`
    await using plain = await lab.startDoorstep({ args: ['--resolvers', resolvers] })
    const look = async (url: string, domain: string) => bodyOf(await postTool(url, 'dns-lookup', { domain }))
    expect(await look(plain.url, 'www.signed.test')).toMatchObject({
      dnssec: 'unknown',
      authenticated: false,
      values: [expect.any(String)],
    })
    expect(await look(plain.url, 'broken.bogus.test')).toMatchObject({ dnssec: 'unknown', status: 'noerror' })
    const authority = `zone=${lab.authorities.primary},b=${DEAD},c=${DEAD}`
    await using direct = await lab.startDoorstep({ args: ['--resolvers', authority] })
    expect(await look(direct.url, 'plain.test')).toMatchObject({ authoritative: true, dnssec: 'unknown' })
    const loop = await look(direct.url, 'loop-a.plain.test')
    expect(loop).toMatchObject({
      status: 'error',
      reason: 'cname-loop',
      values: [],
      cnameChain: ['loop-b.plain.test', 'loop-a.plain.test'],
    })
    expect(await followedCodes(direct.url, loop.nextActions)).toEqual(['break-cname-loop'])
    expect(await look(direct.url, 'www.lame.test')).toMatchObject({ status: 'refused', reason: 'refused-by-server' })
  })
})

dnsTest('for a terminal it looks like the output of dig', async (_, url) => {
  const answer = await postTool(url, 'dns-lookup', { domain: 'www.plain.test' }, { accept: 'text/plain' })
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  expect(text).toMatch(
    /^The A record of www\.plain\.test is 198\.18\.40\.10\.\n\n;; status: NOERROR, flags:.*, dnssec: insecure\n/,
  )
  expect(text).toMatch(/\nwww\.plain\.test\. +\d+ +IN CNAME web\.plain\.test\.\nweb\.plain\.test\. +\d+ +IN A 198\.18\.40\.10\n/)
})

test('of a resolver that runs anywhere: records with their fields, aliases, an absence of both kinds, and an answer too long for a datagram', async () => {
  const long = Array.from({ length: 40 }, (_, index) => ({
    type: 'TXT' as const,
    name: 'long.zone.test',
    ttl: 300,
    data: `${index}`.padStart(60, '.'),
  }))
  await using resolver = await startZone([
    { type: 'A', name: 'web.zone.test', ttl: 300, data: '198.18.40.10' },
    { type: 'CNAME', name: 'www.zone.test', ttl: 120, data: 'web.zone.test' },
    { type: 'MX', name: 'zone.test', ttl: 300, data: { preference: 20, exchange: 'b.zone.test' } },
    { type: 'MX', name: 'zone.test', ttl: 300, data: { preference: 10, exchange: 'a.zone.test' } },
    ...long,
  ])
  await using here = await startServer({ args: ['--resolvers', threeResolvers(resolver)] })
  const look = async (domain: string, recordType = 'A') => bodyOf(await postTool(here.url, 'dns-lookup', { domain, recordType }))
  expect(await look('WWW.zone.test.')).toMatchObject({
    domain: 'www.zone.test',
    status: 'noerror',
    values: ['198.18.40.10'],
    cnameChain: ['web.zone.test'],
    records: [{ type: 'CNAME' }, { type: 'A' }],
  })
  expect(await look('zone.test', 'mX')).toMatchObject({
    recordType: 'MX',
    reason: null,
    failedLayer: null,
    values: ['10 a.zone.test', '20 b.zone.test'],
    records: [
      { name: 'zone.test', type: 'MX', ttl: 300, value: '20 b.zone.test.', data: { preference: 20, exchange: 'b.zone.test' } },
      {},
    ],
    negativeTtl: null,
    nextActions: [],
  })
  const empty = await look('web.zone.test', 'AAAA')
  expect(empty).toMatchObject({ status: 'nodata', reason: 'no-such-record', values: [], negativeTtl: 60 })
  const missing = await look('no.zone.test')
  expect(missing).toMatchObject({ status: 'nxdomain', reason: 'no-such-name', failedLayer: 'dns', values: [], records: [] })
  const codes = async ({ nextActions }: ToolAnswer) => followedCodes(here.url, nextActions)
  expect([await codes(empty), await codes(missing)]).toEqual([['try-other-type'], ['check-name']])
  expect((await look('long.zone.test', 'TXT')).values).toHaveLength(40)
  expect(resolver.seen.filter(({ name, overTcp }) => name === 'long.zone.test' && overTcp)).toHaveLength(1)
})
