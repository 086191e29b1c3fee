#!/usr/bin/env bun
/**
 * Measures the cost of the first view to a visitor: bytes over the wire, the time from the document to a page that answers, in Chromium
 * with a CPU that is four times slower and a slow 4G line, layout shift and long tasks. The compiled doorstep, five fresh visits; medians.
 * Debian: chromium-headless-shell.
 */
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium } from 'playwright-core'

const VISITS = 5
const PORT = 18_084
const URL_OF_PAGE = `http://127.0.0.1:${PORT}/`
const EXECUTABLE = join(import.meta.dirname, '..', 'dist', 'doorstep')
/** As Lighthouse simulates it: 150 ms there and back, 1.6 Mbit/s. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
}
const CPU_SLOWDOWN = 4
const GOALS = { firstKb: 60, interactiveMs: 1000, shift: 0, longTasks: 0, taskCpuMs: 50 }
const LONG_TASK_MS = 50

interface Visit {
  readonly bytes: number
  readonly interactiveMs: number
  readonly shift: number
  readonly longTasks: number
  /** The CPU time of the task that took most of it: on a busy machine, tasks also wait. */
  readonly taskCpuMs: number
  readonly said: number
  readonly foreign: number
}

const server = Bun.spawn([EXECUTABLE, '--port', String(PORT), '--trusted-proxies', '127.0.0.1', '--rate-limit', 'off'], {
  env: {},
  stdout: 'ignore',
  stderr: 'inherit',
})
const browser = await chromium.launch({ executablePath: Bun.which('chromium-headless-shell') ?? '', args: ['--no-sandbox'] })
try {
  while (!(await fetch(`${URL_OF_PAGE}healthz`).catch(() => null))) await Bun.sleep(20)
  const visits: Visit[] = []
  for (let count = 0; count < VISITS; count++) visits.push(await visit())
  report(visits)
} finally {
  await browser.close()
  server.kill()
  await server.exited
}

async function visit(): Promise<Visit> {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': '168.126.63.1' } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const tasks = await watchTasks(session)
  let [bytes, said, foreign] = [0, 0, 0]
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  page.on('console', () => said++)
  page.on('request', (request) => {
    if (!request.url().startsWith(URL_OF_PAGE) && !request.url().startsWith('data:')) foreign++
  })
  await page.addInitScript(watch)
  await page.goto(URL_OF_PAGE)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
  const seen = await page.evaluate(measured, LONG_TASK_MS)
  const taskCpuMs = await tasks.longestCpuMs()
  await context.close()
  return { bytes, said, foreign, taskCpuMs, ...seen }
}

/** An event of Chromium's trace; times are in microseconds. */
interface Traced {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

/** Measures the tasks of the page's main thread, except the one that begins the document, which is the browser's. */
async function watchTasks(session: CDPSession) {
  const events: Traced[] = []
  // A seam: the types of the protocol say no more of them than that they are objects.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel,devtools.timeline,loading' })
  return {
    async longestCpuMs() {
      const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
      await session.send('Tracing.end')
      await ended
      const begun = events.filter(({ name }) => name === 'DocumentLoader::CommitNavigation')
      const script = events.findLast(({ name }) => name === 'v8.evaluateModule')
      const times = events
        .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pid === script?.pid && tid === script.tid)
        .filter(({ ts, dur = 0 }) => !begun.some((one) => one.pid === script?.pid && one.ts >= ts && one.ts <= ts + dur))
      return Math.max(0, ...times.map(({ tdur = 0 }) => tdur)) / 1000
    },
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const seen = { shift: 0, tasks: [] as number[] }
  Object.assign(globalThis, { seen })
  // The types of these entries are not in the standard library.
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += 'value' in entry ? Number(entry.value) : 0
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  })
}

/** In the page, at the end. */
function measured(longTaskMs: number): Pick<Visit, 'interactiveMs' | 'shift' | 'longTasks'> {
  const [navigation] = performance.getEntriesByType('navigation')
  const arrived = navigation && 'responseEnd' in navigation ? Number(navigation.responseEnd) : 0
  const ready = performance.getEntriesByName('interactive')[0]?.startTime ?? Number.NaN
  const { seen } = globalThis as unknown as { seen: { shift: number; tasks: number[] } }
  return { interactiveMs: ready - arrived, shift: seen.shift, longTasks: seen.tasks.filter((ms) => ms > longTaskMs).length }
}

function report(visits: readonly Visit[]): void {
  const median = (of: (visit: Visit) => number) =>
    visits.map(of).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)] ?? Number.NaN
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}, Chromium ${browser.version()}`,
  )
  console.log(`median of ${visits.length} visits, CPU ${CPU_SLOWDOWN}x slower, slow 4G`)
  const rows: [what: string, value: string, goal: string][] = [
    ['first view over the wire', `${(median(({ bytes }) => bytes) / 1000).toFixed(1)} KB`, `${GOALS.firstKb} KB`],
    ['document to interactive', `${median(({ interactiveMs }) => interactiveMs).toFixed(0)} ms`, `${GOALS.interactiveMs} ms`],
    ['layout shift', median(({ shift }) => shift).toFixed(3), String(GOALS.shift)],
    ['long tasks at the start', String(median(({ longTasks }) => longTasks)), String(GOALS.longTasks)],
    ['CPU of the longest task', `${median(({ taskCpuMs }) => taskCpuMs).toFixed(0)} ms`, `${GOALS.taskCpuMs} ms`],
    ['requests to other origins', String(median(({ foreign }) => foreign)), '0'],
    ['console messages', String(median(({ said }) => said)), '0'],
  ]
  for (const [what, value, goal] of rows) console.log(`${what.padEnd(28)}${value.padStart(10)}   goal ${goal}`)
}
