// A real gateway (miniupnpd), asked by PCP and NAT-PMP from the computer of a home.

import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Wanted, Way } from '../../src/net/gateway/index.ts'
import type { GatewayJob, GatewayOutcome } from '../support/gateway/gateway-job.ts'
import { ALL_PROTOCOLS, type GatewaySetup } from '../support/home/gateway.ts'
import { buildHomes, HOMES_NEED, type Home, type HomeSetup } from '../support/home/homes.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const JOB = join(ROOT, 'test', 'support', 'gateway', 'gateway-job.ts')
const GROUPS = ['239.255.255.250', 'ff02::c']
/** Far more than a look takes: a limit on what hangs. */
const HANGING_MS = 10_000

const built = shared(() => buildHomes(['single', 'double'], { isAlone: true }))

async function homes() {
  const [single, double] = (await built()).all
  if (!single || !double) throw new Error('no homes')
  return { single, double }
}

async function ask(home: Home, job: Partial<GatewayJob> = {}): Promise<GatewayOutcome> {
  const given: GatewayJob = { gateway: home.router, own: home.own, ...job }
  return JSON.parse(await run(home.street.inside('dev', [process.execPath, JOB, JSON.stringify(given)])))
}

async function lookAt(home: Home, gateway: GatewaySetup, rest: Partial<HomeSetup> = {}): Promise<GatewayOutcome> {
  await using _ = await home.setUp({ gateway, ...rest })
  return await ask(home)
}

const wanted = (internalPort: number, rest: Partial<Wanted> = {}): Wanted => {
  return { protocol: 'tcp', internalPort, externalPort: internalPort, lifetimeS: 600, ...rest }
}
const open = (way: Way, port: number, rest?: Partial<Wanted>) => ({ way, action: 'open', wanted: wanted(port, rest) }) as const
const close = (way: Way, port: number, rest?: Partial<Wanted>) => ({ way, action: 'close', wanted: wanted(port, rest) }) as const
const opened = (externalPort: number, externalIp: string | null) => ({ externalPort, externalIp, lifetimeS: 600 })
/** The ports that the router forwards, with where they lead. */
const forwarded = (rules: string) => [...rules.matchAll(/dport (\d+) dnat ip to (\S+)/g)].map(([, port, to]) => `${port} ${to}`)

labTest('a gateway that speaks everything tells its address, and nobody else is spoken to', HOMES_NEED, async () => {
  const { single } = await homes()
  await using _ = await single.setUp({ gateway: ALL_PROTOCOLS })
  const { seen, elapsedMs } = await ask(single)
  expect(seen).toMatchObject({ protocols: ['pcp', 'nat-pmp', 'upnp-igd2'], model: 'Debian router', rules: null })
  expect(seen).toMatchObject({ wanIp: single.wan, wanIpFrom: 'nat-pmp', saysNoAddress: false })
  expect(elapsedMs).toBeLessThan(HANGING_MS)
  const spoken = (await single.spoken()).map(({ address }) => address)
  expect(spoken).toContain(single.router)
  expect(spoken.filter((address) => address !== single.router && !GROUPS.includes(address))).toEqual([])
})

labTest('a VPN that holds the default route does not hide the gateway', HOMES_NEED, async () => {
  const { single } = await homes()
  const { seen } = await lookAt(single, ALL_PROTOCOLS, { vpn: true })
  expect(seen).toMatchObject({ wanIp: single.wan, protocols: ['pcp', 'nat-pmp', 'upnp-igd2'] })
})

labTest('one protocol alone: over PCP the address is learned from a rule that is taken back', HOMES_NEED, async () => {
  const { single, double } = await homes()
  await using _ = await double.setUp({ gateway: { pcp: true, extIp: '9.9.9.9' } })
  const [natPmp, pcp] = await Promise.all([lookAt(single, { natPmp: true }), ask(double)])
  expect(natPmp.seen).toMatchObject({ protocols: ['nat-pmp'], wanIp: single.wan, wanIpFrom: 'nat-pmp' })
  expect(pcp.seen).toMatchObject({ protocols: ['pcp'], wanIp: '9.9.9.9', wanIpFrom: 'pcp', saysNoAddress: false })
  expect(forwarded(await double.rulesOf('inner'))).toEqual([])
})

labTest('a router that speaks nothing, and no router at all', HOMES_NEED, async () => {
  const { single } = await homes()
  await using _ = await single.setUp({})
  const nothing = { protocols: [], wanIp: null, wanIpFrom: null, saysNoAddress: false }
  const [router, nobody] = await Promise.all([ask(single), ask(single, { gateway: single.own.replace(/\d+$/, '99') })])
  expect([router.seen, nobody.seen]).toMatchObject([nothing, nothing])
  expect(Math.max(router.elapsedMs, nobody.elapsedMs)).toBeLessThan(HANGING_MS)
})

labTest('behind another router a gateway has no address, and its refusal tells the one it has', HOMES_NEED, async () => {
  const { double } = await homes()
  await using _ = await double.setUp({ gateway: ALL_PROTOCOLS })
  const { seen, done } = await ask(double, { steps: [open('pcp', 9001), open('nat-pmp', 9001)] })
  expect(seen).toMatchObject({ wanIp: double.wan, wanIpFrom: 'pcp', saysNoAddress: true })
  expect(done).toEqual([
    { failed: 'no-address', code: 8, wanIp: double.wan },
    { failed: 'no-address', code: 3 },
  ])
})

labTest('rules are made, those of others stay, and a command that is started again takes its own back', HOMES_NEED, async () => {
  const { single } = await homes()
  const other = single.own.replace(/\d+$/, '20')
  await using _ = await single.setUp({ gateway: ALL_PROTOCOLS })
  const udp = { protocol: 'udp', externalPort: 9103 } as const
  const first = await ask(single, {
    steps: [open('pcp', 9001), open('nat-pmp', 9002, { externalPort: 9102 }), open('nat-pmp', 9003, udp)],
  })
  expect(first.ways).toEqual(['pcp', 'nat-pmp', 'upnp'])
  expect(first.done).toEqual([opened(9001, single.wan), opened(9102, null), opened(9103, null)])
  const own = [`9001 ${single.own}:9001`, `9102 ${single.own}:9002`, `9103 ${single.own}:9003`]
  expect(forwarded(await single.rulesOf('home'))).toEqual(own)
  await run(single.street.inside('dev', ['ip', 'addr', 'add', `${other}/24`, 'dev', 'wan']))
  const steps = [open('pcp', 9001), open('nat-pmp', 9001), close('pcp', 9001), close('nat-pmp', 9001)]
  const taken = { failed: 'taken', code: null }
  expect((await ask(single, { own: other, steps })).done).toEqual([taken, taken, { failed: 'absent', code: 8 }, 'closed'])
  expect(forwarded(await single.rulesOf('home'))).toEqual(own)
  const ofAnotherProgram = await ask(single, { asked: { port: 9002, protocol: 'tcp' }, steps: [open('pcp', 9002)] })
  expect(ofAnotherProgram.done).toEqual([{ failed: 'taken', code: 2 }])
  expect(ofAnotherProgram.seen.rules).toMatchObject([{ externalPort: 9102, internalIp: single.own, internalPort: 9002 }])
  expect(forwarded(await single.rulesOf('home'))).toEqual(own)
  const again = [close('pcp', 9001), close('pcp', 9001), close('nat-pmp', 9002), close('nat-pmp', 9003, udp)]
  const last = await ask(single, { isEnded: true, steps: [open('pcp', 9050), ...again] })
  expect(last.done).toEqual([{ failed: 'silent', code: null }, 'closed', { failed: 'absent', code: 8 }, 'closed', 'closed'])
  expect(forwarded(await single.rulesOf('home'))).toEqual([])
})

labTest('over IPv6 the gateway is link-local, and makes a pinhole for the own address', HOMES_NEED, async () => {
  const { single } = await homes()
  await using _ = await single.setUp({ gateway: ALL_PROTOCOLS })
  const pinhole = `th dport 9060 `
  const over6 = { gateway: 'fe80::1', own: single.own6 }
  const steps = [open('pcp', 9060), open('pcp', 9060), open('pcp', 9061, { externalPort: 9062 })]
  const { seen, ways, done } = await ask(single, { ...over6, steps })
  expect(seen).toMatchObject({ protocols: ['pcp', 'upnp-igd2'], wanIp: null, saysNoAddress: false })
  expect(ways).toEqual(['pcp', 'upnp'])
  expect(done).toEqual([opened(9060, single.own6), opened(9060, single.own6), { failed: 'unsupported', code: null }])
  expect(await single.rulesOf('home')).toContain(pinhole)
  expect((await ask(single, { ...over6, steps: [close('pcp', 9060)] })).done).toEqual(['closed'])
  expect(await single.rulesOf('home')).not.toContain(pinhole)
})
