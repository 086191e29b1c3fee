// No request reaches an address that must not be reached: the whole table through HTTP against the compiled file, in a namespace whose
// default route swallows everything, with every packet recorded.

import { afterAll, beforeAll, describe, expect } from 'bun:test'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXECUTABLE, PROGRAM } from '../support/executable.ts'
import { labTest, programPath } from '../support/lab.ts'
import { listed } from '../support/listed.ts'
import { dnsmasq } from '../support/net/dnsmasq.ts'
import { makeNamespace, type Namespace, portsOpen, run } from '../support/net/namespace.ts'
import { edgeAddresses, ODD_HOSTS, ODD_URLS } from '../support/policy/adversarial.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../support/server.ts'

const PASTED = ['[::1]:80', '127.0.0.1:80', 'http://127.0.0.1', '127.0.0.1/x', '127.0.0.1', 'javascript:1']
const NEEDS = { programs: ['ip', 'dnsmasq', 'tcpdump', 'nginx'], root: true }
const DNS_PORT = 5300
const RESOLVER = `127.0.0.1:${DNS_PORT}`
/** Names that real name servers would give such addresses, and one that is good. */
const NAMES: Record<string, string[]> = {
  'good.test': ['8.8.8.8'],
  'private.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'mixed.test': ['8.8.4.4', '192.168.0.1'],
  'mixed6.test': ['8.8.4.4', 'fd00::1'],
  'platform.test': ['168.63.129.16'],
  'unspecified.test': ['0.0.0.0'],
}

/** A server that may be reached, and redirects to what may not be. */
const REDIRECTOR = '198.18.200.1'
/** A public address that the machine under test has itself. */
const OWN = '9.9.9.1'
const STATUSES = [301, 302, 303, 307, 308]
const LOCATIONS = [
  ...'http://10.0.0.1/ https://127.0.0.1/ http://127.1/ http://0x7f000001/ http://2130706433/ http://017700000001/'.split(' '),
  ...listed(`
    //10.0.0.1/ https:10.0.0.1 http:///10.0.0.1 http://[::1]/ http://[::ffff:10.0.0.1]/ http://169.254.169.254/latest
  `),
  ...listed(`
    http://localhost/ http://nas.local/ http://private.test/ http://mixed.test/ http://mapped.test/
    http://1.0.0.127.in-addr.arpa/
  `),
  ...'http://8.8.8.8:25/ ftp://10.0.0.1/ file:///etc/passwd http://user@10.0.0.1/ javascript:1'.split(' '),
  'http://10.0.0.1\\\\@8.8.8.8/',
]
/** Gives a good address to the first question for a name and a private one to every other. */
const REBINDER_PORT = 5301
const REBINDER = `
const { decode, encode } = require('dns-packet')
const seen = new Set()
Bun.udpSocket({ hostname: '127.0.0.1', port: ${REBINDER_PORT}, socket: { data(socket, bytes, port, address) {
  const { id, questions } = decode(bytes)
  const [{ name, type }] = questions
  const data = seen.has(name) ? '10.0.0.1' : '8.8.8.8'
  if (type === 'A') seen.add(name)
  const answers = type === 'A' ? [{ type, name, ttl: 0, data }] : []
  socket.send(encode({ type: 'response', id, questions, answers }), port, address)
} } })
setInterval(() => {}, 1000)
`

const folder = mkdtempSync(join(tmpdir(), 'doorstep-adversarial-'))
const capture = join(folder, 'packets')
let machine: Namespace | undefined
let server: Server | undefined
beforeAll(async () => {
  if (process.getuid?.() !== 0 || NEEDS.programs.some((program) => programPath(program) === null)) return
  machine = await makeNamespace()
  const inside = [
    'link add out type veth peer name swallow',
    'link set out arp off',
    'link set swallow up',
    'addr add 198.18.200.1/32 dev out',
    'addr add 2001:db8:200::1/128 dev out nodad',
    'link set out up',
    'route add default dev out',
    '-6 route add default dev out',
  ]
  await machine.addAddress(OWN)
  for (const line of inside) await run(['ip', '-n', machine.name, ...line.split(' ')])
  machine.spawn(dnsmasq(DNS_PORT, NAMES))
  machine.spawn(
    [
      programPath('tcpdump') ?? '',
      ...'-i any -n -l -q -t -s 96 -B 16384'.split(' '),
      `((tcp or udp) and not port ${DNS_PORT} and not port ${REBINDER_PORT}) or icmp[icmptype] == icmp-echo or (icmp6 and ip6[40] == 128)`,
    ],
    { log: openSync(capture, 'w') },
  )
  const redirects = STATUSES.flatMap((status) =>
    LOCATIONS.map((location, index) => `location = /${status}/${index} { return ${status} "${location}"; }`),
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; absolute_redirect off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; server { listen ${REDIRECTOR}:80; ${redirects.join('\n')} } }
`,
  )
  machine.spawn([programPath('nginx') ?? '', '-c', `${folder}/nginx.conf`, '-p', folder])
  machine.spawn([process.execPath, '-e', REBINDER])
  server = await startServer({
    // Hundreds of redirects come from one address.
    command: machine.inside(PROGRAM),
    env: UNLIMITED_TARGETS,
    host: machine.address4,
    args: ['--resolvers', `a=${RESOLVER},b=${RESOLVER},c=${RESOLVER}`, '--allow-targets', REDIRECTOR],
  })
  await portsOpen(machine, [DNS_PORT, REBINDER_PORT, 80])
  while (!readFileSync(capture, 'utf8').includes('listening on')) await Bun.sleep(20)
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await machine?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

/**
 * Returns where packets went ("ping 192.0.2.1" if it was an echo request), except for the traffic between this test, doorstep and its
 * resolver.
 */
function destinations(): Set<string> {
  const link = machine ? [machine.address4, machine.peer4] : []
  const found = new Set<string>()
  for (const line of readFileSync(capture, 'utf8').split('\n')) {
    const [, from = '', to = ''] = / IP6? (\S+) > (\S+):/.exec(line) ?? []
    if (to === '' || [from, to].some((end) => end.startsWith('127.0.0.1.') && end.endsWith(`.${DNS_PORT}`))) continue
    const isEcho = line.includes('ICMP')
    const host = isEcho ? to : to.slice(0, to.lastIndexOf('.'))
    if (!link.includes(host)) found.add(isEcho ? `ping ${host}` : host)
  }
  return found
}

/** Returns the code of the refusal, or "allowed". */
async function ask(tool: string, request: object): Promise<string> {
  const answer = await postTool(server?.url ?? '', tool, request)
  const body = await bodyOf(answer)
  return answer.status === 200 ? 'allowed' : body.code
}

async function judged<Row extends { verdict: string }>(rows: readonly Row[], asking: (row: Row) => Promise<string>) {
  const verdicts = await Promise.all(rows.map(asking))
  return rows.flatMap((row, index) => (verdicts[index] === row.verdict ? [] : [{ ...row, found: verdicts[index] }]))
}

/** They take a host and nothing else. */
const HOST_TOOLS = ['ssl-check', 'ping', 'traceroute']
const hosts = ODD_HOSTS.map(([host, verdict]) => ({ host, verdict }))
const urls = ODD_URLS.map(([url, verdict]) => ({ url, verdict }))
const names = Object.keys(NAMES).map((host) => ({ host, verdict: host === 'good.test' ? 'allowed' : 'target-not-public' }))
const edges = edgeAddresses()
const refused = edges.filter(({ verdict }) => verdict !== 'allowed')
const allowed = edges.filter(({ verdict }) => verdict === 'allowed')
const inUrl = (address: string) => `http://${address.includes(':') ? `[${address}]` : address}/`

describe('the table', () => {
  labTest('every address at the edge of a block that is refused', NEEDS, async () => {
    expect(await judged(refused, ({ address }) => ask('public-service-check', { target: address, port: 80 }))).toEqual([])
    for (const tool of HOST_TOOLS) expect(await judged(refused, ({ address }) => ask(tool, { host: address }))).toEqual([])
    expect(await judged(refused, ({ address }) => ask('http-headers', { url: inUrl(address) }))).toEqual([])
    expect(await judged(refused, ({ address }) => ask('reverse-dns', { ip: address }))).toEqual([])
  })

  labTest('every odd spelling', NEEDS, async () => {
    // The host is judged, of a URL and of a host with its port.
    const read = hosts.map((one) => (PASTED.includes(one.host) ? { ...one, verdict: 'target-not-public' as const } : one))
    expect(await judged(read, ({ host }) => ask('public-service-check', { target: host, port: 80 }))).toEqual([])
    for (const tool of HOST_TOOLS) expect(await judged(read, ({ host }) => ask(tool, { host }))).toEqual([])
    const located = urls.map((one) => (PASTED.includes(one.url) ? { ...one, verdict: 'target-not-public' as const } : one))
    expect(await judged(located, ({ url }) => ask('http-headers', { url }))).toEqual([])
  })

  labTest('names that lead inside', NEEDS, async () => {
    const inside = names.filter(({ verdict }) => verdict !== 'allowed')
    for (const scheme of [undefined, 'http', 'https']) {
      const rest = scheme === undefined ? {} : { scheme }
      expect(await judged(inside, ({ host }) => ask('public-service-check', { target: host, port: 80, ...rest }))).toEqual([])
    }
    expect(await judged(inside, ({ host }) => ask('http-headers', { url: `https://${host}/` }))).toEqual([])
    for (const tool of HOST_TOOLS) expect(await judged(inside, ({ host }) => ask(tool, { host }))).toEqual([])
  })

  labTest('redirects to addresses that may not be reached, by every status code', NEEDS, async () => {
    const rows = STATUSES.flatMap((status) => LOCATIONS.map((location, index) => ({ status, location, index })))
    const outcomes = await Promise.all(
      rows.map(async ({ status, location, index }) => {
        const answer = await postTool(server?.url ?? '', 'http-headers', { url: `http://${REDIRECTOR}/${status}/${index}` })
        const { outcome, redirects } = await bodyOf(answer)
        return [status, location, outcome, redirects?.length]
      }),
    )
    expect(outcomes).toEqual(rows.map(({ status, location }) => [status, location, 'redirect-refused', 1]))
  })

  labTest('an address of this machine, public as it is', NEEDS, async () => {
    for (const [tool, request] of [
      ['public-service-check', { target: OWN, port: 80 }],
      ['http-headers', { url: `http://${OWN}/` }],
      ...HOST_TOOLS.map((tool) => [tool, { host: OWN }] as const),
    ] as const) {
      const answer = await postTool(server?.url ?? '', tool, request)
      expect([tool, answer.status]).toEqual([tool, 403])
      expect(await bodyOf(answer)).toMatchObject({
        code: 'target-not-public',
        detail: expect.stringContaining('this server itself'),
      })
    }
  })

  labTest('no request of all these has sent a packet', NEEDS, async () => {
    await Bun.sleep(1500)
    expect([...destinations()].filter((address) => address !== REDIRECTOR)).toEqual([])
  })

  labTest('what is allowed is tried, and nothing else: the capture sees packets when there are some', NEEDS, async () => {
    expect(await judged(allowed, ({ address }) => ask('public-service-check', { target: address, port: 80 }))).toEqual([])
    expect(await ask('public-service-check', { target: 'good.test', port: 80 })).toBe('allowed')
    expect(await ask('ping', { host: 'good.test', count: 1 })).toBe('allowed')
    await Bun.sleep(1500)
    const short = (address: string) => new URL(inUrl(address)).hostname.replace(/[[\]]/g, '')
    expect([...destinations()].filter((address) => address !== REDIRECTOR).toSorted()).toEqual(
      [...allowed.map(({ address }) => short(address)), '8.8.8.8', 'ping 8.8.8.8'].toSorted(),
    )
  })

  labTest('a name that changes its address between two lookups is asked for once, and then refused', NEEDS, async () => {
    if (!machine) throw new Error('no namespace')
    const rebinder = `127.0.0.1:${REBINDER_PORT}`
    const args = ['--resolvers', `a=${rebinder},b=${rebinder},c=${rebinder}`]
    await using other = await startServer({ command: machine.inside([EXECUTABLE]), host: machine.address4, args })
    const requests: [tool: string, request: object][] = [
      ['public-service-check', { target: 'one.test', port: 80, scheme: 'http' }],
      ['http-headers', { url: 'https://two.test/' }],
      ['ssl-check', { host: 'three.test' }],
      ['ping', { host: 'four.test', count: 1 }],
      ['traceroute', { host: 'five.test', maxHops: 1 }],
    ]
    const first = await Promise.all(requests.map(async ([tool, request]) => bodyOf(await postTool(other.url, tool, request))))
    expect(first[0].resolved).toMatchObject({ addresses: ['8.8.8.8'], address: '8.8.8.8' })
    expect(first.slice(1).map(({ address }) => address)).toEqual(Array(4).fill('8.8.8.8'))
    const second = await Promise.all(requests.map(async ([tool, request]) => bodyOf(await postTool(other.url, tool, request))))
    expect(second.map(({ code }) => code)).toEqual(Array(5).fill('target-not-public'))
    await Bun.sleep(1500)
    expect([...destinations()].filter((host) => host.endsWith('10.0.0.1'))).toEqual([])
  })
})
