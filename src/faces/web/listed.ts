import type { Locale } from '../../contract/text.ts'
import type { Runnable } from '../../run/run.ts'
import type { Listed } from './page/state.ts'

/** Returns the tools that have a form; the first view already shows the answers of the others. */
export function listed(tools: Iterable<Runnable>, locale: Locale): Listed[] {
  return [...tools]
    .filter(({ tool }) => tool.body !== null)
    .map(({ name, tool: { group, text, good } }) => {
      return { name, title: text.say(locale, 'title', {}), group, summary: text.say(locale, 'summary', {}), good }
    })
}
