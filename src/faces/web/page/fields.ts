import { cleanText, isRecord } from '../../../contract/clean.ts'
import type { Say } from '../../../contract/text.ts'
import type { Problem, Request } from './answers.ts'
import type { Catalogue, FieldSchema } from './ask.ts'
import type { formsText } from './forms.text.ts'
import { paramsOf } from './use-route.ts'

/** Kind of control for a field. */
type ControlKind = 'choice' | 'choices' | 'listed' | 'number' | 'switch' | 'rows' | 'text' | 'json'

/** Fields whose values are listed in the catalogue, whatever tool they belong to. */
const LISTS: Readonly<Record<string, keyof Catalogue>> = {
  useCase: 'services',
  routerBrand: 'brands',
  isp: 'providers',
  platform: 'platforms',
}

export function listOf(name: string): keyof Catalogue | null {
  return LISTS[name] ?? null
}

export function controlKindOf(name: string, schema: FieldSchema): ControlKind {
  if (schema.type === 'boolean') return 'switch'
  if (choicesOf(name, schema).length > 0 || name === 'platform') return 'choice'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'array' && schema.items?.properties) return 'rows'
  if (schema.type === 'array' && schema.items && choicesOf('', schema.items).length > 0) return 'choices'
  if (schema.type !== 'string') return 'json'
  return listOf(name) ? 'listed' : 'text'
}

/** Fields whose examples are all that they take, or all that people need. */
const BY_EXAMPLES: readonly string[] = ['recordType', 'connectionState']

/** Returns the words that a field takes; for some fields, those that it names. */
export function choicesOf(name: string, { type, anyOf = [], const: only, examples = [] }: FieldSchema): readonly string[] {
  if (type === 'boolean') return ['true', 'false']
  if (BY_EXAMPLES.includes(name)) return examples.map(String)
  const words = only === undefined ? anyOf.map((one) => one.const) : [only]
  return words.every((word) => typeof word === 'string') ? words : []
}

/** Fields that nobody types: the page fills one in, a browser would have to listen for another, and a step brings the file. */
const NOT_TYPED = ['alsoMe', 'proof', 'file']

export function fieldsOf({ properties = {} }: FieldSchema): [string, FieldSchema][] {
  return Object.entries(properties).filter(([name]) => !NOT_TYPED.includes(name))
}

/** Fields that name the service: a form that requires neither of them needs one. */
const SUBJECTS: readonly string[] = ['useCase', 'ports']

/** Returns the fields one of which a form needs, although each may be empty; none for most forms. */
export function oneOfIn(schema: FieldSchema): readonly string[] {
  const found = fieldsOf(schema).flatMap(([name]) => (SUBJECTS.includes(name) ? [name] : []))
  return found.length > 1 && !found.some((name) => schema.required?.includes(name)) ? found : []
}

/** The number of fields that a form shows at first, if it needs no more of them. */
const AT_FIRST = 4

/** Splits the fields of a form into those shown at first and those shown on request; a single one is not worth a request. */
export function inParts(schema: FieldSchema): readonly [[string, FieldSchema][], [string, FieldSchema][]] {
  const needed = [...(schema.required ?? []), ...oneOfIn(schema)]
  const fields = fieldsOf(schema)
  const first = fields.filter(([name], index) => needed.includes(name) || index < AT_FIRST)
  return first.length + 1 < fields.length ? [first, fields.filter((field) => !first.includes(field))] : [fields, []]
}

/** Entered values: text for each field, rows of texts for a list of objects, words for a list of words. */
export type Values = Readonly<Record<string, unknown>>

/** Returns the body of a request from the entered values. Empty ones are not sent; text that is not a number is sent unchanged, and refused. */
export function bodyFrom(schema: FieldSchema, values: Values): Record<string, unknown> {
  const entries = fieldsOf(schema).map(([name, field]) => {
    // A box that is not ticked says no, where the field has to say something.
    const isNo = field.type === 'boolean' && schema.required?.includes(name) && (values[name] ?? '') === ''
    return [name, isNo ? false : valueFrom(name, field, values[name])] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function valueFrom(name: string, schema: FieldSchema, value: unknown): unknown {
  const kind = controlKindOf(name, schema)
  // A list that has a default is not left out when all is unchecked: the server would take the default.
  if (Array.isArray(value) && kind === 'choices') return value.length > 0 || schema.default !== undefined ? value : undefined
  if (Array.isArray(value) && schema.items) {
    const { items } = schema
    const rows = value.map((row) => bodyFrom(items, row)).filter((row) => Object.keys(row).length > 0)
    return rows.length === 0 ? undefined : rows
  }
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '').trim()
  if (text === '') return undefined
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (kind === 'switch') return text === 'true'
  return kind === 'json' || kind === 'rows' || kind === 'choices' ? parsed(text) : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns a request in one line: the fields that do not say what they say by default, with their labels. */
export function requestLine(schema: FieldSchema, request: Readonly<Record<string, unknown>>): string {
  const told = fieldsOf(schema).flatMap(([name, { title = name, default: usual }]) => {
    const value = request[name]
    if (value === undefined || JSON.stringify(value) === JSON.stringify(usual)) return []
    return [value === true ? title : `${title}: ${wordsIn(value)}`]
  })
  return told.join(', ')
}

function wordsIn(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.values(value).map(wordsIn).join(' ') : String(value)
}

/** The longest value that is taken from a link, and the most fields of it that are named as unknown. */
const LINKED_MAX = 4000
const STRANGERS_MAX = 5

/** Returns the first values of a form: those of a link, otherwise those sent last, otherwise the defaults. */
export function firstValues(schema: FieldSchema, linked: URLSearchParams, last: Values): Values {
  // Kept values are read as those of a link: another program of the same origin may have written them.
  const sent = linked.size > 0 ? linked : paramsOf(last)
  const given = (name: string, field: FieldSchema) => {
    const text = sent.getAll(name).at(-1)
    return text && linkedValue(name, field, text)
  }
  return Object.fromEntries(
    fieldsOf(schema).map(([name, field]) => [name, inItsSpelling(name, field, given(name, field)) ?? field.default ?? '']),
  )
}

/** Returns a choice in the spelling of its field: `mx` is `MX`. */
function inItsSpelling(name: string, schema: FieldSchema, value: unknown): unknown {
  if (typeof value !== 'string') return value
  return choicesOf(name, schema).find((word) => word.toLowerCase() === value.toLowerCase()) ?? value
}

/** Returns the fields that a link names and a form does not have. */
export function strangersIn({ properties = {} }: FieldSchema, linked: URLSearchParams): readonly string[] {
  const names = [...new Set(linked.keys())].filter((name) => !Object.hasOwn(properties, name))
  // Anybody can write a link: what is shown of it must not be a sentence.
  return names.map((name) => (/^\w{1,40}$/.test(name) ? name : '…')).slice(0, STRANGERS_MAX)
}

/** Returns a value such as may be typed, in the language of the page where an example is. */
export function exampleOf({ examples = [] }: FieldSchema, locale: string): string | null {
  const isKorean = (example: unknown) => /[가-힣]/.test(String(example))
  const example = examples.find((one) => isKorean(one) === (locale === 'ko')) ?? examples[0]
  return example === undefined ? null : String(example)
}

/** Returns the value of a field in a link, which anybody can write. Only a list or an object is read as one, and in a row there is only text. */
function linkedValue(name: string, schema: FieldSchema, sent: string): unknown {
  const kind = controlKindOf(name, schema)
  const text = cleanText(sent.slice(0, LINKED_MAX))
  if (!['rows', 'choices', 'json'].includes(kind) || !/^[[{]/.test(text)) return text
  const value = parsed(text)
  if (kind !== 'rows' || !Array.isArray(value)) return value
  const cellText = (cell: unknown) => (typeof cell === 'object' ? JSON.stringify(cell) : cell)
  const rows = value
    .filter(isRecord)
    .map((row) => Object.fromEntries(Object.entries(row).map(([at, cell]) => [at, cellText(cell)])))
  return rows.slice(0, schema.maxItems)
}

type FormSay = Say<typeof formsText.en>

/** A mistake of a field: its sentence, and values that may have been meant. */
export interface FieldError {
  readonly sentence: string
  readonly code?: string
  /** Part of a list that is wrong, such as `0.port`. */
  readonly part?: string
  readonly meant?: readonly string[]
}

/** Mistakes by field. */
export type FieldErrors = Readonly<Record<string, FieldError | null>>

/** Returns what a body lacks: fields that have to be there, and one of those of which any will do. */
export function missingIn(body: Request, schema: FieldSchema, say: FormSay): FieldErrors {
  const isMissing = (name: string) => body[name] === undefined
  const found: [string, FieldError][] = fieldsOf(schema)
    .filter(([name]) => schema.required?.includes(name) && isMissing(name))
    .map(([name]) => [name, { sentence: say('missing', { label: labelsIn(schema, [name]) }) }])
  const oneOf = oneOfIn(schema)
  const [first] = oneOf
  if (first !== undefined && oneOf.every(isMissing))
    found.push([first, { sentence: say('one-of', { fields: labelsIn(schema, oneOf) }) }])
  return Object.fromEntries(found)
}

export function labelsIn({ properties }: FieldSchema, names: readonly string[]): string {
  return names.map((name) => properties?.[name]?.title ?? name).join(', ')
}

/** Returns what the server refused, the first mistake of each field. */
export function refusedIn(problem: Problem, schema: FieldSchema): FieldErrors {
  const { code, field, didYouMean = [] } = problem
  const mistakes = mistakesIn(problem)
  const found = fieldsOf(schema).flatMap(([name]) => {
    const mistake = mistakes.find((one) => one.field === name)
    return mistake ? [[name, { ...mistake, code, meant: field === name ? didYouMean : [] }] as const] : []
  })
  return Object.fromEntries(found)
}

/** A mistake that the server found, which names its field by the label. */
interface Mistake extends FieldError {
  readonly field: string
}

/** Returns the mistakes of a request; what a problem says about a part of a list stands at the list. */
export function mistakesIn({ errors = [], field, detail }: Problem): Mistake[] {
  const found = errors.length > 0 || field === undefined ? errors : [{ field, message: detail }]
  return found.map(({ field: path, message }) => {
    const [name = '', ...part] = path.split('.')
    return { field: name, part: part.join('.'), sentence: message }
  })
}
