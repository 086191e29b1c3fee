import type { Where } from '../../diagnostics/where/index.ts'
import { parseAddress } from '../../policy/address.ts'
import type { Judged, Version } from '../fields.ts'
import { isBehind, isMaybeShared, type LineSeen } from '../line.ts'
import { type OutsideSeen, wasProbed } from '../outside-seen.ts'
import { CAUSES, type Cause } from './causes.ts'
import type { HomeFacts } from './facts.ts'
import { isOwnAddress, type RuleSeen, ruleFor, ruleSeen } from './rule.ts'

/** A home over one version of IP. */
interface HomeView extends HomeFacts {
  readonly version: Version
  readonly seen: OutsideSeen | null
  /** The rule for the port; over IPv6 nothing is forwarded, so that it is unseen. */
  readonly rule: RuleSeen
}

/** A home that somebody looked at from outside. */
interface SeenView extends HomeView {
  readonly seen: OutsideSeen
}

/** Judges a home from what was seen, and nothing else: by the version of IP that others get through with, otherwise by IPv4. */
export function judgeHome(facts: HomeFacts) {
  const [first = judgeVersion(facts, 4), second = null] = versionsOf(facts).map((version) => judgeVersion(facts, version))
  const isSecond = second?.verdict === 'reachable' && first.verdict !== 'reachable'
  const [{ causes, ...main }, other] = isSecond ? [second, first] : [first, second]
  const also = causes.slice(1).filter((cause) => CAUSES[cause].verdict === 'blocked')
  return { ...main, also, other: other && omitCauses(other) }
}

const omitCauses = ({ causes: _, ...judged }: ReturnType<typeof judgeVersion>): Judged => judged

/** Returns the versions of IP to speak of, IPv4 first: most visitors still come over it. */
function versionsOf({ outside, gateway, computer }: HomeFacts): Version[] {
  if (outside.length > 0) return outside.map(({ version }) => version).toSorted()
  return gateway || computer.address !== null || computer.address6 === null ? [4] : [6]
}

function judgeVersion(facts: HomeFacts, version: Version): Judged & { readonly causes: Cause[] } {
  const seen = facts.outside.find((one) => one.version === version) ?? null
  const rule = version === 4 ? ruleSeen(facts) : 'unseen'
  const causes = [...new Set(causesOf({ ...facts, version, seen, rule }))]
  const [cause = 'outside-unseen'] = causes
  const { verdict, box: blockedAt } = CAUSES[cause]
  return { ipVersion: version, ip: seen?.ip ?? null, verdict, blockedAt, cause, causes }
}

/** Returns the causes, the one that explains the others first. */
function causesOf(view: HomeView): Cause[] {
  const { asked, advice, computer, places, seen } = view
  const { proof = null, arrived = false } = seen ?? {}
  if (advice === 'not-needed' || seen?.verdict === 'not-needed') return ['not-needed']
  if (!asked) return ['no-port']
  // Others get through to here, so that nothing at home keeps everybody out.
  if (seen && places?.split?.ip === seen.ip) return ['filtered-by-origin']
  if (proof === 'proven') return ['proven']
  const inside = inComputer(view)
  if (proof === 'someone-else') return [strangerAt(view), ...inside]
  if (arrived && proof === 'no-answer') return [computer.vpn ? 'answers-lost-in-vpn' : 'answers-lost']
  const line = lineCauses(view)
  if (seen && isOpen(seen)) return openCauses({ ...view, seen }, [...line, ...inside])
  // A line that nobody gets through comes first: nothing else helps before it, and what ends there says nothing about a rule.
  const certain = [...line, ...inside, ...ruleCauses(view, line.length > 0), ...frontCauses(view)]
  return certain.length > 0 ? certain : [likely(view)]
}

/** Returns the cause where none is certain: what was seen from outside, otherwise what nobody could see. */
function likely(view: HomeView): Cause {
  const { seen, computer, rule } = view
  if (seen) return computer.vpn ? 'vpn' : outsideCause({ ...view, seen })
  return rule === 'unlisted' ? 'no-rule-unseen' : 'outside-unseen'
}

/** Returns whether the port itself answered, whatever else is amiss; of the other version of IP only the end is told. */
export function isOpen({ codes, verdict }: OutsideSeen): boolean {
  return codes.length === 0 ? verdict === 'reachable' : codes.includes('port-open')
}

/** The findings from outside on a line that nobody gets through over IPv4. */
const SHARED: readonly string[] = ['carrier-nat', 'ds-lite', 'building-shares', 'provider-private', 'provider-shares-line']

/** Returns the line, where no rule on it can let anybody in. */
function lineCauses({ line, seen, version }: HomeView): Cause[] {
  if (version === 6) return []
  if (line.nat === 'carrier-grade') return ['carrier-nat']
  if (seen?.codes.some((code) => SHARED.includes(code))) return ['line-shared']
  return seen?.codes.includes('port-blocked-by-provider') ? ['port-blocked'] : []
}

/** Returns whether a box in front of the router, at the public address, was heard forwarding the port. */
function isForwarded(seen: OutsideSeen | null): boolean {
  return seen?.where?.forwardingRule === 'proven'
}

/** Returns another router in front of this one; without the view from outside it may well pass the port on. */
function frontCauses({ line, seen, version, computer }: HomeView): Cause[] {
  // Through a VPN, the port was checked at the far end of the tunnel.
  if (version === 6 || computer.vpn || line.nat === 'one-to-one' || isForwarded(seen)) return []
  if (line.reason === 'hop-is-private' && isShut(seen)) return ['second-router']
  if (!isBehind(line)) return []
  return [isShut(seen) ? 'second-router' : 'front-unseen']
}

/** Returns whether nobody gets in: over UDP, only a proof tells that from a program that answers nobody it does not know. */
function isShut(seen: OutsideSeen | null): seen is OutsideSeen {
  if (seen === null) return false
  return seen.proof === 'no-answer' || (seen.verdict === 'blocked' && wasProbed(seen))
}

/** Returns the rule, where the router tells one that does not lead here; a missing one only where packets can come as far as the router. */
function ruleCauses({ rule, line, seen, computer }: HomeView, isLineShut: boolean): Cause[] {
  if (rule === 'right' || rule === 'unseen' || line.reason === 'own-is-public') return []
  if (rule !== 'unlisted') return [rule]
  // A rule that was seen at work is there, listed or not.
  const isMissing = !computer.vpn && !isLineShut && isShut(seen) && !isForwarded(seen) && isAtAddress(seen)
  if (!isMissing || isBehind(line) || isMaybeShared(line)) return []
  return [isProvenMissing(line, seen) ? 'no-rule-proven' : 'no-rule']
}

/** Returns whether there is no rule: packets end at the address, and its box was heard speaking of others that ended there. */
function isProvenMissing({ speaksAs }: LineSeen, { ip, where }: OutsideSeen): boolean {
  const isAtEnd = where?.verdict === 'silent-at-address' || where?.verdict === 'refused-at-address'
  return speaksAs === ip && isAtEnd && where.forwardingRule === 'not-seen'
}

/** Returns whether packets end at the address itself, or nobody could look. */
function isAtAddress({ where }: OutsideSeen): boolean {
  return where === null || ['refused-at-address', 'silent-at-address', 'cannot-tell'].includes(where.verdict)
}

/** Returns the causes of a port that answers, where something certain here says that it cannot be this program that does. */
function openCauses(view: SeenView, certain: readonly Cause[]): Cause[] {
  const { seen, rule, version, line, computer, heldBy } = view
  // The device that the rule leads to is the one that answers.
  if (rule === 'rule-elsewhere' || rule === 'rule-other-port') return [rule, ...inComputer(view)]
  if (seen.codes.includes('router-page-open')) return ['router-page']
  // It was not proven that it is this command that answered.
  const isOurs = heldBy === 'us'
  const isAside = version === 4 && line.reason === 'wan-differs'
  if (certain.length > 0 || computer.vpn || isOurs || isAside) return ['answered-by-whom', ...certain]
  if (seen.codes.includes('service-other')) return ['wrong-program']
  if (seen.blockedAt === 'name') return ['name']
  if (seen.verdict === 'reachable') return ['answers']
  return [seen.verdict === 'blocked' ? 'wrong-program' : 'outside-doubts']
}

/** Returns where a port leads that is answered by something without the key. */
function strangerAt({ version, line, rule }: HomeView): Cause {
  if (version === 6) return 'answered-by-whom'
  if (line.nat === 'carrier-grade') return 'neighbour'
  if (rule === 'rule-elsewhere' || rule === 'rule-other-port') return rule
  return line.nat === 'double-nat' && (rule === 'right' || rule === 'unlisted') ? 'second-router-elsewhere' : 'someone-else'
}

/** Returns the cause of a port that does not answer, as the view from outside shows it, made certain or contradicted by what was seen inside. */
function outsideCause(view: SeenView): Cause {
  const { asked, line, seen, version } = view
  const { codes } = seen
  if (codes.includes('through-proxy')) return 'vpn'
  if (version === 4 && line.reason === 'wan-differs') return 'other-line'
  if (seen.blockedAt === 'name') return 'name'
  if (codes.includes('provider-shares')) return line.nat === 'none' ? atAddress(view) : 'line-shared'
  // Silence says nothing over UDP, unless a proof was asked for.
  const isProved = seen.proof === 'no-answer'
  if (seen.verdict !== 'blocked' && !isProved) return asked?.protocol === 'udp' ? 'udp-silent' : 'outside-doubts'
  return version === 6 ? overIPv6(view) : whereEnded(view)
}

/** Returns the cause by the end of the packets, over IPv4. */
function whereEnded(view: SeenView): Cause {
  const { seen, rule } = view
  switch (seen.where?.verdict) {
    // This computer is switched on, and a program waits here: what refuses in its place is a firewall, or another device.
    case 'refused-by-device':
    case 'silent-device':
      return atDevice(view)
    case 'no-device':
    case 'wrong-address':
      if (isOuter(view)) return 'second-router-elsewhere'
      return rule === 'right' ? 'rule-without-effect' : 'rule-not-here'
    case 'refused-on-the-way':
    case 'stopped-before':
      return 'port-stopped'
    case 'router-reached':
      return 'pinhole'
    case 'refused-at-address':
      return isForwarded(seen) ? 'router-filters' : atAddress(view)
    default:
      return atAddress(view)
  }
}

/** Returns whether this computer has a firewall whose rules could not be read to their end. */
function isUnread({ computer: { firewall } }: HomeView): boolean {
  return firewall?.blocks === 'unknown'
}

/** Returns the cause behind a rule that was seen at work. */
function atDevice(view: SeenView): Cause {
  if (view.rule === 'right') return isUnread(view) ? 'firewall-likely' : 'rule-without-effect'
  // In front of this router, the device behind the rule is this router.
  if (isOuter(view)) return 'no-rule-likely'
  // A firewall that was read and lets the port in leaves another device; one that was not read drops far more often than it refuses.
  return view.seen.where?.verdict === 'silent-device' && isUnread(view) ? 'firewall-likely' : 'rule-not-here'
}

/** Returns whether the rule that was seen at work is that of a box in front of this router, and this one was not seen to pass the port on. */
function isOuter({ line, seen: { where } }: SeenView): boolean {
  return isBehind(line) && (where?.forwarders ?? 0) < 2
}

/** Returns the cause of silence or a refusal at the public address. */
function atAddress(view: SeenView): Cause {
  const { line, rule, seen } = view
  if (line.reason === 'own-is-public') return isUnread(view) ? 'firewall-likely' : 'filtered-ahead'
  if (rule === 'right') return isUnread(view) ? 'firewall-likely' : 'rule-without-effect'
  if (isProvenMissing(line, seen)) return 'no-rule-proven'
  return isMaybeShared(line) ? 'shared-or-no-rule' : 'no-rule-likely'
}

/** Returns the cause over IPv6, where nothing is forwarded: a firewall, of the router or of this computer. */
function overIPv6(view: SeenView): Cause {
  const end: Where['verdict'] | undefined = view.seen.where?.verdict
  if (end === 'stopped-before') return 'port-stopped'
  const isAtDevice = end === 'refused-by-device' || end === 'silent-device'
  return isAtDevice && isUnread(view) ? 'firewall-likely' : 'pinhole'
}

/** Returns what keeps the port shut on this computer, the innermost first: it shows that by itself, whatever the view from outside. */
function inComputer(view: HomeView): Cause[] {
  const { asked, advice, computer, heldBy, version } = view
  // A console is another device.
  if (!asked || advice === 'ask-console') return []
  const { listening, firewall } = computer
  const causes: Cause[] = []
  if (listening === null && heldBy === null && !computer.isBlind) causes.push('nothing-listens')
  if (listening !== null) {
    if (listening.onlyLoopback) causes.push('only-loopback')
    else if (listening.family !== 'both' && listening.family !== `ipv${version}`) causes.push('wrong-family')
    else if (!isForAll(listening.addresses, view)) causes.push('other-address')
  }
  if (firewall?.blocks === 'yes') causes.push('firewall-blocks')
  return causes
}

/** Returns whether a program is there for those who come in by the own address, or the one that a rule leads to; where neither is known, it is. */
function isForAll(addresses: readonly string[], view: HomeView): boolean {
  const { computer, version } = view
  const rule = version === 4 ? ruleFor(view) : null
  const own = version === 4 ? computer.address : computer.address6
  const places = [own ?? [], rule && isOwnAddress(rule.internalIp, view) ? rule.internalIp : []].flat()
  const parsed = addresses.flatMap((text) => parseAddress(text) ?? [])
  if (places.length === 0 || parsed.length === 0) return true
  return parsed.some((address) => {
    const isAny = address.words.every((word) => word === 0)
    return isAny || (address.version === version && places.includes(address.text))
  })
}
