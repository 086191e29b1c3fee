#!/usr/bin/env bun
/**
 * The time from exec to exit of commands of the compiled doorstep, and the processor time that they take, interleaved: each round runs every
 * command once, so that a busy moment of the machine meets them all. `--version` shows what starting alone takes. After `--`, the number of rounds.
 */
import { cpus, release, tmpdir } from 'node:os'
import { join } from 'node:path'

const ROUNDS = Number(Bun.argv.at(2) ?? 30)
const GOAL_MS = 60
const EXECUTABLE = join(import.meta.dirname, '..', 'dist', 'doorstep')

const LINES = [
  '--version',
  'ip-lookup --ip 8.8.8.8',
  'ip-lookup --ip 8.8.8.8 --json',
  'ip-location --ip 8.8.8.8',
  'port-forward-plan --use-case minecraft',
  'ping --help',
  'complete dns-l',
  'doctor',
]

interface Run {
  readonly wallMs: number
  readonly cpuMs: number
  readonly megabytes: number
}

function once(line: string): Run {
  const began = performance.now()
  const { exitCode, resourceUsage } = Bun.spawnSync([EXECUTABLE, ...line.split(' ')], {
    cwd: tmpdir(),
    env: {},
    stdout: 'ignore',
  })
  const wallMs = performance.now() - began
  if (exitCode !== 0) throw new Error(`doorstep ${line} ended with ${exitCode}`)
  return { wallMs, cpuMs: Number(resourceUsage.cpuTime.total) / 1000, megabytes: resourceUsage.maxRSS / 1e6 }
}

function of(runs: readonly Run[], field: keyof Run): { least: string; median: string } {
  const sorted = runs.map((run) => run[field]).toSorted((one, other) => one - other)
  return { least: (sorted[0] ?? Number.NaN).toFixed(1), median: (sorted[sorted.length >> 1] ?? Number.NaN).toFixed(1) }
}

const runs = new Map(LINES.map((line): [string, Run[]] => [line, []]))
for (const line of LINES) once(line)
for (let round = 0; round < ROUNDS; round++) for (const [line, all] of runs) all.push(once(line))

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}`)
console.log(`${ROUNDS} rounds; goal for ip-lookup: ${GOAL_MS} ms`)
console.log(
  `${'doorstep'.padEnd(42)}${'least ms'.padStart(10)}${'median ms'.padStart(11)}${'median CPU ms'.padStart(15)}${'MB'.padStart(8)}`,
)
for (const [line, all] of runs) {
  const [wall, cpu, size] = [of(all, 'wallMs'), of(all, 'cpuMs'), of(all, 'megabytes')]
  console.log(
    `${line.padEnd(42)}${wall.least.padStart(10)}${wall.median.padStart(11)}${cpu.median.padStart(15)}${size.median.padStart(8)}`,
  )
}
