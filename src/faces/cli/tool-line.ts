import type { Locale } from '../../contract/text.ts'
import { readTexts } from '../../registry/field-values.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { isAtHome, isRepeatable } from '../../run/requester.ts'
import { type Flags, readFlags, SWITCH_FLAGS, settingsIn } from '../../settings/command-line.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { type Config, type Option, ROWS } from '../../settings/options.ts'
import type { Environment } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import { type Field, fieldsOf, isSwitch, positionalsOf } from './fields.ts'
import { ANY, ASKING, DETAILS, LANGUAGE, LINKING, localeOf, PLACES, SHORTENING, usageError, WATCHING } from './verb.ts'

/** A parsed command line of a tool. */
export interface ToolLine {
  /** The flags of settings. */
  readonly given: ReadonlyMap<string, string>
  readonly locale: Locale
  readonly isJson: boolean
  /** Whether only the one value for a script is printed. */
  readonly isShort: boolean
  /** Whether the text is to hold everything, also what most readers do not need. */
  readonly details: boolean
  /** Whether the other places of the server are asked as well. */
  readonly isFromPlaces: boolean
  /** Whether one of several places that finds all well is enough. */
  readonly isAny: boolean
  /** Whether the result is also printed as a link. */
  readonly isLinked: boolean
  readonly asks: 'help' | 'version' | null
  /** Request body, not yet checked against the schema of the tool. */
  body(): Readonly<Record<string, unknown>>
}

/** A request as the command line makes it. */
export interface Asked {
  readonly body: ReturnType<ToolLine['body']>
  readonly line: ToolLine
  readonly config: Config
}

/** The groups of settings that matter to a single check. */
const RUN_GROUPS: readonly Option['group'][] = ['Checks', 'Data', 'Command line']

/**
 * Returns the settings that a tool takes as flags. A field has precedence over a setting of the same name, which can then be set by its variable:
 * `--port` of port-check is the port to check. Settings that only a server has are not flags of a tool at all.
 */
export function settingsFor(fields: readonly Field[]): readonly Option[] {
  const taken = new Set(fields.flatMap(({ name, flag }) => [name, flag]))
  return ROWS.filter(({ group, flag }) => RUN_GROUPS.includes(group) && !taken.has(flag))
}

/** Reads the command line of a tool. Throws a ConfigError that says what to write instead. */
export function readToolLine(named: NamedTool, args: readonly string[], environment: Environment): ToolLine {
  const fields = fieldsOf(named)
  const settings = settingsFor(fields)
  const { values, tokens } = readFlags(args, flagsFor(named, fields, settings), {
    see: `doorstep ${named.name} --help`,
    alone: new Map(fields.filter(isSwitch).flatMap(({ name, flag }) => [`--${name}`, `--${flag}`].map((one) => [one, 'true']))),
  })
  const textsOf = (flag: string) => [values[flag] ?? []].flat().filter((value) => typeof value === 'string')
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const locale = localeOf(textsOf('lang').at(-1), environment)
  const beside = ['json', 'details'].find((flag) => values[flag] === true)
  if (values.short === true && beside !== undefined) throw usageError('short-alone', { flag: beside })
  return {
    given: settingsIn(values, settings),
    locale,
    isJson: values.json === true,
    isShort: values.short === true,
    details: values.details === true,
    isFromPlaces: values.places === true,
    isAny: values.any === true,
    isLinked: values.link === true,
    asks: values.help === true ? 'help' : values.version === true ? 'version' : null,
    body: () => bodyOf(fields, { textsOf, words, locale }),
  }
}

function flagsFor(named: NamedTool, fields: readonly Field[], settings: readonly Option[]): Flags {
  const texts = [...settings.map(({ flag }) => flag), ...fields.flatMap(({ name, flag }) => [name, flag])]
  return {
    ...(isAtHome(named) ? {} : ANY),
    ...(isRepeatable(named) ? PLACES : {}),
    ...ASKING,
    ...DETAILS,
    ...SHORTENING,
    ...LANGUAGE,
    ...(isRepeatable(named) ? { ...WATCHING, ...LINKING } : {}),
    ...SWITCH_FLAGS,
    ...Object.fromEntries(texts.map((flag) => [flag, { type: 'string', multiple: true }])),
  }
}

interface Written {
  textsOf(flag: string): readonly string[]
  readonly words: readonly string[]
  readonly locale: Locale
}

/** Returns every field that has a value; words without a flag fill the fields that have none, the required ones first. */
function bodyOf(fields: readonly Field[], { textsOf, words, locale }: Written): Readonly<Record<string, unknown>> {
  const flagged = new Map(fields.map((field) => [field, [...new Set([field.name, field.flag])].flatMap(textsOf)]))
  const open = positionalsOf(fields).filter((field) => flagged.get(field)?.length === 0)
  const [extra] = words.slice(open.length)
  if (extra !== undefined) throw new ConfigError(cliText.say(locale, 'unexpected-word', { word: JSON.stringify(extra) }))
  const entries = fields.flatMap((field) => {
    const word = words[open.indexOf(field)]
    const texts = word === undefined ? (flagged.get(field) ?? []) : [word]
    return texts.length === 0 ? [] : [[field.name, readField(field, texts, locale)]]
  })
  return Object.fromEntries(entries)
}

/** Reads the texts of a flag as a value of its field. Throws a ConfigError if they cannot even be read. */
function readField({ flag, schema }: Field, texts: readonly string[], locale: Locale): unknown {
  const read = readTexts(schema, texts)
  if ('value' in read) return read.value
  throw new ConfigError(cliText.say(locale, read.why, { flag: `--${flag}` }))
}
