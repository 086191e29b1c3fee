import { type Locale, sayIn } from '../../contract/text.ts'
import { targetsText } from './targets.text.ts'
import type { LoginTarget } from './targets.ts'

interface Printable {
  readonly topologyReason: string
  readonly routeTargets: readonly (LoginTarget & { order: number })[]
  readonly checklist: readonly string[]
  readonly stickerHints: readonly string[]
  readonly warnings: readonly string[]
}

/** Prints the reason, the warnings, the checklist, the pages in order, and the label hints. Without details, the steps that follow say it all. */
export function printLogin(answer: Printable, locale: Locale, details: boolean): string {
  if (!details) return ''
  const { topologyReason, routeTargets, checklist, stickerHints, warnings } = answer
  const ifNot = sayIn(targetsText, locale)('if-not')
  const pages = routeTargets.flatMap(({ label, url, reason, handoff }) => [
    `- ${label}${url === null ? '' : `  ${url}`}`,
    `  ${reason}`,
    `  ${handoff.expect}`,
    `  ${ifNot} ${handoff.ifFails}`,
  ])
  const parts = [[topologyReason], warnings, checklist.map((line) => `[ ] ${line}`), pages, stickerHints]
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}
