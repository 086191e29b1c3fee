/** The part of JSON Schema that fields are made of. */
export interface FieldSchema {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly FieldSchema[]
  readonly items?: FieldSchema
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
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

/** The fields of a body, as far as an example of them goes. */
interface Fields {
  readonly properties?: Readonly<Record<string, Pick<FieldSchema, 'examples'>>>
  readonly required?: readonly string[] | undefined
}

/** The reason for which texts cannot be read as the value of a field. */
export type Misread = 'given-twice' | 'not-ports' | 'not-json'

const NUMBER = /^-?\d+(\.\d+)?$/
/** `8080`, `8080/tcp`, `9000:80/udp`, `27015-27030/udp`: the port outside, if it is another one, the port at the device or the first and last of several, the protocol. */
const PORT_MAPPING = /^(?:(\d{1,9}):)?(\d{1,9})(?:\/([a-z]+))?$/i
const PORT_RANGE = /^(\d{1,5})-(\d{1,5})(?:\/([a-z]+))?$/i
/** The most ports of a list whose schema does not limit it. */
const PORTS_MAX = 100

/**
 * Reads texts as a value of a field: flags of a command line, parameters of a query. The schema of the tool judges later, in its own
 * words, whether the field takes it: what cannot be a number stays a text.
 */
export function readTexts(
  schema: FieldSchema,
  texts: readonly string[],
): { readonly value: unknown } | { readonly why: Misread } {
  try {
    if (isPortList(schema)) return { value: readPortLists(texts, schema) }
    const kinds = kindsOf(schema)
    if (kinds.has('array')) return { value: readLists(texts, kindsOf(schema.items ?? {})) }
    const [text = '', another] = texts
    return another === undefined ? { value: readValue(text, kinds) } : { why: 'given-twice' }
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

function readValue(text: string, kinds: ReadonlySet<string>): unknown {
  if (kinds.has('object')) return readJson(text, 'not-json')
  if ((kinds.has('integer') || kinds.has('number')) && NUMBER.test(text)) return Number(text)
  if (kinds.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return text
}

/** Reads lists as one: each is JSON, or entries with commas between them. */
function readLists(texts: readonly string[], kinds: ReadonlySet<string>): unknown[] {
  return texts.flatMap((text) => readJsonList(text, 'not-json') ?? entriesIn(text).map((entry) => readValue(entry, kinds)))
}

function entriesIn(text: string): string[] {
  return text.split(',').map((entry) => entry.trim())
}

/** Returns a list that is written as JSON; null for one that is not. */
function readJsonList(text: string, why: Misread): unknown[] | null {
  if (!text.trim().startsWith('[')) return null
  const list = readJson(text, why)
  return Array.isArray(list) ? list : [list]
}

/**
 * Reads lists of ports. Five letters can be a range of a hundred ports, so no more are read than one too many: the schema refuses a list
 * of that many already.
 */
function readPortLists(texts: readonly string[], { maxItems = PORTS_MAX }: FieldSchema): unknown[] {
  const ports: unknown[] = []
  for (const text of texts) {
    const list = readJsonList(text, 'not-ports')
    if (list) ports.push(...list.slice(0, maxItems + 1))
    for (const entry of list ? [] : entriesIn(text)) {
      if (ports.length > maxItems) return ports
      ports.push(...readPorts(entry, maxItems + 1))
    }
  }
  return ports
}

function readPorts(text: string, max: number): readonly object[] {
  const [, external, port, protocol] = PORT_MAPPING.exec(text) ?? []
  if (port === undefined) return readRange(text, max)
  return [{ port: Number(port), ...(external !== undefined && { externalPort: Number(external) }), ...inLowerCase(protocol) }]
}

function readRange(text: string, max: number): readonly object[] {
  const [, first, last, protocol] = PORT_RANGE.exec(text) ?? []
  const count = Number(last) - Number(first) + 1
  if (!(count > 0)) throw new Unreadable('not-ports')
  return Array.from({ length: Math.min(count, max) }, (_, index) => {
    return { port: Number(first) + index, ...inLowerCase(protocol) }
  })
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

/** Returns a short example of a body: the first example of each required field or, without these, of the first field that has one. */
export function shortExample({ properties = {}, required = [] }: Fields): Readonly<Record<string, unknown>> {
  const shown = Object.entries(properties).filter(([, { examples }]) => examples !== undefined)
  const needed = shown.filter(([name]) => required.includes(name))
  const chosen = needed.length > 0 ? needed : shown.slice(0, 1)
  return Object.fromEntries(chosen.map(([name, { examples = [] }]) => [name, examples[0]]))
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
