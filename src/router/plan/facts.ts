import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import { isPublicAddress } from '../../policy/admit.ts'
import { inSame24 } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Brand, Isp, PlatformId, UseCase } from '../catalogue/schema.ts'
import type { Judgement, Service } from '../judgement/judgement.ts'
import { type Line, upstreamOf, wanOf } from '../judgement/line.ts'
import { namedProvider, type Provider } from '../providers.ts'
import type { PortCheck, Rule } from './rules.ts'
import type { FoundBrand } from './subjects.ts'

/** The hints of a request about the line, its router and the device, as they were understood. Hints never refuse. */
export interface Hints {
  readonly router: FoundBrand
  readonly isp: Provider | null
  readonly platform: PlatformId | null
  readonly internalIp: string | null
  /** The internet address that the router shows. */
  readonly routerWan: Address | null
  /** The hints that name nothing known. */
  readonly notUnderstood: readonly string[]
}

/** The request for a plan, understood. */
export interface PlanRequest extends Hints {
  readonly service: Service
}

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

/** Returns who connects to a service; what the catalogue does not say follows from its kind. */
export function servesOf(service: Service): NonNullable<UseCase['serves']> {
  const { serves, category, ports } = service
  if (serves) return serves
  // Torrent clients are the programs of this kind without a page or a required port.
  if (category === 'web') return ports.some(({ required }) => required) ? 'friends' : 'strangers'
  return ['game', 'voice', 'media', 'custom'].includes(category) ? 'friends' : 'oneself'
}

/** Returns the rule of a web page among the rules: one on a port of the web, or one that the catalogue calls a page. */
export function webRule({ service, wanted }: Pick<PlanFacts, 'service' | 'wanted'>): Rule | null {
  const isWeb = ({ internalPort, protocol }: Rule) =>
    protocol === 'tcp' &&
    (/^(?:80|443|8080|8443)$/.test(internalPort) ||
      service.ports.some(({ internal, web }) => internal === internalPort && web === true))
  return wanted.find(isWeb) ?? null
}

/** Returns whether other programs look for a service at the port that it has itself, so that no rule can lead there from another one. */
export function isFixed({ service, wanted }: Pick<PlanFacts, 'service' | 'wanted'>): boolean {
  return service.connect === undefined && servesOf(service) === 'strangers' && webRule({ service, wanted }) === null
}

/** The reason why an address is probably not that of a device behind the router. */
export interface Doubt {
  /** `inside`: on a network inside one machine, of its containers or virtual machines; `upstream`: on that before the router; `unusual`: other boxes give it out. */
  readonly because: 'router' | 'inside' | 'upstream' | 'unusual'
  /** The usual address of the router. */
  readonly gateway: string
}

/** Returns whether the address of the device is on a network inside one machine, where no router can reach it. */
export function isInside({ doubt }: { readonly doubt: Doubt | null }): boolean {
  return doubt?.because === 'inside'
}

/** Returns why an address is probably not that of a device behind the router. */
export function doubtOf(internalIp: string, brand: Brand, routerWan: Address | null, catalogue: Catalogue): Doubt | null {
  const [gateway = ''] = brand.gateways
  if (brand.gateways.includes(internalIp)) return { because: 'router', gateway }
  if (routerWan !== null && inSame24(internalIp, routerWan.text)) return { because: 'upstream', gateway }
  if (INSIDE.test(internalIp) && !isAtHome(internalIp, catalogue)) return { because: 'inside', gateway }
  if (isFrom(brand, internalIp)) return null
  return isAtHome(internalIp, catalogue) ? { because: 'unusual', gateway } : null
}

/** Returns the other box that alone gives out such an address; null if the router may. `isp` is the provider of the line, whose box comes first. */
export function boxOf(internalIp: string, brand: Brand, catalogue: Catalogue, isp: Isp | null): Brand | null {
  return isFrom(brand, internalIp) ? null : (upstreamOf(catalogue, internalIp, isp)?.brand ?? null)
}

/** Returns whether an address may come from a router of a brand: of one that is not known, anything may. */
function isFrom({ kind, gateways }: Brand, internalIp: string): boolean {
  return kind === 'generic' || gateways.length === 0 || gateways.some((one) => inSame24(one, internalIp))
}

/** Networks inside machines: Docker and WSL use 172.16.0.0/12, but for that of an iPhone's hotspot, VirtualBox and libvirt the other two. */
const INSIDE = /^(?:172\.(?!20\.10\.)(?:1[6-9]|2\d|3[01])|10\.0\.2|192\.168\.122)\./

function isAtHome(internalIp: string, { brands, isps }: Catalogue): boolean {
  return [...brands, ...isps].some(({ gateways }) => gateways.some((gateway) => inSame24(gateway, internalIp)))
}
