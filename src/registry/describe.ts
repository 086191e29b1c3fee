import type { Locale } from '../contract/text.ts'
import { bodySchemaIn } from './body-schema.ts'
import type { NamedTool } from './tools.ts'

/** A tool as it introduces itself: to `GET /api/tools`, and to `doorstep tools --json`. */
export function describe({ name, tool }: NamedTool, locale: Locale) {
  const { method, path, group, policy, result, event = null } = tool
  const [summary, request] = [tool.text.say(locale, 'summary', {}), bodySchemaIn(tool, locale)]
  return { name, method, path, summary, group, policy, request, response: result, event }
}
