import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { PROGRAM } from '../../../support/executable.ts'
import { labTest } from '../../../support/lab.ts'
import { runLine, spawnLine } from '../../../support/process/command-line.ts'
import { ADDRESSES, NAME, nameHas, onBoth } from '../../../support/process/two-families.ts'
import { PATIENT, startServer } from '../../../support/server.ts'
import { Pki } from '../../../support/tls/pki.ts'

const ANSWER = { tool: 'reachability', verdict: 'reachable', good: true, headline: 'Your service is reachable.' }
const REFUSAL = { title: 'Invalid request', detail: 'Not a token.', code: 'invalid-request', status: 422, field: 'alsoMe.0' }

interface Asked {
  readonly path: string
  readonly over: 4 | 6
  readonly host: string | null
  readonly alsoMe: readonly string[] | null
}

type Answers = Partial<Record<'/api/pair' | '/api/tools/reachability', (asked: Asked) => Response | Promise<Response>>>

/** A token says the family over which it was given. */
const pairOf = (over: 4 | 6) => Response.json({ ip: over === 6 ? '::1' : '127.0.0.1', token: `token${over}`, expiresAt: '' })

/** Starts a doorstep that speaks the contract over both families, and keeps what it is asked. */
async function startPeer(answers: Answers = {}) {
  const asked: Asked[] = []
  const start = (hostname: string, port: number) =>
    Bun.serve({
      hostname,
      port,
      async fetch(request, server) {
        const { pathname } = new URL(request.url)
        const { alsoMe = null } = request.method === 'POST' ? await request.json() : {}
        const one: Asked = {
          path: pathname,
          over: isIPv6(server.requestIP(request)?.address ?? '') ? 6 : 4,
          host: request.headers.get('host'),
          alsoMe,
        }
        asked.push(one)
        const answer = pathname === '/api/pair' || pathname === '/api/tools/reachability' ? answers[pathname] : undefined
        if (answer) return answer(one)
        const far = { name: 'Far', url: `http://127.0.0.1:${server.port}` }
        if (pathname === '/api/places') return Response.json([{ name: 'Here', url: null }, far])
        return pathname === '/api/pair' ? pairOf(one.over) : Response.json(ANSWER)
      },
    })
  const servers = await onBoth(start, ({ port }) => port ?? 0)
  return {
    url: `http://${NAME}:${servers.port}`,
    port: servers.port,
    asked,
    checks: () => asked.filter(({ path }) => path === '/api/tools/reachability'),
    stop: (family: 4 | 6) => servers[family].stop(true),
    async [Symbol.asyncDispose]() {
      await Promise.all([servers[4].stop(true), servers[6].stop(true)])
    },
  }
}

const BOTH = [ADDRESSES[4], ADDRESSES[6]]
const reach = (url: string, ...more: string[]) => runLine(['reachability', '--port', '80', '--server', url, ...more])
const GOOD = { code: 0, err: '' }

/** The time that nothing of this may take longer, and some more for a busy machine. */
const LOST_MAX_MS = 3000 + 500

describe('a server with both families', () => {
  test.each([
    [4, BOTH],
    [6, BOTH.toReversed()],
  ] as const)('is asked over IPv%i with a token of the other', async (own, addresses) => {
    await using peer = await startPeer()
    using _ = nameHas(addresses)
    expect(await reach(peer.url)).toMatchObject(GOOD)
    const host = `${NAME}:${peer.port}`
    const pairs = peer.asked.filter(({ path }) => path === '/api/pair')
    expect([pairs.map(({ over }) => over).sort(), pairs.every((one) => one.host === host)]).toEqual([[4, 6], true])
    expect(peer.checks()).toEqual([{ path: '/api/tools/reachability', over: own, host, alsoMe: [`token${own === 4 ? 6 : 4}`] }])
  })

  test('is asked like this beside other places, which are asked over one, and with --json', async () => {
    await using peer = await startPeer()
    using _ = nameHas(BOTH)
    const { code, out } = await reach(peer.url, '--places', '--json')
    expect([code, JSON.parse(out).difference]).toEqual([0, 'same'])
    expect(peer.checks().map(({ alsoMe }) => alsoMe)).toContainEqual(['token6'])
    expect(peer.checks()).toHaveLength(2)
  })

  test.each([
    ['again without the token that it does not take', REFUSAL, 0, [['token6'], null]],
    ['once if it refuses for another reason', { ...REFUSAL, field: 'port' }, 2, [['token6']]],
  ])('is asked %s', async (_, refusal, code, asked) => {
    await using peer = await startPeer({
      '/api/tools/reachability': ({ alsoMe }) => (alsoMe ? Response.json(refusal, { status: 422 }) : Response.json(ANSWER)),
    })
    using _name = nameHas(BOTH)
    expect((await reach(peer.url)).code).toBe(code)
    expect(peer.checks().map(({ alsoMe }) => alsoMe)).toEqual(asked)
  })
})

describe('a real server', () => {
  const LOOPBACK = ['--allow-targets', '127.0.0.0/8,::1/128']
  const familiesIn = (out: string) => JSON.parse(out).families.map(({ ip, verdict }: Record<string, string>) => [ip, verdict])

  test('checks both addresses of this computer', async () => {
    await using server = await startServer({ args: LOOPBACK })
    using listener = Bun.listen({ hostname: '::1', port: 0, socket: { data() {} } })
    const url = `http://${NAME}:${server.port}`
    using _ = nameHas(BOTH)
    const { code, out } = await runLine(['reachability', '--port', `${listener.port}`, '--server', url, '--json'])
    expect(familiesIn(out)).toEqual([
      ['127.0.0.1', 'blocked'],
      ['::1', 'reachable'],
    ])
    expect([code, JSON.parse(out).ip]).toEqual([1, '127.0.0.1'])
    const mistake = await runLine(['reachability', '--port', '0', '--server', url])
    expect(mistake).toMatchObject({ code: 2, err: expect.stringContaining('The field "Port" must be') })
  })

  labTest(
    'checks both over HTTPS, under a name that the system knows',
    { root: true, programs: ['unshare', 'sh', 'mount', 'openssl'] },
    async () => {
      using pki = new Pki()
      const { key, certificate } = await pki.issue(NAME, { san: [`DNS:${NAME}`] })
      await using server = await startServer({ args: [...LOOPBACK, '--tls-cert', certificate, '--tls-key', key] })
      const hosts = pki.path('hosts')
      writeFileSync(hosts, `127.0.0.1 ${NAME}\n::1 ${NAME}\n`)
      const command = ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', hosts, ...PROGRAM]
      const line = ['reachability', '--port', `${server.port}`, '--server', `https://${NAME}:${server.port}`, '--json']
      const { code, out, err } = await spawnLine([...line, '--extra-ca', certificate], { command, env: PATIENT })
      expect([code, err]).toEqual([0, expect.stringMatching(/^doorstep: warning: DOORSTEP_TESTING is set/)])
      expect(familiesIn(out).toSorted()).toEqual([
        ['127.0.0.1', 'reachable'],
        ['::1', 'reachable'],
      ])
      expect(await spawnLine(line, { command })).toMatchObject({ code: 2, err: expect.stringMatching(/CERT|SIGNED/) })
    },
  )

  test.each([
    ['one where the other is another instance', [], 1],
    ['both where instances have a secret in common', ['--pair-secret', 'x'.repeat(32)], 2],
  ])('checks %s', async (_, more, families) => {
    await using one = await startServer({ args: [...LOOPBACK, ...more, '--host', '127.0.0.1'] })
    await using other = await startServer({ args: [...LOOPBACK, ...more, '--host', '::1', '--port', `${one.port}`] })
    using _name = nameHas(BOTH)
    const url = `http://${NAME}:${other.port}`
    const { out } = await runLine(['reachability', '--port', `${one.port}`, '--server', url, '--json'])
    expect(familiesIn(out)).toHaveLength(families)
  })
})

describe('is asked over one family, as before,', () => {
  const never = new Promise<never>(() => {})
  test.each<[string, Answers['/api/pair']]>([
    ['where it redirects', ({ host }) => Response.redirect(`http://${host}/elsewhere`, 307)],
    ['where it answers no token', () => Response.json({ ip: '127.0.0.1', token: 1 })],
    ['where it answers too much', () => Response.json({ ip: '::1', token: 'x'.repeat(600_000) })],
    ['where it sees one family of both', () => pairOf(4)],
    ['where it does not answer', () => never],
    ['where one of both does not answer', ({ over }) => (over === 6 ? never : pairOf(4))],
  ])('%s', async (_, answer) => {
    await using peer = await startPeer(answer && { '/api/pair': answer })
    using _name = nameHas(BOTH)
    const start = performance.now()
    expect(await reach(peer.url)).toMatchObject(GOOD)
    expect(performance.now() - start).toBeLessThan(LOST_MAX_MS)
    expect(peer.checks().map(({ alsoMe }) => alsoMe)).toEqual([null])
    expect(peer.asked.map(({ path }) => path)).not.toContain('/elsewhere')
  })

  test.each([
    ['where the name has one', [ADDRESSES[4]], false],
    ['where the name has two addresses of one', [ADDRESSES[4], { address: '127.0.0.2', family: 4 }], false],
    ['where the addresses do not come in time', BOTH, true],
  ])('%s', async (_, addresses, isSilent) => {
    await using peer = await startPeer()
    using _name = nameHas(addresses, isSilent)
    const start = performance.now()
    expect(await reach(peer.url)).toMatchObject(GOOD)
    expect(performance.now() - start).toBeLessThan(LOST_MAX_MS)
    expect(peer.asked).toMatchObject([{ path: '/api/tools/reachability', alsoMe: null }])
  })

  test('where the server is named by its address', async () => {
    await using peer = await startPeer()
    using _ = nameHas(BOTH)
    for (const host of ['127.0.0.1', '[::1]']) expect(await reach(`http://${host}:${peer.port}`)).toMatchObject(GOOD)
    expect(peer.asked.map(({ path, over }) => [path, over])).toEqual([
      ['/api/tools/reachability', 4],
      ['/api/tools/reachability', 6],
    ])
  })
})
