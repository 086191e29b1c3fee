import { Refusal } from '../../contract/problem.ts'
import type { ToolRequests } from '../../contract/tool-requests.gen.ts'
import type { Address } from '../../policy/address.ts'
import { readAddress } from '../../policy/admit.ts'
import { inSame24, soleBrandAt } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { entriesOfModel, modelPatternsOf } from '../catalogue/models.ts'
import { wordsOf } from '../catalogue/normalize.ts'
import type { Brand, PlatformId } from '../catalogue/schema.ts'
import type { Service } from '../judgement/need.ts'
import { readPlatform } from '../platform.ts'
import { findProvider, type Provider } from '../providers.ts'
import { serviceOf } from './asked-service.ts'
import { boxOf } from './device.ts'
import { suppliedBox } from './facts.ts'
import { planText } from './plan.text.ts'
import { type FoundBrand, findBrand, findUseCase, readInternalIp } from './subjects.ts'

/** The request of a caller. */
export type PlanBody = ToolRequests['port-forward-plan']

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

/** Understands a request; `asn` is the network of the requester. Throws a refusal if the service or an address cannot be read. */
export function readPlanRequest(body: PlanBody, known: Catalogue, asn: number | null): PlanRequest {
  const { useCase, ports = [] } = body
  if (useCase === undefined && ports.length === 0) throw nothingAsked()
  const named = useCase === undefined ? null : findUseCase(known, useCase)
  return { service: serviceOf(named, ports), ...readHints(body, known, asn) }
}

/** Reads everything besides the service. Throws `invalid-target` if an address cannot be read. */
export function readHints(body: Omit<PlanBody, 'useCase' | 'ports'>, known: Catalogue, asn: number | null): Hints {
  const { internalIp, routerWanIp } = body
  const device = internalIp === undefined ? null : readInternalIp(internalIp)
  const found = findBrand(known, body.routerBrand)
  const isp = findProvider(known, { text: body.isp, ofRouter: found.provider, asn })
  const brand = ofGeneration(found.brand, body.routerBrand)
  const routerWan = routerWanIp === undefined ? null : readAddress('routerWanIp', routerWanIp)
  const named = { ...found, brand, isModel: brand !== found.brand }
  const box = device === null ? null : boxByDevice(device, found, { routerWan, isp, known })
  const router = box
    ? { ...findBrand(known, box.id), named: found.named, guessed: true, ...(found.named && { instead: found.name }) }
    : named
  const system = readPlatform(isGiven(body.platform) ? body.platform : undefined, known.platforms)
  return {
    router,
    isp,
    platform: system.isUnderstood ? system.platform : null,
    internalIp: device,
    routerWan,
    notUnderstood: [
      ...(router.named && !router.known && !router.provider ? ['routerBrand'] : []),
      ...(isGiven(body.isp) && !findProvider(known, { text: body.isp, ofRouter: null, asn: null }) ? ['isp'] : []),
      ...(system.isUnderstood ? [] : ['platform']),
    ],
  }
}

/** Returns the router that the address of the device names, where the caller names none (the box of a provider that is named comes first), or one that gives out no such address and whose own is not known. */
function boxByDevice(
  device: string,
  { named, brand }: FoundBrand,
  { routerWan, isp, known }: Pick<Hints, 'routerWan' | 'isp'> & { readonly known: Catalogue },
): Brand | null {
  const own = suppliedBox({ isp, known })
  if (!named && own?.gateways.some((one) => inSame24(one, device))) return own
  if (!named) return soleBrandAt(device, known, isp?.isp ?? null)
  return routerWan === null ? boxOf(device, brand, known, isp?.isp ?? null) : null
}

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== ''
}

function nothingAsked(): Refusal {
  const detail = (locale: 'en' | 'ko') => planText.say(locale, 'nothing-asked', {})
  return new Refusal('invalid-request', detail, { field: 'useCase', errors: [{ field: 'useCase', message: detail }] })
}

/** Returns a brand with the menu, and its name, of the generation that a text names by its model, if the catalogue knows one; otherwise unchanged. */
function ofGeneration(brand: Brand, text: string | undefined): Brand {
  const variants = brand.variants.flatMap((variant) =>
    variant.models ? [{ variant, models: variant.models.flatMap(tails) }] : [],
  )
  if (text === undefined || variants.length === 0) return brand
  const patterns = modelPatternsOf(variants)
  const [named] = tails(wordsOf(text)).flatMap((tail) => entriesOfModel(patterns, tail))
  if (!named) return brand
  const usual = {
    when: { en: planText.say('en', 'other-models', {}), ko: planText.say('ko', 'other-models', {}) },
    menu: brand.menu,
  }
  const { menu, feature = brand.feature } = named.variant
  return { ...brand, menu, feature, variants: [usual, ...brand.variants.filter((one) => one !== named.variant)] }
}

/** Returns a name and those of its ends that have a digit: "TP-Link Archer AX55", "Archer AX55", "AX55". */
function tails(name: string): string[] {
  const words = name.split(' ')
  return words.map((_, index) => words.slice(index).join(' ')).filter((tail, index) => index === 0 || /[\d#]/.test(tail))
}
