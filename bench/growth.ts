#!/usr/bin/env bun
/**
 * Measures requests and checks as there are more of them: processor time for a request of `/api/ip` at 1, 100 and 5,000 connections,
 * beside a bare server of the same runtime, and for a `dns-lookup` at 1, 16 and 256 at once, beside one that asks the runtime's resolver.
 * The servers take turns. Sends to loopback only. Linux; needs wrk, util-linux and Debian's dnsmasq-base.
 */
import { join } from 'node:path'
import { freePort } from '../test/support/net/network.ts'
import { clientAddresses } from './load/addresses.ts'
import { databases } from './peers/databases.ts'
import { alone } from './suite/alone.ts'
import { curve } from './suite/curve.ts'
import { type Bench, type Section, table } from './suite/section.ts'
import { ROOT, type Server, startDoorstep, startServer } from './suite/servers.ts'
import { shown, spreadOf } from './suite/spread.ts'
import { load } from './suite/wrk.ts'

const CONNECTIONS = [1, 100, 5000]
const CHECKS = [1, 16, 256]
const ROUNDS = { quick: 2, full: 4 }
const SECONDS = 1
/** So many connections take a second or two to be made. */
const [MANY, SECONDS_FOR_MANY] = [1000, 4]
/** Another name each time: the runtime answers the same questions together. */
const BODY = JSON.stringify({ domain: 'name%d.bench.test' })
const DOORSTEP = [process.execPath, join(ROOT, 'src', 'main.ts')]
const PEERS = join(import.meta.dirname, 'peers')

interface Grown extends Server {
  readonly name: string
  /** The costs of each round, in microseconds, by how many there were at once. */
  readonly costs: Map<number, number[]>
}

const grown = (name: string, server: Server): Grown => ({ name, ...server, costs: new Map() })

export async function growth(bench: Bench): Promise<Section> {
  const clients = clientAddresses(await databases())
  // Behind a proxy that it trusts: one client may not have so many connections.
  const args = ['--trusted-proxies', '127.0.0.1', '--rate-limit', 'off']
  const bare = (port: number) => [process.execPath, join(PEERS, 'bare.ts'), String(port)]
  const requests = [
    grown('doorstep', await startDoorstep(bench, 'growth-ip', args, '/api/ip', DOORSTEP)),
    grown('bare `Bun.serve`', await startServer(bench, 'growth-bare', bare, '/')),
  ]
  const checks = await startResolving(bench)
  for (let round = 0; round <= ROUNDS[bench.isQuick ? 'quick' : 'full']; round++) {
    await measure(bench, requests, CONNECTIONS, ['addresses.lua', clients, '0'], round > 0)
    await measure(bench, checks, CHECKS, ['post.lua', BODY], round > 0)
  }
  return {
    title: 'Costs that grow',
    text: `Processor time of the server, from the sources.\n\n${page('connections', '`/api/ip`', requests)}\n\n${page('checks at once', '`dns-lookup`', checks)}`,
    reached: {},
  }
}

/** Starts doorstep and its peer with the same name server, which shares the core of the clients. */
async function startResolving(bench: Bench): Promise<Grown[]> {
  const port = freePort()
  const options = ['--keep-in-foreground', '--no-resolv', '--no-hosts', '--bind-interfaces', '--listen-address=127.0.0.1']
  const answers = [`--port=${port}`, '--address=/bench.test/8.8.8.8', '--dns-forward-max=1000']
  bench.children.start(['/usr/sbin/dnsmasq', ...options, ...answers], { core: bench.cores.client })
  const resolvers = ['a', 'b', 'c'].map((name) => `${name}=127.0.0.1:${port}`).join(',')
  const args = ['--rate-limit', 'off', '--max-concurrency', '1024', '--resolvers', resolvers]
  const doorstep = await startDoorstep(bench, 'growth-dns', args, '/api/tools/dns-lookup', DOORSTEP)
  const plain = (own: number) => [process.execPath, join(PEERS, 'dns.ts'), String(port), String(own)]
  return [grown('doorstep', doorstep), grown("the runtime's resolver", await startServer(bench, 'growth-plain', plain, '/'))]
}

async function measure(
  { children, cores }: Bench,
  servers: readonly Grown[],
  counts: readonly number[],
  script: readonly [string, ...string[]],
  isCounted: boolean,
): Promise<void> {
  for (const connections of counts) {
    for (const { pid, url, costs } of servers) {
      const seconds = connections > MANY ? SECONDS_FOR_MANY : SECONDS
      const { cpuPerRequest } = await load(children, pid, cores.client, { url, seconds, connections, script })
      if (isCounted) costs.set(connections, [...(costs.get(connections) ?? []), cpuPerRequest])
    }
  }
}

/** Returns the table and the curve of some servers. */
function page(unit: string, what: string, servers: readonly Grown[]): string {
  const rows = servers.map(({ name, costs }) => [name, ...[...costs.values()].map((values) => shown(spreadOf(values)))])
  const counts = [...(servers[0]?.costs.keys() ?? [])]
  const lines = servers.map(({ name, costs }) => ({
    name: name.replaceAll('`', ''),
    points: [...costs].map(([count, values]) => ({ label: count.toLocaleString('en'), value: spreadOf(values).median })),
  }))
  const head = [`${what}, µs`, ...counts.map((count) => `${count.toLocaleString('en')} ${unit}`)]
  return `${table(head, rows)}\n\n\`\`\`\n${curve(lines, 'µs')}\n\`\`\``
}

if (import.meta.main) await alone(growth)
