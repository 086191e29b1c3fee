import type { ServerContext } from '@modelcontextprotocol/server'
import { cleanText } from '../../contract/clean.ts'
import type { Locale } from '../../contract/text.ts'
import type { NamedTool } from '../../registry/tools.ts'
import type { Call } from '../../run/call.ts'
import { renderEvent, renderLines } from '../text/render.ts'

/** Bounds the memory for a client that does not read: no built-in tool reports more, and the answer contains everything. */
const EVENTS_MAX = 200
const MESSAGE_MAX = 500

/** Sends the events of a run as progress, if the message asks for it. Their number is not known beforehand. */
export function reporterOf({ _meta, notify }: ServerContext['mcpReq'], named: NamedTool, locale: Locale): Pick<Call, 'report'> {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return {}
  let progress = 0
  return {
    report(event) {
      if (progress === EVENTS_MAX) return
      progress += 1
      const params = { progressToken, progress, message: messageOf(named, event, locale).slice(0, MESSAGE_MAX) }
      // The client may have gone.
      notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

/** Returns an event in one line: its own summary, otherwise as a terminal shows it, otherwise its fields. */
function messageOf(named: NamedTool, event: unknown, locale: Locale): string {
  const isTelling = typeof event === 'object' && event !== null && 'summary' in event && typeof event.summary === 'string'
  if (isTelling) return cleanText(String(event.summary))
  const line = named.tool.printEvent ? renderEvent(named, event, locale) : renderLines(event).trimEnd().replaceAll('\n', ', ')
  return line.trim().replaceAll(/\s+/g, ' ')
}
