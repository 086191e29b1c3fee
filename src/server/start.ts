import { fstatSync } from 'node:fs'
import { bytesWriter, lineWriter, STDOUT } from '../faces/cli/output.ts'
import { EXIT_BY_SIGNAL } from '../faces/cli/verb.ts'
import { ParentStore } from '../limits/parent-store.ts'
import { storeSamples } from '../metrics/metrics.ts'
import { openRoots, openTools } from '../opening/files.ts'
import { isCompiled, sameFileWith } from '../platform/compiled.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import type { Config } from '../settings/options.ts'
import { parsePairSecret, randomPairSecret } from '../settings/pair-secret.ts'
import type { Settings } from '../settings/read.ts'
import { logReread } from '../settings/reload.ts'
import { listenForMetrics } from './observing.ts'
import { type Group, type Manner, openLimitStore, type Running, serve } from './server.ts'
import { startTeller, type TellListening } from './start-line.ts'
import { Workers } from './workers/parent.ts'
import { handOver } from './workers/predecessor.ts'
import { type Role, shareOf } from './workers/role.ts'
import { ParentLine } from './workers/worker.ts'

/** Whether this runs under `npm run dev`. */
const IS_WATCHED = process.execArgv.includes('--watch')

/** Starts one server, or several processes of it, which run until a signal ends them. */
export async function start({ config, warnings }: Settings, args: readonly string[], role: Role | null): Promise<void> {
  const onTerminal = role?.onTerminal ?? fstatSync(STDOUT).isCharacterDevice()
  const writeLine = lineWriter()
  // The first of several processes logs the start for all.
  let isQuiet = role !== null && role.port !== null
  const log = createLogger(
    config.logLevel,
    (line, isUrgent) => void (isQuiet || writeLine(line, isUrgent)),
    isText(config, onTerminal),
  )
  const tellListening = startTeller(log, writeLine, onTerminal && isText(config, onTerminal))
  for (const warning of role ? [] : warnings) log.warn(warning.en)
  if (role === null && config.workers > 1) await startWorkers(config, log, { args, onTerminal, tellListening })
  else await startServer(config, log, { role, tellListening })
  isQuiet = false
}

function isText({ logFormat }: Config, onTerminal: boolean): boolean {
  return logFormat === 'text' || (logFormat === 'auto' && onTerminal)
}

interface Starting {
  readonly role: Role | null
  readonly tellListening: TellListening
}

async function startServer(given: Config, log: Logger, { role, tellListening }: Starting): Promise<void> {
  const pairSecret = given.pairSecret ?? parsePairSecret(role?.pairSecret ?? '')
  const config = { ...given, pairSecret }
  const load = () => openTools(config, (error) => log.error('a plug-in failed outside of a request', { error }))
  const tools = canWait(config) ? load : await load()
  if (config.toolsDir !== null && 'current' in tools) {
    log.info('plug-ins loaded', { path: config.toolsDir, tools: tools.current().plugIns })
  }
  const checkAnswers = IS_WATCHED || process.env.NODE_ENV === 'test'
  const port = role?.port ?? config.port
  const parent = role && new ParentLine()
  const group = role && parent ? { group: groupOf(role, parent, log) } : {}
  const running = await serve(config, log, {
    checkAnswers,
    tools,
    port,
    reusePort: config.replace || role?.port === port,
    ...group,
  })
  // Before the start line: its reader may send a signal at once.
  obeySignals(servedAlone(running, log), log)
  if (parent) obeyParent(parent, running, log)
  else {
    tellListening(running.url, {})
    if (!config.replace) return
    running.share()
    handOver([process.pid], running.port, log)
  }
}

/**
 * Returns whether everything that queries do not need can be loaded later. It can if nothing in it can fail, because all of it is built in.
 * A server that takes over from another is complete from its first request on.
 */
function canWait({ toolsDir, catalogDir, replace }: Config): boolean {
  return isCompiled() && toolsDir === null && catalogDir === null && !replace
}

/** Returns the group that a worker belongs to, reached through its parent. */
function groupOf(role: Role, parent: ParentLine, log: Logger): Group {
  const tell = (isAnswering: boolean) =>
    isAnswering
      ? log.info('limits are shared again')
      : log.warn('the parent process does not answer: this worker limits by itself')
  return {
    isFirst: role.index === 0,
    store: new ParentStore((charges, timeoutMs) => parent.take(charges, timeoutMs), tell),
    shareOf: (total) => shareOf(total, role),
    metrics: () => parent.printMetrics(),
  }
}

/** Starts several servers on one port, and supervises them. */
async function startWorkers(
  config: Config,
  log: Logger,
  { args, onTerminal, tellListening }: { args: readonly string[]; onTerminal: boolean; tellListening: TellListening },
): Promise<void> {
  const extraCa = openRoots(config)
  const store = await openLimitStore(config, log, extraCa)
  const endMetrics = listenForMetrics(() => workers.printMetrics(), config, log)
  const workers = new Workers({
    count: config.workers,
    command: () => sameFileWith(args),
    onTerminal,
    pairSecret: config.pairSecret ? null : randomPairSecret(),
    log,
    store,
    samples: async () => (config.redisUrl ? storeSamples(() => store.state === 'shared') : []),
    write: bytesWriter(),
    started(url, port) {
      tellListening(url, { workers: config.workers })
      if (config.replace) handOver(workers.pids, port, log)
    },
  })
  void workers.ended.then((code) => process.exit(code))
  obeySignals(
    {
      pending: workers.pending,
      kill: () => workers.kill(),
      reread() {
        workers.reread()
        rereadQuietly(extraCa)
      },
      stop(manner) {
        if (manner === 'to-successor') endMetrics()
        return workers.stop(manner)
      },
    },
    log,
  )
}

/** Rereads the roots without a log line, because each worker logs the result for the same file. */
function rereadQuietly(extraCa: ReturnType<typeof openRoots>): void {
  try {
    extraCa.reload()
  } catch {
    // The previous roots stay in use.
  }
}

/** Makes a worker follow the orders of its parent, and end with it. */
function obeyParent(parent: ParentLine, running: Running, log: Logger): void {
  parent.obey({
    reread: () => rereadAndLog(running, log),
    samples: () => running.samples(),
    stop: (manner) => void running.stop(manner).then(() => process.exit(0)),
  })
  running.share()
  parent.tellListening(running.url, running.port)
}

function rereadAndLog(running: Running, log: Logger): void {
  void running.reload().then((rereads) => logReread(rereads, log))
}

/** The operations that signals start. */
interface Signalled {
  /** The number of requests that are being answered; 0 if it is unknown. */
  readonly pending: number
  reread(): void
  stop(manner: Manner): Promise<unknown>
  /** Ends at once everything that would otherwise outlive this process. */
  kill(): void
}

function servedAlone(running: Running, log: Logger): Signalled {
  return {
    get pending() {
      return running.pending
    },
    reread: () => rereadAndLog(running, log),
    stop: (manner) => running.stop(manner),
    kill() {},
  }
}

/**
 * Obeys the signals: SIGTERM of a service manager, SIGINT of a person at a terminal, SIGUSR2 of a doorstep that has taken over the port. A
 * second signal ends the process at once.
 */
function obeySignals(signalled: Signalled, log: Logger): void {
  let isStopping = false
  const stopOn = (signal: NodeJS.Signals, number: number, manner: Manner) => {
    process.on(signal, async () => {
      if (isStopping) {
        signalled.kill()
        process.exit(EXIT_BY_SIGNAL + number)
      }
      isStopping = true
      const { pending } = signalled
      log.info('stopping', pending > 0 ? { requestsRunning: pending } : {})
      await signalled.stop(manner)
      process.exit(0)
    })
  }
  stopOn('SIGTERM', 15, 'as-a-service')
  stopOn('SIGINT', 2, 'at-a-terminal')
  stopOn('SIGUSR2', 12, 'to-successor')
  process.on('SIGHUP', () => signalled.reread())
}
