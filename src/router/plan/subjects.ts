import { Refusal } from '../../contract/problem.ts'
import { parseAddress } from '../../policy/address.ts'
import { isPrivateAddress } from '../../policy/admit.ts'
import { classify } from '../../policy/classify.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { isListed, matchName } from '../catalogue/match.ts'
import { tellingWords, wordsOf } from '../catalogue/normalize.ts'
import { servicesOn } from '../catalogue/ports.ts'
import type { Brand, Isp, Localized, UseCase } from '../catalogue/schema.ts'
import { shown } from '../catalogue/shown.ts'
import { planText } from './plan.text.ts'

const RELATED_MAX = 5

/** Returns the use case that a text names. Throws `unknown-value` with near misses and all ids if there is none. */
export function findUseCase({ useCases, brands, isps, portUses }: Catalogue, text: string): UseCase {
  const { found, near } = matchName(useCases, text)
  // The name of a router or a provider is not a slip in that of a service: Starlink is not Steam Link.
  const isOther = !isListed(useCases, text) && (isListed(brands, text) || isListed(isps, text))
  if (found && !isOther) return found
  const meant = near.length > 0 ? near : relatedTo({ useCases, portUses }, text)
  throw new Refusal('unknown-value', (locale) => planText.say(locale, 'unknown-use-case', { useCase: shown(text) }), {
    field: 'useCase',
    didYouMean: meant.map(({ id }) => id),
    supported: useCases.map(({ id }) => id),
  })
}

/** Returns the use cases in a category ("vpn server") or on a port ("25565", "tcp 3389"). */
function relatedTo({ useCases, portUses }: Pick<Catalogue, 'useCases' | 'portUses'>, text: string): UseCase[] {
  const words = wordsOf(text)
  const [, port] = /^(?:(?:tcp|udp|port) ?)*(\d{1,5})(?: ?(?:tcp|udp))?$/.exec(words) ?? []
  const related =
    port === undefined ? useCases.filter(({ category }) => category === tellingWords(words)) : servicesOn(portUses, Number(port))
  return related.slice(0, RELATED_MAX)
}

/** The router that a plan is for. If the brand is unknown, that is the generic one under the name that was given. */
export interface FoundBrand {
  readonly brand: Brand
  readonly known: boolean
  readonly name: Localized
  /** Whether a text was given, even if it names nothing known. */
  readonly named: boolean
  /** The brands that a text without a match may mean. */
  readonly near: readonly Brand[]
  /** The provider that the text names or that supplies the box. */
  readonly provider: Isp | null
}

/** Returns a router by its brand, or by the provider whose box it is ("Spectrum"). */
export function findBrand(catalogue: Catalogue, text = ''): FoundBrand {
  const { brands, isps } = catalogue
  const { found, near } = matchName(brands, text)
  const provider = found ? null : matchName(isps, text).found
  const generic = brands.find(({ kind }) => kind === 'generic')
  const brand = found ?? brands.find(({ id }) => id === provider?.equipment) ?? generic
  if (!brand) throw new Error('the catalogue has no brand of kind "generic"')
  const known = brand.kind !== 'generic'
  const given = nameIn(text)
  return {
    brand,
    known,
    name: known || given === '' || found ? brand.name : (provider?.name ?? { en: given, ko: given }),
    named: given !== '',
    near: provider ? [] : near.filter(({ kind }) => kind !== 'generic'),
    provider: provider ?? isps.find(({ equipment }) => known && brand.kind === 'isp' && equipment === brand.id) ?? null,
  }
}

/** Returns a name as people write one: letters, digits and a few marks, so that nothing in it means anything to a shell or a page. */
function nameIn(text: string): string {
  return shown(text.replace(/[^\p{L}\p{M}\p{N} .+-]+/gu, ' '))
    .replace(/ +/g, ' ')
    .trim()
}

/** Returns the address of the device that a rule forwards to. Throws `invalid-target` unless it is a private IPv4 address (RFC 1918). */
export function readInternalIp(text: string): string {
  const address = parseAddress(text)
  if (!address) throw againstInternalIp('internal-ip-unreadable', text)
  if (address.version === 6) throw againstInternalIp('internal-ip-version', text)
  const { scope } = classify(address)
  if (scope === 'shared') throw againstInternalIp('internal-ip-vpn', address.text)
  if (scope === 'link-local') throw againstInternalIp('internal-ip-none', address.text)
  if (!isPrivateAddress(address.text)) throw againstInternalIp('internal-ip-not-private', address.text)
  // The first and the last address of a home network are those of the network itself and of its broadcast.
  if (/\.(?:0|255)$/.test(address.text)) throw againstInternalIp('internal-ip-not-device', address.text)
  return address.text
}

type Reason = `internal-ip-${'unreadable' | 'version' | 'vpn' | 'none' | 'not-private' | 'not-device'}`

function againstInternalIp(reason: Reason, address: string): Refusal {
  return new Refusal('invalid-target', (locale) => planText.say(locale, reason, { address }), { field: 'internalIp' })
}
