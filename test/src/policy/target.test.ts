import { describe, expect, test } from 'bun:test'
import { Where } from '../../../src/net/where/index.ts'
import { asRequester } from '../../../src/policy/admit.ts'
import {
  LookupAddress,
  mintEndpoint,
  mintLookup,
  mintQueryName,
  mintRequester,
  PublicEndpoint,
  PublicTarget,
  QueryName,
  RequesterEndpoint,
  ROOT_NAME,
} from '../../../src/policy/target.ts'
import { addressOf } from '../../support/policy/rules.ts'

const ADDRESS = addressOf('192.0.2.7')
const name = mintQueryName('xn--bcher-kva.example')

describe('a query name', () => {
  test('is in ASCII, and as people write it', () =>
    expect([[name.ascii, name.unicode], ROOT_NAME.ascii]).toEqual([['xn--bcher-kva.example', 'bücher.example'], '']))

  test('has its parents with it, without the root', () => {
    expect(
      mintQueryName('a\\.b.c.example')
        .lineage()
        .map(({ ascii }) => ascii),
    ).toEqual(['a\\.b.c.example', 'c.example', 'example'])
    expect(ROOT_NAME.lineage()).toEqual([])
  })

  test('of an address is its reverse name', () => expect(mintLookup(ADDRESS).pointer.ascii).toBe('7.2.0.192.in-addr.arpa'))

  test('is minted, or is not one', () => {
    expect(() => QueryName.assert(name)).not.toThrow()
    for (const forged of [
      { ascii: 'x.example' },
      Object.create(name),
      new Proxy(name, {}),
      structuredClone(name),
      'x.example',
      null,
    ])
      expect(() => QueryName.assert(forged)).toThrow('only a query name of the policy')
  })

  test('cannot be changed', () => {
    expect(() => Object.assign(name, { ascii: 'nas.lan' })).toThrow()
    expect(() => Object.assign(Object.getPrototypeOf(name), { lineage: () => [] })).toThrow()
    expect(name.ascii).toBe('xn--bcher-kva.example')
  })
})

describe('an endpoint of the requester', () => {
  const own = mintRequester(ADDRESS, 80)
  const others = mintEndpoint(ADDRESS, 80)

  test('has other ports of the same address, and no other address', () => {
    const another = own.at(443)
    expect([another.address.text, another.port]).toEqual([ADDRESS.text, 443])
    expect(() => RequesterEndpoint.assert(another)).not.toThrow()
    expect(() => own.at.call(others as typeof own, 443)).toThrow('only the requester')
  })

  test('is one only where the address is that of the caller', () => {
    expect(asRequester(others, ADDRESS)).toBeInstanceOf(RequesterEndpoint)
    expect([asRequester(others, addressOf('192.0.2.8')), asRequester(others, null)]).toEqual([null, null])
  })

  test('is all that is looked at closely: an endpoint of others is not, whatever it looks like', async () => {
    const bounds: ConstructorParameters<typeof Where>[0] = Object.create(null)
    const plain = new Promise<never>(() => {})
    for (const forged of [others, { ...own }, Object.create(own), new Proxy(own, {})]) {
      expect(() => RequesterEndpoint.assert(forged)).toThrow('only the requester')
      const looked = Reflect.apply(Where.prototype.look, new Where(bounds), [
        { to: forged, protocol: 'tcp', payloads: [], plain },
      ])
      await expect(looked).rejects.toThrow('only the requester')
    }
  })
})

test.each([
  ['a query name', QueryName],
  ['an endpoint of the requester', RequesterEndpoint],
  ['an endpoint', PublicEndpoint],
  ['a target', PublicTarget],
  ['an address to look up', LookupAddress],
])('%s is made by the policy alone, also if the class that it builds on or its check is to be replaced', (_, minted) => {
  // A base class that returns an object of its choice would have the marks of the class put on that.
  const forged = { ascii: 'nas.lan', port: 22, address: ADDRESS }
  expect(() => Object.setPrototypeOf(minted, () => forged)).toThrow()
  expect(() => Object.assign(minted, { assert: () => {} })).toThrow()
  expect(() => Reflect.construct(minted, [Symbol('admitted'), forged, 22])).toThrow('only the policy makes')
})
