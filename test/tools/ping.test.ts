import { describe, expect } from 'bun:test'
import { run } from '../support/net/namespace.ts'
import { pathLabOfFile } from '../support/net/path-lab.ts'
import { testRefusals } from '../support/process/refusals.ts'
import { followedCodes } from '../support/router/guidance.ts'

testRefusals('ping', [
  [{}, 422, 'invalid-request', 'host'],
  [{ host: '' }, 422, 'invalid-target', 'host'],
  [{ host: '9.9.9.9', count: 0 }, 422, 'invalid-request', 'count'],
  [{ host: '9.9.9.9', count: 11 }, 422, 'invalid-request', 'count'],
  [{ host: '9.9.9.9', count: 1.5 }, 422, 'invalid-request', 'count'],
  [{ host: '9.9.9.9', size: 1000 }, 422, 'invalid-request', 'size'],
  [{ host: 'https://a@example.com' }, 422, 'invalid-target', 'host'],
  [{ host: '127.0.0.1' }, 403, 'target-not-public', 'host'],
  [{ host: 'example.com' }, 422, 'unresolvable-target', 'host'],
])

const [HERE, HERE6] = ['198.18.4.2', '2001:db8:4::2']
const lineTest = pathLabOfFile({ topology: 'line', names: { 'here.test': [HERE], 'both.test': [HERE, HERE6] } })

describe('a host that answers', () => {
  lineTest('sends four replies, over IPv4 and IPv6, by address and by name', async ({ ask }) => {
    for (const [host, address] of [
      [HERE, HERE],
      [`[${HERE6}]`, HERE6],
      ['here.test', HERE],
      ['Both.Test.', HERE6],
    ] as const) {
      const found = await ask('ping', { host })
      const packets = { sent: 4, received: 4, lossPercent: 0 }
      expect(found).toMatchObject({ tool: 'ping', address, status: 'reachable', reason: null, failedLayer: null, packets })
      const reply = { status: 'reply', reason: null, failedLayer: null, ttl: 61, from: address }
      expect(found.replies).toMatchObject([1, 2, 3, 4].map((seq) => ({ ...reply, seq })))
      const times = found.replies.map(({ rttMs }: { rttMs: number }) => rttMs)
      for (const time of times) expect(time).toBeGreaterThan(0)
      const mean = times.reduce((sum: number, time: number) => sum + time, 0) / 4
      const squares = times.reduce((sum: number, time: number) => sum + time * time, 0) / 4
      expect(found.rttMs).toMatchObject({ min: Math.min(...times), max: Math.max(...times) })
      expect(found.rttMs.avg).toBeCloseTo(mean, 2)
      expect(found.rttMs.stddev).toBeCloseTo(Math.sqrt(Math.max(0, squares - mean * mean)), 2)
    }
  })

  lineTest('as text, it reads as ping prints it', async ({ ask }) => {
    expect(await ask('ping', { host: HERE, count: 2 }, { accept: 'text/plain' })).toMatch(
      /^198\.18\.4\.2 answers ping, on average in [\d.]+ ms\.\n\nPING 198\.18\.4\.2 \(198\.18\.4\.2\)\nreply from 198\.18\.4\.2: icmp_seq=1 ttl=61 time=[\d.]+ ms\n.*icmp_seq=2.*\n\n--- 198\.18\.4\.2 ping statistics ---\n2 packets transmitted, 2 received, 0% packet loss\nrtt min\/avg\/max\/mdev = .* ms\n\n1\. .*\n$/,
    )
  })

  lineTest('streamed: a reply a line, as it comes, and the answer last', async ({ ask }) => {
    const lines = (await ask('ping', { host: HERE, count: 3 }, { accept: 'application/x-ndjson' })).trim().split('\n')
    const [answer, ...replies] = lines.map((line: string) => JSON.parse(line)).toReversed()
    expect(answer).toMatchObject({ tool: 'ping', status: 'reachable' })
    expect(replies.toReversed()).toEqual(answer.replies)
  })
})

const lossTest = pathLabOfFile({ topology: 'loss' })
const silentTest = pathLabOfFile({ topology: 'silent-target' })
const noRouteTest = pathLabOfFile({ topology: 'no-route' })
const hiddenTest = pathLabOfFile({ topology: 'private-first', pingGroups: '0 2147483647' })
const loopTest = pathLabOfFile({ topology: 'loop' })
const refusingTest = pathLabOfFile({ topology: 'v6-only' })

describe('without a reply', () => {
  noRouteTest('a router is named, with its reason', async ({ ask, server, built }) => {
    for (const [family, from, reason] of [
      [4, '198.18.3.2', 'network-unreachable'],
      [6, '2001:db8:3::2', 'no-route'],
    ] as const) {
      const found = await ask('ping', { host: built.target[family], count: 2 })
      expect(found).toMatchObject({ status: 'unreachable', reason, failedLayer: 'icmp', rttMs: null })
      expect(found.packets).toEqual({ sent: 2, received: 0, lossPercent: 100 })
      expect(found.replies[0]).toMatchObject({ seq: 1, status: 'unreachable', reason, ttl: null, from })
      expect(await followedCodes(server.url, found.nextActions)).toEqual(['ask-router', 'check-service-anyway'])
    }
  })

  hiddenTest('a router in the network of the server is not', async ({ ask, server, built }) => {
    await built.node('r1').exec(['ip', 'route', 'add', 'prohibit', '198.18.77.0/24'])
    const found = await ask('ping', { host: '198.18.77.1', count: 1 }, { 'accept-language': 'ko' })
    expect(found.replies).toMatchObject([{ status: 'unreachable', reason: 'admin-prohibited', from: null }])
    expect(JSON.stringify(found)).not.toContain('10.77.')
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['ask-hidden-router', 'check-service-anyway'])
  })

  refusingTest('the host itself refuses', async ({ ask, server, built }) => {
    const rule = 'icmpv6 type echo-request reject with icmpv6 type admin-prohibited'
    const input = `table inet refuse { chain packets { type filter hook input priority 0; ${rule}; }; }`
    await run(built.node('end').inside(['nft', '-f', '-']), { input })
    const found = await ask('ping', { host: built.target[6], count: 1 })
    expect(found.replies).toMatchObject([{ status: 'unreachable', reason: 'admin-prohibited', from: built.target[6] }])
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['ask-host'])
  })

  loopTest('packets are in a loop', async ({ ask, server, built }) => {
    const found = await ask('ping', { host: built.target[4], count: 1 })
    expect(found).toMatchObject({ status: 'unreachable', reason: 'hop-limit-exceeded', failedLayer: 'icmp' })
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['find-loop', 'check-service-anyway'])
  })

  lossTest('lost packets are counted, and the advice is to trace the route', async ({ ask, server, built }) => {
    const found = await ask('ping', { host: built.target[4], count: 10 })
    expect(found).toMatchObject({ status: 'partial', reason: 'no-answer', failedLayer: 'icmp' })
    const { received, lossPercent } = found.packets
    expect([received > 0, received < 10, lossPercent]).toEqual([true, true, (10 - received) * 10])
    const lost = found.replies.filter(({ status }: { status: string }) => status === 'timeout')
    expect(lost).toHaveLength(10 - received)
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['find-loss', 'check-service'])
  })

  silentTest('a host that ignores ping is not called dead', async ({ ask, server, built }) => {
    const found = await ask('ping', { host: built.target[6], count: 1 })
    expect(found).toMatchObject({ status: 'unreachable', reason: 'no-answer', failedLayer: 'icmp', rttMs: null })
    expect(found.replies).toMatchObject([{ seq: 1, status: 'timeout', reason: 'no-answer', rttMs: null, ttl: null, from: null }])
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['check-service-anyway', 'trace-route'])
  })
})
