import { LOCALES, type Locale } from '../../contract/text.ts'
import { reachesOut } from '../../policy/policies.ts'
import type { Call } from '../../run/call.ts'
import type { Runnable } from '../../run/run.ts'
import { explain } from '../http/reply.ts'
import { drawing } from '../text/drawing.ts'
import type { ToolAnswer } from './page/answers.ts'
import { bodyFrom } from './page/fields.ts'
import type { LinkedRun } from './page/state.ts'
import { RUN } from './plain-forms.tsx'

/** Returns the tools that a form without a script may run: a link can make any browser open it, so only those that send nothing to others. */
export function reachingNobody(tools: Iterable<Runnable>): Runnable[] {
  return [...tools].filter(({ tool }) => tool.body !== null && !reachesOut(tool.policy))
}

/** Returns the language that the address of the page names, if it names one. */
export function localeIn(query: URLSearchParams): Locale | null {
  return LOCALES.find((locale) => locale === query.get('lang')) ?? null
}

/** Runs the tool that the address of the page names, with the fields beside it. */
export async function runAsked(
  query: URLSearchParams,
  tools: readonly Runnable[],
  call: Omit<Call, 'body'>,
): Promise<LinkedRun | null> {
  const runnable = tools.find(({ name }) => name === query.get(RUN))
  const schema = runnable?.tool.body
  if (!runnable || !schema) return null
  const request = bodyFrom(schema, Object.fromEntries(query))
  try {
    const { answer } = await drawing(runnable).run({ ...call, body: request })
    // A seam: every answer of a tool starts with these fields.
    return { tool: runnable.name, request, answer: answer as ToolAnswer, problem: null }
  } catch (thrown) {
    return { tool: runnable.name, request, answer: null, problem: explain(thrown, call.locale) }
  }
}
