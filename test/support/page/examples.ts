// Results for links: the recorded answers of all tools in both languages, and links as somebody else may write them.
import { LOCALES } from '../../../src/contract/text.ts'
import { examplesIn } from '../../../src/faces/openapi/components.ts'

/** Returns every recorded answer, or those of one tool. */
export function answersOf(tool?: string, value: unknown = LOCALES.map(examplesIn)): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const isOne = 'tool' in value && 'checkedAt' in value && (tool ?? value.tool) === value.tool
  return [...(isOne ? [{ ...value }] : []), ...Object.values(value).flatMap((inner) => answersOf(tool, inner))]
}

/** Returns the data of a link with any fields, and the sum that fits them. */
export function forged(fields: Readonly<Record<string, string>>): string {
  const text = `${new URLSearchParams({ form: '2', checkedAt: '2026-11-22T17:55:33.865Z', ...fields })}`
  let sum = 0
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % (2 ** 31 - 1)
  return `${text}&sum=${sum.toString(36)}`
}
