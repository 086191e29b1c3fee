// Routers on the way that lie: no rule is ever proven where there is none. With DOORSTEP_LOOKS so many looks are made at least, and more lies
// are told at once.
import { expect } from 'bun:test'
import { join } from 'node:path'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { ROOT } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import type { Looked, LookJob } from '../support/where/look-job.ts'
import { loss, mangle, output, router } from '../support/where/rules.ts'
import { buildStreets, STREET_PROGRAMS, type Street, type Streets } from '../support/where/street.ts'

/** Routers on the way to a home that lie, as tables of nftables. None of them forges a report of the home's own address on hop limits. */

/** A part of the packets is lied about, so that honest answers come in between. */
const HALF = 'numgen random mod 2 == 0'
const FROM_OUTSIDE = 'iifname "wan" meta l4proto { tcp, udp }'
const EXCEEDED = 'icmp type time-exceeded'
const FOREIGN = '203.0.113.7'

const passing = (lines: string) => `table inet passing {
chain forward {
type filter hook forward priority 0
${lines}
}
}
`
/** Returns rules that refuse in the name of an address. */
const refusing = (kind: string, address: string) => `${passing(`${FROM_OUTSIDE} ${HALF} reject with icmp type ${kind}`)}
${output(`icmp type destination-unreachable ip saddr set ${address}`)}`

/** Returns the lies that a router may tell about a home at this address, by name. */
function liesAbout(address: string): Readonly<Record<string, string>> {
  return {
    'tells the truth': '',
    'reports from an address of others': output(`${EXCEEDED} ip saddr set ${FOREIGN}`),
    'reports for packets that it should pass on': mangle(`${FROM_OUTSIDE} ${HALF} ip ttl set 1`),
    'passes packets on with a small hop limit': mangle(`${FROM_OUTSIDE} ip ttl set 2`),
    'passes packets on with any hop limit': mangle(`${FROM_OUTSIDE} ${HALF} ip ttl set 3
${FROM_OUTSIDE} ${HALF} ip ttl set 64`),
    'does not count': mangle(`${FROM_OUTSIDE} ip ttl < 60 ip ttl set 60`),
    'resets connections in the name of the home': passing(`meta l4proto tcp ${HALF} iifname "wan" reject with tcp reset`),
    'says in the name of the home that the device is absent': refusing('host-unreachable', address),
    'says in the name of the home that the network is unknown': refusing('net-unreachable', address),
    'says in the name of the home that the port is closed': refusing('port-unreachable', address),
    'prohibits in the name of others': refusing('admin-prohibited', FOREIGN),
    'reports at random': output(`${EXCEEDED} ${HALF} drop`),
    'never reports': output(`${EXCEEDED} drop`),
    'loses a fifth': loss(20),
    'loses half': loss(50),
    'answers pings for the home': mangle('iifname "wan" icmp type echo-request ip ttl set 64'),
  }
}

const NEEDS = { programs: STREET_PROGRAMS, root: true }
const LOOKS = Number(process.env.DOORSTEP_LOOKS ?? 0)
const AT_ONCE = 6
/** Ports for which the home has no rule; it has one for those of the rules. */
const FIRST_PORT = 9000
const STREETS = 4
const DEVICE = '192.168.1.10'
/** As many messages as there are looks at once: what a router may say a second would make most of them blind. */
const NO_RATION = ['net.ipv4.icmp_ratelimit=0', 'net.ipv4.icmp_msgs_per_sec=100000', 'net.ipv4.icmp_msgs_burst=10000']
const JOB = join(ROOT, 'test', 'support', 'where', 'look-job.ts')
/** The homes at which a packet may end: each says what nobody wants, and what it has a rule for, in its own way. */
const HOMES = { 'a home that is silent': router({ to: DEVICE }), 'a home that refuses': router({ to: DEVICE, rest: 'refusal' }) }

const built = shared(() => buildStreets(Array.from({ length: STREETS }, () => 'single' as const)))

async function startedStreets(): Promise<Streets> {
  const streets = await built()
  for (const street of streets.all)
    for (const machine of street.shape.machines) await run(street.inside(machine, ['sysctl', '-qw', ...NO_RATION]))
  return streets
}

async function look({ server }: Streets, job: LookJob): Promise<Looked[]> {
  const printed = await run(server.inside([process.execPath, JOB, JSON.stringify(job)]))
  return printed
    .trim()
    .split('\n')
    .map((line): Looked => JSON.parse(line))
}

interface Round {
  readonly protocol: 'tcp' | 'udp'
  readonly home: keyof typeof HOMES
  /** The lies of the first and of the last router of the provider, by name. */
  readonly first: string
  readonly last: string
}

/** Returns the rounds: every lie at either router, and, where many looks are asked for, every two of them together. */
function rounds(): Round[] {
  const names = Object.keys(liesAbout(''))
  const honest = names[0] ?? ''
  const pairs = names.flatMap((first) => names.map((last) => ({ first, last })))
  const wanted = pairs.filter(({ first, last }) => LOOKS > 0 || first === honest || last === honest)
  return wanted.map((pair, index) => {
    // Neither protocols nor homes go by the names of the second router alone.
    const turn = index + Math.floor(index / names.length)
    return {
      ...pair,
      protocol: turn % 2 === 0 ? 'tcp' : 'udp',
      home: turn % 4 < 2 ? 'a home that is silent' : 'a home that refuses',
    }
  })
}

interface Claims {
  readonly made: number
  /** The looks that proved a rule. */
  readonly wrong: readonly string[]
  /** The looks that named the provider, which stops nothing that is for one port alone. */
  readonly blamed: readonly string[]
  /** The number of looks by verdict. */
  readonly verdicts: Readonly<Record<string, number>>
}

/** Runs all rounds, a street each at a time; returns the wrong claims. */
async function claims(streets: Streets, all: readonly Round[], looksEach: number): Promise<Claims> {
  const left = [...all]
  const [wrong, blamed]: [string[], string[]] = [[], []]
  const verdicts: Record<string, number> = {}
  let made = 0
  const work = async (street: Street) => {
    for (let round = left.shift(); round; round = left.shift()) {
      const { protocol, home, first, last } = round
      const lies = liesAbout(street.seen[4])
      await street.rule({ home: HOMES[home], r1: lies[first] ?? '', r2: lies[last] ?? '' })
      const ports = Array.from({ length: looksEach }, (_, index) => FIRST_PORT + index)
      const looked = await look(streets, { address: street.seen[4], protocol, ports })
      made += looked.length
      for (const { status, where } of looked) verdicts[where?.verdict ?? status] = (verdicts[where?.verdict ?? status] ?? 0) + 1
      const isProven = looked.filter(({ where }) => where?.forwardingRule === 'proven')
      const about = `${protocol}, ${home}, r1 ${first}, r2 ${last}`
      wrong.push(...isProven.map(({ where }) => `${about}: ${JSON.stringify(where)}`))
      const isBlamed = looked.filter(({ where }) => where?.verdict === 'stopped-before')
      blamed.push(...isBlamed.map(({ where }) => `${about}: ${JSON.stringify(where)}`))
    }
  }
  await Promise.all(streets.all.map(work))
  return { made, wrong, blamed, verdicts }
}

labTest('a rule is never proven where there is none, whatever routers on the way say', NEEDS, async () => {
  const all = rounds()
  const looksEach = Math.max(AT_ONCE, Math.ceil(LOOKS / all.length))
  const { made, wrong, blamed, verdicts } = await claims(await startedStreets(), all, looksEach)
  console.log(`${made} looks, ${wrong.length} wrong claims`, verdicts, blamed)
  expect(made).toBe(all.length * looksEach)
  expect(wrong).toEqual([])
})
