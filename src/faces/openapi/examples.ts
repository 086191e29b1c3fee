import type { Locale } from '../../contract/text.ts'
import recorded from './examples.gen.json'

/** Recorded request, with its answer in each format. */
export interface ToolExample {
  readonly request?: unknown
  readonly json?: unknown
  readonly text?: string
  readonly ndjson?: string
}

/** Recorded answers, by tool and by path, and the particulars of problems, by code; some codes have none. */
export interface Examples {
  readonly tools: Readonly<Record<string, ToolExample>>
  readonly services: Readonly<Record<string, ToolExample>>
  readonly problems: Readonly<Record<string, object>>
}

/** Returns the recorded answers in a language. They are recorded in English, and of Korean the texts alone, by where they stand. */
export function examplesIn(locale: Locale): Examples {
  // A seam: a text stands in for a text.
  return locale === 'en' ? recorded.en : (retold(recorded.en, recorded.ko) as Examples)
}

function retold(value: unknown, texts: Readonly<Record<string, string>>, at = ''): unknown {
  const text = texts[at]
  if (text !== undefined || typeof value !== 'object' || value === null) return text ?? value
  if (Array.isArray(value)) return value.map((part, index) => retold(part, texts, `${at}/${index}`))
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, retold(part, texts, `${at}/${key}`)]))
}
