// Situations of a home over IPv4: the rules of its routers, and the answer that is right.
import { type Case, situationsOf } from './cases.ts'
import { containers, DEVICE_DROPS, filter, LISTENING, loss, mangle, output, type Router, router } from './rules.ts'
import { type Expected, expected, type Situation } from './situation.ts'

const DEVICE = '192.168.1.10'
/** Addresses at which nobody is: in the network of the home, and outside it. */
const [ABSENT, OUTSIDE] = ['192.168.1.66', '10.9.9.9']
const INNER = '192.168.1.2'

const silent = expected('silent-at-address')
const refusedBehind = expected('refused-by-device')
const silentBehind = expected('silent-device')
const refusedOnTheWay = expected('refused-on-the-way')
const stoppedAfter = (hop: number) => expected('stopped-before', { stoppedAfter: hop })
/** A refusal from behind the address, of which the address itself said nothing. */
const refusedSomewhere: Expected = { verdicts: ['refused-by-device', 'cannot-tell'], proven: 'either' }

const WITH_RULE = { to: DEVICE } as const
const noExceeded = 'icmp type time-exceeded drop'
const fewExceeded = 'icmp type time-exceeded limit rate over 1/minute burst 1 packets drop'
const noIcmp = 'meta l4proto icmp drop'

const SINGLE: readonly Case[] = [
  ['no rule', {}, silent],
  ['no rule, the router refuses', { rest: 'refusal' }, expected('refused-at-address')],
  ['rule, a program listens', WITH_RULE, expected('open'), { port: LISTENING, listensAt: 'dev' }],
  ['rule, nothing listens', WITH_RULE, refusedBehind],
  ['rule, the device drops', WITH_RULE, silentBehind, { tables: { dev: DEVICE_DROPS } }],
  ["rule, the router's filter drops", { ...WITH_RULE, filter: 'drop' }, silentBehind],
  ["rule, the router's filter refuses", { ...WITH_RULE, filter: 'reject' }, expected('refused-at-address', { proven: 'yes' })],
  ['rule, the device is off', { to: ABSENT }, expected('no-device')],
  ['rule to an address outside', { to: OUTSIDE }, expected('wrong-address')],
  ['rule for UDP alone', { ...WITH_RULE, rule: 'udp' }, { tcp: silent, udp: refusedBehind }],
  ['rule for TCP alone', { ...WITH_RULE, rule: 'tcp' }, { tcp: refusedBehind, udp: silent }],
  ['exposed host', { ...WITH_RULE, rule: 'every port' }, expected('refused-by-device', { allPorts: true })],
  [
    'exposed host that drops',
    { ...WITH_RULE, rule: 'every port' },
    expected('silent-device', { allPorts: true }),
    { tables: { dev: DEVICE_DROPS.replace(/meta l4proto.*(?= drop)/, 'meta l4proto { tcp, udp } ct state new') } },
  ],
  ['one public address for one device', { ...WITH_RULE, rule: 'everything' }, expected('refused-by-device', { allPorts: true })],
  ['the router keeps the port for itself', { rule: 'itself' }, silent],
  ['rule, the router tells nothing of hop limits', { ...WITH_RULE, output: noExceeded }, refusedSomewhere],
  [
    'rule, no messages of the router, the device is off',
    { to: ABSENT, output: noIcmp },
    { verdicts: ['cannot-tell', 'silent-at-address'], proven: 'no' },
  ],
  ['rule, the router resets hop limits', { ...WITH_RULE, mangle: 'iifname "wan" ip ttl set 64' }, refusedSomewhere],
  ['mapping by UPnP', {}, refusedBehind, { maps: true }],
  ["rule, the router's messages are few", { ...WITH_RULE, output: fewExceeded }, refusedBehind],
]

const R1 = (action: string) => ({ tables: { r1: filter(action) } })
const R2 = (action: string) => ({ tables: { r2: filter(action) } })
const RESET = 'meta l4proto tcp reject with tcp reset'
const PROHIBITED = 'reject with icmp type admin-prohibited'
/** Silence that may be of the home, or of a filter of the last router before it: nobody can tell. */
const quiet: Expected = { verdicts: ['silent-at-address', 'cannot-tell'], proven: 'no' }

const PROVIDER: readonly Case[] = [
  ['the provider drops early, rule', WITH_RULE, stoppedAfter(1), R1('drop')],
  ['the provider drops early, no rule', {}, stoppedAfter(1), R1('drop')],
  ['the provider drops early, no rule, the router refuses', { rest: 'refusal' }, stoppedAfter(1), R1('drop')],
  ['the last provider hop drops, rule', WITH_RULE, quiet, R2('drop')],
  ['the last provider hop drops, no rule', {}, quiet, R2('drop')],
  [
    'the last provider hop drops, the router refuses other ports',
    { rest: 'refusal' },
    { verdicts: ['silent-at-address', 'cannot-tell', 'stopped-before'], proven: 'no' },
    R2('drop'),
  ],
  [
    'no block: a silent rule, refusal of other ports, nothing said of hop limits',
    { ...WITH_RULE, rest: 'refusal', output: noExceeded },
    { verdicts: ['silent-at-address', 'cannot-tell'], proven: 'either' },
    { tables: { dev: DEVICE_DROPS } },
  ],
  ['refused early with a forged address, rule', WITH_RULE, { tcp: refusedOnTheWay }, R1(RESET)],
  ['refused early with a forged address, no rule', {}, { tcp: refusedOnTheWay }, R1(RESET)],
  ['refused at the last provider hop with a forged address, rule', WITH_RULE, { tcp: refusedOnTheWay }, R2(RESET)],
  ['refused at the last provider hop with a forged address, no rule', {}, { tcp: refusedOnTheWay }, R2(RESET)],
  [
    'refused at the last provider hop with a forged address, the router refuses as well',
    { rest: 'refusal' },
    { tcp: refusedOnTheWay },
    R2(RESET),
  ],
  ['prohibited early, rule', WITH_RULE, refusedOnTheWay, R1(PROHIBITED)],
  ['prohibited early, no rule', {}, refusedOnTheWay, R1(PROHIBITED)],
  ['prohibited at the last provider hop, rule', WITH_RULE, refusedOnTheWay, R2(PROHIBITED)],
  ['prohibited at the last provider hop, no rule', {}, refusedOnTheWay, R2(PROHIBITED)],
]

const ROUTER_LIMIT = output('icmp type time-exceeded limit rate over 1/second burst 1 packets drop')
const RESETS = mangle('iifname "wan" ip ttl < 64 ip ttl set 64')
const LOSSY = { tables: { r1: loss(20) }, isByChance: true }
const HARD_WAYS: readonly Case[] = [
  ['few messages of the routers, rule', WITH_RULE, refusedBehind, { tables: { r1: ROUTER_LIMIT, r2: ROUTER_LIMIT } }],
  ['few messages of the routers, no rule', {}, quiet, { tables: { r1: ROUTER_LIMIT, r2: ROUTER_LIMIT } }],
  ['no messages of the routers, rule', WITH_RULE, refusedBehind, { tables: { r1: output(noExceeded), r2: output(noExceeded) } }],
  ['no messages of the routers, no rule', {}, quiet, { tables: { r1: output(noExceeded), r2: output(noExceeded) } }],
  [
    'a fifth is lost, rule',
    WITH_RULE,
    { verdicts: ['refused-by-device', 'silent-device', 'cannot-tell', 'silent-at-address', 'open'], proven: 'either' },
    LOSSY,
  ],
  ['a fifth is lost, no rule', {}, quiet, LOSSY],
  ["the provider's first router resets hop limits, rule", WITH_RULE, refusedSomewhere, { tables: { r1: RESETS } }],
  ["the provider's first router resets hop limits, no rule", {}, quiet, { tables: { r1: RESETS } }],
]

const inner = (given: Router) => ({ tables: { inner: router(given) } })
const INNER_DEVICE = { to: '192.168.2.10' } as const
const two = { forwarders: 2 }
const DOUBLE: readonly Case[] = [
  ['two routers, both rules', { to: INNER }, expected('refused-by-device', two), inner(INNER_DEVICE)],
  ['two routers, both rules, the device is off', { to: INNER }, expected('no-device', two), inner({ to: '192.168.2.66' })],
  ['two routers, the outer rule alone', { to: INNER }, silentBehind, inner({})],
  ['two routers, the outer rule alone, the inner refuses', { to: INNER }, refusedBehind, inner({ rest: 'refusal' })],
  ['two routers, the inner rule alone', {}, silent, inner(INNER_DEVICE)],
]
const CARRIER: readonly Case[] = [
  ["the carrier's translation, rule at home alone", {}, silent, inner(WITH_RULE)],
  ["the carrier's translation with a mapping, rule", { to: '100.64.0.2' }, expected('refused-by-device', two), inner(WITH_RULE)],
  ["the carrier's translation with a mapping, no rule", { to: '100.64.0.2' }, silentBehind, inner({})],
]
const BOX = { tables: { dev: containers('172.17.0.2') } }
const CONTAINERS: readonly Case[] = [
  ['containers, nothing listens', WITH_RULE, expected('refused-by-device', two), BOX],
  ['containers, the program answers', WITH_RULE, expected('open'), { ...BOX, port: LISTENING, listensAt: 'box' }],
  ['containers, that container is gone', WITH_RULE, expected('no-device', two), { tables: { dev: containers('172.17.0.66') } }],
]
const ANY_WAY: readonly Case[] = [
  ['rule, nothing listens', WITH_RULE, refusedBehind],
  ['rule, the device drops', WITH_RULE, silentBehind, { tables: { dev: DEVICE_DROPS } }],
  ['no rule', {}, silent],
  ['no rule, the router refuses', { rest: 'refusal' }, expected('refused-at-address')],
]
/** Packets take two ways by their ports, so that the one which ends at the address may never have been sent. */
const TWO_WAYS: readonly Case[] = [
  ['rule, nothing listens', WITH_RULE, refusedSomewhere],
  [
    'rule, the device drops',
    WITH_RULE,
    { verdicts: ['silent-device', 'silent-at-address', 'cannot-tell'], proven: 'either' },
    { tables: { dev: DEVICE_DROPS } },
  ],
  ...ANY_WAY.slice(2),
]
const BARE: readonly Case[] = [
  ['a public address of its own, nothing listens', {}, expected('refused-at-address')],
  ['a public address of its own, it drops', {}, quiet, { tables: { dev: DEVICE_DROPS } }],
]

export const SITUATIONS: readonly Situation[] = [
  ...situationsOf(4, 'single', [...SINGLE, ...PROVIDER, ...HARD_WAYS]),
  ...situationsOf(4, 'double', DOUBLE),
  ...situationsOf(4, 'carrier', CARRIER),
  ...situationsOf(4, 'containers', CONTAINERS),
  ...situationsOf(4, 'far', ANY_WAY, '12 hops: '),
  ...situationsOf(4, 'ecmp', TWO_WAYS, 'two ways of unequal length: '),
  ...situationsOf(4, 'slow', ANY_WAY, 'a round trip of 0.6 s: '),
  ...situationsOf(4, 'bare', BARE),
]
