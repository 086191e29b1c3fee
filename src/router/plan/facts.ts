import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { UseCase } from '../catalogue/schema.ts'
import type { NatVerdict } from '../nat.ts'
import type { PortCheck, Rule } from './rules.ts'
import type { FoundBrand } from './subjects.ts'

/** The facts behind the advice on a port forward. */
export interface PlanFacts {
  readonly known: Catalogue
  readonly useCase: UseCase
  readonly router: FoundBrand
  readonly internalIp: string | null
  /** The internet address that the router shows. */
  readonly routerWan: Address | null
  /** The address of the requester; null if a proxy names none. */
  readonly seen: Address | null
  readonly nat: NatVerdict
  readonly rules: readonly Rule[]
  readonly checks: readonly PortCheck[]
  readonly locale: Locale
}
