import type { CommandLine } from './command-line.ts'
import { ConfigError } from './config-error.ts'
import { serviceLinkFault, unknownVariables } from './environment.ts'
import { type Config, OPTIONS, type Option, variableOf } from './options.ts'

export { ConfigError } from './config-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface Settings {
  readonly config: Config
  /** Sentences on the settings that the operator should know. */
  readonly warnings: readonly string[]
}

/**
 * Reads the settings; a flag takes precedence over its variable. Throws a ConfigError for the first value that does not parse. With
 * `onMistake` it reports every such value there instead, and uses the default.
 */
export function readSettings(
  { given }: Pick<CommandLine, 'given'>,
  environment: Environment,
  onMistake: ((mistake: ConfigError) => void) | null = null,
): Settings {
  const config = configOf((option) => {
    try {
      return readOption(option, given.get(option.flag), environment)
    } catch (error) {
      if (!onMistake || !(error instanceof ConfigError)) throw error
      onMistake(error)
      return option.parse(option.fallback)
    }
  })
  return { config, warnings: unknownVariables(environment) }
}

function configOf(read: (option: Option) => unknown): Config {
  const entries = Object.entries(OPTIONS).map(([key, option]) => [key, read(option)])
  // A seam: `read` returns what the parser of the row returns, and Config is made of these.
  return Object.freeze(Object.fromEntries(entries) as Config)
}

function readOption(option: Option, given: string | undefined, environment: Environment): unknown {
  if (given !== undefined) return parseNamed(option, `--${option.flag}`, given)
  const variable = variableOf(option)
  const text = environment[variable] ?? option.fallback
  const link = serviceLinkFault(variable, text)
  if (link !== null) throw new ConfigError(`${variable}: ${JSON.stringify(text)} ${link} --${option.flag}`)
  return parseNamed(option, variable, text)
}

function parseNamed(option: Option, name: string, text: string): unknown {
  try {
    return option.parse(text.trim())
  } catch (error) {
    const value = option.isSecret ? 'the value' : JSON.stringify(text)
    throw new ConfigError(`${name}: ${value} ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}
