import { sideOf } from '../catalogue/gateway-owners.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { safeText } from '../catalogue/labels.ts'
import { isListed, matchName } from '../catalogue/match.ts'
import { namesOf, wordsOf } from '../catalogue/names.ts'
import type { Brand, Isp, Localized } from '../catalogue/schema.ts'
import { providerNamed } from '../providers.ts'

/** The names in a request, as they were said. */
export interface RequestNames {
  readonly routerBrand: string | undefined
  readonly isp: string | undefined
  /** The provider of the network that the request came from; null if that is unknown. A guess: people use VPNs and mobile data. */
  readonly guess: Isp | null
}

/** A router under the name that people know it by; the id is that of its brand, if there is one. */
interface NamedBox {
  readonly id: string | null
  readonly name: Localized
}

/** Treats blank fields as missing, and swaps a brand and a provider that are in each other's field ("KT" and "ipTIME"). */
export function sorted<Request extends RequestNames>(request: Request, catalogue: Catalogue): Request {
  const asked = { ...request, routerBrand: unlessBlank(request.routerBrand), isp: unlessBlank(request.isp) }
  const { routerBrand, isp } = asked
  if (isp === undefined && providerNamed(routerBrand ?? '', catalogue).found?.building)
    return { ...asked, routerBrand: undefined, isp: routerBrand }
  if (isp === undefined || providerNamed(isp, catalogue).found) return asked
  const maker = matchName(catalogue.brands, isp).found
  if (sideOf(maker) !== 'personal') return asked
  if (routerBrand === undefined) return { ...asked, routerBrand: isp, isp: undefined }
  return providerNamed(routerBrand, catalogue).found ? { ...asked, routerBrand: isp, isp: routerBrand } : asked
}

function unlessBlank(text: string | undefined): string | undefined {
  return text?.trim() === '' ? undefined : text
}

/** The router that a request names: a brand, a box named after its provider, or a name that the catalogue does not have. */
export type Naming =
  | { readonly kind: 'none' }
  | { readonly kind: 'brand'; readonly brand: Brand }
  | { readonly kind: 'provider-box'; readonly box: NamedBox; readonly provider: Isp }
  | { readonly kind: 'unknown'; readonly name: string; readonly near: readonly Brand[] }

/** Returns the named router under the name that people know it by; null if it is not named, or unknown. */
export function namedBox(naming: Naming): NamedBox | null {
  if (naming.kind === 'brand') return naming.brand
  return naming.kind === 'provider-box' ? naming.box : null
}

/** Returns the brand and the provider that a request names. */
export function understoodNames({ routerBrand, isp, guess }: RequestNames, catalogue: Catalogue) {
  const naming = namingOf(routerBrand, catalogue)
  const { found, near } = isp === undefined ? { found: null, near: [] } : providerNamed(isp, catalogue)
  const provider = found ?? providerOfRouter(naming, catalogue)
  const guessed = provider === null && isp === undefined ? guess : null
  return {
    naming,
    provider: provider ?? guessed,
    isGuessed: guessed !== null,
    saidProvider: found,
    unknownProvider: found || isp === undefined ? null : { name: safeText(isp), near },
  }
}

function namingOf(text: string | undefined, catalogue: Catalogue): Naming {
  if (text === undefined) return { kind: 'none' }
  const { isps, brands } = catalogue
  // "Verizon 5G Home" is a provider of its own, and not a model of Verizon's router.
  const isProvider = isListed(isps, text) && !isListed(brands, text)
  const { found, near } = isProvider ? { found: null, near: [] } : matchName(brands, text)
  if (found) return found.kind === 'generic' ? { kind: 'none' } : { kind: 'brand', brand: found }
  // People may call a box by the name of its provider: "T-Mobile", "Vodafone Station".
  const ofProvider = providerOfBox(text, catalogue)
  return ofProvider ? { kind: 'provider-box', ...ofProvider } : { kind: 'unknown', name: safeText(text), near }
}

function providerOfRouter(naming: Naming, { isps }: Catalogue): Isp | null {
  if (naming.kind === 'provider-box') return naming.provider
  const box = naming.kind === 'brand' && naming.brand.kind === 'isp' ? naming.brand : null
  return isps.find(({ equipment }) => equipment !== null && equipment === box?.id) ?? null
}

/** The shortest name of a provider that the name of a box may begin with. */
const PROVIDER_MIN = 3

function providerOfBox(text: string, catalogue: Catalogue): { provider: Isp; box: NamedBox } | null {
  const provider = providerNamed(text, catalogue, false).found
  if (provider) return { provider, box: { id: provider.equipment, name: provider.name } }
  const words = wordsOf(text)
  const ofName = namesOf(catalogue.isps).keys.find(
    (key) => key.words.length >= PROVIDER_MIN && words.startsWith(key.start),
  )?.entry
  return ofName ? { provider: ofName, box: { id: null, name: { en: safeText(text), ko: safeText(text) } } } : null
}
