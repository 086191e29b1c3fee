// A client may have this many connections, and the rest belongs to the others.
import { describe, expect, test } from 'bun:test'
import { CONNECTIONS_MAX, keptOf, sharesOf } from '../../../src/net/crowds.ts'
import { type Address, parseAddress } from '../../../src/policy/address.ts'
import { idleCrowd } from '../../support/door/crowd.ts'
import { startServer } from '../../support/server.ts'

const SURPLUS = 150
const SWEPT_MS = 2500

const address = (text: string): Address => {
  const parsed = parseAddress(text)
  if (!parsed) throw new Error(text)
  return parsed
}

test('if there are few descriptors, a client may take a quarter of them, its network a half, and all of them three quarters', () => {
  const of = ({ client, network, all }: ReturnType<typeof sharesOf>) => [client, network, all]
  expect([Number.POSITIVE_INFINITY, 4096, 1024, 128, 1].map((descriptors) => of(sharesOf(descriptors)))).toEqual([
    [512, 1024, Number.POSITIVE_INFINITY],
    [512, 1024, 3072],
    [256, 512, 768],
    [32, 64, 96],
    [1, 2, 1],
  ])
})

describe('the connections that may stay', () => {
  const visits = (count: number, from: string) => Array.from({ length: count }, (_, rank) => ({ address: address(from), rank }))
  const shares = { client: 10, network: 20, all: 50 }
  const tally = (...networks: Parameters<typeof keptOf>[0]) => {
    const kept = Map.groupBy(keptOf(networks, shares), ({ address: { text } }) => text)
    return Object.fromEntries([...kept].map(([text, { length }]) => [text, length]))
  }

  test('is the share of each client', () =>
    expect(tally(visits(30, '192.0.2.1'), visits(9, '192.0.2.2'))).toEqual({ '192.0.2.1': 10, '192.0.2.2': 9 }))

  test('is the share of each network, of which a client that has little loses nothing', () => {
    const network = [...visits(30, '2001:db8::1'), ...visits(30, '2001:db8:0:1::1'), ...visits(3, '2001:db8:0:2::1')]
    expect(tally(network)).toEqual({ '2001:db8::1': 9, '2001:db8:0:1::1': 8, '2001:db8:0:2::1': 3 })
  })

  test('leave some for others, and the client with most loses first', () => {
    const greedy = Array.from({ length: 6 }, (_, index) => visits(30, `192.0.2.${index}`))
    expect(Object.values(tally(...greedy, visits(2, '198.51.100.1')))).toEqual([8, 8, 8, 8, 8, 8, 2])
  })

  test('is the first of each, in the order in which they are given', () =>
    expect(keptOf([visits(12, '192.0.2.1')], shares)).toEqual(visits(10, '192.0.2.1')))
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
  expect(server.output.filter((line) => line.includes('"client":"127.0.0.12"'))).toHaveLength(1)
  expect(server.output.join('')).not.toContain('127.0.0.11')
})

test.skipIf(process.platform !== 'linux')('a trusted proxy may have as many as it needs', async () => {
  await using server = await startServer({ args: ['--trusted-proxies', '127.0.0.13'] })
  using proxy = await idleCrowd(server.port, '127.0.0.13', CONNECTIONS_MAX + SURPLUS)
  await Bun.sleep(SWEPT_MS)
  expect(proxy.present).toBe(CONNECTIONS_MAX + SURPLUS)
  expect(server.output.filter((line) => line.includes('"warn"') && line.includes('connections'))).toEqual([])
})
