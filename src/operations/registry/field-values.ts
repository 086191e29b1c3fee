/** The part of JSON Schema that fields are made of. */
export interface FieldSchema {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly FieldSchema[]
  readonly items?: FieldSchema
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly patternProperties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[] | undefined
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** The reason for which texts cannot be read as the value of a field. */
export type Misread = 'given-twice' | 'not-ports' | 'not-json'

const NUMBER = /^-?\d+(\.\d+)?$/
/** `8080`, `8080/tcp`, `9000:80/udp`, `27015-27030/udp`: the port outside, if it is another one, the port at the device or the first and last of several, the protocol. */
const PORT_MAPPING = /^(?:(\d{1,9}):)?(\d{1,9})(?:\/([a-z]+))?$/i
const PORT_RANGE = /^(\d{1,5})-(\d{1,5})(?:\/([a-z]+))?$/i
/** More ports than any field takes, for a list that does not say how many. */
const PORTS_MAX = 100

/** Reads texts as a value of a field: flags of a command line, parameters of a query. What cannot be a number stays a text, which the schema judges. */
export function readTexts(
  schema: FieldSchema,
  texts: readonly string[],
): { readonly value: unknown } | { readonly why: Misread } {
  try {
    if (kindsOf(schema).has('array')) return { value: readList(texts, schema) }
    const [text = '', ...more] = texts
    return more.length > 0 ? { why: 'given-twice' } : { value: readValue(text, schema) }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { why: thrown.why }
    throw thrown
  }
}

class Unreadable extends Error {
  constructor(readonly why: Misread) {
    super(why)
  }
}

function readValue(text: string, schema: FieldSchema): unknown {
  const kinds = kindsOf(schema)
  if (kinds.has('object')) return readTextParts(text, schema) ?? readJson(text, 'not-json')
  if ((kinds.has('integer') || kinds.has('number')) && NUMBER.test(text)) return Number(text)
  if (kinds.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return text
}

/** Reads an object of several texts with colons between them; null for JSON, and where it may have other fields. */
function readTextParts(text: string, schema: FieldSchema): object | null {
  const names = textParts(schema)
  if (names.length === 0 || text.trim().startsWith('{')) return null
  const parts = text.split(':').slice(0, names.length)
  return Object.fromEntries(parts.map((part, at) => [names[at] ?? '', part]))
}

/** Returns the fields of an object that is nothing but several texts; none for any other schema. */
export function textParts({ properties = {}, required = [] }: FieldSchema): string[] {
  const names = Object.keys(properties)
  const isOfTexts = names.every((name) => properties[name]?.type === 'string' && required.includes(name))
  return names.length > 1 && isOfTexts ? names : []
}

/** Reads a list up to the first entry that is too many, which the schema refuses: a few bytes may name thousands of ports. */
function readList(texts: readonly string[], schema: FieldSchema): unknown[] {
  const { maxItems = isPortList(schema) ? PORTS_MAX : Number.POSITIVE_INFINITY } = schema
  const list: unknown[] = []
  for (const text of texts)
    for (const entry of entriesIn(text, schema)) {
      list.push(entry)
      if (list.length > maxItems) return list
    }
  return list
}

function* entriesIn(text: string, schema: FieldSchema): Generator<unknown> {
  const isPorts = isPortList(schema)
  if (text.trim().startsWith('[')) {
    const list = readJson(text, isPorts ? 'not-ports' : 'not-json')
    yield* Array.isArray(list) ? list : [list]
    return
  }
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (isPorts) yield* portsIn(entry)
    else yield readValue(entry, schema.items ?? {})
  }
}

function* portsIn(text: string): Generator<object> {
  const [, external, port, protocol] = PORT_MAPPING.exec(text) ?? []
  if (port === undefined) yield* rangeIn(text)
  else yield { port: Number(port), ...(external !== undefined && { externalPort: Number(external) }), ...inLowerCase(protocol) }
}

function* rangeIn(text: string): Generator<object> {
  const [, first, last, protocol] = PORT_RANGE.exec(text) ?? []
  if (!(Number(first) <= Number(last))) throw new Unreadable('not-ports')
  for (let port = Number(first); port <= Number(last); port++) yield { port, ...inLowerCase(protocol) }
}

function inLowerCase(protocol: string | undefined): { readonly protocol?: string } {
  return protocol === undefined ? {} : { protocol: protocol.toLowerCase() }
}

function readJson(text: string, why: Misread): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable(why)
  }
}

/** Returns a short example of a body: the first example of each required field or, without these, of the first field that has one. Fields with more have one `at` a further place. */
export function shortExample(
  { properties = {}, required = [] }: Pick<FieldSchema, 'properties' | 'required'>,
  at = 0,
): Readonly<Record<string, unknown>> {
  const shown = Object.entries(properties).filter(([, { examples }]) => examples !== undefined)
  const needed = shown.filter(([name]) => required.includes(name))
  const chosen = needed.length > 0 ? needed : shown.slice(0, 1)
  return Object.fromEntries(chosen.map(([name, { examples = [] }]) => [name, examples[at] ?? examples[0]]))
}

/** Returns the query of a GET that says what a body says, with its question mark. */
export function queryOf(body: Readonly<Record<string, unknown>>): string {
  const written = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  return `?${new URLSearchParams(Object.entries(body).map(([name, value]) => [name, written(value)]))}`
}

/** Returns the types of JSON that a field takes. */
export function kindsOf({ type, const: constant, anyOf }: FieldSchema): ReadonlySet<string> {
  if (anyOf) return new Set(anyOf.flatMap((one) => [...kindsOf(one)]))
  if (constant !== undefined) return new Set([constant === null ? 'null' : typeof constant])
  return new Set(type === undefined ? [] : [type])
}

/** Returns whether the entries have a short form: the ports of a service, written as for a container. */
export function isPortList({ items }: FieldSchema): boolean {
  const fields = items?.properties ?? {}
  return 'port' in fields && 'externalPort' in fields && 'protocol' in fields
}
