import type { TSchema } from '@sinclair/typebox'
import { cleanText, isRecord } from '../../contract/clean.ts'
import { defineText, LOCALES, type Locale, type Text } from '../../contract/text.ts'
import { defineTool, isTool, type Tool } from '../../tool.ts'
import { resultLabelsText } from '../registry/result-labels.text.ts'
import { nameOfPath } from '../registry/tools.ts'
import { afterwards } from '../run/call.ts'

/** The values of an answer that a headline shows, and how much of each. */
const VALUES_MAX = 3
const VALUE_MAX = 60

/** Returns the tool of a module, with words for what it does not say; null if there is none. It may also export the parts of one. */
export function toolIn(module: object): Tool | null {
  const made = 'default' in module ? module.default : module
  if (isTool(made)) return whole(made)
  return isShape(made) ? whole(defineTool(made)) : null
}

function isShape(made: unknown): made is Parameters<typeof defineTool>[0] {
  return typeof made === 'object' && made !== null && 'path' in made && 'run' in made
}

function whole(tool: Tool): Tool {
  // In JavaScript it may be anything; what is not a text is refused later.
  const text = typeof tool.text?.say === 'function' ? filled(tool) : tool.text
  return {
    ...tool,
    text,
    headline: tool.headline ?? (tool.method === 'POST' ? headlineOf(text) : null),
    run: tool.result.additionalProperties === true ? (input) => afterwards(tool.run(input), inFields) : tool.run,
  }
}

/** Returns a text with what no language of it says: the title, and words for each field of the body. */
function filled(tool: Tool): Text {
  const { text, body, group } = tool
  const said = new Set(LOCALES.flatMap((locale) => Object.keys(text[locale] ?? {})))
  const title = wordsIn(nameOfPath(tool))
  const made = (locale: Locale) => {
    const words = Object.entries<TSchema>(body?.properties ?? {}).flatMap(([field, schema]) => {
      const label = schema.title ?? resultLabelsText[locale][field] ?? wordsIn(field)
      return [[`label.${field}`, label] as const, [`field.${field}`, schema.description ?? `${label}.`] as const]
    })
    const heading = group === 'more' ? [['group', MORE[locale]] as const] : []
    const all = [['title', title] as const, ['summary', title] as const, ...words, ...heading]
    return { ...Object.fromEntries(all.filter(([key]) => !said.has(key))), ...text[locale] }
  }
  return defineText({ en: made('en'), ko: made('ko') })
}

const MORE: Readonly<Record<Locale, string>> = { en: 'More', ko: '그 밖의 도구' }

/** Returns a name of code as words: `isCovered` is "Is covered". */
function wordsIn(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the headline of a tool that has none: its title and the first values of its answer, with their labels. */
function headlineOf(text: Text): NonNullable<Tool['headline']> {
  return (result, input) => {
    // A seam: every run gives its context.
    const { locale } = input as { readonly locale: Locale }
    const labelOf = (field: string) => text[locale][`result.${field}`] ?? resultLabelsText[locale][field] ?? wordsIn(field)
    const shown = Object.entries(result ?? {})
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .slice(0, VALUES_MAX)
      .map(([field, value]) => `${labelOf(field)} ${cleanText(String(value)).slice(0, VALUE_MAX)}`)
    return shown.length === 0 ? `${text[locale].title}.` : `${text[locale].title}: ${shown.join(', ')}.`
  }
}

/** Returns what a run without a schema of its result gave, as the fields of an answer. */
function inFields(given: unknown): object {
  return isRecord(given) ? given : { result: given ?? null }
}
