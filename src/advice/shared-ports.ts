import type { NextAction } from '../contract/next-action.ts'
import { sayIn } from '../contract/text.ts'
import { isFixed, sharedPortsOf } from '../router/index.ts'
import type { Case } from './case.ts'
import { sharedPortsText } from './shared-ports.text.ts'

/** Returns the step before a rule on a line that may have only a range of ports: the address alone does not tell. */
export function sharedPortsStep({ facts, asked }: Pick<Case, 'facts' | 'asked'>): NextAction[] {
  const { isp, service, locale } = facts
  const shared = sharedPortsOf(isp?.isp ?? null)
  if (!isp || !shared) return []
  const say = sayIn(sharedPortsText, locale)
  const range = shared.range?.[locale] ?? say('range')
  const whole = shared.whole ? say('whole', { whole: shared.whole[locale] }) : ''
  const fixed = service.setUp && asked !== null ? 'use-inside' : 'use-whole'
  const use = isFixed(facts) ? fixed : asked === null ? 'use' : 'use-asked'
  const text = `${say(shared.usual, { provider: isp.isp.name[locale], range })} ${say(use, { whole, port: asked?.port ?? 0 })}`
  return [{ code: 'shared-ports', text }]
}
