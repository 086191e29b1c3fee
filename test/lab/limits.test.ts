// The packets that a target gets, seen on the wire, from any client and any tool; and the clients that share an allowance, over connections
// from many addresses.
import { expect } from 'bun:test'
import { type Fault, startFaultDns } from '../support/dns/fault.ts'
import { ANSWER, message, name, pointer, QUESTION_AT, question, record, u8 } from '../support/dns/wire.ts'
import { labTest } from '../support/lab.ts'
import { captured, excessOf } from '../support/net/capture.ts'
import { makeNamespace, portsOpen } from '../support/net/namespace.ts'
import { postTool, startServer } from '../support/server.ts'

const TYPE = { A: 1, NS: 2 } as const
const ZONE = 'zone.test'
const PORT = 8080
const BURST = 40
const A_SECOND = 20
const ASKING_MS = 8000
const AT_ONCE = 24
/** A server that accepts connections and stays silent. */
const SILENT = `Bun.listen({ hostname: '0.0.0.0', port: ${PORT}, socket: { data() {} } }); setInterval(() => {}, 1000)`

/** Returns a resolver that knows a zone, whose name servers and all of whose names are at one address. */
function resolverOf(address: string): Fault {
  return (asked, back) => {
    const owner = pointer(QUESTION_AT)
    const servers = ['ns1', 'ns2'].map((host) => record({ name: owner, type: TYPE.NS, data: name(`${host}.${ZONE}`) }))
    const addresses = [record({ name: owner, type: TYPE.A, data: u8(...address.split('.').map(Number)) })]
    const answers = asked.type === TYPE.NS && asked.name === ZONE ? servers : asked.type === TYPE.A ? addresses : []
    back.send(message({ id: asked.id, flags: ANSWER, question: question(asked.name, asked.type), answers }))
  }
}

type Ask = (tool: string, request: object, client: string) => Promise<void>

/** Returns every tool that sends something, at an address and by names. */
function requestsFor(address: string, round: number): (readonly [tool: string, request: object])[] {
  const host = `n${round}.${ZONE}`
  return [
    ['port-check', { port: PORT }],
    ['port-check', { port: 9, protocol: 'udp' }],
    ['public-service-check', { target: host, port: PORT }],
    ['ping', { host: address, count: 10 }],
    ['traceroute', { host, maxHops: 3 }],
    ['http-headers', { url: `http://${host}:${PORT}/` }],
    ['ssl-check', { host: address, port: PORT }],
    ['dns-propagation', { domain: host }],
    ['ddns-match', { hostname: host }],
  ]
}

labTest(
  'a target gets forty at once and twenty a second, from all clients and tools together',
  { programs: ['ip', 'tcpdump'], root: true },
  async () => {
    await using machine = await makeNamespace()
    machine.spawn([process.execPath, '-e', SILENT])
    await portsOpen(machine, [PORT])
    await using resolver = await startFaultDns(resolverOf(machine.address4))
    const at = `127.0.0.1:${resolver.endpoint.port}`
    await using server = await startServer({
      args: ['--allow-targets', '198.18.0.0/15', '--trusted-proxies', '127.0.0.1', '--rate-limit', '60/min'],
      env: { DOORSTEP_RESOLVERS: `a=${at},b=${at},c=${at}` },
    })
    const counts = new Map<string, number>()
    const ask: Ask = async (tool, request, client) => {
      const answer = await postTool(server.url, tool, request, { 'x-forwarded-for': client })
      const body = await answer.text()
      const outcome = answer.status === 200 ? (body.includes('rate-limited') ? 'cut short' : 'done') : String(answer.status)
      const kind = answer.status === 429 && !body.includes('["target"]') ? 'another 429' : outcome
      for (const key of [kind, `${tool} ${kind}`]) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const askAll = async () => {
      const until = performance.now() + ASKING_MS
      let made = 0
      const keepAsking = async () => {
        while (performance.now() < until) {
          const round = made++
          const requests = requestsFor(machine.address4, round)
          const [tool, request] = requests[round % requests.length] ?? ['ping', {}]
          // The requester is the target of two of them: it is the one client that asks often.
          const isOwn = tool === 'port-check' || tool === 'ddns-match'
          const client = isOwn ? machine.address4 : `198.18.${round >> 8}.${round & 255}`
          await ask(tool, request, client)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, keepAsking))
    }
    const sent = await captured(machine, askAll, { device: 'host', to: `host ${machine.address4}` })
    const seconds = ((sent.at(-1)?.atMs ?? 0) - (sent[0]?.atMs ?? 0)) / 1000
    console.info(
      `${sent.length} in ${seconds.toFixed(1)} s; ${[...counts].map(([kind, count]) => `${kind}: ${count}`).join(', ')}`,
    )
    expect(excessOf(sent)).toBeLessThanOrEqual(2)
    expect(sent.length).toBeGreaterThan(BURST + A_SECOND * (ASKING_MS / 1000) * 0.6)
    // They wait for their turn, and those whose turn would come too late are refused.
    expect(counts.get('429') ?? 0).toBeGreaterThan(0)
    expect([counts.get('ping done'), counts.get('traceroute done')]).not.toContain(undefined)
    expect([...counts.keys()].filter((key) => /\b(5\d\d|404|422)$/.test(key))).toEqual([])
  },
)
