// The visitor's system, from what a browser says, and addresses of devices.
import { expect, test } from 'bun:test'
import { routerText } from '../../../../../src/faces/web/page/router.text.ts'
import { isIpv4, SYSTEMS, systemOf, systemsFrom } from '../../../../../src/faces/web/page/which-router.tsx'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'macos'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 'ios'],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36', 'android'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36', 'chromeos'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'linux'],
  ['Mozilla/5.0 (PlayStation 5)', null],
] as const)('the system of %s is %p', (said, system) => {
  expect(systemOf(said)).toBe(system)
})

test('the visitor’s own system comes first, and none is lost', () => {
  expect(systemsFrom('ios')[0]).toBe('ios')
  expect(systemsFrom('ios').toSorted()).toEqual([...SYSTEMS].toSorted())
  expect(systemsFrom(null)).toEqual(SYSTEMS)
  for (const words of Object.values(routerText).filter((one) => typeof one === 'object'))
    expect(SYSTEMS.filter((system) => !(`find.${system}` in words))).toEqual([])
})

test('an address is asked about once it is one', () => {
  expect(['192.168.0.10', ' 10.0.0.2 ', '255.255.255.255'].filter((text) => !isIpv4(text))).toEqual([])
  expect(['', '192.168.0', '192.168.0.', '192.168.0.256', 'my-pc', '1.2.3.4.5', 'fe80::1'].filter(isIpv4)).toEqual([])
})
