import { TESTING_VARIABLE, weakens } from '../platform/testing.ts'
import { type CommandLine, nearest } from './command-line.ts'
import { type Both, both, ConfigError, Misfit, saidBy } from './config-error.ts'
import { type Config, OPTIONS, type Option, ROWS, VARIABLE_PREFIX, variableOf } from './options.ts'

export { ConfigError } from './config-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables that Kubernetes sets in every pod of a namespace with a service called doorstep, or doorstep-something
 * (https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables).
 */
const SERVICE_LINK =
  /^DOORSTEP_(?:[A-Z0-9_]+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)$/
const LINK_VALUE = /^(?:tcp|udp|sctp):\/\//i

export interface Settings {
  readonly config: Config
  /** Sentences on the settings that the operator should know. */
  readonly warnings: readonly Both[]
}

/**
 * Reads the settings; a flag takes precedence over its variable. Throws a ConfigError for the first value that does not parse. With
 * `onMistake` it reports every such value there instead, and uses the default.
 */
export function readSettings(
  { given }: Pick<CommandLine, 'given'>,
  environment: Environment,
  onMistake?: (mistake: ConfigError) => void,
): Settings {
  const valueFor = (option: Option) => {
    try {
      return readOption(option, given.get(option.flag), environment)
    } catch (error) {
      if (!onMistake || !(error instanceof ConfigError)) throw error
      onMistake(error)
      return option.parse(option.fallback)
    }
  }
  // A seam: each value is what the parser of its row returns, and Config is made of these.
  const config = Object.fromEntries(Object.entries(OPTIONS).map(([key, option]) => [key, valueFor(option)])) as Config
  return { config: Object.freeze(config), warnings: [...unknownVariables(environment), ...testingWarnings(environment)] }
}

function readOption(option: Option, given: string | undefined, environment: Environment): unknown {
  const variable = variableOf(option)
  const [name, text] = given === undefined ? [variable, environment[variable] ?? option.fallback] : [`--${option.flag}`, given]
  try {
    if (name.endsWith('PORT') && LINK_VALUE.test(text)) throw serviceLink(option)
    return option.parse(text.trim())
  } catch (error) {
    const { en, ko } = saidBy(error)
    const value = JSON.stringify(text)
    throw new ConfigError(
      option.isSecret
        ? both(`${name}: the value ${en}`, `${name}: ${ko}`)
        : both(`${name}: ${value} ${en}`, `${name}: ${value} - ${ko}`),
    )
  }
}

/** Explains why a variable that should hold a port holds a URL. */
function serviceLink({ flag }: Option): Misfit {
  return new Misfit(
    `is a service link, which Kubernetes sets for a service called doorstep: set enableServiceLinks: false in the pod spec, or use the flag --${flag}`,
    `이름이 doorstep인 서비스 때문에 Kubernetes가 설정한 값입니다. 파드 사양에 enableServiceLinks: false를 넣거나 다음 옵션을 쓰십시오: --${flag}`,
  )
}

/** Returns a sentence for every variable that looks like a setting but is not one. */
function unknownVariables(environment: Environment): Both[] {
  const known = ROWS.map(variableOf)
  const unprefixed = (name: string) => name.slice(VARIABLE_PREFIX.length)
  const isSetting = (name: string) => name === TESTING_VARIABLE || known.includes(name)
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(VARIABLE_PREFIX) && !isSetting(name) && !isServiceLink(name, value ?? ''))
    .map(([name]) => {
      const near = nearest(unprefixed(name), known.map(unprefixed))
      const meant = near === null ? null : `${VARIABLE_PREFIX}${near}`
      return both(
        `${name} is not a setting and is ignored: ${meant === null ? 'see doorstep --help' : `did you mean ${meant}?`}`,
        `${name} 변수는 doorstep의 설정이 아니므로 무시합니다. ${meant === null ? '도움말: doorstep --help' : `혹시 ${meant} 변수입니까?`}`,
      )
    })
}

/** Returns a warning if a variable that only tests set makes this server weaker. */
function testingWarnings({ [TESTING_VARIABLE]: value = '' }: Environment): Both[] {
  if (!weakens(value)) return []
  return [
    both(
      `${TESTING_VARIABLE} is set, which is for tests only: limits and waiting times are not those of a server`,
      `시험용 변수인 ${TESTING_VARIABLE}가 설정되어 있어 제한과 대기 시간이 실제 서버와 다릅니다`,
    ),
  ]
}

function isServiceLink(name: string, value: string): boolean {
  return SERVICE_LINK.test(name) || (name.endsWith('_PORT') && LINK_VALUE.test(value))
}
