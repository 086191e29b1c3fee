// The set-ups: what is there, the verdicts that were decided for it, and where the authority of the lab is laxer or stricter than the largest.
import type { Method, ProblemCode } from '../../../src/issuance/fields.ts'
import { FAILS, httpIs, judged, OPEN, type Setup, setup, WORKS } from './setup.ts'
import { FILE_SETUPS } from './setups-file.ts'
import { NAME_SETUPS } from './setups-names.ts'

const FILES = 'location / { root {root}; }'
const RANDOM_PICK = 'an authority takes one of the two by chance; this one takes the first that it is told'

const inBoth = (...codes: ProblemCode[]) => ({ 'http-01': codes, 'tls-alpn-01': codes })
const inTls = (...codes: ProblemCode[]) => ({ 'tls-alpn-01': codes })
const refusesHttp = (because: string): Partial<Record<Method, { issues: boolean; because: string }>> => ({
  'http-01': { issues: false, because },
})

/** Returns a server that answers at the end of so many redirects. */
function redirects(count: number): string {
  const hops = Array.from({ length: count - 1 }, (_, at) => `location ~ ^/hop${at + 1}(/.*)$ { return 302 /hop${at + 2}$1; }\n`)
  return `location /.well-known/ { return 301 /hop1$request_uri; }\n${hops.join('')}location /hop${count}/ { alias {root}/; }`
}

// Set-ups at a home behind a router, asked for by its owner.
const HOME_SETUPS: readonly Setup[] = [
  setup('at home: rules, a server listens', 'home', httpIs(WORKS), { home: { rule: true, listens: true }, always: true }),
  setup('at home: no rules in the router', 'home-no-rule', judged([FAILS, FAILS, WORKS], inBoth('address-silent')), {
    silent: ['http-01', 'tls-alpn-01'],
    home: { rule: false, listens: true },
  }),
  setup(
    'at home: rules, nothing listens until the client does',
    'home-standalone',
    judged([OPEN, OPEN, WORKS], inBoth('address-refused')),
    { home: { rule: true, listens: false }, always: true },
  ),
  setup('at home: rules, the provider blocks port 80', 'home-blocked', httpIs(FAILS, 'address-silent'), {
    silent: ['http-01'],
    home: { rule: true, listens: true },
    onTheWay: ['ip daddr {4} tcp dport 80 drop'],
  }),
]

const WEB: readonly Setup[] = [
  setup('a web server on 80 and 443', 'web', httpIs(WORKS), { always: true }),
  setup('both families', 'both', httpIs(WORKS), { zone: ['@ A {4}', '@ AAAA {6}'] }),
  setup('IPv6 alone', 'only6', httpIs(WORKS), { zone: ['@ AAAA {6}'] }),
  setup('a page for every path', 'spa', httpIs(OPEN, 'challenge-page-caught'), {
    on80: 'root {root}; location / { try_files $uri /index.html; }\nlocation = /index.html { return 200 "<title>App</title>"; }',
    always: true,
  }),
  setup('a password for every path', 'login', httpIs(FAILS, 'challenge-page-caught'), {
    on80: 'location / { add_header WWW-Authenticate "Basic realm=\\"home\\"" always; return 401; }',
  }),
  setup('every path leads to a login page', 'sign-in', httpIs(FAILS, 'challenge-page-caught'), {
    on80: 'location = /login { default_type text/html; return 200 "<title>Sign in</title><form><input type=password></form>"; }\nlocation / { return 302 /login; }',
  }),
  setup("the router's own page on 80", 'router', httpIs(FAILS, 'challenge-page-caught'), {
    on80: 'location / { default_type text/html; return 200 "<title>ASUS Router RT-AX58U</title><form><input type=password></form>"; }',
  }),
  setup('an error for every path', 'broken', httpIs(OPEN, 'challenge-status'), { on80: 'location / { return 500; }' }),
  setup('redirected to https, a certificate of its own making', 'to-https', httpIs(WORKS), {
    on80: 'return 301 https://$host$request_uri;',
    always: true,
  }),
  setup('redirected to another name of the same server', 'to-www', httpIs(WORKS), {
    zone: ['@ A {4}', 'www A {4}'],
    on80: 'if ($host = {domain}) { return 308 http://www.{domain}$request_uri; }\nlocation / { root {root}; }',
  }),
  setup('redirected to another host', 'elsewhere', httpIs(OPEN, 'redirect-elsewhere'), {
    zone: ['@ A {4}', 'files A {4b}'],
    on80: 'return 302 http://files.{domain}$request_uri;',
    nginx: `server { listen {4b}:80; ${FILES} }`,
  }),
  setup('redirected to port 8080', 'to-port', httpIs(FAILS, 'redirect-port'), {
    on80: 'return 302 http://$host:8080$request_uri;',
    nginx: `server { listen {4}:8080; ${FILES} }`,
    differs: refusesHttp('Boulder follows redirects to ports 80 and 443 alone'),
    always: true,
  }),
  setup('redirected to an address', 'to-address', httpIs(OPEN, 'redirect-to-address'), {
    on80: 'return 302 http://{4b}$request_uri;',
    nginx: `server { listen {4b}:80; ${FILES} }`,
  }),
  setup('redirected with status 303', 'see-other', httpIs(FAILS, 'redirect-status'), {
    on80: 'return 303 https://$host$request_uri;',
    differs: refusesHttp('Boulder follows 301, 302, 307 and 308 alone'),
  }),
  setup('redirected to a host that swallows the path', 'no-slash', httpIs(FAILS, 'redirect-invalid'), {
    on80: 'return 301 https://{domain}.well-known/acme-challenge/x;',
  }),
  setup('redirected to another scheme', 'to-ftp', httpIs(FAILS, 'redirect-scheme'), {
    on80: 'return 302 ftp://{domain}$request_uri;',
  }),
  setup('redirected to a name of the home network', 'to-local', httpIs(FAILS, 'redirect-not-public'), {
    on80: 'return 302 http://nas.lan$request_uri;',
  }),
  setup('redirected in a circle', 'circle', httpIs(FAILS, 'redirect-loop'), { on80: 'return 301 http://$host$request_uri;' }),
  setup('redirected to https, and nothing on 443', 'to-closed', judged([FAILS, FAILS, WORKS], inBoth('address-refused')), {
    on80: 'return 301 https://$host$request_uri;',
    on443: null,
    alpn: 'never',
  }),
  setup('redirected to https, and plain HTTP on 443', 'to-plain', judged([FAILS, FAILS, WORKS], inBoth('wrong-protocol')), {
    on80: 'return 301 https://$host$request_uri;',
    on443: null,
    nginx: `server { listen {4}:443; ${FILES} }`,
    alpn: 'never',
  }),
  setup('a server that answers every challenge (stateless)', 'stateless', httpIs(WORKS), {
    on80: 'location ~ "^/.well-known/acme-challenge/([-_a-zA-Z0-9]+)$" { default_type text/plain; return 200 "$1.{thumbprint}"; }',
  }),
  setup('a server that takes six seconds for each answer', 'slow', httpIs(OPEN), {
    on80: null,
    program: [
      'bun',
      '-e',
      "Bun.serve({ hostname: '{4}', port: 80, idleTimeout: 60, fetch: async ({ url }) => { await Bun.sleep(6000); const file = Bun.file('{root}' + new URL(url).pathname); return (await file.exists()) ? new Response(file) : new Response('', { status: 404 }) } })",
    ],
  }),
  setup('what is not there leads to the front page', 'to-front', httpIs(OPEN, 'challenge-page-caught'), {
    on80: 'root {root}; error_page 404 = @front; location @front { return 302 /; }\nlocation = / { default_type text/html; return 200 "<title>Home</title>"; }',
  }),
  setup('hidden folders are forbidden', 'hidden', httpIs(OPEN, 'challenge-page-caught'), {
    on80: 'root {root}; location ~ /\\. { deny all; }',
  }),
  setup('a page about routers says what is not there', 'wiki', httpIs(OPEN), {
    on80: 'root {root}; error_page 404 @missing; location @missing { default_type text/html; return 404 "<title>Not found - my OpenWrt notes</title>"; }',
  }),
  setup('a TLS server that knows other names alone', 'no-name', httpIs(WORKS), {
    on443: null,
    nginx: 'server { listen {4}:443 ssl default_server; ssl_reject_handshake on; }',
  }),
  setup('nine redirects', 'nine', httpIs(WORKS), { on80: redirects(9) }),
  setup('ten redirects', 'ten', httpIs(OPEN, 'redirect-loop'), { on80: redirects(10) }),
  setup('eleven redirects', 'eleven', httpIs(FAILS, 'redirect-loop'), { on80: redirects(11) }),
]

const PORTS: readonly Setup[] = [
  setup('nothing on 80', 'only443', httpIs(FAILS, 'address-refused'), { on80: null, always: true }),
  setup('nothing on 443', 'only80', judged([WORKS, FAILS, WORKS], inTls('address-refused')), { on443: null, alpn: 'never' }),
  setup('silence on both ports', 'silent', judged([FAILS, FAILS, WORKS], inBoth('address-silent')), {
    silent: ['http-01', 'tls-alpn-01'],
    firewall: ['ip daddr {4} tcp dport { 80, 443, 10443 } drop'],
  }),
  setup('silence on 80 alone', 'silent80', httpIs(FAILS, 'address-silent'), {
    silent: ['http-01'],
    firewall: ['ip daddr {4} tcp dport 80 drop'],
  }),
  setup('IPv6 is silent, IPv4 answers', 'dead6', judged([WORKS, WORKS, WORKS], inBoth('family-broken')), {
    silent: ['http-01', 'tls-alpn-01'],
    zone: ['@ A {4}', '@ AAAA {6}'],
    firewall: ['ip6 daddr {6} tcp dport { 80, 443, 10443 } drop'],
    differs: {
      'http-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' },
      'tls-alpn-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' },
    },
  }),
  setup(
    'IPv6 is silent, IPv4 answers with a redirect to https',
    'dead6-https',
    judged([OPEN, WORKS, WORKS], inBoth('family-broken')),
    {
      silent: ['http-01', 'tls-alpn-01'],
      zone: ['@ A {4}', '@ AAAA {6}'],
      on80: 'return 301 https://$host$request_uri;',
      firewall: ['ip6 daddr {6} tcp dport { 80, 443, 10443 } drop'],
      differs: { 'tls-alpn-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' } },
    },
  ),
  setup('IPv6 refuses, IPv4 answers', 'refused6', judged([WORKS, WORKS, WORKS], inBoth('family-broken')), {
    zone: ['@ A {4}', '@ AAAA {6}'],
    firewall: ['ip6 daddr {6} tcp dport { 80, 443, 10443 } reject with tcp reset'],
    differs: {
      'http-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' },
      'tls-alpn-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' },
    },
  }),
  setup('IPv4 is silent, IPv6 answers', 'dead4', judged([WORKS, WORKS, WORKS], inBoth('family-broken')), {
    zone: ['@ A {4}', '@ AAAA {6}'],
    firewall: ['ip daddr {4} tcp dport { 80, 443, 10443 } drop'],
  }),
  setup('IPv6 leads to another page', 'wrong6', httpIs(FAILS, 'family-broken'), {
    zone: ['@ A {4}', '@ AAAA {6}'],
    on80: null,
    nginx: `server { listen {4}:80; ${FILES} }\nserver { listen [{6}]:80; location / { add_header WWW-Authenticate Basic always; return 401; } }`,
  }),
  setup('two IPv4 addresses, one of them dead', 'half-dead', judged([OPEN, OPEN, WORKS], inBoth('address-refused')), {
    zone: ['@ A {4}', '@ A {4b}'],
    differs: { 'http-01': { issues: true, because: RANDOM_PICK }, 'tls-alpn-01': { issues: true, because: RANDOM_PICK } },
  }),
  setup('TLS on 80', 'tls80', httpIs(FAILS, 'wrong-protocol'), { on80: null, nginx: `server { listen {4}:80 ssl; ${FILES} }` }),
  setup('plain HTTP on 443', 'plain443', judged([WORKS, FAILS, WORKS], inTls('wrong-protocol')), {
    on443: null,
    nginx: `server { listen {4}:443; ${FILES} }`,
    alpn: 'never',
  }),
  setup('a TLS server that knows no ALPN', 'no-alpn', judged([WORKS, OPEN, WORKS], inTls('alpn-not-offered')), {
    on443: null,
    program: ['openssl', 's_server', '-accept', '{4}:443', '-cert', '{folder}/web.pem', '-key', '{folder}/web.key', '-quiet'],
    alpn: 'never',
  }),
  setup('a proxy of Cloudflare in front', 'proxied', judged([WORKS, FAILS, WORKS], inBoth('proxied')), {
    address4: '104.16.1.1',
    alpn: 'never',
  }),
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
