import { type Locale, sayIn } from '../../contract/text.ts'
import { HOME_NAMES } from '../../home/names.ts'
import { openCatalog } from '../../opening/services.ts'
import { type NamedTool, toolsOf } from '../../registry/tools.ts'
import { localise } from '../../router/catalogue/localise.ts'
import { isRepeatable } from '../../run/requester.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { OPTIONS, type Option, ROWS, variableOf } from '../../settings/options.ts'
import type { Environment } from '../../settings/read.ts'
import type { Row } from './columns.ts'
import { type Field, fieldsOf, positionalsOf, wordsOf } from './fields.ts'
import { meaningOf } from './help.text.ts'
import { findTool } from './tool.ts'
import { toolHelpText } from './tool-help.text.ts'
import { placesFlagsOf } from './tool-help.ts'
import { settingsFor } from './tool-line.ts'
import { type FlagRow, localeOf, type Outcome, printed, usageError } from './verb.ts'

/** Printed in place of names of files, which the shell completes itself. */
const FILES = ':files'

/**
 * The script for each shell. Names and values come from the program itself whenever Tab is pressed: they are those of its version, of its catalogue and
 * of its plug-ins. Nothing that is on the line is evaluated.
 */
const SCRIPTS = {
  bash: `# bash completion for doorstep: eval "$(doorstep completion bash)"
_doorstep() {
  local program=\${1/#\\~\\//$HOME/} current=\${COMP_WORDS[COMP_CWORD]} value rest
  COMPREPLY=()
  while IFS=$'\\t' read -r value rest; do
    if [ "$value" = '${FILES}' ]; then
      compopt -o filenames 2>/dev/null
      [ "$current" = '=' ] && current=
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
      return
    fi
    COMPREPLY+=("$value")
  done < <("$program" complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _doorstep doorstep
`,
  zsh: `#compdef doorstep
# zsh completion for doorstep: source <(doorstep completion zsh), after compinit; or save it as _doorstep in a folder of $fpath
_doorstep() {
  local -a values
  local line
  for line in "\${(@f)$("\${(Q)words[1]}" complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == '${FILES}' ]]; then
      compset -P '*='
      _files
      return
    fi
    [[ -n $line ]] && values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe doorstep values
}
if [[ \${funcstack[1]} == _doorstep ]]; then _doorstep "$@"; else compdef _doorstep doorstep; fi
`,
  fish: `# fish completion for doorstep: doorstep completion fish | source
function __doorstep_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] complete $words[2..-1] 2>/dev/null)
  if test "$found" = '${FILES}'
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c doorstep -f -a '(__doorstep_complete)'
`,
} as const

export const SHELLS: readonly string[] = Object.keys(SCRIPTS)

/** `doorstep completion bash`: the script to load into that shell. */
export function printCompletion([shell, ...rest]: readonly string[]): Outcome {
  const [, script] = Object.entries(SCRIPTS).find(([name]) => name === shell) ?? []
  if (script === undefined || rest.length > 0) throw usageError('completion-needs', { words: SHELLS.join(', ') })
  return printed(script)
}

/** `doorstep complete WORD...`: called by these scripts. Errors are not shown: they would garble the line. */
export async function printCandidates(
  words: readonly string[],
  verbs: readonly CompletedVerb[],
  environment: Environment,
): Promise<Outcome> {
  try {
    const candidates = await complete(words, verbs, environment)
    if (candidates === 'files') return printed(`${FILES}\n`)
    return printed(candidates.map(({ written, meaning }) => `${written}\t${meaning}\n`).join(''))
  } catch {
    return printed('')
  }
}

/** A verb that is not a tool, and what may follow it. */
interface CompletedVerb extends Row {
  /** Its first line in `--help`. */
  readonly usage: string
  readonly words: readonly string[]
  /** The flags of those words that have flags of their own. */
  readonly parts: Readonly<Record<string, readonly FlagRow[]>>
  /** Its own flags without dashes, and what each takes: words, a file, or nothing. */
  readonly own: Readonly<Record<string, readonly string[] | 'files' | null>>
}

/** A flag, written with its dashes. One without values is a switch. */
interface Flag extends Row {
  readonly values: (() => Candidates | Promise<Candidates>) | null
}

/** Completes the last of the words behind `doorstep`, which may be empty. */
export async function complete(
  words: readonly string[],
  verbs: readonly CompletedVerb[],
  environment: Environment,
): Promise<Candidates> {
  const line = readLine(words)
  const locale = localeOf(undefined, environment)
  const [name] = line.before
  if (name === undefined && !line.current.startsWith('-'))
    return startingWith(
      [...verbs.map((verb) => inLocale(verb, locale)), ...(await homeRows(locale)), ...(await summaries(locale))],
      line.current,
    )
  const named = name === undefined ? null : ((await findAtHome(name)) ?? (await findTool(name, [], environment)))
  const catalogue = catalogueFor(words, environment, locale)
  if (named && 'tool' in named) return completeTool(line, { named, locale, catalogue })
  const verb = verbs.find(({ written }) => written === name)
  const part = verb?.parts[line.before[1] ?? '']
  const flags = part ? part.map((row) => partFlag(row, locale)) : verbFlags(verb?.own ?? {}, locale)
  const values = line.before.length === 1 ? (verb?.words ?? []).map((word) => ({ written: word, meaning: '' })) : []
  return (
    (await valuesAsked(line, flags)) ??
    startingWith(line.current.startsWith('-') || values.length === 0 ? flags : values, line.current)
  )
}

async function findAtHome(name: string): Promise<NamedTool | null> {
  if (!HOME_NAMES.includes(name)) return null
  const { homeCommands } = await import('./fields.ts')
  return homeCommands().find((one) => one.name === name) ?? null
}

async function homeRows(locale: Locale): Promise<Row[]> {
  const { homeCommands } = await import('./fields.ts')
  return homeCommands().map(({ name, tool }) => ({ written: name, meaning: tool.text.say(locale, 'summary', {}) }))
}

async function summaries(locale: Locale): Promise<Row[]> {
  const { manifest } = await import('../../registry/manifest.gen.ts')
  return toolsOf(manifest).map(({ name, tool }) => ({ written: name, meaning: tool.text.say(locale, 'summary', {}) }))
}

interface Completed {
  readonly named: NamedTool
  readonly locale: Locale
  readonly catalogue: Catalogued
}

async function completeTool(line: Line, { named, locale, catalogue }: Completed): Promise<Candidates> {
  const fields = fieldsOf(named, locale)
  const flags = [
    ...fields.map((field) => ({
      written: `--${field.flag}`,
      meaning: named.tool.text.say(locale, `label.${field.name}`, {}),
      values: () => valuesOfField(field, catalogue),
    })),
    ...commonFlags(locale),
    ...(isRepeatable(named) ? repeatingFlags(locale) : []),
    ...placesFlags(named, locale),
    ...settingsFor(fields).map((option) => settingFlag(option, locale)),
  ]
  const asked = await valuesAsked(line, flags)
  if (asked) return asked
  const others = flags.filter(({ written }) => !line.before.includes(written))
  if (line.current.startsWith('-')) return startingWith(others, line.current)
  const given = line.before.slice(1).filter((word, index, all) => !word.startsWith('-') && !hasValues(all[index - 1], flags))
  const open = positionalsOf(fields).filter(({ flag }) => !line.before.includes(`--${flag}`))[given.length]
  const values = open ? await valuesOfField(open, catalogue) : []
  return startingWith(open?.isRequired ? values : [...values, ...others], line.current)
}

function commonFlags(locale: Locale): Flag[] {
  const say = sayIn(toolHelpText, locale)
  return [
    { written: '--json', meaning: say('json'), values: null },
    { written: '--details', meaning: say('details'), values: null },
    { written: '--short', meaning: say('short-any'), values: null },
    { written: '--lang', meaning: say('lang'), values: () => ['en', 'ko'].map((written) => ({ written, meaning: '' })) },
    { written: '--help', meaning: say('help'), values: null },
  ]
}

function placesFlags(named: NamedTool, locale: Locale): Flag[] {
  return placesFlagsOf(named).map((flag) => ({ written: `--${flag}`, meaning: toolHelpText.say(locale, flag, {}), values: null }))
}

/** Returns the flags of what may be repeated. */
function repeatingFlags(locale: Locale): Flag[] {
  const say = sayIn(toolHelpText, locale)
  return [
    { written: '--link', meaning: say('link'), values: null },
    { written: '--watch', meaning: say('watch'), values: () => [] },
    { written: '--on-change', meaning: say('on-change'), values: () => [] },
  ]
}

function verbFlags(own: CompletedVerb['own'], locale: Locale): Flag[] {
  const common = commonFlags(locale)
  const flags = Object.entries(own).map(([name, takes]) => {
    const known = common.find(({ written }) => written === `--${name}`)
    if (known) return known
    const values = takes === null ? null : () => (takes === 'files' ? takes : takes.map((written) => ({ written, meaning: '' })))
    return { written: `--${name}`, meaning: '', values }
  })
  return [...flags, ...ROWS.map((option) => settingFlag(option, locale))]
}

function partFlag({ flag, placeholder, meaning, korean }: FlagRow, locale: Locale): Flag {
  const [word = ''] = placeholder.split(/[ |]/)
  return {
    written: `--${flag}`,
    meaning: locale === 'ko' ? korean : meaning,
    values: word === '' ? null : () => valuesOfSetting({ placeholder: word }),
  }
}

/** Returns the row of a verb with its meaning in a language; the first line of its help is written as `usage`. */
function inLocale({ written, usage, meaning }: CompletedVerb, locale: Locale): Row {
  return { written, meaning: meaningOf(usage, meaning, locale) }
}

function settingFlag(option: Option, locale: Locale): Flag {
  const written = `--${option.flag}`
  return { written, meaning: meaningOf(written, option.meaning, locale, option.words), values: () => valuesOfSetting(option) }
}

function hasValues(word: string | undefined, flags: readonly Flag[]): boolean {
  return flags.some(({ written, values }) => written === word && values !== null)
}

/** The words before the cursor, and the one at it. */
interface Line {
  readonly before: readonly string[]
  readonly current: string
  /** The part of `--flag=value` before the value; null if the flag is a word of its own. */
  readonly assigned: { readonly flag: string; readonly value: string; readonly prefix: string } | null
}

/** bash hands over `--flag=value` as three words, the other shells as one. */
function readLine(words: readonly string[]): Line {
  const last = words.at(-1) ?? ''
  const equals = words.lastIndexOf('=')
  const behind = words.length - 1 - equals
  if (equals > 0 && behind <= 1) {
    const flag = words[equals - 1] ?? ''
    return { before: words.slice(0, equals - 1), current: last, assigned: { flag, value: behind === 0 ? '' : last, prefix: '' } }
  }
  const [, flag = '', value = ''] = /^(--[^=]+)=(.*)$/s.exec(last) ?? []
  const assigned = flag === '' ? null : { flag, value, prefix: `${flag}=` }
  return { before: words.slice(0, -1), current: last, assigned }
}

/** Returns the values of the flag whose value the cursor is at; null if it is not at one. */
async function valuesAsked({ before, current, assigned }: Line, flags: readonly Flag[]): Promise<Candidates | null> {
  const { flag, value, prefix } = assigned ?? { flag: before.at(-1), value: current, prefix: '' }
  const asked = flags.find(({ written }) => written === flag)
  return asked?.values ? startingWith(await asked.values(), value, prefix) : null
}

function startingWith(candidates: Candidates, start: string, prefix = ''): Candidates {
  if (candidates === 'files') return candidates
  return candidates
    .filter(({ written }) => written.toLowerCase().startsWith(start.toLowerCase()))
    .map(({ written, meaning }) => ({ written: prefix + written, meaning }))
}

/** Completions at the cursor: words with their meanings, or the names of files. */
type Candidates = readonly Row[] | 'files'

/** The catalogue, loaded only for fields that take a name from it. */
type Catalogued = () => Promise<ReturnType<typeof localise>>

/** The list of the catalogue from which a field takes its names. */
const LISTS = {
  useCase: 'services',
  routerBrand: 'brands',
  isp: 'providers',
  platform: 'platforms',
  recordType: 'recordTypes',
} as const

/** Returns the catalogue with the operator's folder, if the line or the environment names one that can be used. */
function catalogueFor(words: readonly string[], environment: Environment, locale: Locale): Catalogued {
  const flag = `--${OPTIONS.catalogDir.flag}`
  const folder = words[words.indexOf(flag) + 1] ?? ''
  const catalogDir = words.includes(flag) ? folder : (environment[variableOf(OPTIONS.catalogDir)] ?? '')
  return async () => localise(await open(catalogDir).read(), locale)
}

function open(catalogDir: string) {
  try {
    return openCatalog({ catalogDir: catalogDir === '' ? null : catalogDir })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return openCatalog({ catalogDir: null })
  }
}

/** Returns the values that a field is known to take: its own words, or the ids of the catalogue. */
async function valuesOfField({ name, schema }: Field, catalogue: Catalogued): Promise<readonly Row[]> {
  const words = wordsOf(schema)
  if (words.length > 0) return words.map(bare)
  const list = Object.entries(LISTS).find(([field]) => field === name)?.[1]
  if (list === undefined) return []
  const entries = (await catalogue())[list].map(({ id, name: meaning }) => ({ written: id, meaning }))
  // Record types differ between tools: the examples of a tool are those that it takes.
  const taken = schema.examples ?? []
  return list === 'recordTypes' ? entries.filter(({ written }) => taken.includes(written)) : entries
}

const FILE_WORDS = ['FILE', 'FOLDER']

/** Returns the values of a setting: its words, or files. */
function valuesOfSetting({ placeholder, words }: Pick<Option, 'placeholder' | 'words'>): Candidates {
  if (placeholder.split('|').some((word) => FILE_WORDS.includes(word))) return 'files'
  return (words ?? placeholder.split('|').filter((word) => /^[a-z]+$/.test(word))).map(bare)
}

function bare(written: string): Row {
  return { written, meaning: '' }
}
