import { shortOf } from '../../contract/good.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { guidanceOn } from '../../operations/registry/describe.ts'
import { isAtHome, isBoundToRequester, type NamedTool } from '../../operations/registry/tools.ts'
import { isLookup } from '../../policy/policies.ts'
import { OPTIONS } from '../../settings/options.ts'
import { type Row, section, WIDTH, wrapped } from './columns.ts'
import {
  allWordsAfter,
  type Field,
  type FieldSchema,
  fieldsOf,
  isPortList,
  isSwitch,
  kindsOf,
  positionalsOf,
  textParts,
  wordsOf,
} from './fields.ts'
import { toolHelpText } from './help.text.ts'
import { flagsOf, settingsFor } from './tool-line.ts'
import { FLAGS } from './verb.ts'

type SayHelp = Say<typeof toolHelpText.en>

/** `doorstep ping --help`: what a tool takes, made of its schema and its texts. */
export function toolHelp(named: NamedTool, locale: Locale): string {
  const { name, tool } = named
  const say = sayIn(toolHelpText, locale)
  const fields = fieldsOf(named, locale)
  const rows = fields.map((field) => rowOf(field, say))
  const paragraphs = [
    ...introduction(tool, locale).map(paragraph),
    `${say('usage')}: doorstep ${name}${allWordsAfter(named)} ${say('flags')}`,
    ...(fields.length > 0 ? [section(say('fields'), rows)] : []),
    ...notesOf(named, fields, say).map(paragraph),
    [`${say('examples')}:`, ...examplesOf(named).map((example) => `  ${example}`)].join('\n'),
    section(say('others'), flagRows(named, say)),
    ...settingsNote(named, fields, say).map(paragraph),
    section(say('exit'), exitRows(tool, say)),
  ]
  return `${paragraphs.map((text) => text.trimEnd()).join('\n\n')}\n`
}

function paragraph(text: string): string {
  return wrapped(text, WIDTH).join('\n')
}

function introduction(tool: NamedTool['tool'], locale: Locale): string[] {
  const { useWhen, notFor } = guidanceOn(tool, locale)
  const advice = [useWhen, notFor].filter((part) => part !== null)
  const about = [tool.text.say(locale, 'title', {}), `${tool.text.say(locale, 'summary', {})}.`].join('\n')
  return [about, ...(advice.length > 0 ? [advice.join(' ')] : [])]
}

/** Returns a field as a row: its flag, its sentence, its limits. */
export function rowOf({ flag, schema, isRequired }: Field, say: SayHelp): Row {
  const limits = [...(isRequired ? [say('required')] : []), ...limitsOf(schema, say)].join('; ')
  return {
    written: `--${flag} ${placeholderOf(schema, say)}`,
    meaning: `${schema.description ?? ''}${limits === '' ? '' : ` [${limits}]`}`,
  }
}

function placeholderOf(schema: FieldSchema, say: SayHelp): string {
  const words = wordsOf(schema)
  if (words.length > 0 && words.join('|').length <= WORDS_MAX) return words.join('|')
  if (isPortList(schema)) return say('port-list')
  const parts = textParts(schema)
  if (parts.length > 0) return parts.join(':').toUpperCase()
  const kinds = kindsOf(schema)
  if (kinds.has('array') || kinds.has('object')) return 'JSON'
  if (kinds.has('boolean')) return 'true|false'
  return kinds.has('integer') || kinds.has('number') ? say('number') : say('text')
}

const WORDS_MAX = 16

/** A field with more examples than a reader needs names all that it takes. */
const EXAMPLES_MAX = 3

function limitsOf(schema: FieldSchema, say: SayHelp): string[] {
  const { minimum, maximum, maxLength, maxItems, default: usual, examples = [] } = schema
  const words = wordsOf(schema)
  const [example] = examples
  const isClosed = words.length === 0 && examples.length > EXAMPLES_MAX
  return [
    ...(words.join('|').length > WORDS_MAX ? [words.join(', ')] : []),
    ...(isClosed ? [examples.map(String).join(', ')] : []),
    ...(minimum !== undefined && maximum !== undefined ? [say('range', { minimum, maximum })] : []),
    ...(minimum !== undefined && maximum === undefined ? [say('at-least', { minimum })] : []),
    ...(maxLength === undefined ? [] : [say('length-max', { maximum: maxLength })]),
    ...(maxItems === undefined ? [] : [say('entries-max', { maximum: maxItems })]),
    ...(usual === undefined ? [] : [say('default', { value: String(usual) })]),
    ...(usual === undefined && !isClosed && (typeof example === 'string' || typeof example === 'number')
      ? [say('such-as', { value: String(example) })]
      : []),
  ]
}

function notesOf({ tool }: NamedTool, fields: readonly Field[], say: SayHelp): string[] {
  const other = fields.find(({ name, flag }) => name !== flag)
  return [
    ...(isLookup(tool.policy) ? [say('from-input', { field: tool.policy.field.toUpperCase() })] : []),
    ...(positionalsOf(fields).length > 1 ? [say('words')] : []),
    ...(fields.some(({ schema }) => isPortList(schema)) ? [say('ports')] : []),
    ...(other ? [say('kebab-case', { name: other.name, flag: other.flag })] : []),
  ]
}

/** Returns the flags of a tool, or those that any of them has. */
export function flagRows(named: NamedTool | null, say: SayHelp): Row[] {
  const key = serverKey(named)
  const server = key === null ? [] : [{ written: `--${OPTIONS.server.flag} URL`, meaning: say(key) }]
  const rows = flagsOf(named).flatMap((flag) => {
    const own = named && (flag === 'short' ? shortMeaning(named, say) : flag === 'json' && isAtHome(named) && say('json-at-home'))
    const row = { written: `--${flag} ${FLAGS[flag]}`.trimEnd(), meaning: own || say(flag) }
    return flag === 'lang' ? [row, ...server] : [row]
  })
  return [...rows, { written: '-h, --help', meaning: say('help') }]
}

function shortMeaning({ tool }: NamedTool, say: SayHelp): string {
  const short = shortOf(tool)
  if (tool.result.type === 'string' || short === null) return say('short-text')
  const value = short.parts ? `${short.field}: ${short.parts.join(', ')}` : short.field
  return say(tool.result.properties?.[short.field]?.type === 'array' ? 'short-list' : 'short-value', { value })
}

const AT_HOME = { optional: 'server-outside', needed: 'server-outside-needed', unused: null } as const

function serverKey(named: NamedTool | null) {
  if (named?.tool.policy.kind === 'at-home') return AT_HOME[named.tool.policy.server]
  return named && isBoundToRequester(named) ? 'server-needed' : 'server'
}

function settingsNote({ tool }: NamedTool, fields: readonly Field[], say: SayHelp): string[] {
  if (!tool.body) return []
  const flags = settingsFor(fields).filter(({ flag }) => flag !== OPTIONS.server.flag)
  return [say('settings-of', { flags: flags.map(({ flag }) => `--${flag}`).join(', ') })]
}

/** Returns the meanings of the exit statuses, of one tool or of any. */
export function exitRows(tool: NamedTool['tool'] | null, say: SayHelp): Row[] {
  const numbered = (meanings: readonly string[]) => meanings.map((meaning, status) => ({ written: String(status), meaning }))
  if (tool?.policy.kind !== 'at-home') {
    if (!tool || tool.good || tool.judge) return numbered([say('exit-0'), say('exit-1'), say('exit-2')])
    return [
      { written: '0', meaning: say('exit-0-only') },
      { written: '2', meaning: say('exit-2') },
    ]
  }
  const { good } = tool
  const slots = good && { field: good.field, good: good.values.map(String).join(say('or')) }
  return numbered([...(slots ? [say('exit-0-at-home', slots), say('exit-1-at-home')] : []), say('exit-2-at-home')])
}

/** Server that is asked in the examples of tools about the requester. */
const EXAMPLE_SERVER = 'https://doorstep.example.com'

const PORTS_EXAMPLE = '8080/tcp,9000:80/udp'

/** Command lines that a tool accepts, made of the examples in its schema. */
export function examplesOf(named: NamedTool): readonly string[] {
  const fields = fieldsOf(named)
  const required = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const start = ['doorstep', named.name, ...required.map(writtenValue)]
  const { policy } = named.tool
  const isAsked = policy.kind === 'at-home' ? policy.server !== 'unused' : isBoundToRequester(named)
  const asked = isAsked ? ['--server', EXAMPLE_SERVER] : []
  const [first] = optional
  if (required.length > 0)
    return [
      line(start, asked),
      line(start, [...(first ? [isSwitch(first) ? flagged(first) : writtenValue(first)].flat() : []), '--json'], asked),
    ]
  if (!first) return [line(start, asked), line(start, ['--json'], asked)]
  const ports = optional.find(({ schema }) => isPortList(schema))
  const others = optional.filter((field) => field !== first && field !== ports).slice(0, OTHERS_MAX)
  return [line(start, flagged(first), asked), line(start, flagged(ports ?? first), others.flatMap(flagged), asked)]
}

const OTHERS_MAX = 2

function line(...parts: readonly (readonly string[])[]): string {
  return parts.flat().join(' ')
}

function flagged(field: Field): string[] {
  return [`--${field.flag}`, writtenValue(field)]
}

/** Returns the first example of a field, its last word or its default; in quotes where a shell needs them. */
function writtenValue({ schema }: Pick<Field, 'schema'>): string {
  const value = isPortList(schema) ? PORTS_EXAMPLE : String(exampleIn(schema))
  return /^[\w.:/,-]+$/.test(value) ? value : `'${value}'`
}

function exampleIn(schema: FieldSchema): unknown {
  return schema.examples?.[0] ?? wordsOf(schema).at(-1) ?? schema.default ?? schema.minimum ?? ''
}
