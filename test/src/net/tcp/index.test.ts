// On loopback. Messages of routers and firewalls are in test/lab/probe.test.ts.
import { describe, expect, test } from 'bun:test'
import { BUDGET } from '../../../../src/net/budget.ts'
import type { Layer, PortFinding } from '../../../../src/net/findings.ts'
import { Path } from '../../../../src/net/path/index.ts'
import { connectFirst } from '../../../../src/net/tcp/connect.ts'
import { portableTcp, probeTcp, tryAddresses } from '../../../../src/net/tcp/index.ts'
import { portableUdp, probeUdp } from '../../../../src/net/udp/index.ts'
import { endpointOf, targetOf } from '../../../support/net/addresses.ts'
import { freshBounds } from '../../../support/net/bounds.ts'
import { freePort, LOOPBACK } from '../../../support/net/network.ts'
import { openDescriptors } from '../../../support/net/probe-job.ts'
import { shareHosts } from '../../../support/shared.ts'

const PAYLOAD = Buffer.from('question')
const MANY = 500
const SETTLED_MS = 50
const OPEN = { status: 'open', reason: null, failedLayer: null, icmpSource: null, icmpHops: null }
const REFUSED = { status: 'refused', reason: 'connection-refused', failedLayer: 'tcp', icmpSource: null, icmpHops: null }
const UNREACHABLE = { status: 'closed', reason: 'port-unreachable', failedLayer: 'icmp', icmpSource: null, reply: null }
const silence = (failedLayer: Layer): PortFinding => {
  return { status: 'timeout', reason: 'no-answer', failedLayer, latencyMs: null, icmpSource: null, icmpHops: null }
}
const at = (port: number, version: 4 | 6 = 4) => endpointOf(LOOPBACK[version], port)

shareHosts()

/** Accepts and hangs up. */
function tcpServer(hostname: string) {
  const server = Bun.listen({ hostname, port: 0, socket: { open: (socket) => void socket.end(), data() {} } })
  return { port: server.port, [Symbol.dispose]: () => server.stop(true) }
}

/** Answers with what `answer` makes of a datagram, or not at all. */
async function udpServer(hostname: string, answer: (datagram: Buffer) => Buffer | null) {
  const received: string[] = []
  const server = await Bun.udpSocket({
    hostname,
    binaryType: 'buffer',
    socket: {
      data(socket, datagram, port, from) {
        received.push(String(datagram))
        const reply = answer(datagram)
        if (reply) socket.send(reply, port, from)
      },
    },
  })
  return { port: server.port, received, [Symbol.dispose]: () => server.close() }
}

test.each([4, 6] as const)('over IPv%d: open, refused, a reply with its bytes, port unreachable, silence', async (version) => {
  using tcp = tcpServer(LOOPBACK[version])
  const found = [
    [await probeTcp(at(tcp.port, version), freshBounds()), OPEN],
    [await probeTcp(at(freePort(), version), freshBounds()), REFUSED],
    [await probeUdp(at(freePort(), version), [PAYLOAD, PAYLOAD], freshBounds()), UNREACHABLE],
  ] as const
  for (const [finding, expected] of found) {
    expect(finding).toMatchObject(expected)
    expect(finding.latencyMs).toBeWithin(0, 1000)
  }
  // Also an empty reply, and the longest.
  for (const bytes of [12, 0, 60_000]) {
    using server = await udpServer(LOOPBACK[version], () => Buffer.alloc(bytes, 'a'))
    const reply = Buffer.alloc(bytes, 'a')
    expect(await probeUdp(at(server.port, version), [PAYLOAD], freshBounds())).toMatchObject({ ...OPEN, reply })
  }
  using server = await udpServer(LOOPBACK[version], () => null)
  const started = performance.now()
  expect(await probeUdp(at(server.port, version), [PAYLOAD], freshBounds(), 50)).toEqual({ ...silence('udp'), reply: null })
  expect(performance.now() - started).toBeWithin(49, 2000)
})

test('a probe over budget is an error that says so, and nothing is sent', async () => {
  const bounds = freshBounds()
  for (let taken = 0; taken < BUDGET.connections; taken++) await bounds.budget.spendConnection(LOOPBACK[4], bounds.signal)
  const finding = { ...REFUSED, status: 'error', reason: 'budget-exceeded', failedLayer: 'local', latencyMs: null }
  let opened = 0
  const socket = { open: () => void opened++, data() {} }
  using tcp = Bun.listen({ hostname: LOOPBACK[4], port: 0, socket })
  using udp = await udpServer(LOOPBACK[4], (datagram) => datagram)
  expect(await probeTcp(at(tcp.port), bounds)).toEqual(expect.objectContaining(finding))
  expect(await probeUdp(at(udp.port), [PAYLOAD], bounds)).toEqual(expect.objectContaining({ ...finding, reply: null }))
  await Bun.sleep(SETTLED_MS)
  expect([opened, udp.received]).toEqual([0, []])
})

describe('UDP', () => {
  test('every payload is sent, and again after a second; one of them may be empty', async () => {
    let answered = 0
    using server = await udpServer(LOOPBACK[4], (datagram) => (++answered > 3 ? datagram : null))
    const finding = await probeUdp(at(server.port), [PAYLOAD, Buffer.alloc(0), Buffer.from('b')], freshBounds())
    expect(finding).toMatchObject(OPEN)
    expect(finding.latencyMs).toBeWithin(990, 3000)
    expect(server.received).toEqual(['question', '', 'b', 'question', '', 'b'])
  })

  test('a datagram from another port is not an answer', async () => {
    // The kernel reports that nothing listens there.
    const stray = await Bun.udpSocket({ hostname: LOOPBACK[4], socket: { error() {} } })
    const sender = await Bun.udpSocket({
      hostname: LOOPBACK[4],
      socket: { data: (_, datagram, port, from) => void stray.send(datagram, port, from) },
    })
    expect(await probeUdp(at(sender.port), [PAYLOAD], freshBounds(), 50)).toMatchObject({ status: 'timeout', reply: null })
    stray.close()
    sender.close()
  })
})

describe('the signal', () => {
  test('ends a probe at once', async () => {
    using server = await udpServer(LOOPBACK[4], () => null)
    const before = openDescriptors()
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const started = performance.now()
    expect(await probeUdp(at(server.port), [PAYLOAD], freshBounds(controller.signal))).toEqual({ ...silence('udp'), reply: null })
    expect(performance.now() - started).toBeWithin(15, 2000)
    expect(openDescriptors()).toBe(before)
  })

  test('that has fired lets none begin', async () => {
    const before = openDescriptors()
    expect(await probeTcp(at(9), freshBounds(AbortSignal.abort()))).toEqual({ ...silence('tcp') })
    expect(await probeUdp(at(9), [PAYLOAD], freshBounds(AbortSignal.abort()))).toEqual({ ...silence('udp'), reply: null })
    expect(openDescriptors()).toBe(before)
  })
})

test(`${MANY} probes at once leave no descriptors behind`, async () => {
  using silent = await udpServer(LOOPBACK[4], () => null)
  const closed = freePort()
  // Servers of earlier tests take a moment to close, longer on a busy machine.
  await Bun.sleep(SETTLED_MS)
  const before = openDescriptors()
  const probes = Array.from({ length: MANY }, (_, index) => {
    const version = index % 4 < 2 ? 4 : 6
    if (index % 2 === 0) return probeTcp(at(closed, version), freshBounds())
    return probeUdp(at(silent.port, version), [PAYLOAD], freshBounds(), 100)
  })
  const findings = await Promise.all(probes)
  expect(new Set(findings.map(({ status }) => status))).toEqual(new Set(['closed', 'refused', 'timeout']))
  expect(openDescriptors()).toBeLessThanOrEqual(before)
})

describe('without libc', () => {
  test('TCP: open, refused, silence', async () => {
    using server = tcpServer(LOOPBACK[4])
    expect(await portableTcp(at(server.port), new AbortController().signal)).toMatchObject(OPEN)
    expect(await portableTcp(endpointOf(LOOPBACK[6], freePort()), new AbortController().signal)).toMatchObject(REFUSED)
    expect(await portableTcp(at(server.port), AbortSignal.abort())).toEqual(silence('tcp'))
  })

  test('UDP: a reply, port unreachable, silence', async () => {
    using server = await udpServer(LOOPBACK[4], (datagram) => datagram)
    const finding = await portableUdp(at(server.port), [PAYLOAD], new AbortController().signal)
    expect(finding).toMatchObject(OPEN)
    expect(finding.reply).toEqual(PAYLOAD)
    expect(await portableUdp(at(freePort()), [PAYLOAD], new AbortController().signal)).toMatchObject(UNREACHABLE)
    using silent = await udpServer(LOOPBACK[4], () => null)
    expect(await portableUdp(at(silent.port), [PAYLOAD], AbortSignal.timeout(20))).toEqual({ ...silence('udp'), reply: null })
  })
})

test('a lookalike of an endpoint is not connected to', async () => {
  let opened = 0
  using server = Bun.listen({ hostname: LOOPBACK[4], port: 0, socket: { open: () => void opened++, data() {} } })
  const real = endpointOf(LOOPBACK[4], 1)
  const { address } = real
  // Seams: as code that no compiler has checked would pass them.
  const made = [
    { address, port: server.port },
    { ...real, port: server.port },
    Object.create(real, { port: { value: server.port } }),
    Object.assign(targetOf(LOOPBACK[4]), { port: server.port }),
  ] as unknown as (typeof real)[]
  expect(() => Object.assign(real, { port: server.port })).toThrow(TypeError)
  const bounds = freshBounds()
  const refused = 'only an endpoint of the policy is connected to'
  for (const endpoint of made) {
    await expect(probeTcp(endpoint, bounds)).rejects.toThrow(refused)
    await expect(probeUdp(endpoint, [PAYLOAD], bounds)).rejects.toThrow(refused)
    await expect(connectFirst([endpoint], { ...bounds, explainRefusals: false })).rejects.toThrow(refused)
    await expect(new Path(bounds).trace({ method: 'tcp', to: endpoint }, { maxHops: 1, report() {} })).rejects.toThrow(refused)
  }
  await Bun.sleep(SETTLED_MS)
  expect(opened).toBe(0)
})

const FOUR = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
const SIX = ['2001:db8::1', '2001:db8::2', '2001:db8::3']

/** Returns the addresses that are tried, in order, if none is accepted. */
async function tried(addresses: readonly string[]): Promise<string[]> {
  const attempt = async ({ address }: ReturnType<typeof endpointOf>) => address.text
  const endpoints = addresses.map((text) => endpointOf(text, 80))
  const { others } = await tryAddresses(endpoints, new AbortController().signal, attempt, () => false)
  return [...others]
}

test('two of each family are tried, in the order of the name', async () => {
  expect([await tried([]), await tried(FOUR)]).toEqual([[], FOUR.slice(0, 2)])
  expect(await tried([...FOUR, ...SIX])).toEqual([...FOUR.slice(0, 2), ...SIX.slice(0, 2)])
  const byTurns = SIX.flatMap((six, index) => [six, FOUR[index] ?? ''])
  expect(await tried(byTurns)).toEqual(byTurns.slice(0, 4))
})
