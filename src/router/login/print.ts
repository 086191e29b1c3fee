import type { LoginTarget } from './targets.ts'

export interface Printable {
  readonly topologyReason: string
  readonly routeTargets: readonly (LoginTarget & { order: number })[]
  readonly checklist: readonly string[]
  readonly stickerHints: readonly string[]
  readonly warnings: readonly string[]
}

/** Prints the warnings, the checklist, the numbered steps, and the label hints for a terminal. */
export function printLogin({ topologyReason, routeTargets, checklist, stickerHints, warnings }: Printable): string {
  const steps = routeTargets.flatMap(({ order, label, url, reason, handoff }) => [
    `${order}. ${label}${url === null ? '' : `  ${url}`}`,
    `   ${reason}`,
    `   -> ${handoff.expect}`,
    `   ?  ${handoff.ifFails}`,
  ])
  const list = (mark: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', ...lines.map((line) => `${mark} ${line}`)]
  return [topologyReason, ...list('!', warnings), ...list('[ ]', checklist), '', ...steps, ...list('*', stickerHints), ''].join(
    '\n',
  )
}
