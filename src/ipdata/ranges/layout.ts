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

/** A part of the body. */
export interface Part {
  readonly at: number
  readonly bytes: number
}

export interface FamilyPlan {
  readonly entries: number
  readonly summary: Part
  readonly index: Part
  readonly blocks: Part
  readonly lengths: Part
}

/** The way a value is kept in a row: a number itself, anything else as the position of a text. */
export type Kind = 'uint' | 'float' | 'double' | 'boolean' | 'text' | 'bigint' | 'bytes'

/** A column of the rows of one shape. */
export interface Column {
  readonly kind: Kind
  readonly bytes: number
}

/** The common parts of the records of one shape: fields, and the values that are the same in all of them. `column` is the part that differs. */
export type Form =
  | { readonly fixed: string | number | boolean }
  | { readonly column: number }
  | { readonly fields: readonly (readonly [name: string, form: Form])[] }
  | { readonly items: readonly Form[] }

export interface Shape {
  readonly form: Form
  readonly columns: readonly Column[]
}

export interface Plan {
  readonly id: string
  /** SHA-256 of the body, in hexadecimal. */
  readonly sha256: string
  readonly families: Record<Family, FamilyPlan>
  readonly records: number
  readonly rowBytes: number
  /** Bytes at the start of a row that say which shape it has; none if there is only one. */
  readonly shapeBytes: number
  readonly rows: Part
  readonly texts: Part
  readonly shapes: readonly Shape[]
}

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
