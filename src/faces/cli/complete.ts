import type { Locale } from '../../contract/text.ts'
import { catalogueOf } from '../../operations/opening/services.ts'
import { type NamedTool, toolsOf } from '../../operations/registry/tools.ts'
import { localise } from '../../router/catalogue/search.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { OPTIONS, type Option, ROWS, variableOf } from '../../settings/options.ts'
import type { Environment } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import type { Row } from './columns.ts'
import { dataFlag } from './data-help.ts'
import { type Field, fieldsOf, positionalsOf, summaryOf, wordsOf } from './fields.ts'
import { commandsText, toolHelpText } from './help.text.ts'
import { type Printed, printed } from './output.ts'
import { toolNamed } from './tool.ts'
import { flagsOf, settingsFor } from './tool-line.ts'
import { usageError } from './usage-error.ts'
import { FLAGS, type Flag, localeOf, type Verb } from './verb.ts'

/** `doorstep complete WORD...`: called by the scripts of the shells. Errors are not shown: they would garble the line. */
export async function printCandidates(
  words: readonly string[],
  verbs: readonly Verb[],
  environment: Environment,
): Promise<Printed> {
  try {
    const candidates = await new Completion(words, verbs, environment).candidates()
    if (candidates === 'files') return printed(`${FILES}\n`)
    return printed(candidates.map(({ written, meaning }) => `${written}\t${meaning}\n`).join(''))
  } catch {
    return printed('')
  }
}

type Candidates = readonly Row[] | 'files'

/** A flag, written with its dashes. One without values is a switch. */
interface FlagRow extends Row {
  readonly values: (() => Candidates | Promise<Candidates>) | null
}

/** The list of the catalogue from which a field takes its names. */
const LISTS: ReadonlyMap<string, keyof ReturnType<typeof localise>> = new Map([
  ['useCase', 'services'],
  ['routerBrand', 'brands'],
  ['isp', 'providers'],
  ['platform', 'platforms'],
  ['recordType', 'recordTypes'],
])

/** The completion of one line. */
class Completion {
  private readonly locale: Locale
  private readonly line: Line

  constructor(
    private readonly words: readonly string[],
    private readonly verbs: readonly Verb[],
    private readonly environment: Environment,
  ) {
    this.locale = localeOf(undefined, environment)
    this.line = readLine(words)
  }

  async candidates(): Promise<Candidates> {
    const { before, current, assigned } = this.line
    const [name, second] = before
    if (name === undefined && !current.startsWith('-')) return startingWith(await this.commands(), current)
    const verb = this.verbs.find((one) => one.name === `${name} ${second}`) ?? this.verbs.find((one) => one.name === name)
    const named = verb || name === undefined ? null : await toolNamed(name, [], this.environment, []).catch(() => null)
    const flags = named ? this.flagsOfTool(named) : this.flagsOfVerb(verb)
    const { flag, value, prefix } = assigned ?? { flag: before.at(-1), value: current, prefix: '' }
    const asked = flags.find(({ written }) => written === flag)
    if (asked?.values) return startingWith(await asked.values(), value, prefix)
    const others = flags.filter(({ written }) => !named || !before.includes(written))
    if (current.startsWith('-')) return startingWith(others, current)
    const takesValue = (word: string | undefined) => flags.some(({ written, values }) => written === word && values !== null)
    const given = before.slice(1).filter((word, index, all) => !word.startsWith('-') && !takesValue(all[index - 1]))
    if (!named) {
      const own = given.length === 0 ? this.wordsOfVerb(verb) : []
      return startingWith(own.length > 0 ? own : others, current)
    }
    const open = positionalsOf(fieldsOf(named)).filter((field) => !before.includes(`--${field.flag}`))[given.length]
    const values = open ? await this.valuesOfField(open) : []
    return startingWith(open?.isRequired ? values : [...values, ...others], current)
  }

  private async commands(): Promise<Row[]> {
    const [{ homeCommands }, { manifest }] = await Promise.all([
      import('./outside.ts'),
      import('../../operations/registry/manifest.gen.ts'),
    ])
    const own = this.verbs.flatMap(({ name, usages: [usage] }) =>
      usage && !name.includes(' ') ? [{ written: name, meaning: commandsText.say(this.locale, usage, {}) }] : [],
    )
    return [...own, ...[...homeCommands(), ...toolsOf(manifest)].map((named) => summaryOf(named, this.locale))]
  }

  /** Returns the words that may follow a verb: its own, or the second ones of commands that have two. */
  private wordsOfVerb(verb: Verb | undefined): Row[] {
    const seconds = this.verbs.flatMap(({ name }) => {
      return verb && name.startsWith(`${verb.name} `) ? [name.slice(verb.name.length + 1)] : []
    })
    return [...(verb?.words ?? []), ...seconds].map(bare)
  }

  private flagsOfTool(named: NamedTool): FlagRow[] {
    const fields = fieldsOf(named, this.locale)
    return [
      ...fields.map((field) => ({
        written: `--${field.flag}`,
        meaning: named.tool.text.say(this.locale, `label.${field.name}`, {}),
        values: () => this.valuesOfField(field),
      })),
      ...flagsOf(named).map((flag) => this.flagRow(flag)),
      { written: '--help', meaning: toolHelpText.say(this.locale, 'help', {}), values: null },
      ...settingsFor(fields).map((option) => this.settingRow(option)),
    ]
  }

  private flagsOfVerb(verb: Verb | undefined): FlagRow[] {
    const own = (verb?.flags ?? []).map((flag) => this.flagRow(flag, verb?.about))
    // The words of `doorstep data` show no settings but those that their help names.
    return verb?.about ? own : [...own, ...ROWS.map((option) => this.settingRow(option))]
  }

  private flagRow(flag: Flag, about?: Verb['about']): FlagRow {
    const [placeholder = ''] = FLAGS[flag].split(' ')
    const others: Readonly<Record<string, string>> = toolHelpText[this.locale]
    const meaning = (about && dataFlag(about, flag, this.locale)) ?? others[flag] ?? ''
    return { written: `--${flag}`, meaning, values: placeholder === '' ? null : () => valuesOfSetting({ placeholder }) }
  }

  private settingRow(option: Option): FlagRow {
    return { written: `--${option.flag}`, meaning: option.meaning[this.locale], values: () => valuesOfSetting(option) }
  }

  private async valuesOfField({ name, schema }: Field): Promise<readonly Row[]> {
    const words = wordsOf(schema)
    if (words.length > 0) return words.map(bare)
    const list = LISTS.get(name)
    if (list === undefined) return []
    const entries = (await this.catalogue())[list].map(({ id, name: meaning }) => ({ written: id, meaning }))
    // Record types differ between tools: the examples of a tool are those that it takes.
    const taken = schema.examples ?? []
    return list === 'recordTypes' ? entries.filter(({ written }) => taken.includes(written)) : entries
  }

  /** Returns the catalogue, loaded only for fields that take a name from it: with the operator's folder, if the line or the environment names one that can be used. */
  private async catalogue(): Promise<ReturnType<typeof localise>> {
    const { words, environment, locale } = this
    const flag = `--${OPTIONS.catalogDir.flag}`
    const folder = words.includes(flag) ? words[words.indexOf(flag) + 1] : environment[variableOf(OPTIONS.catalogDir)]
    let source = catalogueOf({ catalogDir: null })
    try {
      source = catalogueOf({ catalogDir: folder || null })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
    return localise(await source.read(), locale)
  }
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

const FILE_WORDS = ['FILE', 'FOLDER']

function valuesOfSetting({ placeholder, words }: Pick<Option, 'placeholder' | 'words'>): Candidates {
  if (placeholder.split('|').some((word) => FILE_WORDS.includes(word))) return 'files'
  return (words ?? placeholder.split('|').filter((word) => /^[a-z]+$/.test(word))).map(bare)
}

function bare(written: string): Row {
  return { written, meaning: '' }
}

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
