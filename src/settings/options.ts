import { Secret } from '../platform/log.ts'
import { Misfit } from './config-error.ts'
import { ASKING, EXTENDING, OBSERVING, PAGE, RENEWING, SERVING, SHARING, SHOWING } from './operating.ts'
import {
  CLIENT_IP_HEADERS,
  parseBlocks,
  parseConcurrency,
  parseDomains,
  parseHost,
  parsePath,
  parsePort,
  parsePorts,
  parseProxies,
  parseRate,
  parseResolvers,
  parseWord,
} from './parse.ts'
import { parseOrigins } from './parse-urls.ts'

const OVER_TCP = ['redis:', 'rediss:', 'valkey:', 'valkeys:']
const OVER_A_SOCKET_FILE = ['redis+unix:', 'valkey+unix:']

const unexpected = () =>
  new Misfit(
    'is not the URL of a Redis or Valkey server (redis://:password@host:6379/0, rediss:// over TLS, redis+unix:///path of a socket)',
    'Redis나 Valkey 서버의 URL(redis://:비밀번호@호스트:6379/0, TLS는 rediss://, 소켓은 redis+unix:///경로)이 아닙니다',
  )
const unencoded = () =>
  new Misfit(
    'has a user name or password that is not percent-encoded (write %25 for %, %40 for @, %2F for /)',
    '사용자 이름이나 비밀번호가 퍼센트 인코딩되어 있지 않습니다(%는 %25, @는 %40, /는 %2F)',
  )
const notADatabase = () =>
  new Misfit('has a path that is not the number of a database (such as /0)', '경로가 데이터베이스 번호(예: /0)가 아닙니다')

/**
 * Returns the URL of the store of shared limits, as Bun's client takes it; null without one. Errors never repeat the text: a password may
 * be in it.
 */
export function parseStoreUrl(text: string): Secret | null {
  if (text === '') return null
  const url = /^[!-~]+$/.test(text) ? URL.parse(text) : null
  if (url === null || url.search !== '' || url.hash !== '') throw unexpected()
  if (!isEncoded(url.username) || !isEncoded(url.password)) throw unencoded()
  if (OVER_A_SOCKET_FILE.includes(url.protocol)) return socketFile(url)
  if (!OVER_TCP.includes(url.protocol) || url.hostname === '' || url.port === '0') throw unexpected()
  if (!/^(?:\/\d{0,4})?$/.test(url.pathname)) throw notADatabase()
  return new Secret(url.href, `${url.protocol}//${url.host}${url.pathname}`)
}

/** Reads the path of a socket file. The client uses a password only if there is a host, and ignores which host. */
function socketFile(url: URL): Secret {
  if (!['', 'localhost'].includes(url.host) || !/^\/[^%]+$/.test(url.pathname)) throw unexpected()
  return new Secret(url.href, `${url.protocol}//${url.pathname}`)
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export const VARIABLE_PREFIX = 'DOORSTEP_'
export const NO_DEFAULT = 'none'

/** The headings of `--help`, in order. */
export const GROUPS = ['Listening', 'Behind a proxy', 'Limits', 'Checks', 'Data', 'Monitoring', 'Command line'] as const

/** A setting: a flag, the variable named after it, and the parser for both. */
export interface Option extends Row {
  readonly flag: string
}

interface Row {
  readonly group: (typeof GROUPS)[number]
  readonly placeholder: string
  /** The description in `--help`; docs/settings.md has it as well. */
  readonly meaning: string
  /** The values that it takes, where they are words that the placeholder does not list. */
  readonly words?: readonly string[]
  readonly fallback: string
  /** The word of documentation for an empty default, unless that is `NO_DEFAULT`. */
  readonly unset?: string
  /** The value of the flag when it is given without one. */
  readonly alone?: string
  /** The flag may not be given twice: its values are joined by blanks, which its parser refuses. */
  readonly isOnce?: true
  /** No message may repeat its value. */
  readonly isSecret?: true
  /** Throws an Error that says what the value should be. */
  readonly parse: (text: string) => unknown
}

/** The table of settings, each with the flag of its name: `cityDb` is --city-db. `npm run generate` writes docs/settings.md from it. */
export const OPTIONS = flagged({
  host: {
    group: 'Listening',
    placeholder: 'ADDRESS',
    meaning: 'Address to listen on; :: accepts IPv4 and IPv6; unix:/path makes a socket file for a proxy on this machine',
    fallback: '::',
    parse: parseHost,
  },
  port: {
    group: 'Listening',
    placeholder: 'PORT',
    meaning: 'Port to listen on; 0 picks a free one and logs it',
    fallback: '8080',
    parse: parsePort,
  },
  ...SERVING,
  trustedProxies: {
    group: 'Behind a proxy',
    placeholder: 'CIDR,...',
    meaning: "Proxies (addresses or CIDR blocks; unix for a socket file) to trust for the client's address",
    fallback: '',
    parse: parseProxies,
  },
  clientIpHeader: {
    group: 'Behind a proxy',
    placeholder: 'NAME',
    meaning: `Header to read the client's address from: one of ${CLIENT_IP_HEADERS.join(', ')}`,
    words: CLIENT_IP_HEADERS,
    fallback: 'x-forwarded-for',
    parse: (text: string) => parseWord(text, CLIENT_IP_HEADERS),
  },
  publicOrigins: {
    group: 'Behind a proxy',
    placeholder: 'URL,...',
    meaning: 'Origins under which browsers reach this server (https://ip.example.com)',
    fallback: '',
    parse: parseOrigins,
  },
  ...SHARING,
  redisUrl: {
    group: 'Limits',
    placeholder: 'URL',
    meaning: 'Redis or Valkey server through which several instances share their limits',
    fallback: '',
    isSecret: true,
    parse: parseStoreUrl,
  },
  allowTargets: {
    group: 'Checks',
    placeholder: 'CIDR,...',
    meaning: 'Non-public addresses that checks may reach (a lab, a LAN); pages of other sites may then not run tools',
    fallback: '',
    parse: parseBlocks,
  },
  denyTargets: {
    group: 'Checks',
    placeholder: 'CIDR,...',
    meaning: 'Addresses that checks may not reach; takes precedence over --allow-targets',
    fallback: '',
    parse: parseBlocks,
  },
  denyPorts: {
    group: 'Checks',
    placeholder: 'PORT,...',
    meaning: 'Ports and ranges (such as 1-1024) that checks may not reach on other hosts; empty allows all',
    fallback: '25,465,587',
    parse: parsePorts,
  },
  resolvers: {
    group: 'Checks',
    placeholder: 'ID=ADDRESS,...',
    meaning: 'Exactly three DNS resolvers, each id=address[:port]; id=system reads /etc/resolv.conf',
    fallback: 'local=system,cloudflare=1.1.1.1,google=8.8.8.8',
    parse: parseResolvers,
  },
  ddnsDomains: {
    group: 'Checks',
    placeholder: 'NAME,...',
    meaning: 'Domains whose names ddns-match accepts',
    fallback: '',
    unset: 'any',
    parse: parseDomains,
  },
  extraCa: {
    group: 'Checks',
    placeholder: 'FILE',
    meaning: 'Root certificates (PEM) to trust in addition to the bundled ones',
    fallback: '',
    parse: parsePath,
  },
  ...SHOWING,
  rateLimit: {
    group: 'Limits',
    placeholder: 'N/s|min|h',
    meaning:
      'Weight of the requests that a client (an IPv4 address, an IPv6 /64) may send in a second, minute or hour; off disables it, and the bound on all requests',
    fallback: '60/min',
    parse: parseRate,
  },
  maxConcurrency: {
    group: 'Limits',
    placeholder: 'N',
    meaning: 'Checks that may run at once, over all clients',
    fallback: '256',
    parse: parseConcurrency,
  },
  cityDb: {
    group: 'Data',
    placeholder: 'FILE',
    meaning: 'Your own city database (MMDB from MaxMind, DB-IP or IPinfo)',
    fallback: '',
    unset: 'embedded',
    parse: parsePath,
  },
  asnDb: {
    group: 'Data',
    placeholder: 'FILE',
    meaning: 'Your own network database (MMDB)',
    fallback: '',
    unset: 'embedded',
    parse: parsePath,
  },
  ...RENEWING,
  ...EXTENDING,
  catalogDir: {
    group: 'Data',
    placeholder: 'FOLDER',
    meaning: 'Your own routers, services and providers (JSON), merged over the built-in ones',
    fallback: '',
    parse: parsePath,
  },
  ...PAGE,
  ...OBSERVING,
  ...ASKING,
} satisfies Record<string, Row>)

function flagged<Rows extends Record<string, Row>>(rows: Rows) {
  const all = Object.entries(rows).map(([name, row]) => [name, { flag: name.replace(/[A-Z]/g, '-$&').toLowerCase(), ...row }])
  // A seam: the same names, each row with its flag.
  return Object.fromEntries(all) as { readonly [Name in keyof Rows]: Rows[Name] & Pick<Option, 'flag'> }
}

/** Every setting, as its parser returns it. Frozen: nothing changes it after startup. */
export type Config = { readonly [Key in keyof typeof OPTIONS]: ReturnType<(typeof OPTIONS)[Key]['parse']> }

/** The rows of the table, for code that treats them all alike. */
export const ROWS: readonly Option[] = Object.values(OPTIONS)

/** Returns the environment variable of a setting: `--city-db` is DOORSTEP_CITY_DB. */
export function variableOf({ flag }: Pick<Option, 'flag'>): string {
  return `${VARIABLE_PREFIX}${flag.toUpperCase().replaceAll('-', '_')}`
}

/** Returns the default as documentation shows it. */
export function defaultOf({ fallback, unset = NO_DEFAULT }: Option): string {
  return fallback === '' ? unset : fallback
}
