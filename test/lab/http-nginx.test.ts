// Real answers of nginx, through HTTP, compared with curl.
import { describe, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { startFaultDns } from '../support/dns/fault.ts'
import { message, question, record, u8 } from '../support/dns/wire.ts'
import { labTest, programPath } from '../support/lab.ts'
import { response, startFaultHttp } from '../support/net/fault-http.ts'
import { freePort } from '../support/net/network.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { AUTHORITY, Pki } from '../support/tls/pki.ts'

const NEEDS = { programs: ['nginx', 'curl', 'openssl'] }
const NAME = 'web.example.test'
const REDIRECTS = [301, 302, 303, 307, 308]
const TYPE_A = 1
type Found = Awaited<ReturnType<typeof bodyOf>>

interface Lab {
  readonly http: number
  readonly https: number
  readonly mutual: number
  /** A doorstep that trusts the lab's root, and to which every name is this machine. */
  readonly url: string
}

const theLab = shared(async (undo): Promise<Lab> => {
  const pki = undo.use(new Pki())
  const root = await pki.issue('root', { subject: '/CN=Lab Authority', extensions: AUTHORITY })
  const leaf = await pki.issue('leaf', { by: root, san: [`DNS:${NAME}`, 'IP:127.0.0.1'] })
  const [http, https, mutual] = [freePort(), freePort(), freePort()]
  writeFileSync(pki.path('index.html'), '<p>Hello')
  writeFileSync(pki.path('nginx.conf'), nginxConfig(pki, { http, https, mutual }, leaf.certificate, leaf.key))
  const nginx = Bun.spawn([programPath('nginx') ?? '', '-p', pki.folder, '-c', pki.path('nginx.conf')], { stderr: 'ignore' })
  undo.defer(async () => {
    nginx.kill()
    await nginx.exited
  })
  const dns = undo.use(
    await startFaultDns(({ id, name, type }, { send }) => {
      const answers = type === TYPE_A ? [record({ type, data: u8(127, 0, 0, 1) })] : []
      send(message({ id, question: question(name, type), answers }))
    }),
  )
  const resolver = `${dns.endpoint.address}:${dns.endpoint.port}`
  const args = ['--allow-targets', '127.0.0.0/8', '--resolvers', ['a', 'b', 'c'].map((id) => `${id}=${resolver}`).join(',')]
  const server = undo.use(await startServer({ args: [...args, '--extra-ca', root.certificate] }))
  for (let tries = 0; tries < 100 && (await curl('-o', '/dev/null', `http://127.0.0.1:${http}/`)) === null; tries++)
    await Bun.sleep(50)
  return { http, https, mutual, url: server.url }
})

function nginxConfig(pki: Pki, ports: Record<'http' | 'https' | 'mutual', number>, certificate: string, key: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${pki.path(name)};`)
  const tls = `ssl_protocols TLSv1.2 TLSv1.3; ssl_certificate ${certificate}; ssl_certificate_key ${key};`
  const redirects = REDIRECTS.map((status) => `location = /${status} { return ${status} /target; }`)
  return `daemon off; pid ${pki.path('nginx.pid')}; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}
    default_type text/html; root ${pki.folder};
    server { listen 127.0.0.1:${ports.http};
      ${redirects.join('\n')}
      location = /target { add_header X-One 1; add_header x-two 2; add_header X-One 3; return 200 ok; }
      location = /empty { return 204; }
      location = /teapot { return 418 short; }
      location = /absolute { absolute_redirect on; return 302 /target; }
      location = /upgrade { return 301 https://${NAME}:${ports.https}/; }
      location = /gzip { gzip on; gzip_min_length 0; gzip_types *; return 200 hello; }
      location = /drop { return 444; } }
    server { listen 127.0.0.1:${ports.https} ssl http2; server_name ${NAME}; ${tls}
      location = /good { add_header Strict-Transport-Security max-age=31536000; add_header Content-Security-Policy "default-src 'self'";
        add_header X-Content-Type-Options nosniff; add_header Set-Cookie "a=1; Secure; HttpOnly; SameSite=Lax"; return 200 ok; }
      location = /weak { add_header Strict-Transport-Security max-age=3600; add_header Set-Cookie "a=1; Secure"; add_header Set-Cookie b=2; return 200 ok; }
      location = /down { return 302 http://${NAME}:${ports.http}/target; } }
    server { listen 127.0.0.1:${ports.mutual} ssl; ${tls} ssl_client_certificate ${pki.path('root.pem')}; ssl_verify_client on; } }`
}

/** Returns the output of curl, or null if it fails. */
async function curl(...args: string[]): Promise<string | null> {
  const child = Bun.spawn(['curl', '-s', '-A', 'doorstep', '-H', 'Connection: close', '--max-time', '5', ...args])
  const printed = await new Response(child.stdout).text()
  return (await child.exited) === 0 ? printed : null
}

async function headersOf(url: string, body: object): Promise<Found> {
  const answer = await postTool(url, 'http-headers', body)
  expect(answer.status).toBe(200)
  return bodyOf(answer)
}

/** Returns the head of an answer as lines; the time of day may differ. */
function linesOf({ httpVersion, status, statusText, headers }: Found): string[] {
  const fields = headers.map(({ name, value }: { name: string; value: string }) => `${name}: ${value}`)
  return withoutDate([`HTTP/${httpVersion} ${status} ${statusText}`.trimEnd(), ...fields])
}

const withoutDate = (lines: readonly string[]) => lines.map((line) => line.replace(/^(date: ).*/i, '$1...'))
const curlLines = (printed: string | null) =>
  withoutDate(
    (printed ?? 'curl failed')
      .replace(/\r/g, '')
      .split('\n\n')[0]
      ?.split('\n')
      .map((line) => line.trimEnd()) ?? [],
  )

describe('beside curl', () => {
  labTest('the same lines in the same order, for GET and HEAD', NEEDS, async () => {
    const { http, url } = await theLab()
    for (const path of ['/', '/target', '/empty', '/teapot', '/missing', '/gzip', '/target?a=1&b=%20']) {
      const site = `http://127.0.0.1:${http}${path}`
      for (const [method, args] of [
        ['GET', ['-D', '-', '-o', '/dev/null']],
        ['HEAD', ['-I']],
      ] as const) {
        const found = await headersOf(url, { url: site, method })
        expect([path, method, linesOf(found)]).toEqual([path, method, curlLines(await curl(...args, site))])
        expect(found.headers.length).toBeGreaterThan(2)
      }
    }
  })

  labTest('redirects by every status, to the same end', NEEDS, async () => {
    const { http, url } = await theLab()
    for (const status of REDIRECTS) {
      const site = `http://127.0.0.1:${http}/${status}`
      const found = await headersOf(url, { url: site })
      const format = '%{url_effective} %{num_redirects} %{http_code}'
      expect(`${found.finalUrl} ${found.redirects.length} ${found.status}`).toBe(
        (await curl('-L', '-o', '/dev/null', '-w', format, site)) ?? '',
      )
      expect(found.redirects).toMatchObject([{ url: site, status, address: '127.0.0.1' }])
      // Not followed, curl shows the redirect itself.
      const location = curlLines(await curl('-I', site)).find((line) => line.startsWith('Location: '))
      expect(`Location: ${found.redirects[0].location}`).toBe(location ?? '')
    }
  })

  labTest('odd answers', NEEDS, async () => {
    const { url } = await theLab()
    const answers: Record<string, string> = {
      '/duplicates': response('200 OK', 'Set-Cookie: a=1', 'X: 1', 'set-cookie: b=2', 'Content-Length: 0'),
      '/no-reason': response('200', 'Content-Length: 0'),
      '/old': 'HTTP/1.0 200 OK\r\nA: 1\r\n\r\n',
      '/lf': 'HTTP/1.1 200 OK\nA: 1\nB: 2\n\n',
      '/blank': response('200 OK', 'A:', 'B:1', 'C:   2  ', 'Content-Length: 0'),
      '/interim': response('103 Early Hints', 'Link: </a>') + response('200 OK', 'A: 1', 'Content-Length: 0'),
    }
    await using site = await startFaultHttp((back, { path }) => back.end(answers[path] ?? ''))
    for (const path of Object.keys(answers)) {
      const printed = await curl('-D', '-', '-o', '/dev/null', site.url + path)
      // The head of the last response; white space after the colon may differ.
      const last = (printed ?? '').replace(/\r/g, '').trimEnd().split('\n\n').at(-1)
      const tidy = (lines: readonly string[]) => lines.map((line) => line.replace(/:\s*/, ':').trimEnd())
      expect([path, ...tidy(linesOf(await headersOf(url, { url: site.url + path })))]).toEqual([
        path,
        ...tidy((last ?? '').split('\n')),
      ])
    }
  })

  labTest('answers that curl gives up on', NEEDS, async () => {
    const { http, https, url } = await theLab()
    expect(await curl(`http://127.0.0.1:${http}/drop`)).toBeNull()
    expect(await headersOf(url, { url: `http://127.0.0.1:${http}/drop` })).toMatchObject({
      outcome: 'protocol-error',
      reason: 'closed-without-answer',
    })
    expect(await curl(`https://127.0.0.1:${http}/`)).toBeNull()
    expect(await headersOf(url, { url: `https://127.0.0.1:${http}/` })).toMatchObject({
      outcome: 'tls-failed',
      reason: 'not-tls',
    })
    // nginx answers in the clear that this is the wrong port.
    expect(await headersOf(url, { url: `http://127.0.0.1:${https}/` })).toMatchObject({ outcome: 'response', status: 400 })
  })
})

describe('https', () => {
  labTest('trusted by name, over HTTP/1.1 although nginx prefers HTTP/2', NEEDS, async () => {
    const { https, url } = await theLab()
    const good = await headersOf(url, { url: `https://${NAME}:${https}/good` })
    expect(good).toMatchObject({
      address: '127.0.0.1',
      status: 200,
      httpVersion: '1.1',
      tls: { authorized: true, protocol: 'TLSv1.3', error: null },
      nextActions: [],
    })
    const { dns, connect, tls, firstByte, total } = good.timingMs
    for (const phase of [dns, connect, tls, firstByte]) expect(phase).toBeGreaterThan(0)
    expect(total).toBeGreaterThanOrEqual(dns + connect + tls + firstByte)
  })
})
