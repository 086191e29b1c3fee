#!/usr/bin/env bun
/**
 * The time from exec to the first answer, the processor time and the memory used by then: the compiled doorstep, 20 starts for each
 * request, in turn with a bare compiled Bun server, which shows what the runtime alone takes. Files named after `--` are other builds
 * to compare with. On a machine that does other things as well, the least times and the processor times say most.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

const STARTS = 20
const GOAL_MS = 40
const GOAL_MB = 60
const PORT = 18_080
const BUILDS = [join(import.meta.dirname, '..', 'dist', 'doorstep'), ...process.argv.slice(2).map((path) => resolve(path))]

const BARE = `Bun.serve({ port: ${PORT}, fetch: (request, server) => new Response(server.requestIP(request)?.address) })`

interface Start {
  readonly milliseconds: number
  readonly processorMs: number
  readonly megabytes: number
  /** The part of these that is not backed by a file. */
  readonly ownMegabytes: number
}

async function start(command: readonly string[], ask: () => Promise<Response>): Promise<Start> {
  const began = performance.now()
  const child = Bun.spawn([...command], { cwd: tmpdir(), env: {}, stdout: 'ignore', stderr: 'inherit' })
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer === null) {
      await Bun.sleep(0.5)
      continue
    }
    await answer.text()
    const milliseconds = performance.now() - began
    const processorMs = processorTime(child.pid)
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const megabytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000
    child.kill('SIGKILL')
    await child.exited
    return { milliseconds, processorMs, megabytes: megabytes('VmRSS'), ownMegabytes: megabytes('RssAnon') }
  }
}

/** Returns the processor time of all threads, in milliseconds. */
function processorTime(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]))
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1e6
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const get = (path: string) => () => fetch(`http://127.0.0.1:${PORT}${path}`, { headers: { 'x-forwarded-for': '8.8.8.8' } })
const post = (tool: string) => () =>
  fetch(`http://127.0.0.1:${PORT}/api/tools/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"ip":"2606:4700:4700::1111"}',
  })

interface Row {
  readonly name: string
  readonly command: readonly string[]
  readonly ask: () => Promise<Response>
  readonly starts: Start[]
}

function print({ name, starts }: Row): void {
  const of = (field: keyof Start) => starts.map((one) => one[field])
  const columns = [
    `${median(of('milliseconds')).toFixed(1)} ms`,
    `${Math.min(...of('milliseconds')).toFixed(1)} ms`,
    `${median(of('processorMs')).toFixed(1)} ms`,
    `${Math.min(...of('processorMs')).toFixed(1)} ms`,
    `${median(of('megabytes')).toFixed(1)} MB`,
    `${median(of('ownMegabytes')).toFixed(1)} MB`,
  ]
  console.log(name.padEnd(34) + columns.map((column) => column.padStart(12)).join(''))
}

const folder = mkdtempSync(join(tmpdir(), 'doorstep-bench-'))
try {
  writeFileSync(join(folder, 'bare.ts'), BARE)
  const bare = join(folder, 'bare')
  await Bun.build({ entrypoints: [join(folder, 'bare.ts')], minify: true, bytecode: true, compile: { outfile: bare } })
  const asks = { '/api/ip': get('/api/ip'), '/api/ip/json': get('/api/ip/json'), '/readyz': get('/readyz'), '/': get('/') }
  const tools = { 'ip-lookup': post('ip-lookup'), 'ip-location': post('ip-location') }
  const rows: Row[] = [
    { name: 'bare Bun server', command: [bare], ask: get('/'), starts: [] },
    ...Object.entries({ ...asks, ...tools }).flatMap(([asked, ask]) =>
      BUILDS.map((build) => ({
        name: `${basename(build)} ${asked}`,
        command: [build, '--port', String(PORT), '--trusted-proxies', '127.0.0.1'],
        ask,
        starts: [],
      })),
    ),
  ]
  // One of each first: their files are in memory then.
  for (const { command, ask } of rows) await start(command, ask)
  for (let count = 0; count < STARTS; count++) {
    for (const { command, ask, starts } of rows) starts.push(await start(command, ask))
  }
  const load = loadavg()[0]?.toFixed(1)
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${load}, Linux ${release()}, Bun ${Bun.version}`)
  console.log(`${STARTS} starts; goals for the first answer (/api/ip): ${GOAL_MS} ms in the median, ${GOAL_MB} MB resident`)
  const heads = ['exec to it', 'least', 'processor', 'least', 'resident', 'its own']
  console.log('first answer'.padEnd(34) + heads.map((head) => head.padStart(12)).join(''))
  for (const row of rows) print(row)
  const [least, first] = rows.map(({ starts }) => median(starts.map(({ milliseconds }) => milliseconds)))
  console.log(
    `the first answer of doorstep takes ${((first ?? Number.NaN) / (least ?? Number.NaN)).toFixed(2)} times as long as that of the bare server`,
  )
} finally {
  rmSync(folder, { recursive: true })
}
