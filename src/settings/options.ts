import { ACCESS_LOGS, LOG_FORMATS, LOG_LEVELS } from '../platform/log.ts'
import type { Both } from '../platform/misfit.ts'
import { MEANINGS } from './meanings.text.ts'
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
  /** The description in `--help`; docs/settings.md has it as well. */
  readonly meaning: Both
}

interface Row extends Particulars {
  readonly group: Group
  readonly placeholder: string
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
  parseText: (text: string) => Value,
  { fallback = '', ...particulars }: Particulars & Partial<Pick<Row, 'fallback'>> = {},
) {
  return { group, placeholder, fallback, parse: parseText, ...particulars }
}

function path(group: Group, placeholder: 'FILE' | 'FOLDER', particulars: Particulars = {}) {
  return row(group, placeholder, parse.parsePath, particulars)
}

function onOff(group: Group, fallback: 'on' | 'off', parseText = parse.parseOnOff) {
  return row(group, 'on|off', parseText, { fallback, alone: 'on' })
}

function word<Word extends string>(group: Group, placeholder: string, words: readonly Word[], fallback: Word) {
  return row(group, placeholder, (text) => parse.parseWord(text, words), { fallback, words })
}

/**
 * The table of settings, each with the flag of its name: `cityDb` is --city-db. Their meanings are in `meanings.text.ts`. `npm run generate` writes
 * docs/settings.md from both.
 */
export const OPTIONS = named({
  host: row('Listening', 'ADDRESS', parse.parseHost, { fallback: '::' }),
  port: row('Listening', 'PORT', parse.parsePort, { fallback: '8080' }),
  workers: row('Listening', 'N|auto', parse.parseWorkers, { fallback: '1' }),
  replace: onOff('Listening', 'off', parse.parseReplace),
  tlsCert: path('Listening', 'FILE'),
  tlsKey: path('Listening', 'FILE'),
  echoPort: row('Listening', 'N|off', parse.parseEchoPort, { fallback: 'off' }),
  compat: onOff('Listening', 'on'),
  trustedProxies: row('Behind a proxy', 'CIDR,...', parse.parseProxies),
  clientIpHeader: word('Behind a proxy', 'NAME', parse.CLIENT_IP_HEADERS, 'x-forwarded-for'),
  publicOrigins: row('Behind a proxy', 'URL,...', web.parseOrigins),
  pairSecret: row('Behind a proxy', 'TEXT', web.parsePairSecret, { unset: 'random', isSecret: true }),
  places: row('Behind a proxy', 'NAME=URL,...', web.parsePlaces),
  redisUrl: row('Limits', 'URL', web.parseStoreUrl, { isSecret: true }),
  allowTargets: row('Checks', 'CIDR,...', parse.parseBlocks),
  denyTargets: row('Checks', 'CIDR,...', parse.parseBlocks),
  denyPorts: row('Checks', 'PORT,...', parse.parsePorts, { fallback: '25,465,587' }),
  resolvers: row('Checks', 'ID=ADDRESS,...', parse.parseResolvers, {
    fallback: 'local=system,cloudflare=1.1.1.1,google=8.8.8.8',
  }),
  ddnsDomains: row('Checks', 'NAME,...', parse.parseDomains, { unset: 'any' }),
  extraCa: path('Checks', 'FILE'),
  showLocalHops: onOff('Checks', 'off'),
  contact: row('Checks', 'URL|EMAIL', web.parseContact),
  rateLimit: row('Limits', 'N/s|min|h', parse.parseRate, { fallback: '60/min' }),
  maxConcurrency: row('Limits', 'N', parse.parseConcurrency, { fallback: '256' }),
  cityDb: path('Data', 'FILE', { unset: 'embedded' }),
  asnDb: path('Data', 'FILE', { unset: 'embedded' }),
  dataDir: path('Data', 'FOLDER'),
  toolsDir: path('Data', 'FOLDER'),
  catalogDir: path('Data', 'FOLDER'),
  theme: path('Data', 'FILE'),
  logLevel: word('Monitoring', 'LEVEL', LOG_LEVELS, 'info'),
  logFormat: word('Monitoring', 'FORMAT', LOG_FORMATS, 'auto'),
  accessLog: row('Monitoring', 'on|truncated|full|off', (text) => parse.parseWord(text, ACCESS_LOGS), {
    fallback: 'off',
    alone: 'on',
  }),
  metrics: row('Monitoring', 'on|off|ADDRESS:PORT', parse.parseMetrics, { fallback: 'off', alone: 'on' }),
  server: row('Command line', 'URL', web.parseServer, { isOnce: true }),
})

type Name = keyof typeof MEANINGS.en

function named<Rows extends Record<Name, Row>>(rows: Rows) {
  const all = Object.entries<Row>(rows).map(([name, row]) => {
    const said = (meaning: string) => meaning.replace('{words}', row.words?.join(', ') ?? '')
    // A seam: the rows are those of these names.
    const key = name as Name
    const meaning: Both = { en: said(MEANINGS.en[key]), ko: said(MEANINGS.ko[key]) }
    return [name, { ...row, flag: name.replace(/[A-Z]/g, '-$&').toLowerCase(), meaning }]
  })
  // A seam: the same names, each row with its flag.
  return Object.fromEntries(all) as { readonly [Key in Name]: Rows[Key] & Pick<Option, 'flag' | 'meaning'> }
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
