// Misleading paths: forged messages, ways that lead back, routes of this machine that lead nowhere.
import { describe, expect } from 'bun:test'
import { join } from 'node:path'
import type { ForgeJob } from '../support/net/forge-job.ts'
import { run } from '../support/net/namespace.ts'
import { type Found, type PathLab, pathLabOfFile } from '../support/net/path-lab.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { ROOT } from '../support/server.ts'

const METHODS = ['udp', 'icmp', 'tcp'] as const
const FAMILIES = [4, 6] as const
const FORGE = join(ROOT, 'test', 'support', 'net', 'forge-job.ts')
const ANY_GROUP = '0 2147483647'
const NO_GROUP = '1 0'

const silentTest = pathLabOfFile({ topology: 'silent-target', pingGroups: ANY_GROUP })

describe('a forged message about an echo request, with its very identifier,', () => {
  const END = { 4: '198.18.1.1', 6: '2001:db8:1::1' }
  const OTHER = { 4: '198.18.99.99', 6: '2001:db8:99::99' }

  /** Returns the identifier of the one echo socket that is open, as the kernel lists it. */
  async function identifierOf({ prober }: PathLab['built'], family: 4 | 6): Promise<number> {
    for (let tries = 0; tries < 200; tries++) {
      const { stdout } = await prober.exec(['cat', family === 4 ? '/proc/net/icmp' : '/proc/net/icmp6'])
      const [, identifier] = /^ *\d+: [\dA-F]+:([\dA-F]{4}) /m.exec(stdout) ?? []
      if (identifier !== undefined) return Number.parseInt(identifier, 16)
      await Bun.sleep(10)
    }
    throw new Error('no echo socket is open')
  }

  async function pingWhileForging({ ask, built }: PathLab, family: 4 | 6, forged: Partial<ForgeJob>): Promise<Found> {
    const host = built.target[family] ?? ''
    const asked = ask('ping', { host, count: 1 })
    const identifier = await identifierOf(built, family)
    const job: ForgeJob = { to: END[family], identifier, quotedTarget: host, behind: 'nothing', ...forged }
    await run(built.node('r1').inside([process.execPath, FORGE, JSON.stringify(job)]))
    return asked
  }

  silentTest('is believed where it quotes the header and no more, as old routers do', async (lab) => {
    const reasons = { 4: 'host-unreachable', 6: 'address-unreachable' }
    for (const family of FAMILIES)
      for (const behind of ['nothing', 'zeros'] as const) {
        const found = await pingWhileForging(lab, family, { behind })
        expect(found).toMatchObject({ status: 'unreachable', reason: reasons[family], failedLayer: 'icmp' })
      }
  })

  silentTest('is not believed about another target, or if it quotes a packet that was not sent', async (lab) => {
    for (const isOther of [true, false]) {
      const forgedFor = (family: 4 | 6) => (isOther ? { quotedTarget: OTHER[family] } : { behind: 'others' as const })
      const found = await Promise.all(FAMILIES.map((family) => pingWhileForging(lab, family, forgedFor(family))))
      expect(found.map(({ reason }) => reason)).toEqual(['no-answer', 'no-answer'])
    }
  })
})

const lineTest = pathLabOfFile({ topology: 'line', pingGroups: ANY_GROUP })

describe('this machine', () => {
  lineTest('has a route that prohibits: that is no lack of rights', async ({ ask, built }) => {
    const hosts = { 4: '198.18.77.1', 6: '2001:db8:77ff::1' }
    for (const family of FAMILIES) await built.prober.exec(['ip', `-${family}`, 'route', 'add', 'prohibit', hosts[family]])
    for (const groups of [ANY_GROUP, NO_GROUP]) {
      await built.prober.exec(['sysctl', '-qw', `net.ipv4.ping_group_range=${groups}`])
      for (const family of FAMILIES) {
        const host = hosts[family]
        const local = { reason: 'blocked-locally', failedLayer: 'local' }
        expect(await ask('ping', { host })).toMatchObject({ ...local, status: 'error', packets: { sent: 0 } })
        for (const method of METHODS) expect(await ask('traceroute', { host, method })).toMatchObject({ ...local, reached: null })
        const accept = 'text/plain'
        expect(await ask('ping', { host }, { accept })).toContain('not sent: icmp_seq=1 (blocked-locally)\n')
        expect(await ask('traceroute', { host }, { accept })).toContain('\nnot reached (blocked-locally)\n\n1. ')
      }
    }
  })

  lineTest('is on the path itself, in a circle', async ({ ask, built, server }) => {
    await built.prober.exec(['sysctl', '-qw', 'net.ipv6.conf.all.forwarding=1'])
    await built.node('r1').exec(['ip', '-6', 'route', 'add', '2001:db8:98::/48', 'via', '2001:db8:1::1'])
    for (const method of ['udp', 'icmp'] as const) {
      const found = await ask('traceroute', { host: '2001:db8:98::1', maxHops: 4, method })
      expect(found).toMatchObject({ reached: false, reason: 'routing-loop', failedLayer: 'icmp' })
      const [router, own] = ['2001:db8:1::2', '2001:db8:1::1']
      expect(found.hops.map(({ address }: { address: string }) => address)).toEqual([router, own, router, own])
    }
    const found = await ask('ping', { host: '2001:db8:98::1', count: 1 })
    expect(found).toMatchObject({ reason: 'hop-limit-exceeded', failedLayer: 'icmp' })
    expect(await followedCodes(server.url, found.nextActions)).toEqual(['find-loop', 'check-service-anyway'])
  })
})

const INNER = '192.168.77.2'
const BEHIND = '192.168.88.1'
const hiddenTest = pathLabOfFile({
  topology: 'private-first',
  names: { 'inner.corp.test': [INNER], 'behind.corp.test': [BEHIND], 'r3.isp.test': ['198.18.1.2'] },
})
const ACCEPTS = ['application/json', 'application/x-ndjson', 'text/event-stream', 'text/plain']

describe("the operator's own network", () => {
  hiddenTest('stays hidden where the way leads back into it', async ({ ask, built }) => {
    const { exec } = built.node('r2')
    // Packets that come back from outside go to the first router, and from there out again.
    await exec(['ip', 'rule', 'add', 'iif', 'r3', 'to', '198.18.99.0/24', 'lookup', '77'])
    await exec(['ip', 'route', 'add', '198.18.99.0/24', 'via', '192.168.77.1', 'table', '77'])
    await built.node('r3').exec(['ip', 'route', 'add', '198.18.99.0/24', 'via', '198.18.1.1'])
    for (const machine of ['r1', 'r2', 'r3']) await built.node(machine).exec(['sysctl', '-qw', 'net.ipv4.conf.all.rp_filter=0'])
    // As many routers answer: from the side that a packet leaves by.
    await built.node('r1').exec(['sysctl', '-qw', 'net.ipv4.icmp_errors_use_inbound_ifaddr=0'])
    const request = { host: '198.18.99.1', maxHops: 7 }
    const found = await ask('traceroute', request)
    expect(found.hops.map(({ status, address }: { status: string; address: string }) => `${status} ${address}`)).toEqual([
      'hidden null',
      'hidden null',
      'hop 198.18.1.2',
      'hop 198.18.1.1',
      'hidden null',
      'hidden null',
      'hop 198.18.1.2',
    ])
    expect([found.hops[2].hostname, found.reason]).toEqual(['r3.isp.test', 'routing-loop'])
    for (const accept of ACCEPTS) {
      const said = JSON.stringify(await ask('traceroute', request, { accept }))
      expect(said).toContain('198.18.1.2')
      expect(said).not.toMatch(/10\.77|192\.168|corp\.test/)
    }
  })

  hiddenTest('does not lend its names to the private addresses of others', async ({ ask, built }) => {
    const { exec } = built.node('r4')
    await exec(['ip', 'addr', 'add', `${BEHIND}/32`, 'dev', 'lo'])
    await exec(['ip', 'route', 'replace', '10.77.0.1/32', 'via', '198.18.2.1', 'src', BEHIND])
    await exec(['sysctl', '-qw', 'net.ipv4.icmp_errors_use_inbound_ifaddr=0'])
    const found = await ask('traceroute', { host: built.target[4] })
    expect(found.hops[3]).toMatchObject({ hop: 4, address: BEHIND, hostname: null, scope: 'private', status: 'hop' })
    expect(JSON.stringify(found)).not.toContain('corp.test')
  })

  hiddenTest('also says in a text why it does not forward', async ({ ask, built }) => {
    await built.node('r1').exec(['ip', 'route', 'add', 'prohibit', '198.18.76.0/24'])
    const text = await ask('traceroute', { host: '198.18.76.1' }, { accept: 'text/plain' })
    expect(text).toContain(' 1  (hidden)\nnot reached (admin-prohibited)\n\n1. ')
  })
})
