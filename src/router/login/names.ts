import { sideOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { keysOf, type Named } from '../catalogue/keys.ts'
import { matchName } from '../catalogue/match.ts'
import { wordsOf } from '../catalogue/normalize.ts'
import type { Isp, Localized } from '../catalogue/schema.ts'
import { shown } from '../catalogue/shown.ts'
import { providerNamed } from '../providers.ts'

/** The names in a request, as they were said. */
export interface RequestNames {
  readonly routerBrand: string | undefined
  readonly isp: string | undefined
  /** The provider of the network that the request came from; null if that is unknown. A guess: people use VPNs and mobile data. */
  readonly guess: Isp | null
}

/** A router under the name that people know it by; the id is that of its brand, if there is one. */
export interface NamedBox {
  readonly id: string | null
  readonly name: Localized
}

/** Treats blank fields as missing, and swaps a brand and a provider that are in each other's field ("KT" and "ipTIME"). */
export function sorted<Request extends RequestNames>(request: Request, catalogue: Catalogue): Request {
  const asked = { ...request, routerBrand: unlessBlank(request.routerBrand), isp: unlessBlank(request.isp) }
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

/** Returns the brand and the provider that a request names. */
export function namesIn({ routerBrand, isp, guess }: RequestNames, catalogue: Catalogue) {
  const { brands, isps } = catalogue
  const router = routerBrand === undefined || isProviderOnly(routerBrand, catalogue) ? null : matchName(brands, routerBrand)
  const brand = router?.found?.kind === 'generic' ? null : (router?.found ?? null)
  // People may call a box by the name of its provider: "T-Mobile", "Vodafone Station".
  const asProvider = routerBrand !== undefined && !router?.found ? providerOfBox(routerBrand, catalogue) : null
  const isKnown = router?.found || asProvider
  const said = isp === undefined ? null : providerNamed(isp, catalogue)
  const ofBrand = brand?.kind === 'isp' ? isps.find(({ equipment }) => equipment === brand.id) : null
  const provider = said?.found ?? asProvider?.provider ?? ofBrand ?? null
  return {
    brand,
    named: brand ?? asProvider?.box ?? null,
    unknownBrand: isKnown || routerBrand === undefined ? null : shown(routerBrand),
    brandsNear: isKnown ? [] : (router?.near ?? []),
    provider: provider ?? (isp === undefined ? guess : null),
    isGuessed: provider === null && isp === undefined && guess !== null,
    saidProvider: said?.found ?? null,
    unknownProvider: said?.found || isp === undefined ? null : shown(isp),
    providersNear: said?.near ?? [],
  }
}

/** Returns whether a text is exactly a name of a provider, and of no brand: "Verizon 5G Home", which is not a model of Verizon's. */
function isProviderOnly(text: string, { isps, brands }: Catalogue): boolean {
  const isNamed = (entries: readonly Named[]) => keysOf(entries).some((key) => key.words === words)
  const words = wordsOf(text)
  return isNamed(isps) && !isNamed(brands)
}

/** The shortest name of a provider that the name of a box may begin with. */
const PROVIDER_MIN = 3

/** Returns a box that is named after its provider, under the name that the caller gives it. */
function providerOfBox(text: string, catalogue: Catalogue): { provider: Isp; box: NamedBox } | null {
  const provider = providerNamed(text, catalogue).found
  if (provider) return { provider, box: { id: provider.equipment, name: provider.name } }
  const words = wordsOf(text)
  const ofName = keysOf(catalogue.isps).find((key) => key.words.length >= PROVIDER_MIN && words.startsWith(key.start))?.entry
  return ofName ? { provider: ofName, box: { id: null, name: { en: shown(text), ko: shown(text) } } } : null
}
