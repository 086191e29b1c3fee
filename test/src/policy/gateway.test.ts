// The router of this computer, and what is none.
import { expect, test } from 'bun:test'
import { admitGateway, Gateway, isPublic } from '../../../src/policy/gateway.ts'
import { addressOf } from '../../support/policy/rules.ts'

const admit = (gateway: string, own: string) =>
  admitGateway({ gateway: addressOf(gateway), interface: 'eth0', own: addressOf(own) })

test.each([
  ['192.168.1.1', '192.168.1.10', '192.168.1.1', '192.168.1.10'],
  ['100.64.0.1', '100.64.0.2', '100.64.0.1', '100.64.0.2'],
  ['9.9.9.1', '9.9.9.9', '9.9.9.1', '9.9.9.9'],
  ['fe80::1', '2001:db8::10', 'fe80::1%eth0', '2001:db8::10'],
  ['fe80::1', 'fe80::a', 'fe80::1%eth0', 'fe80::a%eth0'],
  ['febf::1', 'fd00::a', 'febf::1%eth0', 'fd00::a'],
  ['fd00::1', 'fd00::a', 'fd00::1', 'fd00::a'],
])('%s is the gateway of %s', (gateway, own, host, ownHost) => {
  const admitted = admit(gateway, own)
  expect(admitted).toMatchObject({ interface_: 'eth0' })
  expect([admitted?.host, admitted?.ownHost]).toEqual([host, ownHost])
})

test.each([
  ['this computer', '192.168.1.10', '192.168.1.10'],
  ['this computer over IPv6', '2001:db8::10', '2001:db8::10'],
  ['loopback', '127.0.0.1', '192.168.1.10'],
  ['loopback over IPv6', '::1', '2001:db8::10'],
  ['no address', '0.0.0.0', '192.168.1.10'],
  ['no address over IPv6', '::', '2001:db8::10'],
  ['a group', '224.0.0.1', '192.168.1.10'],
  ['a group over IPv6', 'ff02::1', '2001:db8::10'],
  ['everybody', '255.255.255.255', '192.168.1.10'],
  ['a mapped address', '::ffff:192.168.1.1', '2001:db8::10'],
  ['the secrets of a cloud', '169.254.169.254', '192.168.1.10'],
  ['another family', '192.168.1.1', '2001:db8::10'],
  ['a computer on loopback', '192.168.1.1', '127.0.0.1'],
  ['a computer without an address', '192.168.1.1', '0.0.0.0'],
])('%s is not a gateway', (_, gateway, own) => expect(admit(gateway, own)).toBeNull())

test('only the policy makes gateways, and what looks like one is refused', () => {
  const real = admit('192.168.1.1', '192.168.1.10')
  if (!real) throw new Error('not admitted')
  expect(() => Gateway.assert(real)).not.toThrow()
  const fakes: unknown[] = [{ ...real, host: real.host }, Object.create(Gateway.prototype), null, undefined, '192.168.1.1']
  for (const fake of fakes) expect(() => Reflect.apply(Gateway.assert, Gateway, [fake])).toThrow('only the gateway')
  expect(() => Reflect.construct(Gateway, [Symbol('admitted'), real.address, 'eth0', real.own])).toThrow('only the policy')
  expect(() => Object.assign(real, { interface_: 'eth1' })).toThrow()
})

test('an address is public if everybody could send to it', () => {
  const all = ['9.9.9.9', '2001:4860::1', '192.168.1.1', '10.0.0.1', '100.64.0.1', '169.254.1.1', '198.18.0.1', 'fd00::1']
  expect(all.filter((text) => isPublic(addressOf(text)))).toEqual(['9.9.9.9', '2001:4860::1'])
})
