// The traffic to others that one request causes, whatever name servers answer. They listen on loopback, on the port of name servers.
import { describe, expect, test } from 'bun:test'
import { type Asked, type Fault, type FaultDns, startFaultDns } from '../support/dns/fault.ts'
import { ANSWER, FLAGS, message, name, pointer, QUESTION_AT, question, record, u8 } from '../support/dns/wire.ts'
import { labTest } from '../support/lab.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'

const TYPE = { A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, AAAA: 28 } as const
const QUESTIONS_MAX = 60
const AN_ADDRESS_MAX = 8
const REFUSED = 5
const NXDOMAIN = 3
/** The addresses of the name servers of the tests. */
const [ATTACKER, VICTIM] = ['127.66.0.1', '127.66.0.2']
const DEADLINE_MS = 10_000

const address = (text: string) => u8(...text.split('.').map(Number))
const a = (owner: Buffer, text: string) => record({ name: owner, type: TYPE.A, data: address(text) })
const ns = (zone: string, host: string) => record({ name: name(zone), type: TYPE.NS, data: name(host) })
const cname = (target: string) => record({ type: TYPE.CNAME, data: name(target) })
const ASKED = pointer(QUESTION_AT)

function reply({ id, name: asked, type }: Asked, parts: Parameters<typeof message>[0]): Buffer {
  return message({ id, flags: FLAGS.qr, question: question(asked, type), ...parts })
}

const authoritative = (asked: Asked, ...answers: Buffer[]) => reply(asked, { flags: FLAGS.qr | FLAGS.aa, answers })

/** Returns a resolver that knows of one zone: its servers and their addresses; other names do not exist. */
function resolverOf(zone: string, servers: Record<string, string>, lateMs = 0): Fault {
  return (asked, back) => {
    const host = servers[asked.name]
    const parts =
      asked.name === zone && asked.type === TYPE.NS
        ? { answers: Object.keys(servers).map((server) => ns(zone, server)) }
        : host !== undefined && asked.type === TYPE.A
          ? { answers: [a(ASKED, host)] }
          : host === undefined && asked.name !== zone
            ? { rcode: NXDOMAIN }
            : {}
    back.after(lateMs, () => back.send(reply(asked, { flags: ANSWER, ...parts })))
  }
}

interface World extends AsyncDisposable {
  readonly doorstep: Server
  readonly resolver: FaultDns
  readonly servers: readonly FaultDns[]
}

async function worldOf(resolver: Fault, servers: Record<string, Fault>): Promise<World> {
  await using undo = new AsyncDisposableStack()
  const asked = undo.use(await startFaultDns(resolver))
  const at = `127.0.0.1:${asked.endpoint.port}`
  const running = []
  for (const [host, fault] of Object.entries(servers))
    running.push(undo.use(await startFaultDns(fault, { address: host, port: 53 })))
  const args = ['--resolvers', `a=${at},b=${at},c=${at}`, '--allow-targets', '127.0.0.0/8,::1']
  const doorstep = undo.use(await startServer({ args }))
  const all = undo.move()
  return { doorstep, resolver: asked, servers: running, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

const total = ({ resolver, servers }: World) => [resolver, ...servers].reduce((sum, { seen }) => sum + seen.length, 0)

function budgetTest(title: string, run: () => Promise<void>) {
  // The port of name servers is below 1024.
  labTest(title, { root: true }, run)
}

async function ask({ doorstep }: World, tool: string, request: object, language = 'en') {
  const answer = await postTool(doorstep.url, tool, request, { 'accept-language': language })
  expect(answer.status).toBe(200)
  const found = await bodyOf(answer)
  expect(found.elapsedMs).toBeLessThan(DEADLINE_MS)
  return found
}

const codes = ({ nextActions }: { nextActions: { code: string }[] }) => nextActions.map(({ code }) => code)

/** A name server that refers to seven servers at the address of a victim, and to itself. */
const nxns: Fault = (asked, back) => {
  const victims = Array.from({ length: 7 }, (_, index) => `v${index}-${asked.time}.nxns.test`)
  back.send(
    reply(asked, {
      authorities: [...victims, 'self.nxns.test'].map((host) => ns('nxns.test', host)),
      additionals: [...victims.map((host) => a(name(host), VICTIM)), a(name('self.nxns.test'), ATTACKER)],
    }),
  )
}

describe('a zone that sends us to a victim', () => {
  for (const [how, victim] of [
    ['refuses', (asked, back) => back.send(reply(asked, { rcode: REFUSED }))],
    ['is silent', () => {}],
  ] as const satisfies [string, Fault][])
    budgetTest(`who ${how} is asked a few times, not hundreds`, async () => {
      await using world = await worldOf(resolverOf('nxns.test', { 'ns.nxns.test': ATTACKER }), {
        [ATTACKER]: nxns,
        [VICTIM]: victim,
      })
      for (const language of ['en', 'ko']) {
        const before = total(world)
        const victims = world.servers[1]?.seen.length ?? 0
        const found = await ask(world, 'dns-propagation', { domain: 'www.nxns.test' }, language)
        expect(found.authoritative).toMatchObject({ status: 'error', values: [] })
        expect((world.servers[1]?.seen.length ?? 0) - victims).toBeLessThanOrEqual(AN_ADDRESS_MAX)
        expect(total(world) - before).toBeLessThanOrEqual(QUESTIONS_MAX)
      }
    })

  budgetTest('by names that only the resolver can look up', async () => {
    // Others each time, all of them below the domain of a victim: the resolver would go there.
    const glueless: Fault = (asked, back) => {
      const hosts = Array.from({ length: 8 }, (_, index) => `x${asked.time}-${index}.victim.test`)
      back.send(reply(asked, { authorities: [...hosts.slice(1), 'self.nxns.test'].map((host) => ns('nxns.test', host)) }))
    }
    const servers = { 'ns.nxns.test': ATTACKER, 'self.nxns.test': ATTACKER }
    await using world = await worldOf(resolverOf('nxns.test', servers), { [ATTACKER]: glueless })
    await ask(world, 'dns-propagation', { domain: 'www.nxns.test' })
    expect(total(world)).toBeLessThanOrEqual(QUESTIONS_MAX)
  })

  budgetTest('and to itself: it is asked once, and three steps down are enough', async () => {
    const self: Fault = (asked, back) =>
      back.send(
        reply(asked, { authorities: [ns('loop.test', 'ns.loop.test')], additionals: [a(name('ns.loop.test'), ATTACKER)] }),
      )
    await using world = await worldOf(resolverOf('loop.test', { 'ns.loop.test': ATTACKER }), { [ATTACKER]: self })
    for (const [language, words] of [
      ['en', 'more DNS queries than one check may send'],
      ['ko', '한도를 넘어'],
    ] as const) {
      const found = await ask(world, 'dns-propagation', { domain: 'www.loop.test' }, language)
      expect(found.authoritative).toMatchObject({ status: 'error', reason: 'budget-exceeded', failedLayer: 'dns' })
      expect(codes(found)).toContain('budget-exceeded')
      expect(found.nextActions.map(({ text }: { text: string }) => text).join()).toContain(words)
    }
    expect(world.servers[0]?.seen).toHaveLength(2)
  })
})

describe('names', () => {
  budgetTest('of 117 labels are not asked about label by label', async () => {
    const deep = `${'a.'.repeat(115)}deep.test`
    await using world = await worldOf(resolverOf('deep.test', { 'ns.deep.test': ATTACKER }), {
      [ATTACKER]: (asked, back) => back.send(authoritative(asked, a(ASKED, '192.0.2.7'))),
    })
    const found = await ask(world, 'dns-propagation', { domain: deep })
    expect(found.authoritative).toMatchObject({ status: 'noerror', values: ['192.0.2.7'] })
    expect(world.resolver.seen.filter(({ type }) => type === TYPE.NS).length).toBeLessThanOrEqual(8)
  })

  budgetTest('in an endless chain, each of them deep', async () => {
    const labels = (seed: number) =>
      Array.from({ length: 100 }, (_, index) => `${seed % 100}`.padStart(2, String(index % 10))).join('.')
    let step = 0
    const endless: Fault = (asked, back) => {
      step++
      // A name of another zone each time, so that the next server must be looked for.
      back.send(authoritative(asked, cname(`${labels(step)}.s${step}.chain.test`.slice(-250).replace(/^[^.]*\./, ''))))
    }
    const resolver: Fault = (asked, back) => {
      const zone = /(?:^|\.)((?:s\d+\.)?chain\.test)$/.exec(asked.name)?.[1]
      const isZone = asked.name === zone && asked.type === TYPE.NS
      const answers = isZone
        ? [ns(zone, 'ns.chain.test')]
        : asked.name === 'ns.chain.test' && asked.type === TYPE.A
          ? [a(ASKED, ATTACKER)]
          : []
      back.send(reply(asked, { flags: ANSWER, answers }))
    }
    await using world = await worldOf(resolver, { [ATTACKER]: endless })
    for (const [tool, request, first] of [
      ['dns-propagation', { domain: 'www.chain.test' }, 'budget-exceeded'],
      ['ddns-match', { hostname: 'www.chain.test' }, 'try-again'],
    ] as const) {
      const before = total(world)
      const found = await ask(world, tool, request)
      const zone = found.authoritative ?? found.directAnswer
      expect(zone).toMatchObject({ status: 'error', reason: 'budget-exceeded', values: [] })
      expect(codes(found)).toContain(first)
      expect(total(world) - before).toBeLessThanOrEqual(QUESTIONS_MAX)
      expect(world.servers[0]?.seen.length ?? 0).toBeLessThanOrEqual(2 * AN_ADDRESS_MAX)
    }
    // The port is still checked, and the name is in doubt.
    const before = total(world)
    const found = await ask(world, 'reachability', { port: world.doorstep.port, hostname: 'www.chain.test' })
    expect(found.verdict).toBe('cannot-tell')
    expect(found.steps.map(({ code }: { code: string }) => code).slice(2, 4)).toEqual(['name-over-budget', 'port-open'])
    expect(codes(found)).toEqual(['check-name-servers', 'see-name'])
    expect(total(world) - before).toBeLessThanOrEqual(QUESTIONS_MAX)
  })
})

describe('the questions suffice', () => {
  /** Eight servers with an address of each family; nothing listens over IPv6. */
  const hosts = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`ns${index}.wide.test`, `127.66.1.${index + 1}`]))
  const wide = (lateMs: number): Fault => {
    const four = resolverOf('wide.test', hosts, lateMs)
    return (asked, back) => {
      if (asked.name === 'www.wide.test' && asked.type === TYPE.A)
        return back.after(lateMs, () => back.send(reply(asked, { flags: ANSWER, answers: [a(ASKED, '192.0.2.7')] })))
      if (asked.name in hosts && asked.type === TYPE.AAAA) {
        const six = record({ type: TYPE.AAAA, data: Buffer.from('00000000000000000000000000000001', 'hex') })
        return back.after(lateMs, () => back.send(reply(asked, { flags: ANSWER, answers: [six] })))
      }
      return four(asked, back)
    }
  }
  const good: Fault = (asked, back) => back.send(authoritative(asked, a(ASKED, '192.0.2.7')))
  const silent: Fault = () => {}
  const at = (fault: (index: number) => Fault) =>
    Object.fromEntries(Object.values(hosts).map((host, index) => [host, fault(index)]))

  for (const [title, lateMs, faults] of [
    ['eight servers that all answer', 0, at(() => good)],
    ['eight servers, of which only the last answers', 0, at((index) => (index === 7 ? good : silent))],
    ['a resolver that takes 1.2 seconds for each answer', 1200, at(() => good)],
    ['a slow resolver, and servers that are dead but for two', 1200, at((index) => (index >= 2 && index < 4 ? good : silent))],
  ] as const)
    budgetTest(title, async () => {
      await using world = await worldOf(wide(lateMs), faults)
      for (const tool of ['dns-propagation', 'ddns-match'] as const) {
        const before = total(world)
        const found = await ask(world, tool, tool === 'ddns-match' ? { hostname: 'www.wide.test' } : { domain: 'www.wide.test' })
        const zone = found.authoritative ?? found.directAnswer
        expect(zone).toMatchObject({ status: 'noerror', reason: null, values: ['192.0.2.7'] })
        expect(codes(found)).not.toContain('budget-exceeded')
        expect(total(world) - before).toBeLessThanOrEqual(QUESTIONS_MAX)
      }
    })

  budgetTest('the same is asked once in a request, and anew in the next', async () => {
    await using world = await worldOf(
      wide(0),
      at(() => good),
    )
    // Without an AAAA record the other family is looked at as well.
    await ask(world, 'ddns-match', { hostname: 'www.wide.test', recordType: 'AAAA' })
    const questions = [world.resolver, ...world.servers].flatMap(({ endpoint, seen }) =>
      seen.map((asked) => `${endpoint.address} ${asked.name} ${asked.type} ${asked.bytes.readUInt16BE(2)}`),
    )
    expect(questions).toEqual([...new Set(questions)])
    const first = total(world)
    await ask(world, 'ddns-match', { hostname: 'www.wide.test', recordType: 'AAAA' })
    expect(total(world)).toBe(first * 2)
  })
})

test('a name with thousands of addresses is not resolved', async () => {
  const many = Array.from({ length: 200 }, (_, index) => record({ type: TYPE.A, data: u8(127, 66, 9, index) }))
  await using resolver = await startFaultDns((asked, back) => {
    const isCut = !asked.overTcp
    back.send(reply(asked, isCut ? { flags: ANSWER | FLAGS.tc } : { flags: ANSWER, answers: asked.type === TYPE.A ? many : [] }))
  })
  const at = `127.0.0.1:${resolver.endpoint.port}`
  await using doorstep = await startServer({ args: ['--resolvers', `a=${at},b=${at},c=${at}`, '--allow-targets', '127.0.0.0/8'] })
  const refused = await postTool(doorstep.url, 'ping', { host: 'many.test' })
  expect([refused.status, await bodyOf(refused)]).toMatchObject([
    422,
    { code: 'unresolvable-target', detail: expect.stringContaining('budget-exceeded') },
  ])
})
