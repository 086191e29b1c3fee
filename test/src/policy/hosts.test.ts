import { describe, expect, test } from 'bun:test'
import type { DnsStatus } from '../../../src/contract/dns-status.ts'
import { Refusal } from '../../../src/contract/problem.ts'
import { type AdmissionRequest, admit as admitWith } from '../../../src/policy/admit.ts'
import type { AdmissionContext, Resolve } from '../../../src/policy/hosts.ts'
import { PairTokens } from '../../../src/policy/pair.ts'
import {
  type Policy,
  publicHost,
  publicIp,
  publicPath,
  publicService,
  publicUrl,
  requester,
} from '../../../src/policy/policies.ts'
import type { Rules } from '../../../src/policy/rules.ts'
import { LookupAddress, PublicEndpoint, PublicTarget, type PublicUrl, type QueryName } from '../../../src/policy/target.ts'
import { edgeAddresses, ODD_HOSTS, ODD_URLS } from '../../support/policy/adversarial.ts'
import { addressOf, blocksOf, rulesOf as rulesWith } from '../../support/policy/rules.ts'

const caller = addressOf('9.9.9.9')
const rulesOf = (changes: Partial<Rules> = {}) => rulesWith({ denyPorts: [25, 465, 587], ...changes })

/** Resolves these names as given; any other lookup is an error. */
function resolver(names: Record<string, string[] | DnsStatus>): Resolve & { asked: string[] } {
  const asked: string[] = []
  const resolve = async ({ ascii: name }: QueryName): Promise<{ status: DnsStatus; addresses: string[] }> => {
    asked.push(name)
    const found = names[name]
    if (found === undefined) throw new Error(`asked for ${name}`)
    return typeof found === 'string' ? { status: found, addresses: [] } : { status: 'noerror', addresses: found }
  }
  return Object.assign(resolve, { asked })
}

async function verdictOf(admission: Promise<unknown>): Promise<string> {
  try {
    await admission
    return 'allowed'
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.code
    throw thrown
  }
}

const admit = (policy: Policy, request: AdmissionRequest, context: AdmissionContext) =>
  admitWith(policy, request, { ...context, pairs: new PairTokens() })
const admitHost = (host: string, resolve: Resolve, rules = rulesOf(), more: object = {}) =>
  admit(publicService('host', 'port', { usualPort: 443 }), { body: { host, ...more }, caller }, { rules, resolve })
const admitUrl = (url: string, resolve: Resolve, rules = rulesOf()) =>
  admit(publicUrl('url'), { body: { url }, caller }, { rules, resolve })

/** Returns the result of a host policy. */
function hostIn(admitted: Awaited<ReturnType<typeof admitHost>>) {
  if (admitted && 'endpoints' in admitted) return admitted
  throw new Error('no host')
}

test('the table is large', () => expect(edgeAddresses().length + ODD_HOSTS.length + ODD_URLS.length).toBeGreaterThan(400))

test.each(edgeAddresses())('$address: $verdict, as host and in a URL', async ({ address, verdict }) => {
  const nobody = resolver({})
  expect(await verdictOf(admitHost(address, nobody))).toBe(verdict)
  expect(await verdictOf(admitUrl(`https://${address.includes(':') ? `[${address}]` : address}/`, nobody))).toBe(verdict)
})

test.each(ODD_HOSTS)('the host %p: %s, without a question', async (host, verdict) => {
  expect(await verdictOf(admitHost(host, resolver({})))).toBe(verdict)
})

test.each(ODD_URLS)('the URL %p: %s, without a question', async (url, verdict) => {
  expect(await verdictOf(admitUrl(url, resolver({})))).toBe(verdict)
})

describe('names', () => {
  test('are resolved once, and every address counts', async () => {
    const resolve = resolver({
      'good.example': ['2001:4860:4860::8888', '8.8.8.8'],
      'mixed.example': ['8.8.8.8', '10.0.0.1'],
      'metadata.example': ['169.254.169.254'],
      'mapped.example': ['::ffff:127.0.0.1'],
    })
    const good = await admitHost('Good.Example.', resolve)
    expect(good).toMatchObject({ host: 'good.example', isAddress: false, status: 'noerror' })
    expect(resolve.asked).toEqual(['good.example'])
    for (const host of ['mixed.example', 'metadata.example', 'mapped.example']) {
      expect([host, await verdictOf(admitHost(host, resolve))]).toEqual([host, 'target-not-public'])
      expect([host, await verdictOf(admitUrl(`http://${host}/`, resolve))]).toEqual([host, 'target-not-public'])
    }
  })

  test('with thousands of addresses have each judged, once, and a few that may be tried', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `8.${index >> 8}.${index & 255}.8`)
    const resolve = resolver({
      'many.example': ['2001:4860::1', ...many(4050), '2001:4860::1'],
      'twice.example': ['8.8.8.8', '2001:4860::1', '8.8.8.8', '2001:4860::1'],
      'hidden.example': [...many(4050), '10.0.0.1'],
    })
    const found = async (host: string) => hostIn(await admitHost(host, resolve))
    const { endpoints, omitted } = await found('many.example')
    expect(endpoints.map(({ address }) => address.text)).toEqual(['2001:4860::1', ...many(15)])
    expect(omitted).toBe(4051 - 16)
    const twice = await found('twice.example')
    expect([twice.endpoints.map(({ address }) => address.text), twice.omitted]).toEqual([['8.8.8.8', '2001:4860::1'], 0])
    expect(await verdictOf(admitHost('hidden.example', resolve))).toBe('target-not-public')
  })

  test('the refusal names the kind and the RFC, in both languages, and never the address', async () => {
    for (const [address, words] of [
      ['10.1.2.3', 'RFC 1918'],
      ['169.254.169.254', 'RFC 3927'],
      ['fd00:ec2::254', 'RFC 4193'],
      ['168.63.129.16', ''],
    ] as const) {
      const refusal = await admitHost('x.example', resolver({ 'x.example': [address] })).catch((thrown) => thrown)
      for (const locale of ['en', 'ko'] as const) {
        expect(refusal.detail(locale)).toContain(words)
        expect(refusal.detail(locale)).not.toContain(address)
      }
      expect(refusal.particulars.field).toBe('host')
    }
  })

  test('without an address they are refused, or a finding where the tool says so', async () => {
    const resolve = resolver({ 'none.example': 'nxdomain', 'empty.example': 'nodata', 'dead.example': 'timeout' })
    for (const host of ['none.example', 'empty.example', 'dead.example'])
      expect(await verdictOf(admitHost(host, resolve))).toBe('unresolvable-target')
    const policy = publicService('host', 'port', { usualPort: 443, unresolved: 'finding' })
    const found = await admit(policy, { body: { host: 'none.example' }, caller }, { rules: rulesOf(), resolve })
    expect(found).toMatchObject({ status: 'nxdomain', endpoints: [] })
  })
})

describe('the rules of the operator', () => {
  const nobody = resolver({})

  test('allowed, denied and own addresses', async () => {
    const rules = rulesOf({
      allow: blocksOf('10.0.0.0/8', '2001:db8::/32'),
      deny: blocksOf('10.9.0.0/16', '8.8.4.0/24'),
      ownAddresses: () => [addressOf('9.9.9.1'), addressOf('10.0.0.7')],
    })
    for (const [host, verdict] of [
      ['10.1.1.1', 'allowed'],
      ['10.9.1.1', 'target-not-public'],
      ['8.8.4.4', 'target-not-public'],
      ['9.9.9.1', 'target-not-public'],
      ['10.0.0.7', 'allowed'],
      ['2001:db8::1', 'allowed'],
      ['192.168.1.1', 'target-not-public'],
    ] as const)
      expect([host, await verdictOf(admitHost(host, nobody, rules))]).toEqual([host, verdict])
  })

  test('ports of others, in a field and in a URL, before any question', async () => {
    for (const port of [25, 465, 587]) {
      expect(await verdictOf(admitHost('mail.example', nobody, rulesOf(), { port }))).toBe('port-not-allowed')
      expect(await verdictOf(admitUrl(`http://mail.example:${port}/`, nobody))).toBe('port-not-allowed')
    }
    expect(await verdictOf(admitHost('8.8.8.8', nobody, rulesOf(), { port: 26 }))).toBe('allowed')
    expect(await verdictOf(admitHost('8.8.8.8', nobody, rulesOf({ denyPorts: [] }), { port: 25 }))).toBe('allowed')
    expect(await verdictOf(admitUrl('https://8.8.8.8/', nobody, rulesOf({ denyPorts: [443] })))).toBe('port-not-allowed')
    const usual = publicService('host', 'port', { usualPort: 443 })
    const context = { rules: rulesOf({ denyPorts: [443] }), resolve: nobody }
    expect(await verdictOf(admit(usual, { body: { host: '8.8.8.8' }, caller }, context))).toBe('port-not-allowed')
    expect(await verdictOf(admit(usual, { body: { host: '8.8.8.8', port: 444 }, caller }, context))).toBe('allowed')
  })

  test('a port that the tool fixes is denied like any other, and the host is the field at fault', async () => {
    const policy = publicService('host', 123)
    const at = (rules: Rules) => admit(policy, { body: { host: '8.8.8.8' }, caller }, { rules, resolve: nobody })
    expect(await at(rulesOf())).toMatchObject({ port: 123, endpoints: [{ port: 123, address: { text: '8.8.8.8' } }] })
    const refusal = { code: 'port-not-allowed', particulars: { field: 'host' } }
    const thrown = await at(rulesOf({ denyPorts: [123] })).catch((error) => error)
    expect(thrown.detail('en')).toStartWith('This needs port 123,')
    expect(thrown.detail('en')).not.toContain('another port')
    expect(thrown.detail('ko')).not.toContain('다른 포트')
    await expect(at(rulesOf({ denyPorts: [123] }))).rejects.toMatchObject(refusal)
    const named = { body: { host: 'time.example' }, caller }
    await expect(admit(policy, named, { rules: rulesOf({ denyPorts: [123] }), resolve: nobody })).rejects.toMatchObject(refusal)
  })

  test('a body cannot move a port that the tool fixes', async () => {
    const body = { host: '8.8.8.8', port: 22, 123: 22 }
    const found = await admit(publicService('host', 123), { body, caller }, { rules: rulesOf(), resolve: nobody })
    expect(found).toMatchObject({ port: 123, endpoints: [{ port: 123 }] })
  })

  test.each([0, -1, 1.5, 65_536, Number.NaN])('%p is not a port, and is found when the tool is defined', (port) => {
    expect(() => publicService('host', port)).toThrow('is not a port')
    expect(() => publicService('host', 'port', { usualPort: port })).toThrow('is not a port')
  })

  test('a requester is judged by the same rules', async () => {
    const from = (text: string, rules = rulesOf()) =>
      verdictOf(admit(requester('port'), { body: { port: 25 }, caller: addressOf(text) }, { rules, resolve: nobody }))
    expect(await from('9.9.9.9')).toBe('allowed')
    for (const address of ['10.0.0.1', '100.64.0.1', '127.0.0.1', '::1', 'fe80::1', '2001:db8::1'])
      expect([address, await from(address)]).toEqual([address, 'requester-not-public'])
    expect(await from('9.9.9.9', rulesOf({ deny: blocksOf('9.9.9.0/24') }))).toBe('requester-not-public')
    expect(await from('9.9.9.9', rulesOf({ ownAddresses: () => [addressOf('9.9.9.9')] }))).toBe('requester-not-public')
    expect(await from('198.18.0.1', rulesOf({ allow: blocksOf('198.18.0.0/15') }))).toBe('allowed')
  })
})

describe('each policy gives no more than its tool needs', () => {
  const context = { rules: rulesOf({ ownAddresses: () => [addressOf('9.9.9.1')] }), resolve: resolver({}) }
  const ofPath = publicPath('host', { field: 'method', value: 'tcp', port: 80 })

  test('an address to look up, this server included, is neither a target nor an endpoint', async () => {
    const own = await admit(publicIp('ip'), { body: { ip: '9.9.9.1' }, caller }, context)
    expect(own).toBeInstanceOf(LookupAddress)
    expect(own).not.toBeInstanceOf(PublicTarget)
    expect(own).not.toBeInstanceOf(PublicEndpoint)
  })

  test('a host has targets, and no endpoints', async () => {
    const host = await admit(publicHost('host'), { body: { host: '8.8.8.8', port: 25 }, caller }, context)
    expect(host && 'targets' in host && host.targets[0]).toBeInstanceOf(PublicTarget)
    expect(host).not.toHaveProperty('endpoints')
  })

  test('a service and a URL have endpoints at their port, and no targets', async () => {
    const service = await admit(publicService('host', 'port'), { body: { host: '8.8.8.8', port: 8443 }, caller }, context)
    expect(service && 'endpoints' in service && service.endpoints[0]).toBeInstanceOf(PublicEndpoint)
    expect(service).toMatchObject({ port: 8443, endpoints: [{ port: 8443, address: { text: '8.8.8.8' } }] })
    expect(service).not.toHaveProperty('targets')
    const url = await admit(publicUrl('url'), { body: { url: 'http://8.8.8.8/' }, caller }, context)
    expect(url).toMatchObject({ host: { port: 80, endpoints: [{ port: 80 }] } })
  })

  test('a tool that connects must be told a port', async () => {
    const admission = admit(publicService('host', 'port'), { body: { host: '8.8.8.8' }, caller }, context)
    await expect(admission).rejects.toThrow('the policy needs a port in port')
  })

  test('a path has endpoints only where its field says so, and there the port is judged', async () => {
    const path = (method: string | undefined, rules = context.rules) =>
      admit(ofPath, { body: { host: '8.8.8.8', method }, caller }, { ...context, rules })
    expect(await path('tcp')).toMatchObject({ targets: [{}], endpoints: [{ port: 80 }] })
    expect(await path('udp')).toMatchObject({ targets: [{}], endpoints: [] })
    expect(await path(undefined)).toMatchObject({ targets: [{}], endpoints: [] })
    const denied = rulesOf({ denyPorts: [80] })
    expect(await path('udp', denied)).toMatchObject({ endpoints: [] })
    await expect(path('tcp', denied)).rejects.toMatchObject({ code: 'port-not-allowed', particulars: { field: 'method' } })
  })

  test('a requester is an endpoint at any port, since it asks about its own', async () => {
    const own = await admit(requester('port'), { body: { port: 25 }, caller }, context)
    expect(own).toBeInstanceOf(PublicEndpoint)
    expect(own).toMatchObject({ port: 25, address: { text: '9.9.9.9' } })
  })

  test('only the policy makes one', () => {
    for (const Made of [LookupAddress, PublicTarget, PublicEndpoint]) {
      const make = () => Reflect.construct(Made, [Symbol('let pass'), caller, 443])
      expect(make).toThrow('only the policy makes targets')
    }
  })
})

describe('a redirect is a new target', () => {
  const resolve = resolver({
    'a.example': ['8.8.8.8'],
    'b.example': ['8.8.4.4'],
    'inside.example': ['10.0.0.1'],
    'gone.example': 'nxdomain',
  })

  test.each([
    ['/next?x#y', 'https://a.example/next?x'],
    ['next', 'https://a.example/dir/next'],
    ['', 'https://a.example/dir/page'],
    ['//b.example/', 'https://b.example/'],
    ['http://b.example:8080/', 'http://b.example:8080/'],
    ['?q', 'https://a.example/dir/page?q'],
  ])('%p leads to %s', async (location, href) => {
    const url = await admitUrl('https://a.example/dir/page', resolve)
    const followed = await (url as PublicUrl).follow(location)
    expect('admitted' in followed ? followed.admitted.url.href : followed).toBe(href)
  })

  test.each([
    ['http://127.0.0.1/', 'target-not-public'],
    ['//127.1/', 'target-not-public'],
    ['http://0x7f000001/', 'target-not-public'],
    ['http://[::ffff:10.0.0.1]/', 'target-not-public'],
    ['http://localhost/', 'target-not-public'],
    ['https://inside.example/', 'target-not-public'],
    ['https://gone.example/', 'unresolvable-target'],
    ['http://a.example:25/', 'port-not-allowed'],
    ['ftp://a.example/', 'invalid-target'],
    ['javascript:alert(1)', 'invalid-target'],
    ['file:///etc/passwd', 'invalid-target'],
    ['https://user@b.example/', 'invalid-target'],
    ['//user:pass@b.example/', 'invalid-target'],
    ['\\\\127.0.0.1\\', 'invalid-target'],
    ['/\\127.0.0.1/', 'invalid-target'],
    ['ht\ttp://127.0.0.1/', 'invalid-target'],
    ['http://[', 'invalid-target'],
  ])('%p is refused: %s', async (location, code) => {
    const url = await admitUrl('https://a.example/dir/page', resolve)
    expect(await (url as PublicUrl).follow(location)).toMatchObject({ refused: code })
  })
})
