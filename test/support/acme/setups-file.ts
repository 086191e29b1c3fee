// The set-ups in which a file was made before: whether it is delivered is whether the answer to a challenge will be.
import type { MethodVerdict, ProblemCode } from '../../../src/issuance/fields.ts'
import type { Setup } from './setup.ts'
import { BODY_MARK } from './web.ts'

const FILES = 'location / { root {root}; }'
const PAGE = `default_type text/html; return 200 "<title>App</title>${BODY_MARK}";`
const APP = `root {root}; location / { try_files $uri /index.html; }\nlocation = /index.html { ${PAGE} }`
const WORKS = 'would-work'
const httpIs = (http: MethodVerdict, ...codes: ProblemCode[]) => ({
  expected: { 'http-01': http, 'tls-alpn-01': WORKS, 'dns-01': WORKS } as const,
  problems: { 'http-01': codes },
})

/** Returns a program in place of nginx, which answers with what it makes of the text of a file. */
function program(response: string): Pick<Setup, 'on80' | 'program'> {
  const fetch = `async ({ url }) => { const text = await Bun.file('{root}' + new URL(url).pathname).text(); return ${response} }`
  const serve = `Bun.serve({ hostname: '{4}', port: 80, idleTimeout: 60, fetch: ${fetch} })`
  return { on80: null, program: ['bun', '-e', serve] }
}

export const FILE_SETUPS: readonly Setup[] = [
  {
    title: 'a page for every path but the file',
    label: 'file-spa',
    on80: APP,
    file: ['delivered'],
    ...httpIs(WORKS),
    always: true,
  },
  {
    title: 'a page for every path, the file included',
    label: 'file-hidden',
    on80: `location / { ${PAGE} }`,
    file: ['other-content'],
    ...httpIs('would-fail', 'challenge-page-caught'),
    always: true,
  },
  {
    title: 'a server that looks for the file in another folder',
    label: 'file-elsewhere',
    on80: 'location / { root {folder}; }',
    file: ['missing'],
    ...httpIs('would-fail', 'challenge-status'),
    always: true,
  },
  {
    title: 'the file is at one of two addresses',
    label: 'file-stale',
    zone: ['@ A {4}', '@ A {4b}'],
    nginx: 'server { listen {4b}:80; return 404; }',
    file: ['delivered', 'missing'],
    ...httpIs('cannot-tell', 'challenge-status', 'addresses-differ'),
  },
  {
    title: 'redirected to https, where the file is',
    label: 'file-https',
    on80: 'return 301 https://$host$request_uri;',
    on443: APP,
    file: ['delivered'],
    ...httpIs(WORKS),
    always: true,
  },
  {
    title: 'redirected to port 8080, where the file is',
    label: 'file-port',
    on80: 'return 302 http://$host:8080$request_uri;',
    nginx: `server { listen {4}:8080; ${FILES} }`,
    file: ['not-reached'],
    differs: { 'http-01': { issues: false, because: 'Boulder follows redirects to ports 80 and 443 alone' } },
    ...httpIs('would-fail', 'redirect-port'),
  },
  {
    title: 'redirected to another host, where the file is',
    label: 'file-host',
    zone: ['@ A {4}', 'files A {4b}'],
    on80: 'return 302 http://files.{domain}$request_uri;',
    nginx: `server { listen {4b}:80; ${FILES} }`,
    file: [null],
    ...httpIs('cannot-tell', 'redirect-elsewhere'),
  },
  {
    title: 'the file over IPv4, nothing over IPv6',
    label: 'file-dead6',
    zone: ['@ A {4}', '@ AAAA {6}'],
    on80: APP,
    firewall: ['ip6 daddr {6} tcp dport 80 reject with tcp reset'],
    differs: { 'http-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' } },
    file: ['not-reached', 'delivered'],
    ...httpIs(WORKS, 'family-broken'),
  },
  {
    title: 'the file is forbidden, like all hidden folders',
    label: 'file-forbidden',
    on80: 'root {root}; location ~ /\\. { deny all; }',
    file: ['missing'],
    ...httpIs('would-fail', 'challenge-status'),
  },
  {
    title: 'a proxy that strips the dot from the path',
    label: 'file-dot',
    on80: 'location / { rewrite ^/\\.(.*)$ /$1 break; root {root}; }',
    file: ['missing'],
    ...httpIs('would-fail', 'challenge-status'),
  },
  {
    title: 'the file is behind a password',
    label: 'file-login',
    on80: 'location / { add_header WWW-Authenticate "Basic realm=\\"home\\"" always; return 401; }',
    file: ['missing'],
    ...httpIs('would-fail', 'challenge-page-caught'),
  },
  {
    title: 'a server that answers every challenge, and keeps no file',
    label: 'file-stateless',
    on80: 'location ~ "^/.well-known/acme-challenge/([-_a-zA-Z0-9]+)$" { default_type text/plain; return 200 "$1.{thumbprint}"; }',
    file: ['other-content'],
    ...httpIs(WORKS),
  },
  {
    title: 'a line end after the file',
    label: 'file-lines',
    ...program("new Response(text + '\\r\\n')"),
    file: ['delivered'],
    ...httpIs(WORKS),
  },
  {
    title: 'a mark of its encoding before the file',
    label: 'file-mark',
    ...program("new Response('\\ufeff' + text)"),
    file: ['other-content'],
    ...httpIs('would-fail', 'challenge-page-caught'),
  },
  {
    title: 'the file is packed, whoever asks',
    label: 'file-packed',
    ...program("new Response(Bun.gzipSync(text), { headers: { 'content-encoding': 'gzip' } })"),
    file: ['delivered'],
    ...httpIs(WORKS),
  },
  {
    title: 'a megabyte after the file',
    label: 'file-long',
    ...program("new Response(text + 'x'.repeat(1_000_000))"),
    file: ['other-content'],
    ...httpIs('would-fail', 'challenge-page-caught'),
  },
  {
    title: 'seven bytes of the file each second',
    label: 'file-slow',
    ...program(
      'new Response(new ReadableStream({ async pull(to) { for (const one of text.match(/.{1,7}/g)) { to.enqueue(Buffer.from(one)); await Bun.sleep(1000) } to.close() } }))',
    ),
    file: ['not-reached'],
    ...httpIs('cannot-tell', 'wrong-protocol'),
  },
  { title: 'a name in Korean letters, with the file', label: 'xn--9t4b11yi5a', on80: APP, file: ['delivered'], ...httpIs(WORKS) },
]
