import { type Code, type Column, type FlatRecord, LONG_TEXT, type Plan, type Shape, WIDE } from '../../ipdata/ranges/layout.ts'

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

interface Rows extends Pick<Plan, 'rowBytes' | 'shapeBytes' | 'shapes'> {
  readonly rows: Buffer
  readonly texts: Buffer
}

type Field = string | number

/** Records of one shape: the same fields in the same order, with values of the same types. */
interface Group {
  readonly names: readonly string[]
  /** For each field, the values of the records in their order. */
  readonly values: readonly Field[][]
}

/** Records as rows of one width, in the order of their numbers. */
export function rowsOf(records: readonly FlatRecord[]): Rows {
  const groups = new Map<string, Group>()
  const members = records.map((record) => {
    const fields = Object.entries(record)
    const key = JSON.stringify(fields.map(([name, value]) => [name, typeof value]))
    const group = groups.get(key) ?? { names: fields.map(([name]) => name), values: fields.map(() => []) }
    groups.set(key, group)
    for (const [place, [, value]] of fields.entries()) group.values[place]?.push(value)
    return group
  })
  const texts = new Texts([...groups.values()].flatMap(({ values }) => values.filter(isDiffering)))
  const layouts = [...groups.values()].map((group) => ({ group, shape: shapeOf(group, texts) }))
  const shapes = layouts.map(({ shape }) => shape)
  const shapeBytes = shapes.length > 1 ? bytesFor(shapes.length - 1) : 0
  const widths = shapes.map(({ columns }) => columns.reduce((sum, { bytes }) => sum + bytes, 0))
  const rowBytes = shapeBytes + Math.max(0, ...widths)
  const rows = new Bytes()
  const writers = new Map(
    layouts.map(({ group, shape }, number) => {
      const differing = group.values.filter(isDiffering)
      let next = 0
      const write = () => {
        rows.uint(number, shapeBytes)
        for (const [place, column] of shape.columns.entries()) putValue(rows, column, differing[place]?.[next], texts)
        next++
      }
      return [group, write]
    }),
  )
  for (const group of members) {
    const start = rows.length
    writers.get(group)?.()
    rows.zeros(rowBytes - (rows.length - start))
  }
  return { rowBytes, shapeBytes, rows: rows.all, texts: texts.bytes, shapes }
}

/** Tests whether a field has a column, because its value differs from record to record. */
function isDiffering(values: readonly Field[]): boolean {
  return values.some((value) => value !== values[0])
}

function shapeOf({ names, values }: Group, texts: Texts): Shape {
  const columns: Column[] = []
  const fields = names.map((name, place): Shape['form']['fields'][number] => {
    const own = values[place] ?? []
    if (!isDiffering(own)) return [name, { fixed: own[0] ?? '' }]
    columns.push(columnOf(own, texts))
    return [name, { column: columns.length - 1 }]
  })
  return { form: { fields }, columns }
}

function columnOf(values: readonly Field[], texts: Texts): Column {
  const largest = (numberOf: (value: Field) => number) =>
    values.reduce((most: number, value) => Math.max(most, numberOf(value)), 0)
  if (typeof values[0] === 'string') return { kind: 'text', bytes: bytesFor(largest((value) => texts.placeOf(value))) }
  if (values.every(isUint)) return { kind: 'uint', bytes: bytesFor(largest(Number)) }
  return values.every((value) => Math.fround(Number(value)) === value)
    ? { kind: 'float', bytes: 4 }
    : { kind: 'double', bytes: 8 }
}

function isUint(value: Field): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffff_ffff
}

function putValue(rows: Bytes, { kind, bytes }: Column, value: Field | undefined, texts: Texts): void {
  if (value === undefined) throw new Error('a record has fewer values than its shape')
  if (kind === 'float') rows.float(Number(value))
  else if (kind === 'double') rows.double(Number(value))
  else rows.uint(kind === 'uint' ? Number(value) : texts.placeOf(value), bytes)
}

/** Every text once, those of the columns with the fewest different ones first, so that their places are short. */
class Texts {
  readonly #places = new Map<Field, number>()
  readonly #bytes = new Bytes()

  constructor(columns: readonly (readonly Field[])[]) {
    const texts = columns.map((values) => new Set(values.filter((value) => typeof value === 'string')))
    for (const column of texts.sort((a, b) => a.size - b.size)) for (const text of column) this.#add(text)
  }

  get bytes(): Buffer {
    return this.#bytes.all
  }

  placeOf(text: Field): number {
    const place = this.#places.get(text)
    if (place === undefined) throw new Error(`${text} is not among the texts`)
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
