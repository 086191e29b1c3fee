// Homes as they were seen, for the verdict and its words.

import { type LineClues, lineSeen } from '../../../src/home/line.ts'
import type { HomeFacts } from '../../../src/home/looking/facts.ts'
import type { OutsideSeen } from '../../../src/home/outside-seen.ts'
import type { GatewayRule, GatewaySeen } from '../../../src/net/gateway/types.ts'

export const OWN = '192.168.1.10'
const OWN_6 = '2001:db8:1::10'
export const PUBLIC = '203.0.113.7'
const PORT = 25_565

type Where = NonNullable<OutsideSeen['where']>

export const listening = (
  addresses: readonly string[] = ['0.0.0.0', '::'],
  more: Partial<NonNullable<HomeFacts['computer']['listening']>> = {},
) => ({ program: 'java', addresses: [...addresses], onlyLoopback: false, family: 'both' as const, ...more })

export const firewall = (blocks: 'yes' | 'no' | 'unknown') => ({ kind: 'ufw', blocks, line: 'sudo ufw allow 25565/tcp' })

export const rule = (more: Partial<GatewayRule> = {}): GatewayRule => ({
  protocol: 'tcp',
  externalPort: PORT,
  internalIp: OWN,
  internalPort: PORT,
  description: 'game',
  leaseS: null,
  ...more,
})

export const where = (verdict: Where['verdict'], more: Partial<Where> = {}): Where => ({
  verdict,
  forwardingRule: 'not-seen',
  allPorts: null,
  distance: 9,
  forwarders: null,
  answeredAt: null,
  stoppedAfter: null,
  evidence: [],
  packets: 9,
  ...more,
})

/** Returns a port that does not answer, with where its packets ended. */
export const shut = (end: Where | null = where('silent-at-address'), more: Partial<OutsideSeen> = {}): OutsideSeen => ({
  version: 4,
  ip: PUBLIC,
  verdict: 'blocked',
  blockedAt: 'port',
  codes: ['public-address', 'nat-unknown', end ? `port-${end.verdict}` : 'port-silent', 'port-not-open', 'router-plan'],
  where: end,
  proof: null,
  arrived: false,
  ...more,
})

export const open = (more: Partial<OutsideSeen> = {}): OutsideSeen => ({
  version: 4,
  ip: PUBLIC,
  verdict: 'reachable',
  blockedAt: null,
  where: null,
  proof: null,
  arrived: false,
  codes: ['public-address', 'no-translation', 'name-not-given', 'port-open', 'service-not-given', 'router-works'],
  ...more,
})

/** A home, by the parts in which it differs from one where a program listens, and nobody has looked any further. */
export interface HomePart {
  readonly computer?: Partial<HomeFacts['computer']>
  readonly rules?: readonly GatewayRule[] | null
  readonly wanIp?: string | null
  readonly saysNoAddress?: boolean
  readonly hops?: LineClues['hops']
  readonly echo?: LineClues['echo']
  readonly protocols?: GatewaySeen['protocols']
  readonly outside?: readonly OutsideSeen[]
  readonly heldBy?: HomeFacts['heldBy']
  readonly owns?: readonly string[]
  readonly advice?: HomeFacts['advice']
  readonly asked?: Pick<NonNullable<HomeFacts['asked']>, 'port' | 'protocol'> | null
  readonly split?: NonNullable<HomeFacts['places']>['split']
}

export function homeOf(part: HomePart): HomeFacts {
  const { outside = [], wanIp = null, saysNoAddress = false, hops = null, echo = null, advice = 'open', split } = part
  const { asked = { port: PORT, protocol: 'tcp' } } = part
  const computer = {
    address: OWN,
    address6: OWN_6,
    interface: 'eth0',
    vpn: false,
    listening: listening(),
    firewall: null,
    inside: null,
    ...part.computer,
  }
  return {
    asked: asked && { ...asked, service: null, hostname: null, keepShut: advice === 'keep-shut' },
    advice,
    computer,
    gateway: { rules: part.rules ?? null },
    line: lineSeen({ gateway: { wanIp, saysNoAddress }, own: computer.address, hops, echo, outside, isVpn: computer.vpn }),
    outside,
    heldBy: part.heldBy ?? null,
    owns: part.owns ?? [],
    places: split ? { seen: [], difference: 'reachable-from-some', headline: 'They differ.', split } : null,
  }
}
