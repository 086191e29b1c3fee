import { describe, expect, test } from 'bun:test'
import { LocalHops } from '../../../../src/diagnostics/path/trace.ts'
import type { TracedHop } from '../../../../src/net/path/index.ts'
import { classify } from '../../../../src/policy/classify.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const TARGET = '8.8.8.8'
const ORDERS = 50

/** Returns a trace from the addresses at each hop: a space between several, nothing for silence, "-" for a hop that is not reported. */
function hopsOf(path: readonly string[]): TracedHop[] {
  return path.flatMap((line, index) => {
    const addresses = line.split(' ').filter(Boolean)
    if (line === '-') return []
    const plain = { status: 'hop', reason: null, isLocal: false, rttMs: [1, 2, 3] } as const
    return [{ hop: index + 1, ...plain, addresses: addresses.map(addressOf) }]
  })
}

const localHops = (target = TARGET, showsLocalHops = false) =>
  new LocalHops(addressOf(target), { mayShow: (address) => showsLocalHops || classify(address).scope === 'public' })

/** The addresses that are shown, by hop, or "hidden". */
const shown = (judged: ReturnType<LocalHops['add']>) =>
  judged.map(({ hop, isHidden }) => `${hop.hop}: ${isHidden ? 'hidden' : hop.addresses.map(({ text }) => text).join(' ')}`)

/** Returns everything reported of a path whose hops become known in some order. */
function judge(hops: readonly TracedHop[], local: LocalHops): string[] {
  return [...hops.flatMap((hop) => local.add(hop)), ...local.end()]
    .toSorted((one, other) => one.hop.hop - other.hop.hop)
    .flatMap((judged) => shown([judged]))
}

const PATHS: [name: string, path: string[], verdict: string[], target?: string][] = [
  [
    'private ones that come again behind a public one',
    ['10.0.0.1', '10.0.0.2 1.1.1.1', '10.0.0.1', '10.0.0.2 10.0.0.3', '10.0.0.4'],
    ['hidden', '1.1.1.1', 'hidden', '10.0.0.3', '10.0.0.4'],
  ],
  [
    'private before the first public one',
    ['10.0.0.1', '192.168.7.1', '1.1.1.1', TARGET],
    ['hidden', 'hidden', '1.1.1.1', TARGET],
  ],
  [
    'shared, link-local and other special ones, too',
    ['100.64.0.1', '169.254.1.1', '192.0.2.1', '1.1.1.1'],
    ['hidden', 'hidden', 'hidden', '1.1.1.1'],
  ],
  ['IPv6', ['fd00::1', 'fe80::1', '2606:4700::1'], ['hidden', 'hidden', '2606:4700::1'], '2606:4700::2'],
  ['private behind a public one', ['1.1.1.1', '10.0.0.1', TARGET], ['1.1.1.1', '10.0.0.1', TARGET]],
  ['public from the first on', ['1.1.1.1', '9.9.9.9', TARGET], ['1.1.1.1', '9.9.9.9', TARGET]],
  ['nothing but private ones', ['10.0.0.1', '10.0.0.2', ''], ['hidden', 'hidden', '']],
  [
    'silence before, between and behind',
    ['', '10.0.0.1', '', '1.1.1.1', '', '10.0.0.2', ''],
    ['', 'hidden', '', '1.1.1.1', '', '10.0.0.2', ''],
  ],
  ['nothing but silence', ['', '', ''], ['', '', '']],
  ['a target in an allowed network', ['10.0.0.1', '10.0.0.9'], ['hidden', '10.0.0.9'], '10.0.0.9'],
  [
    'private ones behind such a target are still the network of the server',
    ['10.0.0.9', '10.0.0.1'],
    ['10.0.0.9', 'hidden'],
    '10.0.0.9',
  ],
  [
    'private and public ones at one hop',
    ['10.0.0.1', '10.0.0.2 1.1.1.1 10.0.0.3', '10.0.0.4'],
    ['hidden', '1.1.1.1', '10.0.0.4'],
  ],
  ['private ones and the target at one hop', ['10.0.0.1 10.0.0.9'], ['10.0.0.9'], '10.0.0.9'],
  ['private and public ones at one hop behind a public one', ['1.1.1.1', '10.0.0.2 9.9.9.9'], ['1.1.1.1', '10.0.0.2 9.9.9.9']],
  ['a gap before the private one', ['-', '10.0.0.1', '1.1.1.1'], ['-', 'hidden', '1.1.1.1']],
  ['a gap behind a public one', ['1.1.1.1', '-', '10.0.0.1'], ['1.1.1.1', '-', '10.0.0.1']],
]

describe('the hops of a path that are shown', () => {
  test.each(PATHS.map((row) => [row[0], row] as const))('%s', (_, [, path, verdict, target]) => {
    const expected = verdict.flatMap((said, index) => (said === '-' ? [] : [`${index + 1}: ${said}`]))
    const random = seededRandom(path.length)
    for (let order = 0; order < ORDERS; order++) {
      const hops = hopsOf(path)
      // The first time in their order.
      if (order > 0) hops.sort(() => random() - 0.5)
      expect(judge(hops, localHops(target))).toEqual(expected)
    }
  })

  test('all are shown at once if the operator has allowed it', () => {
    for (const [, path, , target] of PATHS) {
      const local = localHops(target, true)
      for (const hop of hopsOf(path)) expect(local.add(hop)).toEqual([{ hop, isHidden: false }])
      expect(local.end()).toEqual([])
    }
  })

  test('each is reported once, as soon as possible', () => {
    const [first, second, third, fourth, fifth] = hopsOf(['10.0.0.1', '', '10.0.0.2', '1.1.1.1', '10.0.0.3'])
    if (!first || !second || !third || !fourth || !fifth) throw new Error()
    const local = localHops()
    expect([shown(local.add(third)), shown(local.add(fifth))]).toEqual([[], []])
    expect([shown(local.add(fourth)), shown(local.add(first))]).toEqual([['4: 1.1.1.1'], ['1: hidden']])
    // All hops before it are known by now.
    expect([shown(local.add(second)), local.end()]).toEqual([['3: hidden', '5: 10.0.0.3', '2: '], []])
  })

  test('hops after one that never comes are hidden in the end', () => {
    const [hop] = hopsOf(['-', '10.0.0.1'])
    if (!hop) throw new Error()
    const local = localHops()
    expect([local.add(hop), local.end(), local.end()]).toEqual([[], [{ hop, isHidden: true }], []])
  })

  test('a hidden hop keeps everything but its addresses', () => {
    const [hop] = hopsOf(['10.0.0.1 1.1.1.1'])
    if (!hop) throw new Error()
    expect(localHops().add(hop)).toEqual([{ hop: { ...hop, addresses: [addressOf('1.1.1.1')] }, isHidden: false }])
  })
})
