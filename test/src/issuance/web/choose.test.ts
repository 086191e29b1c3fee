import { expect, test } from 'bun:test'
import { choose } from '../../../../src/issuance/web.ts'
import { addressOf, nameOf } from '../../../support/issuance/web.ts'

const PORTS = [80, 443]

function chosen(ipv4: readonly string[], ipv6: readonly string[], { requester = '', rules = {} } = {}) {
  const looked = (values: readonly string[]) => ({ status: 'noerror', reason: null, values, dnssec: 'insecure' }) as const
  const choosing = { target: nameOf(undefined, rules), ports: PORTS, requester: requester === '' ? null : addressOf(requester) }
  const { candidates, omitted, all } = choose({ ipv4: looked(ipv4), ipv6: looked(ipv6) }, choosing)
  const shown = candidates.map(({ address, kind, isRequester }) => `${address.text} ${kind}${isRequester ? ' own' : ''}`)
  return { shown, omitted, all: [...all] }
}

test('IPv6 first, two of each family, and how many more there are', () => {
  expect(chosen(['1.1.1.1', '1.1.1.2', '1.1.1.3'], ['2606::1', '2606::2', '2606::3', '2606::1'])).toEqual({
    shown: ['2606::1 public', '2606::2 public', '1.1.1.1 public', '1.1.1.2 public'],
    omitted: 2,
    all: ['2606::1', '2606::2', '2606::3', '1.1.1.1', '1.1.1.2', '1.1.1.3'],
  })
})

test('those that may not be asked take no place of the others', () => {
  expect(chosen(['10.0.0.1', '9.9.9.9', '127.0.0.1', '1.1.1.1', '1.1.1.2'], ['fe80::1', '::ffff:1.1.1.1']).shown).toEqual([
    ...['fe80::1 reserved', '::ffff:101:101 reserved'],
    ...['1.1.1.1 public', '1.1.1.2 public', '10.0.0.1 reserved', '9.9.9.9 not-checked'],
  ])
})

test("the requester's own comes first", () => {
  expect(chosen(['1.1.1.1', '1.1.1.2', '1.1.1.3'], [], { requester: '1.1.1.3' }).shown).toEqual([
    '1.1.1.3 public own',
    '1.1.1.1 public',
  ])
})

test('an address of which one port may be asked is asked', () => {
  expect(chosen(['1.1.1.1'], [], { rules: { denyPorts: [80] } }).shown).toEqual(['1.1.1.1 public'])
  expect(chosen(['1.1.1.1'], [], { rules: { denyPorts: PORTS } }).shown).toEqual(['1.1.1.1 not-checked'])
})

test('what is not an address is nothing, and a family may be missing', () => {
  expect(chosen(['1.1.1.1', 'x', ''], []).all).toEqual(['1.1.1.1'])
  expect(choose({ ipv4: null, ipv6: null }, { target: nameOf(), ports: PORTS, requester: null })).toMatchObject({
    candidates: [],
    omitted: 0,
  })
})
