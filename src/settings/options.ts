import { ACCESS_LOGS, LOG_FORMATS, LOG_LEVELS } from '../platform/log.ts'
import * as parse from './parse.ts'
import * as web from './parse-urls.ts'

export const VARIABLE_PREFIX = 'DOORSTEP_'
export const NO_DEFAULT = 'none'

/** The headings of `--help`, in order. */
export const GROUPS = ['Listening', 'Behind a proxy', 'Limits', 'Checks', 'Data', 'Monitoring', 'Command line'] as const
type Group = (typeof GROUPS)[number]

/** A setting: a flag, the variable named after it, and the parser for both. */
export interface Option extends Row {
  readonly flag: string
}

interface Row extends Particulars {
  readonly group: Group
  readonly placeholder: string
  /** The description in `--help`; docs/settings.md has it as well. */
  readonly meaning: string
  readonly fallback: string
  /** Throws an Error that says what the value should be. */
  readonly parse: (text: string) => unknown
}

/** The traits that few settings have. */
interface Particulars {
  /** The values that it takes, where they are words that the placeholder does not list. */
  readonly words?: readonly string[]
  /** The word of documentation for an empty default, unless that is `NO_DEFAULT`. */
  readonly unset?: string
  /** The value of the flag when it is given without one. */
  readonly alone?: string
  /** The flag may not be given twice: its values are joined by blanks, which its parser refuses. */
  readonly isOnce?: true
  /** No message may repeat its value. */
  readonly isSecret?: true
}

function row<Value>(
  group: Group,
  placeholder: string,
  meaning: string,
  parseText: (text: string) => Value,
  { fallback = '', ...particulars }: Particulars & Partial<Pick<Row, 'fallback'>> = {},
) {
  return { group, placeholder, meaning, fallback, parse: parseText, ...particulars }
}

function file(group: Group, meaning: string, particulars: Particulars = {}) {
  return row(group, 'FILE', meaning, parse.parsePath, particulars)
}

function folder(meaning: string) {
  return row('Data', 'FOLDER', meaning, parse.parsePath)
}

function onOff(group: Group, meaning: string, fallback: 'on' | 'off', parseText = parse.parseOnOff) {
  return row(group, 'on|off', meaning, parseText, { fallback, alone: 'on' })
}

function word<Word extends string>(group: Group, placeholder: string, meaning: string, words: readonly Word[], fallback: Word) {
  return row(group, placeholder, meaning, (text) => parse.parseWord(text, words), { fallback, words })
}

/** The table of settings, each with the flag of its name: `cityDb` is --city-db. `npm run generate` writes docs/settings.md from it. */
export const OPTIONS = flagged({
  host: row(
    'Listening',
    'ADDRESS',
    'Address to listen on; :: accepts IPv4 and IPv6; unix:/path makes a socket file for a proxy on this machine',
    parse.parseHost,
    { fallback: '::' },
  ),
  port: row('Listening', 'PORT', 'Port to listen on; 0 picks a free one and logs it', parse.parsePort, { fallback: '8080' }),
  workers: row('Listening', 'N|auto', 'Processes that share the port (Linux); auto starts one per core', parse.parseWorkers, {
    fallback: '1',
  }),
  replace: onOff(
    'Listening',
    'Take the port over from the doorstep that listens on it, which then stops, and let others do the same (Linux)',
    'off',
    parse.parseReplace,
  ),
  tlsCert: file('Listening', 'Certificate chain (PEM) for HTTPS, with --tls-key'),
  tlsKey: file('Listening', 'Private key (PEM) of that certificate'),
  echoPort: row(
    'Listening',
    'N|off',
    'UDP port that tells a doorstep at home how many routers translate its address (Linux, IPv4)',
    parse.parseEchoPort,
    { fallback: 'off' },
  ),
  compat: onOff(
    'Listening',
    'Answer the paths of echoip (/json, /country, /port/443) and of the port test of Transmission (/443)',
    'on',
  ),
  trustedProxies: row(
    'Behind a proxy',
    'CIDR,...',
    "Proxies (addresses or CIDR blocks; unix for a socket file) to trust for the client's address",
    parse.parseProxies,
  ),
  clientIpHeader: word(
    'Behind a proxy',
    'NAME',
    `Header to read the client's address from: one of ${parse.CLIENT_IP_HEADERS.join(', ')}`,
    parse.CLIENT_IP_HEADERS,
    'x-forwarded-for',
  ),
  publicOrigins: row(
    'Behind a proxy',
    'URL,...',
    'Origins under which browsers reach this server (https://ip.example.com)',
    web.parseOrigins,
  ),
  pairSecret: row(
    'Behind a proxy',
    'TEXT',
    'Secret of the tokens of /api/pair, 32 bytes or more, the same for all instances under one name',
    web.parsePairSecret,
    { unset: 'random', isSecret: true },
  ),
  places: row(
    'Behind a proxy',
    'NAME=URL,...',
    "Other doorsteps that a visitor's own browser may also ask (Seoul=https://a.example), up to 8",
    web.parsePlaces,
  ),
  redisUrl: row('Limits', 'URL', 'Redis or Valkey server through which several instances share their limits', web.parseStoreUrl, {
    isSecret: true,
  }),
  allowTargets: row(
    'Checks',
    'CIDR,...',
    'Non-public addresses that checks may reach (a lab, a LAN); pages of other sites may then not run tools',
    parse.parseBlocks,
  ),
  denyTargets: row(
    'Checks',
    'CIDR,...',
    'Addresses that checks may not reach; takes precedence over --allow-targets',
    parse.parseBlocks,
  ),
  denyPorts: row(
    'Checks',
    'PORT,...',
    'Ports and ranges (such as 1-1024) that checks may not reach on other hosts; empty allows all',
    parse.parsePorts,
    { fallback: '25,465,587' },
  ),
  resolvers: row(
    'Checks',
    'ID=ADDRESS,...',
    'Exactly three DNS resolvers, each id=address[:port]; id=system reads /etc/resolv.conf',
    parse.parseResolvers,
    { fallback: 'local=system,cloudflare=1.1.1.1,google=8.8.8.8' },
  ),
  ddnsDomains: row('Checks', 'NAME,...', 'Domains whose names ddns-match accepts', parse.parseDomains, { unset: 'any' }),
  extraCa: file('Checks', 'Root certificates (PEM) to trust in addition to the bundled ones'),
  showLocalHops: onOff('Checks', "Show routers of the server's own network in traceroute and ping", 'off'),
  contact: row('Checks', 'URL|EMAIL', 'URL or email address to add to the User-Agent of HTTP checks', web.parseContact),
  rateLimit: row(
    'Limits',
    'N/s|min|h',
    'Weight of the requests that a client (an IPv4 address, an IPv6 /64) may send in a second, minute or hour; off disables it, and the bound on all requests',
    parse.parseRate,
    { fallback: '60/min' },
  ),
  maxConcurrency: row('Limits', 'N', 'Checks that may run at once, over all clients', parse.parseConcurrency, {
    fallback: '256',
  }),
  cityDb: file('Data', 'Your own city database (MMDB from MaxMind, DB-IP or IPinfo)', { unset: 'embedded' }),
  asnDb: file('Data', 'Your own network database (MMDB)', { unset: 'embedded' }),
  dataDir: folder('Where doorstep data update puts newer data, used instead of the embedded ones'),
  toolsDir: folder('Your own tools (.ts and .js plug-ins), served beside the built-in ones'),
  catalogDir: folder('Your own routers, services and providers (JSON), merged over the built-in ones'),
  theme: file('Data', 'Your own name, logo, colours and links on the page (JSON)'),
  logLevel: word('Monitoring', 'LEVEL', `Minimum level to log: one of ${LOG_LEVELS.join(', ')}`, LOG_LEVELS, 'info'),
  logFormat: word(
    'Monitoring',
    'FORMAT',
    `One of ${LOG_FORMATS.join(', ')}; auto is text on a terminal, JSON lines otherwise`,
    LOG_FORMATS,
    'auto',
  ),
  accessLog: row(
    'Monitoring',
    'on|truncated|full|off',
    "Log every request: without the client's address, with its /24 or /48, or in full",
    (text) => parse.parseWord(text, ACCESS_LOGS),
    { fallback: 'off', alone: 'on' },
  ),
  metrics: row(
    'Monitoring',
    'on|off|ADDRESS:PORT',
    'Prometheus metrics at /metrics, or on a separate address and port',
    parse.parseMetrics,
    { fallback: 'off', alone: 'on' },
  ),
  server: row(
    'Command line',
    'URL',
    'The doorstep that runs the tools of the command line, instead of this machine',
    web.parseServer,
    { isOnce: true },
  ),
})

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
