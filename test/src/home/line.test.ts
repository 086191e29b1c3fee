import { expect, test } from 'bun:test'
import { ToolLine } from '../../../src/faces/cli/tool-line.ts'
import { homeTools } from '../../../src/home/index.ts'
import { type LineClues, lineSeen } from '../../../src/home/line.ts'
import { HOME_NAMES } from '../../../src/home/names.ts'
import { validatorOf } from '../../../src/operations/run/validate.ts'
import { OWN, open, PUBLIC, shut, where } from '../../support/home/facts.ts'
import { recordedSources } from '../../support/home/recorded.ts'
import { addressOf } from '../../support/policy/rules.ts'
import { blocksOfPages } from '../../support/process/pages.ts'

const lineOf = (clues: Partial<LineClues>) =>
  lineSeen({ gateway: null, own: OWN, hops: null, echo: null, outside: [], isVpn: false, ...clues })
const seen = (clues: Partial<LineClues>) => {
  const { nat, reason } = lineOf(clues)
  return `${nat} ${reason}`
}
const wan = (wanIp: string | null, saysNoAddress = false) => ({ gateway: { wanIp, saysNoAddress } })

test('the address of the router decides', () => {
  expect(seen({ ...wan(PUBLIC), outside: [open()] })).toBe('none wan-is-public')
  expect(seen(wan(PUBLIC))).toBe('none wan-looks-public')
  expect(seen({ ...wan('203.0.113.99'), outside: [open()] })).toBe('unknown wan-differs')
  expect(seen(wan('100.64.0.7'))).toBe('carrier-grade wan-is-shared')
  expect(seen(wan('192.168.0.2'))).toBe('double-nat wan-is-private')
  // Carriers number their customers like this as well.
  expect(seen(wan('10.20.30.40'))).toBe('double-nat wan-is-private')
  expect(seen(wan('0.0.0.0'))).toBe('unknown wan-is-down')
  expect(seen({ ...wan('192.168.0.2'), outside: [shut(where('refused-by-device', { allPorts: true }))] })).toBe(
    'one-to-one every-port-comes-in',
  )
})

test('a VPN hides the line, but not the address of the router', () => {
  expect(seen({ isVpn: true, outside: [open()] })).toBe('unknown through-vpn')
  expect(seen({ ...wan('100.64.0.7'), isVpn: true, outside: [open()] })).toBe('carrier-grade wan-is-shared')
  expect(seen({ ...wan('203.0.113.99'), isVpn: true, outside: [open()] })).toBe('none wan-looks-public')
  expect(seen({ hops: ['10.66.0.1', '100.64.0.1'], isVpn: true })).toBe('unknown through-vpn')
})

test('the second hop is a clue, and a proof only together with a router that has no address', () => {
  expect(seen({ hops: ['192.168.1.1', '100.64.0.1'] })).toBe('unknown hop-is-shared')
  expect(seen({ hops: ['192.168.1.1', '192.168.0.1'] })).toBe('unknown hop-is-private')
  // Providers number plain routers like this.
  expect(seen({ hops: ['192.168.1.1', '10.0.0.1'] })).toBe('unknown hop-is-unclear')
  expect(seen({ hops: ['192.168.1.1', '198.51.100.1'] })).toBe('unknown not-told')
  expect(seen({ ...wan(null, true), hops: ['192.168.1.1', '100.64.0.1'] })).toBe('carrier-grade hop-is-shared')
  expect(seen({ ...wan(null, true), hops: ['192.168.1.1', '192.168.0.1'] })).toBe('double-nat hop-is-private')
  expect(seen(wan(null, true))).toBe('unknown no-address-told')
  // The address that the router tells says more than a hop.
  expect(seen({ ...wan(PUBLIC), hops: ['192.168.1.1', '100.64.0.1'] })).toBe('none wan-looks-public')
})

test('the way back tells how many boxes translate, where both ends agree', () => {
  const echo = (boxes: number | null, keepsPorts = true) => ({ echo: { address: addressOf(PUBLIC), boxes, keepsPorts } })
  const counted = (clues: Partial<LineClues>) => {
    const line = lineOf(clues)
    return `${line.translators} ${line.nat} ${line.reason} ${line.speaksAs}`
  }
  const hops = (...all: (string | null)[]) => ({ hops: all })
  const [HOME, OUTER, SHARED, FAR] = ['192.168.1.1', '192.168.0.1', '100.64.0.1', '198.51.100.1']
  expect(counted({ ...echo(1), ...hops(HOME, FAR) })).toBe(`1 none one-translator ${PUBLIC}`)
  // The ports may be divided among customers, so that what ends there is not this router's to speak of.
  expect(counted({ ...echo(1, false), ...hops(HOME, FAR) })).toBe('1 none one-translator null')
  // Some providers number plain routers like this.
  expect(counted({ ...echo(1), ...hops(HOME, SHARED) })).toBe(`1 none one-translator ${PUBLIC}`)
  expect(counted({ ...echo(1), ...wan(PUBLIC), ...hops(HOME, FAR) })).toBe(`1 none wan-looks-public ${PUBLIC}`)
  expect(counted({ ...echo(2), ...hops(HOME, SHARED, FAR) })).toBe('2 carrier-grade translated-shared null')
  // The inner one may only route.
  expect(counted({ ...echo(2), ...hops(HOME, OUTER) })).toBe('null double-nat translated-private null')
  expect(counted({ ...echo(2), ...wan('192.168.0.2'), ...hops(HOME, OUTER) })).toBe('2 double-nat wan-is-private null')
  expect(counted({ ...echo(3), ...wan('192.168.0.2'), ...hops(HOME, OUTER, SHARED) })).toBe(
    '3 carrier-grade translated-shared null',
  )
  expect(counted({ ...echo(3), ...hops(HOME, '10.0.0.1', SHARED) })).toBe('null carrier-grade translated-shared null')
  // Both ends do not agree.
  expect(counted({ ...echo(1), ...wan('100.64.0.7'), ...hops(HOME, SHARED) })).toBe('null carrier-grade wan-is-shared null')
  expect(counted({ ...echo(2), ...wan(PUBLIC), ...hops(HOME, OUTER) })).toBe('null none wan-looks-public null')
  expect(counted({ ...echo(1), ...wan(null, true), ...hops(HOME, FAR) })).toBe('null unknown no-address-told null')
  expect(counted({ ...echo(2), ...hops(HOME, FAR) })).toBe('null unknown not-told null')
  expect(counted({ ...echo(2), ...hops(HOME, null) })).toBe('null unknown not-told null')
  expect(counted({ ...echo(4), ...hops(HOME, OUTER, SHARED) })).toBe('null unknown hop-is-private null')
  expect(counted(echo(1))).toBe('null unknown not-told null')
  expect(counted({ ...echo(null), ...hops(HOME, FAR) })).toBe('null unknown not-told null')
  expect(counted({ ...echo(1), ...hops(HOME, FAR), isVpn: true })).toBe('null unknown through-vpn null')
  expect(counted({ ...echo(1), ...hops(HOME, FAR), outside: [open({ ip: '203.0.113.99' })] })).toBe('null unknown not-told null')
  expect(counted({ own: PUBLIC, outside: [open()] })).toBe('0 none own-is-public null')
})

// The command lines at home that the documentation shows are ones that the commands take.

const tools = homeTools({ sources: recordedSources({}), outside: null })
const shown = blocksOfPages('sh')
  .flatMap((block) => block.split('\n'))
  .filter((line) => HOME_NAMES.some((name) => line.startsWith(`doorstep ${name} `)))

test('every command at home is documented with a line', () =>
  expect(HOME_NAMES.filter((name) => !shown.some((line) => line.startsWith(`doorstep ${name} `)))).toEqual([]))

test.each(shown)('%s', (line) => {
  const [, name = '', ...args] = line.split(' ')
  const named = tools.find((one) => one.name === name)
  if (!named) throw new Error(`there is no ${name}`)
  if (!named.tool.body) throw new Error(`${name} has no body`)
  validatorOf(named.tool.body)(new ToolLine(named, args, {}).body())
})
