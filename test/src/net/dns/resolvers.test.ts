import { describe, expect, test } from 'bun:test'
import { endpointsOfResolvConf, resolverOf } from '../../../../src/net/dns/resolvers.ts'

describe('resolv.conf', () => {
  test.each([
    ['one, without a line end', 'nameserver 192.0.2.53', ['192.0.2.53']],
    [
      'several, among others',
      'search lan\nnameserver 192.0.2.1\noptions edns0\nnameserver\t192.0.2.2\n',
      ['192.0.2.1', '192.0.2.2'],
    ],
    [
      'as many as the C library reads',
      [1, 2, 3, 4].map((last) => `nameserver 192.0.2.${last}`).join('\n'),
      ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
    ],
    ['IPv6', 'nameserver 2001:db8::53\nnameserver ::1\n', ['2001:db8::53', '::1']],
    ['a zone id', 'nameserver fe80::1%eth0\n', ['fe80::1%eth0']],
    ['comments', '# nameserver 192.0.2.1\n;nameserver 192.0.2.2\nnameserver 192.0.2.3 # ours\n', ['192.0.2.3']],
    ['lines from Windows', 'nameserver 192.0.2.1\r\nnameserver 192.0.2.2\r\n', ['192.0.2.1', '192.0.2.2']],
    [
      'no addresses',
      'nameserver dns.example\nnameserver\nnameserver 1.2.3\nnameservers 192.0.2.9\nnameserver 192.0.2.4',
      ['192.0.2.4'],
    ],
    ['none', 'search lan\n', ['127.0.0.1']],
  ])('%s', (_, text, expected) => expect(endpointsOfResolvConf(text).map(({ address }) => address)).toEqual(expected))
})

describe('a resolver', () => {
  const endpoint = { address: '192.0.2.53', port: 5353 }

  test('is local if it is the first, and has its proper name, or its id', () => {
    expect(resolverOf({ id: 'quad9', endpoint }, 0)).toMatchObject({ id: 'quad9', name: 'Quad9', kind: 'local' })
    expect(resolverOf({ id: 'constructor', endpoint }, 2)).toMatchObject({ name: 'constructor', kind: 'public' })
    expect(resolverOf({ id: 'mine', endpoint }, 1).endpoints()).toEqual([endpoint])
  })

  test('of the system has no name of its own, and is read anew each time', () => {
    const system = resolverOf({ id: 'system', endpoint: 'system' }, 0)
    expect(system.name).toBeNull()
    expect(system.endpoints().length).toBeGreaterThan(0)
    expect(system.endpoints()).toEqual(system.endpoints())
    expect(system.endpoints()).not.toBe(system.endpoints())
  })
})
