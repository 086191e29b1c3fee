import { expect, test } from 'bun:test'
import { parseAddress } from '../../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/load.ts'
import { boxOf, doubtOf } from '../../../../src/router/plan/device.ts'

const catalogue = embeddedCatalogue()

test.each([
  ['192.168.0.20', 'iptime', null, null],
  ['192.168.0.1', 'iptime', null, 'router'],
  // The device has its address from the box that also gave the router its own.
  ['172.30.1.50', 'iptime', '172.30.1.42', 'upstream'],
  ['192.168.50.20', 'asus', '192.168.50.77', 'upstream'],
  ['192.168.50.20', 'asus', '172.30.1.42', null],
  ['192.168.50.20', 'asus', '2001:db8::1', null],
  ['192.168.219.20', 'iptime', null, 'unusual'],
  ['192.168.219.20', 'lg-uplus', null, null],
  ['192.168.219.20', 'unknown-router', null, null],
  // A router's range can have been changed.
  ['192.168.77.20', 'iptime', null, null],
  // Other boxes give out such addresses.
  ['10.0.0.20', 'iptime', null, 'unusual'],
  ['192.168.1.30', 'eero', null, 'unusual'],
] as const)('%s behind %s, which shows %p: %p', (internalIp, id, wan, because) => {
  const brand = catalogue.brands.find((one) => one.id === id)
  if (!brand) throw new Error(`no brand ${id}`)
  const routerWan = wan === null ? null : parseAddress(wan)
  expect(doubtOf(internalIp, brand, routerWan, catalogue)?.because ?? null).toBe(because)
})

test.each([
  ['192.168.219.20', 'iptime', null, 'lg-uplus'],
  ['192.168.219.20', 'lg-uplus', null, null],
  ['192.168.219.20', 'unknown-router', null, null],
  ['192.168.0.20', 'iptime', 'kt', null],
  // Many boxes give out such addresses; that of the provider of the line comes first.
  ['10.0.0.30', 'asus', null, null],
  ['10.0.0.30', 'asus', 'xfinity', 'xfinity'],
] as const)('%s behind %s on a line of %p is from %p', (internalIp, id, provider, box) => {
  const brand = catalogue.brands.find((one) => one.id === id)
  if (!brand) throw new Error(`no brand ${id}`)
  const isp = catalogue.isps.find((one) => one.id === provider) ?? null
  expect(boxOf(internalIp, brand, catalogue, isp)?.id ?? null).toBe(box)
})
