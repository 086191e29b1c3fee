import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import {
  BLOCK_ENTRIES,
  type Family,
  HEAD,
  HEAD_BYTES,
  type Plan,
  SUMMARY_BLOCKS,
  WORD_BYTES,
  WORDS,
} from '../../ipdata/ranges/layout.ts'

/** A plan names the fields of a few shapes. */
const PLAN_MAX_BYTES = 1024 * 1024
const FIXED_TEXT_MAX = 1024
const FIELDS_MAX = 256
const SHAPES_MAX = 1024
/** Longer rows would be decoded for every answer. */
const ROW_MAX_BYTES = 1024

const Count = Type.Integer({ minimum: 0, maximum: 0xffff_ffff })
const PartOf = Type.Object({ at: Count, bytes: Count })
const FamilyOf = Type.Object({ entries: Count, summary: PartOf, index: PartOf, blocks: PartOf, lengths: PartOf })
const FormOf = Type.Recursive((Form) =>
  Type.Union([
    Type.Object({ fixed: Type.Union([Type.String({ maxLength: FIXED_TEXT_MAX }), Type.Number(), Type.Boolean()]) }),
    Type.Object({ column: Count }),
    Type.Object({
      fields: Type.Array(Type.Tuple([Type.String({ pattern: '^(?!__proto__$).{1,64}$' }), Form]), { maxItems: FIELDS_MAX }),
    }),
    Type.Object({ items: Type.Array(Form, { maxItems: FIELDS_MAX }) }),
  ]),
)
const ColumnOf = Type.Union([
  Type.Object({ kind: Type.Literal('float'), bytes: Type.Literal(4) }),
  Type.Object({ kind: Type.Literal('double'), bytes: Type.Literal(8) }),
  Type.Object({ kind: Type.Literal('boolean'), bytes: Type.Literal(1) }),
  Type.Object({
    kind: Type.Union([Type.Literal('uint'), Type.Literal('text'), Type.Literal('bigint'), Type.Literal('bytes')]),
    bytes: Type.Integer({ minimum: 1, maximum: 4 }),
  }),
])
const PlanOf = Type.Object({
  id: Type.String({ maxLength: 32 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  families: Type.Object({ 4: FamilyOf, 6: FamilyOf }),
  records: Count,
  rowBytes: Type.Integer({ minimum: 0, maximum: ROW_MAX_BYTES }),
  shapeBytes: Type.Integer({ minimum: 0, maximum: 2 }),
  rows: PartOf,
  texts: PartOf,
  shapes: Type.Array(Type.Object({ form: FormOf, columns: Type.Array(ColumnOf, { maxItems: FIELDS_MAX }) }), {
    maxItems: SHAPES_MAX,
  }),
})

/** Returns whether the head of a range file from elsewhere can be read as one of ours: its plan is small, and every number in it fits the others. */
export function isPlanSound(bytes: Buffer): boolean {
  if (bytes.length < HEAD_BYTES) return false
  const planBytes = bytes.readUInt32LE(HEAD.planBytes)
  if (planBytes > PLAN_MAX_BYTES) return false
  const plan: unknown = JSON.parse(bytes.toString('utf8', HEAD_BYTES, HEAD_BYTES + planBytes))
  return Value.Check(PlanOf, plan) && areRowsSound(plan) && ([4, 6] as const).every((family) => isFamilySound(plan, family))
}

type Checked = Static<typeof PlanOf> & Pick<Plan, 'families'>

function areRowsSound({ records, rowBytes, shapeBytes, rows, shapes }: Checked): boolean {
  const fits = shapes.every(({ columns }) => shapeBytes + columns.reduce((sum, { bytes }) => sum + bytes, 0) <= rowBytes)
  const isCounted = rowBytes === 0 ? records <= 1 : rows.bytes === records * rowBytes
  return fits && isCounted && (shapeBytes > 0 || shapes.length === 1 || records === 0)
}

function isFamilySound({ families }: Checked, family: Family): boolean {
  const { entries, summary, index, lengths, blocks } = families[family]
  const wordsBytes = WORDS[family] * WORD_BYTES
  const blockCount = Math.ceil(entries / BLOCK_ENTRIES)
  return (
    entries > 0 &&
    entries <= blocks.bytes &&
    summary.bytes === Math.ceil(blockCount / SUMMARY_BLOCKS) * wordsBytes &&
    index.bytes === blockCount * (wordsBytes + WORD_BYTES) &&
    lengths.bytes % wordsBytes === 0
  )
}
