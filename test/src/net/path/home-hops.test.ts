// On loopback. Real routers are in test/lab.
import { afterAll, expect, test } from 'bun:test'
import { firstHops } from '../../../../src/net/path/home-hops.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { LOOPBACK, openLoopback } from '../../../support/net/network.ts'
import { openDescriptors } from '../../../support/net/probe-job.ts'

const close = openLoopback()
afterAll(close)

function addressOf(version: 4 | 6) {
  const address = parseAddress(LOOPBACK[version])
  if (!address) throw new Error('no address')
  return address
}

test.each([4, 6] as const)(
  'without a router on the way over IPv%d there are no hops, and nothing is left behind',
  async (version) => {
    const before = openDescriptors()
    expect(await firstHops(addressOf(version), new AbortController().signal)).toEqual([null, null, null])
    await Bun.sleep(0)
    expect(openDescriptors()).toBeLessThanOrEqual(before)
  },
)

test('nothing is sent for a run that has ended', async () =>
  expect(await firstHops(addressOf(4), AbortSignal.abort())).toEqual([]))

test('silence is waited for, but not for long', async () => {
  const server = await Bun.udpSocket({ hostname: LOOPBACK[4], port: 33_435, socket: { data() {} } })
  const started = performance.now()
  expect(await firstHops(addressOf(4), new AbortController().signal)).toEqual([null, null, null])
  expect(performance.now() - started).toBeWithin(1400, 4000)
  const end = new AbortController()
  setTimeout(() => end.abort(), 50)
  const again = performance.now()
  expect(await firstHops(addressOf(4), end.signal)).toEqual([null, null, null])
  expect(performance.now() - again).toBeLessThan(1000)
  server.close()
})
