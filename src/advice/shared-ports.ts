import type { NextAction } from '../contract/next-action.ts'
import { sayIn } from '../contract/text.ts'
import { type PlanFacts, sharedPortsOf } from '../router/index.ts'
import { sharedPortsText } from './shared-ports.text.ts'

/** Returns the step before a rule on a line that may have only a range of ports: the address alone does not tell. */
export function sharedPortsStep({ isp, locale }: PlanFacts): NextAction[] {
  const shared = sharedPortsOf(isp?.isp ?? null)
  if (!isp || !shared) return []
  const say = sayIn(sharedPortsText, locale)
  const range = shared.range?.[locale] ?? say('range')
  const whole = shared.whole ? say('whole', { whole: shared.whole[locale] }) : ''
  return [
    { code: 'shared-ports', text: `${say(shared.usual, { provider: isp.isp.name[locale], range })} ${say('use', { whole })}` },
  ]
}
