import { sayMeaning } from '../diagnostics/where/index.ts'
import { blockOf } from '../router/index.ts'
import { causeText } from './cause.text.ts'
import type { Check, Code, Finding } from './check.ts'
import { aboutEnd, isBehindForwarder, seenEnd } from './evidence.ts'
import { providerName } from './line.ts'
import { isBetterShut } from './router.ts'

/** Returns the meaning of the finding that explains the others; null if there is none. */
export function causeOf(check: Check, findings: readonly Finding[]): string | null {
  const cause = findings.find(({ status }) => status === 'problem')
  if (!cause) return null
  const { locale } = check
  const where = isBetterShut(check) ? null : seenEnd(check)
  const code = meaningOf(check, cause, findings)
  if (where && cause.code === `port-${where.verdict}` && code === cause.code) return sayMeaning(aboutEnd(check, where))
  if (!isMeaning(code)) return null
  const sentence = causeText.say(locale, code, {})
  if (code !== 'port-silent' || !mayBeBlocked(check)) return sentence
  return `${sentence} ${causeText.say(locale, 'may-be-blocked', { provider: providerName(check) })}`
}

/** Returns whether the provider blocks the port on some of its lines. */
export function mayBeBlocked({ provider, port, protocol, seen }: Check): boolean {
  return seen.version === 4 && provider !== null && blockOf(provider.isp, port, protocol)?.certainty === 'sometimes'
}

/** Returns whether a refusal may come from the outer of two routers, or from the device. */
export function isRefusedBehindTwo(findings: readonly Finding[]): boolean {
  const codes = findings.map(({ code }) => code)
  return codes.includes('two-routers-unproved') && (codes.includes('port-refused') || codes.includes('port-refused-at-address'))
}

/** The meaning of an end behind the outer of two routers, where the inner one was not seen. */
const BEHIND_FORWARDER: Partial<Record<Code, keyof typeof causeText.en>> = {
  'port-no-device': 'outer-leads-elsewhere',
  'port-wrong-address': 'outer-leads-elsewhere',
  'port-silent-device': 'inner-silent',
  'port-refused-by-device': 'inner-refused',
}

/** The meaning of findings that is another over IPv6, where nothing is forwarded. */
const OVER_IPV6: Partial<Record<Code, keyof typeof causeText.en>> = {
  'port-silent': 'pinhole-closed',
  'port-someone-else': 'someone-else-ipv6',
  'port-refused': 'refused-ipv6',
  'service-other': 'service-other-ipv6',
}

function meaningOf(check: Check, { code }: Finding, findings: readonly Finding[]): string {
  const isPort = code.startsWith('port-')
  if (isPort && isBetterShut(check)) return 'better-closed'
  if (isRefusedBehindTwo(findings)) return code === 'port-refused' ? 'refused-behind-two' : 'refused-by-outer'
  const inner = isBehindForwarder(check) ? BEHIND_FORWARDER[code] : undefined
  if (inner) return inner
  return (check.seen.version === 6 && OVER_IPV6[code]) || code
}

function isMeaning(code: string): code is Exclude<keyof typeof causeText.en, 'may-be-blocked'> {
  return code in causeText.en && code !== 'may-be-blocked'
}
