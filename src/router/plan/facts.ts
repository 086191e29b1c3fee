import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Brand } from '../catalogue/schema.ts'
import type { Judgement } from '../judgement/judgement.ts'
import type { Line } from '../judgement/line.ts'
import { wanOf } from '../nat.ts'
import { namedProvider } from '../providers.ts'
import type { Doubt } from './device.ts'
import type { PlanRequest } from './request.ts'
import type { PortCheck, Rule } from './rules.ts'

/** The facts behind the advice on a port forward. */
export interface PlanFacts extends PlanRequest, Line, Pick<Judgement, 'advice' | 'need' | 'dangers'> {
  readonly known: Catalogue
  /** The address of the requester; null if a proxy names none. */
  readonly seen: Address | null
  /** The reason to doubt the address of the device. */
  readonly doubt: Doubt | null
  /** The rules that the request would need, even if none can work. */
  readonly wanted: readonly Rule[]
  /** Whether the port outside is still to be chosen, among the ports that the line has. */
  readonly choosesPort: boolean
  /** The rules to add: none if none can work. */
  readonly rules: readonly Rule[]
  readonly checks: readonly PortCheck[]
  /** The place that others type to connect; null if nobody connects, or if the public IPv4 address is not known. */
  readonly friendsConnectTo: string | null
  readonly locale: Locale
}

/** Devices with a system of their own, on which no commands are typed. */
const CLOSED_DEVICES: ReadonlySet<string> = new Set(['console', 'camera', 'nas'])

export function takesCommands({ service, platform }: Pick<PlanFacts, 'service' | 'platform'>): boolean {
  if (CLOSED_DEVICES.has(service.category)) return false
  return platform === null || platform === 'windows' || platform === 'macos' || platform === 'linux'
}

/** Returns the public IPv4 address of the requester; null if it is not known. */
export function publicIpOf({ seen }: Pick<PlanFacts, 'seen'>): string | null {
  return seen?.version === 4 && isPublicAddress(seen.text) ? seen.text : null
}

/** Returns whether the caller lives with the equipment of a building, and named no router of their own nor its public address. */
export function hasNoRouter(facts: Pick<PlanFacts, 'isp' | 'router' | 'routerWan' | 'works'>): boolean {
  const { isp, router, routerWan, works } = facts
  const isOwn = works === 'yes' || wanOf(routerWan) === 'public' || router.named
  return !isOwn && namedProvider(isp)?.building === true
}

/** Returns whether the address that the router shows is still to be compared. */
export function isToCompare(facts: Pick<PlanFacts, 'works' | 'nat' | 'isOffline' | 'differs' | 'rules'>): boolean {
  const isOpen = facts.works === 'unknown' && facts.nat === 'unknown' && !facts.isOffline && !facts.differs
  return isOpen && facts.rules.length > 0
}

/** Returns the box that the provider supplies; null if no provider is named, or it supplies none. */
export function suppliedBox({ isp, known }: Pick<PlanFacts, 'isp' | 'known'>): Brand | null {
  const equipment = namedProvider(isp)?.equipment
  return known.brands.find(({ id }) => id === equipment) ?? null
}

/** Returns whether a public address is for the manager of the building to give, whatever box was named. */
export function isOfBuilding({ isp, obstacle }: Pick<PlanFacts, 'isp' | 'obstacle'>): boolean {
  return obstacle === 'building' || namedProvider(isp)?.building === true
}
