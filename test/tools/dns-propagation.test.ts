import { describe, expect, test } from 'bun:test'
import { startFaultDns } from '../support/dns/fault.ts'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { startZone, threeResolvers } from '../support/dns/zone.ts'
import { labTest } from '../support/lab.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { until } from '../support/until.ts'

const DEAD = '127.0.0.1:1'
const theLab = dnsLabOfFile()
const labServer = shared(async () => (await theLab()).startDoorstep())

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>
type Compare = (domain: string, recordType?: string, language?: string) => Promise<ToolAnswer>

function compareTest(name: string, check: (compare: Compare, lab: DnsLab, url: string) => Promise<void>) {
  labTest(name, DNS_LAB_NEEDS, async () => {
    const { url } = await labServer()
    const compare: Compare = async (domain, recordType = 'A', language = 'en') =>
      bodyOf(await postTool(url, 'dns-propagation', { domain, recordType }, { 'accept-language': language }))
    await check(compare, await theLab(), url)
  })
}

const valuesOf = ({ answers }: ToolAnswer) => answers.map(({ values }: { values: string[] }) => values)

describe('the answers of resolvers and zone', () => {
  compareTest('consistent', async (compare) => {
    const found = await compare('web.plain.test')
    expect(found).toMatchObject({ verdict: 'consistent', consistent: true, convergesBy: null, nextActions: [] })
    expect(found.authoritative).toMatchObject({ status: 'noerror', reason: null, values: ['198.18.40.10'], ttl: 300 })
    expect(found.authoritative.nameserver).toMatch(/^ns[12]\.plain\.test$/)
    expect(
      found.answers.map(({ resolver, status, values }: ToolAnswer) => [
        resolver.id,
        resolver.kind,
        resolver.address,
        status,
        ...values,
      ]),
    ).toEqual([
      ['main', 'local', '198.18.53.10', 'noerror', '198.18.40.10'],
      ['view', 'public', '198.18.53.11', 'noerror', '198.18.40.10'],
      ['plain', 'public', '198.18.53.12', 'noerror', '198.18.40.10'],
    ])
  })

  compareTest('through CNAMEs into other zones, as the zones themselves say', async (compare) => {
    const alias = await compare('alias.home.test')
    expect(alias).toMatchObject({ verdict: 'consistent', authoritative: { status: 'noerror' } })
    expect(alias.authoritative.values).toEqual(alias.answers[0].values)
    const deep = await compare('dyn.home.test')
    expect([deep.authoritative.values, deep.authoritative.values.length]).toEqual([deep.answers[0].values, 1])
    expect(await compare('www.outside.test')).toMatchObject({ verdict: 'consistent' })
    expect(await compare('to-dot.plain.test')).toMatchObject({
      verdict: 'consistent',
      authoritative: { values: ['198.18.40.25'] },
    })
  })

  compareTest('missing everywhere', async (compare, _, url) => {
    for (const [domain, type, status] of [
      ['missing.plain.test', 'A', 'nxdomain'],
      ['v4only.plain.test', 'AAAA', 'nodata'],
    ] as const) {
      const found = await compare(domain, type)
      expect(found).toMatchObject({ verdict: 'missing', consistent: true, authoritative: { status, values: [] } })
      expect(await followedCodes(url, found.nextActions)).toEqual(['create-record'])
      expect(found.nextActions[0].text).toContain(`No resolver has a record of type ${type} for ${domain}.`)
    }
  })

  compareTest('propagating, until the last cache has expired', async (compare, lab, url) => {
    const home = lab.zoneText('home.test')
    await lab.flush()
    for (const resolver of Object.values(lab.resolvers)) await lab.dig(`@${resolver}`, 'router.home.test', 'A')
    await lab.setZone('home.test', home.replaceAll('198.18.40.20\n', '198.18.40.200\n'))
    for (const language of ['en', 'ko']) {
      const found = await compare('router.home.test', 'A', language)
      expect(found).toMatchObject({ verdict: 'propagating', consistent: false, authoritative: { values: ['198.18.40.200'] } })
      expect(valuesOf(found)).toEqual([['198.18.40.20'], ['198.18.40.20'], ['198.18.40.20']])
      const wait = Date.parse(found.convergesBy) - Date.parse(found.checkedAt)
      const ttls = found.answers.map(({ ttl }: { ttl: number }) => ttl)
      expect(wait).toBeWithin((Math.max(...ttls) - 2) * 1000, (Math.max(...ttls) + 5) * 1000)
      expect(await followedCodes(url, found.nextActions)).toEqual(['wait-for-caches'])
      expect(found.nextActions[0].text).toContain(found.convergesBy.slice(0, 10))
    }
    // A resolver may ask once more before it forgets.
    await until(async () => {
      await lab.flush()
      return (await compare('router.home.test')).verdict === 'consistent'
    }, 'the caches have let go')
  })

  compareTest('split: a resolver with a view of its own', async (compare, _, url) => {
    for (const domain of ['split.plain.test', 'only-view.plain.test']) {
      const found = await compare(domain)
      expect(found).toMatchObject({ verdict: 'split', consistent: false, convergesBy: null })
      expect(await followedCodes(url, found.nextActions)).toEqual(['find-the-difference'])
      expect(found.nextActions[0].text).toContain('view')
    }
  })

  compareTest('split: a signature that one resolver checks and the others do not', async (compare, _, url) => {
    const found = await compare('broken.bogus.test')
    expect(found).toMatchObject({ verdict: 'split', authoritative: { status: 'noerror' } })
    expect(found.answers.map(({ status }: ToolAnswer) => status)).toEqual(['servfail', 'servfail', 'noerror'])
    expect(await followedCodes(url, found.nextActions)).toEqual(['check-signatures'])
  })
})

describe('servers that could not be queried', () => {
  compareTest(
    'a broken delegation, and name servers that do not answer: the delegation still names them',
    async (compare, _, url) => {
      const lame = await compare('www.lame.test')
      expect(lame).toMatchObject({ verdict: 'unavailable', consistent: null })
      expect(lame.authoritative).toMatchObject({ nameserver: 'ns1.lame.test', status: 'refused' })
      expect(await followedCodes(url, lame.nextActions)).toEqual(['check-name-servers'])
      const half = await compare('www.halfdead.test')
      expect(half).toMatchObject({ verdict: 'consistent', authoritative: { nameserver: 'ns2.halfdead.test', status: 'noerror' } })
      const dead = await compare('www.dead.test')
      expect(dead).toMatchObject({ verdict: 'unavailable' })
      expect(dead.authoritative).toMatchObject({ nameserver: 'ns1.dead.test', reason: 'connection-refused' })
      expect(dead.elapsedMs).toBeLessThan(10_000)
    },
  )

  compareTest('name servers at addresses that are not public are not queried', async (compare, lab) => {
    expect(await compare('www.privatens.test')).toMatchObject({ authoritative: null })
    const mixed = await compare('www.mixedns.test')
    expect(mixed).toMatchObject({ verdict: 'consistent', authoritative: null })
    expect(mixed.nextActions.map(({ code }: ToolAnswer) => code)).toEqual(['name-servers-unknown'])
    await using open = await lab.startDoorstep({ args: ['--allow-targets', '198.18.0.0/15,2001:db8::/32,10.53.0.0/24'] })
    const allowed = await bodyOf(await postTool(open.url, 'dns-propagation', { domain: 'www.mixedns.test' }))
    expect(allowed).toMatchObject({ verdict: 'consistent', authoritative: { nameserver: 'ns1.mixedns.test', status: 'noerror' } })
    await using closed = await lab.startDoorstep({ args: ['--deny-targets', '198.18.53.2,198.18.53.3'] })
    const denied = await bodyOf(await postTool(closed.url, 'dns-propagation', { domain: 'web.plain.test' }))
    expect(denied).toMatchObject({ verdict: 'consistent', authoritative: null })
  })

  labTest('one dead resolver hides nothing, whichever of them it is', DNS_LAB_NEEDS, async () => {
    const lab = await theLab()
    const good = lab.resolvers.validating
    for (const resolvers of [`a=${DEAD},b=${good},c=${good}`, `a=${good},b=${DEAD},c=${good}`, `a=${good},b=${good},c=${DEAD}`]) {
      await using other = await lab.startDoorstep({ args: ['--resolvers', resolvers] })
      const found = await bodyOf(await postTool(other.url, 'dns-propagation', { domain: 'web.plain.test' }))
      expect(found).toMatchObject({ verdict: 'consistent', authoritative: { values: ['198.18.40.10'] } })
      expect(found.answers.filter(({ status }: ToolAnswer) => status === 'noerror')).toHaveLength(2)
      expect(await followedCodes(other.url, found.nextActions)).toEqual(['resolver-silent'])
    }
  })

  test('no resolver answers', async () => {
    await using alone = await startServer({ args: ['--resolvers', `a=${DEAD},b=${DEAD},c=${DEAD}`] })
    const found = await bodyOf(await postTool(alone.url, 'dns-propagation', { domain: 'example.com' }))
    expect(found).toMatchObject({ verdict: 'unavailable', good: null, consistent: null, authoritative: null, convergesBy: null })
    expect(found.answers).toHaveLength(3)
    for (const answer of found.answers)
      expect(answer).toMatchObject({ status: 'error', reason: 'connection-refused', failedLayer: 'dns' })
    expect(await followedCodes(alone.url, found.nextActions)).toEqual(['ask-again'])
  })
})

test('silent resolvers take time, but the answer comes within ten seconds', async () => {
  await using mute = await startFaultDns({})
  const { address, port } = mute.endpoint
  const silent = ['a', 'b', 'c'].map((id) => `${id}=${address}:${port}`).join(',')
  await using alone = await startServer({ args: ['--resolvers', silent, '--allow-targets', '127.0.0.0/8'] })
  const [compared, matched] = await Promise.all([
    postTool(alone.url, 'dns-propagation', { domain: 'example.com' }),
    postTool(alone.url, 'ddns-match', { hostname: 'example.com' }),
  ])
  const found = await bodyOf(compared)
  expect(found).toMatchObject({ verdict: 'unavailable', authoritative: null })
  for (const answer of found.answers) expect(answer).toMatchObject({ status: 'timeout', reason: 'no-answer', failedLayer: 'dns' })
  expect(found.elapsedMs).toBeLessThan(10_000)
  const match = await bodyOf(matched)
  expect(match).toMatchObject({ verdict: 'unresolved', directAnswer: { nameserver: null } })
  expect(match.elapsedMs).toBeLessThan(10_000)
})

test('resolvers that run anywhere: the same answer, none at all, and one of their own', async () => {
  const record = (name: string, data: string) => ({ type: 'A' as const, name, ttl: 300, data })
  const [same, old, ours] = [
    record('web.zone.test', '198.18.40.10'),
    record('moved.zone.test', '198.18.40.1'),
    record('moved.zone.test', '198.18.40.2'),
  ]
  await using one = await startZone([same, old])
  await using other = await startZone([same, ours])
  await using here = await startServer({ args: ['--resolvers', threeResolvers(one, other, one)] })
  const compare = async (domain: string) => bodyOf(await postTool(here.url, 'dns-propagation', { domain }))
  expect(await compare('web.zone.test')).toMatchObject({ verdict: 'consistent', consistent: true, authoritative: null })
  expect(await compare('no.zone.test')).toMatchObject({ verdict: 'missing', consistent: true })
  const moved = await compare('moved.zone.test')
  expect([moved.consistent, valuesOf(moved)]).toEqual([false, [['198.18.40.1'], ['198.18.40.2'], ['198.18.40.1']]])
})
