// The set-ups in which a file was made before: whether it is delivered is whether the answer to a challenge will be.
import { FAILS, httpIs, OPEN, type Setup, setup, WORKS } from './setup.ts'
import { BODY_MARK } from './web.ts'

const FILES = 'location / { root {root}; }'
const PAGE = `default_type text/html; return 200 "<title>App</title>${BODY_MARK}";`
const APP = `root {root}; location / { try_files $uri /index.html; }\nlocation = /index.html { ${PAGE} }`

/** Returns a program in place of nginx, which answers with what it makes of the text of a file. */
function program(response: string): Pick<Setup, 'on80' | 'program'> {
  const fetch = `async ({ url }) => { const text = await Bun.file('{root}' + new URL(url).pathname).text(); return ${response} }`
  const serve = `Bun.serve({ hostname: '{4}', port: 80, idleTimeout: 60, fetch: ${fetch} })`
  return { on80: null, program: ['bun', '-e', serve] }
}

export const FILE_SETUPS: readonly Setup[] = [
  setup('a page for every path but the file', 'file-spa', httpIs(WORKS), { on80: APP, file: ['delivered'], always: true }),
  setup('a page for every path, the file included', 'file-hidden', httpIs(FAILS, 'challenge-page-caught'), {
    on80: `location / { ${PAGE} }`,
    file: ['other-content'],
    always: true,
  }),
  setup('a server that looks for the file in another folder', 'file-elsewhere', httpIs(FAILS, 'challenge-status'), {
    on80: 'location / { root {folder}; }',
    file: ['missing'],
    always: true,
  }),
  setup('the file is at one of two addresses', 'file-stale', httpIs(OPEN, 'challenge-status', 'addresses-differ'), {
    zone: ['@ A {4}', '@ A {4b}'],
    nginx: 'server { listen {4b}:80; return 404; }',
    file: ['delivered', 'missing'],
  }),
  setup('redirected to https, where the file is', 'file-https', httpIs(WORKS), {
    on80: 'return 301 https://$host$request_uri;',
    on443: APP,
    file: ['delivered'],
    always: true,
  }),
  setup('redirected to port 8080, where the file is', 'file-port', httpIs(FAILS, 'redirect-port'), {
    on80: 'return 302 http://$host:8080$request_uri;',
    nginx: `server { listen {4}:8080; ${FILES} }`,
    file: ['not-reached'],
    differs: { 'http-01': { issues: false, because: 'Boulder follows redirects to ports 80 and 443 alone' } },
  }),
  setup('redirected to another host, where the file is', 'file-host', httpIs(OPEN, 'redirect-elsewhere'), {
    zone: ['@ A {4}', 'files A {4b}'],
    on80: 'return 302 http://files.{domain}$request_uri;',
    nginx: `server { listen {4b}:80; ${FILES} }`,
    file: [null],
  }),
  setup('the file over IPv4, nothing over IPv6', 'file-dead6', httpIs(WORKS, 'family-broken'), {
    zone: ['@ A {4}', '@ AAAA {6}'],
    on80: APP,
    firewall: ['ip6 daddr {6} tcp dport 80 reject with tcp reset'],
    differs: { 'http-01': { issues: true, because: 'Boulder turns to IPv4 after a connection that fails' } },
    file: ['not-reached', 'delivered'],
  }),
  setup('the file is forbidden, like all hidden folders', 'file-forbidden', httpIs(FAILS, 'challenge-status'), {
    on80: 'root {root}; location ~ /\\. { deny all; }',
    file: ['missing'],
  }),
  setup('a proxy that strips the dot from the path', 'file-dot', httpIs(FAILS, 'challenge-status'), {
    on80: 'location / { rewrite ^/\\.(.*)$ /$1 break; root {root}; }',
    file: ['missing'],
  }),
  setup('the file is behind a password', 'file-login', httpIs(FAILS, 'challenge-page-caught'), {
    on80: 'location / { add_header WWW-Authenticate "Basic realm=\\"home\\"" always; return 401; }',
    file: ['missing'],
  }),
  setup('a server that answers every challenge, and keeps no file', 'file-stateless', httpIs(WORKS), {
    on80: 'location ~ "^/.well-known/acme-challenge/([-_a-zA-Z0-9]+)$" { default_type text/plain; return 200 "$1.{thumbprint}"; }',
    file: ['other-content'],
  }),
  setup('a line end after the file', 'file-lines', httpIs(WORKS), {
    ...program("new Response(text + '\\r\\n')"),
    file: ['delivered'],
  }),
  setup('a mark of its encoding before the file', 'file-mark', httpIs(FAILS, 'challenge-page-caught'), {
    ...program("new Response('\\ufeff' + text)"),
    file: ['other-content'],
  }),
  setup('the file is packed, whoever asks', 'file-packed', httpIs(WORKS), {
    ...program("new Response(Bun.gzipSync(text), { headers: { 'content-encoding': 'gzip' } })"),
    file: ['delivered'],
  }),
  setup('a megabyte after the file', 'file-long', httpIs(FAILS, 'challenge-page-caught'), {
    ...program("new Response(text + 'x'.repeat(1_000_000))"),
    file: ['other-content'],
  }),
  setup('seven bytes of the file each second', 'file-slow', httpIs(OPEN, 'wrong-protocol'), {
    ...program(
      'new Response(new ReadableStream({ async pull(to) { for (const one of text.match(/.{1,7}/g)) { to.enqueue(Buffer.from(one)); await Bun.sleep(1000) } to.close() } }))',
    ),
    file: ['not-reached'],
  }),
  setup('a name in Korean letters, with the file', 'xn--9t4b11yi5a', httpIs(WORKS), { on80: APP, file: ['delivered'] }),
]
