import { type Code, type Column, type Form, type Kind, LONG_TEXT, type Shape, WIDE } from '../../ipdata/ranges/layout.ts'
import type { Value } from '../reading/records.ts'

const FIRST_CAPACITY = 1 << 16

/** Bytes that grow at the end, little-endian. */
export class Bytes {
  #bytes = Buffer.alloc(FIRST_CAPACITY)
  #length = 0

  get length(): number {
    return this.#length
  }

  get all(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  uint(value: number, width: number): void {
    this.#room(width)
    const end = this.#length + width
    for (let rest = value; this.#length < end; rest = Math.floor(rest / 0x100)) this.#bytes[this.#length++] = rest
  }

  zeros(count: number): void {
    this.#room(count)
    this.#length += count
  }

  float(value: number): void {
    this.#room(4)
    this.#length = this.#bytes.writeFloatLE(value, this.#length)
  }

  double(value: number): void {
    this.#room(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  put(bytes: Uint8Array): void {
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** A number as `readCode` reads it. */
  code(value: number, { short, middle }: Code): void {
    const second = short + (middle - short) * 0x100
    const third = second + (WIDE - middle) * 0x1_0000
    if (value < short) this.uint(value, 1)
    else if (value < second) {
      this.uint(short + Math.floor((value - short) / 0x100), 1)
      this.uint((value - short) % 0x100, 1)
    } else if (value < third) {
      this.uint(middle + Math.floor((value - second) / 0x1_0000), 1)
      this.uint((value - second) % 0x1_0000, 2)
    } else {
      this.uint(WIDE, 1)
      this.uint(value, 4)
    }
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const wider = Buffer.alloc(this.#bytes.length * 2 + bytes)
    this.#bytes.copy(wider)
    this.#bytes = wider
  }
}

/** Returns the fewest whole bytes that hold every number up to this one. */
function bytesFor(largest: number): number {
  let bytes = 1
  while (largest >= 2 ** (8 * bytes)) bytes++
  return bytes
}

interface Rows {
  readonly rowBytes: number
  readonly shapeBytes: number
  readonly rows: Buffer
  readonly texts: Buffer
  readonly shapes: readonly Shape[]
}

type Leaf = Exclude<Value, Value[] | { [key: string]: Value }>

/** Records of one shape: the same fields in the same order, with values of the same kinds. */
interface Group {
  readonly outline: Outline
  /** For each place of the outline, the values of its records. */
  readonly values: Leaf[][]
}

type Outline = { place: number; kind: Kind } | { fields: [name: string, outline: Outline][] } | { items: Outline[] }

/** Records as rows of one width, in the order of their numbers. */
export function rowsOf(records: readonly Value[]): Rows {
  const groups = new Map<string, Group>()
  const members = records.map((record) => {
    const leaves: Leaf[] = []
    const outline = outlineOf(record, leaves)
    const key = JSON.stringify(outline)
    const group = groups.get(key) ?? { outline, values: leaves.map(() => []) }
    groups.set(key, group)
    for (const [place, leaf] of leaves.entries()) group.values[place]?.push(leaf)
    return group
  })
  const layouts = [...groups.values()].map((group) => ({ group, parts: group.values.map(partOf), next: 0 }))
  const texts = new Texts(layouts.flatMap(({ parts }) => parts))
  const shapes = layouts.map(({ group, parts }) => shapeOf(group.outline, parts, texts))
  const shapeBytes = shapes.length > 1 ? bytesFor(shapes.length - 1) : 0
  const widths = shapes.map(({ columns }) => columns.reduce((sum, { bytes }) => sum + bytes, 0))
  const rowBytes = shapeBytes + widths.reduce((widest, width) => Math.max(widest, width), 0)
  const numberOf = new Map(
    layouts.map((layout, number) => [layout.group, { layout, number, parts: layout.parts.filter(isColumn) }]),
  )
  const rows = new Bytes()
  for (const group of members) {
    const member = numberOf.get(group)
    if (!member) continue
    const { layout, number, parts } = member
    const start = rows.length
    rows.uint(number, shapeBytes)
    const columns = shapes[number]?.columns ?? []
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index]
      if (column) putValue(rows, column, parts[index]?.values[layout.next], texts)
    }
    layout.next++
    rows.zeros(rowBytes - (rows.length - start))
  }
  return { rowBytes, shapeBytes, rows: rows.all, texts: texts.bytes, shapes }
}

/** A place whose value differs from record to record, or one whose value is the same in all. */
type Part = { readonly fixed: string | number | boolean } | ColumnPart
interface ColumnPart {
  readonly values: readonly Leaf[]
}

function isColumn(part: Part): part is ColumnPart {
  return 'values' in part
}

function partOf(values: readonly Leaf[]): Part {
  const [first] = values
  const isFixed = values.every((value) => Object.is(value, first))
  // JSON, in which fixed values are kept, has no minus zero, no infinity, and no bytes.
  return isFixed && isPlain(first) && Object.is(JSON.parse(JSON.stringify(first)), first) ? { fixed: first } : { values }
}

function isPlain(value: Leaf | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function outlineOf(value: Value, leaves: Leaf[]): Outline {
  if (Array.isArray(value)) return { items: value.map((item) => outlineOf(item, leaves)) }
  if (typeof value === 'object' && !Buffer.isBuffer(value))
    return { fields: Object.entries(value).map(([name, field]) => [name, outlineOf(field, leaves)]) }
  leaves.push(value)
  return { place: leaves.length - 1, kind: kindOf(value) }
}

function kindOf(value: Leaf): Kind {
  if (typeof value === 'number') return 'double'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'bigint' ? 'bigint' : 'bytes'
}

function shapeOf(outline: Outline, parts: readonly Part[], texts: Texts): Shape {
  const columns: Column[] = []
  const formOf = (part: Outline): Form => {
    if ('items' in part) return { items: part.items.map(formOf) }
    if ('fields' in part) return { fields: part.fields.map(([name, field]) => [name, formOf(field)] as const) }
    const own = parts[part.place]
    if (!own || !isColumn(own)) return { fixed: own?.fixed ?? '' }
    columns.push(columnOf(part.kind, own.values, texts))
    return { column: columns.length - 1 }
  }
  return { form: formOf(outline), columns }
}

function columnOf(kind: Kind, values: readonly Leaf[], texts: Texts): Column {
  if (kind === 'boolean') return { kind, bytes: 1 }
  if (kind !== 'double') return { kind, bytes: bytesFor(largest(values, (value) => texts.placeOf(value))) }
  if (values.every(isUint)) return { kind: 'uint', bytes: bytesFor(largest(values, Number)) }
  return values.every((value) => Object.is(Math.fround(Number(value)), value)) ? { kind: 'float', bytes: 4 } : { kind, bytes: 8 }
}

function isUint(value: Leaf): boolean {
  const number = Number(value)
  return Number.isInteger(number) && number >= 0 && number <= 0xffff_ffff && !Object.is(number, -0)
}

function largest(values: readonly Leaf[], numberOf: (value: Leaf) => number): number {
  return values.reduce((most: number, value) => Math.max(most, numberOf(value)), 0)
}

function putValue(rows: Bytes, { kind, bytes }: Column, value: Leaf | undefined, texts: Texts): void {
  if (value === undefined) throw new Error('a record has fewer values than its shape')
  if (kind === 'float') rows.float(Number(value))
  else if (kind === 'double') rows.double(Number(value))
  else if (kind === 'uint' || kind === 'boolean') rows.uint(Number(value), bytes)
  else rows.uint(texts.placeOf(value), bytes)
}

/** Every text once, those of the columns with the fewest different ones first, so that their places are short. */
class Texts {
  readonly #places = new Map<string, number>()
  readonly #bytes = new Bytes()

  constructor(parts: readonly Part[]) {
    const columns = parts.filter(isColumn).map(({ values }) => new Set(values.filter((value) => !isNumeric(value)).map(spelled)))
    for (const column of columns.sort((a, b) => a.size - b.size)) for (const text of column) this.#add(text)
  }

  get bytes(): Buffer {
    return this.#bytes.all
  }

  placeOf(value: Leaf): number {
    const place = this.#places.get(spelled(value))
    if (place === undefined) throw new Error(`${String(value)} is not among the texts`)
    return place
  }

  #add(text: string): void {
    if (this.#places.has(text)) return
    this.#places.set(text, this.#bytes.length)
    const utf8 = Buffer.from(text)
    this.#bytes.uint(Math.min(utf8.length, LONG_TEXT), 1)
    if (utf8.length >= LONG_TEXT) this.#bytes.uint(utf8.length, 4)
    this.#bytes.put(utf8)
  }
}

function isNumeric(value: Leaf): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

function spelled(value: Leaf): string {
  return Buffer.isBuffer(value) ? value.toString('hex') : String(value)
}
