import { Recent } from '../../platform/recent.ts'
import { type Column, type Form, LONG_TEXT, type Plan, type Shape } from './layout.ts'

/** The records of a file by number, decoded when they are asked for. */
export class RecordTable {
  readonly #bytes: Buffer
  readonly #view: DataView
  readonly #plan: Plan
  readonly #rows: number
  readonly #texts: number
  readonly #textBytes: number
  readonly #shapes: readonly Decoder[]
  readonly #common = new Recent<number, string>(TEXTS_KEPT)
  /** The most frequent records, by their numbers, from when each was first asked for. */
  readonly #frequent = new Array<unknown>(RECORDS_KEPT + 1).fill(undefined)

  constructor(bytes: Buffer, view: DataView, body: number, plan: Plan) {
    this.#bytes = bytes
    this.#view = view
    this.#plan = plan
    this.#rows = body + plan.rows.at
    this.#texts = body + plan.texts.at
    this.#textBytes = plan.texts.bytes
    this.#shapes = plan.shapes.map((shape) => this.#decoderOf(shape))
  }

  /** The record of a number from 1 on. The same object may be returned again: it is not to be changed. */
  at(number: number): unknown {
    const known = this.#frequent[number]
    if (known !== undefined) return known
    const record = this.#read(number)
    if (number <= RECORDS_KEPT) this.#frequent[number] = record
    return record
  }

  #read(number: number): unknown {
    if (number < 1 || number > this.#plan.records) throw new RangeError(`there is no record ${number}`)
    const row = this.#rows + (number - 1) * this.#plan.rowBytes
    const shape = this.#shapes[readUint(this.#view, row, this.#plan.shapeBytes)]
    if (!shape) throw new RangeError(`record ${number} has no shape`)
    return shape(row + this.#plan.shapeBytes)
  }

  #decoderOf({ form, columns }: Shape): Decoder {
    const readers: Decoder[] = []
    let place = 0
    for (const column of columns) {
      readers.push(this.#readerOf(column, place))
      place += column.bytes
    }
    return decoderOf(form, readers)
  }

  #readerOf({ kind, bytes }: Column, place: number): Decoder {
    const view = this.#view
    const text = (row: number) => this.#text(readUint(view, row + place, bytes))
    switch (kind) {
      case 'uint':
        return (row) => readUint(view, row + place, bytes)
      case 'boolean':
        return (row) => view.getUint8(row + place) === 1
      case 'float':
        return (row) => view.getFloat32(row + place, true)
      case 'double':
        return (row) => view.getFloat64(row + place, true)
      case 'text':
        return text
      case 'bigint':
        return (row) => BigInt(text(row))
      case 'bytes':
        return (row) => Buffer.from(text(row), 'hex')
    }
  }

  #text(place: number): string {
    const isCommon = place < COMMON_TEXT_BYTES
    const known = isCommon ? this.#common.get(place) : undefined
    if (known !== undefined) return known
    const at = this.#texts + place
    const short = this.#view.getUint8(at)
    const start = short === LONG_TEXT ? at + 5 : at + 1
    const end = start + (short === LONG_TEXT ? this.#view.getUint32(at + 1, true) : short)
    if (end > this.#texts + this.#textBytes) throw new RangeError(`the text at ${place} does not end`)
    const text = this.#bytes.toString('utf8', start, end)
    if (isCommon) this.#common.set(place, text)
    return text
  }
}

const TEXTS_KEPT = 4096
/** The most frequent records have the lowest numbers: these few answer for half of the addresses. */
const RECORDS_KEPT = 4096
/** Texts of columns with few different ones, such as countries and regions, come first. These are kept once they are decoded. */
const COMMON_TEXT_BYTES = 0x1_0000

type Decoder = (row: number) => unknown

function decoderOf(form: Form, columns: readonly Decoder[]): Decoder {
  if ('fixed' in form) return () => form.fixed
  if ('column' in form) return columns[form.column] ?? (() => null)
  if ('items' in form) {
    const items = form.items.map((item) => decoderOf(item, columns))
    return (row) => items.map((item) => item(row))
  }
  const fields = form.fields.map(([name, field]) => ({ name, field, read: decoderOf(field, columns) }))
  const blank = Object.fromEntries(fields.map(({ name, field }) => [name, 'fixed' in field ? field.fixed : null]))
  const differing = fields.filter(({ field }) => !('fixed' in field))
  return (row) => {
    const record: Record<string, unknown> = { ...blank }
    for (const { name, read } of differing) record[name] = read(row)
    return record
  }
}

function readUint(view: DataView, at: number, bytes: number): number {
  switch (bytes) {
    case 0:
      return 0
    case 1:
      return view.getUint8(at)
    case 2:
      return view.getUint16(at, true)
    case 3:
      return view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000
    default:
      return view.getUint32(at, true)
  }
}
