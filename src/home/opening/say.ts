import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import type { Checked, Closed, LedHere, Refused } from '../fields.ts'
import { sightText } from '../say.text.ts'
import type { Protocol } from './doors.ts'
import { openingText } from './opening.text.ts'

const WAY_NAMES = { pcp: 'PCP', 'nat-pmp': 'NAT-PMP', upnp: 'UPnP' } as const
const FAMILY_NAMES = { ipv4: 'IPv4', ipv6: 'IPv6' } as const

type SayOpening = Say<typeof openingText.en>

/** Returns a time of day as the clock on the wall shows it. */
export function timeOf(at: string | number): string {
  return new Date(at).toTimeString().slice(0, 'hh:mm'.length)
}

export function protocolNames(protocols: readonly Protocol[], locale: Locale): string {
  const [one = '', other] = protocols.map((protocol) => protocol.toUpperCase())
  return other === undefined ? one : openingText.say(locale, 'both', { one, other })
}

/** Names a rule, without a full stop. */
function nameOf({ protocol, way, family, externalPort, externalIp }: LedHere, port: number, say: SayOpening): string {
  const slots = { protocol: protocol.toUpperCase(), way: WAY_NAMES[way], port }
  if (family === 'ipv6') return say('rule.ipv6', slots)
  return say('rule.ipv4', { ...slots, externalPort, externalIp: externalIp ?? say('the-router') })
}

/** Says a rule while it is kept, or an event of it. */
export function sayKept(rule: LedHere, port: number, locale: Locale, event: 'until' | 'lost' | 'renewed' = 'until'): string {
  const say = sayIn(openingText, locale)
  const name = nameOf(rule, port, say)
  return rule.wasThere || rule.endsAt === null
    ? say('stays', { rule: name })
    : say(event, { rule: name, time: timeOf(rule.endsAt) })
}

/** Says what has become of a rule. */
export function sayEnded(rule: LedHere, port: number, locale: Locale): string {
  const say = sayIn(openingText, locale)
  const name = nameOf(rule, port, say)
  if (rule.wasThere || rule.endsAt === null) return say('stays', { rule: name })
  return rule.isLeft ? say('left', { rule: name, time: timeOf(rule.endsAt) }) : say('gone', { rule: name })
}

/** Says refusals, those of several ways for one reason together. */
export function sayRefusals(all: readonly Refused[], locale: Locale): string[] {
  const say = sayIn(openingText, locale)
  const alike = Map.groupBy(all, ({ protocol, family, reason, code, by }) =>
    [protocol, family, reason, reason === 'other' && code, by].join(),
  )
  return [...alike.values()].flatMap((group) => {
    const [one] = group
    if (!one) return []
    const { protocol, family } = one
    const way = group.map((refused) => WAY_NAMES[refused.way]).join(', ')
    return say('refused', { protocol: protocol.toUpperCase(), family: FAMILY_NAMES[family], way, reason: reasonIn(one, say) })
  })
}

function reasonIn({ reason, code, by }: Refused, say: SayOpening): string {
  const why = reason === 'taken' && by !== null ? say('reason.taken-by', { by }) : say(`reason.${reason}`)
  return reason === 'other' && code !== null ? say('with-code', { reason: why, code }) : why
}

export function sayClosed({ protocol, way, family, externalPort, isCertain }: Closed, locale: Locale): string {
  const say = sayIn(openingText, locale)
  const slots = { protocol: protocol.toUpperCase(), way: WAY_NAMES[way], family: FAMILY_NAMES[family] }
  return say(isCertain ? 'closed' : 'agreed', { ...slots, port: externalPort })
}

export function sayChecked(
  { protocol, family, reached, proof, arrived, failure }: Omit<Checked, 'outside'>,
  locale: Locale,
): string {
  const isTold = proof === 'proven' || proof === 'someone-else'
  const seen = reached === 'yes' ? 'reachable' : reached === 'no' ? 'blocked' : reached
  const key = failure !== null ? 'unchecked-because' : arrived ? 'answer-lost' : isTold ? proof : seen
  const sight = sightText.say(locale, key, { reason: failure?.replace(/\.$/, '') ?? '' })
  return openingText.say(locale, 'sight', { protocol: protocol.toUpperCase(), family: FAMILY_NAMES[family], sight })
}
