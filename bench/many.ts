#!/usr/bin/env bun
/**
 * A log of a million lines through `doorstep ip-lookup -` and `ip-location -`, beside the usual loop over a program that looks one address up:
 * mmdblookup on the MMDB files that doorstep's data are built from, and geoiplookup on the file of its package. The loops get fewer lines. IPinfo's
 * own program is not in Debian, and does not take part. Linux; needs Debian's mmdb-bin, geoip-bin and geoip-database.
 * usage: npm run bench -- many [--quick]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicAddresses } from './load/addresses.ts'
import { databases } from './peers/databases.ts'
import { alone } from './suite/alone.ts'
import { type Bench, type Section, table } from './suite/section.ts'

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')
const LINES = { quick: 100_000, full: 1_000_000 }
const LOOPED = { quick: 200, full: 2000 }
/** Clients of the log with few of them: most lines of a real log are about an address that it had before. */
const CLIENTS = 5000
/** The status of the last line of a loop whose program is missing. */
const NOT_FOUND = 127
const LOOP = 'while read -r ip rest; do "$@" "$ip"; done'

interface Job {
  readonly name: string
  readonly command: readonly string[]
  readonly log: string
  readonly lines: number
}

async function many(bench: Bench): Promise<Section> {
  const files = await databases()
  const addresses = readFileSync(publicAddresses(files, 4), 'utf8').split('\n')
  const count = LINES[bench.isQuick ? 'quick' : 'full']
  const few = LOOPED[bench.isQuick ? 'quick' : 'full']
  const logOf = (name: string, lines: number, clients: number) => writeLog(join(bench.folder, name), addresses, lines, clients)
  const [log, repeated, short] = [logOf('log', count, count), logOf('repeated', count, CLIENTS), logOf('short', few, few)]
  const ours = (...args: readonly string[]) => [process.execPath, MAIN, ...args]
  const loop = (...args: readonly string[]) => ['sh', '-c', LOOP, 'sh', ...args]
  const jobs: Job[] = [
    { name: 'ip-lookup -', command: ours('ip-lookup', '-'), log, lines: count },
    { name: 'ip-lookup - --short', command: ours('ip-lookup', '-', '--short'), log, lines: count },
    { name: 'ip-location -', command: ours('ip-location', '-'), log, lines: count },
    { name: `ip-location -, ${CLIENTS} clients`, command: ours('ip-location', '-'), log: repeated, lines: count },
    { name: 'loop over mmdblookup', command: loop('mmdblookup', '--file', files.city, '--ip'), log: short, lines: few },
    { name: 'loop over geoiplookup', command: loop('geoiplookup'), log: short, lines: few },
  ]
  const rows = jobs.map(measured)
  const text = `A log of ${count.toLocaleString('en')} lines, each with another public IPv4 address, on standard input; the loops, which start a program for each line, get fewer.

${table(['', 'lines', 'CPU for a line, µs', 'time for a line, µs', 'a million lines'], rows)}`
  return { title: 'Many at once', text, reached: {} }
}

function writeLog(path: string, addresses: readonly string[], lines: number, clients: number): string {
  const line = (_: unknown, index: number) =>
    `${addresses[index % clients]} - - [23/Nov/2026:06:14:55 +0000] "GET /index.html HTTP/1.1" 200 1234 "-" "curl/8.5.0"\n`
  writeFileSync(path, Array.from({ length: lines }, line).join(''))
  return path
}

function measured({ name, command, log, lines }: Job): string[] {
  const began = performance.now()
  const { exitCode, resourceUsage } = Bun.spawnSync([...command], { stdin: Bun.file(log), stdout: 'ignore', stderr: 'ignore' })
  const time = ((performance.now() - began) * 1000) / lines
  const cpu = Number(resourceUsage?.cpuTime.total ?? Number.NaN) / lines
  if (exitCode === NOT_FOUND) return [name, 'not installed', '', '', '']
  return [name, lines.toLocaleString('en'), cpu.toFixed(1), time.toFixed(1), `${time.toFixed(time < 100 ? 1 : 0)} s`]
}

if (import.meta.main) await alone(many)
