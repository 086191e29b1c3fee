import { portsOf } from '../catalogue/ports.ts'
import { blockOf } from '../judgement/blocks.ts'
import { isToCompare, type PlanFacts } from './facts.ts'
import { planText } from './plan.text.ts'

/** Returns the notes on a router and a provider that matter before adding rules. */
export function routerNotes(facts: PlanFacts): string[] {
  const { router, isp, rules, nat, locale } = facts
  const { brand } = router
  const outside = brand.hairpin === 'yes' ? [] : [planText.say(locale, 'test-outside', {})]
  const restart = router.known && brand.reboot === 'maybe' ? [planText.say(locale, 'restart-possible', {})] : []
  // A guessed provider's box may not be there at all.
  const isItsBox = isp !== null && router.known && brand.id === isp.isp.equipment
  // A router of one's own that has the public address has left behind what the provider's box is about.
  const isOwn = router.known && !isItsBox && nat === 'none'
  const isTold = isp !== null && !isOwn && (!isp.guessed || isItsBox || nat === 'double-nat' || nat === 'carrier-grade')
  const named = (note: string) => `${isp?.isp.name[locale]}: ${note}`
  const tips = isTold ? isp.isp.tips[locale].map(named) : []
  const blocks = rules.flatMap(({ externalPort, protocol }) => {
    const block = blockOf(isp?.isp ?? null, portsOf(externalPort).first, protocol)
    return block?.certainty === 'sometimes' ? [named(block.note[locale])] : []
  })
  const wan = isToCompare(facts) ? [planText.say(locale, 'wan-without-login', {})] : []
  const carrier = brand.carrierNat ? [brand.carrierNat[locale]] : []
  return [...new Set([...carrier, ...brand.notes[locale], ...tips, ...blocks, ...restart, ...outside, ...wan])]
}
