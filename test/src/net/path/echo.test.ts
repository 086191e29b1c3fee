// Over loopback, and on machines without a network. Messages of routers are in test/lab.
import { describe, expect, test } from 'bun:test'
import { Channel } from '../../../../src/net/libc/channel.ts'
import { sharedEngine } from '../../../../src/net/libc/engine.ts'
import { checksum, echoRequest, readEchoReply, readQuotedRequest, withoutIpv4Header } from '../../../../src/net/path/icmp.ts'
import { runPing } from '../../../../src/net/path/ping.ts'
import { seededRandom } from '../../../support/data/sources.ts'
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
  for (const started = performance.now(); !isDone(); await Bun.sleep(1))
    if (performance.now() - started > ARRIVAL_MS) throw new Error('it has not come')
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
    for (const run of await Promise.all(runs)) expect(run?.sent).toBeLessThan(wanted.count)
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

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
const ECHO = { id: 0x1234, sequence: 7, data: Buffer.from('doorstep!') }
const DATA = '646f6f727374657021'
const ROUND_TRIPS = 2000

describe('an echo request', () => {
  test('of IPv4 carries the checksum, also over an odd number of bytes', () => {
    // 0800 + 1234 + 0007 + 646f + 6f72 + 7374 + 6570 + 2100 = 1e800, folded e801, inverted 17fe.
    expect(echoRequest(4, ECHO)).toEqual(hex(`08 00 17fe 1234 0007 ${DATA}`))
    expect(echoRequest(4, { id: 0, sequence: 0, data: Buffer.alloc(0) })).toEqual(hex('08 00 f7ff 0000 0000'))
  })

  test('of IPv6 leaves it to the kernel', () => {
    expect(echoRequest(6, ECHO)).toEqual(hex(`80 00 0000 1234 0007 ${DATA}`))
    expect(echoRequest(6, { id: 0xffff, sequence: 0xffff, data: Buffer.alloc(0) })).toEqual(hex('80 00 0000 ffff ffff'))
  })
})

describe('an echo reply', () => {
  test.each([
    [4, `00 00 1ffe 1234 0007 ${DATA}`],
    [6, `81 00 abcd 1234 0007 ${DATA}`],
  ] as const)('of IPv%d is read', (version, bytes) => expect(readEchoReply(version, hex(bytes))).toEqual(ECHO))

  test.each([
    ['a request', 4, '0800 17fe 1234 0007'],
    ['a request', 6, '8000 17fe 1234 0007'],
    ['a reply of the other family', 4, '8100 0000 1234 0007'],
    ['a reply of the other family', 6, '0000 0000 1234 0007'],
    ['another message', 4, '0300 0000 0000 0000'],
    ['a code that no reply has', 4, '0001 0000 1234 0007'],
    ['a code that no reply has', 6, '81ff 0000 1234 0007'],
    ['cut off', 4, '0000 ffff 1234 00'],
    ['cut off', 6, '81'],
    ['nothing', 4, ''],
  ] as const)('is not %s (IPv%d)', (_, version, bytes) => expect(readEchoReply(version, hex(bytes))).toBeNull())
})

describe('a quoted request', () => {
  test('is read from its header alone, which is all that a router has to quote', () => {
    expect(readQuotedRequest(4, hex('0800 17fe 1234 0007'))).toEqual({ ...ECHO, data: Buffer.alloc(0) })
    expect(readQuotedRequest(6, hex('8000 17fe 1234 0007'))).toEqual({ ...ECHO, data: Buffer.alloc(0) })
    expect(readQuotedRequest(4, hex(`0800 17fe 1234 0007 ${DATA}`))).toEqual(ECHO)
  })
})

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

describe('the checksum', () => {
  test('is that of a well-known IPv4 header', () => {
    expect(checksum(hex('4500 0073 0000 4000 4011 0000 c0a80001 c0a800c7'))).toBe(0xb861)
    expect(checksum(hex('4500 0073 0000 4000 4011 b861 c0a80001 c0a800c7'))).toBe(0)
  })

  test('carries more than once, and over the longest packet there is', () => {
    expect([checksum(Buffer.alloc(0)), checksum(hex('ffff'))]).toEqual([0xffff, 0])
    expect([checksum(hex('ffff ffff 0001')), checksum(Buffer.alloc(65_535, 0xff))]).toEqual([0xfffe, 0x00ff])
  })
})

test('a request is read back unchanged: whole, and quoted as far as its header', () => {
  const random = seededRandom(792)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let pass = 0; pass < ROUND_TRIPS; pass++) {
    const version = pass % 2 === 0 ? 4 : 6
    const data = Buffer.from(Array.from({ length: below(80) }, () => below(256)))
    const echo = { id: below(0x10000), sequence: below(0x10000), data }
    const request = echoRequest(version, echo)
    if (version === 4) expect(checksum(request)).toBe(0)
    expect([readEchoReply(version, request), readQuotedRequest(version, request)]).toEqual([null, echo])
    expect(readQuotedRequest(version, request.subarray(0, 8))).toEqual({ ...echo, data: Buffer.alloc(0) })
    // That is all that a host changes besides the checksum.
    const reply = Buffer.concat([Buffer.from([version === 4 ? 0 : 129]), request.subarray(1)])
    expect([readEchoReply(version, reply), readQuotedRequest(version, reply)]).toEqual([echo, null])
  }
})
