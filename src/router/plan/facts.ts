import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { UseCase } from '../catalogue/schema.ts'
import type { NatVerdict } from '../nat.ts'
import type { PortCheck, Rule } from './rules.ts'
import type { FoundBrand } from './subjects.ts'

/** What advice on a port forward is made from. */
export interface PlanFacts {
  readonly known: Catalogue
  readonly useCase: UseCase
  readonly router: FoundBrand
  readonly internalIp: string | null
  /** What the router shows as its internet address. */
  readonly routerWan: Address | null
  /** Where the requester is seen; null where a proxy names nobody. */
  readonly seen: Address | null
  readonly nat: NatVerdict
  readonly rules: readonly Rule[]
  readonly checks: readonly PortCheck[]
  readonly locale: Locale
}
