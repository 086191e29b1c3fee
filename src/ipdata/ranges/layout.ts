import { type Static, Type } from '@sinclair/typebox'

/**
 * The layout of a range file, little-endian throughout (.github/decisions/0039-embedded-data.md):
 *
 *   magic, version, length of the file, length and CRC-32 of the plan; the plan (JSON); the body; a mark with the id.
 *
 * The plan says where the parts of the body are. For each family the body has
 * - a summary: the first address of every `SUMMARY_BLOCKS`th block, so that a search touches few pages,
 * - an index: the first address of each block and where its entries begin,
 * - blocks of `BLOCK_ENTRIES` ranges that follow one another without a gap: the code of the record, then the code of the length, which the last
 *   range of a block does not have because the next block begins where it ends,
 * - the lengths, the most frequent first: a code is a place in this list;
 * and for both families
 * - rows of one width, one for each record, the most frequent first: a code is a place in this list, and 0 is "no record",
 * - the texts, to which rows point.
 */
export const MAGIC = 'doorstep'
export const VERSION = 1
export const BLOCK_ENTRIES = 16
export const SUMMARY_BLOCKS = 64

export const HEAD_BYTES = 24
export const HEAD = { version: 8, fileBytes: 12, planBytes: 16, planCrc: 20 } as const
/** The last bytes of the file: an executable that was cut or packed does not have them in their place. */
export const endMark = (id: string) => `doorstep-${id}`

export type Family = 4 | 6
export const WORD_BYTES = 4
export const WORDS: Record<Family, number> = { 4: 1, 6: 4 }

const FIELDS_MAX = 256
const SHAPES_MAX = 1024
/** Longer rows would be decoded for every answer. */
const ROW_MAX_BYTES = 1024
/** Names of places and organisations are far shorter. */
export const TEXT_MAX = 1024

const Count = Type.Integer({ minimum: 0, maximum: 0xffff_ffff })
const Part = Type.Object({ at: Count, bytes: Count })
const FamilyPlan = Type.Object({ entries: Count, summary: Part, index: Part, blocks: Part, lengths: Part })
/** A field of all records of one shape: the value that is the same in all of them, or the column that it is in. */
const Field = Type.Union([
  Type.Object({ fixed: Type.Union([Type.String({ maxLength: TEXT_MAX }), Type.Number()]) }),
  Type.Object({ column: Count }),
])
const Form = Type.Object({
  fields: Type.Array(Type.Tuple([Type.String({ pattern: '^(?!__proto__$).{1,64}$' }), Field]), { maxItems: FIELDS_MAX }),
})
/** The way in which values are kept in a row: a number itself, a text as its position among the texts. */
const Column = Type.Union([
  Type.Object({ kind: Type.Literal('float'), bytes: Type.Literal(4) }),
  Type.Object({ kind: Type.Literal('double'), bytes: Type.Literal(8) }),
  Type.Object({
    kind: Type.Union([Type.Literal('uint'), Type.Literal('text')]),
    bytes: Type.Integer({ minimum: 1, maximum: 4 }),
  }),
])
const Shape = Type.Object({ form: Form, columns: Type.Array(Column, { maxItems: FIELDS_MAX }) })

/** Bounds that hold whoever wrote the file; whether the numbers fit one another is looked at in src/dataset/bundle.ts. */
export const Plan = Type.Object({
  id: Type.String({ maxLength: 32 }),
  /** SHA-256 of the body, in hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  families: Type.Object({ 4: FamilyPlan, 6: FamilyPlan }),
  records: Count,
  rowBytes: Type.Integer({ minimum: 0, maximum: ROW_MAX_BYTES }),
  /** Bytes at the start of a row that say which shape it has; none if there is only one. */
  shapeBytes: Type.Integer({ minimum: 0, maximum: 2 }),
  rows: Part,
  texts: Part,
  shapes: Type.Array(Shape, { maxItems: SHAPES_MAX }),
})
export type Plan = Static<typeof Plan>
export type Part = Static<typeof Part>
export type FamilyPlan = Static<typeof FamilyPlan>
export type Column = Static<typeof Column>
export type Shape = Static<typeof Shape>

export type FlatRecord = Readonly<Record<string, string | number>>

/**
 * A number of one to five bytes: below `short` it is the first byte; first bytes below `middle` have another after them, those below 255 two,
 * and 255 is followed by four.
 */
export interface Code {
  readonly short: number
  readonly middle: number
}

/** Chosen by the data of 2026: most lengths and few records are frequent. */
export const LENGTH_CODE: Code = { short: 240, middle: 254 }
export const RECORD_CODE: Code = { short: 104, middle: 246 }
export const WIDE = 255

/** Texts of this many bytes and more have their length in four bytes after this one. */
export const LONG_TEXT = 255
