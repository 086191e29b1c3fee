import { readFileSync } from 'node:fs'
import type { Server } from '../server.ts'

interface Vitals {
  /** The longest that a small request had to wait. */
  readonly absenceMs: number
  /** The processor time, of user and system. */
  readonly cpuMs: number
  /** By how much its memory grew at its highest. */
  readonly grownBytes: number
}

const TICK_MS = 10
const EVERY_MS = 10

/**
 * Measures what a server goes through while something is done to it; Linux. It must have been asked the same before, so that it is warm.
 */
export async function vitalsDuring(server: Server, run: () => Promise<unknown>): Promise<Vitals> {
  const [cpuBefore, residentBefore] = [cpuMs(server.pid), memory(server.pid, 'VmRSS')]
  // The highest is counted from here on.
  await Bun.write(`/proc/${server.pid}/clear_refs`, '5')
  let absenceMs = 0
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const asked = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      absenceMs = Math.max(absenceMs, performance.now() - asked)
      await Bun.sleep(EVERY_MS)
    }
  }
  const watching = watch()
  try {
    await run()
  } finally {
    isOver = true
    await watching
  }
  const grownBytes = memory(server.pid, 'VmHWM') - residentBefore
  return { absenceMs, cpuMs: cpuMs(server.pid) - cpuBefore, grownBytes }
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export function memory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
