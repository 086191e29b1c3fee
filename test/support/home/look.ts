// Looks at homes as their residents would: from outside alone, from inside alone, and both joined.
import { expect } from 'bun:test'
import { SITUATIONS } from '../../../src/advice/index.ts'
import { LoopWatch } from '../loop-watch.ts'
import { run } from '../net/namespace.ts'
import { type HomeCase, type Mapped, type Said, UNTOLD } from './cases.ts'
import { type Home, type Line, onComputer } from './homes.ts'
import type { Spoken } from './spoken.ts'

/** No service is known for these ports, so that nothing is asked at another one. */
const FIRST_PORT = 62_080
const GROUPS = ['239.255.255.250', 'ff02::c']
const SSDP_PORT = 1900
const ROUTER6 = 'fe80::1'
const HELD_UP_MS = 100
const LOOKS_MAX = 3

export interface Looked {
  readonly home: Home
  readonly port: number
  /** The answer of reachability to a request from the computer; null where nobody asked. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asks whether a field is there; the types must not say so beforehand
  readonly outside: any
  readonly inside: Line | null
  readonly joined: Line
  /** Packets of the computer meanwhile. */
  readonly spoken: readonly Spoken[]
}

let turns = 0

/** Looks at a home; again after a look in which this machine held its programs up for so long that a router may have answered too late. */
export async function lookAt(home: Home, one: HomeCase, options: { isWhole?: boolean } = {}): Promise<Looked> {
  for (let looks = 1; ; looks++) {
    using watch = new LoopWatch()
    const looked = await lookOnce(home, one, options)
    if (looks === LOOKS_MAX || watch.lateMs < HELD_UP_MS || isExpected(looked, one)) return looked
  }
}

/** Sets a home up and looks at it; a router remembers whom it forwarded to, so that each look has a port of its own. With `isWhole`, for a table. */
async function lookOnce(home: Home, one: HomeCase, { isWhole = false }: { isWhole?: boolean }): Promise<Looked> {
  const { family = 4, protocol = 'tcp', setup, mapped, words = () => [] } = one
  const measure = { isMeasured: isWhole }
  const port = FIRST_PORT + turns++
  await using _ = await home.setUp(setup(home, port))
  if (mapped) await map(home, { ...mapped, protocol, port })
  const line = ['home', '--port', String(port), '--protocol', protocol, '--json']
  const [outside, inside] = await Promise.all([
    isWhole ? askOutside(home, { port, protocol }, family === 'both' ? 4 : family) : null,
    isWhole || one.inside ? home.line(line, measure) : null,
  ])
  const server = one.server?.(home) ?? home.url(family)
  const joined = await home.line([...line, ...words(home), '--server', server], measure)
  return { home, port, outside, inside, joined, spoken: await home.spoken() }
}

async function askOutside(home: Home, body: object, family: 4 | 6) {
  const url = `${home.url(family)}/api/tools/reachability`
  const command = ['curl', '-sS', '-H', 'content-type: application/json', '-d', JSON.stringify(body), url]
  return JSON.parse(await run(home.street.inside('dev', command)))
}

/** Has a device of the home ask its router for a rule that leads to it. */
async function map(
  home: Home,
  { at, port, toPort = port, protocol }: Mapped & { protocol: string; port: number },
): Promise<void> {
  const request = Buffer.alloc(12)
  request[1] = protocol === 'udp' ? 1 : 2
  request.writeUInt16BE(toPort, 4)
  request.writeUInt16BE(port, 6)
  request.writeUInt32BE(3600, 8)
  const line = `const { promise, resolve } = Promise.withResolvers()
const socket = await Bun.udpSocket({ connect: { hostname: '${home.router}', port: 5351 }, socket: { data: (_, data) => resolve(data) } })
socket.send(Buffer.from('${request.toString('hex')}', 'hex'))
console.log((await Promise.race([promise, Bun.sleep(2000)]))?.readUInt16BE(2))
process.exit(0)`
  const command = [process.execPath, '-e', line]
  const code = at === 'dev' ? (await onComputer(home, command)).stdout : await run(home.atNeighbour(command))
  if (code.trim() !== '0') throw new Error(`the router does not make the rule: ${code}`)
}

/** Returns what an answer says, as cases write it; what went wrong for anything else. */
export function saidBy({ json, stderr, exitCode }: Line): string {
  if (json?.verdict === undefined) return `no answer (${exitCode}): ${stderr}`
  return json.blockedAt === null ? json.verdict : `${json.verdict}, ${json.blockedAt}`
}

const isSaid = (said: readonly Said[], line: Line) => said.some((each) => each === saidBy(line))
const isExpected = ({ inside, joined }: Looked, one: HomeCase) =>
  (!inside || isSaid(one.inside ?? UNTOLD, inside)) && isSaid(one.joined, joined)

/** Throws for everything that is not as the case says. */
export function judge({ inside, joined, spoken, home, port }: Looked, one: HomeCase): void {
  const { inside: expected = UNTOLD } = one
  const told = (said: readonly Said[], line: Line) => (isSaid(said, line) ? said[0] : saidBy(line))
  const seen = {
    inside: inside ? told(expected, inside) : expected[0],
    joined: told(one.joined, joined),
    strangers: strangersIn(spoken, home),
  }
  expect(seen).toEqual({ inside: expected[0], joined: one.joined[0], strangers: [] })
  if (one.facts) expect(joined.json).toMatchObject(one.facts(home, port))
  for (const line of [joined, inside ?? joined]) {
    const code = codeOf(line)
    expect([line.exitCode, line.json.good]).toEqual([code, [true, false, null][code]])
    expect([line.json.cause, SITUATIONS]).toEqual([line.json.cause, expect.arrayContaining([line.json.situation])])
  }
}

/** Returns the exit code of an answer: a port that nobody gets in by is shut, whichever of two causes it has. */
function codeOf({ json: { verdict, cause } }: Line): 0 | 1 | 2 {
  if (verdict === 'cannot-tell') return cause === 'shared-or-no-rule' ? 1 : 2
  return ['answers', 'not-needed'].includes(cause) ? 0 : 1
}

/** Returns those that a computer spoke to, without its gateway, the groups of UPnP and the doorstep that was named. */
function strangersIn(spoken: readonly Spoken[], { router, street: { server } }: Home): Spoken[] {
  const isKnown = ({ address, port, protocol }: Spoken) =>
    [router, ROUTER6, server[4], server[6]].includes(address) ||
    (GROUPS.includes(address) && port === SSDP_PORT && protocol === 'udp')
  return spoken.filter((one) => !isKnown(one))
}
