// A plug-in that asks about names of the inside, in every way it can; a real resolver that knows them, and logs each question.

import { expect, test } from 'bun:test'
import { LOCAL_NAMES, NO_NAMES, PUBLIC_NAMES } from '../support/dns/local-spellings.ts'
import { labTest } from '../support/lab.ts'
import { listed } from '../support/listed.ts'
import { dnsmasq } from '../support/net/dnsmasq.ts'
import { freePort } from '../support/net/network.ts'
import { plugInFolder } from '../support/process/plug-ins.ts'
import { bodyOf, postTool, type Server, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'

/** A real resolver on loopback, as an operator has it inside: it knows secret names, and logs every question. */
const SPLIT_NEEDS = { programs: ['dnsmasq'] }

/** The texts that only the inside knows: no answer may contain any of them. */
const SECRETS = ['192.168.1.7', '10.9.8.7', '172.18.0.3', 'secret-token', 'payroll']

const ZONES = listed(`
  --address=/nas.lan/192.168.1.7 --address=/service.consul/10.9.8.7 --address=/doorstep_store/172.18.0.3
  --txt-record=vault.service.consul,secret-token --ptr-record=7.1.168.192.in-addr.arpa,payroll.lan
  --txt-record=07.1.168.192.in-addr.arpa,secret-token --txt-record=_dns.resolver.arpa,secret-token
  --host-record=www.public.test,203.0.113.7 --host-record=xn--bcher-kva.test,203.0.113.8
  --cname=alias.public.test,vault.service.consul --mx-host=public.test,mail.service.consul,10
  --srv-host=_ldap._tcp.public.test,dc.ad.intra,389 --ptr-record=7.113.0.203.in-addr.arpa,payroll.service.consul
`)

interface SplitResolver extends AsyncDisposable {
  /** For `--resolvers`. */
  readonly resolvers: string
  /** The names of all questions so far, in lower case and order. */
  asked(): Promise<string[]>
}

/** Starts the resolver; `port` is one that the test may use. */
async function startSplitResolver(port: number): Promise<SplitResolver> {
  const command = [...dnsmasq(port, {}), '--conf-file=/dev/null', '--no-daemon', '--log-queries', '--log-facility=-', ...ZONES]
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
  let log = ''
  const started = Promise.withResolvers<void>()
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stderr) {
      log += decoder.decode(chunk, { stream: true })
      if (log.includes('started')) started.resolve()
    }
    started.reject(new Error(`dnsmasq ended: ${log}`))
  }
  void read()
  await started.promise
  return {
    resolvers: ['a', 'b', 'c'].map((id) => `${id}=127.0.0.1:${port}`).join(),
    async asked() {
      // It writes a line before it answers; the pipe may be a moment late.
      await Bun.sleep(100)
      return [...log.matchAll(/ query\[[^\]]+\] (\S+) from /g)].map(([, name = '']) => name.toLowerCase())
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}

/** Plain JavaScript, unchecked by a compiler. Each way turns a minted name, or a text, into the argument for the net. */
const PLUG_IN = `import { defineTool, dnsName, t } from 'doorstep'
const words = [0xc0a80107]
const WAYS = {
  text: (name, other) => other,
  'text object': (name, other) => new String(other),
  'text with fields': (name, other) => Object.assign(new String(other), { ascii: other, unicode: other }),
  'subclass of text': (name, other) => new (class extends String { get ascii() { return other } lineage() { return [this] } })(other),
  list: (name, other) => [other],
  'toString': (name, other) => ({ ascii: { toString: () => other, includes: () => false, split: () => other.split('.') }, toString: () => other }),
  look: (name, other) => ({ ascii: other, unicode: other, lineage: () => [name] }),
  spread: (name, other) => ({ ...name, ascii: other }),
  prototype: (name, other) => Object.assign(Object.create(Object.getPrototypeOf(name)), { ascii: other }),
  'own prototype': (name, other) => Object.create(name, { ascii: { value: other } }),
  proxy: (name, other) => new Proxy(name, { get: (one, key) => (key === 'ascii' ? other : Reflect.get(one, key)) }),
  'proxy of nothing': (name, other) =>
    new Proxy({}, { get: (_, key) => (key === 'ascii' ? other : name[key]), has: () => true, getPrototypeOf: () => Object.getPrototypeOf(name) }),
  clone: (name, other) => Object.assign(structuredClone(name), { ascii: other, lineage: () => [] }),
  'clone of JSON': (name, other) => Object.assign(JSON.parse(JSON.stringify(name)), { ascii: other }),
  constructor: (name, other) => new name.constructor(Symbol('admitted'), other),
  'other constructor': (name, other) => Reflect.construct(name.constructor, [Symbol('admitted'), other], function () {}),
  subclass: (name, other) => new (class extends name.constructor {})(undefined, other),
  'base class': (name, other) => {
    const forged = { ascii: other }
    Object.setPrototypeOf(name.constructor, function () { return forged })
    try { new name.constructor(undefined, other) } catch {}
    return forged
  },
  'found symbol': (name, other) => new name.constructor(Object.getOwnPropertySymbols(name)[0], other),
  'change it': (name, other) => { name.ascii = other; return name },
  'define it': (name, other) => Object.defineProperty(name, 'ascii', { value: other }),
  'change the class': (name, other) => { name.constructor.assert = () => {}; return { ascii: other } },
  'change the prototype': (name, other) => Object.defineProperty(Object.getPrototypeOf(name), 'ascii', { value: other }) && name,
  'parents of another': (name, other) => name.lineage.call({ ascii: other })[0],
  'parents of a proxy': (name, other) => name.lineage.call(new Proxy({ ascii: other }, { has: () => true }))[0],
  found: (name, other, { dns }) => dns.found(other),
  'found, called by another': (name, other, { dns }) => dns.found.call({ finds: { admitFoundName: () => name } }, other),
  'a rule of its own': (name, other, { dns }) => { dns.isLocal = () => false; return dns.found(other) },
  nothing: () => undefined,
}
const METHODS = {
  lookup: ({ dns }, name) => dns.lookup(name, 'A').then(({ values }) => values),
  text: ({ dns }, name) => dns.lookup(name, 'TXT').then(({ values }) => values),
  checked: ({ dns }, name) => dns.lookupChecked(name, 'A').then(({ answer }) => answer.values),
  addresses: ({ dns }, name) => dns.addresses(name).then(({ addresses }) => addresses),
  authoritative: ({ dns }, name) => dns.authoritative(name, 'A').then((found) => found?.answer.values),
  inside: ({ dns }, name) => dns.questions.ask(dns.resolvers[0].endpoints(), { name, type: 1 }, { recursion: true }),
}
const attempt = async (work) => { try { return JSON.stringify(await work()) ?? 'nothing' } catch (error) { return 'refused: ' + error.message } }
export default defineTool({
  path: '/api/tools/other-name',
  policy: dnsName('domain'),
  body: t.Object({ domain: t.String(), other: t.String(), way: t.String() }),
  result: t.Object({ said: t.Record(t.String(), t.String()) }),
  async run({ body: { other, way }, target, net }) {
    const said = {}
    if (way === 'ways') {
      for (const [name, make] of Object.entries(WAYS)) {
        for (const [method, use] of Object.entries(METHODS)) {
          said[name + ', ' + method] = await attempt(async () => use(net, make(target, other, net)))
        }
      }
    }
    if (way === 'address') said.names = await attempt(() => net.dns.namesOf({ version: 4, text: '192.168.1.7', words }, 500))
    if (way === 'resolver') {
      const own = { id: 'x', name: 'x', kind: 'local', endpoints: () => [{ address: '127.0.0.1', port: Number(other) }] }
      said.option = await attempt(() => net.dns.lookup(target, 'A', { resolver: own }))
      said.list = await attempt(() => { net.dns.resolvers = [own]; return net.dns.lookup(target, 'A') })
      said.entry = await attempt(() => { net.dns.resolvers[0] = own; return net.dns.lookup(target, 'A') })
      said.endpoints = await attempt(() => { net.dns.resolvers[0].endpoints = own.endpoints; return net.dns.lookup(target, 'A') })
    }
    if (way === 'found') {
      const found = net.dns.found(other)
      said.found = found === null ? 'null' : found.ascii + ' ' + (await attempt(() => METHODS.lookup(net, found)))
    }
    if (way === 'target') said.target = await attempt(() => METHODS.lookup(net, target))
    return { said }
  },
})
`

interface Lab {
  readonly server: Server
  readonly resolver: SplitResolver
  /** Runs the plug-in with `www.public.test` as its target, and returns its answer. */
  run(way: string, other?: string): Promise<Record<string, string>>
}

const opened = shared(async (owned): Promise<Lab> => {
  const resolver = owned.use(await startSplitResolver(freePort()))
  const { folder } = owned.use(plugInFolder({ 'other-name.js': PLUG_IN }))
  const args = ['--tools-dir', folder, '--resolvers', resolver.resolvers, '--allow-targets', '203.0.113.0/24']
  const server = owned.use(await startServer({ args }))
  return {
    server,
    resolver,
    async run(way, other = '') {
      const answer = await postTool(server.url, 'other-name', { domain: 'www.public.test', other, way })
      const { said } = await bodyOf(answer)
      if (!said) throw new Error(`${answer.status}`)
      return said
    },
  }
})

/** Names that a test asks about on purpose, and their parents. */
const MEANT =
  /^(?:.*\.)?(?:test|example|invalid|kr|com|web|xn--3e0b707e|8\.in-addr\.arpa|192\.in-addr\.arpa|113\.0\.203\.in-addr\.arpa)$|^\.?$|^<root>$/

function insideTest(name: string, check: (lab: Lab) => Promise<void>) {
  labTest(name, SPLIT_NEEDS, async () => {
    const lab = await opened()
    await check(lab)
    const asked = await lab.resolver.asked()
    expect(asked.filter((one) => !MEANT.test(one))).toEqual([])
  })
}

const secretsIn = (said: unknown) => SECRETS.filter((secret) => JSON.stringify(said).includes(secret))

insideTest('the name that the policy minted is asked about', async ({ run, resolver }) => {
  expect(await run('target')).toEqual({ target: '["203.0.113.7"]' })
  expect(await resolver.asked()).toContain('www.public.test')
})

for (const other of ['nas.lan', 'vault.service.consul', '7.1.168.192.in-addr.arpa'])
  insideTest(`no value that is made of "${other}" gets a question about it sent`, async ({ run }) => {
    const said = await run('ways', other)
    expect(Object.keys(said).length).toBeGreaterThan(170)
    expect(secretsIn(said)).toEqual([])
    const answered = Object.entries(said).filter(([, one]) => !one.startsWith('refused: '))
    expect(answered.map(([way]) => way)).toEqual([])
  })

insideTest('the name of a private address is not asked for', async ({ run }) => {
  expect(await run('address')).toEqual({ names: '[]' })
})

insideTest('only the resolvers of the operator are asked, even if a plug-in replaces them', async ({ run }) => {
  await using other = await startSplitResolver(freePort())
  const said = await run('resolver', other.resolvers.split(':').at(-1))
  expect([Object.values(said).every((one) => one.startsWith('refused: ')), await other.asked()]).toEqual([true, []])
})

insideTest('found names are judged in every spelling', async ({ run }) => {
  for (const name of LOCAL_NAMES) expect([name, (await run('found', name)).found]).toEqual([name, 'null'])
  // Zones may contain any byte: below example.com these are names, which a person would not write.
  for (const name of NO_NAMES.filter((one) => !/^nas\.lan[/#\\].*example\.com$/.test(one)))
    expect([name, (await run('found', name)).found]).toEqual([name, 'null'])
  for (const name of PUBLIC_NAMES) expect([name, (await run('found', name)).found]).not.toEqual([name, 'null'])
})

insideTest('a name in another script is asked about as its A-label', async ({ run, resolver }) => {
  expect(await run('found', 'bücher.test')).toEqual({ found: 'xn--bcher-kva.test ["203.0.113.8"]' })
  expect(await resolver.asked()).toContain('xn--bcher-kva.test')
})

insideTest('the built-in tools refuse them as well, and say why', async ({ server }) => {
  const code = async (tool: string, body: object) => (await bodyOf(await postTool(server.url, tool, body))).code
  for (const domain of LOCAL_NAMES) {
    expect([domain, await code('dns-lookup', { domain, recordType: 'TXT' })]).toEqual([domain, 'target-not-public'])
    expect([domain, await code('dns-propagation', { domain })]).toEqual([domain, 'target-not-public'])
  }
  for (const domain of NO_NAMES) {
    // The host is judged, of a URL and of a host with its port.
    const refusal = /^nas\.lan[/:#?]/.test(domain) ? 'target-not-public' : 'invalid-target'
    expect([domain, await code('dns-lookup', { domain })]).toEqual([domain, refusal])
  }
  // Zones contain names that no host has.
  for (const host of LOCAL_NAMES.filter((name) => !/[*/]/.test(name))) {
    expect([host, await code('ping', { host })]).toEqual([host, 'target-not-public'])
    expect([host, await code('http-headers', { url: `http://${host}/` })]).toEqual([
      host,
      expect.stringMatching(/^(target-not-public|invalid-target)$/),
    ])
  }
})

insideTest('records of public names that lead inside show the name there, and nothing more', async ({ server }) => {
  const post = async (tool: string, body: object) => bodyOf(await postTool(server.url, tool, body))
  const leaving = await post('dns-lookup', { domain: 'alias.public.test' })
  expect(leaving).toMatchObject({
    status: 'nodata',
    reason: 'leads-to-local-name',
    values: [],
    cnameChain: ['vault.service.consul'],
  })
  const text = await post('dns-lookup', { domain: 'alias.public.test', recordType: 'TXT' })
  const mail = await post('dns-lookup', { domain: 'public.test', recordType: 'MX' })
  expect(mail).toMatchObject({ values: ['10 mail.service.consul'], nextActions: [{ code: 'leads-to-local-name' }] })
  const service = await post('dns-lookup', { domain: '_ldap._tcp.public.test', recordType: 'SRV' })
  expect(service.nextActions).toMatchObject([{ code: 'leads-to-local-name' }])
  const names = await post('reverse-dns', { ip: '203.0.113.7' })
  expect(names).toMatchObject({ hostnames: [], localNames: 1, forwardConfirmed: [] })
  const host = await post('ping', { host: 'alias.public.test' })
  expect(host).toMatchObject({ code: 'target-not-public' })
  expect(secretsIn([leaving, text, names, host])).toEqual([])
})

test('the tables are large', () => expect(LOCAL_NAMES.length + NO_NAMES.length).toBeGreaterThan(60))
