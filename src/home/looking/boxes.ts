import type { BlockOf, Mark } from '../../contract/blocks.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { VERDICTS } from '../../reachability/index.ts'
import type { HomeFound } from '../fields.ts'
import { firstSeen, textIn, wasProbed } from '../outside-seen.ts'
import { boxesText, sightText } from '../say.text.ts'
import type { Box, Cause } from './causes.ts'
import { isLedHere, ruleFor } from './rule.ts'

/** The boxes as they are shown, from the inside out. */
const SHOWN = ['computer', 'firewall', 'router', 'line', 'outside'] as const
type ShownBox = (typeof SHOWN)[number]

/** The part of an answer that the line of a box is made of. */
export type BoxFacts = Pick<
  HomeFound,
  'asked' | 'computer' | 'gateway' | 'line' | 'outside' | 'outsideFailure' | 'proof' | 'arrived'
> & { readonly cause?: Cause; readonly ipVersion?: 4 | 6; readonly ip?: string | null }

/** Returns the line of a box; null if there is nothing to say of it. */
export function sayBox(box: ShownBox, facts: BoxFacts, locale: Locale): string | null {
  return LINES[box](facts, sayIn(boxesText, locale), locale)
}

type BoxLine = (facts: BoxFacts, say: Say<typeof boxesText.en>, locale: Locale) => string | null

const LINES: Record<ShownBox, BoxLine> = {
  computer({ asked, computer, gateway }, say) {
    const { listening, vpn, inside } = computer
    const place = computer.address ?? computer.address6 ?? say('computer.unknown')
    const program = listening?.program ?? say('a-program')
    const key = asked ? listeningIn(computer) : 'unasked'
    const said = say(`computer.${key}`, { place, program, addresses: listening?.addresses.join(', ') ?? '' })
    if (vpn) return say('computer.vpn', { said })
    // A gateway that speaks a protocol is a router.
    const isRouter = gateway !== null && gateway.protocols.length > 0
    return inside === null || isRouter ? said : say(`computer.${inside}`, { said })
  },
  firewall({ asked, computer: { firewall } }, say) {
    if (!asked || !firewall) return null
    return say(`firewall.${firewall.kind === 'unknown' ? 'unread' : firewall.blocks}`, { kind: firewall.kind })
  },
  router(facts, say) {
    const { asked, gateway } = facts
    if (!gateway?.address) return say('router.none')
    const place = gateway.model === null ? gateway.address : `${gateway.address} (${gateway.model})`
    const rule = ruleFor(facts)
    // Its list has what programs have asked for, and often not what a person has entered.
    const passes = rule ? null : passesOn(facts)
    if (passes) return say(`router.${passes}`, { place })
    const protocols = gateway.protocols.map((name) => NAMES[name]).join(', ')
    if (gateway.protocols.length === 0) return say('router.silent', { place })
    if (!asked) return say('router.seen', { place, protocols })
    // Its list is of IPv4, where ports are forwarded.
    if (facts.ipVersion === 6) return say('router.unseen-pinholes', { place })
    if (!gateway.rules) return say('router.mute', { place, protocols })
    if (!rule) return say('router.unlisted', { place })
    return say('router.rule', { place, external: rule.externalPort, to: `${rule.internalIp}:${rule.internalPort}` })
  },
  line({ line: { because, nat }, cause, ipVersion }, say) {
    const ofLine = OF_LINE.find((one) => one === cause)
    if (ofLine) return say(`line.${ofLine}`, { because })
    // A box in front of the router, if there is one, lets the port in.
    const isMoot = ipVersion === 4 && nat === 'unknown' && (cause === 'answers' || cause === 'proven')
    return isMoot ? null : because
  },
  outside(facts, say, locale) {
    const { asked, outside, outsideFailure, proof } = facts
    if (!asked) return null
    if (outsideFailure !== null) return sightText.say(locale, 'unchecked-because', { reason: outsideFailure })
    const ip = textIn(outside, 'ip')
    if (ip === null) return say('outside.no-server')
    if (outside?.blockedAt === 'name' && proof === null) return say('outside.name', { ip })
    return `${ip}: ${sightText.say(locale, sightOf(facts), {})}`
  },
}

function sightOf({ outside, proof, arrived, cause }: BoxFacts) {
  if (proof === 'no-answer') return arrived ? 'answer-lost' : 'nothing'
  if (proof !== null) return proof
  if (cause === 'router-page' || cause === 'wrong-program') return 'reachable'
  const seen = firstSeen(outside)
  if (outside?.verdict === 'blocked' && seen && !wasProbed(seen)) return 'unchecked'
  const verdict = VERDICTS.find((one) => one === outside?.verdict) ?? 'cannot-tell'
  return verdict === 'not-needed' ? 'unchecked' : verdict
}

function listeningIn({ listening, isBlind }: BoxFacts['computer']) {
  if (!listening) return isBlind ? 'blind' : 'none'
  if (listening.onlyLoopback) return 'loopback'
  const isAny = listening.addresses.some((address) => address === '0.0.0.0' || address === '::')
  return isAny && listening.family === 'both' ? 'all' : 'listens'
}

/** Returns whether a router was seen to let the port in, or to forward it; null if neither was seen. */
function passesOn(facts: BoxFacts): 'lets-in' | 'forwards' | null {
  const { cause, line, outside } = facts
  if (cause === 'proven' || (cause === 'answers' && isLedHere(facts))) return 'lets-in'
  // In front of this router, it is another one that forwards.
  const isOwn = line.nat === 'none' || line.nat === 'unknown'
  return isOwn && cause !== undefined && firstSeen(outside)?.where?.forwardingRule === 'proven' ? 'forwards' : null
}

/** The causes that say more of the line than its addresses do. */
const OF_LINE = ['port-blocked', 'port-stopped', 'line-shared', 'filtered-ahead'] as const

const NAMES = { pcp: 'PCP', 'nat-pmp': 'NAT-PMP', 'upnp-igd1': 'UPnP', 'upnp-igd2': 'UPnP' } as const

/** The line in which a box that is the cause is shown, where it is not its own. */
const LINE_OF: Partial<Record<Box, ShownBox>> = { 'second-router': 'line', provider: 'line', name: 'outside' }

type BoxCheck = BlockOf<'checks'>['lists'][number]['checks'][number]

export function homeTold(found: HomeFound, locale: Locale): BlockOf<'checks'> {
  const shown = SHOWN.flatMap((box): readonly BoxCheck[] => {
    const said = sayBox(box, found, locale)
    return said === null ? [] : [{ mark: markOf(box, found), label: boxesText.say(locale, `label.${box}`, {}), found: said }]
  })
  const checks = [...shown, ...(found.other ? [otherVersion(found.other, locale)] : []), ...placesBox(found, locale)]
  return { kind: 'checks', lists: [{ checks }] }
}

/** Returns the line of the version of IP that the answer is not about. */
function otherVersion({ ipVersion, ip, verdict, cause }: NonNullable<HomeFound['other']>, locale: Locale): BoxCheck {
  const seen = verdict === 'not-needed' ? 'unchecked' : verdict
  const said = `${ip ?? ''}: ${sightText.say(locale, cause === 'proven' ? cause : seen, {})}`
  return { mark: verdict === 'reachable' ? 'good' : 'unknown', label: `IPv${ipVersion}`, found: said }
}

/** Returns the line of several places, in the words of their comparison. */
function placesBox({ places, verdict }: HomeFound, locale: Locale): readonly BoxCheck[] {
  if (!places) return []
  const isFine = places.difference === 'same' && verdict === 'reachable'
  const mark = isFine ? 'good' : 'unknown'
  return [{ mark: places.split ? 'bad' : mark, label: boxesText.say(locale, 'label.places', {}), found: places.headline }]
}

/** Returns the mark of a box: the cause, what is known to be in order, and what is not known. */
function markOf(box: ShownBox, found: HomeFound): Mark {
  const { asked, computer, gateway, line, blockedAt, verdict, ipVersion: version, proof, cause } = found
  // A router that tells nothing may have the rule.
  const isUntold = cause === 'no-rule-likely' && gateway?.protocols.length === 0
  if (blockedAt !== null && (LINE_OF[blockedAt] ?? blockedAt) === box) return isUntold ? 'unknown' : 'bad'
  const { listening, firewall } = computer
  const rule = ruleFor(found)
  const isFine = {
    computer: !asked || (listening !== null && !listening.onlyLoopback) || proof === 'proven',
    // A proof by this command says nothing about a firewall that asks for each program.
    firewall: firewall?.blocks === 'no',
    router:
      (verdict === 'reachable' && isLedHere(found)) || (version === 4 && rule !== null && rule.internalIp === computer.address),
    line: line.nat === 'none' || line.nat === 'one-to-one' || (proof === 'proven' && line.nat !== 'unknown'),
    outside: verdict === 'reachable',
  }[box]
  return isFine ? 'good' : 'unknown'
}
