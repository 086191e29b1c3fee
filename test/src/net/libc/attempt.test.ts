// Answers of the kernel that loopback does not give.
import { describe, expect, test } from 'bun:test'
import { type Attempt, TCP, udpStrategy } from '../../../../src/net/libc/attempt.ts'
import { latency, READS_PER_DRAIN, RECEIVED_MAX } from '../../../../src/net/libc/engine.ts'
import type { Sockets } from '../../../../src/net/libc/sockets.ts'
import { ERRNO } from '../../../../src/net/libc/verdict.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const START_MS = 1000
const STAMP_MS = 1_900_000_000_000
const peer = { address: addressOf('192.0.2.1'), port: 443 }

/** Returns an attempt on sockets of which the test says what they answer. */
function attemptOn(answers: Partial<Record<keyof Sockets, (...args: never[]) => unknown>>): Attempt {
  const sockets = {
    takeError: () => 0,
    tcpInfo: () => ({ silentMs: 0, rttUs: 0, retransmissions: 0 }),
    takeQueued: () => null,
    receive: () => ({ errno: ERRNO.EAGAIN }),
    send: () => 0,
    peer: () => ({ errno: ERRNO.ENOTCONN }),
    localAddress: () => ({ address: addressOf('198.51.100.7'), port: 50_000 }),
    ...answers,
  }
  return {
    sockets: sockets as unknown as Sockets,
    descriptor: 3,
    peer,
    startMs: START_MS,
    startStampMs: STAMP_MS,
    messagesRead: 0,
  }
}
const established = (rttUs: number, retransmissions = 0) => ({
  peer: () => ({ value: peer }),
  tcpInfo: () => ({ silentMs: 0, rttUs, retransmissions }),
})
const icmp = (code: number, offender: string | null, atMs: number | null = null) => ({
  errno: ERRNO.EHOSTUNREACH,
  origin: 'icmp',
  type: 3,
  code,
  offender: offender === null ? null : addressOf(offender),
  atMs,
  hops: 61,
})
/** The error queue: each entry once. */
const queue = (...entries: unknown[]) => ({ takeQueued: () => entries.shift() ?? null })

describe('TCP', () => {
  const judge = (answers: Parameters<typeof attemptOn>[0], nowMs = START_MS + 5) => TCP.find(attemptOn(answers), nowMs)

  test('the round trip is that of the kernel, unless the SYN was sent twice', () => {
    expect(judge(established(1234))).toMatchObject({ status: 'open', latencyMs: 1.234 })
    expect(judge(established(1234, 1), START_MS + 1003)).toMatchObject({ status: 'open', latencyMs: 1003 })
    expect(judge(established(0))).toMatchObject({ status: 'open', latencyMs: 5 })
    expect(judge({ ...established(0), tcpInfo: () => null })).toMatchObject({ status: 'open' })
  })

  test('a connection that ended elsewhere is none', () => {
    for (const elsewhere of [{ ...peer, port: 80 }, { ...peer, address: addressOf('127.0.0.1') }, null])
      expect(judge({ ...established(9), peer: () => ({ value: elsewhere }) })).toMatchObject({
        status: 'error',
        reason: 'peer-mismatch',
        failedLayer: 'local',
      })
  })

  test('an ICMP message tells more than the error that it made', () => {
    const closed = { takeError: () => ERRNO.ECONNREFUSED }
    expect(judge({ ...closed, ...queue(icmp(3, '203.0.113.9', STAMP_MS + 2.5)) })).toEqual({
      status: 'closed',
      reason: 'port-unreachable',
      failedLayer: 'icmp',
      latencyMs: 2.5,
      icmpSource: '203.0.113.9',
      icmpHops: 61,
    })
    expect(judge(closed)).toMatchObject({ status: 'refused', reason: 'connection-refused', latencyMs: 5 })
  })

  test('a message of this machine to itself is local', () => {
    expect(judge(queue(icmp(1, '198.51.100.7')))).toMatchObject({ status: 'error', reason: 'host-unreachable' })
    expect(judge(queue(icmp(13, '198.51.100.7')))).toMatchObject({ status: 'error', reason: 'blocked-locally' })
  })
})

describe('UDP', () => {
  const reply = Buffer.from('reply')
  const judge = (answers: Parameters<typeof attemptOn>[0]) => udpStrategy([]).find(attemptOn(answers), START_MS + 5)

  test('a reply counts more than a message about another datagram', () => {
    const received = { receive: () => ({ value: { bytes: reply, atMs: STAMP_MS + 1.5 } }) }
    expect(judge({ ...received, ...queue(icmp(1, '203.0.113.9')) })).toMatchObject({ status: 'open', latencyMs: 1.5, reply })
  })

  test('an error of the queue is not reported again', () => {
    const interrupted = { receive: () => ({ errno: ERRNO.EINTR }) }
    expect([judge(interrupted), judge({ ...interrupted, ...queue(icmp(4, '203.0.113.9')) })]).toEqual([null, null])
    expect(judge({ receive: () => ({ errno: ERRNO.ECONNREFUSED }) })).toMatchObject({
      reason: 'port-unreachable',
      icmpSource: null,
      icmpHops: null,
    })
  })

  test('a flood of messages that end nothing is read bit by bit, and ends the attempt itself', () => {
    let read = 0
    const takeQueued = () => {
      read++
      return icmp(4, '203.0.113.9')
    }
    const attempt = attemptOn({ takeQueued, receive: () => ({ errno: ERRNO.EMSGSIZE }) })
    const look = () => udpStrategy([]).find(attempt, START_MS + 5)
    expect([look(), read]).toEqual([null, READS_PER_DRAIN])
    let found = look()
    while (found === null) found = look()
    expect(found).toMatchObject({ status: 'error', reason: 'budget-exceeded', failedLayer: 'local' })
    expect(read).toBe(RECEIVED_MAX)
  })
})

test('a timestamp counts unless the clock was set: it cannot be before the start or after the look', () => {
  const attempt = attemptOn({})
  expect([latency(attempt, STAMP_MS + 3, START_MS + 5), latency(attempt, STAMP_MS - 3, START_MS + 5)]).toEqual([3, 5])
  expect([latency(attempt, STAMP_MS + 3_600_000, START_MS + 5), latency(attempt, null, START_MS + 5)]).toEqual([5, 5])
})
