import { fstatSync } from 'node:fs'
import pkg from '../../package.json' with { type: 'json' }
import { lineWriter, STDOUT } from '../faces/cli/output.ts'
import { ParentStore } from '../limits/parent-store.ts'
import { openTools } from '../operations/opening/files.ts'
import { isCompiled } from '../platform/compiled.ts'
import { createLogger, type Logger, type WriteLine } from '../platform/log.ts'
import { TESTING } from '../platform/testing.ts'
import type { Config } from '../settings/options.ts'
import { parsePairSecret } from '../settings/parse-urls.ts'
import type { Settings } from '../settings/read.ts'
import { type Group, type Running, serve } from './server.ts'
import { obeySignals, type Signalled, takeNotifier } from './signals.ts'
import { inheritedSockets, placeOf, type Sockets, takeSockets } from './sockets.ts'
import type { Starting, TellListening } from './start-workers.ts'
import { ParentLine } from './workers/line.ts'
import { type Role, shareOf } from './workers/role.ts'

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
  const notifier = takeNotifier(process.env, log)
  const sockets = role ? { held: inheritedSockets(role.sockets), arePassed: false } : takeSockets(config, process.env)
  if (!role) warnOfSockets(config, sockets, log)
  // A socket that a service manager passes has no other owner to be replaced: connections wait there during a restart.
  const settled = sockets.arePassed ? { ...config, replace: false } : config
  const starting = { args, onTerminal, tellListening, notifier, sockets }
  // Loaded only for several processes: every other start would wait for it.
  if (role === null && config.workers > 1) await (await import('./start-workers.ts')).startWorkers(settled, log, starting)
  else await startServer(settled, log, starting, role)
  isQuiet = false
}

/** Warns if nobody who asks would have an address. */
function warnOfSockets({ trustedProxies }: Config, { held }: Sockets, log: Logger): void {
  if (held.some(({ port }) => port === null) && !trustedProxies.unix) log.warn(NO_CLIENTS)
}

const NO_CLIENTS =
  'who asks over the socket file has no address: if a proxy sets the header of --client-ip-header itself, add --trusted-proxies unix'

function isText({ logFormat }: Config, onTerminal: boolean): boolean {
  return logFormat === 'text' || (logFormat === 'auto' && onTerminal)
}

async function startServer(given: Config, log: Logger, starting: Starting, role: Role | null): Promise<void> {
  const { tellListening, notifier, sockets } = starting
  const pairSecret = given.pairSecret ?? parsePairSecret(role?.pairSecret ?? '')
  const config = { ...given, pairSecret }
  const load = () => openTools(config, (error) => log.error('a plug-in failed outside of a request', { error }))
  const tools = canWait(config) ? load : await load()
  if (config.toolsDir !== null && 'current' in tools) {
    log.info('plug-ins loaded', { path: config.toolsDir, tools: tools.current().plugIns })
  }
  const checkAnswers = IS_WATCHED || TESTING.answers
  const port = role?.port ?? config.port
  const parent = role && new ParentLine()
  const group = role && parent ? groupOf(role, parent, log) : null
  const running = await serve(config, log, {
    checkAnswers,
    tools,
    port,
    reusePort: config.replace || role?.port === port,
    held: sockets.held,
    group,
  })
  // Before the start line: its reader may send a signal at once.
  obeySignals(servedAlone(running, log), log, notifier)
  if (parent) obeyParent(parent, running, log)
  else {
    tellListening(running.listener.url, running.listener.more.length > 0 ? { more: running.listener.more } : {})
    notifier.ready(running.listener.url, config.replace)
    if (!config.replace) return
    running.listener.share()
    const { handOver } = await import('./workers/predecessor.ts')
    handOver([process.pid], placeOf(sockets, running.listener.port), log)
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

/** Makes a worker follow the orders of its parent, and end with it. */
function obeyParent(parent: ParentLine, running: Running, log: Logger): void {
  parent.obey({
    reread: () => running.reload(log),
    sample: () => running.observing.samples(),
    stop: (manner) => void running.stop(manner).then(() => process.exit(0)),
  })
  running.listener.share()
  parent.tellListening(running.listener.url, running.listener.port)
}

function servedAlone(running: Running, log: Logger): Signalled {
  return {
    get pending() {
      return running.listener.pending
    },
    reread: () => running.reload(log),
    stop: (manner) => running.stop(manner),
    kill() {},
  }
}

/** Returns a function that writes the start line: at a terminal an address to click and a first command; for a program the plain address. */
function startTeller(log: Logger, writeLine: WriteLine, isForPerson: boolean): TellListening {
  return (url, more) => {
    const file = url.startsWith('unix:') ? url.slice('unix:'.length) : null
    const address = isForPerson && file === null ? `${url.replace(/\/\/(\[::\]|0\.0\.0\.0)(?=:)/, '//localhost')}/` : url
    log.info('listening', { url: address, version: pkg.version, ...more })
    if (isForPerson && file !== null) writeLine(`Try: ${firstCommand('http://localhost/', `--unix-socket '${file}' `)}`, false)
    else if (isForPerson && address.startsWith('http:')) writeLine(`Try: ${firstCommand(address)}`, false)
  }
}

/** Returns the first command of the README. */
function firstCommand(address: string, flags = ''): string {
  const body = '{"useCase":"minecraft","routerBrand":"asus","internalIp":"192.168.50.20"}'
  return `curl -s ${flags}'${address}api/tools/port-forward-plan?format=text' --json '${body}'`
}
