// One client may have so many connections, and the rest belongs to the others.
import { expect, test } from 'bun:test'
import { CONNECTIONS_MAX, connectionsMax } from '../../../../src/net/door/crowds.ts'
import { clientOf } from '../../../../src/net/door/visits.ts'
import { type Address, parseAddress } from '../../../../src/policy/address.ts'
import { idleCrowd } from '../../../support/door/crowd.ts'
import { startServer } from '../../../support/server.ts'

const SURPLUS = 150
const SWEPT_MS = 2500

const address = (text: string): Address => {
  const parsed = parseAddress(text)
  if (!parsed) throw new Error(text)
  return parsed
}

test('a client is an IPv4 address, or the /64 of an IPv6 address', () => {
  expect(clientOf(address('192.0.2.1'))).not.toBe(clientOf(address('192.0.2.2')))
  expect(clientOf(address('2001:db8::1'))).toBe(clientOf(address('2001:db8::ffff:0:0:2')))
  expect(clientOf(address('2001:db8::1'))).not.toBe(clientOf(address('2001:db8:0:1::1')))
})

test('where there are few descriptors, a client may take a quarter of them', () => {
  expect([Number.POSITIVE_INFINITY, 4096, 1024, 128, 1].map(connectionsMax)).toEqual([512, 512, 256, 32, 1])
})

test.skipIf(process.platform !== 'linux')('what one client has open beyond its share is ended, of nobody else', async () => {
  await using server = await startServer()
  using quiet = await idleCrowd(server.port, '127.0.0.11', 100)
  using greedy = await idleCrowd(server.port, '127.0.0.12', CONNECTIONS_MAX + SURPLUS)
  for (let waited = 0; waited < SWEPT_MS && greedy.present > CONNECTIONS_MAX; waited += 50) await Bun.sleep(50)
  expect([quiet.present, greedy.present]).toEqual([100, CONNECTIONS_MAX])
  // Nothing more is ended by the sweeps that follow.
  await Bun.sleep(SWEPT_MS)
  expect([quiet.present, greedy.present]).toEqual([100, CONNECTIONS_MAX])
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect(server.output.filter((line) => line.includes('"warn"'))).toEqual([expect.stringContaining('--trusted-proxies')])
  expect(server.output.join('')).not.toContain('127.0.0.12')
})

test.skipIf(process.platform !== 'linux')('a trusted proxy may have as many as it needs', async () => {
  await using server = await startServer({ args: ['--trusted-proxies', '127.0.0.13'] })
  using proxy = await idleCrowd(server.port, '127.0.0.13', CONNECTIONS_MAX + SURPLUS)
  await Bun.sleep(SWEPT_MS)
  expect(proxy.present).toBe(CONNECTIONS_MAX + SURPLUS)
  expect(server.output.filter((line) => line.includes('"warn"') && line.includes('connections'))).toEqual([])
})
