import type { Block } from '../../contract/blocks.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { targetsText } from './targets.text.ts'
import type { LoginTarget } from './targets.ts'

interface Shown {
  readonly topologyReason: string
  readonly routeTargets: readonly LoginTarget[]
  readonly checklist: readonly string[]
  readonly stickerHints: readonly string[]
  readonly warnings: readonly string[]
}

/** Draws the pages in their order, and what helps where none opens. The steps say what everybody needs of that. */
export function loginTold({ topologyReason, routeTargets, ...lists }: Shown, locale: Locale): readonly Block[] {
  const say = sayIn(targetsText, locale)
  const links = routeTargets.map(({ label, url, reason, handoff: { app, expect, ifFails } }) => ({
    ...{ name: label, url, badges: url === null && app !== null ? [app] : [] },
    notes: [reason, `${say('expect')} ${expect}`, `${say('if-not')} ${ifFails}`],
  }))
  const list = (title: keyof typeof lists): Block => ({ kind: 'list', title: say(title), more: true, items: lists[title] })
  return [
    { kind: 'note', text: topologyReason, more: true },
    { kind: 'chain', title: say('pages'), more: true, links },
    list('checklist'),
    list('stickerHints'),
    list('warnings'),
  ]
}
