import type { Address } from '../../policy/address.ts'
import { ownersOf, type Side, sideOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { matchName } from '../catalogue/match.ts'
import { inSame24 } from '../catalogue/range.ts'
import type { Brand, Isp, Localized, PlatformId } from '../catalogue/schema.ts'
import { shown } from '../catalogue/shown.ts'
import { type Wan, wanOf } from '../nat.ts'
import type { State } from './connection-words.ts'

export interface Asked {
  readonly routerBrand: string | undefined
  readonly isp: string | undefined
  readonly gateway: string | null
  readonly routerWan: Address | null
  readonly platform: PlatformId | null
  readonly state: State
}

/** What is known about the caller's network, from the request and the catalogue. */
export interface Situation extends Asked {
  readonly catalogue: Catalogue
  /** The brand that the request names; null if it names none, or an unknown one. */
  readonly brand: Brand | null
  /** The router that the request names, by brand or by provider; the id is that of the brand, if there is one. */
  readonly named: { readonly id: string | null; readonly name: Localized } | null
  /** Unknown names in the request, made safe to show. */
  readonly unknownBrand: string | null
  readonly unknownProvider: string | null
  readonly brandsNear: readonly Brand[]
  readonly provider: Isp | null
  readonly providersNear: readonly Isp[]
  /** The provider's box: the one that the request names, otherwise the one that the provider supplies. */
  readonly ispBox: Brand | null
  readonly equipment: Brand | null
  readonly wan: Wan
  readonly facts: Facts
}

/** The facts that the decision table matches. */
export interface Facts {
  readonly wan: Wan
  /** `unknown`: a name that the catalogue does not have, most likely that of a retail router. */
  readonly brand: Side | 'unknown'
  /** Whether the provider supplies a box of its own. */
  readonly isp: 'box' | 'none'
  /** Whose box the gateway is; `open` if the address could belong to either. */
  readonly gateway: Side | 'open'
}

export function situationOf(said: Asked, catalogue: Catalogue): Situation {
  const asked = sorted(said, catalogue)
  const names = namesIn(asked, catalogue)
  const { brand, provider, saidProvider, unknownBrand } = names
  const equipment = catalogue.brands.find(({ id }) => id === provider?.equipment) ?? null
  const ispBox = brand?.kind === 'isp' ? brand : equipment
  const wan = wanOf(asked.routerWan)
  const unnamed = unknownBrand === null ? 'none' : 'unknown'
  const brandSide = brand ? sideOf(brand) : names.named ? 'isp' : unnamed
  const gateways = boxGateways(ispBox, equipment, provider)
  const facts: Facts = {
    wan,
    brand: brandSide,
    isp: saidProvider && (saidProvider.equipment !== null || saidProvider.gateways.length > 0) ? 'box' : 'none',
    gateway: gatewaySide({ asked, wan, brand, brandSide, gateways, catalogue }),
  }
  return { ...asked, ...names, catalogue, ispBox, equipment, wan, facts }
}

/** The addresses of the provider's box, the usual one first. For a box of another provider, those of this provider are left out. */
export function boxGateways(ispBox: Brand | null, equipment: Brand | null, provider: Isp | null): string[] {
  const ofProvider = ispBox === equipment ? (provider?.gateways ?? []) : []
  return [...new Set([...(ispBox?.gateways ?? []), ...ofProvider])]
}

/** Treats blank fields as missing, and swaps a brand and a provider that are in each other's field ("KT" and "ipTIME"). */
function sorted(said: Asked, catalogue: Catalogue): Asked {
  const asked = { ...said, routerBrand: unlessBlank(said.routerBrand), isp: unlessBlank(said.isp) }
  const { routerBrand, isp } = asked
  if (isp === undefined || providerNamed(isp, catalogue).found) return asked
  const maker = matchName(catalogue.brands, isp).found
  if (sideOf(maker) !== 'personal') return asked
  if (routerBrand === undefined) return { ...asked, routerBrand: isp, isp: undefined }
  return providerNamed(routerBrand, catalogue).found ? { ...asked, routerBrand: isp, isp: routerBrand } : asked
}

function unlessBlank(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text
}

/** The brand and the provider that a request names. */
function namesIn({ routerBrand, isp }: Asked, catalogue: Catalogue) {
  const { brands, isps } = catalogue
  const router = routerBrand === undefined ? null : matchName(brands, routerBrand)
  const brand = router?.found?.kind === 'generic' ? null : (router?.found ?? null)
  // People may call a box by the name of its provider: "T-Mobile".
  const asProvider = routerBrand !== undefined && !router?.found ? providerNamed(routerBrand, catalogue).found : null
  const isKnown = router?.found || asProvider
  const said = isp === undefined ? null : providerNamed(isp, catalogue)
  const ofBrand = brand?.kind === 'isp' ? isps.find(({ equipment }) => equipment === brand.id) : null
  return {
    brand,
    named: brand ?? (asProvider && { id: asProvider.equipment, name: asProvider.name }),
    unknownBrand: isKnown || routerBrand === undefined ? null : shown(routerBrand),
    brandsNear: isKnown ? [] : (router?.near ?? []),
    provider: said?.found ?? asProvider ?? ofBrand ?? null,
    saidProvider: said?.found ?? null,
    unknownProvider: said?.found || isp === undefined ? null : shown(isp),
    providersNear: said?.near ?? [],
  }
}

/** A provider, by its own name or by that of its box ("olleh"). */
function providerNamed(text: string, { isps, brands }: Catalogue): { found: Isp | null; near: readonly Isp[] } {
  const direct = matchName(isps, text)
  if (direct.found) return direct
  const box = matchName(
    brands.filter(({ kind }) => kind === 'isp'),
    text,
  ).found
  const found = isps.find(({ equipment }) => box !== null && equipment === box.id) ?? null
  return found ? { found, near: [] } : direct
}

interface Clues {
  asked: Asked
  wan: Wan
  brand: Brand | null
  brandSide: Facts['brand']
  /** The gateways of the provider's box. */
  gateways: readonly string[]
  catalogue: Catalogue
}

function gatewaySide({ asked, wan, brand, brandSide, gateways, catalogue }: Clues): Facts['gateway'] {
  const { gateway, routerWan } = asked
  const wanText = routerWan?.text ?? ''
  // A WAN address that the provider's box assigned belongs to another router behind that box.
  const isBehindBox = wan === 'private' && gateways.some((one) => inSame24(one, wanText))
  if (gateway === null) return brandSide === 'isp' && isBehindBox ? 'personal' : 'none'
  if (brandSide === 'personal' && brand?.gateways.includes(gateway)) return 'personal'
  if (gateways.includes(gateway)) return 'isp'
  const owners = ownersOf(gateway, catalogue)
  const sides = new Set(owners.map(({ side }) => side))
  if (sides.size === 1 && sides.has('isp')) return 'isp'
  // An address that no box of the provider uses belongs to the caller's own router, as does one that it was changed to.
  if (brandSide === 'personal' || gateways.length > 0) return 'personal'
  return sides.size === 1 ? 'personal' : 'open'
}
