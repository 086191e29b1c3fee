// The way of packets to a port, for every verdict.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { sayIn } from '../../../../../../src/contract/text.ts'
import type { Where } from '../../../../../../src/faces/web/page/answers.ts'
import { type End, stationsOf } from '../../../../../../src/faces/web/page/results/stations.ts'
import { WherePath } from '../../../../../../src/faces/web/page/results/where.tsx'
import { waysText } from '../../../../../../src/faces/web/page/ways.text.ts'
import { SITUATIONS, whereOf } from '../../../../../support/where/situations.ts'

const IP = '203.0.113.7'
const SIGNS = { ok: '+', problem: 'x', unknown: '?', waiting: '.' } as const

function wayOf(end: Partial<End> & Pick<End, 'where'>, locale: 'en' | 'ko' = 'en'): string {
  const stations = stationsOf({ ip: IP, ...end }, sayIn(waysText, locale))
  return stations.map(({ mark, name, seen }) => `${SIGNS[mark]}${name}: ${seen}`).join(' | ')
}

const BEFORE = '+This server: Sends | +Internet and provider: Let through, 97 hops | '
const RULE = '+Router: Forwards the port: the rule is there | '

test.each<[Where, string]>([
  [whereOf('refused-by-device', 4), `${RULE}xDevice: Refused`],
  [whereOf('silent-device', 4), `${RULE}?Device: No answer`],
  [
    whereOf('silent-device', 4, { allPorts: true }),
    '+Router: Forwards this port and others: the rule is there | ?Device: No answer',
  ],
  [whereOf('silent-device', 4, { forwarders: 2 }), `${RULE}+Another router, or containers: Passed it on | ?Device: No answer`],
  [whereOf('no-device', 4), `${RULE}xDevice: Not found`],
  [whereOf('wrong-address', 4), `${RULE}xAddress in the rule: Cannot be reached`],
  [whereOf('refused-at-address', 4, { forwardingRule: 'proven' }), 'xRouter: Has the rule, but refused | .Device: Not seen'],
  [whereOf('refused-at-address', 4), 'xPublic address: Refused | .Device: Not seen'],
  [whereOf('silent-at-address', 4), '?Public address: No answer | .Device: Not seen'],
  [whereOf('cannot-tell', 4), '?Public address: Not known whether it was reached | .Device: Not seen'],
  [whereOf('refused-by-device', 6), 'xDevice: Refused'],
  [whereOf('no-device', 6), '+Last router: Lets the port through | xDevice: Not found'],
  [whereOf('router-reached', 6), '+Last router: Reached | ?Device: No answer'],
  [whereOf('refused-at-address', 6), 'xPublic address: Refused'],
])('%j', (where, ends) => {
  expect(wayOf({ where })).toBe(BEFORE + ends)
})

test('packets that end before the address leave the address and the device unreached', () => {
  expect(wayOf({ where: whereOf('refused-on-the-way', 4) })).toBe(
    '+This server: Sends | xInternet and provider: Refused on the way | .Public address: Not reached | .Device: Not reached',
  )
  expect(wayOf({ where: whereOf('stopped-before', 6) })).toBe(
    '+This server: Sends | xInternet and provider: Last answer: hop 96 (Example Telecom) | .Device: Not reached',
  )
  expect(wayOf({ where: whereOf('stopped-before', 4, { stoppedAfter: null }) })).toContain('Stopped on the way')
})

test('an address next to this server has nothing between, and an unknown distance has no number', () => {
  expect(wayOf({ where: whereOf('silent-device', 4, { distance: 1 }) })).toBe(`+This server: Sends | ${RULE}?Device: No answer`)
  expect(wayOf({ where: whereOf('silent-device', 4, { distance: null }) })).toContain('Internet and provider: Let through |')
})

test('an open port shows who answers, as far as that was asked', () => {
  const identity = { kind: 'router-page', name: null, version: null, players: null }
  expect(wayOf({ where: null })).toBe('+This server: Sends | +Address: Let through | +Program: Answers')
  expect(wayOf({ where: null, proof: 'proven' })).toEndWith('+Program: Answers, and knows the key')
  expect(wayOf({ where: null, proof: 'someone-else' })).toEndWith('xProgram: Answers, but does not know the key')
  expect(wayOf({ where: null, identity })).toEndWith('xRouter: Its own page answers')
})

test('every way begins at this server, ends at one mark at most, and forwards nothing over IPv6', () => {
  const ways = SITUATIONS.map(({ where, ip, version, locale }) => ({ version, text: wayOf({ where, ip }, locale) }))
  expect(ways.filter(({ text }) => !/^\+(This server|이 서버): /.test(text) || /undefined|null|\{/.test(text))).toEqual([])
  expect(ways.filter(({ text }) => (text.match(/(^| \| )[x?]/g) ?? []).length !== 1)).toEqual([])
  // Behind the end, nothing is passed.
  expect(ways.filter(({ text }) => / \| [x?.].* \| \+/.test(text))).toEqual([])
  expect(ways.filter(({ version, text }) => version === 6 && /forward|rule|포워딩|규칙/i.test(text))).toEqual([])
})

test('a box names the address, and what a network calls itself is text', () => {
  const stoppedAfter = { hop: 3, address: '192.0.2.7', asn: null, organization: '<b>x' }
  const markup = renderToStaticMarkup(<WherePath ip={IP} where={whereOf('stopped-before', 4, { stoppedAfter })} />)
  expect(markup).toContain(IP)
  expect(markup).toContain('&lt;b>x')
})
