import type { NextAction } from './answers.ts'
import type { Run } from './use-run.ts'

/** Returns whether an action asks the same tool for the same again, as far as it says what. */
export function isRepeating({ tool, request }: NextAction, run: Pick<Run, 'tool' | 'request'>): boolean {
  if (tool !== run.tool || request === undefined) return false
  return Object.entries(request).every(([field, value]) => JSON.stringify(value) === JSON.stringify(run.request[field]))
}
