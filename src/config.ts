import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CLIENT_IP_HEADERS, type ClientIpHeader } from './caller.ts'
import { LOG_LEVELS, type LogLevel } from './log.ts'
import type { ResolverSetting } from './net/dns/resolvers.ts'
import {
  parseBlocks,
  parseDomains,
  parseHost,
  parsePath,
  parsePort,
  parsePorts,
  parseResolvers,
  parseWord,
} from './parse-setting.ts'
import type { Block } from './policy/address.ts'

/** Everything that an operator decides. Frozen: nothing changes it after the start. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly trustedProxies: readonly Block[]
  readonly clientIpHeader: ClientIpHeader
  readonly allowTargets: readonly Block[]
  readonly denyTargets: readonly Block[]
  readonly denyPorts: readonly number[]
  readonly resolvers: readonly [ResolverSetting, ResolverSetting, ResolverSetting]
  readonly ddnsDomains: readonly string[]
  readonly extraCa: string | null
  readonly cityDb: string | null
  readonly asnDb: string | null
  readonly logLevel: LogLevel
}

/** A value that does not parse: the message is the one line that the operator reads. */
export class ConfigError extends Error {}

interface Option<Value> {
  readonly flag: string
  readonly variable: string
  readonly fallback: string
  readonly placeholder: string
  readonly meaning: string
  /** Throws an Error that says what the value should be. */
  readonly parse: (text: string) => Value
}

type Options = { readonly [Key in keyof Config]: Option<Config[Key]> }

/** The one table of settings: flags, variables, defaults, `--help` and the README check all come from it. */
export const OPTIONS: Options = {
  host: {
    flag: 'host',
    variable: 'DOORSTEP_HOST',
    fallback: '::',
    placeholder: 'ADDRESS',
    meaning: 'where it listens; :: is both families',
    parse: parseHost,
  },
  port: {
    flag: 'port',
    variable: 'DOORSTEP_PORT',
    fallback: '8080',
    placeholder: 'PORT',
    meaning: '0 picks a free one, and the start line says which',
    parse: parsePort,
  },
  trustedProxies: {
    flag: 'trusted-proxies',
    variable: 'DOORSTEP_TRUSTED_PROXIES',
    fallback: '',
    placeholder: 'CIDR,...',
    meaning: 'proxies whose header about the client is believed',
    parse: parseBlocks,
  },
  clientIpHeader: {
    flag: 'client-ip-header',
    variable: 'DOORSTEP_CLIENT_IP_HEADER',
    fallback: 'x-forwarded-for',
    placeholder: 'NAME',
    meaning: `the one header that is read: ${CLIENT_IP_HEADERS.join(', ')}`,
    parse: (text) => parseWord(text.toLowerCase(), CLIENT_IP_HEADERS),
  },
  allowTargets: {
    flag: 'allow-targets',
    variable: 'DOORSTEP_ALLOW_TARGETS',
    fallback: '',
    placeholder: 'CIDR,...',
    meaning: 'addresses that may be reached though they are not public',
    parse: parseBlocks,
  },
  denyTargets: {
    flag: 'deny-targets',
    variable: 'DOORSTEP_DENY_TARGETS',
    fallback: '',
    placeholder: 'CIDR,...',
    meaning: 'addresses that may not be reached, whatever else allows them',
    parse: parseBlocks,
  },
  denyPorts: {
    flag: 'deny-ports',
    variable: 'DOORSTEP_DENY_PORTS',
    fallback: '25,465,587',
    placeholder: 'PORT,...',
    meaning: 'ports of others that are not connected to; empty allows all',
    parse: parsePorts,
  },
  resolvers: {
    flag: 'resolvers',
    variable: 'DOORSTEP_RESOLVERS',
    fallback: 'local=system,cloudflare=1.1.1.1,google=8.8.8.8',
    placeholder: 'ID=ADDRESS,...',
    meaning: 'three name servers, each id=address[:port]; system reads resolv.conf',
    parse: parseResolvers,
  },
  ddnsDomains: {
    flag: 'ddns-domains',
    variable: 'DOORSTEP_DDNS_DOMAINS',
    fallback: '',
    placeholder: 'NAME,...',
    meaning: 'the domains that ddns-match serves; all without it',
    parse: parseDomains,
  },
  extraCa: {
    flag: 'extra-ca',
    variable: 'DOORSTEP_EXTRA_CA',
    fallback: '',
    placeholder: 'FILE',
    meaning: 'PEM roots trusted beside the bundled ones',
    parse: parsePath,
  },
  cityDb: {
    flag: 'city-db',
    variable: 'DOORSTEP_CITY_DB',
    fallback: '',
    placeholder: 'FILE',
    meaning: 'your own MMDB of places (MaxMind, DB-IP or IPinfo), read again on SIGHUP',
    parse: parsePath,
  },
  asnDb: {
    flag: 'asn-db',
    variable: 'DOORSTEP_ASN_DB',
    fallback: '',
    placeholder: 'FILE',
    meaning: 'your own MMDB of networks, likewise',
    parse: parsePath,
  },
  logLevel: {
    flag: 'log-level',
    variable: 'DOORSTEP_LOG_LEVEL',
    fallback: 'info',
    placeholder: 'LEVEL',
    meaning: LOG_LEVELS.join(', '),
    parse: (text) => parseWord(text.toLowerCase(), LOG_LEVELS),
  },
}

/** The verb and the settings of a command line; a flag wins over its variable. Throws a ConfigError. */
export function readConfig(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): { verb: string; config: Config } {
  const { values, positionals } = parseCommandLine(args)
  const [verb = 'serve', ...rest] = positionals
  if (rest.length > 0) throw new ConfigError(`"${rest[0]}" is not understood behind "${verb}"`)
  if (values.help === true) return { verb: 'help', config: defaults() }
  if (values.version === true) return { verb: 'version', config: defaults() }
  if (verb !== 'serve') throw new ConfigError(`"${verb}" is no verb: try doorstep --help`)
  const read = <Value>(option: Option<Value>): Value => {
    const given = values[option.flag]
    if (typeof given === 'string') return parseNamed(option, `--${option.flag}`, given)
    return parseNamed(option, option.variable, environment[option.variable] ?? option.fallback)
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
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    return {
      values: Object.fromEntries(Object.entries(values).map(([flag, value]) => [flag, Array.isArray(value) ? undefined : value])),
      positionals,
    }
  } catch (error) {
    throw new ConfigError(firstSentence(error))
  }
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
