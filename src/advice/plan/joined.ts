import type { NextAction } from '../../contract/next-action.ts'

/** Returns an action of several sentences; its code is that of the first. */
export function joined({ code, text: first, ...follow }: NextAction, ...more: (string | null)[]): NextAction {
  return { code, text: [first, ...more.filter((sentence) => sentence !== null)].join(' '), ...follow }
}
