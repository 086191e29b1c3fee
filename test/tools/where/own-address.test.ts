// The tools that reach any host look where packets end only at the address of whoever asks.

import { describe, expect, test } from 'bun:test'
import { mintEndpoint, mintTarget, RequesterEndpoint } from '../../../src/policy/target.ts'
import publicServiceCheck from '../../../tools/public-service-check.ts'
import traceroute from '../../../tools/traceroute.ts'
import { freePort } from '../../support/net/network.ts'
import { addressOf } from '../../support/policy/rules.ts'
import { bodyOf, postTool, startServer } from '../../support/server.ts'
import { runTool } from '../../support/where/run-tool.ts'
import { whereOf } from '../../support/where/situations.ts'

const OWN = '9.9.9.9'
const OTHERS = ['9.9.9.10', '9.9.9.8', '2620:fe::fe', '149.112.112.112']

type Given = Partial<Parameters<typeof runTool>[2]>

const hostAt = (address: string, port: number) => ({
  host: 'home.example.com',
  unicode: 'home.example.com',
  isAddress: false,
  status: 'noerror',
  resolveMs: 1,
  omitted: 0,
  port,
  targets: [mintTarget(addressOf(address))],
  endpoints: [mintEndpoint(addressOf(address), port)],
})

/** A trace that ends before the target. */
const PATH = { path: { trace: async () => ({ hops: [], failure: null }) } }

const TOOLS = {
  'public-service-check': (address: string, given: Given) =>
    runTool('public-service-check', publicServiceCheck, {
      where: whereOf('silent-device', 4),
      requester: addressOf(OWN),
      target: hostAt(address, 443),
      body: { target: 'home.example.com', port: 443 },
      ...given,
    }),
  traceroute: (address: string, given: Given) =>
    runTool('traceroute', traceroute, {
      where: whereOf('silent-device', 4),
      requester: addressOf(OWN),
      target: hostAt(address, 80),
      more: PATH,
      body: { host: 'home.example.com', method: 'tcp' },
      ...given,
    }),
}

describe.each(['public-service-check', 'traceroute'] as const)('%s', (name) => {
  const ask = TOOLS[name]
  const port = name === 'traceroute' ? 80 : 443

  test('nobody else is looked at, and neither is anybody where the requester is not known', async () => {
    for (const other of OTHERS) {
      const { looks, answer } = await ask(other, {})
      expect([other, looks.length, answer.where]).toEqual([other, 0, null])
    }
    const { looks, answer, text } = await ask(OWN, { requester: null })
    expect([looks.length, answer.where]).toEqual([0, null])
    expect(text(true)).not.toContain('Provider - ')
  })

  test('the requester is told where packets to the own address end, and what to do', async () => {
    const { looks, answer, text } = await ask(OWN, {})
    expect(looks.map(({ to, protocol }) => [to.address.text, to.port, protocol])).toEqual([[OWN, port, 'tcp']])
    for (const { to } of looks) RequesterEndpoint.assert(to)
    expect(answer.where.verdict).toBe('silent-device')
    expect(text()).toContain('Internet (97 hops) - Provider - Router: Has the rule - Device: No answer\n')
    const seen = `The router at ${OWN} forwards TCP port ${port}, but the device behind it did not answer.`
    expect(text()).toContain(seen)
    expect(text(true)).toContain(`${seen} The rule is there.`)
    const codes = answer.nextActions.map(({ code }: { code: string }) => code)
    expect(codes).toContain(name === 'traceroute' ? 'verify-port' : 'allow-on-device')
  })

  test('a port that is open, and a host that cannot look, change nothing', async () => {
    for (const given of [{ status: 'open' as const }, { where: null }]) {
      const { answer, text } = await ask(OWN, given)
      expect(answer.where).toBeNull()
      expect(text()).not.toContain('Provider - ')
      expect(JSON.stringify(answer.nextActions)).not.toMatch(/verify-port|allow-on-device/)
    }
  })

  test('a router in the network of this server is not shown', async () => {
    const { answer, text } = await ask(OWN, { where: whereOf('stopped-before', 4), mayShow: () => false })
    expect(JSON.stringify(answer) + text(true)).not.toContain('192.0.2.7')
  })
})

test('a port that could not be checked, or is open, is not looked at a second time', async () => {
  for (const status of ['open', 'error'] as const)
    expect((await TOOLS['public-service-check'](OWN, { status })).looks).toEqual([])
})

test('only a trace over TCP has a port to look at', async () => {
  for (const method of ['udp', 'icmp']) {
    const { looks, answer } = await TOOLS.traceroute(OWN, { body: { host: 'home.example.com', method } })
    expect([looks.length, answer.where]).toEqual([0, null])
  }
})

test('over HTTP as well: the own address, and nobody else', async () => {
  await using server = await startServer({ args: ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8'] })
  const port = freePort()
  const whereOfTarget = async (target: string, from: string) => {
    const answer = await postTool(server.url, 'public-service-check', { target, port }, { 'x-forwarded-for': from })
    expect(answer.status).toBe(200)
    const { tcp, where } = await bodyOf(answer)
    expect(tcp.status).toBe('refused')
    return where
  }
  expect(await whereOfTarget('127.60.1.1', '127.60.1.2')).toBeNull()
  // Only Linux can send such probes.
  const own = await whereOfTarget('127.60.1.1', '127.60.1.1')
  expect(own?.verdict ?? null).toBe(process.platform === 'linux' ? 'refused-at-address' : null)
})
