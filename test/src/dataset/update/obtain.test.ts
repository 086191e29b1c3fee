// Newer data from addresses: what is asked, what is followed, what is refused, and that nothing secret is told.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerOf, canariesOf } from '../../../../src/dataset/update/candidates.ts'
import { updateData } from '../../../../src/faces/cli/data-update.ts'
import { readVerbLine } from '../../../../src/faces/cli/verb.ts'
import { openDataDir } from '../../../../src/ipdata/data-dir.ts'
import { openEmbedded } from '../../../../src/ipdata/database.ts'
import { DataFiles, dataOf } from '../../../support/data/files.ts'
import { labTest } from '../../../support/lab.ts'
import { execute } from '../../../support/net/namespace.ts'
import { openLoopback } from '../../../support/net/network.ts'
import { runLine, spawnLine } from '../../../support/process/command-line.ts'
import { FROM_SOURCE, plainEnvironment, ROOT } from '../../../support/server.ts'
import { Pki } from '../../../support/tls/pki.ts'

const SECRET = 'hunter2'
const files = new DataFiles()

let bundle: Buffer
let server: Bun.Server<undefined>
const asked: { path: string; etag: string | null; agent: string | null }[] = []

/** Answers as a web server does with a file, and as odd ones do. */
async function answer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const etag = request.headers.get('if-none-match')
  asked.push({ path: `${pathname}${search}`, etag, agent: request.headers.get('user-agent') })
  const to = (location: string) => new Response(null, { status: 302, headers: { location } })
  if (pathname.startsWith('/hop/')) {
    const left = Number(pathname.slice(5))
    return to(left === 0 ? `${server.url}data.bundle` : `/hop/${left - 1}`)
  }
  if (pathname === '/down') return to(`${server.url}data.bundle`)
  if (pathname === '/file') return to('file:///etc/passwd')
  if (pathname === '/away') return to('http://192.0.2.1/data.bundle')
  const dated = { headers: { 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT' } }
  if (pathname === '/lab.csv') return new Response(rowsOf('network', 'Lab'), dated)
  if (pathname === '/city.csv') return new Response(rowsOf('city', ',,Lab,,1.5,2.5,'), dated)
  if (pathname !== '/data.bundle') return new Response('no', { status: 404 })
  if (etag === '"v1"') return new Response(null, { status: 304 })
  return new Response(new Uint8Array(bundle), { headers: { etag: '"v1"' } })
}

/** Returns a server that announces so many bytes, sends ten and leaves. */
function announcing(bytes: number) {
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${bytes}\r\n\r\n0123456789`
  return Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: (socket) => void socket.end(head) } })
}

/** Returns sources with the addresses that are compared, and no others. */
function rowsOf(id: 'city' | 'network', rest: string): string {
  const database = openEmbedded(id)
  return canariesOf(id, database)
    .map((address) => `${address.text},${address.text},${answerOf(id, database, address)},${rest}\n`)
    .join('')
}

let close = () => {}
beforeAll(() => {
  close = openLoopback()
  bundle = readFileSync(files.bundle('data.bundle', [dataOf('registry', '2026-11-01')]))
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
})
afterAll(async () => {
  await server.stop(true)
  close()
  files[Symbol.dispose]()
})

/** Serves the same files over HTTPS, with a certificate of an unknown authority; returns the flags that trust it, too. */
async function serveSecurely() {
  const pki = new Pki()
  const of = { san: ['IP:127.0.0.1'], extensions: ['basicConstraints=critical,CA:TRUE'] }
  const { key, certificate } = await pki.issue('localhost', of)
  const tls = { cert: Bun.file(certificate), key: Bun.file(key) }
  const secure = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer, tls })
  return {
    port: secure.port,
    trust: ['--extra-ca', certificate],
    async [Symbol.asyncDispose]() {
      await secure.stop(true)
      pki[Symbol.dispose]()
    },
  }
}
const update = (dir: string, from: string, ...more: string[]) =>
  runLine(['data', 'update', '--from', from, '--data-dir', join(files.folder, dir), ...more])

labTest('a file that has not changed is not sent again', { programs: ['openssl'] }, async () => {
  await using secure = await serveSecurely()
  const url = `https://reader:${SECRET}@127.0.0.1:${secure.port}/data.bundle?token=${SECRET}`
  asked.length = 0
  const first = await update('etag', url, ...secure.trust)
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toContain('registry: 2026-11-01 replaces 2026-06-17')
  expect(await update('etag', url, ...secure.trust)).toEqual({ code: 0, out: 'already up to date\n', err: '' })
  expect(asked.map(({ etag }) => etag)).toEqual([null, '"v1"'])
  expect(asked.every(({ path }) => path === `/data.bundle?token=${SECRET}`)).toBe(true)
  expect(asked[0]?.agent).toStartWith('doorstep/')
  // Neither in the folder nor in a message.
  const state = readFileSync(join(files.folder, 'etag', 'in-use.json'), 'utf8')
  expect(state).toContain('v1')
  expect(state + first.out).not.toContain(SECRET)
  const other = await update('etag', url.replace('data.bundle', 'missing'), ...secure.trust)
  expect(other.err).toContain(`https://127.0.0.1:${secure.port}/missing answered HTTP 404`)
  expect(other.err).not.toContain(SECRET)
  expect(readdirSync(join(files.folder, 'etag')).filter((name) => name.endsWith('.partial'))).toEqual([])
})

describe('an address is refused', () => {
  const refused = async (from: string) => (await update('refused', from)).err
  test.each([
    ['after more than five redirects', '/hop/6', 'redirects more than 5 times'],
    ['that leads to another kind of place', '/file', 'does not lead to http or https'],
    ['that leads away over plain http', '/away', 'is not https'],
    ['that has nothing', '/none', 'answered HTTP 404'],
  ])('%s', async (_, path, why) => expect(await refused(`http://127.0.0.1:${server.port}${path}`)).toContain(why))

  test.each([
    [2 * 1024 ** 3, 'is larger than 1024 MiB'],
    [5000, /was cut short|cannot be fetched \(ECONNRESET\)/],
  ])('that announces %i bytes and sends ten', async (bytes, why) => {
    const odd = announcing(bytes)
    expect(await refused(`http://127.0.0.1:${odd.port}/x`)).toMatch(why)
    odd.stop(true)
  })

  labTest('from https to http', { programs: ['openssl'] }, async () => {
    await using secure = await serveSecurely()
    const { err } = await update('refused', `https://127.0.0.1:${secure.port}/down`, ...secure.trust)
    expect(err).toContain('redirects from https to http')
  })

  labTest('whose certificate is of an unknown authority', { programs: ['openssl'] }, async () => {
    await using secure = await serveSecurely()
    const { code, err } = await update('refused', `https://127.0.0.1:${secure.port}/data.bundle`)
    expect(err).toMatch(
      /cannot be fetched \((DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)\)/,
    )
    expect(code).toBe(1)
  })

  test('where nothing listens, or that is none', async () => {
    expect(await refused('https://127.0.0.1:1/x')).toContain('https://127.0.0.1:1/x cannot be fetched (ECONNREFUSED)')
    expect(await refused('ftp://127.0.0.1/x')).toContain('does not lead to http or https')
    expect(await refused('https://')).toContain('--from is neither a file nor an address')
  })
})

test('five redirects are followed, and no proxy is used', async () => {
  const { code } = await spawnLine(
    ['data', 'update', '--from', `http://127.0.0.1:${server.port}/hop/4`, '--data-dir', join(files.folder, 'hops')],
    { env: { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' } },
  )
  expect(code).toBe(0)
})

test('sources are built here, dated by their server', async () => {
  const { code, out, err } = await update('raw', `http://127.0.0.1:${server.port}/lab.csv`)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('network: 2026-11-02 replaces 2026-06-17')
  expect(out).toContain('1,000 of 1,000 addresses agree\nin use')
})

describe('without an address', () => {
  const line = (...args: string[]) =>
    readVerbLine(['--data-dir', join(files.folder, 'offered'), ...args], ['from', 'yes', 'date', 'json'], {})

  test('both files of the publisher come in one go, once somebody agrees', async () => {
    const offered = [`${server.url}city.csv`, `${server.url}lab.csv`]
    asked.length = 0
    const { code, out, err } = await updateData(line('--yes', '--json'), offered)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(String(out)).replaced.map(({ id }: { id: string }) => id)).toEqual(['city', 'network'])
    expect(asked.map(({ path }) => path)).toEqual(['/city.csv', '/lab.csv'])
  })

  test('nothing is asked of anybody where there is no terminal', async () => {
    const { code, err } = await spawnLine(['data', 'update', '--data-dir', files.dir])
    expect(code).toBe(2)
    expect(err).toContain('or --yes to fetch the files of DB-IP: there is no terminal in which to ask')
  })

  labTest('a terminal asks first, and only a yes fetches', { programs: ['script', 'unshare', 'ip'] }, async () => {
    const program = FROM_SOURCE.map((part) => `'${part}'`).join(' ')
    // Without a way out, what would be fetched shows in the failure.
    const answered = async (answer: string) => {
      const inside = `${program} data update --data-dir ${join(files.folder, 'asked')}`
      return execute(['unshare', '-rn', 'script', '-qec', inside, '/dev/null'], { cwd: ROOT, input: `${answer}\n` })
    }
    for (const answer of ['n', '', 'maybe']) {
      const { stdout, exitCode } = await answered(answer)
      expect(exitCode).toBe(1)
      expect(stdout).toContain('under CC BY 4.0')
      expect(stdout).toContain('https://download.db-ip.com/free/dbip-asn-lite-')
      expect(stdout).toEndWith('nothing was fetched\r\n')
    }
    expect((await answered('y')).stdout).toMatch(
      /download\.db-ip\.com\/free\/dbip-city-lite-[\d-]+\.mmdb\.gz cannot be fetched .*; nothing has changed\r\n$/,
    )
  })
})

// A process that is killed in the middle of an update, at every call that changes what others see, leaves one version or the other.

const CALLS = ['fsync', 'fchmod', '/^rename', 'unlink']
/** There are fewer of each. */
const TIMES_MAX = 6

/** Runs an update and kills it just before the call of that name and number; whether it got that far. */
async function killedAt(line: readonly string[], call: string, times: number): Promise<boolean> {
  const inject = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `inject=${call}:signal=KILL:when=${times}`]
  const child = Bun.spawn([...inject, ...FROM_SOURCE, ...line], { env: plainEnvironment(), stdout: 'ignore', stderr: 'ignore' })
  await child.exited
  return child.signalCode === 'SIGKILL' || child.exitCode === 137
}

labTest('killed at any call', { programs: ['strace'] }, async () => {
  using files = new DataFiles()
  const lineOf = (path: string) => ['data', 'update', '--from', path, '--data-dir', files.dir]
  const dates = ['2026-10-01', '2026-10-02']
  for (const date of dates) await runLine(lineOf(files.bundle(date, [dataOf('registry', date)])))
  const kills: string[] = []
  let [inUse = ''] = dates.slice(-1)
  for (const call of CALLS)
    for (let times = 1; times <= TIMES_MAX; times++) {
      const next = new Date(Date.parse(inUse) + 86_400_000).toISOString().slice(0, 10)
      const line = lineOf(files.bundle(next, [dataOf('registry', next)]))
      const isKilled = await killedAt(line, call, times)
      const { databases, faults } = openDataDir(files.dir)
      const found = databases.registry?.dataset.buildDate ?? ''
      expect({ call, times, faults }).toEqual({ call, times, faults: [] })
      expect([inUse, next]).toContain(found)
      if (isKilled) kills.push(`${call} ${times} ${found === next ? 'new' : 'old'}`)
      // The next one cleans up, and finds nothing in its way.
      const { code, err } = await runLine(line)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(openDataDir(files.dir).databases.registry?.dataset.buildDate).toBe(next)
      expect(readdirSync(files.dir).filter((name) => name.endsWith('.partial'))).toEqual([])
      expect(readdirSync(files.dir).filter((name) => name.endsWith('.bundle')).length).toBe(2)
      inUse = next
      if (!isKilled) break
    }
  // Before the state is renamed the old one is in use, after it the new one.
  expect(kills.length).toBeGreaterThan(8)
  expect(kills).toContain('/^rename 2 old')
  expect(kills.some((kill) => kill.endsWith('new'))).toBe(true)
})
