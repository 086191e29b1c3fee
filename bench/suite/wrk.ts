import { join } from 'node:path'
import { type Children, cpuBetween, cpuByProcess, cpuTimes } from './processes.ts'

export const CONNECTIONS = 50
/** For wrk to connect and to report. */
const SLACK_MS = 20_000

interface Load {
  readonly url: string
  readonly seconds: number
  readonly connections?: number
  /** A file of bench/load, with its arguments. */
  readonly script?: readonly [file: string, ...args: string[]]
}

export interface Served {
  /** Processor time of the server, in microseconds. */
  readonly cpuPerRequest: number
  readonly perSecond: number
  readonly requests: number
  /** Microseconds of each process of the server. */
  readonly byProcess: readonly number[]
}

/** Reads the report of wrk. Throws if a request failed. */
export function readReport(report: string): { readonly requests: number; readonly seconds: number } {
  const [, requests, length, unit] = /(\d+) requests in ([\d.]+)(ms|s|m|h),/.exec(report) ?? []
  if (requests === undefined || length === undefined) throw new Error(`wrk reports nothing: ${report}`)
  const wrong = /Non-2xx or 3xx responses: \d+|Socket errors: (?!connect 0, read 0, write 0, timeout 0).*/.exec(report)?.[0]
  if (wrong !== undefined) throw new Error(wrong)
  const unitSeconds = { ms: 0.001, s: 1, m: 60, h: 3600 }[unit ?? 's'] ?? 1
  return { requests: Number(requests), seconds: Number(length) * unitSeconds }
}

/** Sends requests over keep-alive connections from one thread on its own core, as fast as they are answered, and reads what they cost the server. */
export async function load(
  children: Children,
  pid: number,
  core: number,
  { url, seconds, connections = CONNECTIONS, script }: Load,
): Promise<Served> {
  const [file, ...args] = script ?? []
  const scripted = file === undefined ? [] : ['-s', join(import.meta.dirname, '..', 'load', file)]
  const command = [
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    ...scripted,
    url,
    ...(args.length > 0 ? ['--', ...args] : []),
  ]
  const before = cpuTimes(pid)
  const { output } = await children.run(command, { core, timeoutMs: seconds * 1000 + SLACK_MS })
  const after = cpuTimes(pid)
  const { requests, seconds: took } = readReport(output)
  return {
    cpuPerRequest: cpuBetween(before, after) / requests,
    perSecond: requests / took,
    requests,
    byProcess: cpuByProcess(before, after),
  }
}
