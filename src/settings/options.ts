import { CLIENT_IP_HEADERS } from './client-ip-header.ts'
import { OBSERVING, SECURE } from './operating.ts'
import {
  parseBlocks,
  parseContact,
  parseDomains,
  parseHost,
  parseOnOff,
  parsePath,
  parsePort,
  parsePorts,
  parseResolvers,
  parseWord,
} from './parse.ts'

export const VARIABLE_PREFIX = 'DOORSTEP_'
export const NO_DEFAULT = 'none'

/** The headings of `--help`, in its order. */
export const GROUPS = ['Listening', 'Behind a proxy', 'Checks', 'Data', 'Monitoring'] as const

/** A setting: a flag, the variable that is named after it, and how the text of either is read. */
export interface Option {
  readonly flag: string
  readonly group: (typeof GROUPS)[number]
  readonly placeholder: string
  /** What `--help` says of it; its row in the README begins with the same words. */
  readonly meaning: string
  readonly fallback: string
  /** What to call the default where the fallback is empty, unless that is `NO_DEFAULT`. */
  readonly unset?: string
  /** What the flag means when it stands alone. */
  readonly alone?: string
  /** Throws an Error that says what the value should be. */
  readonly parse: (text: string) => unknown
}

/** The one table of settings: a row is all that a new one needs, and its row in the README, which a test asks for. */
export const OPTIONS = {
  host: {
    flag: 'host',
    group: 'Listening',
    placeholder: 'ADDRESS',
    meaning: 'Address to listen on; :: accepts IPv4 and IPv6',
    fallback: '::',
    parse: parseHost,
  },
  port: {
    flag: 'port',
    group: 'Listening',
    placeholder: 'PORT',
    meaning: 'Port to listen on; 0 picks a free one and logs it',
    fallback: '8080',
    parse: parsePort,
  },
  ...SECURE,
  trustedProxies: {
    flag: 'trusted-proxies',
    group: 'Behind a proxy',
    placeholder: 'CIDR,...',
    meaning: "Proxies (addresses or CIDR blocks) to trust for the client's address",
    fallback: '',
    parse: parseBlocks,
  },
  clientIpHeader: {
    flag: 'client-ip-header',
    group: 'Behind a proxy',
    placeholder: 'NAME',
    meaning: `Header to read the client's address from: one of ${CLIENT_IP_HEADERS.join(', ')}`,
    fallback: 'x-forwarded-for',
    parse: (text: string) => parseWord(text, CLIENT_IP_HEADERS),
  },
  allowTargets: {
    flag: 'allow-targets',
    group: 'Checks',
    placeholder: 'CIDR,...',
    meaning: 'Non-public addresses that checks may reach (a lab, a LAN)',
    fallback: '',
    parse: parseBlocks,
  },
  denyTargets: {
    flag: 'deny-targets',
    group: 'Checks',
    placeholder: 'CIDR,...',
    meaning: 'Addresses that checks may not reach; takes precedence over --allow-targets',
    fallback: '',
    parse: parseBlocks,
  },
  denyPorts: {
    flag: 'deny-ports',
    group: 'Checks',
    placeholder: 'PORT,...',
    meaning: 'Ports and ranges (such as 1-1024) to refuse on other hosts; empty allows all',
    fallback: '25,465,587',
    parse: parsePorts,
  },
  resolvers: {
    flag: 'resolvers',
    group: 'Checks',
    placeholder: 'ID=ADDRESS,...',
    meaning: 'Exactly three DNS resolvers, each id=address[:port]; id=system reads /etc/resolv.conf',
    fallback: 'local=system,cloudflare=1.1.1.1,google=8.8.8.8',
    parse: parseResolvers,
  },
  ddnsDomains: {
    flag: 'ddns-domains',
    group: 'Checks',
    placeholder: 'NAME,...',
    meaning: 'Domains whose names ddns-match accepts',
    fallback: '',
    unset: 'any',
    parse: parseDomains,
  },
  extraCa: {
    flag: 'extra-ca',
    group: 'Checks',
    placeholder: 'FILE',
    meaning: 'Root certificates (PEM) to trust in addition to the bundled ones',
    fallback: '',
    parse: parsePath,
  },
  showLocalHops: {
    flag: 'show-local-hops',
    group: 'Checks',
    placeholder: 'on|off',
    meaning: "Show routers of the server's own network in traceroute and ping",
    fallback: 'off',
    alone: 'on',
    parse: parseOnOff,
  },
  contact: {
    flag: 'contact',
    group: 'Checks',
    placeholder: 'URL|EMAIL',
    meaning: 'URL or email address to add to the User-Agent of HTTP checks',
    fallback: '',
    parse: parseContact,
  },
  cityDb: {
    flag: 'city-db',
    group: 'Data',
    placeholder: 'FILE',
    meaning: 'Your own MMDB of places (MaxMind, DB-IP or IPinfo)',
    fallback: '',
    unset: 'embedded',
    parse: parsePath,
  },
  asnDb: {
    flag: 'asn-db',
    group: 'Data',
    placeholder: 'FILE',
    meaning: 'Your own MMDB of networks',
    fallback: '',
    unset: 'embedded',
    parse: parsePath,
  },
  catalogDir: {
    flag: 'catalog-dir',
    group: 'Data',
    placeholder: 'FOLDER',
    meaning: 'Your own routers, services and providers (JSON), merged over the built-in ones',
    fallback: '',
    parse: parsePath,
  },
  ...OBSERVING,
} satisfies Record<string, Option>

/** Everything that an operator decides, as the parsers of the table return it. Frozen: nothing changes it after the start. */
export type Config = { readonly [Key in keyof typeof OPTIONS]: ReturnType<(typeof OPTIONS)[Key]['parse']> }

/** The rows of the table, for whoever treats them all alike. */
export const ROWS: readonly Option[] = Object.values(OPTIONS)

/** The environment variable of a setting: `--city-db` is DOORSTEP_CITY_DB. */
export function variableOf({ flag }: Pick<Option, 'flag'>): string {
  return `${VARIABLE_PREFIX}${flag.toUpperCase().replaceAll('-', '_')}`
}

/** The default as documentation shows it. */
export function defaultOf({ fallback, unset = NO_DEFAULT }: Option): string {
  return fallback === '' ? unset : fallback
}
