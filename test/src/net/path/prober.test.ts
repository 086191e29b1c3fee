// On loopback. Messages of routers are in test/lab.

import { describe, expect, jest, test } from 'bun:test'
import { sharedEngine } from '../../../../src/net/libc/engine.ts'
import { reachableFirst } from '../../../../src/net/path/index.ts'
import { openDatagrams, openHandshakes } from '../../../../src/net/path/prober.ts'
import { firstHops, runTrace, type TracedHop } from '../../../../src/net/path/trace.ts'
import { targetOf } from '../../../support/net/addresses.ts'
import { freshBounds } from '../../../support/net/bounds.ts'
import { contextOf } from '../../../support/net/echo-job.ts'
import { LOOPBACK } from '../../../support/net/network.ts'
import { openDescriptors } from '../../../support/net/probe-job.ts'
import { addressOf } from '../../../support/policy/rules.ts'
import { shareHosts } from '../../../support/shared.ts'

shareHosts()

const MANY = 50
const SETTLED_MS = 50
/** The ports of the probes of the first hop. */
const PORTS = [33_434, 33_435, 33_436]

async function traced(address: string, open: typeof openDatagrams, signal = new AbortController().signal) {
  const told: TracedHop[] = []
  const wanted = { maxHops: 3, bounds: freshBounds(signal), report: (hop: TracedHop) => void told.push(hop) }
  const run = (await runTrace(contextOf(address), open, wanted)) ?? expect.unreachable('not supported')
  return { ...run, told }
}

function expectThere({ hops, failure, told }: Awaited<ReturnType<typeof traced>>, address: string): void {
  const [hop, ...rest] = hops
  expect([failure, rest]).toEqual([null, []])
  expect(hop).toMatchObject({ hop: 1, status: 'reached', reason: null, isLocal: false })
  expect(hop?.addresses.map(({ text }) => text)).toEqual([address])
  expect(hop?.rttMs).toHaveLength(3)
  // A handshake that a busy machine answers late has no time.
  for (const time of hop?.rttMs ?? []) expect(time ?? 0).toBeWithin(0, 5000)
  expect(told).toEqual([...hops])
}

describe.each([4, 6] as const)('a trace of this machine over IPv%d', (version) => {
  const address = LOOPBACK[version]

  test.each([
    ['datagrams', openDatagrams],
    ['handshakes', openHandshakes],
  ])('by %s, many at once, and nothing is left behind', async (_, open) => {
    const before = openDescriptors()
    for (const run of await Promise.all(Array.from({ length: MANY }, () => traced(address, open)))) expectThere(run, address)
    await Bun.sleep(0)
    expect(openDescriptors()).toBeLessThanOrEqual(before)
  })

  test('by datagrams if servers listen on those ports', async () => {
    const asked: number[] = []
    const answering = (port: number) => ({
      data(socket: Bun.udp.Socket<'buffer'>, data: Buffer, from: number, host: string) {
        asked.push(port)
        socket.send(data, from, host)
      },
      // A closed port is reported as well.
      error() {},
    })
    const serving = PORTS.map((port) => Bun.udpSocket({ hostname: address, port, socket: answering(port) }))
    const servers = await Promise.all(serving)
    expectThere(await traced(address, openDatagrams), address)
    // On a busy machine an answer may come late, and the question is repeated.
    expect([...new Set(asked)].toSorted()).toEqual(PORTS)
    for (const server of servers) server.close()
    // The runtime closes them for good a little later.
    await Bun.sleep(SETTLED_MS)
  })

  test.each([
    ['datagrams', openDatagrams],
    ['handshakes', openHandshakes],
  ])('by %s is let go of by a signal', async (_, open) => {
    const before = openDescriptors()
    const controller = new AbortController()
    const runs = Array.from({ length: MANY }, () => traced(address, open, controller.signal))
    controller.abort()
    // Answers up to then were reported.
    for (const { hops, told } of await Promise.all(runs)) expect(told).toEqual([...hops])
    await Bun.sleep(0)
    expect(openDescriptors()).toBeLessThanOrEqual(before)
  })
})

test.each([4, 6] as const)(
  'without a router on the way over IPv%d there are no hops, and nothing is left behind',
  async (version) => {
    const before = openDescriptors()
    expect(await firstHops(addressOf(LOOPBACK[version]), new AbortController().signal)).toEqual([null, null, null])
    await Bun.sleep(0)
    expect(openDescriptors()).toBeLessThanOrEqual(before)
  },
)

test('of the addresses of a host the first with a route is taken', () => {
  // The broadcast address has no route.
  const routed = reachableFirst(['255.255.255.255', '127.0.0.1', '::1'].map(targetOf))
  expect(routed.address.text).toBe('127.0.0.1')
})

test('a few addresses are checked, however many a name has; without a route it is the first', () => {
  const engine = sharedEngine() ?? expect.unreachable('no libc')
  const lookedUp = jest.spyOn(engine.sockets, 'sourceTo').mockReturnValue(null)
  const addresses = Array.from({ length: 2000 }, (_, index) => `198.18.${index >> 8}.${index & 255}`)
  expect(reachableFirst(addresses.map(targetOf)).address.text).toBe('198.18.0.0')
  expect(lookedUp).toHaveBeenCalledTimes(4)
  lookedUp.mockRestore()
})
