// One client that does everything it can, from one address, until it is killed.
// usage: bun bench/load/siege-job.ts <host> <port> <from> <victim>
import type { Socket } from 'node:net'
import { seededRandom } from '../../test/support/data/sources.ts'
import { FLOODS } from '../../test/support/door/floods.ts'
import { cutShort, cutStream, dial, pileUp, readSlowly, sendBroken } from './hostile.ts'
import { type Operation, oneOf, requestText } from './mix.ts'
import { Wire } from './wire.ts'
import { SILENT_PORT } from './world.ts'

const [host = '', port = '0', from = '', victim = ''] = process.argv.slice(2)
const CONNECTIONS = 1000
const IDLE_EVERY_MS = 500
const REST_MS = 2
/** So many of each do nothing else. */
const CROWD = { asking: 24, flooding: 8, breaking: 16, cutting: 16, cuttingStreams: 16, sipping: 64, piling: 300 }
const SLOW_PAUSE_MS = 400

const door = { host, port: Number(port), from }
const counts: Record<string, number> = {}
const count = (key: string) => {
  counts[key] = (counts[key] ?? 0) + 1
}
const random = seededRandom(1)
const first = new Wire(host, door.port, from)
const published = await first.ask(requestText({ method: 'GET', path: '/api/tools', client: null }))
const list: { tools: Operation[] } = JSON.parse(published?.body ?? '{"tools":[]}')
const operations = new Map(list.tools.map((operation) => [operation.name, operation]))

/** Everything at one address that has done nothing to anybody, itself included. */
const ATTACKS: readonly [readonly [string, object], ...(readonly [string, object])[]] = [
  ['ping', { host: victim, count: 10 }],
  ['traceroute', { host: victim }],
  ['public-service-check', { target: victim, port: 80, scheme: 'http' }],
  ['http-headers', { url: `http://${victim}/moved` }],
  ['ssl-check', { host: victim }],
  ['ssl-check', { host: victim, port: SILENT_PORT }],
  ['port-check', { port: 80 }],
  ['port-check', { port: 9, protocol: 'udp' }],
  ['dns-propagation', { domain: 'z1.test' }],
  ['ddns-match', { hostname: 'h1.z1.test' }],
  ['dns-lookup', { domain: 'h2.z1.test' }],
  ['reverse-dns', { ip: victim }],
  ['ip-location', { ip: '8.8.8.8' }],
  ['port-forward-plan', { useCase: 'minecraft-java' }],
  ['router-login-route', {}],
]

function attack(): string {
  const [tool, request] = oneOf(random, ATTACKS)
  return requestText({ method: 'POST', path: `/api/tools/${tool}`, client: null, body: JSON.stringify(request) })
}

/** Requests that are cheap to send, as many as one connection takes. */
const PILES = FLOODS.map(({ request, pipelined }) => request.repeat(pipelined)) as [string, ...string[]]

const flood = () => requestText({ method: 'GET', path: oneOf(random, ['/api/ip', '/api/ip/json', '/healthz']), client: null })

async function asking(make: () => string): Promise<void> {
  for (let wire = new Wire(host, door.port, from); ; ) {
    const reply = await wire.ask(make())
    count(`asked ${reply?.status ?? 'and cut off'}`)
    if (wire.isOpen) continue
    wire = new Wire(host, door.port, from)
    await Bun.sleep(REST_MS)
  }
}

async function forever(name: string, act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    await act()
    count(name)
    await Bun.sleep(REST_MS)
  }
}

/** Opens connections for those that are ended, so that there are always as many as it wants. */
function keepIdle(): void {
  const idle = new Set<Socket>()
  setInterval(() => {
    while (idle.size < CONNECTIONS) {
      const socket = dial(door)
      idle.add(socket)
      socket.on('connect', () => socket.write('POST /api/tools/ping HTTP/1.1\r\nHost: x\r\nContent-Le'))
      socket.on('close', () => idle.delete(socket) && count('idle connections ended'))
    }
  }, IDLE_EVERY_MS)
}

const several = (times: number, act: () => void) => Array.from({ length: times }, act)
keepIdle()
several(CROWD.asking, () => void asking(attack))
several(CROWD.flooding, () => void asking(flood))
several(CROWD.breaking, () => void forever('broken', () => sendBroken(door, operations, random)))
several(CROWD.cutting, () => void forever('cut', () => cutShort(door, operations, random)))
several(CROWD.cuttingStreams, () => void forever('streams cut', () => cutStream(door, random, null)))
several(CROWD.sipping, () => void forever('read slowly', () => readSlowly(door, null, SLOW_PAUSE_MS)))
several(CROWD.piling, () => void forever('piled up', () => pileUp(door, oneOf(random, PILES), SLOW_PAUSE_MS)))
setInterval(() => console.log(JSON.stringify(counts)), 1000)
