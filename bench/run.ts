/**
 * Runs a benchmark by its name, after a build if it measures the executable; without a name, all that have a goal (bench/goals.ts).
 * usage: npm run bench -- [NAME] [its options]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { handOver } from '../.ci/hand-over.ts'

/** The rest measure the compiled file. */
const FROM_SOURCE = ['dns', 'hostile', 'lookups', 'many', 'observed', 'tools']
const UNKNOWN = 2

/** Returns the benchmarks with a line on each, from the table in bench/README.md. */
export function benchmarks(): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  return new Map([...text.matchAll(/^\| `([a-z]+)` \| ([^|]+) \|/gm)].map(([, name = '', measures = '']) => [name, measures]))
}

/** Returns the commands that run a benchmark, or a sentence if the name is unknown. */
export function planOf(args: readonly string[]): string | readonly (readonly string[])[] {
  const [name = ''] = args
  const isNamed = name !== '' && !name.startsWith('-')
  const known = benchmarks()
  if (isNamed && !known.has(name)) {
    const lines = [...known].map(([one, measures]) => `  ${one.padEnd(12)}${measures}`)
    return `bench: ${name} is not a benchmark. These are:\n${lines.join('\n')}`
  }
  const script = [process.execPath, join(import.meta.dirname, `${isNamed ? name : 'goals'}.ts`), ...args.slice(isNamed ? 1 : 0)]
  const build = [process.execPath, join(import.meta.dirname, '..', '.ci', 'build.ts'), '--if-stale']
  return FROM_SOURCE.includes(name) ? [script] : [build, script]
}

if (import.meta.main) {
  const plan = planOf(process.argv.slice(2))
  if (typeof plan === 'string') {
    console.error(plan)
    process.exit(UNKNOWN)
  }
  for (const command of plan) {
    const code = await handOver(command)
    if (code !== 0) process.exit(code)
  }
}
