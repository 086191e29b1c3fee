// Both families of a requester, over HTTP. A trusted proxy names the client, and a listener counts what is sent to its addresses.
import { afterAll, describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { Secret } from '../../../src/platform/log.ts'
import { PAIR_MS, PairTokens } from '../../../src/policy/pair.ts'
import { addressOf } from '../../support/policy/rules.ts'
import { bodyOf, postTool, type Server, startServer } from '../../support/server.ts'
import { sharedServer } from '../../support/shared.ts'
import { until } from '../../support/until.ts'

const SECRET = 'one secret for all the instances, 32 bytes or more'
const FOUR = '127.0.0.1'
const SIX = '::1'
const PROXY = ['--trusted-proxies', '127.0.0.1']
const ALLOWED = ['--allow-targets', '127.0.0.1/32,127.0.0.2/32,::1']

/** The connections that each address got; both listen on one port. */
const met = { [FOUR]: 0, [SIX]: 0 }
const listenAt = (hostname: keyof typeof met, port: number) =>
  Bun.listen({ hostname, port, socket: { open: () => void met[hostname]++, data() {} } })
const four = listenAt(FOUR, 0)
const { port } = four
const six = listenAt(SIX, port)
afterAll(() => [four, six].map((listener) => listener.stop(true)))
const server = await sharedServer({ args: [...PROXY, ...ALLOWED], env: { DOORSTEP_PAIR_SECRET: SECRET } })
const stranger = await sharedServer({ args: [...PROXY, ...ALLOWED] })

const pairAt = (at: Server, client: string, headers: Record<string, string> = {}) =>
  fetch(`${at.url}/api/pair`, { headers: { 'x-forwarded-for': client, ...headers } })
const tokenAt = async (at: Server, client: string): Promise<string> => (await bodyOf(await pairAt(at, client))).token
const ask = (alsoMe: unknown, client = FOUR, headers: Record<string, string> = {}) =>
  postTool(server.url, 'reachability', { port, alsoMe }, { 'x-forwarded-for': client, ...headers })

describe('a token is sent nowhere but checked', () => {
  test('of the other family: both addresses are met', async () => {
    const before = { ...met }
    const found = await bodyOf(await ask([await tokenAt(server, SIX)]))
    expect(
      found.families.map(({ ipVersion, ip, verdict, where }: Record<string, unknown>) => [ipVersion, ip, verdict, where]),
    ).toEqual([
      [4, FOUR, 'reachable', null],
      [6, SIX, 'reachable', null],
    ])
    expect([found.ip, found.clients]).toEqual([FOUR, 'fine'])
    await until(() => met[FOUR] > before[FOUR] && met[SIX] > before[SIX], 'both addresses are met')
  })

  test('without one, nobody is told of clients', async () => {
    const before = met[SIX]
    for (const none of [undefined, []]) {
      const found = await bodyOf(await ask(none))
      expect([found.families.length, found.clients, found.families[0].ip]).toEqual([1, null, FOUR])
    }
    expect(met[SIX]).toBe(before)
  })
})

/** Tokens that are refused, the field, and what the refusal says. */
const REFUSED: [string, () => Promise<unknown[]> | unknown[], string, RegExp][] = [
  ['a word', () => ['token'], 'alsoMe.0', /not a token that this server made.*GET \/api\/pair.*IPv6/],
  ['an altered one', async () => [`A${(await tokenAt(server, SIX)).slice(1)}B`], 'alsoMe.0', /not a token that this server made/],
  ['one of another server', async () => [await tokenAt(stranger, SIX)], 'alsoMe.0', /--pair-secret/],
  [
    'one of the own family',
    async () => [await tokenAt(server, '127.0.0.2')],
    'alsoMe.0',
    /127\.0\.0\.2, the same version of IP.*\(127\.0\.0\.1\).*over IPv6/,
  ],
  ['one of the own address', async () => [await tokenAt(server, FOUR)], 'alsoMe.0', /the same version of IP/],
  ['a bad one behind a good one', async () => [await tokenAt(server, SIX), 'x'], 'alsoMe.1', /not a token/],
  [
    'an expired one',
    () => [new PairTokens(new Secret(SECRET, ''), () => Date.now() - PAIR_MS - 1).mint(addressOf(SIX)).token],
    'alsoMe.0',
    /has expired: it is valid for five minutes/,
  ],
  [
    'one of an address that must not be checked',
    () => [new PairTokens(new Secret(SECRET, '')).mint(addressOf('fe80::1')).token],
    'alsoMe.0',
    /fe80::1, which this server may not check/,
  ],
  [
    'two addresses',
    async () => [await tokenAt(server, SIX), new PairTokens(new Secret(SECRET, '')).mint(addressOf('2606:4700::1')).token],
    'alsoMe.1',
    /a different address than the first/,
  ],
]

describe('refused before anything is sent:', () => {
  test.each(REFUSED)('%s', async (_, tokens, field, detail) => {
    const before = { ...met }
    const given = await tokens()
    const answer = await ask(given)
    const problem = await bodyOf(answer)
    expect([answer.status, problem.code, problem.field]).toEqual([422, 'invalid-request', field])
    expect(problem.errors).toEqual([{ field, message: problem.detail }])
    expect(problem.detail).toMatch(detail)
    expect((await bodyOf(await ask(given, FOUR, { 'accept-language': 'ko' }))).detail).toMatch(/토큰.*십시오/)
    expect(met).toEqual(before)
  })

  test.each([
    ['three', ['a', 'b', 'c'], 'alsoMe'],
    ['a number', [1], 'alsoMe.0'],
    ['not a list', 'token', 'alsoMe'],
    ['one that is far too long', ['a'.repeat(101)], 'alsoMe.0'],
  ])('%s, by the schema', async (_, alsoMe, field) => {
    const before = { ...met }
    const problem = await bodyOf(await ask(alsoMe))
    expect([[problem.code, problem.errors[0].field], met]).toEqual([['invalid-request', field], before])
  })
})

describe('GET /api/pair', () => {
  test('answers with address, token and end, to be kept nowhere and read by any program', async () => {
    const answer = await pairAt(server, '2606:4700::7')
    const { headers } = answer
    const { ip, token, expiresAt, ...rest } = await bodyOf(answer)
    expect([ip, typeof token, rest]).toEqual(['2606:4700::7', 'string', {}])
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(PAIR_MS - 10_000)
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(PAIR_MS)
    expect(['cache-control', 'vary', 'access-control-allow-origin', 'set-cookie'].map((name) => headers.get(name))).toEqual([
      'no-store',
      'Accept',
      '*',
      null,
    ])
    const text = await (await pairAt(server, '2606:4700::7', { accept: 'text/plain' })).text()
    expect(text).toMatch(/2606:4700::7\n[\s\S]*token/)
    const head = await fetch(`${server.url}/api/pair`, { method: 'HEAD', headers: { 'x-forwarded-for': '2606:4700::7' } })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${server.url}/api/pair`, { method: 'POST' })).status).toBe(405)
  })

  test.each(['10.0.0.1', '100.64.0.1', '192.168.0.9', 'fe80::1', 'fd00::1', '127.0.0.9'])(
    'refuses %s as port-check does, and says why',
    async (client) => {
      const [pair, check] = await Promise.all([
        pairAt(server, client),
        postTool(server.url, 'port-check', { port }, { 'x-forwarded-for': client }),
      ])
      const [refused, likewise] = [await bodyOf(pair), await bodyOf(check)]
      expect([[pair.status, refused.code], refused]).toEqual([[403, 'requester-not-public'], likewise])
      expect(refused.detail).toContain(client)
    },
  )

  test.each([
    ['by its origin', { origin: 'https://evil.example' }],
    ['in a sandbox', { origin: 'null' }],
    ['without an origin', { 'sec-fetch-site': 'cross-site' }],
  ])('gives a page of another site no token, which it could use from elsewhere: %s', async (_, page) => {
    await using outside = await startServer({ args: [...PROXY, '--public-origins', 'https://ip.example.com'] })
    for (const at of [server, outside]) {
      const refused = await pairAt(at, at === server ? FOUR : '8.8.8.8', page)
      expect([refused.status, (await bodyOf(refused)).code]).toEqual([403, 'foreign-origin'])
    }
    expect((await pairAt(outside, '8.8.8.8', { origin: 'https://ip.example.com' })).status).toBe(200)
  })
})

const TEXT = 'a secret of thirty-two characters'
const secret = new Secret(TEXT, '(secret)')
const ADDRESSES = ['203.0.113.7', '255.255.255.255', '2001:db8::7', '::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'].map(
  addressOf,
)

test.each(ADDRESSES)('a token gives back $text', (address) => {
  const tokens = new PairTokens(secret)
  const { ip, token, expiresAt } = tokens.mint(address)
  expect(ip).toBe(address.text)
  expect(token).toMatch(/^[\w-]+$/)
  expect(token.length).toBeLessThanOrEqual(72)
  expect(Math.abs(Date.parse(expiresAt) - Date.now() - PAIR_MS)).toBeLessThan(1000)
  expect([tokens.read(token), new PairTokens(secret).read(token)]).toEqual([{ address }, { address }])
})

test('it ends after five minutes, to the millisecond', () => {
  let now = 1_800_000_000_000
  const tokens = new PairTokens(secret, () => now)
  const address = addressOf('::1')
  const { token, expiresAt } = tokens.mint(address)
  expect(expiresAt).toBe(new Date(now + 300_000).toISOString())
  now += 299_999
  expect(tokens.read(token)).toEqual({ address })
  now += 1
  expect(tokens.read(token)).toBe('expired')
})

describe('foreign is', () => {
  const tokens = new PairTokens(secret)
  const { token } = tokens.mint(addressOf('203.0.113.7'))
  const bytes = Buffer.from(token, 'base64url')

  test('a token with any bit changed, also in its address and its end', () => {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(tokens.read(changed.toString('base64url'))).toBe('foreign')
    }
  })

  test('a token of any other length', () => {
    for (let length = 0; length < 120; length++)
      if (length !== bytes.length)
        expect(tokens.read(Buffer.concat([bytes, Buffer.alloc(120)], length).toString('base64url'))).toBe('foreign')
  })

  test.each([
    '',
    'x',
    token.slice(1),
    `${token}=`,
    `${token}\n`,
    ` ${token}`,
    `${token} `,
    '한글',
    `${token}A`,
    bytes.toString('hex'),
  ])('%j', (odd) => expect(tokens.read(odd)).toBe('foreign'))

  test('a token of another secret, or of a server that chose its own', () => {
    expect(new PairTokens(new Secret(`${TEXT}!`, '')).read(token)).toBe('foreign')
    expect(new PairTokens().read(token)).toBe('foreign')
    expect(new PairTokens().read(new PairTokens().mint(addressOf('::1')).token)).toBe('foreign')
  })

  test('a code that was made under the same secret for another purpose', () => {
    const body = bytes.subarray(0, -32)
    const other = createHmac('sha256', TEXT).update(body).digest()
    expect(tokens.read(Buffer.concat([body, other]).toString('base64url'))).toBe('foreign')
  })
})

test('the secret is not shown by whatever prints its holder', () => {
  const tokens = new PairTokens(secret)
  const hex = Buffer.from(TEXT).toString('hex')
  const all = [
    inspect(tokens, { depth: 9 }),
    Bun.inspect(tokens),
    JSON.stringify(tokens),
    String(secret),
    JSON.stringify({ secret }),
  ]
  for (const shown of all) {
    expect(shown).not.toContain(TEXT)
    expect(shown.replaceAll(/[\s<]/g, '')).not.toContain(hex)
  }
})
