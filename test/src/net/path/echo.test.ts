// Over loopback, and on machines without a network. Messages of routers are in test/lab.
import { describe, expect, test } from 'bun:test'
import { Channel, sharedEngine } from '../../../../src/net/libc/engine.ts'
import { checksum, echoRequest, readEchoReply, readQuotedRequest, withoutIpv4Header } from '../../../../src/net/path/echo.ts'
import { runPing } from '../../../../src/net/path/ping.ts'
import { hex } from '../../../support/dns/wire.ts'

import { labTest } from '../../../support/lab.ts'
import { freshBounds } from '../../../support/net/bounds.ts'
import { type Crowd, contextOf, openPing, PROBERS, REQUESTS, startEcho } from '../../../support/net/echo-job.ts'
import { ECHO_LAB_NEEDS, echoOn, FATES } from '../../../support/net/echo-lab.ts'
import { LOOPBACK } from '../../../support/net/network.ts'
import { openDescriptors } from '../../../support/net/probe-job.ts'
import { until } from '../../../support/until.ts'

const MANY = 500
const ARRIVAL_MS = 5000
const SETTLED_MS = 50
const EACH_ONCE = Array.from({ length: PROBERS }, () => Array.from({ length: REQUESTS }, (_, index) => index + 1))

/** Returns all ICMP that this machine sends itself, and a way to send more of it. */
function eavesdrop() {
  const engine = sharedEngine() ?? expect.unreachable('no libc')
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
    const replay = forged(request, () => {})
    channel.send(replay, null)
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
    const wanted = { count: 10, report: () => void told++, bounds: freshBounds(controller.signal) }
    const runs = Array.from({ length: MANY / 10 }, () => runPing(contextOf(LOOPBACK[6]), openPing, wanted))
    await until(() => told >= runs.length)
    controller.abort()
    for (const run of await Promise.all(runs)) expect(run?.sent).toBeLessThan(wanted.count)
    expect(await runPing(contextOf(LOOPBACK[4]), openPing, wanted)).toMatchObject({ sent: 0 })
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

const ECHO = { id: 0x1234, sequence: 7, data: Buffer.from('doorstep!') }
const DATA = '646f6f727374657021'

test('an echo request of IPv4 carries the checksum, also over an odd number of bytes; that of IPv6 leaves it to the kernel', () => {
  // 0800 + 1234 + 0007 + 646f + 6f72 + 7374 + 6570 + 2100 = 1e800, folded e801, inverted 17fe.
  expect(echoRequest(4, ECHO)).toEqual(hex(`08 00 17fe 1234 0007 ${DATA}`))
  expect(echoRequest(6, ECHO)).toEqual(hex(`80 00 0000 1234 0007 ${DATA}`))
})

test('an echo reply is read, and a quoted request as far as it is quoted', () => {
  expect(readEchoReply(4, hex(`00 00 1ffe 1234 0007 ${DATA}`))).toEqual(ECHO)
  expect(readEchoReply(6, hex(`81 00 abcd 1234 0007 ${DATA}`))).toEqual(ECHO)
  expect(readQuotedRequest(4, hex(`0800 17fe 1234 0007 ${DATA}`))).toEqual(ECHO)
  expect(readQuotedRequest(6, hex('8000 17fe 1234 0007'))).toEqual({ ...ECHO, data: Buffer.alloc(0) })
})

test.each([
  ['a request', 4, '0800 17fe 1234 0007'],
  ['a request', 6, '8000 17fe 1234 0007'],
  ['a reply of the other family', 4, '8100 0000 1234 0007'],
  ['a reply of the other family', 6, '0000 0000 1234 0007'],
  ['a code that no reply has', 4, '0001 0000 1234 0007'],
  ['a code that no reply has', 6, '81ff 0000 1234 0007'],
  ['cut off', 4, '0000 ffff 1234 00'],
  ['nothing', 4, ''],
] as const)('an echo reply is not %s (IPv%d)', (_, version, bytes) => expect(readEchoReply(version, hex(bytes))).toBeNull())

describe('an IPv4 header', () => {
  const HEADER = '4500 0025 0000 4000 4001 b6d4 c0000201 c0000202'
  const REPLY = `00 00 1ffe 1234 0007 ${DATA}`

  test('is left out', () => expect(withoutIpv4Header(hex(HEADER + REPLY))).toEqual(hex(REPLY)))

  test('is left out with its options, as many as there can be', () => {
    expect(withoutIpv4Header(hex(`46${HEADER.slice(2)} 01010100 ${REPLY}`))).toEqual(hex(REPLY))
    expect(withoutIpv4Header(hex(`4f${HEADER.slice(2)} ${'01'.repeat(40)} ${REPLY}`))).toEqual(hex(REPLY))
  })

  test.each([
    ['too short a length', `44${HEADER.slice(2)}${REPLY}`],
    ['no length', `40${HEADER.slice(2)}${REPLY}`],
    ['a length that goes beyond the packet', `4f${HEADER.slice(2)}`],
    ['another version', `65${HEADER.slice(2)}${REPLY}`],
    ['a header that is cut off', HEADER.slice(0, -2)],
    ['nothing', ''],
  ])('with %s is broken', (_, bytes) => expect(withoutIpv4Header(hex(bytes))).toBeNull())
})

test('the checksum is that of a well-known IPv4 header, and carries more than once', () => {
  expect(checksum(hex('4500 0073 0000 4000 4011 0000 c0a80001 c0a800c7'))).toBe(0xb861)
  expect(checksum(hex('4500 0073 0000 4000 4011 b861 c0a80001 c0a800c7'))).toBe(0)
  expect([checksum(hex('ffff ffff 0001')), checksum(Buffer.alloc(65_535, 0xff))]).toEqual([0xfffe, 0x00ff])
})
