import type { Catalogue } from './catalogue/index.ts'
import { type Match, matchName } from './catalogue/match.ts'
import { oncePer } from './catalogue/names.ts'
import type { Isp } from './catalogue/schema.ts'

/** The provider of a line: named by the caller, or guessed from the network of the requester. */
export interface Provider {
  readonly isp: Isp
  /** Whether the provider is not named, and only follows from the network of the requester. */
  readonly guessed: boolean
}

/** Returns a provider that the caller named; null for one that is only guessed, which is never held against a line. */
export function namedProvider(provider: Provider | null): Isp | null {
  return provider && !provider.guessed ? provider.isp : null
}

/** Returns whether a provider is a company that can be asked by its name: a kind of line (mobile, satellite, an apartment's) is nobody's. */
export function isCompany({ mobile, building, country, asns = [] }: Isp): boolean {
  return mobile !== true && building !== true && !(country === 'GLOBAL' && asns.length === 0)
}

/** Returns the provider: as named, otherwise the one of the named box, otherwise the one whose network (AS number) the request came from. */
export function findProvider(
  catalogue: Catalogue,
  { text, ofRouter, asn }: { text: string | undefined; ofRouter: Isp | null; asn: number | null },
): Provider | null {
  const said = providerNamed(text ?? '', catalogue).found ?? ofRouter
  if (said) return { isp: said, guessed: false }
  const guess = providerOfNetwork(asn, catalogue)
  return guess && { isp: guess, guessed: true }
}

/** Returns a provider, by its own name or by that of its box ("olleh"); without `isPhrase`, no words beside the name are passed over. */
export function providerNamed(text: string, { isps, brands }: Catalogue, isPhrase = true): Match<Isp> {
  const direct = matchName(isps, text, isPhrase)
  if (direct.found) return direct
  const box = matchName(boxesAmong(brands), text, isPhrase).found
  const found = isps.find(({ equipment }) => box !== null && equipment === box.id) ?? null
  return found ? { found, near: [] } : direct
}

/** Returns the providers' boxes; one list for each catalogue, since the spellings of a list are prepared once. */
const boxesAmong = oncePer((brands: Catalogue['brands']) => brands.filter(({ kind }) => kind === 'isp'))

/** Returns the provider that announces a network; null if the catalogue does not have it, or if several share its number. */
export function providerOfNetwork(asn: number | null, { isps }: Catalogue): Isp | null {
  const [provider, another] = isps.filter(({ asns = [] }) => asn !== null && asns.includes(asn))
  return another ? null : (provider ?? null)
}
