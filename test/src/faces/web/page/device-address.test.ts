// Addresses of devices.
import { expect, test } from 'bun:test'
import { isIpv4 } from '../../../../../src/faces/web/page/which-router.tsx'

test('an address is asked about once it is one', () => {
  expect(['192.168.0.10', ' 10.0.0.2 ', '255.255.255.255'].filter((text) => !isIpv4(text))).toEqual([])
  expect(['', '192.168.0', '192.168.0.', '192.168.0.256', 'my-pc', '1.2.3.4.5', 'fe80::1'].filter(isIpv4)).toEqual([])
})
