/** Asks gateways over UPnP from where it is started, for tests: takes UpnpJobs as JSON, does them side by side, prints UpnpOutcomes. */

import { lookByUpnp } from '../../../src/net/gateway/index.ts'
import type { AskedPort, Opener, Wanted } from '../../../src/net/gateway/types.ts'
import { gatewayOf } from './routes.ts'

export interface UpnpJob {
  readonly gateway: string
  readonly own: string
  /**
   * One after another. "end" ends the signal under which the opener was found; "find" looks for one anew; "begin" opens, and ends the signal
   * meanwhile.
   */
  readonly steps: readonly (AskedPort | { open: Wanted } | { begin: Wanted } | { close: Wanted } | 'find' | 'end')[]
}

interface UpnpOutcome {
  /** The results of the steps. */
  readonly done: readonly unknown[]
  readonly elapsedMs: number
}

/** The outcomes, and the costs of all of them together. */
export interface UpnpOutcomes {
  readonly outcomes: readonly UpnpOutcome[]
  readonly cpuMs: number
  readonly memoryMb: number
}

const MEANWHILE_MS = 1000
const TICK_MS = 5
const MEGABYTE = 1024 * 1024

async function work({ gateway: address, own, steps }: UpnpJob): Promise<UpnpOutcome> {
  const gateway = gatewayOf(address, own)
  const started = performance.now()
  const controller = new AbortController()
  const find = async () => (await lookByUpnp(gateway, [], controller.signal))?.opener ?? null
  let opener: Opener | null = null
  const done: unknown[] = []
  for (const step of steps) {
    if (step === 'end') controller.abort()
    else if (step === 'find') opener = await find()
    else if ('port' in step) {
      const { opener: _, ...seen } = (await lookByUpnp(gateway, [step], controller.signal)) ?? { opener: null, version: null }
      done.push(seen.version === null ? null : seen)
    } else {
      opener ??= await find()
      if ('begin' in step) setTimeout(() => controller.abort(), MEANWHILE_MS)
      const wanted = 'begin' in step ? step.begin : 'open' in step ? step.open : null
      done.push((await (wanted ? opener?.open(wanted) : 'close' in step && opener?.close(step.close))) || null)
    }
  }
  return { done, elapsedMs: performance.now() - started }
}

async function workAll(jobs: readonly UpnpJob[]): Promise<UpnpOutcomes> {
  Bun.gc(true)
  const [before, cpu] = [process.memoryUsage.rss(), process.cpuUsage()]
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, TICK_MS)
  const outcomes = await Promise.all(jobs.map(work))
  clearInterval(timer)
  const { user, system } = process.cpuUsage(cpu)
  return { outcomes, cpuMs: (user + system) / 1000, memoryMb: (most - before) / MEGABYTE }
}

if (import.meta.main) {
  console.log(JSON.stringify(await workAll(JSON.parse(process.argv[2] ?? ''))))
  process.exit(0)
}
