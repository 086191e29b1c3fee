import { expect, test } from 'bun:test'
import { parseAddress } from '../../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { homeNetworkOf } from '../../../../src/router/login/home-network.ts'
import { decide, ROWS, type TopologyFacts } from '../../../../src/router/login/topology.ts'

const FACTS = {
  wan: ['public', 'private', 'outer', 'shared', 'carrier', 'down', 'unknown'],
  brand: ['personal', 'isp', 'unknown', 'none'],
  isp: ['box', 'building', 'none'],
  gateway: ['personal', 'isp', 'open', 'changed', 'none'],
} as const

const every: TopologyFacts[] = FACTS.wan.flatMap((wan) =>
  FACTS.brand.flatMap((brand) => FACTS.isp.flatMap((isp) => FACTS.gateway.map((gateway) => ({ wan, brand, isp, gateway })))),
)

test('every row decides for some facts: none is hidden by those before it', () => {
  const deciding = new Set(every.map(decide))
  expect(ROWS.filter((row) => !deciding.has(row)).map(({ when }) => when)).toEqual([])
})

test('the topology says what the WAN address proves', () => {
  for (const facts of every) {
    const { topology, roles } = decide(facts)
    expect(roles.length).toBeGreaterThan(0)
    if (facts.wan === 'private') expect([facts, topology]).toEqual([facts, 'isp-plus-router'])
    if (facts.wan === 'public' || facts.wan === 'shared') expect(['single', 'bridge']).toContain(topology)
    if (topology === 'bridge') expect([facts.wan, roles]).toEqual(['public', ['own']])
    if (facts.wan === 'shared') expect(roles).not.toContain('upstream')
    if (facts.wan === 'carrier') expect([facts, topology, roles.includes('upstream')]).toEqual([facts, 'single', false])
    // Residents do not log in to the equipment of a building.
    // One address may be that of either router.
    const isOne = facts.isp === 'building' || (facts.wan === 'outer' && facts.gateway === 'personal')
    if (topology === 'isp-plus-router') expect([facts, roles.length]).toEqual([facts, isOne ? 1 : 2])
  }
})

const catalogue = embeddedCatalogue()
const ask = {
  routerBrand: undefined,
  isp: undefined,
  gateway: null,
  routerWan: null,
  platform: null,
  variant: null,
  guess: null,
  state: 'unknown',
} as const

/** The answers that a knowledgeable person would give. */
test.each([
  [{}, 'unknown', ['own', 'common']],
  [{ routerBrand: 'asus' }, 'single', ['own']],
  [{ routerBrand: 'asus', isp: 'kt' }, 'isp-plus-router', ['own', 'isp']],
  [{ routerBrand: 'asus', isp: 'kt', gateway: '192.168.50.1' }, 'isp-plus-router', ['own', 'isp']],
  [{ routerBrand: 'asus', isp: 'kt', wan: '8.8.8.8' }, 'bridge', ['own']],
  [{ routerBrand: 'asus', wan: '8.8.8.8' }, 'single', ['own']],
  [{ routerBrand: 'asus', wan: '192.168.0.7' }, 'isp-plus-router', ['own', 'upstream']],
  [{ routerBrand: 'asus', wan: '100.64.0.7' }, 'single', ['own']],
  [{ routerBrand: 'asus', wan: '0.0.0.0' }, 'single', ['own']],
  [{ routerBrand: 'asus', gateway: '172.30.1.254' }, 'isp-plus-router', ['isp', 'off-path']],
  [{ routerBrand: 'asus', gateway: '172.30.1.254', wan: '172.30.1.9' }, 'isp-plus-router', ['isp', 'off-path']],
  [{ routerBrand: 'kt' }, 'single', ['isp']],
  [{ routerBrand: 'kt', gateway: '172.30.1.254' }, 'single', ['isp']],
  [{ routerBrand: 'kt', gateway: '192.168.0.1' }, 'unknown', ['own']],
  [{ routerBrand: 'kt', gateway: '192.168.0.1', wan: '172.30.1.9' }, 'isp-plus-router', ['own', 'upstream']],
  // No box at home uses that range: the provider shares the address.
  [{ routerBrand: 'kt', wan: '10.1.2.3' }, 'single', ['isp']],
  [{ routerBrand: 'kt', wan: '192.168.35.9' }, 'isp-plus-router', ['isp', 'upstream']],
  [{ isp: 'T-Mobile', gateway: '192.168.12.1', wan: '10.12.3.4' }, 'single', ['isp']],
  [{ isp: 'T-Mobile', routerBrand: 'gl.inet', wan: '10.12.3.4' }, 'single', ['own']],
  [{ isp: 'T-Mobile', routerBrand: 'gl.inet', wan: '192.168.12.104' }, 'isp-plus-router', ['own', 'upstream']],
  [{ isp: 'dorm', routerBrand: 'iptime', gateway: '192.168.0.1' }, 'isp-plus-router', ['own']],
  [{ isp: 'dorm', routerBrand: 'iptime', gateway: '192.168.0.1', wan: '192.168.219.77' }, 'isp-plus-router', ['own']],
  [{ isp: 'dorm', gateway: '192.168.0.1' }, 'unknown', ['own']],
  [{ isp: 'dorm', routerBrand: 'iptime', wan: '8.8.8.8' }, 'single', ['own']],
  [{ isp: 'Verizon 5G Home', gateway: '192.168.0.1' }, 'single', ['isp']],
  [{ isp: 'starlink', gateway: '192.168.100.1' }, 'single', ['isp']],
  [{ routerBrand: 'no such maker', gateway: '192.168.2.1' }, 'single', ['own']],
  [{ gateway: '10.0.0.1' }, 'unknown', ['own']],
  [{ routerBrand: 'kt', wan: '8.8.8.8' }, 'single', ['isp']],
  [{ isp: 'kt', routerBrand: 'no such maker' }, 'unknown', ['own', 'isp']],
  [{ isp: 'kt', routerBrand: 'no such maker', gateway: '192.168.0.1' }, 'isp-plus-router', ['own', 'isp']],
  [{ isp: 'kt', routerBrand: 'no such maker', wan: '8.8.8.8' }, 'single', ['own', 'isp']],
  // Another address than usual proves nothing, unless only routers from shops have it.
  [{ isp: 'kt', gateway: '192.168.0.1' }, 'unknown', ['own']],
  [{ isp: 'kt', gateway: '192.168.50.1' }, 'isp-plus-router', ['own', 'isp']],
  [{ isp: 'kt', gateway: '192.168.0.1', wan: '8.8.8.8' }, 'single', ['own']],
  [{ isp: 'kt', wan: '8.8.8.8' }, 'single', ['own', 'isp']],
  [{ gateway: '192.168.219.1' }, 'single', ['isp']],
  [{ gateway: '192.168.50.1' }, 'single', ['own']],
  [{ gateway: '192.168.0.1', wan: '172.30.1.42' }, 'isp-plus-router', ['own', 'upstream']],
  [{ wan: '8.8.8.8' }, 'single', ['own']],
  [{ wan: '100.64.0.7' }, 'single', ['own']],
  [{ gateway: '172.30.1.254', wan: '100.64.0.7' }, 'single', ['isp']],
  [{ routerBrand: 'no such maker', isp: 'no such provider' }, 'unknown', ['own', 'common']],
] as const)('%j: %s %j', (said, topology, roles) => {
  const { wan, ...rest } = { wan: undefined, ...said }
  const { facts } = homeNetworkOf({ ...ask, ...rest, routerWan: wan === undefined ? null : parseAddress(wan) }, catalogue)
  const row = decide(facts)
  expect([row.topology, row.roles]).toEqual([topology, [...roles]])
})
