import { cleanText, cleanTexts, isRecord } from '../../contract/clean.ts'
import { ForeignProblem } from '../../contract/problem.ts'
import { machineSources } from '../../home/computer/sources.ts'
import { asTyped } from '../../home/define.ts'
import { type AskedOutside, type HomeTool, type HomeWorld, homeTools, type SaidOutside } from '../../home/index.ts'
import { addressesOf, type HostAddress } from '../../net/remote.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Config } from '../../settings/options.ts'
import { cliText } from './cli.text.ts'
import { builtInTool } from './fields.ts'
import type { ServerConfig } from './remote-request.ts'
import { echoPortOf, runRemotely } from './remote-tool.ts'
import { bilingual, usageError } from './usage-error.ts'

/** Returns the commands at home: to be run with the doorstep of `--server`, or without a config only to be described. */
export function homeCommands(config: Config | null = null, isFromPlaces = false): readonly HomeTool[] {
  return homeTools({ sources: machineSources(), outside: config && outsideOf(config, isFromPlaces) })
}

/** Returns the doorstep that looks from outside for the commands at home, perhaps with its other places; null if none was named. */
export function outsideOf(config: Config, isFromPlaces = false): HomeWorld['outside'] {
  const { server } = config
  if (!server) return null
  return {
    server,
    ask: (question) => askOutside(question, { ...config, server }),
    address: async (version) => (await addressesOf(server.hostname)).find(({ family }) => family === version)?.address ?? null,
    ...(isFromPlaces && {
      places: async (question) =>
        (await import('./several-places.ts')).lookFromPlaces(await builtInNamed('port-check'), question, { ...config, server }),
    }),
    echoPort: () => echoPortOf({ ...config, server }),
    families: async () => [...new Set((await addressesOf(server.hostname)).map(({ family }) => (family === 6 ? 6 : 4)))],
  }
}

async function askOutside({ tool, body, locale, signal, family }: AskedOutside, config: ServerConfig): Promise<SaidOutside> {
  try {
    const address = family && (await addressOver(family, config.server))
    const call = { body, locale, signal, report: null, ...(address && { address }) }
    const { answer } = await runRemotely(await builtInNamed(tool), call, config)
    const cleaned = cleanTexts(answer)
    return isRecord(cleaned) ? { answer: cleaned } : { failure: '' }
  } catch (thrown) {
    if (thrown instanceof ConfigError) return { failure: thrown.in(locale) }
    if (thrown instanceof ForeignProblem) return { failure: cleanText(thrown.problem.detail) }
    throw thrown
  }
}

/** Returns the address of a server over one version of IP. Throws a ConfigError if it has none. */
async function addressOver(family: 4 | 6, url: URL): Promise<HostAddress> {
  const server = asTyped(url)
  const known = await addressesOf(url.hostname)
  if (known.length === 0) throw usageError(cliText, 'server-failed', { server, reason: bilingual(cliText, 'name-not-found') })
  const address = known.find((one) => one.family === family)
  if (address) return address
  throw usageError(cliText, 'no-such-address', { server, family })
}

async function builtInNamed(name: AskedOutside['tool']): Promise<NamedTool> {
  const named = await builtInTool(name)
  if (!named) throw new Error(`there is no ${name}`)
  return named
}
