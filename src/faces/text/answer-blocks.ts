import { type Block, isDrawn } from '../../contract/blocks.ts'
import { cleanTexts, isRecord } from '../../contract/clean.ts'
import { ENVELOPE_FIELDS } from '../../contract/good.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { resultSchemaIn } from '../../operations/registry/describe.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { FieldBlocks, titlesIn } from './field-blocks.ts'

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
