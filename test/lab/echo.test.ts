// The echo port in front of homes out of namespaces whose setup is known: the number of routers that translate is the right one, or not told.
import { afterAll, expect } from 'bun:test'
import { ALL_PROTOCOLS } from '../support/home/gateway.ts'
import { buildHomes, HOMES_NEED, type HomeSetup, type Homes } from '../support/home/homes.ts'
import { routerTable } from '../support/home/router.ts'
import { labTest } from '../support/lab.ts'
import type { ShapeName } from '../support/where/shapes.ts'

const ECHO_PORT = 3479
const PORT = 62_080
const SHAPES = ['single', 'double', 'carrier', 'triple'] as const satisfies readonly ShapeName[]
type Shape = (typeof SHAPES)[number]

let built: Promise<Homes> | undefined
afterAll(async () => (await built?.catch(() => undefined))?.[Symbol.asyncDispose]())

const LISTENS = { listens: [{ port: PORT }] }
const GATEWAY = { gateway: ALL_PROTOCOLS }
/** A router that says nothing of packets that end there, and one that hides what is behind it. */
const MUTE = 'table inet mute { chain output { type filter hook output priority 0; icmp type time-exceeded drop; }; }'
const ANEW = 'table inet anew { chain mangle { type filter hook prerouting priority mangle; iifname "wan" ip ttl set 64; }; }'

interface Case {
  readonly name: string
  readonly shape: Shape
  readonly setup?: HomeSetup
  /** The number of translators, the cause and the kind of line. */
  readonly said: readonly [number | null, string, string]
}

const MIDDLE = { tables: { middle: routerTable({}) } }
const CASES: readonly Case[] = [
  { name: 'one router without a rule', shape: 'single', said: [1, 'no-rule-proven', 'none'] },
  { name: 'one router without a rule, that says so', shape: 'single', setup: GATEWAY, said: [1, 'no-rule-proven', 'none'] },
  {
    name: 'one router that keeps silent',
    shape: 'single',
    setup: { tables: { home: MUTE } },
    said: [null, 'no-rule-likely', 'unknown'],
  },
  {
    name: 'one router that sets hop limits anew',
    shape: 'single',
    setup: { tables: { home: ANEW } },
    said: [null, 'no-rule-likely', 'unknown'],
  },
  { name: 'a carrier in front', shape: 'carrier', said: [2, 'carrier-nat', 'carrier-grade'] },
  {
    name: 'a silent carrier in front',
    shape: 'carrier',
    setup: { tables: { home: MUTE } },
    said: [null, 'no-rule-likely', 'unknown'],
  },
  {
    name: 'a silent router behind a carrier',
    shape: 'carrier',
    setup: { tables: { inner: MUTE } },
    said: [null, 'shared-or-no-rule', 'unknown'],
  },
  {
    name: 'a router behind a carrier that sets hop limits anew',
    shape: 'carrier',
    setup: { tables: { inner: ANEW } },
    said: [null, 'shared-or-no-rule', 'unknown'],
  },
  // The inner one may only route, unless it says that it has an address of the other.
  { name: 'two routers at home', shape: 'double', said: [null, 'second-router', 'double-nat'] },
  {
    name: 'two routers at home, the inner one says so',
    shape: 'double',
    setup: GATEWAY,
    said: [2, 'second-router', 'double-nat'],
  },
  { name: 'two routers and a carrier', shape: 'triple', setup: MIDDLE, said: [null, 'carrier-nat', 'carrier-grade'] },
  {
    name: 'two routers and a carrier, the inner one says so',
    shape: 'triple',
    setup: { ...MIDDLE, ...GATEWAY },
    said: [3, 'carrier-nat', 'carrier-grade'],
  },
]

for (const { name, shape, setup, said } of CASES) {
  labTest(`${name}: ${said[0] ?? 'not told'}`, HOMES_NEED, async () => {
    built ??= buildHomes(SHAPES, { server: ['--echo-port', String(ECHO_PORT)] })
    const home = (await built).all[SHAPES.indexOf(shape)]
    if (!home) throw new Error(`no home of the shape ${shape}`)
    await using _ = await home.setUp({ ...LISTENS, ...setup })
    const { json, stderr } = await home.line(['home', '--port', String(PORT), '--json', '--server', home.url(4)])
    expect([json?.line?.translators, json?.cause, json?.line?.nat, stderr]).toEqual([...said, ''])
    // Known addresses are not to be compared again.
    const isCompared = json.nextActions.some(({ code }: { code: string }) => code === 'compare-router-address')
    if (said[0] !== null) expect(isCompared).toBe(false)
  })
}

const LISTENING: readonly (readonly [shape: Shape, situation: string])[] = [
  ['single', 'no-rule-seen'],
  ['carrier', 'carrier-grade'],
  ['double', 'two-routers'],
]
for (const [shape, situation] of LISTENING) {
  labTest(`listen behind ${shape}: ${situation}`, HOMES_NEED, async () => {
    built ??= buildHomes(SHAPES, { server: ['--echo-port', String(ECHO_PORT)] })
    const home = (await built).all[SHAPES.indexOf(shape)]
    if (!home) throw new Error(`no home of the shape ${shape}`)
    await using _ = await home.setUp({})
    const { json, stderr } = await home.line(['listen', String(PORT), '--json', '--server', home.url(4)])
    const codes: string[] = json?.nextActions?.map(({ code }: { code: string }) => code) ?? []
    expect([json?.situation, codes.includes('compare-router-address'), stderr]).toEqual([situation, false, ''])
  })
}
