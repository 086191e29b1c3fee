/** The causes that the view from outside shows, made certain, or contradicted, by what was seen inside. */

import type { Where } from '../diagnostics/where/index.ts'
import type { Cause } from './causes.ts'
import type { HomeFacts, Version } from './facts.ts'
import type { RuleSeen } from './inside-causes.ts'
import { isBehind, isMaybeShared } from './line.ts'
import type { OutsideSeen } from './outside-seen.ts'

/** A port that does not answer, seen from outside. */
interface Sight {
  readonly version: Version
  readonly seen: OutsideSeen
  readonly rule: RuleSeen
}

type End = (facts: HomeFacts, sight: Sight) => Cause

/** The causes by the end of the packets, over IPv4. */
const ENDS: Record<Where['verdict'], End> = {
  // This computer is switched on, and a program waits here: what refuses in its place is a firewall, or another device.
  'refused-by-device': atDevice,
  'silent-device': atDevice,
  'no-device': atNobody,
  'wrong-address': atNobody,
  'refused-at-address': (facts, { seen, rule }) =>
    seen.where?.forwardingRule === 'proven' ? 'router-filters' : atAddress(facts, rule),
  'silent-at-address': (facts, { rule }) => atAddress(facts, rule),
  'cannot-tell': (facts, { rule }) => atAddress(facts, rule),
  'refused-on-the-way': () => 'port-stopped',
  'stopped-before': () => 'port-stopped',
  'router-reached': () => 'pinhole',
}

/** Returns the cause of a port that does not answer. */
export function outsideCause(facts: HomeFacts, sight: Sight): Cause {
  const { seen, version } = sight
  const { codes, where } = seen
  if (codes.includes('through-proxy')) return 'vpn'
  if (version === 4 && facts.line.reason === 'wan-differs') return 'other-line'
  if (seen.blockedAt === 'name') return 'name'
  if (codes.includes('provider-shares')) return facts.line.nat === 'none' ? atAddress(facts, sight.rule) : 'line-shared'
  // Silence says nothing over UDP, unless a proof was asked for.
  const isProved = seen.proof === 'no-answer'
  if (seen.verdict !== 'blocked' && !isProved) return facts.asked?.protocol === 'udp' ? 'udp-silent' : 'outside-doubts'
  if (version === 6) return ofIPv6(facts, where)
  return where ? ENDS[where.verdict](facts, sight) : atAddress(facts, sight.rule)
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

/** Returns the cause where a rule leads to an address at which nothing is: this computer is switched on. */
function atNobody(facts: HomeFacts, { seen, rule }: Sight): Cause {
  if (isOuter(facts, seen)) return 'second-router-elsewhere'
  return rule === 'right' ? 'rule-without-effect' : 'rule-not-here'
}

/** Returns whether the rule that was seen at work is that of a box in front of this router, and this one was not seen to pass the port on. */
function isOuter({ line }: HomeFacts, { where }: OutsideSeen): boolean {
  return isBehind(line) && (where?.forwarders ?? 0) < 2
}

/** Returns the cause of silence or a refusal at the public address. */
function atAddress({ computer: { firewall }, line }: HomeFacts, rule: RuleSeen): Cause {
  if (line.reason === 'own-is-public') return firewall?.blocks === 'unknown' ? 'firewall-likely' : 'filtered-ahead'
  if (rule !== 'right') return isMaybeShared(line) ? 'shared-or-no-rule' : 'no-rule-likely'
  return firewall?.blocks === 'unknown' ? 'firewall-likely' : 'rule-without-effect'
}

/** Returns the cause over IPv6, where nothing is forwarded: a firewall, of the router or of this computer. */
function ofIPv6({ computer: { firewall } }: HomeFacts, where: Where | null): Cause {
  if (where?.verdict === 'stopped-before') return 'port-stopped'
  const isAtDevice = where?.verdict === 'refused-by-device' || where?.verdict === 'silent-device'
  return isAtDevice && firewall?.blocks === 'unknown' ? 'firewall-likely' : 'pinhole'
}
