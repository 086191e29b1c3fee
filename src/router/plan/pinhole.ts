import { sayIn } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { menuIn } from '../catalogue/labels.ts'
import type { Brand } from '../catalogue/schema.ts'
import { namedProvider } from '../providers.ts'
import { pinholeText } from './commands.text.ts'
import { kindsFor, pinholeCommands } from './commands.ts'
import { type PlanFacts, suppliedBox } from './facts.ts'

/** Returns how to reach the same service over IPv6: the firewall of the router lets a port of the device through. */
export function pinholeOf(facts: PlanFacts) {
  const { wanted, router, seen, locale } = facts
  if (wanted.length === 0 || isClosed(facts)) return null
  const asking = askingDevice(seen)
  const say = sayIn(pinholeText, locale)
  const pinhole = router.brand.pinhole ?? null
  const address = asking ? say('address-of-request', { ip: asking }) : say('address-missing')
  return {
    menuPath: pinhole && menuIn(pinhole, locale),
    text: [say('what'), say(pinhole ? 'menu-known' : 'menu-unknown'), say('lasting-address'), address].join(' '),
    commands: pinholeCommands(wanted, kindsFor(facts), asking),
  }
}

/** Returns whether a box on the line blocks what comes in over IPv6, without a setting that is known: one that cannot forward, or a mobile one. */
function isClosed(facts: PlanFacts): boolean {
  const own = facts.router.brand
  const box = suppliedBox(facts)
  const letsNothingIn = ({ mobile, forwards, pinhole }: Brand) => (mobile === true || forwards === false) && !pinhole
  if (box === null && namedProvider(facts.isp)?.mobile === true) return true
  // The firewall of the caller's own router is no help behind one that lets nothing in.
  return letsNothingIn(own) || (box !== null && box.id !== own.id && letsNothingIn(box))
}

function askingDevice(seen: Address | null): string | null {
  return seen?.version === 6 && isPublicAddress(seen.text) ? seen.text : null
}
