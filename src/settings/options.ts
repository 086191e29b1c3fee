import type { ResolverSetting } from '../net/dns/resolvers.ts'
import { LOG_LEVELS, type LogLevel } from '../observe/log.ts'
import type { Block } from '../policy/address.ts'
import { CLIENT_IP_HEADERS, type ClientIpHeader } from './client-ip-header.ts'
import {
  parseBlocks,
  parseContact,
  parseDomains,
  parseHost,
  parsePath,
  parsePort,
  parsePorts,
  parseResolvers,
  parseWord,
} from './parse.ts'

const ON_OFF = ['on', 'off'] as const

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
  readonly catalogDir: string | null
  readonly showLocalHops: boolean
  readonly contact: string | null
  readonly logLevel: LogLevel
}

export interface Option<Value> {
  readonly flag: string
  readonly variable: string
  readonly fallback: string
  readonly placeholder: string
  readonly meaning: string
  /** What the flag means when it stands alone. */
  readonly alone?: string
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
    meaning: 'proxies whose header about the client is trusted: addresses or CIDR blocks',
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
    meaning: 'addresses that may be reached even though they are not public',
    parse: parseBlocks,
  },
  denyTargets: {
    flag: 'deny-targets',
    variable: 'DOORSTEP_DENY_TARGETS',
    fallback: '',
    placeholder: 'CIDR,...',
    meaning: 'addresses that may not be reached, even where something else allows them',
    parse: parseBlocks,
  },
  denyPorts: {
    flag: 'deny-ports',
    variable: 'DOORSTEP_DENY_PORTS',
    fallback: '25,465,587',
    placeholder: 'PORTS,...',
    meaning: 'ports that are not connected to on other hosts: 25,1-1024; empty allows all',
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
    meaning: 'the domains that ddns-match serves; default: all',
    parse: parseDomains,
  },
  extraCa: {
    flag: 'extra-ca',
    variable: 'DOORSTEP_EXTRA_CA',
    fallback: '',
    placeholder: 'FILE',
    meaning: 'PEM roots trusted in addition to the bundled ones, read again on SIGHUP',
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
    meaning: 'your own MMDB of networks, read again on SIGHUP',
    parse: parsePath,
  },
  catalogDir: {
    flag: 'catalog-dir',
    variable: 'DOORSTEP_CATALOG_DIR',
    fallback: '',
    placeholder: 'FOLDER',
    meaning: 'your own routers, services and providers (JSON), merged over the built-in ones',
    parse: parsePath,
  },
  showLocalHops: {
    flag: 'show-local-hops',
    variable: 'DOORSTEP_SHOW_LOCAL_HOPS',
    fallback: 'off',
    placeholder: 'on|off',
    meaning: "traceroute shows the routers of this server's own network",
    alone: 'on',
    parse: (text) => parseWord(text.toLowerCase(), ON_OFF) === 'on',
  },
  contact: {
    flag: 'contact',
    variable: 'DOORSTEP_CONTACT',
    fallback: '',
    placeholder: 'URL|MAIL',
    meaning: 'put into the User-Agent of HTTP checks, for whoever finds them in a log',
    parse: parseContact,
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
