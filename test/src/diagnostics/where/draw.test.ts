import { expect, test } from 'bun:test'
import { drawWhere, type Where } from '../../../../src/diagnostics/where/index.ts'
import { SITUATIONS, whereOf } from '../../../support/where/situations.ts'

const near: Partial<Where> = { distance: 9 }

test.each<[Where, string]>([
  [whereOf('refused-by-device', 4, near), 'router: forwards the port - device: refused'],
  [whereOf('silent-device', 4, near), 'router: forwards the port - device: no answer'],
  [whereOf('silent-device', 4, { ...near, allPorts: true }), 'router: forwards this port and others - device: no answer'],
  [
    whereOf('silent-device', 4, { ...near, forwarders: 2 }),
    'router: forwards the port - another router, or containers: passed on - device: no answer',
  ],
  [whereOf('no-device', 4, near), 'router: forwards the port - device: not found'],
  [whereOf('wrong-address', 4, near), 'router: forwards the port - address in the rule: cannot be reached'],
  [whereOf('refused-at-address', 4, { ...near, forwardingRule: 'proven' }), 'router: has the rule, but refused'],
  [whereOf('refused-at-address', 4, near), 'public address: refused'],
  [whereOf('silent-at-address', 4, near), 'public address: no answer'],
  [whereOf('cannot-tell', 4, near), 'beyond that: unknown'],
  [whereOf('refused-by-device', 6, near), 'device: refused'],
  [whereOf('no-device', 6, near), 'last router: lets the port through - device: not found'],
  [whereOf('router-reached', 6, near), 'last router: reached - device: no answer'],
])('%j', (where, end) => {
  expect(drawWhere(where, 'en')).toBe(`this server - internet (9 hops) - ${end}`)
})

test('what ends before the address shows where, and that the address was not reached', () => {
  expect(drawWhere(whereOf('refused-on-the-way', 4), 'en')).toBe(
    'this server - on the way: refused - public address: not reached',
  )
  expect(drawWhere(whereOf('stopped-before', 4), 'en')).toBe(
    'this server - hop 96 (Example Telecom): last answer - public address: not reached',
  )
  expect(drawWhere(whereOf('stopped-before', 4, { stoppedAfter: null }), 'en')).toBe(
    'this server - on the way: last answer - public address: not reached',
  )
  const unnamed = { hop: 3, address: '192.0.2.7', asn: null, organization: null }
  expect(drawWhere(whereOf('stopped-before', 4, { stoppedAfter: unnamed }), 'ko')).toBe(
    '이 서버 - 3번째 홉(192.0.2.7): 마지막 응답 - 공인 IP 주소: 도달하지 못함',
  )
})

test('an address next to this server has nothing between, and an unknown distance has no number', () => {
  expect(drawWhere(whereOf('silent-device', 4, { distance: 1 }), 'en')).toBe(
    'this server - router: forwards the port - device: no answer',
  )
  expect(drawWhere(whereOf('cannot-tell', 4, { distance: null }), 'ko')).toBe(
    '이 서버 - 인터넷 - 공인 IP 주소: 도달 여부를 알 수 없음',
  )
})

test('every line is one line, from this server on, and forwards nothing over IPv6', () => {
  const lines = SITUATIONS.map(({ where, locale, version }) => ({ version, line: drawWhere(where, locale) }))
  expect(lines.filter(({ line }) => !/^(this server|이 서버)( - [^\n{}]+)+$/.test(line) || /undefined|null/.test(line))).toEqual(
    [],
  )
  expect(lines.filter(({ version, line }) => version === 6 && /forward|rule|포워딩|규칙/.test(line))).toEqual([])
})
