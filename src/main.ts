import { fstatSync, writeSync } from 'node:fs'
import pkg from '../package.json' with { type: 'json' }
import { lineWriter, print, STDERR, STDOUT } from './faces/cli/output.ts'
import { EXIT_FAILED, EXIT_USAGE } from './faces/cli/verb.ts'
import { run } from './faces/cli/verbs.ts'
import { createLogger, type Logger } from './observe/log.ts'
import { type Running, serve } from './server.ts'
import { ConfigError, type Settings } from './settings/read.ts'
import { logReread } from './settings/reload.ts'

/** What a shell shows for a process that a signal has ended, and the number of the signal. */
const EXIT_BY_SIGNAL = 128
/** Under `npm run dev`. */
const IS_WATCHED = process.execArgv.includes('--watch')

void main(Bun.argv.slice(2))

async function main(args: readonly string[]): Promise<void> {
  try {
    const outcome = await run(args, { environment: process.env, start })
    if (outcome) print(outcome)
  } catch (error) {
    const line = error instanceof Error ? error.message : 'unknown failure'
    writeSync(STDERR, `doorstep: ${line}\n`)
    // The watcher ends with the process: it waits for the file to be mended, and then starts again.
    if (IS_WATCHED && !(error instanceof ConfigError)) return
    process.exit(error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED)
  }
}

/** Starts the server, which runs until a signal ends it. */
function start({ config, warnings }: Settings): void {
  const log = createLogger(config.logLevel, lineWriter(), isText(config))
  for (const warning of warnings) log.warn(warning)
  const running = serve(config, log, { checkAnswers: IS_WATCHED || process.env.NODE_ENV === 'test' })
  // Whoever reads the start line may signal at once.
  obeySignals(running, log)
  log.info('listening', { url: running.url, version: pkg.version })
}

function isText({ logFormat }: Settings['config']): boolean {
  return logFormat === 'text' || (logFormat === 'auto' && fstatSync(STDOUT).isCharacterDevice())
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
