// All tools are asked about the same situations, over HTTP: each has one name, one mark, one first step and one wording, whoever is asked.

import { dlopen, ptr } from 'bun:ffi'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { goodOfPlan, type Situation } from '../../../src/advice/index.ts'
import { LIBC_NAMES } from '../../../src/platform/compiled.ts'
import { askFrom, hintsOf, homeOf, LINES, someAtOnce, startForHomes, type ToolAnswer } from '../../support/advice/homes.ts'
import { startZone, threeResolvers } from '../../support/dns/zone.ts'
import { sampled, sampleName } from '../../support/lab.ts'
import { openHosts } from '../../support/net/network.ts'
import type { Server } from '../../support/server.ts'

// The ports of a home on loopback: a program that answers, or one that never gets to a connection. At any other port the system refuses.
interface HomePort {
  readonly host: string
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The bytes with which its program greets; without any it ends a connection as soon as it is asked something. */
  readonly greeting?: string
}

const AF_INET = 2
const SOCK_STREAM = 1
const SOCKADDR_BYTES = 16

/** Starts a program that answers everybody on the port. */
async function openPort({ host, port, protocol, greeting }: HomePort): Promise<Disposable> {
  const close = openHosts([host])
  if (protocol === 'udp') {
    const socket = await Bun.udpSocket({
      hostname: host,
      port,
      socket: { data: (own, _, from, at) => void own.send('?', from, at) },
    })
    return disposable(() => socket.close(), close)
  }
  const greet = (socket: { write(text: string): unknown }) => void (greeting === undefined || socket.write(greeting))
  const server = Bun.listen({ hostname: host, port, socket: { open: greet, data: (socket) => void socket.end() } })
  return disposable(() => server.stop(true), close)
}

/** Starts a program that never answers: over UDP it reads and says nothing, over TCP as many connections wait for it as may. */
async function silentPort(at: HomePort): Promise<Disposable> {
  const close = openHosts([at.host])
  if (at.protocol === 'udp') {
    const socket = await Bun.udpSocket({ hostname: at.host, port: at.port, socket: { data() {} } })
    return disposable(() => socket.close(), close)
  }
  const libc = openLibc()
  const descriptor = libc.socket(AF_INET, SOCK_STREAM, 0)
  const address = Buffer.alloc(SOCKADDR_BYTES)
  address.writeUInt16LE(AF_INET)
  address.writeUInt16BE(at.port, 2)
  for (const [index, byte] of at.host.split('.').entries()) address.writeUInt8(Number(byte), 4 + index)
  if (libc.bind(descriptor, ptr(address), SOCKADDR_BYTES) !== 0) throw new Error(`${at.host}:${at.port} is taken`)
  libc.listen(descriptor, 0)
  const waiting = await Bun.connect({ hostname: at.host, port: at.port, socket: { data() {} } })
  return disposable(
    () => waiting.end(),
    () => libc.close(descriptor),
    close,
  )
}

function openLibc() {
  const symbols = {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    bind: { args: ['int', 'ptr', 'int'], returns: 'int' },
    listen: { args: ['int', 'int'], returns: 'int' },
    close: { args: ['int'], returns: 'int' },
  } as const
  for (const name of LIBC_NAMES) {
    try {
      return dlopen(name, symbols).symbols
    } catch {
      // The machine has another C library.
    }
  }
  throw new Error('no C library')
}

function disposable(...ends: (() => unknown)[]): Disposable {
  return {
    [Symbol.dispose]() {
      for (const end of ends) end()
    },
  }
}

/** A service as people name it, or a port alone; the port is the one to look at. */
interface Wanted {
  readonly useCase?: string
  readonly port: number
  readonly protocol: HomePort['protocol']
}

const GAME: Wanted = { useCase: 'minecraft', port: 25_565, protocol: 'tcp' }
const GAME_UDP: Wanted = { useCase: '발헤임', port: 2456, protocol: 'udp' }
const VPN: Wanted = { useCase: 'wireguard', port: 51_820, protocol: 'udp' }
const PAGE: Wanted = { useCase: 'web server', port: 443, protocol: 'tcp' }
const CAREFUL: Wanted = { useCase: 'nextcloud', port: 443, protocol: 'tcp' }
const DESKTOP: Wanted = { useCase: 'rdp', port: 3389, protocol: 'tcp' }
const HOUSE: Wanted = { useCase: 'home assistant', port: 8123, protocol: 'tcp' }
const CALLS: Wanted = { useCase: 'zoom', port: 8801, protocol: 'udp' }
const CONSOLE: Wanted = { useCase: 'xbox', port: 3074, protocol: 'tcp' }
const own = (port: number, protocol: HomePort['protocol'] = 'tcp'): Wanted => ({ port, protocol })

/** More lines: a block of the provider, a range of ports, an access point. */
const MORE = {
  'a provider that blocks the port': { isp: 'china-isps' },
  'a range of ports': { isp: 'biglobe' },
  'an access point': { routerWanIp: '192.168.1.64', internalIp: '192.168.1.20' },
  'a dormitory, device and router in one network': { isp: '기숙사', routerWanIp: '10.3.2.77', internalIp: '10.3.2.80' },
} as const
type Line = keyof typeof LINES | keyof typeof MORE
const ALL_LINES: Readonly<Record<Line, Readonly<Record<string, string>>>> = { ...LINES, ...MORE }

/** The names of the zone, by what they are; a dynamic one is of a DDNS service, and leads elsewhere. `HERE` is filled with the home of whoever asks, `THERE` with that of somebody else. */
const NAMES = {
  here: 'HERE',
  elsewhere: 'THERE',
  dynamic: 'THERE',
  private: '192.168.0.20',
  shared: '100.64.3.3',
  missing: null,
} as const
const ELSEWHERE = 50_000

interface Posed {
  readonly what: string
  readonly wanted: Wanted
  readonly state: 'refused' | 'silent' | 'open'
  readonly line: Line
  readonly greeting?: string
  readonly name?: keyof typeof NAMES
  readonly home?: string
}

function pose(wanted: Wanted, state: Posed['state'], line: Line = 'nothing known', more: Partial<Posed> = {}): Posed {
  const { useCase = `${wanted.protocol} ${wanted.port}` } = wanted
  const name = more.name === undefined ? '' : `, a name that is ${more.name}`
  return { what: `${useCase}, ${state}, ${line}${name}${more.home ? ' over IPv6' : ''}`, wanted, state, line, ...more }
}

const lines = Object.keys(ALL_LINES) as Line[]
const LOOPBACK6 = { home: '::1' }
const POSED: readonly Posed[] = [
  ...lines.flatMap((line) => [pose(GAME, 'refused', line), pose(DESKTOP, 'refused', line), pose(CONSOLE, 'refused', line)]),
  ...lines.map((line) => pose(GAME, 'open', line)),
  ...(['nothing known', 'carrier-grade NAT', 'some box upstream'] as const).flatMap((line) => [
    pose(CALLS, 'refused', line),
    pose(DESKTOP, 'open', line),
    pose(HOUSE, 'open', line),
    pose(CAREFUL, 'refused', line),
    pose(GAME, 'silent', line),
    pose(GAME_UDP, 'silent', line),
    pose(GAME_UDP, 'open', line),
    pose(VPN, 'silent', line),
  ]),
  ...(['T-Mobile', 'a range of ports', 'a provider that blocks the port'] as const).flatMap((line) => [
    pose(GAME, 'silent', line),
    pose(PAGE, 'refused', line),
    pose(GAME_UDP, 'silent', line),
    pose(own(8080), 'silent', line),
  ]),
  pose(own(9999), 'open'),
  pose(own(9999), 'refused'),
  pose(own(9999), 'silent'),
  pose(own(9999, 'udp'), 'silent'),
  pose(own(3389), 'open'),
  pose(own(3389), 'refused'),
  pose(own(5432), 'refused'),
  pose(own(5433), 'refused'),
  pose(own(80), 'refused'),
  pose(own(443), 'refused'),
  pose(own(8080), 'open'),
  pose(own(9999, 'udp'), 'refused'),
  // A service that is merely likely on a port changes nothing.
  ...(['carrier-grade NAT', 'Starlink', 'T-Mobile', 'some box upstream'] as const).flatMap((line) =>
    [own(25_565), own(8211, 'udp'), own(32_400), own(80)].map((wanted) => pose(wanted, 'refused', line)),
  ),
  pose(GAME, 'open', 'nothing known', { greeting: 'SSH-2.0-OpenSSH_9.6\r\n' }),
  ...(Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((name) => [
    pose(own(9999), 'open', 'nothing known', { name }),
    pose(own(80), 'refused', 'nothing known', { name }),
    pose(GAME, 'refused', 'carrier-grade NAT', { name }),
  ]),
  pose(own(9998), 'open', 'nothing known', LOOPBACK6),
  pose(own(9997), 'refused', 'nothing known', LOOPBACK6),
  pose(GAME, 'refused', 'T-Mobile', LOOPBACK6),
  pose(DESKTOP, 'refused', 'nothing known', LOOPBACK6),
]

/** The answer of one tool, as far as it has to be that of all. */
interface Said {
  readonly tool: string
  readonly situation: Situation | null
  readonly good: boolean | null
  readonly code: string
  readonly text: string
}

const LOCALES = ['en', 'ko'] as const
const TRIED = sampled(60, POSED)

let server: Server
let asked: Promise<Readonly<Record<(typeof LOCALES)[number], readonly Said[]>>>[]
const undo = new AsyncDisposableStack()
beforeAll(async () => {
  const records = TRIED.flatMap(({ name }, index) => {
    const value = name === undefined ? null : NAMES[name]
    const data = value === 'HERE' ? homeOf(index + 1) : value === 'THERE' ? homeOf(ELSEWHERE) : value
    return data === null ? [] : [{ type: 'A' as const, name: nameOf(index + 1, name), ttl: 60, data }]
  })
  // The domain is registered.
  const domains = DOMAINS.map((name) => ({ type: 'NS' as const, name, ttl: 60, data: 'ns.example.com' }))
  const zone = undo.use(await startZone([...domains, ...records]))
  server = undo.use(await startForHomes(['--resolvers', threeResolvers(zone)]))
  undo.defer(openHosts(['::1']))
  asked = someAtOnce(TRIED, askAll)
})
afterAll(() => undo.disposeAsync())

const DOMAINS = ['example.com', 'duckdns.org'] as const
const nameOf = (number: number, name: Posed['name']) => `home-${number}.${DOMAINS[name === 'dynamic' ? 1 : 0]}`

/** Asks every tool that can be asked about a situation, each in the name of a home of its own. */
async function askAll(posed: Posed, number: number) {
  const { wanted, state, greeting, name } = posed
  const home = posed.home ?? homeOf(number)
  const at = { host: home, port: wanted.port, protocol: wanted.protocol, ...(greeting === undefined ? {} : { greeting }) }
  using _ = state === 'refused' ? null : state === 'open' ? await openPort(at) : await silentPort(at)
  const requests = requestsOf(posed, home, name === undefined ? null : nameOf(number, name))
  const all = await Promise.all(
    LOCALES.map((locale) =>
      Promise.all(requests.map(async ([tool, request]) => saidIn(await askFrom(server.url, home, tool, request, locale), home))),
    ),
  )
  const [en = [], ko = []] = all
  return { en, ko }
}

/** Returns what to ask each tool: the same hints, and no tool that does not take them. */
function requestsOf({ wanted, line, name }: Posed, home: string, hostname: string | null): [tool: string, request: object][] {
  const { useCase, port, protocol } = wanted
  const hints = hintsOf(ALL_LINES[line], home)
  const isPlain = Object.keys(hints).length === 0
  const named = useCase === undefined ? {} : { useCase }
  const service = useCase === undefined ? { ports: [{ port, protocol }] } : { useCase }
  // To certificate-check, a name that does not lead here may be anybody's, unless it is a dynamic one.
  const isOwnPage = (name === 'here' || name === 'dynamic') && port === 80 && useCase === undefined
  const all: [tool: string, request: object, isSame: boolean][] = [
    ['reachability', { ...named, port, protocol, ...hints, ...(hostname === null ? {} : { hostname }) }, true],
    // A plan is for IPv4, and a name tells it nothing.
    ['port-forward-plan', { ...service, ...hints }, home !== '::1' && hostname === null],
    // Nothing stands in for a rule of a console.
    ['router-login-route', hints, home !== '::1' && hostname === null && !('internalIp' in hints) && wanted !== CONSOLE],
    ['port-check', { ...named, port, protocol }, isPlain && hostname === null],
    ['public-service-check', { target: home, port }, isPlain && hostname === null && !useCase && protocol === 'tcp'],
    ['ddns-match', { hostname }, isPlain && hostname !== null],
    ['certificate-check', { domain: hostname, methods: ['http-01'] }, isPlain && isOwnPage],
  ]
  return all.flatMap(([tool, request, isSame]) => (isSame ? [[tool, request] as [string, object]] : []))
}

/** Returns what an answer says; a plan takes no address of a local network, as these homes have, for the public one. */
function saidIn({ tool, situation = null, good, nextActions: [first] }: ToolAnswer, home: string): Said {
  const text = String(first?.text ?? '').replaceAll(
    /your public IPv4 address \(as websites see it\)|내 공인 IP\(웹사이트에 보이는 내 주소\)|ADDRESS(?=:)/g,
    home,
  )
  return { tool, situation, good, code: first?.code ?? '', text }
}

/** The tool that knows a name alone, and the one that knows a line alone, of no service in particular. */
const [OF_NAME, OF_LINE, PLAN] = ['ddns-match', 'router-login-route', 'port-forward-plan'] as const
const LINE: readonly (Situation | null)[] = ['carrier-grade', 'shared-ports', 'two-routers', 'access-point', 'building']
/** The situations that come before those of the line, and those in which something was heard through it. */
const BEFORE_LINE: readonly (Situation | null)[] = ['not-checked', 'not-needed', 'exposed', 'better-shut']
const HEARD: readonly (Situation | null)[] = ['exposed', 'open', 'other-answers']
/** The situations that are known before anybody looks. */
const KNOWN_BEFORE: readonly (Situation | null)[] = ['not-needed', 'better-shut', ...LINE, 'provider-blocks']
/** The steps that depend on the service. */
const OF_SERVICE = ['use-relay', 'try-without-rule', 'test-on-console']
/** The steps that name the port where it is known. */
const OF_PORT = ['shared-ports', 'ask-building']
/** Nothing was found that has a name. */
const isNone = (situation: Situation | null) => situation === null || situation === 'unknown'

/** Returns what two tools do not say alike; null if they agree. */
function disagreement(one: Said, other: Said): string | null {
  for (const [tool, compared] of [[OF_LINE, ofLine] as const, [OF_NAME, ofName] as const, [PLAN, ofPlan] as const]) {
    if (one.tool === tool) return compared(one, other)
    if (other.tool === tool) return compared(other, one)
  }
  return exactly(one, other)
}

function exactly(one: Said, other: Said): string | null {
  if (one.situation !== other.situation) return 'situation'
  if (one.good !== other.good) return 'good'
  return inFirstStep(one, other)
}

const sameCode = (one: Said, other: Said) => (one.code === other.code ? null : 'code')

function inFirstStep(one: Said, other: Said): string | null {
  return one.code !== other.code ? 'code' : one.text !== other.text ? 'text' : null
}

/** Compares what was planned with what was found: only what a look tells may be added. */
function ofPlan(plan: Said, found: Said): string | null {
  if (plan.good !== goodOfPlan(plan.situation)) return 'good of the plan'
  if (plan.situation === found.situation && !isNone(plan.situation)) return inFirstStep(plan, found)
  if (isNone(plan.situation)) {
    if (KNOWN_BEFORE.includes(found.situation)) return 'situation'
    return plan.code === found.code && plan.text !== found.text ? 'text' : null
  }
  // A packet that was refused came through.
  const isLetIn = found.situation === 'no-rule-seen' && plan.situation === 'provider-blocks'
  return isLetIn || HEARD.includes(found.situation) ? null : 'situation'
}

/** Compares what is known of a line with what is known of a service behind it. */
function ofLine(line: Said, whole: Said): string | null {
  if (line.good !== goodOfPlan(line.situation)) return 'good of the line'
  if (BEFORE_LINE.includes(whole.situation)) return null
  if (line.situation === whole.situation && LINE.includes(whole.situation))
    return OF_SERVICE.includes(whole.code)
      ? null
      : OF_PORT.includes(whole.code)
        ? sameCode(line, whole)
        : inFirstStep(line, whole)
  if (LINE.includes(whole.situation)) return 'situation'
  return LINE.includes(line.situation) && !HEARD.includes(whole.situation) ? 'situation' : null
}

function ofName(name: Said, whole: Said): string | null {
  const isFine = isNone(name.situation) || name.situation === 'open'
  if (isFine) return whole.situation?.startsWith('name-') ? 'situation' : null
  return OF_SERVICE.includes(whole.code) && name.situation === whole.situation ? null : exactly(name, whole)
}

function pairsOf(all: readonly Said[]): [Said, Said][] {
  return all.flatMap((one, index) => all.slice(index + 1).map((other): [Said, Said] => [one, other]))
}

const counts = { pairs: 0, disagreeing: 0 }
afterAll(() => console.log(`${counts.pairs} pairs disagree ${counts.disagreeing} times`))

describe('what the tools say of one situation', () => {
  test.each(TRIED.map((posed, index) => [`${index + 1}: ${posed.what}`, index] as const))(sampleName('%s'), async (_, index) => {
    const said = await asked[index]
    if (!said) throw new Error('not asked')
    const found = LOCALES.flatMap((locale) =>
      pairsOf(said[locale]).flatMap(([one, other]) => {
        const what = disagreement(one, other)
        counts.pairs += 1
        return what === null ? [] : [{ locale, what, one, other }]
      }),
    )
    counts.disagreeing += found.length
    expect(found).toEqual([])
    // The same in both languages but for the words.
    const bare = (all: readonly Said[]) => all.map(({ text, ...one }) => one)
    expect(bare(said.ko)).toEqual(bare(said.en))
    for (const { tool, text } of [...said.en, ...said.ko]) expect([tool, text.length > 0]).toEqual([tool, true])
  })
})

test('the plan is for the port that was asked about, or for the whole service if it needs that one', async () => {
  const home = homeOf(ELSEWHERE + 1)
  for (const [request, ...ports] of [
    [{ port: 80, useCase: 'web server' }, '80'],
    [{ port: 443, useCase: 'web server' }, '443', '80'],
    [{ port: 80, useCase: 'minecraft' }, '80'],
    [{ port: 25_565, useCase: 'minecraft' }, '25565', '25565'],
    [{ port: 80 }, '80'],
    [{ port: 9999 }, '9999'],
  ] as const) {
    for (const tool of ['port-check', 'reachability']) {
      const { nextActions } = await askFrom(server.url, home, tool, { ...request, protocol: 'tcp' })
      const step = nextActions.find((one: { tool?: string }) => one.tool === PLAN)
      const plan = await askFrom(server.url, home, PLAN, step.request)
      const planned = plan.rules.map(({ externalPort }: { externalPort: string }) => externalPort)
      expect([tool, request, ...planned]).toEqual([tool, request, ...ports])
    }
  }
})
