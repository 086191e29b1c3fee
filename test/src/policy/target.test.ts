import { describe, expect, test } from 'bun:test'
import { parseAddress } from '../../../src/policy/address.ts'
import {
  LookupAddress,
  mintLookup,
  mintQueryName,
  PublicEndpoint,
  PublicTarget,
  QueryName,
  ROOT_NAME,
} from '../../../src/policy/target.ts'

const ADDRESS = parseAddress('192.0.2.7') ?? { version: 4, text: '', words: [] }
const name = mintQueryName('xn--bcher-kva.example')

describe('a query name', () => {
  test('is in ASCII, and as people write it', () => {
    expect([name.ascii, name.unicode]).toEqual(['xn--bcher-kva.example', 'bücher.example'])
    expect(ROOT_NAME.ascii).toBe('')
  })

  test('has its parents with it, without the root', () => {
    expect(
      mintQueryName('a\\.b.c.example')
        .lineage()
        .map(({ ascii }) => ascii),
    ).toEqual(['a\\.b.c.example', 'c.example', 'example'])
    expect(ROOT_NAME.lineage()).toEqual([])
  })

  test('of an address is its reverse name', () => {
    expect(mintLookup(ADDRESS).pointer.ascii).toBe('7.2.0.192.in-addr.arpa')
  })

  test('is minted, or is not one', () => {
    expect(() => QueryName.assert(name)).not.toThrow()
    for (const forged of [
      { ascii: 'x.example' },
      Object.create(name),
      new Proxy(name, {}),
      structuredClone(name),
      'x.example',
      null,
    ]) {
      expect(() => QueryName.assert(forged)).toThrow('only a query name of the policy')
    }
  })

  test('cannot be changed', () => {
    expect(() => Object.assign(name, { ascii: 'nas.lan' })).toThrow()
    expect(() => Object.assign(Object.getPrototypeOf(name), { lineage: () => [] })).toThrow()
    expect(name.ascii).toBe('xn--bcher-kva.example')
  })
})

test.each([
  ['a query name', QueryName],
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
