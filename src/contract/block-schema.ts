import { type TProperties, Type } from '@sinclair/typebox'
import { oneOf, orNull } from './schema.ts'

/** The parts of a result as people see it: plain data that every face draws in its own way. */
const TEXT = Type.String()
const TEXTS = Type.Array(TEXT)
const MARK = Type.Optional(orNull(oneOf('good', 'bad', 'unknown')))

/** `more`: shown on request only. `plain`: words in place of a picture, for faces that do not draw one of this result. */
function kind<Kind extends string, Parts extends TProperties>(name: Kind, parts: Parts) {
  const flag = Type.Optional(Type.Boolean())
  return Type.Object({ kind: Type.Literal(name), title: Type.Optional(TEXT), more: flag, plain: flag, ...parts })
}

const SIDE = Type.Object({ label: TEXT, values: TEXTS, note: Type.Optional(orNull(TEXT)) })
/** `share`: a bar below the text, from 0 to 1. */
const CELL = Type.Object({ text: TEXT, notes: Type.Optional(TEXTS), mark: MARK, share: Type.Optional(Type.Number()) })
const PLACE = Type.Object({ latitude: Type.Number(), longitude: Type.Number(), label: Type.Optional(TEXT) })

export const BLOCK = Type.Union([
  /** Values with their labels. */
  kind('facts', { facts: Type.Array(Type.Object({ label: TEXT, values: TEXTS, mark: MARK })) }),
  /** A row of one cell is as wide as the table. */
  kind('table', { columns: TEXTS, rows: Type.Array(Type.Array(Type.Union([TEXT, CELL]))) }),
  kind('note', { text: TEXT, mark: MARK }),
  /** Sentences or commands, one below the other. */
  kind('list', { items: TEXTS }),
  /** Two things that ought to be the same, and in words whether they are. */
  kind('pair', { left: SIDE, right: SIDE, mark: oneOf('good', 'bad', 'unknown'), word: TEXT }),
  /**
   * Things that were looked at, one after the other, with what was found and what is wrong there; null for one that was not come to. Several
   * lists are ways beside each other, each with its finding; `best` for the one to take. `badge`: in colour, why one stands out. `more`: left out of a text without details.
   */
  kind('checks', {
    lists: Type.Array(
      Type.Object({
        name: Type.Optional(TEXT),
        word: Type.Optional(TEXT),
        mark: MARK,
        best: Type.Optional(TEXT),
        checks: Type.Array(
          Type.Object({
            label: TEXT,
            found: Type.Optional(TEXT),
            notes: Type.Optional(TEXTS),
            mark: orNull(oneOf('good', 'bad', 'unknown', 'warning')),
            badge: Type.Optional(TEXT),
            more: Type.Optional(Type.Boolean()),
          }),
        ),
      }),
    ),
  }),
  /** Things that lead from one to the next; `url` is where one opens. */
  kind('chain', {
    links: Type.Array(
      Type.Object({ name: TEXT, url: Type.Optional(orNull(TEXT)), notes: TEXTS, badges: Type.Optional(TEXTS), mark: MARK }),
    ),
  }),
  /** Numbers beside each other, as long as they are large from `from`, by default 0, to `to`, by default the largest; null where there is none. `ends` names the two. */
  kind('bars', {
    from: Type.Optional(Type.Number()),
    to: Type.Optional(Type.Number()),
    ends: Type.Optional(TEXTS),
    bars: Type.Array(Type.Object({ label: TEXT, value: orNull(Type.Number()), text: TEXT, mark: MARK })),
  }),
  /** Places in the order of the way through them. `aroundKm`: a single one is known no better than so many kilometres. */
  kind('map', { places: Type.Array(PLACE), aroundKm: Type.Optional(Type.Number()) }),
  /** Lines to be copied as they are, and what has to be known before. `shell`: our own commands, which may stand at the margin. */
  kind('code', { note: Type.Optional(TEXT), shell: Type.Optional(Type.Boolean()), lines: TEXTS }),
])
