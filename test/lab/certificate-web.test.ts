// The answers of real web servers to what an authority would ask, through HTTP.

import { describe, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newKey } from '../../src/net/proof/index.ts'
import { PROGRAM } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { makeNamespace, type Namespace, portsOpen, run } from '../support/net/namespace.ts'
import { programPath } from '../support/programs.ts'
import { bodyOf, postTool, ROOT, type Server, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { type Issued, Pki } from '../support/tls/pki.ts'
import { until } from '../support/until.ts'

const WEB_LAB_NEEDS = { programs: ['ip', 'nft', 'nginx', 'caddy', 'openssl', 'unbound'], root: true }
const ZONE = 'example.test'

/** A home page on the web: what its servers do at its addresses. */
interface SetUp {
  /** The first label of its name. */
  readonly name: string
  readonly ipv4?: readonly string[]
  readonly ipv6?: readonly string[]
  /** Servers of nginx, each a block with its addresses; `TLS` stands for a certificate. */
  readonly nginx?: readonly string[]
  /** A site of Caddy with a certificate of its own. */
  readonly caddy?: boolean
  /** The arguments of `openssl s_server`. */
  readonly openssl?: string
  /** Rules of nftables for what arrives. */
  readonly nft?: readonly string[]
}

interface WebLab extends AsyncDisposable {
  readonly namespace: Namespace
  readonly server: Server
  /** The requests that nginx got: address, port, URL. */
  requests(): Promise<string[]>
}

/** Starts real web servers for these homes in a namespace, name servers that know their names, and a doorstep beside them. */
async function startWebLab(setUps: readonly SetUp[], others: Readonly<Record<string, readonly string[]>>): Promise<WebLab> {
  await using undo = new AsyncDisposableStack()
  const pki = undo.use(new Pki())
  const namespace = undo.use(await makeNamespace())
  const names = { ...others, ...Object.fromEntries(setUps.map((one) => [one.name, [...(one.ipv4 ?? []), ...(one.ipv6 ?? [])]])) }
  const [certificate] = await Promise.all([
    pki.issue('any', { san: [`DNS:*.${ZONE}`] }),
    namespace.addAddress(...new Set(setUps.flatMap(({ ipv4 = [], ipv6 = [] }) => [...ipv4, ...ipv6]))),
  ])
  writeFileSync(pki.path('nginx.conf'), nginxConfig(pki, setUps, certificate))
  writeFileSync(pki.path('Caddyfile'), caddyFile(pki, setUps))
  writeFileSync(pki.path('unbound.conf'), unboundConfig(names))
  const drops = setUps.flatMap(({ nft = [] }) => nft)
  await run(namespace.inside(['nft', '-f', '-']), {
    input: `table inet homes {\nchain input {\ntype filter hook input priority 0\n${drops.join('\n')}\n}\n}\n`,
  })
  const start = (program: string, ...args: string[]) =>
    namespace.spawn([programPath(program) ?? program, ...args], { cwd: pki.folder })
  start('nginx', '-p', pki.folder, '-c', pki.path('nginx.conf'))
  start('caddy', 'run', '--config', pki.path('Caddyfile'), '--adapter', 'caddyfile')
  start('unbound', '-d', '-p', '-c', pki.path('unbound.conf'))
  const identity = ['-cert', certificate.certificate, '-key', certificate.key]
  for (const { openssl } of setUps) if (openssl) start('openssl', 's_server', ...openssl.split(' '), ...identity)
  await portsOpen(namespace, [53, 80, 443, 2019])
  const resolvers = ['a', 'b', 'c'].map((id) => `${id}=127.0.0.1`).join(',')
  const args = ['--trusted-proxies', namespace.peer4, '--allow-targets', '198.18.0.0/15,2001:db8::/32', '--resolvers', resolvers]
  const server = undo.use(await startServer({ command: namespace.inside(PROGRAM), args, host: namespace.address4 }))
  const owned = undo.move()
  return {
    namespace,
    server,
    requests: async () => (await Bun.file(pki.path('access.log')).text()).trim().split('\n'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Returns the configuration of a resolver that knows the zones itself, down to the root. */
function unboundConfig(names: Readonly<Record<string, readonly string[]>>): string {
  const soa = (zone: string) => [`${zone} SOA ns.${ZONE}. admin.${ZONE}. 1 60 60 60 60`, `${zone} NS ns.${ZONE}.`]
  const hosts = Object.entries(names).flatMap(([name, addresses]) =>
    addresses.map((address) => `${name}.${ZONE}. ${address.includes(':') ? 'AAAA' : 'A'} ${address}`),
  )
  const zones = ['.', 'test.', `${ZONE}.`].map((zone) => `local-zone: "${zone}" static`)
  const records = [...['.', 'test.', `${ZONE}.`].flatMap(soa), ...hosts].map((record) => `local-data: "${record}"`)
  const usual = ['interface: 127.0.0.1', 'do-daemonize: no', 'chroot: ""', 'username: ""', 'module-config: "iterator"']
  return ['server:', ...usual, 'use-syslog: no', ...zones, ...records, ''].join('\n')
}

function nginxConfig(pki: Pki, setUps: readonly SetUp[], { certificate, key }: Issued): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${pki.path(name)};`)
  const servers = setUps.flatMap(({ nginx = [] }) => nginx)
  return `daemon off; pid ${pki.path('nginx.pid')}; error_log ${pki.path('error.log')}; events {} http { ${temporary.join(' ')}
    log_format asked '$server_addr $server_port $scheme://$host$request_uri'; access_log ${pki.path('access.log')} asked;
    default_type text/html; root ${pki.folder}/web;
    ${servers.map((block) => `server { ${block} }`.replace('TLS', `ssl_certificate ${certificate}; ssl_certificate_key ${key};`)).join('\n')}
  }`
}

function caddyFile(pki: Pki, setUps: readonly SetUp[]): string {
  const sites = setUps
    .filter(({ caddy }) => caddy)
    .map(({ name, ipv4 = [] }) => `${name}.${ZONE} {\nbind ${ipv4.join(' ')}\nrespond hello\n}`)
  return `{\nlocal_certs\nskip_install_trust\nstorage file_system ${pki.path('caddy')}\n}\n${sites.join('\n')}\n`
}

/**
 * Puts a router between the servers of a lab and a device on which nothing listens. The router has this public address, and passes these ports on
 * to the device.
 */
async function addHome({ namespace }: WebLab, address: string, ports: readonly number[]): Promise<AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  const [router, device] = [undo.use(await makeNamespace()), undo.use(await makeNamespace())]
  const gateway = address.replace(/\d+$/, (last) => `${Number(last) - 1}`)
  const links = [
    `link add home netns ${namespace.name} type veth peer name wan netns ${router.name}`,
    `link add lan netns ${router.name} type veth peer name eth netns ${device.name}`,
  ]
  await run(['ip', '-batch', '-'], { input: links.join('\n') })
  const up = ({ inside }: Namespace, ...lines: string[]) => run(inside(['ip', '-batch', '-']), { input: lines.join('\n') })
  await up(namespace, `addr add ${gateway}/30 dev home`, 'link set home up')
  await up(router, `addr add ${address}/30 dev wan`, 'addr add 192.168.7.1/24 dev lan', 'link set wan up', 'link set lan up')
  await up(device, 'addr add 192.168.7.2/24 dev eth', 'link set eth up', 'route add 198.18.0.0/16 via 192.168.7.1')
  await run(router.inside(['sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward']))
  const chain = 'type nat hook prerouting priority -100'
  const rule = `iifname "wan" tcp dport { ${ports.join(', ')} } dnat to 192.168.7.2`
  await run(router.inside(['nft', '-f', '-']), { input: `table ip home {\nchain rules {\n${chain}\n${rule}\n}\n}\n` })
  return undo.move()
}

type Answer = Awaited<ReturnType<typeof bodyOf>>

const PATH = '/.well-known/acme-challenge'
const ALERT = 'alert 120'
let last = 10
const next = () => `198.18.80.${last++}`
const SIX = '2001:db8:80::10'
/** Addresses at which others are, who must not be asked. */
const ELSEWHERE = next()
/** The addresses of a home whose two servers differ. */
const PAIR = [next(), next()]
const LATEST_MS = 10_000

interface Case extends SetUp {
  /** The outcome of each address over HTTP: its status or the failure, how often it redirected, and the problems of HTTP-01. */
  readonly http: readonly string[]
  readonly problems?: readonly string[]
  readonly tls?: readonly string[]
  readonly tlsProblems?: readonly string[]
}

/** Returns a home with one address, at which nginx does this on port 80, and has TLS on port 443. */
function nginx(name: string, directives: string, expected: Omit<Case, 'name'>, tls = 'return 404;'): Case {
  const address = next()
  const servers = [`listen ${address}:80; ${directives}`, `listen ${address}:443 ssl; TLS ${tls}`]
  return { name, ipv4: [address], nginx: servers, tls: [ALERT], tlsProblems: ['alpn-not-offered'], ...expected }
}

/** Returns a home that redirects there, and why an authority does not follow. */
function stopped(name: string, to: string, problem: string, status = 301): Case {
  return nginx(name, `return ${status} ${to};`, { http: [`${status} after 1`], problems: [problem] })
}

/** Returns a home at an address, for which `{address}` stands in its texts. */
function bare(name: string, rest: Omit<Case, 'name'>): Case {
  const address = next()
  return JSON.parse(JSON.stringify({ name, ipv4: [address], ...rest }).replaceAll('{address}', address))
}

const REFUSED = { http: ['refused'], problems: ['address-refused'] }
const unheard = (outcome: string) => ({
  http: [outcome],
  problems: ['address-silent'],
  tls: [outcome],
  tlsProblems: ['address-silent'],
})

const PASSWORD = `return 200 '<form><input type="password">';`

const CASES: readonly Case[] = [
  nginx('right', 'return 404;', { http: ['404'] }),
  nginx('app', 'return 200 "<title>My app</title>";', { http: ['200'], problems: ['challenge-page-caught'] }),
  nginx('login', PASSWORD, { http: ['200'], problems: ['challenge-page-caught'] }),
  nginx('guarded', 'return 401;', { http: ['401'], problems: ['challenge-page-caught'] }),
  nginx('broken', 'return 503;', { http: ['503'], problems: ['challenge-status'] }),
  nginx('silenced', 'return 444;', { http: ['broken'], problems: ['wrong-protocol'] }),
  nginx('echo', `location ~ ^${PATH}/([\\w-]+)$ { return 200 "$1.${'a'.repeat(43)}"; }`, { http: ['200'] }),
  nginx('router', 'return 200 "<title>FRITZ!Box</title>";', { http: ['200'], problems: ['challenge-page-caught'] }),
  nginx('notes', 'return 404 "<title>FRITZ!Box</title>";', { http: ['404'], problems: ['challenge-status'] }),
  nginx('https', 'return 301 https://$host$request_uri;', { http: ['404 after 1'] }),
  nginx(
    'tologin',
    'return 302 https://$host/login;',
    { http: ['200 after 1'], problems: ['challenge-page-caught'] },
    'return 200;',
  ),
  nginx('towww', 'if ($host = towww.example.test) { return 301 http://www.example.test/x; } return 200;', {
    http: ['200 after 1'],
    problems: ['challenge-page-caught'],
  }),
  nginx('endless', 'return 302 $uri/a;', { http: ['302 after 11'], problems: ['redirect-loop'] }),
  stopped('port', 'http://$host:8080$request_uri', 'redirect-port'),
  stopped('scheme', 'ftp://$host$request_uri', 'redirect-scheme'),
  stopped('see', 'https://$host$request_uri', 'redirect-status', 303),
  stopped('loop', '$request_uri', 'redirect-loop', 308),
  stopped('address', 'https://198.18.80.10/', 'redirect-to-address'),
  stopped('inside', 'https://nas.lan/', 'redirect-not-public', 302),
  stopped('toprivate', 'https://private.example.test/', 'redirect-not-public', 307),
  stopped('tonobody', 'https://nobody.example.test/', 'redirect-invalid'),
  stopped('elsewhere', 'https://cdn.example.test/', 'redirect-elsewhere'),
  stopped('slash', `https://slash.example.test.well-known/acme-challenge/x`, 'redirect-invalid'),
  bare('swapped', {
    nginx: ['listen {address}:80 ssl; TLS return 404;', 'listen {address}:443; return 404;'],
    http: ['tls-on-http-port'],
    problems: ['wrong-protocol'],
    tls: ['plain-http'],
    tlsProblems: ['wrong-protocol'],
  }),
  bare('ignoring', { openssl: '-accept {address}:443 -quiet', ...REFUSED, tls: ['ignored'], tlsProblems: ['alpn-not-offered'] }),
  bare('speaking', { openssl: '-accept {address}:443 -quiet -alpn acme-tls/1', ...REFUSED, tls: ['offered'] }),
  bare('baretls', {
    openssl: '-accept {address}:80 -quiet',
    http: ['broken'],
    problems: ['wrong-protocol'],
    tls: ['refused'],
    tlsProblems: ['address-refused'],
  }),
  bare('caddy', { caddy: true, http: ['200 after 1'], problems: ['challenge-page-caught'], tls: ['alert 80'] }),
  bare('dark', { nft: ['ip daddr {address} drop'], ...unheard('silent') }),
  bare('rejected', {
    nft: ['ip daddr {address} meta l4proto tcp reject with icmp type admin-prohibited'],
    ...unheard('unreachable'),
  }),
  {
    ...nginx('sixdead', 'return 404;', { http: ['silent', '404'], problems: ['family-broken'] }),
    ipv6: [SIX],
    nft: [`ip6 daddr ${SIX} drop`],
    tls: ['silent', ALERT],
    tlsProblems: ['alpn-not-offered', 'family-broken'],
  },
  {
    name: 'twofaced',
    ipv4: PAIR,
    nginx: PAIR.map((address, at) => `listen ${address}:80; return ${at === 0 ? 200 : 404};`),
    http: ['200', '404'],
    problems: ['addresses-differ', 'challenge-page-caught'],
    tls: ['refused', 'refused'],
    tlsProblems: ['address-refused', 'address-refused'],
  },
]

/** The home that is asked about from its own address, at which a key proves port 80. */
const MINE: SetUp = { name: 'mine', ipv4: [next()] }
const [OWN = ''] = MINE.ipv4 ?? []
/** A home of whose own address nothing comes back. */
const UNLIT: SetUp = { name: 'unlit', ipv4: [next()] }
const [UNLIT_ADDRESS = ''] = UNLIT.ipv4 ?? []
/** The public address of a router. */
const ROUTER = '198.18.81.2'
const KEY = newKey()
/** Answers the proof on port 80 of that address. */
const LISTENER = `
const { listenForProof } = await import('${join(ROOT, 'src/net/proof/listener.ts')}')
await listenForProof({ port: 80, host: '${OWN}', proven: { port: 80, protocol: 'tcp' }, key: Buffer.from('${KEY.toString('hex')}', 'hex') })
`
const OTHERS: SetUp = { name: 'cdn', ipv4: [ELSEWHERE], nginx: [`listen ${ELSEWHERE}:80;`, `listen ${ELSEWHERE}:443 ssl; TLS`] }

const lab = shared(() =>
  startWebLab([...CASES, MINE, { ...UNLIT, nft: [`ip daddr ${UNLIT_ADDRESS} drop`] }, OTHERS], {
    www: addressOf('towww'),
    private: ['10.9.8.7'],
    nat: [ROUTER],
    far: ['2001:db8:81::99'],
  }),
)

function certificateTest(title: string, check: (lab: WebLab) => Promise<void>) {
  labTest(title, WEB_LAB_NEEDS, async () => check(await lab()))
}

function addressOf(home: string): readonly string[] {
  return CASES.find(({ name }) => name === home)?.ipv4 ?? []
}

async function ask(
  { server }: WebLab,
  name: string,
  { from = '198.18.99.1', proof }: { from?: string; proof?: string } = {},
): Promise<Answer> {
  const request = { domain: `${name}.example.test`, methods: ['http-01', 'tls-alpn-01'], ...(proof && { proof: { key: proof } }) }
  const answer = await postTool(server.url, 'certificate-check', request, { 'x-forwarded-for': from })
  const body = await bodyOf(answer)
  expect([answer.status, body]).toEqual([200, body])
  return body
}

const shownHttp = ({ http: { outcome, status, redirects } }: Answer) =>
  `${outcome === 'response' ? status : outcome}${redirects.length > 0 ? ` after ${redirects.length}` : ''}`
const shownTls = ({ tls: { outcome, alert } }: Answer) => (outcome === 'alert' ? `alert ${alert}` : outcome)
const codesOf = ({ problems }: Answer) => problems.map(({ code }: Answer) => code).toSorted()

describe('what an authority would meet', () => {
  let answers: Promise<Map<string, Answer>> | undefined
  let unlit: Promise<Answer> | undefined
  const asked = (lab: WebLab) => {
    unlit = ask(lab, UNLIT.name, { from: UNLIT_ADDRESS })
    return Promise.all(CASES.map(async ({ name }) => [name, await ask(lab, name)] as const))
  }
  for (const { name, http, tls, problems = [], tlsProblems = [] } of CASES)
    certificateTest(name, async (lab) => {
      answers ??= asked(lab).then((all) => new Map(all))
      const answer = (await answers).get(name)
      const [byHttp, byTls] = answer.methods
      expect({
        http: answer.addresses.map(shownHttp),
        problems: codesOf(byHttp),
        tls: answer.addresses.map(shownTls),
        tlsProblems: codesOf(byTls),
      }).toEqual({ http: [...http], problems: [...problems], tls: [...(tls ?? [])], tlsProblems: [...tlsProblems] })
      expect(answer.elapsedMs).toBeLessThan(LATEST_MS)
    })

  certificateTest('at the own address, which is silent: both ports within the time, and few packets at once', async () => {
    const { addresses, elapsedMs } = await unlit
    for (const { outcome, where } of [addresses[0].http, addresses[0].tls])
      expect([outcome, typeof where?.verdict]).toEqual(['silent', 'string'])
    expect(elapsedMs).toBeLessThan(LATEST_MS)
  })

  certificateTest('nobody but the name itself was asked, each URL once', async (lab) => {
    await answers
    // A handshake with a server of HTTP has no URL.
    const requests = (await lab.requests()).filter((line) => !line.endsWith(' http://-'))
    expect(requests.filter((line) => line.startsWith(`${ELSEWHERE} `) || line.includes(' 8080 '))).toEqual([])
    expect(new Set(requests).size).toBe(requests.length)
    for (const line of requests) expect(line).toMatch(/ https?:\/\/\w+\.example\.test\//)
  })
})

certificateTest('an address to which this server has no way', async (lab) => {
  const { addresses, methods } = await ask(lab, 'far')
  expect([addresses[0].http.outcome, addresses[0].tls.outcome]).toEqual(['limited', 'limited'])
  for (const { verdict, problems } of methods) {
    expect([verdict, codesOf({ problems })]).toEqual(['cannot-tell', ['address-not-checked']])
    expect(problems[0].text).toContain('no way')
  }
})

certificateTest('at the own address, where nothing listens: where the packets end', async (lab) => {
  const { addresses } = await ask(lab, 'mine', { from: OWN })
  for (const port of [addresses[0].http, addresses[0].tls])
    expect([port.outcome, typeof port.where?.verdict, port.proof]).toEqual(['refused', 'string', null])
  const stranger = await ask(lab, 'mine')
  expect([stranger.addresses[0].http.where, stranger.addresses[0].tls.where]).toEqual([null, null])
})

certificateTest('at the own address, a router with a rule for port 80 alone', async (lab) => {
  await using _home = await addHome(lab, ROUTER, [80])
  const { addresses, methods } = await ask(lab, 'nat', { from: ROUTER })
  expect(addresses[0]).toMatchObject({
    http: { outcome: 'refused', where: { verdict: 'refused-by-device', forwardingRule: 'proven' } },
    tls: { outcome: 'refused', where: { verdict: 'refused-at-address', forwardingRule: 'not-seen' } },
  })
  expect(methods.map(({ verdict, problems }: Answer) => [verdict, codesOf({ problems })])).toEqual([
    ['cannot-tell', ['address-refused']],
    ['would-fail', ['address-refused']],
  ])
})

certificateTest('at the own address, with a key', async (lab) => {
  lab.namespace.spawn([process.execPath, '-e', LISTENER])
  const proof = KEY.toString('base64url')
  let answer: Answer
  await until(async () => {
    answer = await ask(lab, 'mine', { from: OWN, proof })
    return answer.addresses[0].http.proof === 'proven'
  })
  expect(answer.addresses[0].tls).toMatchObject({ outcome: 'refused', proof: 'no-answer' })
  expect(answer.addresses[0].http.outcome).toBe('proof')
  expect(answer.methods[0]).toMatchObject({ method: 'http-01', verdict: 'would-work', problems: [] })
  const stranger = await ask(lab, 'mine', { proof })
  expect(stranger.addresses[0].http.proof).toBeNull()
})
