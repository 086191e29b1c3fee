import { Refusal } from '../../contract/problem.ts'
import { parseAddress } from '../../policy/address.ts'
import { isPrivateAddress } from '../../policy/admit.ts'
import type { Catalogue } from '../catalogue/index.ts'
import { matchName } from '../catalogue/match.ts'
import { wordsOf } from '../catalogue/normalize.ts'
import type { Brand, UseCase } from '../catalogue/schema.ts'
import { servicesOn } from '../catalogue/services-on-port.ts'
import { shown } from '../catalogue/shown.ts'
import { planText } from './plan.text.ts'

const RELATED_MAX = 5

/** The use case that a text names. Throws `unknown-value` with near misses and all ids if there is none. */
export function findUseCase({ useCases }: Catalogue, text: string): UseCase {
  const { found, near } = matchName(useCases, text)
  if (found) return found
  const meant = near.length > 0 ? near : relatedTo(useCases, text)
  throw new Refusal('unknown-value', (locale) => planText.say(locale, 'unknown-use-case', { useCase: shown(text) }), {
    field: 'useCase',
    didYouMean: meant.map(({ id }) => id),
    supported: useCases.map(({ id }) => id),
  })
}

/** The use cases in a category ("vpn") or on a port ("25565", "tcp 3389"). */
function relatedTo(useCases: readonly UseCase[], text: string): UseCase[] {
  const words = wordsOf(text)
  const [, port] = /^(?:(?:tcp|udp|port) ?)*(\d{1,5})(?: ?(?:tcp|udp))?$/.exec(words) ?? []
  const related = port === undefined ? useCases.filter(({ category }) => category === words) : servicesOn(useCases, Number(port))
  return related.slice(0, RELATED_MAX)
}

/** The router that a plan is for. If the brand is unknown, that is the generic one, with the brands that may be meant. */
export interface FoundBrand {
  readonly brand: Brand
  readonly known: boolean
  readonly near: readonly Brand[]
}

export function findBrand({ brands }: Catalogue, text: string | undefined): FoundBrand {
  const { found, near } = matchName(brands, text ?? '')
  const brand = found ?? brands.find(({ kind }) => kind === 'generic')
  if (!brand) throw new Error('the catalogue has no brand of kind "generic"')
  return { brand, known: brand.kind !== 'generic', near: near.filter(({ kind }) => kind !== 'generic') }
}

/** The address of the device that a rule forwards to. Throws `invalid-target` unless it is a private IPv4 address (RFC 1918). */
export function readInternalIp(text: string): string {
  const address = parseAddress(text)
  if (!address) throw againstInternalIp('internal-ip-unreadable', text)
  if (address.version === 6) throw againstInternalIp('internal-ip-version', text)
  if (!isPrivateAddress(address.text)) throw againstInternalIp('internal-ip-not-private', address.text)
  return address.text
}

type Reason = 'internal-ip-unreadable' | 'internal-ip-version' | 'internal-ip-not-private'

function againstInternalIp(reason: Reason, address: string): Refusal {
  return new Refusal('invalid-target', (locale) => planText.say(locale, reason, { address }), { field: 'internalIp' })
}
