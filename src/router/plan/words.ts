import { type Locale, listed } from '../../contract/text.ts'
import { neededOf } from '../catalogue/ports.ts'
import { isOfBuilding, type PlanFacts } from './facts.ts'
import { askingText } from './plan.text.ts'
import type { FormRule } from './rules.ts'

/** Returns the request to make of the provider, in the words of its staff where those are known; in a building, of its manager. */
export function wordsForProvider(facts: Pick<PlanFacts, 'isp' | 'obstacle' | 'wanted' | 'routerWan' | 'locale'>): string {
  const { isp, obstacle, wanted, locale } = facts
  const ports = wanted.length === 0 ? askingText.say(locale, 'a-port', {}) : sayPorts(neededOf(wanted), 'externalPort', locale)
  if (isOfBuilding(facts)) {
    const address = facts.routerWan?.text ?? askingText.say(locale, 'its-address', {})
    return askingText.say(locale, 'building', { ports, address })
  }
  return isp?.isp.ask?.[locale] ?? askingText.say(locale, obstacle === 'ds-lite' ? 'ds-lite' : 'usual', {})
}

/** Says the ports of rules, outside or at the device, as a list in a sentence. */
export function sayPorts(
  rules: readonly Pick<FormRule, 'protocol' | 'externalPort' | 'internalPort'>[],
  side: 'externalPort' | 'internalPort',
  locale: Locale,
): string {
  const inWords = rules.map((rule) => askingText.say(locale, 'port', { protocol: sayProtocol(rule), port: rule[side] }))
  return listed(inWords, locale)
}

export function sayProtocol({ protocol }: Pick<FormRule, 'protocol'>): string {
  return protocol === 'both' ? 'TCP/UDP' : protocol.toUpperCase()
}
