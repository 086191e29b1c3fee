import { afterAll, describe, expect, test } from 'bun:test'
import { DNS_LAB_NEEDS, dnsLabOfFile } from '../support/dns/lab.ts'
import { startZone, threeResolvers } from '../support/dns/zone.ts'
import { labTest } from '../support/lab.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'

const theLab = dnsLabOfFile()
let server: Server | undefined
afterAll(() => server?.[Symbol.asyncDispose]())

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

function reverseTest(
  name: string,
  check: (look: (ip: string, language?: string) => Promise<ToolAnswer>, url: string) => Promise<void>,
) {
  labTest(name, DNS_LAB_NEEDS, async () => {
    const lab = await theLab()
    server ??= await lab.startDoorstep()
    const { url } = server
    await check(
      async (ip, language = 'en') => bodyOf(await postTool(url, 'reverse-dns', { ip }, { 'accept-language': language })),
      url,
    )
  })
}

const FAMILIES = [
  ['198.18.40.', '40.18.198.in-addr.arpa'],
  ['2001:db8:40::', 'ip6.arpa'],
] as const

describe.each(FAMILIES)('%s', (net, zone) => {
  reverseTest('a name that points back', async (look) => {
    const found = await look(`${net}10`)
    expect(found).toMatchObject({
      tool: 'reverse-dns',
      ip: `${net}10`,
      status: 'noerror',
      reason: null,
      failedLayer: null,
      hostnames: ['web.plain.test'],
      forwardConfirmed: [{ hostname: 'web.plain.test', addresses: [`${net}10`], confirmed: true }],
      nextActions: [],
    })
    expect(found.pointer).toEndWith(zone)
  })

  reverseTest('a name that points elsewhere', async (look, url) => {
    for (const language of ['en', 'ko']) {
      const found = await look(`${net}11`, language)
      expect(found.forwardConfirmed).toEqual([
        {
          hostname: 'elsewhere.plain.test',
          addresses: [`${net}99`],
          omitted: 0,
          confirmed: false,
          status: 'noerror',
          reason: null,
          failedLayer: null,
        },
      ])
      expect(await followedCodes(url, found.nextActions)).toEqual(['fix-forward'])
      expect(found.nextActions[0].text).toContain('elsewhere.plain.test')
    }
  })

  reverseTest('three names, each judged alone', async (look) => {
    const { hostnames, forwardConfirmed } = await look(`${net}12`)
    expect(hostnames).toEqual(['missing.plain.test', 'one.plain.test', 'two.plain.test'])
    expect(forwardConfirmed.map(({ confirmed }: { confirmed: boolean }) => confirmed)).toEqual([false, true, true])
  })

  reverseTest('no name', async (look, url) => {
    const found = await look(`${net}13`)
    expect(found).toMatchObject({ status: 'nxdomain', reason: 'no-such-name', hostnames: [], forwardConfirmed: [] })
    expect(await followedCodes(url, found.nextActions)).toEqual(['ask-network-owner'])
    // No network announces this address.
    expect(found.nextActions[0].text).toContain('can set one (its name is not known);')
    const [korean] = (await look(`${net}13`, 'ko')).nextActions
    expect(korean.text).toContain('관리하는 곳(이름을 알 수 없음)에서만')
  })
})

labTest('for a terminal it looks like the output of host', DNS_LAB_NEEDS, async () => {
  const lab = await theLab()
  await using other = await lab.startDoorstep()
  const text = async (ip: string) => (await postTool(other.url, 'reverse-dns', { ip }, { accept: 'text/plain' })).text()
  expect(await text('198.18.40.10')).toBe(
    '198.18.40.10 is called web.plain.test, and that name points back.\n\n10.40.18.198.in-addr.arpa domain name pointer web.plain.test. (confirmed)\n',
  )
  expect(await text('198.18.40.13')).toStartWith(
    '198.18.40.13 has no name in the DNS.\n\n13.40.18.198.in-addr.arpa no name: no such name (NXDOMAIN)\n\n1. ',
  )
})

test('an address that is not public is refused', async () => {
  await using alone = await startServer()
  for (const ip of ['10.0.0.1', '::1', '198.18.40.10', '2001:db8::1', '127.0.0.1']) {
    const answer = await postTool(alone.url, 'reverse-dns', { ip })
    expect([ip, answer.status, (await bodyOf(answer)).code]).toEqual([ip, 403, 'target-not-public'])
  }
  for (const ip of ['example.com', '8.8.8', ''])
    expect((await bodyOf(await postTool(alone.url, 'reverse-dns', { ip }))).code).toBe('invalid-target')
})

test('of a resolver that runs anywhere: a name that points back, one that does not, and none', async () => {
  await using resolver = await startZone([
    { type: 'PTR', name: '10.40.18.198.in-addr.arpa', ttl: 300, data: 'web.zone.test' },
    { type: 'A', name: 'web.zone.test', ttl: 300, data: '198.18.40.10' },
    { type: 'PTR', name: '11.40.18.198.in-addr.arpa', ttl: 300, data: 'web.zone.test' },
  ])
  const args = ['--resolvers', threeResolvers(resolver), '--allow-targets', '198.18.0.0/15']
  await using here = await startServer({ args })
  const look = async (ip: string) => bodyOf(await postTool(here.url, 'reverse-dns', { ip }))
  expect(await look('198.18.40.10')).toMatchObject({
    hostnames: ['web.zone.test'],
    forwardConfirmed: [{ hostname: 'web.zone.test', addresses: ['198.18.40.10'], confirmed: true }],
    nextActions: [],
  })
  const other = await look('198.18.40.11')
  expect(other).toMatchObject({ hostnames: ['web.zone.test'], forwardConfirmed: [{ confirmed: false }] })
  expect(await followedCodes(here.url, other.nextActions)).toEqual(['fix-forward'])
  expect(await look('198.18.40.12')).toMatchObject({ status: 'nxdomain', hostnames: [], forwardConfirmed: [] })
})
