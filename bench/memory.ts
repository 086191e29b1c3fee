#!/usr/bin/env bun
/**
 * Memory after a million clients, each with an address that no other has, and after a second million: of the process itself (anonymous), and
 * resident with the data that it maps. Also the sizes of the executable and of the data in it. Linux; needs wrk and util-linux.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from './suite/alone.ts'
import { memoryOf } from './suite/processes.ts'
import { type Bench, type Section, table } from './suite/section.ts'
import { DOORSTEP, ROOT, startDoorstep } from './suite/servers.ts'
import { load } from './suite/wrk.ts'

const CLIENTS = { quick: 100_000, full: 1_000_000 }
/** wrk stops by itself when all have asked. */
const SWEEP_SECONDS = { quick: 12, full: 75 }
const SAMPLE_MS = 200
/** For the collector, once all is quiet. */
const REST_MS = 2000
const DATA = ['city.ranges', 'network.ranges', 'registry.ranges']

interface Vitals {
  readonly when: string
  readonly own: number
  readonly resident: number
  /** The most of its own while they asked. */
  readonly peak: number
}

export async function memory(bench: Bench): Promise<Section> {
  const [clients, seconds] = bench.isQuick ? [CLIENTS.quick, SWEEP_SECONDS.quick] : [CLIENTS.full, SWEEP_SECONDS.full]
  const { pid, url } = await startDoorstep(bench, 'doorstep-memory', ['--trusted-proxies', '127.0.0.1'], '/api/ip/json')
  const first = memoryOf(pid)
  const rows: Vitals[] = [{ when: 'after the first answer', ...first, peak: first.own }]
  let asked = 0
  for (const part of [0, 1]) {
    let peak = 0
    const timer = setInterval(() => {
      peak = Math.max(peak, memoryOf(pid).own)
    }, SAMPLE_MS)
    const script = ['sweep.lua', String(clients), String(part * clients)] as const
    const { requests } = await load(bench.children, pid, bench.cores.client, { url, seconds, script }).finally(() =>
      clearInterval(timer),
    )
    asked += requests
    await Bun.sleep(REST_MS)
    const now = memoryOf(pid)
    rows.push({ when: `after ${asked.toLocaleString('en')} different clients`, ...now, peak: Math.max(peak, now.own) })
  }
  const sizes = { executable: statSync(DOORSTEP).size / 1e6, data: sizeOfData() }
  const isWhole = clients === CLIENTS.full && asked >= 2 * clients * 0.99
  return {
    title: 'Memory and size',
    text: `${vitalsTable(rows)}\n\nMB are 10^6 bytes. The executable has ${sizes.executable.toFixed(1)} MB, the data in it ${sizes.data.toFixed(1)} MB.`,
    reached: { resident: first.resident, ...sizes, ...(isWhole ? ownOf(rows) : {}) },
  }
}

function vitalsTable(rows: readonly Vitals[]): string {
  const lines = rows.map(({ when, own, peak, resident }) => [when, ...[own, peak, resident].map((value) => value.toFixed(1))])
  return table(['`/api/ip/json`', 'its own, MB', 'most meanwhile, MB', 'resident, MB'], lines)
}

function ownOf([, first, second]: readonly Vitals[]): { own?: number; growth?: number } {
  if (!first || !second) return {}
  return { own: first.own, growth: Math.max(0, (second.own / first.own - 1) * 100) }
}

function sizeOfData(): number {
  return DATA.reduce((sum, name) => sum + statSync(join(ROOT, 'data', name)).size, 0) / 1e6
}

if (import.meta.main) await alone(memory)
