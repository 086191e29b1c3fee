import { describe, expect, test } from 'bun:test'
import { ABOUT_OTHERS } from '../../../src/contract/about-others.gen.ts'
import { readResult, writeResult } from '../../../src/contract/result-link.ts'
import { listed } from '../../support/listed.ts'
import { answersOf, forged } from '../../support/page/examples.ts'

const OWN = { isOwn: true }
const OTHERS = { isOwn: false }
const PLAIN = { tool: 'port-check', checkedAt: '2026-11-22T17:55:33.865Z' }
/** The address of a page with a long name. */
const PAGE = 'https://ip.an-organization-with-a-long-name.example.com/doorstep/?lang=en#result='

const dataOf = (answer: object, holding = OWN) => writeResult({ ...PLAIN, ...answer }, holding) ?? ''
const held = (answer: object, holding = OWN) => readResult(dataOf(answer, holding))

const written = (fields: Readonly<Record<string, string>>) => forged({ tool: PLAIN.tool, ...fields })

test('every recorded answer of every tool makes a link of at most 700 characters, and comes back', () => {
  const answers = answersOf()
  expect(answers.length).toBeGreaterThan(25)
  for (const answer of answers) {
    const data = dataOf(answer, { isOwn: !ABOUT_OTHERS.has(String(answer.tool)) })
    expect([answer.tool, PAGE.length + data.length <= 700]).toEqual([answer.tool, true])
    const { tool, checkedAt, good } = readResult(data) ?? {}
    expect([tool, checkedAt, good ?? 'null']).toEqual([answer.tool, answer.checkedAt, String(answer.good)].map(String))
  }
})

describe('a result of reachability', () => {
  const answers = answersOf('reachability')

  test('has its cause, first step, rule and names', () => {
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers)
      expect(held(answer)).toEqual({
        tool: 'reachability',
        checkedAt: String(answer.checkedAt),
        good: 'false',
        ip: '203.0.113.x',
        situation: 'other-answers',
        step: 'check-program',
        blockedAt: 'service',
        useCase: 'minecraft-java',
        port: '25565',
        protocol: 'tcp',
        found: 'open',
        identity: 'http',
      })
  })

  test('says where packets end, but not on which way', () => {
    const where = { verdict: 'silent-device', forwardingRule: 'proven', stoppedAfter: { address: '203.0.113.7' }, packets: 9 }
    const told = { ...PLAIN, end: 'silent-device', rule: 'proven' }
    expect(held({ where })).toEqual(told)
    const steps = [{}, {}, {}, { step: 'port', result: { where, status: 'timeout' } }]
    expect(held({ tool: 'reachability', steps })).toEqual({ ...told, tool: 'reachability', found: 'timeout' })
  })
})

test('a result about home holds no device of it', () => {
  const home = {
    tool: 'home',
    verdict: 'blocked',
    blockedAt: 'router',
    situation: 'no-rule-seen',
    proof: null,
    computer: { address: '192.168.1.10', interface: 'eth0', listening: { program: 'java' }, firewall: { kind: 'ufw' } },
    gateway: { address: '192.168.1.1', model: 'ax86u', routerBrand: 'asus', wanIp: '203.0.113.7' },
    line: { publicIp: '203.0.113.7', because: 'x', hops: ['192.168.1.1', null] },
    outside: { hostname: 'home.example.com' },
    address: '203.0.113.7',
    hops: [1],
    values: ['home.example.com'],
    outsideFailure: 'kims-nas',
    refusals: [{ by: 'kims-nas' }],
    host: 'nas.example.com',
    problems: ['kims-nas'],
  }
  const kept = { found: 'blocked', blockedAt: 'router', situation: 'no-rule-seen', routerBrand: 'asus' }
  expect(held(home)).toEqual({ ...PLAIN, tool: 'home', ...kept })
})

test('a result about a public host keeps what was checked', () => {
  const answer = { tool: 'dns-lookup', headline: 'Found.', domain: 'example.com', recordType: 'MX', ttl: null }
  const kept = { tool: 'dns-lookup', checkedAt: PLAIN.checkedAt, domain: 'example.com', recordType: 'MX' }
  const mail = { ...answer, values: ['10 mail.example.com', '20 a.test'] }
  expect(held(mail, OTHERS)).toEqual({ ...kept, values: '10 mail.example.com,20 a.test' })
  // Texts of strangers, and what is inside a home, are counted.
  for (const value of ['v=spf1 -all', 'your router was hacked', '192.168.1.1'])
    expect(held({ ...answer, values: [value, '203.0.113.7'] }, OTHERS)).toEqual({ ...kept, values: '2' })
})

test.each([
  ['203.0.113.7', '203.0.113.x'],
  ['2001:db8:1:2::3', '2001:db8:1:x'],
  ['2001:db8::1', '2001:db8:0:x'],
  ['2001::1', '2001:0:0:x'],
  ['::1', undefined],
  ['192.168.0.7', undefined],
  ['fd00::1', undefined],
  ['home.example.com', undefined],
])('of the own address %s, a link holds %p', (ip, shown) => expect(held({ ip })?.ip).toBe(shown))

describe('the sender of a result about their own connection', () => {
  const answer = { tool: 'ddns-match', publicIp: '203.0.113.7', hostname: 'home.example.com', by: { hostname: 'kims-nas.local' } }
  const chosen = (choice: object, said: object = answer) => held(said, { isOwn: true, ...choice })

  test('may keep the whole address, the host name, or both', () => {
    expect(chosen({})).toEqual({ ...PLAIN, tool: 'ddns-match', ip: '203.0.113.x' })
    expect(chosen({ wholeAddress: true })).toMatchObject({ ip: '203.0.113.7' })
    expect(chosen({ hostName: true })).toMatchObject({ ip: '203.0.113.x', hostname: 'home.example.com' })
    expect(JSON.stringify(chosen({ hostName: true, wholeAddress: true }))).not.toContain('kims')
  })

  test('cannot keep a sentence or a private address in their place', () => {
    const both = { hostName: true, wholeAddress: true }
    expect(chosen(both, { ip: 'Call 0123', hostname: 'call 0123' })).toEqual(PLAIN)
    expect(chosen(both, { ip: '192.168.0.7' })).toEqual(PLAIN)
  })
})

test('what is not the answer of a tool makes no link', () =>
  expect([writeResult({ ip: '203.0.113.7' }, OTHERS), writeResult({ ...PLAIN, tool: 'A tool' }, OTHERS)]).toEqual([null, null]))

describe('a link that is not one of ours', () => {
  test('is refused at every place where it may be cut or changed', () => {
    const [answer = PLAIN] = answersOf('reachability')
    const data = dataOf(answer)
    const original = readResult(data)
    expect(original).not.toBeNull()
    for (let at = 0; at < data.length; at++) {
      expect(readResult(data.slice(0, at))).toBeNull()
      const read = readResult(`${data.slice(0, at)}${data[at] === 'A' ? 'B' : 'A'}${data.slice(at + 1)}`)
      expect([at, read]).toEqual([at, null])
    }
    // Chats may write signs in another way.
    expect(readResult(data.replaceAll('%3A', ':'))).toEqual(original)
  })

  test.each([
    ['nothing', ''],
    ['one of the form before', 'eJyrVkrLL8pVsjKsBQAVzgNe'],
    ['what is longer than any link', written({ a: 'x'.repeat(600) })],
    ['another form', written({ form: '3' })],
    ['no tool', written({ tool: '' })],
    ['a tool that is markup', written({ tool: '<b>' })],
    ['a time that is none', written({ checkedAt: 'yesterday' })],
    ['a sum of another link', `${written({}).replace(/sum=.*/, '')}sum=abc`],
    ['no text', `%ff%00&${written({})}%`],
  ])('is refused as a whole: %s', (_what, data) => expect(readResult(data)).toBeNull())

  test('is read as far as its values have the forms of a result', () => {
    const sentence = 'Your router was hacked: call 0123'
    const fields = listed(`
      situation step found useCase routerBrand port protocol ports end rule identity ip hostname domain host target url
      address recordType values httpStatus days problems countryCode asn prefix place toString __proto__ commands
    `)
    for (const field of [...fields, 'Call 0123']) expect(readResult(written({ [field]: sentence }))).toEqual(PLAIN)
    expect(readResult(written({ port: '80', [sentence]: '1', constructor: '1' }))).toEqual({ ...PLAIN, port: '80' })
    const odd = written({ ip: '192.168.0.1', url: 'https://example.com/your.router', prefix: '8.8.8.0/24' })
    expect(readResult(odd)).toEqual({ ...PLAIN, prefix: '8.8.8.0/24' })
  })
})
