import type { Locale } from '../../contract/text.ts'
import { openCatalog } from '../../operations/opening/services.ts'
import { type NamedTool, toolsOf } from '../../operations/registry/tools.ts'
import { localise } from '../../router/catalogue/localise.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { OPTIONS, type Option, ROWS, variableOf } from '../../settings/options.ts'
import type { Environment } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import type { Row } from './columns.ts'
import { dataFlag } from './data-help.ts'
import { type Field, fieldsOf, positionalsOf, summaryOf, wordsOf } from './fields.ts'
import { commandsText } from './help.text.ts'
import { toolNamed } from './tool.ts'
import { toolHelpText } from './tool-help.text.ts'
import { flagsOf, settingsFor } from './tool-line.ts'
import { usageError } from './usage-error.ts'
import { FLAGS, type Flag, localeOf, type Printed, printed, type Verb } from './verb.ts'

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

/** `doorstep completion bash`: the script to load into that shell. */
export function printCompletion([shell, ...rest]: readonly string[]): Printed {
  const [, script] = Object.entries(SCRIPTS).find(([name]) => name === shell) ?? []
  if (script === undefined || rest.length > 0)
    throw usageError(cliText, 'completion-needs', { words: Object.keys(SCRIPTS).join(', ') })
  return printed(script)
}

/** `doorstep complete WORD...`: called by these scripts. Errors are not shown: they would garble the line. */
export async function printCandidates(
  words: readonly string[],
  verbs: readonly Verb[],
  environment: Environment,
): Promise<Printed> {
  try {
    const candidates = await complete(words, verbs, environment)
    if (candidates === 'files') return printed(`${FILES}\n`)
    return printed(candidates.map(({ written, meaning }) => `${written}\t${meaning}\n`).join(''))
  } catch {
    return printed('')
  }
}

/** A flag, written with its dashes. One without values is a switch. */
interface Completed extends Row {
  readonly values: (() => Candidates | Promise<Candidates>) | null
}

async function complete(words: readonly string[], verbs: readonly Verb[], environment: Environment): Promise<Candidates> {
  const line = readLine(words)
  const locale = localeOf(undefined, environment)
  const [name, second] = line.before
  if (name === undefined && !line.current.startsWith('-')) return startingWith(await commandRows(verbs, locale), line.current)
  const verb = verbs.find((one) => one.name === `${name} ${second}`) ?? verbs.find((one) => one.name === name)
  const named = verb || name === undefined ? null : await toolNamed(name, [], environment, []).catch(() => null)
  const catalogue = catalogueFor(words, environment, locale)
  const flags = named ? flagsOfTool(named, locale, catalogue) : flagsOfVerb(verb, locale)
  const { flag, value, prefix } = line.assigned ?? { flag: line.before.at(-1), value: line.current, prefix: '' }
  const asked = flags.find(({ written }) => written === flag)
  if (asked?.values) return startingWith(await asked.values(), value, prefix)
  const others = flags.filter(({ written }) => !named || !line.before.includes(written))
  if (line.current.startsWith('-')) return startingWith(others, line.current)
  const takesValue = (word: string | undefined) => flags.some(({ written, values }) => written === word && values !== null)
  const given = line.before.slice(1).filter((word, index, all) => !word.startsWith('-') && !takesValue(all[index - 1]))
  if (!named) {
    const own = given.length === 0 ? wordsOfVerb(verb, verbs) : []
    return startingWith(own.length > 0 ? own : others, line.current)
  }
  const open = positionalsOf(fieldsOf(named)).filter((field) => !line.before.includes(`--${field.flag}`))[given.length]
  const values = open ? await valuesOfField(open, catalogue) : []
  return startingWith(open?.isRequired ? values : [...values, ...others], line.current)
}

async function commandRows(verbs: readonly Verb[], locale: Locale): Promise<Row[]> {
  const [{ homeCommands }, { manifest }] = await Promise.all([
    import('./outside.ts'),
    import('../../operations/registry/manifest.gen.ts'),
  ])
  const own = verbs.flatMap(({ name, usages: [usage] }) =>
    usage && !name.includes(' ') ? [{ written: name, meaning: commandsText.say(locale, usage, {}) }] : [],
  )
  return [...own, ...[...homeCommands(), ...toolsOf(manifest)].map((named) => summaryOf(named, locale))]
}

/** Returns the words that may follow a verb: its own, or the second ones of commands that have two. */
function wordsOfVerb(verb: Verb | undefined, verbs: readonly Verb[]): Row[] {
  const seconds = verbs.flatMap(({ name }) =>
    verb && name.startsWith(`${verb.name} `) ? [name.slice(verb.name.length + 1)] : [],
  )
  return [...(verb?.words ?? []), ...seconds].map(bare)
}

function flagsOfTool(named: NamedTool, locale: Locale, catalogue: Catalogued): Completed[] {
  const fields = fieldsOf(named, locale)
  return [
    ...fields.map((field) => ({
      written: `--${field.flag}`,
      meaning: named.tool.text.say(locale, `label.${field.name}`, {}),
      values: () => valuesOfField(field, catalogue),
    })),
    ...flagsOf(named).map((flag) => ownFlag(flag, undefined, locale)),
    { written: '--help', meaning: toolHelpText.say(locale, 'help', {}), values: null },
    ...settingsFor(fields).map((option) => settingFlag(option, locale)),
  ]
}

function flagsOfVerb(verb: Verb | undefined, locale: Locale): Completed[] {
  const own = (verb?.flags ?? []).map((flag) => ownFlag(flag, verb?.about, locale))
  // The words of `doorstep data` show no settings but those that their help names.
  return verb?.about ? own : [...own, ...ROWS.map((option) => settingFlag(option, locale))]
}

function ownFlag(flag: Flag, about: Verb['about'], locale: Locale): Completed {
  const [placeholder = ''] = FLAGS[flag].split(' ')
  const others: Readonly<Record<string, string>> = toolHelpText[locale]
  return {
    written: `--${flag}`,
    meaning: (about && dataFlag(about, flag, locale)) ?? others[flag] ?? '',
    values: placeholder === '' ? null : () => valuesOfSetting({ placeholder }),
  }
}

function settingFlag(option: Option, locale: Locale): Completed {
  return { written: `--${option.flag}`, meaning: option.meaning[locale], values: () => valuesOfSetting(option) }
}

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

function startingWith(candidates: Candidates, start: string, prefix = ''): Candidates {
  if (candidates === 'files') return candidates
  return candidates
    .filter(({ written }) => written.toLowerCase().startsWith(start.toLowerCase()))
    .map(({ written, meaning }) => ({ written: prefix + written, meaning }))
}

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
  const folder = words.includes(flag) ? words[words.indexOf(flag) + 1] : environment[variableOf(OPTIONS.catalogDir)]
  return async () => {
    let source = openCatalog({ catalogDir: null })
    try {
      source = openCatalog({ catalogDir: folder || null })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
    return localise(await source.read(), locale)
  }
}

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

function valuesOfSetting({ placeholder, words }: Pick<Option, 'placeholder' | 'words'>): Candidates {
  if (placeholder.split('|').some((word) => FILE_WORDS.includes(word))) return 'files'
  return (words ?? placeholder.split('|').filter((word) => /^[a-z]+$/.test(word))).map(bare)
}

function bare(written: string): Row {
  return { written, meaning: '' }
}
