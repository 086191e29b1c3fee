// Both families of one home, each with its own firewall. A trusted proxy names the client.
import { afterAll, describe, expect, test } from 'bun:test'
import { type Attempt, clientsOf } from '../../../src/reachability/families.ts'
import { labTest } from '../../support/lab.ts'
import { makeNamespace, type Namespace, portsOpen, run } from '../../support/net/namespace.ts'
import { bodyOf, FROM_SOURCE, postTool, type Server, startServer } from '../../support/server.ts'

const TABLE: [Attempt, Attempt, ReturnType<typeof clientsOf>][] = [
  ['open', 'open', 'fine'],
  ['open', 'refused', 'ipv4-only'],
  ['open', 'silent', 'slow'],
  ['refused', 'open', 'ipv6-only'],
  ['silent', 'open', 'ipv6-only'],
  ['refused', 'refused', 'none'],
  ['silent', 'silent', 'none'],
  ['open', 'unknown', null],
  ['unknown', 'open', null],
  ['silent', 'unknown', null],
]

test.each(TABLE)('IPv4 %s and IPv6 %s: clients meet %s', (ipv4, ipv6, clients) => {
  expect(clientsOf({ ipv4, ipv6 })).toBe(clients)
})

const FOUR = '198.18.41.20'
const SIX = '2001:db8:41::20'
const PORT = { both: 8080, silent6: 8081, refused6: 8082, silent4: 8083, nothing: 8084, absent6: 8085, udp: 8086 }

const RUNS = `
const web = { fetch: () => new Response('') }
for (const port of [${PORT.both}, ${PORT.silent6}, ${PORT.silent4}, ${PORT.absent6}]) for (const hostname of ['${FOUR}', '${SIX}']) Bun.serve({ ...web, hostname, port })
Bun.serve({ ...web, hostname: '${FOUR}', port: ${PORT.refused6} })
setInterval(() => {}, 1000)
`
const FIREWALL = `table inet doorstep { chain input { type filter hook input priority 0
meta nfproto ipv6 tcp dport ${PORT.silent6} drop
meta nfproto ipv4 tcp dport ${PORT.silent4} drop
meta nfproto ipv6 tcp dport ${PORT.absent6} reject with icmpv6 type addr-unreachable
udp dport ${PORT.udp} drop
} }`

type Answer = Awaited<ReturnType<typeof bodyOf>>
let home: Promise<{ namespace: Namespace; server: Server }> | undefined
afterAll(async () => {
  const started = await home?.catch(() => undefined)
  await started?.server[Symbol.asyncDispose]()
  await started?.namespace[Symbol.asyncDispose]()
})

async function startHome() {
  const namespace = await makeNamespace()
  await namespace.addAddress(FOUR, SIX)
  namespace.spawn([process.execPath, '-e', RUNS])
  await run(namespace.inside(['nft', '-f', '-']), { input: FIREWALL })
  await portsOpen(namespace, [PORT.both, PORT.refused6])
  const server = await startServer({
    command: namespace.inside(FROM_SOURCE),
    args: ['--trusted-proxies', namespace.peer4, '--allow-targets', '198.18.0.0/15,2001:db8::/32'],
    host: namespace.address4,
  })
  return { namespace, server }
}

function homeTest(title: string, check: (ask: (request: object, from?: string) => Promise<Answer>) => Promise<void>) {
  labTest(title, { programs: ['ip', 'nft'], root: true }, async () => {
    home ??= startHome()
    const { url } = (await home).server
    await check(async (request, from = FOUR) => {
      const pair = await fetch(`${url}/api/pair`, { headers: { 'x-forwarded-for': from === FOUR ? SIX : FOUR } })
      const { token } = await bodyOf(pair)
      const answer = await postTool(url, 'reachability', { ...request, alsoMe: [token] }, { 'x-forwarded-for': from })
      expect(answer.status).toBe(200)
      return bodyOf(answer)
    })
  })
}

const outline = ({ families, clients }: Answer) => [
  clients,
  ...families.map(({ ipVersion, verdict }: Answer) => `IPv${ipVersion} ${verdict}`),
]

describe('a home', () => {
  homeTest('that answers over both', async (ask) => {
    const found = await ask({ port: PORT.both })
    expect(outline(found)).toEqual(['fine', 'IPv4 reachable', 'IPv6 reachable'])
    expect(found.families.map(({ ip }: Answer) => ip)).toEqual([FOUR, SIX])
    for (const { ipVersion, headline } of found.families) {
      expect(headline).toStartWith(`IPv${ipVersion}: `)
      expect(headline).toContain(`${PORT.both}`)
    }
    expect(outline(await ask({ port: PORT.both }, SIX))).toEqual(['fine', 'IPv6 reachable', 'IPv4 reachable'])
  })

  homeTest('that is silent over IPv6: the answer stays that of the own family, and the pinhole comes last', async (ask) => {
    const found = await ask({ port: PORT.silent6 })
    expect(outline(found)).toEqual(['slow', 'IPv4 reachable', 'IPv6 blocked'])
    expect([found.verdict, found.ip, found.blockedAt]).toEqual(['reachable', FOUR, null])
    expect(found.families[1].headline).toMatch(/^IPv6: .*lose about 250 ms/)
    expect(found.nextActions[0]).toEqual(found.nextStep)
    const added = found.nextActions.find(({ code }: Answer) => code === 'open-pinhole')
    expect(added.text).toMatch(/^IPv6: /)
    expect(added.text).not.toMatch(/forward/i)
    expect(added.request).toEqual({ port: PORT.silent6 })
  })

  homeTest('whose router does not find the device over IPv6: that is told after seconds', async (ask) => {
    expect((await ask({ port: PORT.absent6 })).clients).toBe('slow')
  })

  homeTest('that refuses over IPv6', async (ask) => {
    expect(outline(await ask({ port: PORT.refused6 }))).toEqual(['ipv4-only', 'IPv4 reachable', 'IPv6 blocked'])
    const other = await ask({ port: PORT.refused6 }, SIX)
    expect(outline(other)).toEqual(['ipv4-only', 'IPv6 blocked', 'IPv4 reachable'])
    expect([other.verdict, other.blockedAt]).toEqual(['blocked', 'port'])
    // Nothing has to be done for the family that works.
    expect(other.nextActions.some(({ text }: Answer) => text.startsWith('IPv4: '))).toBe(false)
  })

  homeTest('that is silent over IPv4', async (ask) => {
    expect(outline(await ask({ port: PORT.silent4 }))).toEqual(['ipv6-only', 'IPv4 blocked', 'IPv6 reachable'])
  })

  homeTest('that answers over neither', async (ask) => {
    expect(outline(await ask({ port: PORT.nothing }))).toEqual(['none', 'IPv4 blocked', 'IPv6 blocked'])
  })

  homeTest('that is silent over UDP, which proves nothing', async (ask) => {
    expect(outline(await ask({ port: PORT.udp, protocol: 'udp' }))).toEqual([null, 'IPv4 cannot-tell', 'IPv6 cannot-tell'])
  })

  homeTest('whose service needs no port: nothing is sent, and clients are not spoken of', async (ask) => {
    expect((await ask({ useCase: 'tailscale' })).clients).toBeNull()
  })

  homeTest('both are checked at the same time', async (ask) => {
    const { elapsedMs: one } = await ask({ port: PORT.silent6 })
    const { elapsedMs: both } = await ask({ port: PORT.both })
    expect(both).toBeLessThan(one)
    // Silence over both takes as long as silence over one.
    const { elapsedMs } = await ask({ port: PORT.udp, protocol: 'udp' })
    expect(elapsedMs).toBeLessThan(10_000)
  })
})
