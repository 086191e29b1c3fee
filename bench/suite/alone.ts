import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ownCores } from './machine.ts'
import { Children } from './processes.ts'
import type { Bench, Measurement, Section } from './section.ts'

/** Everything is over by then, or something hangs. */
const LIMIT_MS = { quick: 600_000, full: 1_500_000 }

/** Gives a measurement what it needs, and removes all of it at the end, however the measurement ends. */
export async function withBench<Result>(
  flags: { quick: boolean; echoip: string | null },
  use: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-bench-'))
  const children = new Children()
  const leave = async () => {
    await children.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const limitMs = LIMIT_MS[flags.quick ? 'quick' : 'full']
  let isQuitting = false
  const quit = (why: string, code: number) => {
    isQuitting = true
    console.error(`bench: ${why}`)
    void leave().finally(() => process.exit(code))
  }
  const timer = setTimeout(() => quit(`not over after ${limitMs / 1000} s`, 1), limitMs)
  const stops = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
  const handlers = Object.entries(stops).map(([signal, code]) => [signal, () => quit(signal, code)] as const)
  for (const [signal, handler] of handlers) process.on(signal, handler)
  try {
    return await use({ children, folder, isQuick: flags.quick, cores: ownCores(), echoip: flags.echoip })
  } finally {
    // A caller must not take a measurement that was cut off for a result.
    if (isQuitting) await new Promise(() => {})
    clearTimeout(timer)
    for (const [signal, handler] of handlers) process.off(signal, handler)
    await leave()
  }
}

export const FLAGS = {
  quick: { type: 'boolean', default: false },
  echoip: { type: 'string', default: process.env.ECHOIP ?? '' },
} as const

/** Runs one measurement by itself and prints what it finds. */
export async function alone(measurement: Measurement): Promise<void> {
  const { values } = parseArgs({ options: FLAGS })
  const { title, text }: Section = await withBench({ quick: values.quick, echoip: values.echoip || null }, measurement)
  console.log(`## ${title}\n\n${text}`)
}
