import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { upstreamOf } from '../../../../src/router/judgement/line.ts'

const catalogue = embeddedCatalogue()

describe('the box upstream of the router', () => {
  test('the one whose own address is in the same network', () => {
    const upstream = upstreamOf(catalogue, '172.30.1.23')
    expect([upstream?.gateway, upstream?.brand?.id]).toEqual(['172.30.1.254', 'kt-giga-home-hub'])
  })

  test('several boxes with one address: the address alone; with several addresses: nothing', () => {
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

  test('the second address of a single box does not hide the usual one of others', () => {
    const [box] = catalogue.brands.filter(({ kind }) => kind === 'isp')
    if (!box) throw new Error('the catalogue has no boxes')
    const rare = { ...box, id: 'rare', gateways: ['192.168.77.1', '10.20.30.138'] }
    const usual = { ...box, id: 'usual', gateways: ['10.20.30.1'] }
    expect(upstreamOf({ ...catalogue, brands: [rare, usual] }, '10.20.30.40')).toEqual({ gateway: '10.20.30.1', brand: usual })
    expect(upstreamOf({ ...catalogue, brands: [rare] }, '10.20.30.40')).toEqual({ gateway: '10.20.30.138', brand: rare })
  })

  test('an address that retail routers and several providers use names no box', () => {
    expect(upstreamOf(catalogue, '10.0.0.5')).toEqual({ gateway: '10.0.0.1', brand: null })
    expect(upstreamOf(catalogue, '192.168.0.5')).toBeNull()
    expect(upstreamOf(catalogue, '192.168.50.77')).toBeNull()
  })
})
