import { isRecord } from './clean.ts'

/** The fields that every answer of a tool starts with, in their order; `understood` only where something was read. */
export const ENVELOPE_FIELDS = ['tool', 'checkedAt', 'elapsedMs', 'headline', 'good', 'understood'] as const

/** Returns what an answer says that was read from what was pasted. */
export function understoodIn(answer: unknown): { readonly field: string; readonly value: string | number }[] {
  const { understood } = isRecord(answer) ? answer : {}
  return (Array.isArray(understood) ? understood : []).filter(
    ({ field, value } = {}) => typeof field === 'string' && typeof value !== 'object',
  )
}

/** Returns the finding in one sentence; null in what is not the answer of a tool, or comes from an earlier doorstep. */
export function headlineIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('headline' in answer)) return null
  return typeof answer.headline === 'string' ? answer.headline : null
}

/** Returns whether nothing has to be done, as the answer says; null where it says that nothing is known, and in what is not the answer of a tool. */
export function goodIn(answer: unknown): boolean | null {
  if (typeof answer !== 'object' || answer === null || !('good' in answer)) return null
  return typeof answer.good === 'boolean' ? answer.good : null
}
