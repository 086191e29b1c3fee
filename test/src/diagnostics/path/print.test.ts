import { describe, expect, test } from 'bun:test'
import type { ShownPing } from '../../../../src/diagnostics/path/ping.ts'
import { printPing, printReply, printTrace } from '../../../../src/diagnostics/path/print.ts'
import type { ShownHop, ShownTrace } from '../../../../src/diagnostics/path/trace.ts'

type PingReply = ShownPing['replies'][number]

const reply = (seq: number, rttMs: number): PingReply => ({
  seq,
  status: 'reply',
  reason: null,
  failedLayer: null,
  rttMs,
  ttl: 57,
  from: '203.0.113.9',
})
const silence = (seq: number): PingReply => ({
  seq,
  status: 'timeout',
  reason: 'no-answer',
  failedLayer: 'icmp',
  rttMs: null,
  ttl: null,
  from: null,
})
const refusal = (seq: number, from: string | null): PingReply => ({
  seq,
  status: 'unreachable',
  reason: 'admin-prohibited',
  failedLayer: 'icmp',
  rttMs: 2.5,
  ttl: null,
  from,
})
const HOST = { host: 'example.com', address: '203.0.113.9' }

describe('a ping is printed as ping prints it', () => {
  test('with every reply', () => {
    const rttMs = { min: 1.25, avg: 1.5, max: 1.75, stddev: 0.25 }
    const packets = { sent: 2, received: 2, lossPercent: 0 }
    const found = { status: 'reachable', reason: null, failedLayer: null } as const
    expect(
      printPing({ ...HOST, ...found, packets, rttMs, replies: [reply(1, 1.25), reply(2, 1.75)] }, 'en'),
    ).toBe(`PING example.com (203.0.113.9)
reply from 203.0.113.9: icmp_seq=1 ttl=57 time=1.25 ms
reply from 203.0.113.9: icmp_seq=2 ttl=57 time=1.75 ms

--- example.com ping statistics ---
2 packets transmitted, 2 received, 0% packet loss
rtt min/avg/max/mdev = 1.25/1.5/1.75/0.25 ms
`)
  })

  test('with a lost packet', () => {
    const rttMs = { min: 1.25, avg: 1.25, max: 1.25, stddev: 0 }
    const packets = { sent: 3, received: 1, lossPercent: 66.7 }
    const found = { status: 'partial', reason: 'no-answer', failedLayer: 'icmp' } as const
    const replies = [silence(1), { ...reply(2, 1.25), ttl: null }, refusal(3, '198.51.100.1')]
    expect(printPing({ ...HOST, ...found, packets, rttMs, replies }, 'en')).toBe(`PING example.com (203.0.113.9)
no answer: icmp_seq=1
reply from 203.0.113.9: icmp_seq=2 ttl=? time=1.25 ms
from 198.51.100.1: icmp_seq=3 (admin-prohibited)

--- example.com ping statistics ---
3 packets transmitted, 1 received, 66.7% packet loss
rtt min/avg/max/mdev = 1.25/1.25/1.25/0 ms
`)
  })

  test('without a reply', () => {
    const packets = { sent: 1, received: 0, lossPercent: 100 }
    const found = { status: 'unreachable', reason: 'admin-prohibited', failedLayer: 'icmp' } as const
    const replies = [refusal(1, null)]
    expect(printPing({ ...HOST, ...found, packets, rttMs: null, replies }, 'en')).toBe(`PING example.com (203.0.113.9)
from ?: icmp_seq=1 (admin-prohibited)

--- example.com ping statistics ---
1 packets transmitted, 0 received, 100% packet loss
`)
  })
})

const hop = (number: number, more: Partial<ShownHop> = {}): ShownHop => ({
  hop: number,
  address: null,
  addresses: [],
  hostname: null,
  rttMs: [null, null, null],
  asn: null,
  organization: null,
  city: null,
  countryCode: null,
  latitude: null,
  longitude: null,
  scope: null,
  status: 'timeout',
  reason: null,
  ...more,
})
const TRACE = { ...HOST, maxHops: 12, method: 'udp' }
const FOUND: Omit<ShownTrace, 'hops'> = { reached: true, reason: null, failedLayer: null }
const ROUTER: Partial<ShownHop> = { address: '198.51.100.1', addresses: ['198.51.100.1'], status: 'hop' }

describe('a trace is printed as traceroute prints it', () => {
  test('with hidden, silent, named, unnamed and several routers', () => {
    const hops = [
      hop(1, { status: 'hidden' }),
      hop(2),
      hop(3, { ...ROUTER, hostname: 'r1.example.net', asn: 64_500, rttMs: [1.5, null, 2] }),
      hop(4, { ...ROUTER, addresses: ['198.51.100.1', '198.51.100.2', '198.51.100.3'], rttMs: [1, 2, 3] }),
      hop(10, { address: '203.0.113.9', addresses: ['203.0.113.9'], status: 'reached', rttMs: [9.123, 9, 9.5] }),
    ]
    expect(printTrace({ ...TRACE, ...FOUND, hops }, 'en')).toBe(`traceroute to example.com (203.0.113.9), 12 hops max, udp
 1  (hidden)
 2  *  *  *
 3  r1.example.net (198.51.100.1)  [AS64500]  1.5 ms  *  2 ms
 4  198.51.100.1 (198.51.100.1)  (also 198.51.100.2)  (also 198.51.100.3)  1 ms  2 ms  3 ms
10  203.0.113.9 (203.0.113.9)  9.123 ms  9 ms  9.5 ms
`)
  })

  test('with the reason for its end', () => {
    const found = { reached: false, reason: 'admin-prohibited', failedLayer: 'icmp' } as const
    const end: Partial<ShownHop> = { ...ROUTER, status: 'unreachable', reason: 'admin-prohibited' }
    expect(printTrace({ ...TRACE, ...found, method: 'icmp', hops: [hop(1, { ...end, rttMs: [1, 1, null] })] }, 'en')).toBe(
      `traceroute to example.com (203.0.113.9), 12 hops max, icmp
 1  198.51.100.1 (198.51.100.1)  1 ms  1 ms  *  !admin-prohibited
`,
    )
    const local = hop(1, { status: 'unreachable', reason: 'host-unreachable', rttMs: [3000, 3000, 3000] })
    expect(
      printTrace({ ...TRACE, ...found, hops: [local] }, 'en'),
    ).toBe(`traceroute to example.com (203.0.113.9), 12 hops max, udp
 1  (this machine)  3000 ms  3000 ms  3000 ms  !host-unreachable
`)
    expect(printTrace({ ...TRACE, ...found, hops: [] }, 'en')).toBe('traceroute to example.com (203.0.113.9), 12 hops max, udp\n')
  })
})

test('for a Korean reader the words are Korean, and the codes stand in brackets', () => {
  const lost = {
    seq: 2,
    status: 'timeout',
    reason: 'no-answer',
    failedLayer: 'icmp',
    rttMs: null,
    ttl: null,
    from: null,
  } as const
  expect(printReply(lost, 'ko')).toBe('응답 없음: icmp_seq=2')
  expect(printReply({ ...lost, status: 'unreachable', from: '198.51.100.1', reason: 'host-unreachable' }, 'ko')).toBe(
    '198.51.100.1 오류 응답: icmp_seq=2 (host-unreachable)',
  )
})
