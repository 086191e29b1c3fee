import { describe, expect, test } from 'bun:test'
import { type Address, parseAddress } from '../../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../../src/router/embedded.ts'
import { forwardingNat, upstreamOf } from '../../../../src/router/plan/nat.ts'

const catalogue = embeddedCatalogue()

function address(text: string): Address {
  const found = parseAddress(text)
  if (!found) throw new Error(`${text} is no address`)
  return found
}

describe('nat', () => {
  test.each([
    [null, '9.9.9.9', 'unknown'],
    ['9.9.9.9', '9.9.9.9', 'none'],
    ['8.8.8.8', '9.9.9.9', 'unknown'],
    ['192.168.1.5', '9.9.9.9', 'double-nat'],
    ['100.64.0.1', '9.9.9.9', 'carrier-grade'],
    ['192.0.0.2', '9.9.9.9', 'carrier-grade'],
    ['169.254.1.1', '9.9.9.9', 'unknown'],
    // A requester over IPv6: what the router shows says as much.
    ['192.168.1.5', '2001:db8::1', 'double-nat'],
    ['100.127.255.254', '2001:db8::1', 'carrier-grade'],
    ['9.9.9.9', '2001:db8::1', 'unknown'],
    ['0.0.0.0', '2001:db8::1', 'unknown'],
    // An IPv6 address of the router: it says nothing of IPv4.
    ['2001:db8::1', '2001:db8::1', 'unknown'],
    ['fd00::1', '2001:db8::1', 'unknown'],
  ] as const)('the router shows %p, the requester is seen at %p: %s', (wan, seen, verdict) => {
    expect(forwardingNat(wan === null ? null : address(wan), address(seen))).toBe(verdict)
  })
})

describe('the box before the router', () => {
  test('the one whose own address is in the same network', () => {
    const upstream = upstreamOf(catalogue, '172.30.1.23')
    expect([upstream?.gateway, upstream?.brand?.id]).toEqual(['172.30.1.254', 'kt-giga-home-hub'])
  })

  test('several boxes with one address: the address alone; with several: nothing', () => {
    const box = catalogue.brands.find(({ kind }) => kind === 'isp')
    if (!box) throw new Error('the catalogue has no boxes')
    const boxes = (...gateways: string[]) => ({
      ...catalogue,
      brands: gateways.map((gateway, index) => ({ ...box, id: `box-${index}`, gateways: [gateway] })),
    })
    const wan = '10.20.30.40'
    expect(upstreamOf(boxes('10.20.30.1', '10.20.30.1'), wan)).toEqual({ gateway: '10.20.30.1', brand: null })
    expect(upstreamOf(boxes('10.20.30.1', '10.20.30.254'), wan)).toBeNull()
    expect(upstreamOf(boxes('10.20.3.1', '10.20.31.1'), wan)).toBeNull()
    expect(upstreamOf({ ...catalogue, brands: [{ ...box, kind: 'retail', gateways: ['10.20.30.1'] }] }, wan)).toBeNull()
  })

  test('an address that routers from shops and several providers use names nobody', () => {
    expect(upstreamOf(catalogue, '10.0.0.5')).toEqual({ gateway: '10.0.0.1', brand: null })
    expect(upstreamOf(catalogue, '192.168.0.5')).toBeNull()
    expect(upstreamOf(catalogue, '192.168.50.77')).toBeNull()
  })
})
