#!/usr/bin/env bun
/**
 * Processor time for a request, and requests a second: the two queries of doorstep, and what a user would run instead. Each server answers 50
 * keep-alive connections on one core, with wrk on the other; they take turns, round by round. Sends to loopback only.
 * Needs Debian's nginx-light, libnginx-mod-http-geoip2, wrk and util-linux, and takes part in echoip if --echoip or ECHOIP names its executable.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENTS, clientAddresses } from './load/addresses.ts'
import { type Databases, databases } from './peers/databases.ts'
import { addressNginx, placeNginx } from './peers/nginx.ts'
import { alone } from './suite/alone.ts'
import type { GoalId } from './suite/goals.ts'
import { agree } from './suite/places.ts'
import { type Bench, type Section, table } from './suite/section.ts'
import { ask, bytesOf, headersOf, type Server, startDoorstep, startServer } from './suite/servers.ts'
import { ratios, shown, spreadOf } from './suite/spread.ts'
import { CONNECTIONS, load, type Served } from './suite/wrk.ts'

/** The length of one round of one server. */
const SECONDS = { quick: 1, full: 2 }
const ROUNDS = { quick: 3, full: 6 }
const WARM_UP_SECONDS = 2
/** The distance between the starts of two rounds in the list of clients. */
const CLIENT_STEP = 37_003

interface Contender extends Server {
  readonly name: string
  /** The goal that doorstep has in proportion to it. */
  readonly goal: GoalId | null
  readonly rounds: Served[]
}

/** Doorstep is the first. */
type Race = readonly [Contender, ...Contender[]]

const contender = (name: string, goal: GoalId | null, server: Server): Contender => ({ name, goal, ...server, rounds: [] })

export async function throughput(bench: Bench): Promise<Section> {
  const files = await databases()
  const clients = clientAddresses(files)
  const races: readonly Race[] = [await addressRace(bench), await placeRace(bench, files, clients)]
  await run(bench, races, clients)
  const tables = await Promise.all(races.map((race) => raceTable(race, readFileSync(clients, 'utf8').split('\n')[0])))
  const seconds = SECONDS[bench.isQuick ? 'quick' : 'full']
  const text = `Processor time of the server for a request, ${CONNECTIONS} connections, ${ROUNDS[bench.isQuick ? 'quick' : 'full']} rounds of ${seconds} s: the median, and the least and the most.
wrk may be what limits requests a second. The ratio is that of doorstep to the other: the median over rounds.

### The address of the peer

The others answer with the headers of doorstep; nginx also writes \`Server\` and \`Connection\`. Echoip has its own headers.

${tables[0]}

### Address, place and network

${CLIENTS.toLocaleString('en')} different clients, three in four of them IPv4, named in \`X-Forwarded-For\` by a trusted proxy. Nginx reads the same fields from the same data (family,
date and scope are constants there); echoip reads the same files, without a cache, and answers with its own fields.

${tables[1]}`
  return { title: 'Requests', text, reached: Object.fromEntries(races.flatMap(reachedIn)) }
}

async function addressRace(bench: Bench): Promise<Race> {
  const doorstep = await startDoorstep(bench, 'doorstep-ip', [], '/api/ip')
  const headers = await headersOf(doorstep.url)
  const nginx = (port: number) => addressNginx(join(bench.folder, 'nginx-ip'), { port, headers })
  const bare = (port: number) => [
    process.execPath,
    join(import.meta.dirname, 'peers', 'bare.ts'),
    String(port),
    JSON.stringify(headers),
  ]
  const race: Race = [
    contender('doorstep `/api/ip`', null, doorstep),
    contender('nginx `return 200 $remote_addr`', 'ip-nginx', await startServer(bench, 'nginx-ip', nginx, '/ip')),
    contender('bare `Bun.serve`', 'ip-bare', await startServer(bench, 'bare', bare, '/')),
    ...(await echoip(bench, 'ip', [])),
  ]
  for (const { name, url } of race) {
    const answer = (await (await ask(url)).text()).trim()
    if (answer !== '127.0.0.1') throw new Error(`${name} answers ${answer}`)
  }
  return race
}

async function placeRace(bench: Bench, files: Databases, clients: string): Promise<Race> {
  const some = readFileSync(clients, 'utf8').split('\n').slice(0, 200)
  const doorstep = await startDoorstep(bench, 'doorstep-json', ['--trusted-proxies', '127.0.0.1'], '/api/ip/json')
  const headers = await headersOf(doorstep.url, some[0])
  const { dataDate } = JSON.parse(await (await ask(doorstep.url, some[0])).text())
  const command = (port: number) => placeNginx(join(bench.folder, 'nginx-json'), { port, headers }, files, String(dataDate))
  const nginx = await startServer(bench, 'nginx-json', command, '/json')
  await agree(doorstep.url, nginx.url, some)
  const { city, network } = files
  return [
    contender('doorstep `/api/ip/json`', null, doorstep),
    contender('nginx with geoip2', 'json-nginx', nginx),
    ...(await echoip(bench, 'json', ['-H', 'X-Forwarded-For', '-f', city, '-c', city, '-a', network])),
  ]
}

async function echoip(bench: Bench, route: 'ip' | 'json', args: readonly string[]): Promise<Contender[]> {
  const { echoip: executable } = bench
  if (executable === null) return []
  const command = (port: number) => [executable, '-l', `127.0.0.1:${port}`, '-t', '/nonexistent', ...args]
  return [contender(`echoip \`/${route}\``, `${route}-echoip`, await startServer(bench, `echoip-${route}`, command, `/${route}`))]
}

/** Runs the servers in turn. The first round warms up and does not count. */
async function run(bench: Bench, [addresses, places]: readonly Race[], clients: string): Promise<void> {
  const { children, cores, isQuick } = bench
  const [seconds, rounds] = isQuick ? [SECONDS.quick, ROUNDS.quick] : [SECONDS.full, ROUNDS.full]
  for (let round = 0; round <= rounds; round++) {
    const script = ['addresses.lua', clients, String(round * CLIENT_STEP)] as const
    const all = [
      ...(addresses ?? []).map((one) => [one, {}] as const),
      ...(places ?? []).map((one) => [one, { script }] as const),
    ]
    for (const [{ pid, url, rounds: served }, scripted] of all) {
      const result = await load(children, pid, cores.client, {
        url,
        seconds: round === 0 ? WARM_UP_SECONDS : seconds,
        ...scripted,
      })
      if (round > 0) served.push(result)
    }
  }
}

const costs = ({ rounds }: Contender) => rounds.map(({ cpuPerRequest }) => cpuPerRequest)

async function raceTable(race: Race, client?: string): Promise<string> {
  const rows = race.map(async (one) => {
    const rates = spreadOf(one.rounds.map(({ perSecond }) => perSecond / 1000))
    const ratio = one === race[0] ? '' : shown(ratios(costs(race[0]), costs(one)), 2)
    return [one.name, shown(spreadOf(costs(one))), shown(rates), ratio, String(await bytesOf(one.url, client))]
  })
  return table(
    ['server', 'CPU for a request, µs', 'thousand requests/s', 'doorstep to it', 'bytes of an answer'],
    await Promise.all(rows),
  )
}

function reachedIn([doorstep, ...others]: Race): (readonly [GoalId, number])[] {
  return others.flatMap((one) => (one.goal === null ? [] : [[one.goal, ratios(costs(doorstep), costs(one)).median] as const]))
}

if (import.meta.main) await alone(throughput)
