import { expect, test } from 'bun:test'
import { bestOf, glanceByPcp } from '../../../../src/net/gateway/index.ts'
import { pcpAnswer, startFakeGateway } from '../../../support/gateway/fake-gateway.ts'
import { shareHosts } from '../../../support/shared.ts'

const NEVER = new AbortController().signal
const UDP = 17
const told = (wanIp: string | null, saysNoAddress = false) => ({ wanIp, saysNoAddress })
const lifetimes = (asked: readonly Buffer[]) => asked.map((request) => request.readUInt32BE(4))
shareHosts()

test('the address is learned from a rule to the port that asks, and the rule is taken back', async () => {
  using gateway = await startFakeGateway((request) => [pcpAnswer(request, { lifetimeS: request.readUInt32BE(4) && 120 })])
  expect(await glanceByPcp(gateway.peer, NEVER)).toEqual(told('9.9.9.9'))
  const [asked = Buffer.alloc(60), released = Buffer.alloc(60)] = gateway.asked
  expect(lifetimes(gateway.asked)).toEqual([30, 0])
  expect(asked[36]).toBe(UDP)
  expect(released.subarray(24).equals(asked.subarray(24))).toBe(true)
  expect(asked.readUInt16BE(40)).toBeGreaterThan(1023)
})

test('a refusal tells the address as well, and leaves nothing to take back', async () => {
  using gateway = await startFakeGateway((request) => [pcpAnswer(request, { result: 8, ip: '100.64.0.2' })])
  expect([await glanceByPcp(gateway.peer, NEVER), gateway.asked.length]).toEqual([told('100.64.0.2', true), 1])
})

test('the command ends during a glance: the rule is taken back without waiting', async () => {
  using gateway = await startFakeGateway(() => [])
  const controller = new AbortController()
  const said = glanceByPcp(gateway.peer, controller.signal)
  await gateway.request(1)
  controller.abort()
  expect(await said).toBeNull()
  await gateway.request(2)
  expect(lifetimes(gateway.asked)).toEqual([30, 0])
})

test('an answer that cannot be read may be one: the rule is taken back as well', async () => {
  using gateway = await startFakeGateway(() => Array.from({ length: 20 }, () => Buffer.alloc(40)))
  expect(await glanceByPcp(gateway.peer, NEVER)).toBeNull()
  await gateway.request(2)
  expect(lifetimes(gateway.asked)).toEqual([30, 0])
})

test('the command ends while the rule is taken back: the gateway is told once more', async () => {
  using gateway = await startFakeGateway((request, nth) => (nth === 1 ? [pcpAnswer(request)] : []))
  const controller = new AbortController()
  const said = glanceByPcp(gateway.peer, controller.signal)
  await gateway.request(2)
  controller.abort()
  expect(await said).toEqual(told('9.9.9.9'))
  await gateway.request(3)
  expect(lifetimes(gateway.asked)).toEqual([30, 0, 0])
})

test.each([
  ['nobody tells', null, null, null, { wanIp: null, wanIpFrom: null, saysNoAddress: false }],
  ['all tell', told('9.9.9.9'), told('9.9.9.8'), null, { wanIp: '9.9.9.9', wanIpFrom: 'nat-pmp', saysNoAddress: false }],
  ['UPnP alone tells', told(null), told('9.9.9.8'), null, { wanIp: '9.9.9.8', wanIpFrom: 'upnp', saysNoAddress: false }],
  [
    'NAT-PMP has no address, UPnP tells a public one',
    told(null, true),
    told('9.9.9.8'),
    null,
    { wanIp: '9.9.9.8', wanIpFrom: 'upnp', saysNoAddress: false },
  ],
  [
    'both have no address, PCP tells a private one',
    told(null, true),
    told(null, true),
    told('100.64.0.2'),
    { wanIp: '100.64.0.2', wanIpFrom: 'pcp', saysNoAddress: true },
  ],
  ['both have no address', told(null, true), told(null, true), null, { wanIp: null, wanIpFrom: null, saysNoAddress: true }],
] as const)('%s', (_, natPmp, upnp, pcp, best) => expect(bestOf({ 'nat-pmp': natPmp, upnp, pcp })).toEqual(best))
