// Mistakes that the types refuse: each line marked with ts-expect-error must be an error. Never run; tool.types.test.ts has it compiled.
import { PublicEndpoint, QueryName } from '../../src/policy/target.ts'
import {
  defineQuery,
  defineText,
  defineTool,
  dnsName,
  followUp,
  offline,
  parseAddress,
  publicHost,
  publicIp,
  publicName,
  publicService,
  publicUrl,
  refusing,
  requester,
  requesterAndName,
  t,
} from '../../src/tool.ts'

const sentences = {
  title: 'x',
  summary: 'x',
  port: '{port}',
  'label.ip': 'x',
  'field.ip': 'x',
  'label.port': 'x',
  'field.port': 'x',
} as const
const text = defineText({ en: sentences, ko: sentences })
const common = { path: '/api/tools/x', group: 'ip', text, headline: () => 'x' } as const

export function refusedByTheCompiler(): void {
  // @ts-expect-error a text without ko
  defineText({ en: { summary: 'x' } })
  // @ts-expect-error a sentence that ko lacks
  defineText({ en: { summary: 'x', more: 'y' }, ko: { summary: 'x' } })
  // @ts-expect-error a translation that lacks a slot
  defineText({ en: { summary: '{a} {b}' }, ko: { summary: '{a}' } })
  // @ts-expect-error a translation with a slot of its own
  defineText({ en: { summary: '{a}' }, ko: { summary: '{a} {b}' } })
  const unsaid = defineText({ en: { title: 'x' }, ko: { title: 'x' } })
  // @ts-expect-error a text without a summary
  defineQuery({ path: '/api/x', group: 'ip', text: unsaid, result: t.String(), run: () => '' })

  const body = t.Object({ ip: refusing(t.String(), 'invalid-target'), port: t.Integer() })
  const result = t.Object({ port: t.Integer() })
  const looking = { ...common, policy: publicIp('ip'), body, result }
  const { 'field.ip': _, ...fewer } = sentences
  const fieldless = defineText({ en: fewer, ko: fewer })
  // @ts-expect-error a field without its label and sentence
  defineTool({ ...common, text: fieldless, policy: offline, body, result, run: () => ({ port: 1 }) })
  // @ts-expect-error a follow-up that names no tool
  followUp('nothing', {})
  // @ts-expect-error a follow-up with a request that its tool refuses
  followUp('ping', { host: 'example.com', count: 'three' })
  // @ts-expect-error a policy on a field that the body lacks
  defineTool({ ...common, policy: publicIp('host'), body, result, run: () => ({ port: 1 }) })
  // @ts-expect-error a policy on a field that is not text
  defineTool({ ...common, policy: publicIp('port'), body, result, run: () => ({ port: 1 }) })
  // @ts-expect-error a target in an offline tool
  defineTool({ ...common, policy: offline, body, result, run: ({ target }) => ({ port: target ? 1 : 2 }) })
  // @ts-expect-error net in an offline tool
  defineTool({ ...common, policy: offline, body, result, run: ({ net }) => ({ port: net ? 1 : 2 }) })
  // @ts-expect-error a port of the requester where the policy only lets the tool look up a name
  defineTool({ ...common, policy: requesterAndName('ip'), body, result, run: ({ target }) => ({ port: target.at(80).port }) })
  const asking = t.Object({ ip: t.Optional(t.String()), port: t.Integer() })
  const connecting = { ...common, policy: requesterAndName('ip', { connects: true }), body: asking, result }
  defineTool({ ...connecting, run: ({ target }) => ({ port: target.at(80).port }) })
  // @ts-expect-error a name that may be missing, without a look
  defineTool({ ...connecting, run: ({ target }) => ({ port: target.domain.ascii.length }) })
  // @ts-expect-error a connection to the requester's address without a port
  defineTool({ ...connecting, run: ({ target, net }) => ({ port: net.tcp.sourceTo(target.requester)?.version ?? 4 }) })
  // @ts-expect-error a name in a field that is not text
  defineTool({ ...common, policy: publicName('port', { ports: [80] }), body, result, run: () => ({ port: 1 }) })
  const naming = { ...common, policy: publicName('ip', { ports: [80] }), body, result }
  defineTool({
    ...naming,
    run: async ({ target, net }) => {
      // @ts-expect-error a lookup of a name that may be of a local network, without a look
      await net.dns.lookup(target.query, 'A')
      const address = parseAddress('192.0.2.1')
      const found = address && target.at(address, 80)
      // @ts-expect-error a connection to an address that may not be public, without a look
      if (found) await net.tcp.probe(found)
      return { port: 1 }
    },
  })
  defineTool({
    ...common,
    policy: dnsName('ip'),
    body,
    result,
    run: async ({ target, net: { dns }, body: { ip } }) => {
      await Promise.all([
        dns.lookup(target, 'A'),
        dns.lookupChecked(target, 'A'),
        dns.addresses(target),
        dns.authoritative(target, 'A'),
      ])
      // @ts-expect-error text, since names are judged before they are looked up
      dns.lookup(ip, 'A')
      // @ts-expect-error a name as people write it
      dns.lookup(target.unicode, 'A')
      // @ts-expect-error a name in ASCII, which may be any by now
      dns.authoritative(target.ascii, 'A')
      // @ts-expect-error a text as a host
      dns.addresses(ip)
      // @ts-expect-error a name with another text put in its place
      dns.lookup({ ...target, ascii: ip }, 'A')
      // @ts-expect-error a name that may be local, without a look
      dns.lookup(dns.found(ip), 'A')
      // @ts-expect-error a name made by hand
      new QueryName(Symbol('let pass'), ip)
      const found = dns.found(ip)
      return { port: found ? (await dns.lookup(found, 'A')).values.length : 0 }
    },
  })
  // @ts-expect-error a refusal from a query, which has no request to refuse
  defineQuery({ path: '/api/x', group: 'ip', text, result: t.String(), run: ({ refuse }) => String(refuse) })
  // @ts-expect-error a wrong result
  defineTool({ ...looking, run: () => ({ port: 'one' }) })
  // @ts-expect-error a result that lacks a field
  defineTool({ ...looking, run: () => ({}) })
  // @ts-expect-error a report from a tool that has no event
  defineTool({ ...looking, run: ({ report }) => ({ port: report ? 1 : 2 }) })
  defineTool({
    ...looking,
    event: t.Object({ hop: t.Integer(), address: t.String() }),
    run: ({ report, target, net }) => {
      report({ hop: 1, address: target.address.text })
      // @ts-expect-error an event that lacks a field
      report({ hop: 1 })
      // @ts-expect-error an event with a made-up field
      report({ hop: 1, address: '', name: '' })
      return { port: net.signal.aborted ? 1 : 2 }
    },
  })
  defineTool({
    ...looking,
    run: ({ say, next, refuse, target, body: { port } }) => {
      // @ts-expect-error a slot left empty
      say('port')
      // @ts-expect-error a sentence that is not there
      say('nothing')
      // @ts-expect-error a next action without a sentence
      next('nowhere', {})
      // @ts-expect-error a made-up field of the target
      target.hostname
      if (port === 1) return refuse('port', { port }, { field: 'ip', code: 'invalid-target' })
      // @ts-expect-error a refusal without a sentence
      if (port === 2) return refuse('nothing', {}, { field: 'ip', code: 'invalid-target' })
      // @ts-expect-error a refusal for a field that the body lacks
      if (port === 4) return refuse('port', { port }, { field: 'host', code: 'invalid-target' })
      // @ts-expect-error a refusal with a code that is not a tool's to use
      if (port === 5) return refuse('port', { port }, { field: 'ip', code: 'internal' })
      return { port: say('port', { port }).length }
    },
  })
  defineTool({
    ...looking,
    run: ({ refuse, body: { port } }) => {
      if (port === 1) return refuse('port', { port }, { field: 'ip', code: 'invalid-request' })
      // @ts-expect-error a refusal with a code that the field does not name
      if (port === 2) return refuse('port', { port }, { field: 'ip', code: 'unknown-value' })
      // @ts-expect-error a refusal that only the host gives
      return refuse('port', { port }, { field: 'ip', code: 'unsupported-on-host' })
    },
  })
  // @ts-expect-error a code that no tool refuses with
  refusing(t.String(), 'internal')

  const { headline: __, ...mute } = common
  defineTool({ ...mute, policy: offline, body, result, run: () => ({ port: 1 }) })
  defineTool({ path: '/api/tools/x', policy: offline, body, run: ({ body }) => ({ port: body.port, ip: body.ip }) })
  // @ts-expect-error a tool without a policy
  defineTool({ path: '/api/tools/x', body, run: () => ({}) })
  // @ts-expect-error net in an offline tool that says nothing else
  defineTool({ path: '/api/tools/x', policy: offline, body, run: ({ net }) => ({ net }) })
  defineTool({
    ...looking,
    good: { field: 'port', values: [] },
    details: ['port'],
    headline: ({ port }, { say, target }) => `${target.address.text} ${say('port', { port })}`,
    run: () => ({ port: 1 }),
  })
  // @ts-expect-error a headline of a field that the result lacks
  defineTool({ ...mute, policy: offline, body, result, headline: ({ host }) => host, run: () => ({ port: 1 }) })
  const judged = t.Object({ status: t.Union([t.Literal('open'), t.Literal('closed')]), isOk: t.Boolean() })
  const judging = { ...common, policy: offline, body, result: judged, run: () => ({ status: 'open', isOk: true }) as const }
  defineTool({ ...judging, good: { field: 'status', values: ['open'] } })
  defineTool({ ...judging, good: { field: 'isOk', values: [true] } })
  // @ts-expect-error a good finding in a field that the result lacks
  defineTool({ ...judging, good: { field: 'verdict', values: ['open'] } })
  // @ts-expect-error a good finding that the field never has
  defineTool({ ...judging, good: { field: 'status', values: ['opened'] } })
  defineTool({ ...judging, reach: { field: 'status', reached: ['open'], missed: [], address: ['status'] } })
  // @ts-expect-error a word for being reached that the field never has
  defineTool({ ...judging, reach: { field: 'status', reached: ['opened'], missed: [], address: ['status'] } })
  defineTool({ ...judging, short: { field: 'status' } })
  // @ts-expect-error a short value that the result lacks
  defineTool({ ...judging, short: { field: 'ip' } })
  // @ts-expect-error a detail that the result lacks
  defineTool({ ...judging, details: ['host'] })
  // @ts-expect-error net where no policy gives one
  defineTool({ ...common, policy: publicIp('ip', { asks: 'nobody' }), body, result, run: ({ net }) => ({ port: net ? 1 : 2 }) })

  const reaching = { ...common, body: t.Object({ ip: t.String(), port: t.Integer() }), result }
  // @ts-expect-error a port that is not a number
  defineTool({ ...reaching, policy: publicService('ip', 'ip'), run: () => ({ port: 1 }) })
  // @ts-expect-error a port of a service that the body lacks
  defineTool({ ...reaching, policy: publicService('ip', 'gate'), run: () => ({ port: 1 }) })
  // @ts-expect-error a usual port where the port never varies
  publicService('ip', 123, { usualPort: 123 })
  defineTool({
    ...reaching,
    policy: publicService('ip', 123),
    run: ({ target, net }) => {
      for (const endpoint of target.endpoints) net.udp.probe(endpoint, [])
      return { port: target.port }
    },
  })
  // @ts-expect-error a port that the body lacks
  defineTool({ ...reaching, policy: requester('gate'), run: () => ({ port: 1 }) })
  defineTool({
    ...reaching,
    policy: publicIp('ip'),
    run: ({ target, net }) => {
      // @ts-expect-error an address to look up, as an endpoint of TCP
      net.tcp.probe(target)
      // @ts-expect-error an address to look up, as a target of a ping
      net.path.ping(target, { count: 1, report: () => {} })
      // @ts-expect-error an address to look up with a port added
      net.tcp.probe({ ...target, port: 22 })
      return { port: 1 }
    },
  })
  defineTool({
    ...reaching,
    policy: publicHost('ip'),
    run: ({ target: { targets, ...host }, net, body: { port } }) => {
      // @ts-expect-error a host without a port has no endpoints
      host.endpoints
      const [target] = targets
      if (!target) return { port: 0 }
      net.path.ping(target, { count: 1, report: () => {} })
      net.path.trace({ method: 'udp', to: target }, { maxHops: 1, report: () => {} })
      // @ts-expect-error a bare target, traced with handshakes
      net.path.trace({ method: 'tcp', to: target }, { maxHops: 1, report: () => {} })
      // @ts-expect-error a bare target, probed
      net.tcp.probe(target)
      // @ts-expect-error a bare target, connected to for its certificate
      net.tls.inspect({ ...host, port, endpoints: targets })
      // @ts-expect-error a bare target, requested over HTTP
      net.http.head('https', { ...host, port, endpoints: targets }, 'GET')
      // @ts-expect-error an endpoint made by hand
      new PublicEndpoint(Symbol('let pass'), target.address, port)
      return { port: 1 }
    },
  })
  defineTool({
    ...reaching,
    policy: publicService('ip', 'port'),
    run: ({ target, net }) => {
      const [endpoint] = target.endpoints
      net.tls.inspect(target)
      net.http.head('http', target, 'HEAD')
      net.tcp.probeFirst(target.endpoints)
      if (endpoint) net.tcp.probe(endpoint)
      // @ts-expect-error an endpoint at another port
      if (endpoint) net.tcp.probe({ ...endpoint, port: 22 })
      // @ts-expect-error an endpoint that is made up
      net.tcp.probe({ address: { version: 4, text: '192.0.2.1', words: [0] }, port: 22 })
      // @ts-expect-error an endpoint of somebody else, looked at closely
      if (endpoint) net.where.look({ to: endpoint, protocol: 'tcp', payloads: [], plain: net.tcp.probe(endpoint) })
      // @ts-expect-error an endpoint of somebody else, asked who it is
      if (endpoint) net.identity.ask(endpoint, 'minecraft')
      // @ts-expect-error text, since addresses are judged before they are reached
      net.tcp.probe('192.0.2.1:22')
      return { port: target.port }
    },
  })
  defineTool({
    ...reaching,
    policy: publicUrl('ip'),
    run: ({ target, net }) => {
      net.http.follow(target, 'GET')
      // @ts-expect-error a URL that no policy has judged
      net.http.follow(new URL('http://192.0.2.1/'), 'GET')
      return { port: target.host.port }
    },
  })
}
