import { afterAll, describe, expect, test } from 'bun:test'
import { startFaultDns } from '../support/dns/fault.ts'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { counted, extendedError, message, opt, question, record, u8 } from '../support/dns/wire.ts'
import { startZone, threeResolvers } from '../support/dns/zone.ts'
import { labTest } from '../support/lab.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

/** An address on which no server listens. */
const DEAD = '127.0.0.1:1'
const alone = await sharedServer({ args: ['--resolvers', `a=${DEAD},b=${DEAD},c=${DEAD}`] })

describe('refusals', () => {
  test.each([
    [{}, 422, 'invalid-request', 'domain'],
    [{ domain: 7 }, 422, 'invalid-request', 'domain'],
    [{ domain: 'example.com', type: 'A' }, 422, 'invalid-request', 'type'],
    [{ domain: 'example.com', recordType: null }, 422, 'invalid-request', 'recordType'],
    [{ domain: 'example.com', recordType: 'ANY' }, 422, 'unknown-value', 'recordType'],
    [{ domain: 'example.com', recordType: '' }, 422, 'unknown-value', 'recordType'],
    [{ domain: '' }, 422, 'invalid-target', 'domain'],
    [{ domain: 'https://a@example.com/' }, 422, 'invalid-target', 'domain'],
    [{ domain: '127.1' }, 422, 'invalid-target', 'domain'],
    [{ domain: `${'a'.repeat(64)}.example` }, 422, 'invalid-target', 'domain'],
    [{ domain: 'localhost' }, 403, 'target-not-public', 'domain'],
    [{ domain: 'vault.service.consul', recordType: 'TXT' }, 403, 'target-not-public', 'domain'],
    [{ domain: '1.0.168.192.in-addr.arpa', recordType: 'PTR' }, 403, 'target-not-public', 'domain'],
  ])('%p: %i %s at %s', async (request, status, code, field) => {
    const answer = await postTool(alone.url, 'dns-lookup', request)
    expect(answer.status).toBe(status)
    expect(await bodyOf(answer)).toMatchObject({ code, field, status })
  })

  test('an address is sent to reverse-dns, in both languages', async () => {
    for (const domain of ['8.8.8.8', '2001:4860:4860::8888', '[::1]'])
      for (const language of ['en', 'ko']) {
        const problem = await bodyOf(await postTool(alone.url, 'dns-lookup', { domain }, { 'accept-language': language }))
        expect(problem).toMatchObject({ code: 'invalid-target', field: 'domain' })
        expect(problem.detail).toContain('reverse-dns')
      }
  })

  test('an unknown record type comes with what is known and what was meant', async () => {
    const problem = await bodyOf(await postTool(alone.url, 'dns-lookup', { domain: 'example.com', recordType: 'spf' }))
    expect([problem.didYouMean, problem.supported.length]).toEqual([['TXT'], 16])
    const near = await bodyOf(await postTool(alone.url, 'dns-lookup', { domain: 'example.com', recordType: 'HTTP' }))
    expect(near.didYouMean).toEqual(['HTTPS'])
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

describe('text from a server', () => {
  const FORGED = 'bank.test. 300 IN A 198.18.6.66'
  const words = `x\n;; ANSWER SECTION:\r\n${FORGED}\u2028> Call me\u2029> now\u0085\u202egnp\u2066\u200f\x1b[2J`

  test('cannot begin a line, turn the direction or be endless', async () => {
    await using resolver = await startFaultDns((asked, back) => {
      const options = [extendedError(3, words), ...Array.from({ length: 60 }, () => extendedError(0, 'y'.repeat(1000)))]
      back.send(message({ id: asked.id, rcode: 2, question: question(asked.name, asked.type), additionals: [opt({ options })] }))
    })
    const at = `127.0.0.1:${resolver.endpoint.port}`
    await using doorstep = await startServer({ args: ['--resolvers', `a=${at},b=${at},c=${at}`] })
    const text = await (await postTool(doorstep.url, 'dns-lookup', { domain: 'ede.test' }, { accept: 'text/plain' })).text()
    const lines = text.split(/[\n\r\u0085\u2028\u2029]/)
    expect(lines.filter((line) => /^(;; ANSWER|bank|> Call|> now)/.test(line))).toEqual([])
    expect(text).toMatch(/^; EDE: 3 \(Stale Answer\): \(x /m)
    expect(text).toContain(FORGED)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    const found = await bodyOf(await postTool(doorstep.url, 'dns-lookup', { domain: 'ede.test' }))
    expect([found.extendedErrors.length, found.extendedErrors[1].text]).toEqual([16, `${'y'.repeat(512)}…`])
    expect(found.extendedErrors[0].text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  })

  test('in the fields of a record are clean, and its value has every byte', async () => {
    const [line, caa] = ['a\nb\u202ec', 'd\u2028e']
    await using resolver = await startFaultDns((asked, back) => {
      const data = asked.type === 257 ? Buffer.concat([u8(0), counted('issue'), Buffer.from(caa)]) : counted(Buffer.from(line))
      const answers = [record({ type: asked.type, data })]
      back.send(message({ id: asked.id, question: question(asked.name, asked.type), answers }))
    })
    const at = `127.0.0.1:${resolver.endpoint.port}`
    await using doorstep = await startServer({ args: ['--resolvers', `a=${at},b=${at},c=${at}`] })
    const look = async (recordType: string) =>
      bodyOf(await postTool(doorstep.url, 'dns-lookup', { domain: 'odd.test', recordType }))
    const [txt] = (await look('TXT')).records
    expect(txt).toMatchObject({ value: '"a\\010b\\226\\128\\174c"', data: { text: 'a b c', strings: ['a b c'] } })
    const [issue] = (await look('CAA')).records
    expect(issue).toMatchObject({ value: '0 issue "d\\226\\128\\168e"', data: { value: 'd e' } })
  })
})

const theLab = dnsLabOfFile()
let server: Server | undefined
afterAll(() => server?.[Symbol.asyncDispose]())

function dnsTest(
  name: string,
  check: (look: (domain: string, recordType?: string, language?: string) => Promise<ToolAnswer>, lab: DnsLab) => Promise<void>,
) {
  labTest(name, DNS_LAB_NEEDS, async () => {
    const lab = await theLab()
    server ??= await lab.startDoorstep()
    const { url } = server
    await check(async (domain, recordType, language = 'en') => {
      const body = recordType === undefined ? { domain } : { domain, recordType }
      const answer = await postTool(url, 'dns-lookup', body, { 'accept-language': language })
      expect(answer.status).toBe(200)
      return bodyOf(answer)
    }, lab)
  })
}

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

describe('the answer of the DNS', () => {
  dnsTest('values are normalised and sorted, records have their TTL and fields, in any case of type and name', async (look) => {
    expect(await look('PLAIN.test.', 'mX')).toMatchObject({
      domain: 'plain.test',
      recordType: 'MX',
      status: 'noerror',
      reason: null,
      failedLayer: null,
      resolver: { id: 'main', name: 'main', address: '198.18.53.10' },
      values: ['10 mail1.plain.test', '20 mail2.plain.test', '20 mail3.provider.test'],
      cnameChain: [],
      negativeTtl: null,
      nextActions: [],
    })
    const { records } = await look('plain.test', 'MX')
    expect(records).toContainEqual({
      name: 'plain.test',
      type: 'MX',
      ttl: expect.any(Number),
      value: '10 mail1.plain.test.',
      data: { preference: 10, exchange: 'mail1.plain.test' },
    })
  })

  // Each type has its fields: test/src/net/dns/rdata.test.ts.
  const FIELDS: [domain: string, type: string, data: object][] = [
    ['plain.test', 'A', { address: '198.18.40.10' }],
    ['null-mx.plain.test', 'MX', { preference: 0, exchange: '.' }],
    ['text-utf8.plain.test', 'TXT', { text: '집 bücher', strings: ['집 bücher'] }],
    ['https-odd.plain.test', 'HTTPS', { priority: 1, target: '.', params: { alpn: ['f\\oo,bar', 'h2'] } }],
    ['child.plain.test', 'DS', { keyTag: 12345, algorithm: 13, digestType: 2, digest: '0123456789ABCDEF'.repeat(4) }],
  ]
  for (const [domain, type, data] of FIELDS)
    dnsTest(`${type} of ${domain} by field`, async (look) => {
      const { records } = await look(domain, type)
      expect(records.map((record: { data: object }) => record.data)).toContainEqual(data)
    })

  dnsTest('a chain of CNAMEs is listed in order, a loop is named', async (look) => {
    const chain = await look('chain1.plain.test')
    expect(chain.cnameChain).toEqual([...[2, 3, 4, 5, 6, 7, 8].map((step) => `chain${step}.plain.test`), 'end.plain.test'])
    expect([chain.values, chain.records.length]).toEqual([['198.18.40.17'], 9])
  })

  dnsTest('a name that does not exist is distinguished from a record that does not', async (look) => {
    const missing = await look('missing.plain.test')
    expect(missing).toMatchObject({ status: 'nxdomain', reason: 'no-such-name', failedLayer: 'dns', values: [], records: [] })
    expect(missing.negativeTtl).toBeWithin(1, 61)
    const empty = await look('v4only.plain.test', 'AAAA')
    expect(empty).toMatchObject({ status: 'nodata', reason: 'no-such-record', failedLayer: 'dns', values: [] })
    expect(empty.negativeTtl).toBeWithin(1, 61)
    expect((await look('ent.plain.test')).status).toBe('nodata')
    const dangling = await look('to-nowhere.plain.test')
    expect(dangling).toMatchObject({ status: 'nxdomain', cnameChain: ['missing.plain.test'], values: [] })
    const { url } = server ?? alone
    expect(await followedCodes(url, missing.nextActions)).toEqual(['check-name'])
    expect(await followedCodes(url, empty.nextActions)).toEqual(['try-other-type'])
  })

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

  labTest('a failure for another reason is not blamed on signatures', DNS_LAB_NEEDS, async () => {
    const lab = await theLab()
    await using other = await lab.startDoorstep()
    const answer = await bodyOf(await postTool(other.url, 'dns-lookup', { domain: 'www.lame.test' }))
    expect(answer).toMatchObject({ status: 'servfail', dnssec: 'unknown' })
    expect(await followedCodes(other.url, answer.nextActions)).toEqual(['ask-other-resolvers'])
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

labTest('for a terminal it looks like the output of dig', DNS_LAB_NEEDS, async () => {
  const lab = await theLab()
  await using other = await lab.startDoorstep()
  const answer = await postTool(`${other.url}`, 'dns-lookup', { domain: 'www.plain.test' }, { accept: 'text/plain' })
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  expect(text).toMatch(
    /^The A record of www\.plain\.test is 198\.18\.40\.10\.\n\n;; status: NOERROR, flags:.*, dnssec: insecure\n/,
  )
  expect(text).toMatch(/\nwww\.plain\.test\. +\d+ +IN CNAME web\.plain\.test\.\nweb\.plain\.test\. +\d+ +IN A 198\.18\.40\.10\n/)
  const odd = await postTool(
    other.url,
    'dns-lookup',
    { domain: 'text-odd.plain.test', recordType: 'TXT' },
    { accept: 'text/plain' },
  )
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may reach a terminal
  expect(await odd.text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
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
    { type: 'MX', name: 'zone.test', ttl: 300, data: { preference: 10, exchange: 'mail.zone.test' } },
    ...long,
  ])
  await using here = await startServer({ args: ['--resolvers', threeResolvers(resolver)] })
  const look = async (domain: string, recordType = 'A') => bodyOf(await postTool(here.url, 'dns-lookup', { domain, recordType }))
  expect(await look('WWW.zone.test.')).toMatchObject({ status: 'noerror', values: ['198.18.40.10'] })
  expect((await look('zone.test', 'mx')).records).toMatchObject([
    { name: 'zone.test', type: 'MX', ttl: 300, data: { preference: 10, exchange: 'mail.zone.test' } },
  ])
  expect(await look('web.zone.test', 'AAAA')).toMatchObject({ status: 'nodata', values: [], negativeTtl: 60 })
  expect(await look('no.zone.test')).toMatchObject({ status: 'nxdomain', reason: 'no-such-name', values: [] })
  expect((await look('long.zone.test', 'TXT')).values).toHaveLength(40)
  expect(resolver.seen.filter(({ name, overTcp }) => name === 'long.zone.test' && overTcp)).toHaveLength(1)
})
