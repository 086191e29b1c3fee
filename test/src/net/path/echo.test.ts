// Over loopback, and on machines without a network. Messages of routers are in test/lab.

import { describe, expect } from 'bun:test'
import { sharedEngine } from '../../../../src/net/libc/attempt.ts'
import { Channel } from '../../../../src/net/libc/channel.ts'
import { checksum, withoutIpv4Header } from '../../../../src/net/path/echo.ts'
import { runPing } from '../../../../src/net/path/ping.ts'
import { labTest } from '../../../support/lab.ts'
import { freshBounds } from '../../../support/net/bounds.ts'
import { type Crowd, contextOf, crowd, openPing, PROBERS, REQUESTS, startEcho } from '../../../support/net/echo-job.ts'
import { ECHO_LAB_NEEDS, echoOn, FATES } from '../../../support/net/echo-lab.ts'
import { LOOPBACK } from '../../../support/net/network.ts'
import { openDescriptors } from '../../../support/net/probe-job.ts'

const MANY = 500
const ARRIVAL_MS = 5000
const SETTLED_MS = 50
const EACH_ONCE = Array.from({ length: PROBERS }, () => Array.from({ length: REQUESTS }, (_, index) => index + 1))

async function until(isDone: () => boolean): Promise<void> {
  for (const started = performance.now(); !isDone(); await Bun.sleep(1)) {
    if (performance.now() - started > ARRIVAL_MS) throw new Error('it has not come')
  }
}

/** Returns all ICMP that this machine sends itself, and a way to send more of it. */
function eavesdrop() {
  const engine = sharedEngine()
  if (!engine) throw new Error('no libc')
  const heard: Buffer[] = []
  const received = ({ bytes }: { bytes: Buffer }) => void heard.push(withoutIpv4Header(bytes) ?? bytes)
  const listener = { received, queued() {}, fail() {} }
  const opened = Channel.open(engine, { version: 4, kind: 'raw', peer: contextOf(LOOPBACK[4]).peer }, listener)
  if ('errno' in opened) throw new Error(String(opened.errno))
  return { heard, channel: opened.value }
}

/** Returns the answer to an overheard request, partly changed. */
function forged(request: Buffer, change: (reply: Buffer) => void): Buffer {
  const reply = Buffer.from(request)
  reply.writeUInt16BE(0, 0)
  change(reply)
  reply.writeUInt16BE(0, 2)
  reply.writeUInt16BE(checksum(reply), 2)
  return reply
}

describe('echo over raw sockets', () => {
  for (const version of [4, 6] as const) {
    labTest(`IPv${version}: many at once are told of their own replies, each once`, { root: true }, async () => {
      const before = openDescriptors()
      const { sequences } = await crowd(LOOPBACK[version])
      expect(sequences).toEqual(EACH_ONCE)
      expect(openDescriptors()).toBeLessThanOrEqual(before)
    })

    labTest(`IPv${version}: a reply with all that belongs to it`, { root: true }, async () => {
      using prober = startEcho(LOOPBACK[version])
      expect(prober.send(7, 33)).toBeNull()
      await until(() => prober.answers.length > 0)
      const [answer] = prober.answers
      const { address } = contextOf(LOOPBACK[version]).peer
      expect(answer).toEqual({ sequence: 7, from: address, reason: null, isLocal: false, rttMs: answer?.rttMs ?? -1, ttl: 64 })
      expect(answer?.rttMs).toBeWithin(0, ARRIVAL_MS)
      expect(prober.send(8, 256)).toBe('network-unreachable')
    })
  }

  labTest('a forged or changed reply is not one', { root: true }, async () => {
    const { heard, channel } = eavesdrop()
    using prober = startEcho(LOOPBACK[4])
    prober.send(1, null)
    await until(() => heard.length >= 2 && prober.answers.length === 1)
    const request = heard.find((bytes) => bytes[0] === 8 && bytes.readUInt16BE(6) === 1)
    if (!request) throw new Error('no request was heard')
    const changes: ((reply: Buffer) => void)[] = [
      (reply) => reply.writeUInt16BE(2, 6),
      (reply) => reply.writeUInt16BE(reply.readUInt16BE(4) ^ 1, 4),
      (reply) => reply.writeUInt8((reply[8] ?? 0) ^ 1, 8),
      (reply) => reply.writeUInt8((reply.at(-1) ?? 0) ^ 1, reply.length - 1),
      (reply) => reply.writeUInt8(42, 0),
      (reply) => reply.writeUInt8(1, 1),
    ]
    for (const change of changes) channel.send(forged(request, change), null)
    channel.send(forged(request, () => {}).subarray(0, 40), null)
    await Bun.sleep(SETTLED_MS)
    expect(prober.answers).toHaveLength(1)
    // Not even a replay can be told from a reply.
    channel.send(
      forged(request, () => {}),
      null,
    )
    await until(() => prober.answers.length === 2)
    expect(prober.failed).toEqual([])
    channel[Symbol.dispose]()
  })

  labTest(`${MANY} that are opened and closed, or aborted, leave nothing open`, { root: true }, async () => {
    const before = openDescriptors()
    const probers = Array.from({ length: MANY }, () => startEcho(LOOPBACK[4]))
    expect(openDescriptors()).toBe(before + MANY)
    for (const prober of probers) prober.send(1, null)
    for (const prober of probers) prober[Symbol.dispose]()
    expect(openDescriptors()).toBeLessThanOrEqual(before)
    const controller = new AbortController()
    let told = 0
    const wanted = { count: 10, report: () => void told++ }
    const runs = Array.from({ length: MANY / 10 }, () =>
      runPing(contextOf(LOOPBACK[6]), openPing, { ...wanted, bounds: freshBounds(controller.signal) }),
    )
    await until(() => told >= runs.length)
    expect(openDescriptors()).toBe(before + runs.length)
    controller.abort()
    for (const run of await Promise.all(runs)) expect('sent' in run && run.sent).toBeLessThan(wanted.count)
    expect(openDescriptors()).toBeLessThanOrEqual(before)
    expect(
      await runPing(contextOf(LOOPBACK[4]), openPing, { ...wanted, bounds: freshBounds(AbortSignal.abort()) }),
    ).toMatchObject({ sent: 0 })
    expect(openDescriptors()).toBeLessThanOrEqual(before)
  })
})

describe.each([
  { kind: 'ping', pingGroups: true },
  { kind: 'raw', pingGroups: false },
] as const)('echo over sockets of kind "$kind"', ({ kind, pingGroups }) => {
  labTest('many at once are told of their own replies, each once, in both families', ECHO_LAB_NEEDS, async () => {
    const job = { crowds: [LOOPBACK[4], LOOPBACK[6]], pings: [] }
    const { crowds, descriptors } = await echoOn(job, { pingGroups })
    const sockets: Crowd['sockets'] = { ping: 0, raw: 0, [kind]: PROBERS }
    expect(crowds).toEqual(job.crowds.map(() => ({ sequences: EACH_ONCE, sockets })))
    expect(descriptors.after).toBe(descriptors.before)
  })

  labTest('an ICMP message about a request is reported for that one', ECHO_LAB_NEEDS, async () => {
    const crowds = [FATES.prohibited[4], FATES.prohibited[6]]
    const { crowds: told } = await echoOn({ crowds, pings: [] }, { pingGroups })
    expect(told.map(({ sequences }) => sequences)).toEqual([EACH_ONCE, EACH_ONCE])
  })
})
