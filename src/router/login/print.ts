import type { NextAction } from '../../contract/next-action.ts'
import type { Target } from './pages.ts'

export interface Printable {
  readonly topologyReason: string
  readonly routeTargets: readonly (Target & { order: number })[]
  readonly checklist: readonly string[]
  readonly stickerHints: readonly string[]
  readonly warnings: readonly string[]
  readonly nextActions: readonly NextAction[]
}

/** For a terminal: what to mind, what to do first, the numbered steps, the label, and how to go on. */
export function printLogin({ topologyReason, routeTargets, checklist, stickerHints, warnings, nextActions }: Printable): string {
  const steps = routeTargets.flatMap(({ order, label, url, reason, handoff }) => [
    `${order}. ${label}${url === null ? '' : `  ${url}`}`,
    `   ${reason}`,
    `   -> ${handoff.expect}`,
    `   ?  ${handoff.ifFails}`,
  ])
  const list = (mark: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', ...lines.map((line) => `${mark} ${line}`)]
  const further = nextActions.map((action) => action.text)
  return [
    topologyReason,
    ...list('!', warnings),
    ...list('[ ]', checklist),
    '',
    ...steps,
    ...list('*', stickerHints),
    ...list('>', further),
    '',
  ].join('\n')
}
