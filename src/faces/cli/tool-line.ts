import { readSpan } from '../../contract/span.ts'
import type { Locale } from '../../contract/text.ts'
import { readTexts } from '../../operations/registry/field-values.ts'
import { isAtHome, isRepeatable, type NamedTool } from '../../operations/registry/tools.ts'
import { type CommandLine, readFlags, SWITCH_FLAGS, settingsIn } from '../../settings/command-line.ts'
import { type Config, type Option, ROWS } from '../../settings/options.ts'
import type { Environment } from '../../settings/read.ts'
import { cliText, watchText } from './cli.text.ts'
import { type Field, fieldsOf, isSwitch, positionalsOf } from './fields.ts'
import { usageError } from './usage-error.ts'
import { type Flag, localeOf, optionsOf } from './verb.ts'

/** A check that is repeated, and the line that runs it once. */
export interface Watched {
  readonly rest: readonly string[]
  readonly intervalMs: number
  readonly onChange: string | null
}

export interface ToolCommand {
  readonly body: ReturnType<ToolLine['body']>
  readonly line: ToolLine
  readonly config: Config
}

/** Returns the flags of a tool or of a command at home, in the order of its help; without one, those that any of them has. */
export function flagsOf(named: NamedTool | null) {
  const repeats = named === null || isRepeatable(named)
  return [
    ...(['json', 'details', 'short', 'lang'] as const),
    ...(repeats ? (['places'] as const) : []),
    ...(named && isAtHome(named) ? [] : (['any'] as const)),
    ...(repeats ? (['link', 'watch', 'on-change'] as const) : []),
  ]
}

const RUN_GROUPS: readonly Option['group'][] = ['Checks', 'Data', 'Command line']

/**
 * Returns the settings that a tool takes as flags. A field has precedence over a setting of the same name, which can then be set by its variable:
 * `--port` of port-check is the port to check. Settings that only a server has are not flags of a tool at all.
 */
export function settingsFor(fields: readonly Field[]): readonly Option[] {
  const taken = new Set(fields.flatMap(({ name, flag }) => [name, flag]))
  return ROWS.filter(({ group, flag }) => RUN_GROUPS.includes(group) && !taken.has(flag))
}

const MINUTE_MS = 60_000
/** Each check counts at the server that is asked, and sends packets to others: more often than this is not watching but load. */
const INTERVAL_MIN_MS = MINUTE_MS / 2
const INTERVAL_MAX_MS = 24 * 60 * MINUTE_MS

/** A command line of a tool, of a command at home or of a plug-in. */
export class ToolLine {
  readonly given: CommandLine['given']
  readonly locale: Locale
  readonly on: { has(flag: Flag | 'help' | 'version'): boolean }
  readonly #fields: readonly Field[]
  readonly #parsed: ReturnType<typeof readFlags>

  /** Reads the line. Throws a ConfigError that says what to write instead. */
  constructor(
    named: NamedTool,
    private readonly args: readonly string[],
    environment: Environment,
  ) {
    this.#fields = fieldsOf(named)
    const settings = settingsFor(this.#fields)
    const texts = [...settings.map(({ flag }) => flag), ...this.#fields.flatMap(({ name, flag }) => [name, flag])]
    const options = {
      ...optionsOf(flagsOf(named)),
      ...SWITCH_FLAGS,
      ...Object.fromEntries(texts.map((flag) => [flag, { type: 'string', multiple: true } as const])),
    }
    const switches = this.#fields.filter(isSwitch).flatMap(({ name, flag }) => [`--${name}`, `--${flag}`])
    const alone = new Map(switches.map((written) => [written, 'true']))
    this.#parsed = readFlags(args, options, { see: `doorstep ${named.name} --help`, alone })
    const { values } = this.#parsed
    this.given = settingsIn(values, settings)
    this.locale = localeOf(this.#textsOf('lang').at(-1), environment)
    const on = new Set(Object.keys(values).filter((flag) => values[flag] === true))
    this.on = on
    const beside = ['json', 'details'].find((flag) => on.has(flag))
    if (on.has('short') && beside !== undefined) throw usageError(cliText, 'short-alone', { flag: beside })
  }

  /**
   * Returns the request body, not yet checked against the schema of the tool: every field that has a value. Words without a flag fill the fields that
   * have none, the required ones first.
   */
  body(): Readonly<Record<string, unknown>> {
    const words = this.#parsed.positionals
    const flagged = new Map(
      this.#fields.map((field) => [field, [...new Set([field.name, field.flag])].flatMap((flag) => this.#textsOf(flag))]),
    )
    const open = positionalsOf(this.#fields).filter((field) => flagged.get(field)?.length === 0)
    const [extra] = words.slice(open.length)
    if (extra !== undefined) throw usageError(cliText, 'unexpected-word', { word: JSON.stringify(extra) })
    const entries = this.#fields.flatMap((field) => {
      const word = words[open.indexOf(field)]
      const texts = word === undefined ? (flagged.get(field) ?? []) : [word]
      return texts.length === 0 ? [] : [[field.name, readField(field, texts)]]
    })
    return Object.fromEntries(entries)
  }

  /** Returns how the check is repeated; null if it runs once. */
  watching(): Watched | null {
    const taken = this.#parsed.tokens.flatMap((token) => {
      if (token.kind !== 'option' || !(token.name === 'watch' || token.name === 'on-change')) return []
      return token.inlineValue ? [token.index] : [token.index, token.index + 1]
    })
    if (taken.length === 0) return null
    if (this.on.has('link')) throw usageError(watchText, 'no-link')
    if (this.on.has('short')) throw usageError(cliText, 'short-alone', { flag: 'watch' })
    const [interval, onChange = null] = ['watch', 'on-change'].map((flag) => this.#textsOf(flag).at(-1))
    if (interval === undefined) throw usageError(watchText, 'needs-watch')
    if (onChange?.trim() === '') throw usageError(watchText, 'empty-command')
    const intervalMs = readSpan(interval)
    if (intervalMs === null || intervalMs < INTERVAL_MIN_MS || intervalMs > INTERVAL_MAX_MS)
      throw usageError(watchText, 'not-a-span', { value: JSON.stringify(interval) })
    return { rest: this.args.filter((_, index) => !taken.includes(index)), intervalMs, onChange }
  }

  #textsOf(flag: string): readonly string[] {
    return [this.#parsed.values[flag] ?? []].flat().filter((value) => typeof value === 'string')
  }
}

/** Reads the texts of a flag as a value of its field. Throws a ConfigError if they cannot even be read. */
function readField({ flag, schema }: Field, texts: readonly string[]): unknown {
  const read = readTexts(schema, texts)
  if ('value' in read) return read.value
  throw usageError(cliText, read.why, { flag: `--${flag}` })
}
