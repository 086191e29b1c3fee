// The home question: what is asked for what was typed, and what is said against it.
import { expect, test } from 'bun:test'
import { sayIn } from '../../../../../src/contract/text.ts'
import { pageText } from '../../../../../src/faces/web/page/page.text.ts'
import * as requests from '../../../../../src/faces/web/page/requests.ts'
import { isIpv4, withHome } from '../../../../../src/faces/web/page/router-card.tsx'
import { answerOf } from '../../../../support/page/answers.ts'

test.each([
  ['Minecraft', { useCase: 'Minecraft' }],
  [' 8080 ', { port: 8080 }],
  [':8080', { port: 8080 }],
  ['8080/udp', { port: 8080, protocol: 'udp' }],
  ['UDP 8080', { port: 8080, protocol: 'udp' }],
  ['7 days to die', { useCase: '7 days to die' }],
  ['1'.repeat(7), { useCase: '1111111' }],
])('%p asks for %p', (subject, request) => {
  expect(requests.requestOf({ subject, routerBrand: ' iptime ', hostname: ' ' })).toEqual({ ...request, routerBrand: 'iptime' })
})

test.each([
  [{ useCase: 'plex', routerBrand: 'iptime' }, 'plex', { routerBrand: 'iptime' }],
  [{ port: 8080 }, '8080', {}],
  [{ port: '8080', protocol: 'udp', hostname: 'a.example' }, '8080/udp', { hostname: 'a.example' }],
  [{ useCase: ['plex'], internalIp: {}, unknown: 'x' }, '', { internalIp: '' }],
  [{ useCase: 'x'.repeat(1000) }, 'x'.repeat(253), {}],
])('%j fills the question with %p and %j', (given, subject, details) => {
  expect(requests.fieldsIn(given)).toEqual({ subject, ...details })
})

const refused = (problem: object) => {
  const whole = { title: '', status: 422, code: 'invalid-request', detail: '', ...problem }
  return { tool: '', request: {}, locale: 'en', events: [], ending: { kind: 'refused', problem: whole } } as const
}

test('a refusal of another kind stands below the question', () => {
  for (const problem of [{ code: 'rate-limited' }, { field: 'protocol' }, { field: 'constructor' }])
    expect(requests.complaintOf(refused(problem), sayIn(pageText, 'en'))).toBeNull()
})

test('ports in what was typed for a service may be what was meant', () => {
  expect(requests.subjectsIn('27015-27030')).toEqual(['27015', '27030'])
  expect(requests.subjectsIn('play.example.com:25565')).toEqual(['25565'])
  expect(requests.subjectsIn('192.168.0.10, 70000, 8080 8080, 1 123456')).toEqual(['8080'])
  expect(requests.subjectsIn('80 81 82 83')).toEqual(['80', '81', '82'])
})

test('a check leads to the plan that it suggests, otherwise to that for its service, or for its port with the protocol', () => {
  const see = { code: 'see-plan', label: '', text: '', tool: 'port-forward-plan', request: { useCase: 'valheim', isp: 'kt' } }
  const planOf = (nextActions: (typeof see)[], request: object) =>
    requests.planRequestOf(answerOf('reachability', { port: 8080, protocol: 'tcp', nextActions }), { ...request })
  expect(planOf([see], { useCase: 'Valheim' })).toEqual({ useCase: 'valheim', isp: 'kt' })
  expect(planOf([], { useCase: 'valheim', hostname: 'a.example' })).toEqual({ useCase: 'valheim' })
  const ports = [{ port: 8080, protocol: 'tcp' }]
  expect(planOf([], { port: 8080, routerWanIp: '100.64.0.7' })).toEqual({ ports, routerWanIp: '100.64.0.7' })
})

test('what was typed replaces what a request said of the home; half an address is not sent', () => {
  const request = { useCase: 'valheim', routerBrand: 'asus', internalIp: '192.168.50.2' }
  const home = { routerBrand: 'ipTIME', internalIp: '192.168.0.10', routerWanIp: '100.64.0.7' }
  expect(withHome(request, { ...home, routerBrand: ' ipTIME ' })).toEqual({ useCase: 'valheim', ...home })
  expect(withHome(request, { routerBrand: '', internalIp: '192.168.', routerWanIp: '100.' })).toEqual({ useCase: 'valheim' })
  expect(['192.168.0.10', ' 10.0.0.2 ', '255.255.255.255'].filter((text) => !isIpv4(text))).toEqual([])
  expect(['', '192.168.0', '192.168.0.', '192.168.0.256', 'my-pc', '1.2.3.4.5', 'fe80::1'].filter(isIpv4)).toEqual([])
})
