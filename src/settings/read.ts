import { parseCommandLine } from './command-line.ts'
import { ConfigError } from './config-error.ts'
import { serviceLinkFault, unknownVariables } from './environment.ts'
import { type Config, OPTIONS, type Option } from './options.ts'

export { ConfigError } from './config-error.ts'

export interface Settings {
  readonly verb: string
  readonly config: Config
  /** What the operator should know of the settings, a sentence each. */
  readonly warnings: readonly string[]
}

/**
 * The verb and the settings of a command line; a flag wins over its variable. Throws a ConfigError; where somebody wants to hear of every
 * value that does not parse, each is told instead, and its default stands in for it.
 */
export function readConfig(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  onMistake: ((mistake: ConfigError) => void) | null = null,
): Settings {
  const { values, positionals } = parseCommandLine(args)
  const [verb = 'serve', ...rest] = positionals
  if (rest.length > 0) throw new ConfigError(`unexpected argument "${rest[0]}" after "${verb}"`)
  if (values.help === true) return { verb: 'help', config: defaults(), warnings: [] }
  if (values.version === true) return { verb: 'version', config: defaults(), warnings: [] }
  if (verb !== 'serve') throw new ConfigError(`unknown command "${verb}": see doorstep --help`)
  const read = <Value>(option: Option<Value>): Value => {
    const given = values[option.flag]
    try {
      if (typeof given === 'string') return parseNamed(option, `--${option.flag}`, given)
      const text = environment[option.variable] ?? option.fallback
      const link = serviceLinkFault(option.variable, text)
      if (link !== null) throw new ConfigError(`${option.variable}: ${JSON.stringify(text)} ${link} --${option.flag}`)
      return parseNamed(option, option.variable, text)
    } catch (error) {
      if (!onMistake || !(error instanceof ConfigError)) throw error
      onMistake(error)
      return option.parse(option.fallback)
    }
  }
  return { verb, config: configFrom(read), warnings: unknownVariables(environment) }
}

function defaults(): Config {
  return configFrom((option) => option.parse(option.fallback))
}

function configFrom(read: <Value>(option: Option<Value>) => Value): Config {
  return Object.freeze({
    host: read(OPTIONS.host),
    port: read(OPTIONS.port),
    trustedProxies: read(OPTIONS.trustedProxies),
    clientIpHeader: read(OPTIONS.clientIpHeader),
    allowTargets: read(OPTIONS.allowTargets),
    denyTargets: read(OPTIONS.denyTargets),
    denyPorts: read(OPTIONS.denyPorts),
    resolvers: read(OPTIONS.resolvers),
    ddnsDomains: read(OPTIONS.ddnsDomains),
    extraCa: read(OPTIONS.extraCa),
    cityDb: read(OPTIONS.cityDb),
    asnDb: read(OPTIONS.asnDb),
    catalogDir: read(OPTIONS.catalogDir),
    showLocalHops: read(OPTIONS.showLocalHops),
    contact: read(OPTIONS.contact),
    logLevel: read(OPTIONS.logLevel),
  })
}

function parseNamed<Value>(option: Option<Value>, name: string, text: string): Value {
  try {
    return option.parse(text.trim())
  } catch (error) {
    throw new ConfigError(`${name}: ${JSON.stringify(text)} ${error instanceof Error ? error.message : 'is not understood'}`)
  }
}
