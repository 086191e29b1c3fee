// Situations of a home over IPv6, where nothing is translated: the router lets packets in, or does not.
import { DEVICE_DROPS, filter, LISTENING, loss } from './rules.ts'
import { type Case, type Expected, expected, type Situation, situationsOf } from './situation.ts'

const routerReached = expected('router-reached')
/** The router itself refuses: that it was reached, or that somebody before the device refused. */
const refusedByRouter: Expected = { verdicts: ['refused-on-the-way', 'router-reached'], proven: 'no' }
const refusedByDevice: Expected = { verdicts: ['refused-at-address', 'refused-by-device'], proven: 'no' }
const prohibited = 'reject with icmpv6 type admin-prohibited'
const reset = 'meta l4proto tcp reject with tcp reset'
const onTheWay = expected('refused-on-the-way')

const SINGLE: readonly Case[] = [
  ['pinhole closed', {}, routerReached],
  ['pinhole closed, the router prohibits', { pinhole: 'prohibit' }, refusedByRouter],
  ['pinhole closed, the router refuses', { pinhole: 'reject' }, refusedByRouter],
  ['pinhole open, a program listens', { pinhole: 'open' }, expected('open'), { port: LISTENING, listensAt: 'dev' }],
  ['pinhole open, nothing listens', { pinhole: 'open' }, refusedByDevice],
  ['pinhole open, the device drops', { pinhole: 'open' }, routerReached, { tables: { dev: DEVICE_DROPS } }],
  ['pinhole open, the device is off', { pinhole: 'open' }, expected('no-device', { proven: 'no' }), { address: 'absent' }],
  ['pinhole closed, the device is off', {}, { verdicts: ['router-reached', 'cannot-tell'], proven: 'no' }, { address: 'absent' }],
  [
    'the provider drops early',
    { pinhole: 'open' },
    expected('stopped-before', { stoppedAfter: 1 }),
    { tables: { r1: filter('drop') } },
  ],
  [
    'the last provider hop drops',
    { pinhole: 'open' },
    expected('stopped-before', { stoppedAfter: 2 }),
    { tables: { r2: filter('drop') } },
  ],
  ['prohibited early', { pinhole: 'open' }, onTheWay, { tables: { r1: filter(prohibited) } }],
  ['prohibited at the last provider hop', { pinhole: 'open' }, onTheWay, { tables: { r2: filter(prohibited) } }],
  ['refused early with a forged address', { pinhole: 'open' }, { tcp: onTheWay }, { tables: { r1: filter(reset) } }],
  ['refused at the last provider hop with a forged address', {}, { tcp: onTheWay }, { tables: { r2: filter(reset) } }],
  [
    'a fifth is lost, pinhole closed',
    {},
    { verdicts: ['router-reached', 'silent-at-address', 'cannot-tell'], proven: 'no' },
    { tables: { r1: loss(20) }, isByChance: true },
  ],
]
const ANY_WAY: readonly Case[] = [
  ['pinhole closed', {}, routerReached],
  ['pinhole open, nothing listens', { pinhole: 'open' }, refusedByDevice],
]
const BARE: readonly Case[] = [
  ['a public address of its own, nothing listens', {}, refusedByDevice],
  [
    'a public address of its own, it drops',
    {},
    { verdicts: ['router-reached', 'silent-at-address', 'cannot-tell'], proven: 'no' },
    { tables: { dev: DEVICE_DROPS } },
  ],
]

export const SITUATIONS6: readonly Situation[] = [
  ...situationsOf(6, 'single', SINGLE),
  ...situationsOf(6, 'far', ANY_WAY, '12 hops: '),
  // The router before the device may be seen at either of two distances, and then it is not certain that it is the last.
  ...situationsOf(6, 'ecmp', ANY_WAY, 'two ways of unequal length: ').map((one) =>
    one.expected.verdicts.includes('router-reached')
      ? { ...one, expected: { ...one.expected, verdicts: [...one.expected.verdicts, 'cannot-tell' as const] } }
      : one,
  ),
  ...situationsOf(6, 'slow', ANY_WAY, 'a round trip of 0.6 s: '),
  ...situationsOf(6, 'bare', BARE),
]
