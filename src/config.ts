import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Config, OPTIONS, type Option } from './options.ts'

/** A value that does not parse: the message is the one line that the operator reads. */
export class ConfigError extends Error {}

/**
 * The verb and the settings of a command line; a flag wins over its variable. Throws a ConfigError; where somebody wants to hear of every
 * value that does not parse, each is told instead, and its default stands in for it.
 */
export function readConfig(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  onMistake: ((mistake: ConfigError) => void) | null = null,
): { verb: string; config: Config } {
  const { values, positionals } = parseCommandLine(args)
  const [verb = 'serve', ...rest] = positionals
  if (rest.length > 0) throw new ConfigError(`"${rest[0]}" is not understood behind "${verb}"`)
  if (values.help === true) return { verb: 'help', config: defaults() }
  if (values.version === true) return { verb: 'version', config: defaults() }
  if (verb !== 'serve') throw new ConfigError(`"${verb}" is no verb: try doorstep --help`)
  const read = <Value>(option: Option<Value>): Value => {
    const given = values[option.flag]
    try {
      if (typeof given === 'string') return parseNamed(option, `--${option.flag}`, given)
      return parseNamed(option, option.variable, environment[option.variable] ?? option.fallback)
    } catch (error) {
      if (!onMistake || !(error instanceof ConfigError)) throw error
      onMistake(error)
      return option.parse(option.fallback)
    }
  }
  return { verb, config: configFrom(read) }
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
    logLevel: read(OPTIONS.logLevel),
  })
}

interface CommandLine {
  values: Record<string, string | boolean | undefined>
  positionals: string[]
}

function parseCommandLine(args: readonly string[]): CommandLine {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } }
  for (const { flag } of Object.values(OPTIONS)) options[flag] = { type: 'string' }
  try {
    const { values, positionals } = parseArgs({ args: completed(args), options, allowPositionals: true, strict: true })
    return {
      values: Object.fromEntries(Object.entries(values).map(([flag, value]) => [flag, Array.isArray(value) ? undefined : value])),
      positionals,
    }
  } catch (error) {
    throw new ConfigError(firstSentence(error))
  }
}

/** A flag that stands alone, with the value that it then means. */
function completed(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const alone = Object.values<Option<unknown>>(OPTIONS).find(({ flag }) => arg === `--${flag}`)?.alone
    const following = args[index + 1]
    return alone !== undefined && (following === undefined || following.startsWith('-')) ? [`${arg}=${alone}`] : [arg]
  })
}

function firstSentence(error: unknown): string {
  return error instanceof Error ? (error.message.split(/\.? *\n|\. /)[0] ?? '') : 'the command line is not understood'
}

function parseNamed<Value>(option: Option<Value>, name: string, text: string): Value {
  try {
    return option.parse(text.trim())
  } catch (error) {
    throw new ConfigError(`${name}: ${JSON.stringify(text)} ${error instanceof Error ? error.message : 'is not understood'}`)
  }
}
