import { readdirSync, readFileSync } from 'node:fs'
import type { Registry } from 'prom-client'

type Prometheus = typeof import('prom-client')

/**
 * Adds the metrics of a process's health. The library's own set has forty series more, most of them about the memory of another engine, and
 * keeps observers running.
 */
export function addProcess({ Gauge, Counter }: Prometheus, registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'doorstep_process_resident_memory_bytes',
    help: 'Resident memory of the process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  const openFiles = openDescriptors()
  if (openFiles !== null) {
    new Gauge({
      name: 'doorstep_process_open_fds',
      help: 'Open file descriptors of the process',
      registers,
      collect() {
        this.set(openDescriptors() ?? 0)
      },
    })
  }
  const most = maxDescriptors()
  if (most !== null) {
    new Gauge({ name: 'doorstep_process_max_fds', help: 'File descriptors that the process may have', registers }).set(most)
  }
  new Counter({
    name: 'doorstep_process_cpu_seconds_total',
    help: 'User and system time of the process',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
}

/** Returns the number of open descriptors; null if the system does not tell. */
function openDescriptors(): number | null {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}

/** Returns the soft limit, which does not change later; null if the system does not tell. */
function maxDescriptors(): number | null {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}
