// Real answers of nginx, through HTTP, compared with curl.
import { describe, expect } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labTest, programPath } from '../support/lab.ts'
import { response, startFaultHttp } from '../support/net/fault-http.ts'
import { freePort } from '../support/net/network.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'
import { until } from '../support/until.ts'

const NEEDS = { programs: ['nginx', 'curl'] }
const REDIRECTS = [301, 302, 303, 307, 308]
type Found = Awaited<ReturnType<typeof bodyOf>>

/** A doorstep, and the port of an nginx. */
const theLab = shared(async (owned) => {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-nginx-'))
  owned.defer(() => rmSync(folder, { recursive: true }))
  const port = freePort()
  writeFileSync(join(folder, 'index.html'), '<p>Hello')
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, port))
  const nginx = Bun.spawn([programPath('nginx') ?? '', '-p', folder, '-c', join(folder, 'nginx.conf')], { stderr: 'ignore' })
  owned.defer(async () => {
    nginx.kill()
    await nginx.exited
  })
  const server = owned.use(await startServer({ args: ['--allow-targets', '127.0.0.0/8'] }))
  await until(async () => (await curl('-o', '/dev/null', `http://127.0.0.1:${port}/`)) !== null, 'nginx answers')
  return { port, url: server.url }
})

function nginxConfig(folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
  const redirects = REDIRECTS.map((status) => `location = /${status} { return ${status} /target; }`)
  return `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {} http { access_log off; ${temporary.join(' ')}
    default_type text/html; root ${folder};
    server { listen 127.0.0.1:${port};
      ${redirects.join('\n')}
      location = /target { add_header X-One 1; add_header x-two 2; add_header X-One 3; return 200 ok; }
      location = /empty { return 204; }
      location = /teapot { return 418 short; }
      location = /gzip { gzip on; gzip_min_length 0; gzip_types *; return 200 hello; } } }`
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
    const { port, url } = await theLab()
    for (const path of ['/', '/target', '/empty', '/teapot', '/missing', '/gzip', '/target?a=1&b=%20']) {
      const site = `http://127.0.0.1:${port}${path}`
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
    const { port, url } = await theLab()
    for (const status of REDIRECTS) {
      const site = `http://127.0.0.1:${port}/${status}`
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
})
