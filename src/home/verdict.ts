import type { Where } from '../diagnostics/where/index.ts'
import type { GatewayRule } from '../net/gateway/types.ts'
import { parseAddress } from '../policy/address.ts'
import type { HomeFacts } from './ask.ts'
import { CAUSES, type Cause } from './causes.ts'
import type { HomeFound, Judged, Version } from './fields.ts'
import { isBehind, isMaybeShared, type LineSeen } from './line.ts'
import { type OutsideSeen, wasProbed } from './outside-seen.ts'

/** Judges a home from what was seen, and nothing else: by the version of IP that others get through with, otherwise by IPv4. */
export function judgeHome(facts: HomeFacts) {
  const [first = judgeVersion(facts, 4), second = null] = versionsOf(facts).map((version) => judgeVersion(facts, version))
  const isSecond = second?.verdict === 'reachable' && first.verdict !== 'reachable'
  const [{ causes, ...main }, other] = isSecond ? [second, first] : [first, second]
  const also = causes.slice(1).filter((cause) => CAUSES[cause][0] === 'blocked')
  return { ...main, also, other: other && omitCauses(other) }
}

const omitCauses = ({ causes: _, ...judged }: ReturnType<typeof judgeVersion>): Judged => judged

/** Returns the versions of IP to speak of, IPv4 first: most visitors still come over it. */
function versionsOf({ outside, gateway, computer }: HomeFacts): Version[] {
  if (outside.length > 0) return outside.map(({ version }) => version).toSorted()
  return gateway || computer.address !== null || computer.address6 === null ? [4] : [6]
}

function judgeVersion(facts: HomeFacts, ipVersion: Version): Judged & { readonly causes: Cause[] } {
  const outside = facts.outside.find(({ version }) => version === ipVersion) ?? null
  const causes = [...new Set(causesOf(facts, ipVersion, outside))]
  const [cause = 'outside-unseen'] = causes
  const [verdict, blockedAt] = CAUSES[cause]
  return { ipVersion, ip: outside?.ip ?? null, verdict, blockedAt, cause, causes }
}

/** Returns the causes, the one that explains the others first. */
function causesOf(facts: HomeFacts, version: Version, seen: OutsideSeen | null): Cause[] {
  const { asked, advice, computer } = facts
  const { proof = null, arrived = false } = seen ?? {}
  if (advice === 'not-needed' || seen?.verdict === 'not-needed') return ['not-needed']
  if (!asked) return ['no-port']
  // Others get through to here, so that nothing at home keeps everybody out.
  if (seen && facts.split?.ip === seen.ip) return ['filtered-by-origin']
  if (proof === 'proven') return ['proven']
  const inside = inComputer(facts, version)
  if (proof === 'someone-else') return [strangerAt(facts, version), ...inside]
  if (arrived && proof === 'no-answer') return [computer.vpn ? 'answers-lost-in-vpn' : 'answers-lost']
  const line = version === 4 ? lineCause(facts, seen) : []
  if (seen && isOpen(seen)) return openCauses(facts, seen, version, [...line, ...inside])
  // A line that nobody gets through comes first: nothing else helps before it, and what ends there says nothing about a rule.
  const rules = version === 4 ? ruleCauses(facts, computer.vpn || line.length > 0 ? null : seen) : []
  // The port was checked at the far end of the tunnel.
  const ahead = version === 4 && !computer.vpn ? frontCauses(facts, seen) : []
  const certain = [...line, ...inside, ...rules, ...ahead]
  return certain.length > 0 ? certain : [likely(facts, version, seen)]
}

/** Returns what can be said where nothing is certain: what was seen from outside, otherwise what nobody could see. */
function likely(facts: HomeFacts, version: Version, seen: OutsideSeen | null): Cause {
  if (seen && facts.computer.vpn) return 'vpn'
  if (seen) return outsideCause(facts, { seen, rule: version === 4 ? ruleSeen(facts) : 'unseen' }, version)
  return version === 4 && ruleSeen(facts) === 'unlisted' ? 'no-rule-unseen' : 'outside-unseen'
}

export function isOpen({ codes, verdict }: OutsideSeen): boolean {
  return codes.length === 0 ? verdict === 'reachable' : codes.includes('port-open')
}

/** The findings from outside on a line that nobody gets through over IPv4. */
const SHARED: readonly string[] = ['carrier-nat', 'ds-lite', 'building-shares', 'provider-private', 'provider-shares-line']

/** Returns the line, where no rule on it can let anybody in. */
function lineCause({ line }: HomeFacts, seen: OutsideSeen | null): Cause[] {
  if (line.nat === 'carrier-grade') return ['carrier-nat']
  if (seen?.codes.some((code) => SHARED.includes(code))) return ['line-shared']
  return seen?.codes.includes('port-blocked-by-provider') ? ['port-blocked'] : []
}

/** Returns whether a box in front of the router, at the public address, was heard forwarding the port. */
function isForwarded(seen: OutsideSeen | null): boolean {
  return seen?.where?.forwardingRule === 'proven'
}

/** Returns another router in front of this one; without the view from outside it may well pass the port on. */
function frontCauses({ line }: HomeFacts, seen: OutsideSeen | null): Cause[] {
  if (line.nat === 'one-to-one' || isForwarded(seen)) return []
  if (line.reason === 'hop-is-private' && isShut(seen)) return ['second-router']
  if (!isBehind(line)) return []
  return [isShut(seen) ? 'second-router' : 'front-unseen']
}

/** Returns whether nobody gets in: over UDP, only a proof tells that from a program that answers nobody it does not know. */
function isShut(seen: OutsideSeen | null): seen is OutsideSeen {
  if (seen === null) return false
  return seen.proof === 'no-answer' || (seen.verdict === 'blocked' && wasProbed(seen))
}

/** Returns the rule, where the router tells one that does not lead here. */
function ruleCauses(facts: HomeFacts, seen: OutsideSeen | null): Cause[] {
  const rule = ruleSeen(facts)
  if (rule === 'right' || rule === 'unseen' || facts.line.reason === 'own-is-public') return []
  if (rule !== 'unlisted') return [rule]
  // A rule that was seen at work is there, listed or not.
  const isMissing = isShut(seen) && !isForwarded(seen) && isAtAddress(seen)
  return isMissing && !isBehind(facts.line) && !isMaybeShared(facts.line)
    ? [isProvenMissing(facts.line, seen) ? 'no-rule-proven' : 'no-rule']
    : []
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

/** Returns what a port that answers means, where something certain here says that it cannot be this program that does. */
function openCauses(facts: HomeFacts, seen: OutsideSeen, version: Version, certain: readonly Cause[]): Cause[] {
  const rule: RuleSeen = version === 4 ? ruleSeen(facts) : 'unseen'
  // The device that the rule leads to is the one that answers.
  if (rule === 'rule-elsewhere' || rule === 'rule-other-port') return [rule, ...inComputer(facts, version)]
  if (seen.codes.includes('router-page-open')) return ['router-page']
  // It was not proven that it is this command that answered.
  const isOurs = facts.heldBy === 'us'
  const isAside = version === 4 && facts.line.reason === 'wan-differs'
  if (certain.length > 0 || facts.computer.vpn || isOurs || isAside) return ['answered-by-whom', ...certain]
  if (seen.codes.includes('service-other')) return ['wrong-program']
  if (seen.blockedAt === 'name') return ['name']
  if (seen.verdict === 'reachable') return ['answers']
  return [seen.verdict === 'blocked' ? 'wrong-program' : 'outside-doubts']
}

/** Returns where a port leads that is answered by something without the key. */
function strangerAt(facts: HomeFacts, version: Version): Cause {
  const { line } = facts
  if (version === 6) return 'answered-by-whom'
  if (line.nat === 'carrier-grade') return 'neighbour'
  const rule = ruleSeen(facts)
  if (rule === 'rule-elsewhere' || rule === 'rule-other-port') return rule
  return line.nat === 'double-nat' && (rule === 'right' || rule === 'unlisted') ? 'second-router-elsewhere' : 'someone-else'
}

/** A port that does not answer, seen from outside. */
interface Sight {
  readonly seen: OutsideSeen
  readonly rule: RuleSeen
}

/** Returns the cause by the end of the packets, over IPv4. */
function causeAt(end: Where['verdict'] | undefined, facts: HomeFacts, sight: Sight): Cause {
  switch (end) {
    // This computer is switched on, and a program waits here: what refuses in its place is a firewall, or another device.
    case 'refused-by-device':
    case 'silent-device':
      return atDevice(facts, sight)
    case 'no-device':
    case 'wrong-address':
      if (isOuter(facts, sight.seen)) return 'second-router-elsewhere'
      return sight.rule === 'right' ? 'rule-without-effect' : 'rule-not-here'
    case 'refused-on-the-way':
    case 'stopped-before':
      return 'port-stopped'
    case 'router-reached':
      return 'pinhole'
    case 'refused-at-address':
      return isForwarded(sight.seen) ? 'router-filters' : atAddress(facts, sight)
    default:
      return atAddress(facts, sight)
  }
}

/** Returns the cause of a port that does not answer, as the view from outside shows it, made certain or contradicted by what was seen inside. */
function outsideCause(facts: HomeFacts, sight: Sight, version: Version): Cause {
  const { seen } = sight
  const { codes, where } = seen
  if (codes.includes('through-proxy')) return 'vpn'
  if (version === 4 && facts.line.reason === 'wan-differs') return 'other-line'
  if (seen.blockedAt === 'name') return 'name'
  if (codes.includes('provider-shares')) return facts.line.nat === 'none' ? atAddress(facts, sight) : 'line-shared'
  // Silence says nothing over UDP, unless a proof was asked for.
  const isProved = seen.proof === 'no-answer'
  if (seen.verdict !== 'blocked' && !isProved) return facts.asked?.protocol === 'udp' ? 'udp-silent' : 'outside-doubts'
  if (version === 6) return ofIPv6(facts, where)
  return causeAt(where?.verdict, facts, sight)
}

/** Returns the cause behind a rule that was seen at work. */
function atDevice(facts: HomeFacts, { seen, rule }: Sight): Cause {
  const { firewall } = facts.computer
  if (rule === 'right') return firewall?.blocks === 'unknown' ? 'firewall-likely' : 'rule-without-effect'
  // In front of this router, the device behind the rule is this router.
  if (isOuter(facts, seen)) return 'no-rule-likely'
  // A firewall that was read and lets the port in leaves another device; one that was not read drops far more often than it refuses.
  const isSilent = seen.where?.verdict === 'silent-device'
  return isSilent && firewall?.blocks === 'unknown' ? 'firewall-likely' : 'rule-not-here'
}

/** Returns whether the rule that was seen at work is that of a box in front of this router, and this one was not seen to pass the port on. */
function isOuter({ line }: HomeFacts, { where }: OutsideSeen): boolean {
  return isBehind(line) && (where?.forwarders ?? 0) < 2
}

/** Returns the cause of silence or a refusal at the public address. */
function atAddress({ computer: { firewall }, line }: HomeFacts, { rule, seen }: Sight): Cause {
  if (line.reason === 'own-is-public') return firewall?.blocks === 'unknown' ? 'firewall-likely' : 'filtered-ahead'
  if (rule !== 'right' && isProvenMissing(line, seen)) return 'no-rule-proven'
  if (rule !== 'right') return isMaybeShared(line) ? 'shared-or-no-rule' : 'no-rule-likely'
  return firewall?.blocks === 'unknown' ? 'firewall-likely' : 'rule-without-effect'
}

/** Returns the cause over IPv6, where nothing is forwarded: a firewall, of the router or of this computer. */
function ofIPv6({ computer: { firewall } }: HomeFacts, where: Where | null): Cause {
  if (where?.verdict === 'stopped-before') return 'port-stopped'
  const isAtDevice = where?.verdict === 'refused-by-device' || where?.verdict === 'silent-device'
  return isAtDevice && firewall?.blocks === 'unknown' ? 'firewall-likely' : 'pinhole'
}

/** The causes that this computer and its router show by themselves, whatever the view from outside. */

/** Returns what keeps the port shut on this computer, the innermost first. */
function inComputer(facts: HomeFacts, version: Version): Cause[] {
  const { asked, advice, computer, heldBy } = facts
  // A console is another device.
  if (!asked || advice === 'ask-console') return []
  const { listening, firewall } = computer
  const causes: Cause[] = []
  if (listening === null && heldBy === null && !computer.isBlind) causes.push('nothing-listens')
  if (listening !== null) {
    if (listening.onlyLoopback) causes.push('only-loopback')
    else if (listening.family !== 'both' && listening.family !== `ipv${version}`) causes.push('wrong-family')
    else if (!isForAll(listening.addresses, facts, version)) causes.push('other-address')
  }
  if (firewall?.blocks === 'yes') causes.push('firewall-blocks')
  return causes
}

/** Returns whether a program is there for those who come in by the own address, or the one that a rule leads to; where neither is known, it is. */
function isForAll(addresses: readonly string[], facts: HomeFacts, version: Version): boolean {
  const { computer } = facts
  const rule = version === 4 ? ruleFor(facts) : null
  const own = version === 4 ? computer.address : computer.address6
  const places = [own ?? [], rule && isOwn(rule.internalIp, facts) ? rule.internalIp : []].flat()
  const parsed = addresses.flatMap((text) => parseAddress(text) ?? [])
  if (places.length === 0 || parsed.length === 0) return true
  return parsed.some((address) => {
    const isAny = address.words.every((word) => word === 0)
    return isAny || (address.version === version && places.includes(address.text))
  })
}

/** Returns whether an address is one of this computer, which may be in the home network twice. */
function isOwn(address: string, { computer, owns }: HomeFacts): boolean {
  return address === computer.address || owns.includes(address)
}

/** The rule of the router for the port, as far as it tells: `unseen` says nothing, since rules made on its pages are often not listed. */
type RuleSeen = 'right' | 'unseen' | 'unlisted' | Extract<Cause, `rule-${string}`>

function ruleSeen(facts: HomeFacts): RuleSeen {
  const { asked, gateway, computer } = facts
  const rule = ruleFor(facts)
  if (!asked || !gateway?.rules) return 'unseen'
  if (!rule) return 'unlisted'
  // Without an own address there is nothing to compare.
  if (computer.address !== null && !isOwn(rule.internalIp, facts)) return 'rule-elsewhere'
  if (rule.internalPort !== asked.port) return 'rule-other-port'
  return rule.externalPort === asked.port ? 'right' : 'rule-other-outside'
}

/** The part of what was seen that tells which rule decides. */
interface Ruled {
  readonly asked: HomeFacts['asked']
  readonly computer: { readonly address: string | null }
  readonly gateway: Pick<NonNullable<HomeFacts['gateway']>, 'rules'> | null
  readonly ip?: string | null
}

/** Returns the rule that decides about the port: the one from outside, otherwise one that leads to it here from another port. */
export function ruleFor({ asked, computer, gateway }: Ruled): GatewayRule | null {
  const same = (gateway?.rules ?? []).filter(({ protocol }) => protocol === asked?.protocol)
  const isHere = ({ internalPort, internalIp }: GatewayRule) => internalPort === asked?.port && internalIp === computer.address
  return same.find(({ externalPort }) => externalPort === asked?.port) ?? same.find(isHere) ?? null
}

/** Returns whether the router lists a rule for the port, or has nothing to forward. */
export function isRuled(found: Ruled): boolean {
  return ruleFor(found) !== null || (typeof found.ip === 'string' && found.ip === found.computer.address)
}

/** Returns whether what answers outside can only be this computer; another device may have the rule of a router that does not tell. */
export function isLedHere(
  found: Ruled & Pick<HomeFound, 'line'> & { readonly cause?: Cause; readonly ipVersion?: Version },
): boolean {
  return found.cause !== 'answers' || found.ipVersion === 6 || (found.line.nat === 'none' && isRuled(found))
}
