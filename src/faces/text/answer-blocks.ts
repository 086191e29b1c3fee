import type { TSchema } from '@sinclair/typebox'
import { type Block, type BlockOf, facts, isDrawn } from '../../contract/blocks.ts'
import { cleanTexts, isRecord } from '../../contract/clean.ts'
import { ENVELOPE_FIELDS } from '../../contract/good.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { resultSchemaIn } from '../../operations/registry/describe.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { yesNoText } from './text.text.ts'

type Drawn = NamedTool['tool']

const ELSEWHERE: readonly string[] = [...ENVELOPE_FIELDS, 'situation', 'nextActions']

/** Returns the blocks of an answer, cleaned: as its tool draws them, otherwise its fields with their labels. */
export function blocksOf({ tool }: { readonly tool: Drawn }, answer: unknown, locale: Locale): readonly Block[] {
  const drawn = tool.blocks?.(answer, { say: sayIn(tool.text, locale), locale }) ?? fieldBlocks(tool, answer, locale)
  return cleaned(drawn)
}

/** Returns the blocks of what a running tool has reported so far; null where it draws nothing before its answer. */
function liveBlocksOf({ tool }: { readonly tool: Drawn }, events: readonly unknown[], locale: Locale) {
  return tool.live ? cleaned(tool.live(events, { say: sayIn(tool.text, locale), locale })) : null
}

function cleaned(blocks: readonly (Block | null)[]): readonly Block[] {
  // A seam: cleaning changes no type.
  return blocks.filter((block) => block !== null && isDrawn(block)).map((block) => cleanTexts(block) as Block)
}

function fieldBlocks(tool: Drawn, answer: unknown, locale: Locale): readonly Block[] {
  if (!isRecord(answer)) return []
  const blocks = new FieldBlocks(titlesIn(resultSchemaIn(tool, locale)), locale)
  const fields = Object.entries(answer).filter(([field]) => !ELSEWHERE.includes(field))
  return [false, true].flatMap((more) => {
    const shown = fields.filter(([field]) => tool.details.includes(field) === more)
    return blocks.draw(shown, more ? { more } : {})
  })
}

/** Events that are drawn while a tool runs: all of them each time, so there have to be few. */
const DRAWN_EVENTS_MAX = 30

/** Returns a tool whose answers and events also have the blocks of which they are drawn. */
export function drawing(runnable: Runnable): Runnable {
  const drawn = (answer: object, locale: Locale) => ({ ...answer, blocks: blocksOf(runnable, answer, locale) })
  return {
    ...runnable,
    async run(call) {
      const { alsoIn, locale } = call
      const events: unknown[] = []
      const report = (event: unknown) => {
        const isFew = events.length < DRAWN_EVENTS_MAX && isRecord(event)
        const blocks = isFew && events.push(event) ? liveBlocksOf(runnable, events, locale) : null
        call.report?.(isFew && blocks ? { ...event, blocks } : event)
      }
      const { answer, retold, ...outcome } = await runnable.run({ ...call, report })
      return {
        ...outcome,
        answer: isRecord(answer) ? drawn(answer, locale) : answer,
        ...(retold && alsoIn && { retold: drawn(retold, alsoIn) }),
      }
    },
  }
}

type Fields = readonly (readonly [field: string, value: unknown])[]
/** The heading of fields, and whether most readers do not need them. */
type Heading = Pick<Block, 'title' | 'more'>

const COLUMNS_MAX = 5
/** The parts within parts that are drawn: a plug-in may have passed on what somebody else nested. */
const DEPTH_MAX = 6
const DEEPER = '…'

/** Draws fields whose tool does not draw them: with the titles of its schema, as `titlesIn` returns them. */
class FieldBlocks {
  constructor(
    private readonly titles: ReadonlyMap<string, string>,
    private readonly locale: Locale,
  ) {}

  /** Returns what says anything: plain fields as facts, and below them those with parts, so many levels deep. */
  draw(fields: Fields, heading: Heading, left = DEPTH_MAX): readonly Block[] {
    const saying = fields.filter(([, value]) => isSaying(value))
    const rows = saying
      .filter(([, value]) => !hasParts(value))
      .map(([field, value]) => [this.labelOf(field), this.textsOf(field, value)] as const)
    const parts = saying
      .filter(([, value]) => hasParts(value))
      .flatMap(([field, value]) => {
        const title = this.labelOf(field)
        return left > 0 ? this.drawParts(value, { ...heading, title }, left - 1) : [facts([[title, DEEPER]], heading)]
      })
    return [facts(rows, heading), ...parts]
  }

  /** Returns a table of plain objects; those with parts of their own stand one below the other. */
  private drawParts(value: unknown, heading: Heading & { readonly title: string }, left: number): readonly Block[] {
    if (isRecord(value)) return this.draw(Object.entries(value), heading, left)
    const rows = [value].flat(DEPTH_MAX).filter(isRecord)
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row).filter((column) => isSaying(row[column]))))]
    const isDeep = rows.some((row) => Object.values(row).some((part) => typeof part === 'object' && isSaying(part)))
    if (columns.length <= COLUMNS_MAX && !isDeep) return [this.tableOf(rows, columns, heading)]
    return rows.flatMap((row, index) =>
      this.draw(Object.entries(row), { ...heading, title: `${heading.title} ${index + 1}` }, left),
    )
  }

  private tableOf(rows: readonly Record<string, unknown>[], columns: readonly string[], heading: Heading): BlockOf<'table'> {
    // A number begins each line of text: a stranger's value must not.
    const cells = rows.map((row, index) => [
      `${index + 1}`,
      ...columns.map((column) => (isSaying(row[column]) ? this.textOf(column, row[column]) : '')),
    ])
    return { kind: 'table', ...heading, columns: ['#', ...columns.map((column) => this.labelOf(column))], rows: cells }
  }

  private labelOf(field: string): string {
    return this.titles.get(field) ?? wordsIn(field)
  }

  private textsOf(field: string, value: unknown): readonly string[] {
    const saying = [value].flat(DEPTH_MAX).filter((one) => isSaying(one))
    return saying.map((one) => (typeof one === 'object' ? DEEPER : this.textOf(field, one)))
  }

  private textOf(field: string, value: unknown): string {
    if (typeof value === 'boolean') return yesNoText.say(this.locale, `${value}`, {})
    return this.titles.get(`${field}=${value}`) ?? readable(String(value))
  }
}

function hasParts(value: unknown, left = DEPTH_MAX): boolean {
  return isRecord(value) || (left > 0 && Array.isArray(value) && value.some((one) => hasParts(one, left - 1)))
}

/** Returns whether a value says anything: nothing is shown of what is empty. */
function isSaying(value: unknown, left = DEPTH_MAX): boolean {
  if (left > 0 && Array.isArray(value)) return value.some((one) => isSaying(one, left - 1))
  if (left > 0 && isRecord(value)) return Object.values(value).some((one) => isSaying(one, left - 1))
  return value !== null && value !== undefined && value !== ''
}

/** Returns the titles in a schema, at any depth: of its fields by their names, and of the words that they may have as `field=word`. */
export function titlesIn(schema: TSchema, titles = new Map<string, string>(), field = ''): ReadonlyMap<string, string> {
  for (const [name, part] of Object.entries<TSchema>(schema.properties ?? {})) {
    if (part.title !== undefined) titles.set(name, part.title)
    titlesIn(part, titles, name)
  }
  const inside: readonly TSchema[] = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items].flat() : [])]
  for (const part of inside) {
    if (part.const !== undefined && part.title !== undefined) titles.set(`${field}=${part.const}`, part.title)
    titlesIn(part, titles, field)
  }
  return titles
}

/** Returns `isCovered` as "Is covered"; a name in capitals stays. */
function wordsIn(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a time in ISO 8601 as people read it, to the minute; any other text as it is. */
function readable(text: string): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/.exec(text) ?? []
  return day === undefined ? text : `${day} ${minute} UTC`
}
