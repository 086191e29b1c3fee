#!/usr/bin/env bun
/**
 * The time from exec to the first answer, and the memory used by then: the compiled doorstep, 20 starts for each request.
 * Compared in the same run with a bare compiled Bun server, which shows what the runtime alone takes.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir } from 'node:os'
import { join } from 'node:path'

const STARTS = 20
const GOAL_MS = 60
const GOAL_MB = 64
const PORT = 18_080
const EXECUTABLE = join(import.meta.dirname, '..', 'dist', 'doorstep')

const BARE = `Bun.serve({ port: ${PORT}, fetch: (request, server) => new Response(server.requestIP(request)?.address) })`

interface Start {
  milliseconds: number
  megabytes: number
  fileMegabytes: number
}

async function start(command: string[], ask: () => Promise<Response>): Promise<Start> {
  const began = performance.now()
  const child = Bun.spawn(command, { cwd: tmpdir(), env: {}, stdout: 'ignore', stderr: 'inherit' })
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer === null) {
      await Bun.sleep(0.5)
      continue
    }
    await answer.text()
    const milliseconds = performance.now() - began
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const kilobytes = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000
    child.kill('SIGKILL')
    await child.exited
    return { milliseconds, megabytes: kilobytes('VmRSS'), fileMegabytes: kilobytes('RssFile') }
  }
}

function median(values: number[]): number {
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

const folder = mkdtempSync(join(tmpdir(), 'doorstep-bench-'))
try {
  writeFileSync(join(folder, 'bare.ts'), BARE)
  const bare = join(folder, 'bare')
  await Bun.build({ entrypoints: [join(folder, 'bare.ts')], minify: true, bytecode: true, compile: { outfile: bare } })
  const doorstep = [EXECUTABLE, '--port', String(PORT), '--trusted-proxies', '127.0.0.1']
  const rows: [name: string, command: string[], ask: () => Promise<Response>][] = [
    ['bare Bun server', [bare], get('/')],
    ['doorstep /api/ip', doorstep, get('/api/ip')],
    ['doorstep /api/ip/json', doorstep, get('/api/ip/json')],
    ['doorstep ip-lookup', doorstep, post('ip-lookup')],
    ['doorstep ip-location', doorstep, post('ip-location')],
  ]
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}`)
  console.log(`median of ${STARTS} starts; goals: ${GOAL_MS} ms, ${GOAL_MB} MB`)
  console.log(
    `${'first answer'.padEnd(24)}${'exec to answer'.padStart(16)}${'resident'.padStart(12)}${'of it files'.padStart(14)}`,
  )
  for (const [name, command, ask] of rows) {
    await start(command, ask)
    const starts: Start[] = []
    for (let count = 0; count < STARTS; count++) starts.push(await start(command, ask))
    const of = (field: keyof Start) => median(starts.map((one) => one[field])).toFixed(1)
    console.log(
      `${name.padEnd(24)}${`${of('milliseconds')} ms`.padStart(16)}${`${of('megabytes')} MB`.padStart(12)}${`${of('fileMegabytes')} MB`.padStart(14)}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}
