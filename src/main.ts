import { fstatSync, writeSync } from 'node:fs'
import pkg from '../package.json' with { type: 'json' }
import { check, type Outcome } from './faces/cli/check.ts'
import { createLogger, type Logger } from './observe/log.ts'
import { type Running, serve } from './server.ts'
import { helpText } from './settings/help.ts'
import { ConfigError, readConfig } from './settings/read.ts'
import { logReread } from './settings/reload.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2
/** What a shell shows for a process that a signal has ended, and the number of the signal. */
const EXIT_BY_SIGNAL = 128
const STDOUT = 1
const STDERR = 2
/** Under `npm run dev`. */
const IS_WATCHED = process.execArgv.includes('--watch')

main(Bun.argv.slice(2))

function main(args: readonly string[]): void {
  try {
    const [first, ...rest] = args
    if (first === 'check') {
      end(check(rest, process.env))
      return
    }
    const { verb, config, warnings } = readConfig(args, process.env)
    if (verb === 'help' || verb === 'version') {
      writeSync(STDOUT, verb === 'help' ? helpText() : `doorstep ${pkg.version}\n`)
      return
    }
    const log = createLogger(config.logLevel, lineWriter(), fstatSync(STDOUT).isCharacterDevice())
    for (const warning of warnings) log.warn(warning)
    const running = serve(config, log, { checkAnswers: IS_WATCHED || process.env.NODE_ENV === 'test' })
    // Whoever reads the start line may signal at once.
    obeySignals(running, log)
    log.info('listening', { url: running.url, version: pkg.version })
  } catch (error) {
    const line = error instanceof Error ? error.message : 'unknown failure'
    writeSync(STDERR, `doorstep: ${line}\n`)
    // The watcher ends with the process: it waits for the file to be mended, and then starts again.
    if (IS_WATCHED && !(error instanceof ConfigError)) return
    process.exit(error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED)
  }
}

/** Prints what a verb has to say, and ends with its code. */
function end({ code, out, err }: Outcome): void {
  writeSync(STDOUT, out)
  writeSync(STDERR, err)
  process.exitCode = code
}

/**
 * Writes lines to standard output; Bun's own sink, since making `process.stdout` takes ten milliseconds of every start.
 * A log that nobody can read any more (a closed pipe, a full disk) is no reason to stop answering.
 */
function lineWriter(): (line: string) => void {
  const sink = Bun.stdout.writer()
  const drop = () => {}
  return (line) => {
    try {
      sink.write(`${line}\n`)
      Promise.resolve(sink.flush()).catch(drop)
    } catch {
      drop()
    }
  }
}

/** SIGTERM is the word of a service manager, SIGINT that of somebody at a terminal. Whoever says a second one does not want to wait. */
function obeySignals(running: Running, log: Logger): void {
  let isStopping = false
  const stopOn = (signal: 'SIGTERM' | 'SIGINT', number: number, manner: Parameters<Running['stop']>[0]) => {
    process.on(signal, async () => {
      if (isStopping) process.exit(EXIT_BY_SIGNAL + number)
      isStopping = true
      const { pending } = running
      log.info('stopping', pending > 0 ? { requestsRunning: pending } : {})
      await running.stop(manner)
      process.exit(0)
    })
  }
  stopOn('SIGTERM', 15, 'as-a-service')
  stopOn('SIGINT', 2, 'at-a-terminal')
  process.on('SIGHUP', () => logReread(running.reload(), log))
}
