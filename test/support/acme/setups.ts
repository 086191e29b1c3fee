// The set-ups: what is there, the verdicts that were decided for it, and where the authority of the lab is laxer or stricter than the largest.
import type { Method, MethodVerdict, ProblemCode } from '../../../src/issuance/fields.ts'
import type { Setup } from './setup.ts'
import { FILE_SETUPS } from './setups-file.ts'
import { NAME_SETUPS } from './setups-names.ts'

// Set-ups at a home behind a router, asked for by its owner.
const HOME_SETUPS: readonly Setup[] = [
  {
    title: 'at home: rules, a server listens',
    label: 'home',
    home: { rule: true, listens: true },
    expected: { 'http-01': 'would-work', 'tls-alpn-01': 'would-work', 'dns-01': 'would-work' },
    always: true,
  },
  {
    title: 'at home: no rules in the router',
    label: 'home-no-rule',
    silent: ['http-01', 'tls-alpn-01'],
    home: { rule: false, listens: true },
    expected: { 'http-01': 'would-fail', 'tls-alpn-01': 'would-fail', 'dns-01': 'would-work' },
    problems: { 'http-01': ['address-silent'], 'tls-alpn-01': ['address-silent'] },
  },
  {
    title: 'at home: rules, nothing listens until the client does',
    label: 'home-standalone',
    home: { rule: true, listens: false },
    expected: { 'http-01': 'cannot-tell', 'tls-alpn-01': 'cannot-tell', 'dns-01': 'would-work' },
    problems: { 'http-01': ['address-refused'], 'tls-alpn-01': ['address-refused'] },
    always: true,
  },
  {
    title: 'at home: rules, the provider blocks port 80',
    label: 'home-blocked',
    silent: ['http-01'],
    home: { rule: true, listens: true },
    onTheWay: ['ip daddr {4} tcp dport 80 drop'],
    expected: { 'http-01': 'would-fail', 'tls-alpn-01': 'would-work', 'dns-01': 'would-work' },
    problems: { 'http-01': ['address-silent'] },
  },
]

export const [WORKS, FAILS, OPEN] = ['would-work', 'would-fail', 'cannot-tell'] as const
const FILES = 'location / { root {root}; }'
const RANDOM_PICK = 'an authority takes one of the two by chance; this one takes the first that it is told'

export const verdicts = (http: MethodVerdict, tls: MethodVerdict, dns: MethodVerdict): Setup['expected'] => ({
  'http-01': http,
  'tls-alpn-01': tls,
  'dns-01': dns,
})
export const inBoth = (...codes: ProblemCode[]) => ({ 'http-01': codes, 'tls-alpn-01': codes })
const inHttp = (...codes: ProblemCode[]) => ({ 'http-01': codes })
const refusesHttp = (because: string): Partial<Record<Method, { issues: boolean; because: string }>> => ({
  'http-01': { issues: false, because },
})

/** Returns a server that answers at the end of so many redirects. */
function redirects(count: number): string {
  const hops = Array.from({ length: count - 1 }, (_, at) => `location ~ ^/hop${at + 1}(/.*)$ { return 302 /hop${at + 2}$1; }\n`)
  return `location /.well-known/ { return 301 /hop1$request_uri; }\n${hops.join('')}location /hop${count}/ { alias {root}/; }`
}

const WEB: readonly Setup[] = [
  { title: 'a web server on 80 and 443', label: 'web', expected: verdicts(WORKS, WORKS, WORKS), always: true },
  { title: 'both families', label: 'both', zone: ['@ A {4}', '@ AAAA {6}'], expected: verdicts(WORKS, WORKS, WORKS) },
  { title: 'IPv6 alone', label: 'only6', zone: ['@ AAAA {6}'], expected: verdicts(WORKS, WORKS, WORKS) },
  {
    title: 'a page for every path',
    label: 'spa',
    on80: 'root {root}; location / { try_files $uri /index.html; }\nlocation = /index.html { return 200 "<title>App</title>"; }',
    expected: verdicts(OPEN, WORKS, WORKS),
    problems: inHttp('challenge-page-caught'),
    always: true,
  },
  {
    title: 'a password for every path',
    label: 'login',
    on80: 'location / { add_header WWW-Authenticate "Basic realm=\\"home\\"" always; return 401; }',
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('challenge-page-caught'),
  },
  {
    title: 'every path leads to a login page',
    label: 'sign-in',
    on80: 'location = /login { default_type text/html; return 200 "<title>Sign in</title><form><input type=password></form>"; }\nlocation / { return 302 /login; }',
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('challenge-page-caught'),
  },
  {
    title: "the router's own page on 80",
    label: 'router',
    on80: 'location / { default_type text/html; return 200 "<title>ASUS Router RT-AX58U</title><form><input type=password></form>"; }',
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('challenge-page-caught'),
  },
  {
    title: 'an error for every path',
    label: 'broken',
    on80: 'location / { return 500; }',
    expected: verdicts(OPEN, WORKS, WORKS),
    problems: inHttp('challenge-status'),
  },
  {
    title: 'redirected to https, a certificate of its own making',
    label: 'to-https',
    on80: 'return 301 https://$host$request_uri;',
    expected: verdicts(WORKS, WORKS, WORKS),
    always: true,
  },
  {
    title: 'redirected to another name of the same server',
    label: 'to-www',
    zone: ['@ A {4}', 'www A {4}'],
    on80: 'if ($host = {domain}) { return 308 http://www.{domain}$request_uri; }\nlocation / { root {root}; }',
    expected: verdicts(WORKS, WORKS, WORKS),
  },
  {
    title: 'redirected to another host',
    label: 'elsewhere',
    zone: ['@ A {4}', 'files A {4b}'],
    on80: 'return 302 http://files.{domain}$request_uri;',
    nginx: `server { listen {4b}:80; ${FILES} }`,
    expected: verdicts(OPEN, WORKS, WORKS),
    problems: inHttp('redirect-elsewhere'),
  },
  {
    title: 'redirected to port 8080',
    label: 'to-port',
    on80: 'return 302 http://$host:8080$request_uri;',
    nginx: `server { listen {4}:8080; ${FILES} }`,
    differs: refusesHttp('Boulder follows redirects to ports 80 and 443 alone'),
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('redirect-port'),
    always: true,
  },
  {
    title: 'redirected to an address',
    label: 'to-address',
    on80: 'return 302 http://{4b}$request_uri;',
    nginx: `server { listen {4b}:80; ${FILES} }`,
    expected: verdicts(OPEN, WORKS, WORKS),
    problems: inHttp('redirect-to-address'),
  },
  {
    title: 'redirected with status 303',
    label: 'see-other',
    on80: 'return 303 https://$host$request_uri;',
    differs: refusesHttp('Boulder follows 301, 302, 307 and 308 alone'),
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('redirect-status'),
  },
  {
    title: 'redirected to a host that swallows the path',
    label: 'no-slash',
    on80: 'return 301 https://{domain}.well-known/acme-challenge/x;',
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('redirect-invalid'),
  },
  {
    title: 'redirected to another scheme',
    label: 'to-ftp',
    on80: 'return 302 ftp://{domain}$request_uri;',
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('redirect-scheme'),
  },
  {
    title: 'redirected to a name of the home network',
    label: 'to-local',
    on80: 'return 302 http://nas.lan$request_uri;',
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('redirect-not-public'),
  },
  {
    title: 'redirected in a circle',
    label: 'circle',
    on80: 'return 301 http://$host$request_uri;',
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('redirect-loop'),
  },
  {
    title: 'redirected to https, and nothing on 443',
    label: 'to-closed',
    on80: 'return 301 https://$host$request_uri;',
    on443: null,
    alpn: 'never',
    expected: verdicts(FAILS, FAILS, WORKS),
    problems: inBoth('address-refused'),
  },
  {
    title: 'redirected to https, and plain HTTP on 443',
    label: 'to-plain',
    on80: 'return 301 https://$host$request_uri;',
    on443: null,
    nginx: `server { listen {4}:443; ${FILES} }`,
    alpn: 'never',
    expected: verdicts(FAILS, FAILS, WORKS),
    problems: inBoth('wrong-protocol'),
  },
  {
    title: 'a server that answers every challenge (stateless)',
    label: 'stateless',
    on80: 'location ~ "^/.well-known/acme-challenge/([-_a-zA-Z0-9]+)$" { default_type text/plain; return 200 "$1.{thumbprint}"; }',
    expected: verdicts(WORKS, WORKS, WORKS),
  },
  {
    title: 'a server that takes six seconds for each answer',
    label: 'slow',
    on80: null,
    program: [
      'bun',
      '-e',
      "Bun.serve({ hostname: '{4}', port: 80, idleTimeout: 60, fetch: async ({ url }) => { await Bun.sleep(6000); const file = Bun.file('{root}' + new URL(url).pathname); return (await file.exists()) ? new Response(file) : new Response('', { status: 404 }) } })",
    ],
    expected: verdicts(OPEN, WORKS, WORKS),
  },
  {
    title: 'what is not there leads to the front page',
    label: 'to-front',
    on80: 'root {root}; error_page 404 = @front; location @front { return 302 /; }\nlocation = / { default_type text/html; return 200 "<title>Home</title>"; }',
    expected: verdicts(OPEN, WORKS, WORKS),
    problems: inHttp('challenge-page-caught'),
  },
  {
    title: 'hidden folders are forbidden',
    label: 'hidden',
    on80: 'root {root}; location ~ /\\. { deny all; }',
    expected: verdicts(OPEN, WORKS, WORKS),
    problems: inHttp('challenge-page-caught'),
  },
  {
    title: 'a page about routers says what is not there',
    label: 'wiki',
    on80: 'root {root}; error_page 404 @missing; location @missing { default_type text/html; return 404 "<title>Not found - my OpenWrt notes</title>"; }',
    expected: verdicts(OPEN, WORKS, WORKS),
  },
  {
    title: 'a TLS server that knows other names alone',
    label: 'no-name',
    on443: null,
    nginx: 'server { listen {4}:443 ssl default_server; ssl_reject_handshake on; }',
    expected: verdicts(WORKS, WORKS, WORKS),
  },
  { title: 'nine redirects', label: 'nine', on80: redirects(9), expected: verdicts(WORKS, WORKS, WORKS) },
  {
    title: 'ten redirects',
    label: 'ten',
    on80: redirects(10),
    expected: verdicts(OPEN, WORKS, WORKS),
    problems: inHttp('redirect-loop'),
  },
  {
    title: 'eleven redirects',
    label: 'eleven',
    on80: redirects(11),
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('redirect-loop'),
  },
]

const PORTS: readonly Setup[] = [
  {
    title: 'nothing on 80',
    label: 'only443',
    on80: null,
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('address-refused'),
    always: true,
  },
  {
    title: 'nothing on 443',
    label: 'only80',
    on443: null,
    alpn: 'never',
    expected: verdicts(WORKS, FAILS, WORKS),
    problems: { 'tls-alpn-01': ['address-refused'] },
  },
  {
    title: 'silence on both ports',
    label: 'silent',
    silent: ['http-01', 'tls-alpn-01'],
    firewall: ['ip daddr {4} tcp dport { 80, 443, 10443 } drop'],
    expected: verdicts(FAILS, FAILS, WORKS),
    problems: inBoth('address-silent'),
  },
  {
    title: 'silence on 80 alone',
    label: 'silent80',
    silent: ['http-01'],
    firewall: ['ip daddr {4} tcp dport 80 drop'],
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('address-silent'),
  },
  {
    title: 'IPv6 is silent, IPv4 answers',
    label: 'dead6',
    silent: ['http-01', 'tls-alpn-01'],
    zone: ['@ A {4}', '@ AAAA {6}'],
    firewall: ['ip6 daddr {6} tcp dport { 80, 443, 10443 } drop'],
    differs: {
      'http-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' },
      'tls-alpn-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' },
    },
    expected: verdicts(WORKS, WORKS, WORKS),
    problems: inBoth('family-broken'),
  },
  {
    title: 'IPv6 is silent, IPv4 answers with a redirect to https',
    label: 'dead6-https',
    silent: ['http-01', 'tls-alpn-01'],
    zone: ['@ A {4}', '@ AAAA {6}'],
    on80: 'return 301 https://$host$request_uri;',
    firewall: ['ip6 daddr {6} tcp dport { 80, 443, 10443 } drop'],
    differs: { 'tls-alpn-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' } },
    expected: verdicts(OPEN, WORKS, WORKS),
    problems: inBoth('family-broken'),
  },
  {
    title: 'IPv6 refuses, IPv4 answers',
    label: 'refused6',
    zone: ['@ A {4}', '@ AAAA {6}'],
    firewall: ['ip6 daddr {6} tcp dport { 80, 443, 10443 } reject with tcp reset'],
    differs: {
      'http-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' },
      'tls-alpn-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' },
    },
    expected: verdicts(WORKS, WORKS, WORKS),
    problems: inBoth('family-broken'),
  },
  {
    title: 'IPv4 is silent, IPv6 answers',
    label: 'dead4',
    zone: ['@ A {4}', '@ AAAA {6}'],
    firewall: ['ip daddr {4} tcp dport { 80, 443, 10443 } drop'],
    expected: verdicts(WORKS, WORKS, WORKS),
    problems: inBoth('family-broken'),
  },
  {
    title: 'IPv6 leads to another page',
    label: 'wrong6',
    zone: ['@ A {4}', '@ AAAA {6}'],
    on80: null,
    nginx: `server { listen {4}:80; ${FILES} }\nserver { listen [{6}]:80; location / { add_header WWW-Authenticate Basic always; return 401; } }`,
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('family-broken'),
  },
  {
    title: 'two IPv4 addresses, one of them dead',
    label: 'half-dead',
    zone: ['@ A {4}', '@ A {4b}'],
    differs: { 'http-01': { issues: true, because: RANDOM_PICK }, 'tls-alpn-01': { issues: true, because: RANDOM_PICK } },
    expected: verdicts(OPEN, OPEN, WORKS),
    problems: inBoth('address-refused'),
  },
  {
    title: 'TLS on 80',
    label: 'tls80',
    on80: null,
    nginx: `server { listen {4}:80 ssl; ${FILES} }`,
    expected: verdicts(FAILS, WORKS, WORKS),
    problems: inHttp('wrong-protocol'),
  },
  {
    title: 'plain HTTP on 443',
    label: 'plain443',
    on443: null,
    nginx: `server { listen {4}:443; ${FILES} }`,
    alpn: 'never',
    expected: verdicts(WORKS, FAILS, WORKS),
    problems: { 'tls-alpn-01': ['wrong-protocol'] },
  },
  {
    title: 'a TLS server that knows no ALPN',
    label: 'no-alpn',
    on443: null,
    program: ['openssl', 's_server', '-accept', '{4}:443', '-cert', '{folder}/web.pem', '-key', '{folder}/web.key', '-quiet'],
    alpn: 'never',
    expected: verdicts(WORKS, OPEN, WORKS),
    problems: { 'tls-alpn-01': ['alpn-not-offered'] },
  },
  {
    title: 'a proxy of Cloudflare in front',
    label: 'proxied',
    address4: '104.16.1.1',
    alpn: 'never',
    expected: verdicts(WORKS, FAILS, WORKS),
    problems: inBoth('proxied'),
  },
]

/** Returns a set-up with nginx on port 443, which knows no acme-tls/1: only a client that takes its place for the order answers. */
function withNginx(setup: Setup): Setup {
  const { on443, expected, problems } = setup
  if (on443 === null || expected['tls-alpn-01'] !== WORKS) return setup
  return {
    ...setup,
    expected: { ...expected, 'tls-alpn-01': OPEN },
    problems: { ...problems, 'tls-alpn-01': [...(problems?.['tls-alpn-01'] ?? []), 'alpn-not-offered'] },
  }
}

export const SETUPS: readonly Setup[] = [...PORTS, ...HOME_SETUPS, ...WEB, ...FILE_SETUPS, ...NAME_SETUPS].map(withNginx)
