import type { Locale } from '../contract/text.ts'
import type { Tool } from '../tool.ts'
import { bodySchemaIn, resultSchemaIn } from './schemas-in.ts'
import type { NamedTool } from './tools.ts'

/** Describes a tool for `GET /api/tools` and for `doorstep tools --json`. */
export function describe({ name, tool }: NamedTool, locale: Locale) {
  const { method, path, group, policy, good, details, event = null } = tool
  const [title, summary] = [tool.text.say(locale, 'title', {}), tool.text.say(locale, 'summary', {})]
  return {
    name,
    title,
    method,
    path,
    summary,
    ...guidanceOn(tool, locale),
    group,
    ...ownGroup(tool, locale),
    policy,
    request: bodySchemaIn(tool, locale),
    response: resultSchemaIn(tool, locale),
    event,
    good,
    details,
  }
}

/** Returns the part of a description that a form needs. */
export function withoutAnswer({ useWhen: _, notFor: _not, response: _response, event: _event, ...form }: Description) {
  return form
}

type Description = ReturnType<typeof describe>

/** Returns the heading of a group that is the tool's own. */
export function ownGroup({ text }: Tool, locale: Locale): { readonly groupTitle?: string } {
  const groupTitle = text[locale].group
  return groupTitle === undefined ? {} : { groupTitle }
}

/** When to use a tool, and when another; null where it does not say. */
export function guidanceOn({ text }: Tool, locale: Locale) {
  return { useWhen: text[locale]['use-when'] ?? null, notFor: text[locale]['not-for'] ?? null }
}
