/** A run of `bun test` in a few lines: how far it is, the files in which something failed, and the counts. */
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'

/** Several files wait at the same time, for clocks and for programs that they have started. */
const AT_ONCE = 6
/** The time that the longest files took, which begin first; `--update-timings` writes all anew. */
const TIMINGS = join('.ci', 'timings.json')
/** Exit codes from here on are of signals. */
const SIGNALLED = 128
const TEST_TIMEOUT_MS = 120_000
/** Memory that was used once is kept: a page that the kernel brings anew costs as much as what a test does with it. */
const MEMORY = { MIMALLOC_PURGE_DELAY: '-1', MIMALLOC_ALLOW_LARGE_OS_PAGES: '1' }
const HOW = [`--parallel=${AT_ONCE}`, `--timings=${TIMINGS}`, '--timeout', `${TEST_TIMEOUT_MS}`]
/** The files of a process share what they load: loading it for each would take half of the time. */
const SHARING = '--no-isolate'
/** A file whose clock is a made-up one would count the timers of those before. */
const ALONE = /\bjest\.useFakeTimers\b/
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
/** The counts at the end, and the heads of the lists before them. */
const COUNT = /^ *(\d+) (pass|fail|skip|todo|filtered out|expect\(\) calls)$/
const END = /^ *\d+ tests? (?:failed|skipped):$/
const RAN = /^Ran \d+ tests? /

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
  const isAlone = (path: string) => ALONE.test(readFileSync(join(root, path), 'utf8'))
  const [sharing, alone] = [paths.filter((path) => !isAlone(path)), paths.filter(isAlone)]
  const log = createWriteStream(join(root, LOG))
  const told = new Told(files.length, log)
  let code = sharing.length > 0 ? await told.run([...command, SHARING, ...sharing], { cwd: root, env }) : 0
  if (code < SIGNALLED && alone.length > 0) code = (await told.run([...command, ...alone], { cwd: root, env })) || code
  told.end()
  log.end()
  return code
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
  /** The counts of all parts. */
  private readonly counts = new Map<string, number>()
  private isEnd = false
  private readonly timer = setInterval(() => this.tell(), TELL_EVERY_MS)

  constructor(
    private readonly files: number,
    private readonly log: NodeJS.WritableStream,
  ) {}

  /** Runs `bun test`, and resolves to its exit code. */
  async run(command: string[], options: { cwd: string; env: Record<string, string | undefined> }): Promise<number> {
    const child = Bun.spawn(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = endOf(child)
    const lines = [child.stdout, child.stderr].map((stream) => createInterface({ input: Readable.fromWeb(stream as never) }))
    await Promise.all(
      lines.map(async (reader) => {
        for await (const line of reader) {
          this.log.write(`${line}\n`)
          this.hear(line)
        }
      }),
    )
    this.flush()
    return await ended
  }

  private hear(line: string): void {
    const file = FILE.exec(line)?.[1]
    const [, number, counted] = COUNT.exec(line) ?? []
    if (file !== undefined || counted !== undefined || END.test(line)) this.flush()
    if (file !== undefined) this.seen.add(file)
    if (END.test(line)) this.isEnd = true
    if (counted !== undefined) this.counts.set(counted, (this.counts.get(counted) ?? 0) + Number(number))
    else if (RAN.test(line)) this.isEnd = false
    else if (this.isEnd || SKIPPED.test(line)) console.log(line)
    else if (!PASSED.test(line)) this.block.push(line)
  }

  end(): void {
    clearInterval(this.timer)
    for (const [counted, number] of this.counts) console.log(` ${number} ${counted}`)
    console.log(`Ran them in ${this.seen.size} files, in ${this.seconds} s`)
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
    this.clear()
    process.stderr.write(
      `doorstep: ${this.seen.size} of ${this.files} files, ${this.seconds} s${process.stderr.isTTY ? '' : '\n'}`,
    )
  }

  private get seconds(): number {
    return Math.round((performance.now() - this.begun) / 1000)
  }

  private clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  }
}
