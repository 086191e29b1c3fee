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

function ruleName({ protocol, way, family, externalPort, externalIp }: LedHere, port: number, say: SayOpening): string {
  const slots = { protocol: protocol.toUpperCase(), way: WAY_NAMES[way], port }
  if (family === 'ipv6') return say('rule.ipv6', slots)
  return say('rule.ipv4', { ...slots, externalPort, externalIp: externalIp ?? say('the-router') })
}

/**
 * Says a rule that leads to a port of this computer, and what becomes of it: `until` its end, `lost` or `renewed` meanwhile, `ended` with the
 * command.
 */
export function sayRule(
  rule: LedHere,
  { port, becomes }: { readonly port: number; readonly becomes: 'until' | 'lost' | 'renewed' | 'ended' },
  locale: Locale,
): string {
  const say = sayIn(openingText, locale)
  const slots = { rule: ruleName(rule, port, say), time: timeOf(rule.endsAt ?? 0) }
  if (rule.wasThere || rule.endsAt === null) return say('stays', slots)
  if (becomes !== 'ended') return say(becomes, slots)
  return say(rule.isLeft ? 'left' : 'gone', slots)
}

/** Says refusals, those of several ways for one reason together. */
export function sayRefusals(all: readonly Refused[], locale: Locale): string[] {
  const say = sayIn(openingText, locale)
  const alike = Map.groupBy(all, ({ protocol, family, reason, code, by }) =>
    [protocol, family, reason, reason === 'other' && code, by].join(),
  )
  return [...alike.values()].flatMap((group) => {
    const way = group.map((refused) => WAY_NAMES[refused.way]).join(', ')
    return group.slice(0, 1).map((refused) => {
      const [protocol, family] = [refused.protocol.toUpperCase(), FAMILY_NAMES[refused.family]]
      return say('refused', { protocol, family, way, reason: refusalReason(refused, say) })
    })
  })
}

function refusalReason({ reason, code, by }: Refused, say: SayOpening): string {
  const why = reason === 'taken' && by !== null ? say('reason.taken-by', { by }) : say(`reason.${reason}`)
  return reason === 'other' && code !== null ? say('with-code', { reason: why, code }) : why
}

export function sayClosed({ protocol, way, family, externalPort, isCertain }: Closed, locale: Locale): string {
  const say = sayIn(openingText, locale)
  const slots = { protocol: protocol.toUpperCase(), way: WAY_NAMES[way], family: FAMILY_NAMES[family] }
  return say(isCertain ? 'closed' : 'agreed', { ...slots, port: externalPort })
}

/** Says what the server saw of a rule. */
export function sayChecked(checked: Omit<Checked, 'outside'>, locale: Locale): string {
  const { protocol, family, failure } = checked
  const sight = sightText.say(locale, sightOf(checked), { reason: failure?.replace(/\.$/, '') ?? '' })
  return openingText.say(locale, 'sight', { protocol: protocol.toUpperCase(), family: FAMILY_NAMES[family], sight })
}

const REACHED = { yes: 'reachable', no: 'blocked', 'cannot-tell': 'cannot-tell' } as const

function sightOf({ reached, proof, arrived, failure }: Omit<Checked, 'outside'>) {
  if (failure !== null) return 'unchecked-because'
  if (arrived) return 'answer-lost'
  return proof === 'proven' || proof === 'someone-else' ? proof : REACHED[reached]
}
