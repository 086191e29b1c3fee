// `doorstep open` and `close` on the computer of a home, with a real gateway (miniupnpd) and a doorstep that looks from outside.

import { expect } from 'bun:test'
import { join } from 'node:path'
import { ALL_PROTOCOLS, type GatewaySetup } from '../support/home/gateway.ts'
import { buildHomes, HOMES_NEED, type Home } from '../support/home/homes.ts'
import { labTest, programPath } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { plainEnvironment, ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { until } from '../support/until.ts'

const PORT = 25_565
const HOURS = join(ROOT, 'test', 'support', 'home', 'hours-job.ts')

const built = shared(() => buildHomes(['single']))

async function single(): Promise<Home> {
  const [home] = (await built()).all
  if (!home) throw new Error('no home')
  return home
}

/** Returns the ports that the router forwards, with where they lead, and those that it lets through over IPv6. */
async function ruled(home: Home): Promise<string[]> {
  const rules = await home.rulesOf('home')
  const forwarded = [...rules.matchAll(/dport (\d+) dnat ip to (\S+)/g)].map(([, port, to]) => `${port} ${to}`)
  return [...forwarded, ...[...rules.matchAll(/dport (\d+) @nh,192,128 /g)].map(([, port]) => `${port} IPv6`)]
}

/** Starts a command on the computer that runs until it is ended. */
function start(home: Home, args: readonly string[]) {
  const env = { ...plainEnvironment(), LANG: 'C.UTF-8' }
  const child = Bun.spawn(home.command(args), { env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  let said = ''
  const reading = (async () => {
    for await (const bytes of child.stderr) said += new TextDecoder().decode(bytes)
  })()
  return {
    child,
    said: () => said,
    kept: () => until(() => said.includes('Kept open')),
    async ended() {
      const [code, out] = await Promise.all([child.exited, child.stdout.text(), reading])
      return { code, answer: out === '' ? null : JSON.parse(out), said }
    },
  }
}

labTest('a port is opened, proven, kept, and closed by Ctrl-C; nobody else is spoken to', HOMES_NEED, async () => {
  const home = await single()
  await using _ = await home.setUp({ gateway: ALL_PROTOCOLS })
  const running = start(home, ['open', String(PORT), '--json', '--server', home.url()])
  await running.kept()
  expect(await ruled(home)).toEqual([`${PORT} ${home.own}:${PORT}`, `${PORT} IPv6`])
  running.child.kill('SIGINT')
  const { code, answer, said } = await running.ended()
  expect([code, await ruled(home)]).toEqual([0, []])
  expect(answer).toMatchObject({
    situation: 'open',
    good: true,
    status: 'closed',
    gateway: home.router,
    rules: [
      { way: 'pcp', family: 'ipv4', externalIp: home.seen, isLeft: false },
      { way: 'pcp', family: 'ipv6', isLeft: false },
    ],
    checks: [{ family: 'ipv4', reached: 'yes', proof: 'proven', outside: { ip: home.seen } }, { family: 'ipv6' }],
  })
  expect(said).toContain('TCP over IPv4: proven, packets get to this computer and back.\n')
  const allowed = [home.router, 'fe80::1', '239.255.255.250', 'ff02::c', new URL(home.url()).hostname]
  expect((await home.spoken()).map(({ address }) => address).filter((one) => !allowed.includes(one))).toEqual([])
})

labTest('close removes what a killed command has left, by the protocol that made it', HOMES_NEED, async () => {
  const home = await single()
  const setups: [GatewaySetup, string, string][] = [
    [ALL_PROTOCOLS, 'pcp', 'closed'],
    [{ natPmp: true }, 'nat-pmp', 'asked'],
  ]
  for (const [gateway, way, status] of setups) {
    await using _ = await home.setUp({ gateway })
    const running = start(home, ['open', String(PORT), '--external-port', '30000', '--json'])
    await running.kept()
    running.child.kill('SIGKILL')
    await running.child.exited
    expect(await ruled(home)).toContain(`30000 ${home.own}:${PORT}`)
    const { exitCode, json } = await home.line(['close', String(PORT), '--external-port', '30000', '--protocol', 'tcp', '--json'])
    const closed = expect.arrayContaining([expect.objectContaining({ way, family: 'ipv4', externalPort: 30_000 })])
    expect([exitCode, json]).toMatchObject([0, { status, closed }])
    expect(await ruled(home)).not.toContain(`30000 ${home.own}:${PORT}`)
  }
})

labTest('for hours it is renewed, by every protocol', HOMES_NEED, async () => {
  const home = await single()
  await using _ = await home.setUp({ gateway: ALL_PROTOCOLS })
  const said = JSON.parse(await run(home.street.inside('dev', [process.execPath, HOURS, home.router, home.own, String(PORT)])))
  for (const way of ['pcp', 'nat-pmp', 'upnp']) {
    expect(said[way]).toMatchObject({ status: 'closed', lost: 0, rules: [{ way, isLeft: false }] })
    expect(said[way].rulesAt).toEqual([1, 1, 1, 1, 1])
  }
  expect(await ruled(home)).toEqual([])
})

const WITH_UPNPC = { ...HOMES_NEED, programs: [...HOMES_NEED.programs, 'upnpc'] }

labTest('the rule of another device stays, and that of another program here as well', WITH_UPNPC, async () => {
  const home = await single()
  await using _ = await home.setUp({ gateway: { upnp: true, pcp: true, natPmp: true, secure: false } })
  const [theirs, ours] = [home.own.replace(/\d+$/, '77'), home.own]
  const map = (to: string, port: number) =>
    run(home.street.inside('dev', [programPath('upnpc') ?? '', '-e', 'TV', '-a', to, `${port}`, `${port}`, 'tcp']))
  await map(theirs, PORT)
  await map(ours, PORT + 1)
  const before = await ruled(home)
  const taken = await home.line(['open', String(PORT), '--for', '1s', '--json'])
  const refusals = expect.arrayContaining([expect.objectContaining({ reason: 'taken', by: theirs, family: 'ipv4' })])
  expect([taken.exitCode, taken.json]).toMatchObject([1, { status: 'refused', refusals }])
  const there = await home.line(['open', String(PORT + 1), '--for', '1s', '--json'])
  expect(there.json.rules[0]).toMatchObject({ wasThere: true, isLeft: true })
  expect(await ruled(home)).toEqual(before)
})

labTest('a second Ctrl-C ends at once, after it was said what stays', HOMES_NEED, async () => {
  const home = await single()
  await using _ = await home.setUp({ gateway: { pcp: true } })
  const running = start(home, ['open', String(PORT)])
  await running.kept()
  // From now on the gateway is silent, so that taking back takes time.
  await run(home.street.inside('home', ['nft', 'insert rule inet home input udp dport 5351 drop']))
  running.child.kill('SIGINT')
  await until(() => running.said().includes('A second Ctrl-C ends at once; the rules then end by themselves at '))
  running.child.kill('SIGINT')
  expect(await running.child.exited).toBe(130)
  expect(await ruled(home)).toContain(`${PORT} ${home.own}:${PORT}`)
})
