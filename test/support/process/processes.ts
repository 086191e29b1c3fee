import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Returns the processes that one has started, as far as they still run. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(statusOf(Number(name))) ? [Number(name)] : []
  })
}

export const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(pid))

/** Returns the memory of a process in megabytes; `proportional` has its part of what it shares. */
export function memoryOf(pid: number): { resident: number; proportional: number; own: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const megabytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(rollup)?.[1]) / 1024
  return { resident: megabytes('Rss'), proportional: megabytes('Pss'), own: megabytes('Pss_Anon') }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
