import { isRecord } from '../../contract/record.ts'
import type { Locale } from '../../contract/text.ts'
import type { Runnable } from '../../run/run.ts'
import { blocksOf, liveBlocksOf } from './told.ts'

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
