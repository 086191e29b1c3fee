import { describe, expect, test } from 'bun:test'
import { listed } from '../support/listed.ts'
import { bodyOf, postTool } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

const server = await sharedServer()

const lookup = (body: unknown, headers: Record<string, string> = {}) => postTool(server.url, 'ip-lookup', body, headers)

test('an IPv4 address', async () => {
  const answer = await lookup({ ip: '168.126.63.1' })
  expect(answer.status).toBe(200)
  const body = await bodyOf(answer)
  expect(Object.keys(body)).toEqual(
    listed(`
    tool checkedAt elapsedMs headline good ip ipVersion dataDate organization prefix registry country countryCode asns
  `),
  )
  expect(body).toMatchObject({
    tool: 'ip-lookup',
    checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    elapsedMs: expect.any(Number),
    ip: '168.126.63.1',
    ipVersion: 4,
    dataDate: '2026-06-05',
    organization: 'Korea Telecom',
    prefix: '168.126.32.0/19',
    registry: 'APNIC',
    country: 'South Korea',
    countryCode: 'KR',
    asns: [{ asn: 4766, organization: 'Korea Telecom', prefix: '168.126.32.0/19' }],
  })
})

test('an IPv6 address, in any spelling', async () => {
  for (const ip of ['2606:4700:4700::1111', '2606:4700:4700:0:0:0:0:1111', '[2606:4700:4700::1111]', '2606:4700:4700::0.0.17.17'])
    expect(await bodyOf(await lookup({ ip }))).toMatchObject({
      ip: '2606:4700:4700::1111',
      ipVersion: 6,
      prefix: '2606:4700:4700::/48',
      registry: 'ARIN',
    })
})

test('an address that no network announces has nulls, not guesses', async () =>
  expect(await bodyOf(await lookup({ ip: '2410::1' }))).toMatchObject({ organization: null, prefix: null, asns: [] }))

test('if two ranges contain an address, the more specific one is answered', async () => {
  expect(await bodyOf(await lookup({ ip: '215.0.0.1' }))).toMatchObject({ asns: [{ asn: 721 }] })
  expect(await bodyOf(await lookup({ ip: '214.95.0.1' }))).toMatchObject({ asns: [{ asn: 749 }] })
})

test.each([
  ['10.0.0.1', '10.0.0.0/8', 'RFC 1918'],
  ['127.0.0.1', '127.0.0.0/8', 'RFC 1122'],
  ['100.64.0.1', '100.64.0.0/10', 'RFC 6598'],
  ['169.254.169.254', '169.254.0.0/16', 'RFC 3927'],
  ['224.0.0.1', '224.0.0.0/4', 'RFC 5771'],
  ['255.255.255.255', '255.255.255.255/32', 'RFC 919'],
  ['::1', '::1/128', 'RFC 4291'],
  ['fe80::1', 'fe80::/10', 'RFC 4291'],
  ['::ffff:8.8.8.8', '::ffff:0:0/96', 'RFC 4291'],
  ['64:ff9b::8.8.8.8', '64:ff9b::/96', 'RFC 6052'],
  ['4000::1', '2000::/3', 'RFC 4291'],
  ['2606:4700::5efe:808:808', 'ISATAP', 'RFC 5214'],
])('an address that is not public is refused, and the block is named: %s is in %s (%s)', async (ip, block, rfc) => {
  for (const [language, words] of [
    ['en', 'Give a globally reachable address'],
    ['ko', '공인 IP 주소를 입력하십시오'],
  ] as const) {
    const answer = await lookup({ ip }, { 'accept-language': language })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, '*'])
    const body = await bodyOf(answer)
    expect(body).toMatchObject({ code: 'target-not-public', field: 'ip', status: 403 })
    expect(body.detail).toContain(block)
    expect(body.detail).toContain(rfc)
    expect(body.detail).toContain(words)
  }
})

test.each(['', '127.1', '8.8.8.8 ', 'example.com', '8.8.8.8/32', 'x'.repeat(9000)])(
  'text that is not an address is refused: %p',
  async (ip) => {
    const answer = await lookup({ ip })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([422, '*'])
    const body = await bodyOf(answer)
    expect(body).toMatchObject({ code: 'invalid-target', field: 'ip' })
    expect(JSON.stringify(body).length).toBeLessThan(1000)
  },
)

describe('a body that does not fit is refused, and the field is named', () => {
  test.each([
    [{ ip: 134744072 }, 'ip'],
    [{}, 'ip'],
    [{ ip: '8.8.8.8', extra: 1 }, 'extra'],
  ])('%j at %s', async (request, field) => {
    const answer = await lookup(request)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([422, '*'])
    const body = await bodyOf(answer)
    expect(body).toMatchObject({ code: 'invalid-request', field })
    expect(body.errors[0]).toEqual({ field, message: body.detail })
  })

  test.each([[null], [[]], ['8.8.8.8'], [8]])('%j is not an object', async (request) => {
    const body = await bodyOf(await lookup(request))
    expect(body).toMatchObject({ status: 422, code: 'invalid-request', errors: [{ field: '' }] })
    expect(body.field).toBeUndefined()
  })
})

test('as text it reads like a whois record', async () => {
  const answer = await lookup({ ip: '8.8.8.8' }, { accept: 'text/plain' })
  const text = await answer.text()
  expect(text).toMatch(/^8\.8\.8\.8 belongs to the network of Google LLC\.\n\nNetwork: +Google LLC\n/)
  expect(text).toMatch(/\nRegistry: +ARIN \(North America\)\n/)
  expect(text).toContain('8.8.8.8  one of 256 addresses  ▇\n8.8.8.0 – 8.8.8.255\n')
  expect(text).not.toContain('checkedAt')
})
