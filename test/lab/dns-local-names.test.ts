// A resolver with internal zones beside the public ones, as a company has it, and a public zone whose records lead into them: the contents
// of the internal zones are neither shown nor asked about.
import { afterAll, describe, expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { type bodyOf, postTool, type Server } from '../support/server.ts'

const theLab = dnsLabOfFile()
let server: Server | undefined
afterAll(() => server?.[Symbol.asyncDispose]())

type Found = Awaited<ReturnType<typeof bodyOf>>
interface Asking {
  lab: DnsLab
  post(tool: string, request: object): Promise<Found>
  text(tool: string, request: object): Promise<string>
}

/** Texts that must not be shown: names that only the internal zones know, and their data. */
const SECRETS = ['10.1.2.', 'vault-token', 'payroll', 'internal-only']

function walledTest(name: string, check: (asking: Asking) => Promise<void>) {
  labTest(name, DNS_LAB_NEEDS, async () => {
    const lab = await theLab()
    server ??= await lab.startDoorstep({ args: ['--trusted-proxies', lab.namespace.peer4] })
    const { url } = server
    const said: string[] = []
    const ask = async (tool: string, request: object, headers: Record<string, string>) => {
      const answer = await postTool(url, tool, request, { 'x-forwarded-for': '198.18.40.20', ...headers })
      const text = await answer.text()
      said.push(text)
      return text
    }
    await check({
      lab,
      post: async (tool, request) => JSON.parse(await ask(tool, request, {})),
      text: (tool, request) => ask(tool, request, { accept: 'text/plain' }),
    })
    for (const secret of SECRETS) expect(said.join('\n')).not.toContain(secret)
  })
}

/** Returns the questions that the resolvers have been asked by their clients, as their logs have them. */
function questionsOf(lab: DnsLab): string[] {
  const logs = ['validating', 'plain'].map((role) => readFileSync(join(lab.folder, `server-${role}`, 'log'), 'utf8'))
  return logs.flatMap((log) =>
    [...log.matchAll(/info: \S+ (\S+)\. ([A-Z0-9]+) IN$/gm)].map(([, name, type]) => `${name} ${type}`),
  )
}

const codes = ({ nextActions }: Found) => nextActions.map(({ code }: { code: string }) => code)
const shown = (found: Found) => JSON.stringify({ ...found, elapsedMs: 0, checkedAt: '' })

walledTest('the resolver does know the internal zones, and follows a CNAME into them', async ({ lab }) => {
  const resolver = `@${lab.resolvers.validating}`
  expect(await lab.dig(resolver, 'alias.leads.test', 'A', '+short')).toContain('10.1.2.3')
  expect(await lab.dig(resolver, 'text.leads.test', 'TXT', '+short')).toContain('vault-token')
  expect(await lab.dig(resolver, '81.40.18.198.in-addr.arpa', 'PTR', '+short')).toContain('payroll-db-7.corp.')
  expect(await lab.dig(resolver, 'localns.test', 'NS', '+short')).toBe('ns.corp.\n')
  expect(questionsOf(lab)).toContain('alias.leads.test A')
})

describe('dns-lookup', () => {
  const LEADING = [
    ['alias.leads.test', 'A', 'db.corp'],
    ['gone.leads.test', 'A', 'gone.corp'],
    ['text.leads.test', 'TXT', 'secret.corp'],
    ['open.leads.test', 'A', 'web.corp'],
    ['label.leads.test', 'A', 'printer'],
    ['reverse.leads.test', 'PTR', '7.1.168.192.in-addr.arpa'],
    ['db.dn.leads.test', 'A', 'db.corp'],
    ['bogus.leads.test', 'A', 'nas.lan'],
  ] as const
  for (const [domain, recordType, target] of LEADING)
    walledTest(`${domain}: the chain ends at ${target}`, async ({ post, text }) => {
      const found = await post('dns-lookup', { domain, recordType })
      expect(found).toMatchObject({ status: 'nodata', reason: 'leads-to-local-name', failedLayer: 'dns', values: [] })
      expect(found).toMatchObject({ records: [{ name: domain, type: 'CNAME', value: `${target}.` }], cnameChain: [target] })
      // Nothing else that the resolver said is passed on.
      expect(found).toMatchObject({ authenticated: false, extendedErrors: [], dnssec: 'unknown', negativeTtl: null })
      expect(codes(found)).toEqual(['leads-to-local-name'])
      expect(found.nextActions[0].text).toContain(target)
      expect(await text('dns-lookup', { domain, recordType })).toContain(`CNAME ${target}.\n`)
    })

  walledTest('nothing tells a name that is there from one that is not', async ({ post }) => {
    const [there, gone] = await Promise.all(
      ['alias', 'gone'].map((label) => post('dns-lookup', { domain: `${label}.leads.test` })),
    )
    // The resolver has remembered one of them for longer.
    const ageless = (found: Found) => shown(found).replace(/"ttl":\d+/g, '"ttl":0')
    expect(ageless(there).replaceAll('alias', 'gone').replaceAll('db.corp', 'gone.corp')).toBe(ageless(gone))
  })

  for (const [domain, type, value, target] of [
    ['leads.test', 'MX', '10 mail.corp', 'mail.corp'],
    ['leads.test', 'HTTPS', '1 web.corp. alpn="h2"', 'web.corp'],
    ['_ldap._tcp.leads.test', 'SRV', '0 0 389 db.corp', 'db.corp'],
    ['alias.leads.test', 'CNAME', 'db.corp', 'db.corp'],
    ['localns.test', 'NS', 'ns.corp', 'ns.corp'],
  ] as const)
    walledTest(`records of the public zone itself are shown: ${type} of ${domain}`, async ({ post }) => {
      const found = await post('dns-lookup', { domain, recordType: type })
      expect(found).toMatchObject({ status: 'noerror', reason: null, cnameChain: [] })
      expect(found.values).toContain(value)
      expect(codes(found)).toEqual(['leads-to-local-name'])
      expect(found.nextActions[0].text).toContain(target)
    })
})

describe('dns-propagation and ddns-match', () => {
  walledTest('a chain that leaves: its end is not shown', async ({ post, text }) => {
    for (const domain of ['alias.leads.test', 'open.leads.test', 'label.leads.test']) {
      const found = await post('dns-propagation', { domain })
      expect(found).toMatchObject({ authoritative: { status: 'nodata', reason: 'leads-to-local-name', values: [] } })
      for (const answer of found.answers)
        expect(answer).toMatchObject({ status: 'nodata', reason: 'leads-to-local-name', values: [] })
      expect(found).toMatchObject({ verdict: 'missing', consistent: true })
      expect(codes(found)).toEqual(['leads-to-local-name'])
      expect(await text('dns-propagation', { domain })).toContain('leads to a name of a local network')
    }
  })

  walledTest('a name server that is named in a local network is not looked for; another one is asked', async ({ post }) => {
    const none = await post('dns-propagation', { domain: 'www.localns.test' })
    expect(none).toMatchObject({
      authoritative: { nameserver: 'ns.corp', status: 'error', reason: 'leads-to-local-name', values: [] },
    })
    expect(codes(none)).toEqual(['leads-to-local-name'])
    const half = await post('dns-propagation', { domain: 'www.halflocal.test' })
    expect(half).toMatchObject({
      verdict: 'consistent',
      authoritative: { nameserver: 'ns1.halflocal.test', status: 'noerror', values: ['198.18.40.84'] },
    })
    expect(codes(half)).toEqual(['leads-to-local-name'])
    expect(half.nextActions[0].text).toContain('ns.corp')
  })
})

describe('names of addresses', () => {
  walledTest('reverse-dns: that there is a local name, not what it is', async ({ post, text }) => {
    const found = await post('reverse-dns', { ip: '198.18.40.80' })
    expect(found).toMatchObject({ status: 'noerror', hostnames: [], localNames: 1, omitted: 0, forwardConfirmed: [] })
    expect(codes(found)).toEqual(['local-names'])
    expect(found.nextActions[0].text).toContain('1')
    expect(await text('reverse-dns', { ip: '198.18.40.80' })).toContain(
      '\n\n80.40.18.198.in-addr.arpa (not shown: 1 of a local network)\n',
    )
  })

  walledTest('reverse-dns: a CNAME to the reverse name of a local address', async ({ post, text }) => {
    const found = await post('reverse-dns', { ip: '198.18.40.81' })
    expect(found).toMatchObject({
      status: 'nodata',
      reason: 'leads-to-local-name',
      hostnames: [],
      localNames: 0,
      forwardConfirmed: [],
    })
    expect(codes(found)).toEqual(['leads-to-local-name'])
    expect(found.nextActions[0].text).toContain('7.1.168.192.in-addr.arpa')
    expect(await text('reverse-dns', { ip: '198.18.40.81' })).toContain(
      '\n\n81.40.18.198.in-addr.arpa no name: leads to a name of a local network\n',
    )
  })

  walledTest('a hop of a trace has no such name', async ({ lab, post }) => {
    await lab.namespace.addAddress('198.18.40.80', '198.18.40.81', '198.18.40.82')
    const namesOf = async (host: string) => {
      const { hops } = await post('traceroute', { host })
      return hops.map(({ address, hostname }: Found) => [address, hostname])
    }
    expect(await namesOf('198.18.40.80')).toEqual([['198.18.40.80', null]])
    expect(await namesOf('198.18.40.81')).toEqual([['198.18.40.81', null]])
    expect(await namesOf('198.18.40.82')).toEqual([['198.18.40.82', 'www.leads.test']])
  })
})

walledTest('a host whose name leads there is not a target, whether or not it has records', async ({ post }) => {
  for (const host of ['alias.leads.test', 'gone.leads.test', 'open.leads.test'])
    expect(await post('ping', { host })).toMatchObject({ code: 'target-not-public', status: 403, field: 'host' })
})

walledTest('no server was asked about a local name in all this', async ({ lab }) => {
  const asked = questionsOf(lab)
  expect(asked).toContain('alias.leads.test TXT'.replace('alias', 'text'))
  expect(asked).toContain('www.localns.test NS')
  const LOCAL = /(^|\.)(corp|lan|printer|168\.192\.in-addr\.arpa) /
  expect(asked.filter((question) => LOCAL.test(question))).toEqual([])
})
