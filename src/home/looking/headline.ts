import type { Situation } from '../../advice/index.ts'
import type { Locale } from '../../contract/text.ts'
import type { HomeFound } from '../fields.ts'
import { isHomes } from '../line.ts'
import { sayText } from '../say.text.ts'
import { isLedHere, ruleFor } from './rule.ts'

/** Returns the finding in one sentence, which names the box. */
export function sayHome(found: HomeFound & { readonly situation: Situation | null }, locale: Locale): string {
  const { asked, situation, verdict, other, outsideFailure } = found
  const finding = sayText.say(locale, sentenceFor(found), homeSlots(found, locale))
  if (!asked || verdict === 'not-needed') return finding
  if (situation === 'exposed') return sayText.say(locale, 'exposed', { finding })
  if (situation === 'better-shut' && verdict === 'blocked') return sayText.say(locale, 'rightly-shut', { finding })
  if (outsideFailure !== null) return sayText.say(locale, 'unasked', { failure: outsideFailure, finding })
  const isHalf = verdict === 'reachable' && other?.verdict === 'blocked'
  return isHalf ? sayText.say(locale, 'but-blocked', { finding, version: other.ipVersion }) : finding
}

function sentenceFor(found: HomeFound) {
  const { cause, gateway, computer } = found
  const { nat } = found.line
  if (!isLedHere(found)) return 'answers-unproven' as const
  if (cause === 'firewall-likely' && computer.firewall?.kind === 'unknown') return 'firewall-likely-unread' as const
  if (cause === 'someone-else' && nat === 'unknown') return 'someone-else-unclear' as const
  const isAtHome = isHomes(gateway?.wanIp ?? '')
  if (cause === 'front-unseen') return isAtHome ? 'front-unseen-home' : 'front-either'
  if (cause !== 'second-router' || isAtHome) return cause
  return nat === 'double-nat' ? ('front-either' as const) : ('second-router-likely' as const)
}

function sayPort(asked: HomeFound['asked'], locale: Locale): string {
  if (!asked) return ''
  const { service, port } = asked
  const protocol = asked.protocol.toUpperCase()
  return service === null
    ? sayText.say(locale, 'port', { protocol, port })
    : sayText.say(locale, 'service', { service, protocol, port })
}

function homeSlots(found: HomeFound, locale: Locale) {
  const { computer, ip, cause, ipVersion: version } = found
  const { listening, firewall } = computer
  const own = version === 4 ? computer.address : computer.address6
  const rule = ruleFor(found)
  const to = { 'rule-other-port': rule?.internalPort, 'rule-other-outside': rule?.externalPort }[String(cause)]
  const what = sayPort(found.asked, locale)
  const frame = (key: 'shut' | 'astray' | 'unsure') => sayText.say(locale, key, { what })
  return {
    what,
    shut: frame('shut'),
    astray: frame('astray'),
    unsure: frame('unsure'),
    frame: frame(found.verdict === 'cannot-tell' ? 'unsure' : 'shut'),
    own: own ?? sayText.say(locale, 'an-address', {}),
    ip: ip ?? '',
    program: listening?.program ?? sayText.say(locale, 'a-program', {}),
    addresses: listening?.addresses.join(', ') ?? '',
    version,
    heard: version === 4 ? 6 : 4,
    kind: firewall?.kind ?? sayText.say(locale, 'a-firewall', {}),
    to: to ?? rule?.internalIp ?? '',
  }
}
