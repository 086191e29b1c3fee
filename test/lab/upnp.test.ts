// A real gateway (miniupnpd), asked over UPnP from the computer of a home.

import { expect } from 'bun:test'
import { join } from 'node:path'
import type { Wanted } from '../../src/net/gateway/types.ts'
import type { UpnpJob, UpnpOutcomes } from '../support/gateway/upnp-job.ts'
import type { GatewaySetup } from '../support/home/gateway.ts'
import { buildHomes, HOMES_NEED, type Home } from '../support/home/homes.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const JOB = join(ROOT, 'test', 'support', 'gateway', 'upnp-job.ts')
const UPNP: GatewaySetup = { upnp: true }
const PORT = 25_565
const ASKED = { port: PORT, protocol: 'tcp' } as const
const WANTED: Wanted = { protocol: 'tcp', internalPort: PORT, externalPort: PORT, lifetimeS: 600 }
/** Another address of the computer: to the gateway, another device. */
const OTHER = '192.168.1.77'
const LINK_LOCAL = 'fe80::1'
const GLOBAL_GROUP = '239.255.255.250'

const built = shared(() => buildHomes(['single'], { isAlone: true }))

async function onlyHome(): Promise<Home> {
  const [home] = (await built()).all
  if (!home) throw new Error('no home')
  return home
}

async function ask(home: Home, steps: UpnpJob['steps'], rest: Partial<UpnpJob> = {}): Promise<readonly unknown[]> {
  const job: UpnpJob = { gateway: home.router, own: home.own, steps, ...rest }
  const { outcomes }: UpnpOutcomes = JSON.parse(
    await run(home.street.inside('dev', [process.execPath, JOB, JSON.stringify([job])])),
  )
  return outcomes[0]?.done ?? []
}

/** A lease of which some has gone by on a busy machine. */
const about = (seconds: number) => expect.closeTo(seconds, -2)
const rule = (to: string, rest = {}) => {
  const lease = expect.any(Number)
  return {
    protocol: 'tcp',
    externalPort: PORT,
    internalIp: to,
    internalPort: PORT,
    description: 'doorstep',
    leaseS: lease,
    ...rest,
  }
}
/** The ports that the router forwards, with where they lead. */
const forwarded = (rules: string) => [...rules.matchAll(/dport (\d+) dnat ip to (\S+)/g)].map(([, port, to]) => `${port} ${to}`)

labTest('a rule is made, seen, made again and taken back, also when the signal has ended', HOMES_NEED, async () => {
  const single = await onlyHome()
  await using _ = await single.setUp({ gateway: UPNP })
  const opened = { externalPort: PORT, externalIp: single.wan, lifetimeS: about(600) }
  const found = { version: 2, model: 'Debian router', manufacturer: 'Debian', wanIp: single.wan, saysNoAddress: false }
  expect(await ask(single, [ASKED, { open: WANTED }, { open: { ...WANTED, lifetimeS: 1200 } }, ASKED])).toEqual([
    { ...found, rules: [] },
    opened,
    { ...opened, lifetimeS: about(1200) },
    { ...found, rules: [rule(single.own)] },
  ])
  expect(forwarded(await single.rulesOf('home'))).toEqual([`${PORT} ${single.own}:${PORT}`])
  const elsewhere = { ...WANTED, externalPort: PORT + 1, protocol: 'udp' } as const
  const done = await ask(single, ['find', 'end', { open: elsewhere }, { close: WANTED }, { close: WANTED }])
  expect(done).toEqual([{ failed: 'silent', code: null }, 'closed', { failed: 'absent', code: null }])
  expect(forwarded(await single.rulesOf('home'))).toEqual([])
  const told = (await single.spoken()).map(({ address }) => address)
  expect([...new Set(told)].toSorted()).toEqual([single.router, GLOBAL_GROUP].filter((one) => told.includes(one)).toSorted())
})

for (const secure of [true, false])
  labTest(`the rule of another device is not replaced, secure mode ${secure ? 'on' : 'off'}`, HOMES_NEED, async () => {
    const single = await onlyHome()
    await using _ = await single.setUp({ gateway: { upnp: true, secure } })
    await run(single.street.inside('dev', ['ip', 'addr', 'add', `${OTHER}/24`, 'dev', 'wan']))
    try {
      expect(await ask(single, [{ open: WANTED }], { own: OTHER })).toMatchObject([{ lifetimeS: about(600) }])
      const failed = { failed: 'taken', code: null, rule: rule(OTHER) }
      const [opening, closing, seen] = await ask(single, [{ open: WANTED }, { close: WANTED }, ASKED])
      expect([opening, closing]).toEqual([failed, failed])
      expect(seen).toMatchObject({ rules: [rule(OTHER)] })
      expect(forwarded(await single.rulesOf('home'))).toEqual([`${PORT} ${OTHER}:${PORT}`])
    } finally {
      await run(single.street.inside('dev', ['ip', 'addr', 'del', `${OTHER}/24`, 'dev', 'wan']))
    }
  })

labTest('over IPv6 a pinhole is opened, held and closed', HOMES_NEED, async () => {
  const single = await onlyHome()
  await using _ = await single.setUp({ gateway: UPNP })
  const way = { gateway: LINK_LOCAL, own: single.own6 }
  const opened = { externalPort: PORT, externalIp: single.own6, lifetimeS: 600 }
  const left = await ask(single, [{ open: WANTED }, { open: WANTED }, ASKED], way)
  expect(left).toMatchObject([opened, opened, { version: 2, wanIp: null, rules: null }])
  expect(await single.rulesOf('home')).toContain(`dport ${PORT}`)
  const udp = { ...WANTED, protocol: 'udp', internalPort: 9999, externalPort: 9999 } as const
  const unsupported = { failed: 'unsupported', code: null }
  const done = await ask(single, [{ open: udp }, { close: udp }, { close: udp }, { open: { ...udp, externalPort: 9998 } }], way)
  expect(done).toEqual([{ ...opened, externalPort: 9999 }, 'closed', unsupported, unsupported])
  expect(await single.rulesOf('home')).not.toContain('dport 9999')
})

/** Has a router hear searches through their group alone. */
const GROUP_ALONE = `table inet quiet {
chain input {
type filter hook input priority -10
udp dport 1900 ip daddr != ${GLOBAL_GROUP} drop
udp dport 1900 ip6 daddr != ff00::/8 drop
}
}`

labTest('a gateway that answers its group alone is found, also where a VPN holds the default route', HOMES_NEED, async () => {
  const single = await onlyHome()
  await using _ = await single.setUp({ gateway: UPNP, vpn: true, tables: { home: GROUP_ALONE } })
  const six = { gateway: LINK_LOCAL, own: single.own6 }
  const done = await Promise.all([ask(single, [ASKED]), ask(single, [ASKED], six)])
  expect(done).toMatchObject([[{ wanIp: single.wan }], [{ version: 2 }]])
  expect((await single.spoken()).map(({ address }) => address)).toContain(GLOBAL_GROUP)
})
