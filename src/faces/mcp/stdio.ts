import { writeSync } from 'node:fs'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { machineSources } from '../../home/computer/sources.ts'
import { homeTools } from '../../home/index.ts'
import { HOME_NAMES } from '../../home/names.ts'
import { BucketTable } from '../../limits/table.ts'
import { TargetLimits } from '../../limits/targets.ts'
import { openTools } from '../../opening/files.ts'
import { openServices } from '../../opening/services.ts'
import { createLogger } from '../../platform/log.ts'
import { LOCAL_CALLER } from '../../policy/caller.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { faultLog } from '../../run/faults.ts'
import { isBoundToRequester } from '../../run/requester.ts'
import { prepare } from '../../run/run.ts'
import type { Config } from '../../settings/options.ts'
import type { Settings } from '../../settings/read.ts'
import { STDERR } from '../cli/output.ts'
import { outsideOf } from '../cli/outside.ts'
import { forwarded } from './forward.ts'
import { messagesOf } from './lines.ts'
import { listingOf } from './listing.ts'
import { offered } from './offer.ts'
import { protocolServer } from './protocol-server.ts'

/** The choices of the command line. */
interface Offered {
  /** Whether the doorstep of `--server` runs every tool. */
  readonly isAll: boolean
  /** Whether the commands at home that only look are offered as well. */
  readonly isHome: boolean
}

/**
 * Serves the protocol over standard input and output to an agent on this machine, until it closes the input. Checks run here, under the
 * rules of the settings. A caller here does not have an address, so tools about the requester run on the doorstep of `--server`; without
 * one they are not offered. With `isAll`, that doorstep runs every tool; what looks from inside runs here all the same.
 */
export async function serveStandardIo({ config, warnings }: Settings, { isAll, isHome }: Offered): Promise<void> {
  const isAway = (named: NamedTool) => isAll || isBoundToRequester(named)
  // Standard output belongs to the protocol.
  const log = createLogger(config.logLevel, (line) => writeSync(STDERR, `${line}\n`), config.logFormat !== 'json')
  for (const warning of warnings) log.warn(warning.en)
  const { services } = openServices(config, log, new TargetLimits(new BucketTable()))
  const loaded = (await openTools(config, (error) => log.error('a plug-in failed outside of a request', { error }))).current()
  // A plug-in of the same name would pass for the command at home.
  const tools = loaded.tools.filter(({ name }) => !(isHome && HOME_NAMES.includes(name)))
  const { server } = config
  const [away, here] = [tools.filter(isAway), tools.filter((named) => !isAway(named))]
  const own = prepare([...(isHome ? lookingAtHome(config) : []), ...here], services, [
    faultLog((fault) => log.error('a tool failed', fault)),
  ])
  const theirs = server ? away.map((named) => forwarded(named, { ...config, server })) : []
  const all = offered([...own.values(), ...theirs])
  const offer = {
    tools: all,
    isHome,
    forwarding: server && { server: server.href, names: [...all.keys()].filter((name) => !own.has(name)) },
    limitsOf: null,
    catalogue: services.catalogue,
    fail: (error: unknown) => log.error('a request failed', { error }),
  }
  const listing = listingOf(offer)
  const input = messagesOf(process.stdin, (line) => void process.stdout.write(line))
  serveStdio(() => protocolServer(offer, listing, { caller: LOCAL_CALLER, locale: 'en' }), {
    transport: new StdioServerTransport(input),
  })
}

/** Returns the commands at home that change nothing, with the doorstep of `--server` for the view from outside. */
function lookingAtHome(config: Config): readonly NamedTool[] {
  return homeTools({ sources: machineSources(), outside: outsideOf(config) }).filter(({ isReadOnly }) => isReadOnly)
}
