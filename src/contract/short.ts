import { cleanText } from './clean.ts'
import { headlineIn } from './envelope.ts'
import type { Good, Short } from './good.ts'

/** The part of a tool that its one value is read by. */
interface Shortened {
  readonly short: Short | null
  readonly good: Good | null
}

/** Returns where a tool has its one value: the field that it names, otherwise the one that it is judged by; null for one that has neither. */
export function shortOf({ short, good }: Shortened): Short | null {
  return short ?? (good && { field: good.field })
}

/**
 * Returns the one value of an answer for a script, as lines without line feeds: one for each entry of a list, none for what is not known. An answer
 * without such a field is its text, otherwise its headline. The answer may come from another doorstep, and hold anything.
 */
export function shortLines(tool: Shortened, answer: unknown): readonly string[] {
  const short = shortOf(tool)
  if (typeof answer === 'string') return [cleanText(answer.trim())]
  if (short === null) return [headlineIn(answer)].filter((line) => line !== null).map(cleanText)
  const { field, parts } = short
  const value = partOf(answer, field)
  return (Array.isArray(value) ? value : [value]).flatMap((entry) => {
    const shown = parts ? parts.map((part) => part.split(':').map((name) => partOf(entry, name))) : [[entry]]
    return shown.flat().every(isScalar) ? [cleanText(shown.map((one) => [...new Set(one)].join(':')).join(' '))] : []
  })
}

/** Returns the one value in one line, however many parts it has; the line is empty where nothing is known. */
export function shortLine(tool: Shortened, answer: unknown): string {
  return `${shortLines(tool, answer).join(' ')}\n`
}

function partOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
  return Object.getOwnPropertyDescriptor(value, name)?.value ?? null
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
