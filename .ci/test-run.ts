/** A run of `bun test` in a few lines: how far it is, the files in which something failed, and the counts. */
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

/** Several files wait at the same time, for clocks and for programs that they have started. */
const AT_ONCE = 5
/** The time that the longest files took, which begin first; `--update-timings` writes all anew. */
const TIMINGS = join('.ci', 'timings.json')
const TEST_TIMEOUT_MS = 120_000
/** Memory that was used once is kept: a page that the kernel brings anew costs as much as what a test does with it. */
const MEMORY = { MIMALLOC_PURGE_DELAY: '-1', MIMALLOC_ALLOW_LARGE_OS_PAGES: '1' }
/** The files of a process share what they load: loading it for each would take half of the time. */
const HOW = [`--parallel=${AT_ONCE}`, '--no-isolate', `--timings=${TIMINGS}`, '--timeout', `${TEST_TIMEOUT_MS}`]
/** All that `bun test` prints. */
const LOG = join('dist', 'test.log')
/** In a log, a line; at a terminal in place, more often. */
const TELL_EVERY_MS = process.stderr.isTTY ? 500 : 15_000
/** bun test names a file before its tests. */
const FILE = /^(test\/\S+\.test\.tsx?):$/
const PASSED = /^\((?:pass|skip|todo)\) /
const SKIPPED = /^SKIPPED, /
/** A failed test, or an error outside of any. */
const FAILED = /^\(fail\) |^# Unhandled error/
/** The counts at the end, and the list of failures before them. */
const END =
  /^ *\d+ (?:pass|fail|skip|todo|filtered out|expect\(\) calls|tests? (?:failed|skipped):)$|^\d+ tests? (?:failed|skipped):$|^Ran \d+ tests? /

interface Whole {
  /** The part of the tests that runs: DOORSTEP_LAB. */
  readonly lab: string
  /** The time that it takes on two idle cores, about, where that is known. */
  readonly minutes?: number
}

/**
 * Runs test files, and resolves to the exit code. A part of all tests (`whole`) runs on the executable that is built before, and shows its
 * progress and its failures, and writes everything to dist/test.log; other runs print what `bun test` prints.
 */
export async function runTests(
  root: string,
  files: readonly string[],
  options: readonly string[],
  whole: Whole | null = null,
): Promise<number> {
  const command = [process.execPath, 'test', ...HOW, ...options]
  const paths = files.map((file) => `./${file.replace(/^\.\//, '')}`)
  if (!whole) return await endOf(Bun.spawn([...command, ...paths], { cwd: root, stdio: ['inherit', 'inherit', 'inherit'] }))
  const time = whole.minutes === undefined ? '' : `, about ${whole.minutes} minutes on two idle cores`
  console.error(`doorstep: ${files.length} files of tests${time}`)
  const build = Bun.spawn([process.execPath, '.ci/build.ts', '--if-stale'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await endOf(build)) !== 0) return 1
  const env = { ...process.env, ...(whole.lab === 'without' && MEMORY), DOORSTEP_LAB: whole.lab, DOORSTEP_BUILT: 'yes' }
  const child = Bun.spawn([...command, ...paths], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(join(root, LOG))
  const told = new Told(files.length)
  const lines = [child.stdout, child.stderr].map((stream) => createInterface({ input: Readable.fromWeb(stream as never) }))
  await Promise.all(
    lines.map(async (reader) => {
      for await (const line of reader) {
        log.write(`${line}\n`)
        told.hear(line)
      }
    }),
  )
  told.end()
  log.end()
  return await endOf(child)
}

/** Resolves to the exit code of a child, which hears the signals of this process; a terminal sends Ctrl-C to both. */
async function endOf(child: Bun.Subprocess): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  return await child.exited
}

/** Hears what `bun test` prints, and prints what somebody wants to know of it. */
class Told {
  private readonly begun = performance.now()
  private readonly seen = new Set<string>()
  private block: string[] = []
  private isEnd = false
  private readonly timer = setInterval(() => this.tell(), TELL_EVERY_MS)

  constructor(private readonly files: number) {}

  hear(line: string): void {
    const file = FILE.exec(line)?.[1]
    if (file !== undefined || END.test(line)) this.flush()
    if (file !== undefined) this.seen.add(file)
    if (END.test(line)) this.isEnd = true
    if (this.isEnd || SKIPPED.test(line)) console.log(line)
    else if (!PASSED.test(line)) this.block.push(line)
  }

  end(): void {
    clearInterval(this.timer)
    this.flush()
  }

  /** Prints a file in which something failed. */
  private flush(): void {
    const { block } = this
    this.block = []
    if (!block.some((line) => FAILED.test(line))) return
    this.clear()
    console.log(block.join('\n'))
  }

  private tell(): void {
    const seconds = Math.round((performance.now() - this.begun) / 1000)
    this.clear()
    process.stderr.write(`doorstep: ${this.seen.size} of ${this.files} files, ${seconds} s${process.stderr.isTTY ? '' : '\n'}`)
  }

  private clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  }
}
