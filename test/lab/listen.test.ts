// `doorstep listen` in a home of namespaces: what is proven, and what both ends make of a port that leads elsewhere or nowhere.

import { describe, expect } from 'bun:test'
import { PROGRAM } from '../support/executable.ts'
import { buildHomes, HOMES_NEED, type Home } from '../support/home/homes.ts'
import { providerTable } from '../support/home/router.ts'
import { labTest } from '../support/lab.ts'
import { type Server, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const PORT = { open: 62_080, named: 62_087, tv: 62_081, shut: 62_082, lost: 62_084 }
const PROXY_PORT = 62_090

type Lab = { readonly home: Home; readonly server: Server }

/** Starts a server that is asked directly, and by a proxy of its own machine. */
async function start(owned: AsyncDisposableStack): Promise<Lab> {
  const [home] = owned.use(await buildHomes(['single'], { isAlone: true })).all
  if (!home) throw new Error('no home')
  const own = (command: readonly string[]) => home.street.inside('', command)
  const args = ['--allow-targets', '11.18.0.0/16,2001:db8::/32', '--trusted-proxies', '127.0.0.1', '--rate-limit', 'off']
  const server = owned.use(
    await startServer({ command: own(PROGRAM), env: UNLIMITED_TARGETS, host: home.street.server[4], args }),
  )
  Bun.spawn(own([process.execPath, '-e', PROXY(server.port)]))
  const { own: device } = home
  const tv = `${device.slice(0, device.lastIndexOf('.'))}.66`
  const ports = [PORT.open, PORT.named, PORT.lost]
  const toOwn = ports.flatMap((port) => (['tcp', 'udp'] as const).map((protocol) => ({ protocol, port, to: device })))
  await home.setUp({
    routers: {
      home: {
        rules: [...toOwn, { protocol: 'tcp', port: PORT.tv, to: tv }],
        pinholes: [PORT.open],
      },
    },
    tables: {
      // The answers of one port leave, and get lost as they do where they go another way.
      r2: providerTable(`meta l4proto { tcp, udp } th sport ${PORT.lost} drop`),
    },
    listens: [{ at: 'neighbour', port: PORT.tv }],
    neighbour: 'home',
  })
  return { home, server }
}

/** Passes requests on, and says who asked. */
const PROXY = (port: number) => `
Bun.serve({ hostname: '0.0.0.0', port: ${PROXY_PORT}, async fetch(request, server) {
  const { pathname } = new URL(request.url)
  const headers = { ...Object.fromEntries(request.headers), 'x-forwarded-for': server.requestIP(request).address }
  return fetch('http://127.0.0.1:${port}' + pathname, { method: request.method, headers, body: await request.text() })
} })`

const started = shared(start)

type Ask = (port: number, ...more: readonly string[]) => Promise<Awaited<ReturnType<Home['line']>>>

function listenTest(name: string, check: (listen: Ask, lab: Lab) => Promise<void>) {
  labTest(name, { ...HOMES_NEED, programs: [...HOMES_NEED.programs] }, async () => {
    const lab = await started()
    const { home, server } = lab
    const url = `http://${home.street.server[4]}:${server.port}/`
    const listen: Ask = (port, ...more) => {
      const named = more.includes('--server') ? [] : ['--server', url]
      return home.line(['listen', String(port), '--json', ...named, ...more])
    }
    await check(listen, lab)
  })
}

const UDP = ['--protocol', 'udp'] as const

describe('what is proven', () => {
  listenTest('a rule that leads here, over TCP and UDP, by name of the server or through its proxy', async (listen, { home }) => {
    const proxy = `http://${home.street.server[4]}:${PROXY_PORT}/`
    const [tcp, ...others] = await Promise.all([
      listen(PORT.open),
      listen(PORT.open, ...UDP),
      listen(PORT.named, '--server', proxy, '--bind', home.own),
    ])
    expect([tcp.exitCode, tcp.json.outside?.proof]).toEqual([0, 'proven'])
    // Progress is for a terminal.
    expect(tcp.stderr).toBe('')
    const families = [{ ipVersion: 4, outcome: 'proven' }]
    expect(tcp.json).toMatchObject({ ip: home.seen, proof: 'proven', arrived: true, families })
    expect(tcp.json.heard.map(({ kind }: { kind: string }) => kind)).toEqual(['connection', 'challenge'])
    for (const other of others) expect([other.exitCode, other.json.proof, other.json.ip]).toEqual([0, 'proven', home.seen])
  })

  listenTest('a pinhole over IPv6', async (listen, { home, server }) => {
    const six = `http://[${home.street.server[6]}]:${server.port}/`
    const [open, shut] = await Promise.all([listen(PORT.open, '--server', six), listen(PORT.shut, '--server', six)])
    expect([open.exitCode, open.json.proof, open.json.ip]).toEqual([0, 'proven', home.own6])
    expect([shut.exitCode, shut.json.proof, shut.json.families[0].outcome]).toEqual([1, 'no-answer', 'pinhole'])
    expect([shut.json.situation, shut.json.nextActions[0].code]).toEqual(['pinhole', 'open-pinhole'])
  })
})

const isOutcome = async (asked: ReturnType<Ask>, proof: string, outcome: string, codes: readonly string[]) => {
  const { exitCode, json } = await asked
  expect([exitCode, json.proof, json.families[0].outcome]).toEqual([1, proof, outcome])
  expect(json.nextActions.map(({ code }: { code: string }) => code)).toEqual([...codes])
  return json
}

describe('what is not', () => {
  listenTest('a rule that leads to another device is somebody else', async (listen) => {
    const codes = ['correct-rule-address', 'compare-router-address']
    const found = await isOutcome(listen(PORT.tv), 'someone-else', 'someone-else', codes)
    expect([[found.arrived, found.heard], found.situation]).toEqual([[false, []], 'other-answers'])
  })

  listenTest(
    'an answer that leaves and gets lost: packets arrive here, although nothing is heard outside',
    async (listen, { home }) => {
      const codes = ['check-way-back']
      const asked = [listen(PORT.lost), listen(PORT.lost, ...UDP)]
      const found = await Promise.all(asked.map((one) => isOutcome(one, 'no-answer', 'answer-lost', codes)))
      const from = home.street.server[4]
      expect(found.map(({ heard }) => heard)).toEqual([[{ from, kind: 'unfinished' }], [{ from, kind: 'challenge' }]])
    },
  )
})
