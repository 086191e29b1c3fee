import { expect, test } from 'bun:test'
import type { ShownPing } from '../../../../src/diagnostics/path/ping.ts'
import { printHop, printReply } from '../../../../src/diagnostics/path/print.ts'
import type { ShownHop } from '../../../../src/diagnostics/path/trace.ts'

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
test('each reply is a line, as ping prints it', () => {
  expect(
    [reply(1, 1.25), { ...reply(2, 1.25), ttl: null }, silence(3), refusal(4, '198.51.100.1'), refusal(5, null)].map((one) =>
      printReply(one, 'en'),
    ),
  ).toEqual([
    'reply from 203.0.113.9: icmp_seq=1 ttl=57 time=1.25 ms',
    'reply from 203.0.113.9: icmp_seq=2 ttl=? time=1.25 ms',
    'no answer: icmp_seq=3',
    'from 198.51.100.1: icmp_seq=4 (admin-prohibited)',
    'from ?: icmp_seq=5 (admin-prohibited)',
  ])
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
const ROUTER: Partial<ShownHop> = { address: '198.51.100.1', addresses: ['198.51.100.1'], status: 'hop' }

test.each<[string, ShownHop]>([
  [' 1  (hidden)', hop(1, { status: 'hidden' })],
  [' 2  *  *  *', hop(2)],
  [
    ' 3  r1.example.net (198.51.100.1)  [AS64500]  1.5 ms  *  2 ms',
    hop(3, { ...ROUTER, hostname: 'r1.example.net', asn: 64_500, rttMs: [1.5, null, 2] }),
  ],
  [
    ' 4  198.51.100.1 (198.51.100.1)  (also 198.51.100.2)  1 ms  2 ms  3 ms',
    hop(4, { ...ROUTER, addresses: ['198.51.100.1', '198.51.100.2'], rttMs: [1, 2, 3] }),
  ],
  [
    ' 5  198.51.100.1 (198.51.100.1)  1 ms  !admin-prohibited',
    hop(5, { ...ROUTER, status: 'unreachable', reason: 'admin-prohibited', rttMs: [1] }),
  ],
  [
    '10  (this machine)  3000 ms  !host-unreachable',
    hop(10, { status: 'unreachable', reason: 'host-unreachable', rttMs: [3000] }),
  ],
])('a hop is a line, as traceroute prints it: %s', (line, one) => expect(printHop(one, 'en')).toBe(line))
