import { type WhoAnswers, whoAnswers } from '../diagnostics/identity/index.ts'
import { type About, sayMeaning, type Where } from '../diagnostics/where/index.ts'
import { firewallLine } from '../router/index.ts'
import type { Check, Finding } from './check.ts'

/** Returns where packets to the port ended; null before it was probed, if it is open, and where nobody could look. */
export function seenEnd(check: Check): Where | null {
  return check.found()?.where ?? null
}

/** Returns whether the public address itself was heard forwarding the port. */
export function isRuleProven(check: Check): boolean {
  return seenEnd(check)?.forwardingRule === 'proven'
}

/** Returns whether a second box behind the public address passed the port on as well. */
export function isPassedOnTwice({ forwarders }: Where): boolean {
  return (forwarders ?? 0) > 1
}

/** Returns where packets ended with everything that the words about it need. */
export function aboutEnd(check: Check, where: Where): About {
  const { seen, port, protocol, useCase, query, service, platform, locale } = check
  return {
    ...{ where, port, protocol, locale },
    ip: seen.text,
    version: seen.version,
    service: useCase?.name[locale] ?? null,
    isAsked: query !== null && (query.port ?? port) === port,
    firewall: firewallLine({ service, platform, port, protocol }, locale),
  }
}

/** Returns who answers at the port; null before it was probed, and if nobody said. */
export function seenWho({ query, port, found }: Check): WhoAnswers | null {
  return whoAnswers(found()?.identity ?? null, query, port)
}

/** Returns whether the router that shows a private address is behind one that forwards the port, and was not seen to pass it on. */
export function isBehindForwarder(check: Check): boolean {
  const where = seenEnd(check)
  return check.judgement.line.nat === 'double-nat' && where?.forwardingRule === 'proven' && !isPassedOnTwice(where)
}

/** Returns the meaning of the end of the packets that is the cause; null if the cause is another, or a router behind the one that was seen. */
export function meaningOf(check: Check, cause: Finding | null): string | null {
  const where = seenEnd(check)
  const isBehindTwo = where !== null && check.judgement.line.nat === 'double-nat' && !isPassedOnTwice(where)
  if (where === null || isBehindTwo || check.judgement.advice === 'keep-shut') return null
  return cause?.code === `port-${where.verdict}` ? sayMeaning(aboutEnd(check, where)) : null
}
