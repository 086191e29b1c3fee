// The way of packets to a port, for every verdict.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { SITUATIONS as SITUATIONS_OF_ADVICE } from '../../../../src/advice/situation.ts'
import { sayIn } from '../../../../src/contract/text.ts'
import { drawWay, type Where } from '../../../../src/diagnostics/where/index.ts'
import { wayText } from '../../../../src/diagnostics/where/way.text.ts'
import { type Sight, stationsOf } from '../../../../src/diagnostics/where/way.ts'
import { WherePath } from '../../../../src/faces/web/page/reach-result.tsx'
import { filtered, SITUATIONS, whereOf } from '../../../support/where/situations.ts'

const IP = '203.0.113.7'
const SIGNS = { ok: '+', problem: 'x', unknown: '?', waiting: '.', running: '*' } as const

function wayOf(sight: Partial<Sight>, locale: 'en' | 'ko' = 'en'): string {
  const stations = stationsOf({ ip: IP, where: null, ...sight }, sayIn(wayText, locale))
  return stations.map(({ mark, seen }) => `${SIGNS[mark]}${seen}`).join(' | ')
}

const BEFORE = '+Asks from outside | +Lets it through | '
const RULE = '+Has the rule | '

test.each<[Where, string]>([
  [whereOf('refused-by-device', 4), `${RULE}+Reached | xRefuses: nothing listens`],
  [whereOf('silent-device', 4), `${RULE}?No answer | .Not reached`],
  [whereOf('silent-device', 4, { allPorts: true }), '+Has a rule for all ports | ?No answer | .Not reached'],
  [whereOf('silent-device', 4, { forwarders: 2 }), '+Two boxes pass it on | ?No answer | .Not reached'],
  [whereOf('no-device', 4), `${RULE}xNot found | .Not reached`],
  [whereOf('wrong-address', 4), `${RULE}xThe rule leads elsewhere | .Not reached`],
  [whereOf('refused-at-address', 4, { forwardingRule: 'proven' }), 'xHas the rule, but refuses | .Not reached | .Not reached'],
  [whereOf('refused-at-address', 4), 'xRefuses: no rule seen | .Not reached | .Not reached'],
  [whereOf('silent-at-address', 4), '?No rule seen | .Not reached | .Not reached'],
  [whereOf('cannot-tell', 4), '?Not known whether it was reached | .Not reached | .Not reached'],
])('%j', (where, ends) => {
  expect(wayOf({ where })).toBe(BEFORE + ends)
})

test('a situation says at which box the way breaks, whatever was seen of its end', () => {
  const silent = whereOf('silent-at-address', 4)
  expect(wayOf({ where: silent, situation: 'no-rule-seen' })).toContain('| xNo rule seen |')
  expect(wayOf({ situation: 'carrier-grade' })).toStartWith('+Asks from outside | xShares the address with others | .')
  expect(wayOf({ situation: 'name-elsewhere' })).toStartWith('xThe name leads elsewhere | .')
  expect(wayOf({ where: silent, situation: 'better-shut' })).toContain('| +Shut, as it should be |')
  expect(wayOf({ isOpen: true, situation: 'exposed' })).toEndWith('| xOpen, but should stay shut')
  expect(wayOf({ isOpen: true, situation: 'untrusted' })).toEndWith('+Reached | xBrowsers do not trust it')
  expect(wayOf({ isElsewhere: true })).toContain('| xNot your own line |')
  expect(wayOf({ situation: 'not-needed' })).toBe('. | . | . | . | +Needs no open port')
  // Nothing is said of what nobody looked at.
  for (const situation of ['unknown', 'not-checked']) expect(wayOf({ situation })).toBe('. | . | . | . | .')
})

test('every situation that is bad breaks the way at one box', () => {
  // Places together tell that something filters, and not which box it is.
  const fine = ['not-checked', 'not-needed', 'better-shut', 'open', 'unknown', 'filtered-by-origin']
  for (const situation of SITUATIONS_OF_ADVICE.filter((one) => !fine.includes(one)))
    expect([
      situation,
      wayOf({ situation })
        .split(' | ')
        .filter((box) => box.startsWith('x')).length,
    ]).toEqual([situation, 1])
})

test('packets that end before the address leave what is behind it unreached', () => {
  expect(wayOf({ where: whereOf('refused-on-the-way', 4) })).toBe(
    '+Asks from outside | xRefused on the way | .Not reached | .Not reached | .Not reached',
  )
  expect(wayOf({ where: whereOf('stopped-before', 6) })).toContain('| xLast answer: hop 96 (Example Telecom) |')
  expect(wayOf({ where: whereOf('stopped-before', 4, { stoppedAfter: null }) })).toContain('Stopped on the way')
})

test('an open port shows who answers, as far as that was asked', () => {
  const identity = { kind: 'router-page', name: null, version: null, players: null }
  const open = { isOpen: true, where: null }
  expect(wayOf(open)).toBe(`${BEFORE}+Lets it through | +Reached | +Answers`)
  expect(wayOf({ ...open, ip: '2001:db8::1' })).toContain('| +Lets the port through | +Reached |')
  expect(wayOf({ ...open, proof: 'proven' })).toEndWith('+Answers, and knows the key')
  expect(wayOf({ ...open, proof: 'someone-else' })).toEndWith('xAnswers, but does not know the key')
  expect(wayOf({ ...open, identity })).toContain('xIts own page answers | .')
})

test('every way has five boxes, ends at one mark at most, and forwards nothing over IPv6', () => {
  const ways = SITUATIONS.map(({ where, ip, version, locale }) => ({ version, text: wayOf({ where, ip }, locale) }))
  expect(ways.filter(({ text }) => text.split(' | ').length !== 5 || /undefined|null|\{/.test(text))).toEqual([])
  expect(ways.filter(({ text }) => (text.match(/(^| \| )[x?]/g) ?? []).length !== 1)).toEqual([])
  // Behind the end, nothing is passed.
  expect(ways.filter(({ text }) => / \| [x?.].* \| \+/.test(text))).toEqual([])
  expect(ways.filter(({ version, text }) => version === 6 && /forward|rule|포워딩|규칙/i.test(text))).toEqual([])
})

test('a firewall that refuses does not say that nothing listens', () => {
  const where = filtered('refused-by-device', 4)
  expect(wayOf({ where, situation: 'firewall' })).toBe(`${BEFORE}${RULE}xA firewall refuses | .Not reached`)
  expect(drawWay({ where, ip: IP, protocol: 'tcp', locale: 'en' })).toEndWith(' - Device: A firewall refuses')
})

test.each<[Where, string]>([
  [
    whereOf('refused-by-device', 4),
    'Internet (97 hops) - Provider - Router: Has the rule - Device - Program: Refuses: nothing listens',
  ],
  [whereOf('silent-device', 4, { distance: 1 }), 'Internet - Provider - Router: Has the rule - Device: No answer'],
  [whereOf('cannot-tell', 4, { distance: null }), 'Internet - Provider - Router: Not known whether it was reached'],
  [whereOf('stopped-before', 4), 'Internet (97 hops) - Provider: Last answer: hop 96 (Example Telecom)'],
])('a line for terminals ends with its box: %j', (where, line) => {
  expect(drawWay({ where, ip: IP, protocol: 'udp', locale: 'en' })).toBe(line)
})

test('every such line is one line, and forwards nothing over IPv6', () => {
  const lines = SITUATIONS.map((about) => ({ version: about.version, line: drawWay(about) }))
  expect(lines.filter(({ line }) => !/^(Internet|인터넷)[^-]*( - [^\n{}]+)+$/.test(line) || /undefined|null/.test(line))).toEqual(
    [],
  )
  expect(lines.filter(({ version, line }) => version === 6 && /forward|rule|포워딩|규칙/.test(line))).toEqual([])
})

test('a box names the address, and what a network calls itself is text', () => {
  const stoppedAfter = { hop: 3, address: '192.0.2.7', asn: null, organization: '<b>x' }
  const markup = renderToStaticMarkup(<WherePath ip={IP} where={whereOf('stopped-before', 4, { stoppedAfter })} />)
  expect(markup).toContain(IP)
  expect(markup).toContain('&lt;b>x')
})
