// Loaded before a server: measures what requests cost it, and reports that over a Unix socket. /begin collects garbage, starts anew and
// returns how much memory is taken; /end returns the cost since then.
import { dlopen, ptr } from 'bun:ffi'
import { readFileSync, writeFileSync } from 'node:fs'
import { LIBC_NAMES } from '../../../src/platform/compiled.ts'
import { type Cost, SOCKET_VARIABLE } from './watch-cost.ts'

const TICK_MS = 1
/** include/uapi/linux/time.h: the processor time of the calling thread. */
const CLOCK_THREAD_CPUTIME_ID = 3
/** man 5 proc, clear_refs: sets the peak of the resident memory to what it is now. */
const RESET_PEAK = '5'
const KIB_PER_MB = 1024

const clock = openClock()
const time = new BigInt64Array(2)
const timeAt = ptr(time)

function cpuNowMs(): number {
  clock(CLOCK_THREAD_CPUTIME_ID, timeAt)
  return Number(time[0]) * 1000 + Number(time[1]) / 1e6
}

function openClock() {
  for (const name of LIBC_NAMES) {
    try {
      return dlopen(name, { clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' } }).symbols.clock_gettime
    } catch {
      // It is the other C library.
    }
  }
  throw new Error('no C library that tells the time')
}

function memoryMb(field: 'VmRSS' | 'VmHWM'): number {
  const [, kib = '0'] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kib) / KIB_PER_MB
}

let [lastCpuMs, lastWallMs, absenceMs, absenceWallMs] = [0, 0, 0, 0]
let [beganCpuMs, beforeMb] = [0, 0]

function tick(): void {
  const [cpuMs, wallMs] = [cpuNowMs(), performance.now()]
  absenceMs = Math.max(absenceMs, cpuMs - lastCpuMs)
  absenceWallMs = Math.max(absenceWallMs, wallMs - lastWallMs - TICK_MS)
  lastCpuMs = cpuMs
  lastWallMs = wallMs
}

function begin(): void {
  Bun.gc(true)
  writeFileSync('/proc/self/clear_refs', RESET_PEAK)
  beforeMb = memoryMb('VmRSS')
  tick()
  ;[absenceMs, absenceWallMs, beganCpuMs] = [0, 0, lastCpuMs]
}

function cost(): Cost {
  tick()
  return {
    absenceMs,
    absenceWallMs,
    cpuMs: lastCpuMs - beganCpuMs,
    beforeMb,
    peakMb: memoryMb('VmHWM'),
  }
}

setInterval(tick, TICK_MS)
Bun.serve({
  unix: process.env[SOCKET_VARIABLE] ?? '',
  routes: {
    '/begin': () => {
      begin()
      return new Response(String(beforeMb))
    },
    '/end': () => Response.json(cost()),
  },
})
