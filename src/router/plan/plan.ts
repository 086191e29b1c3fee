import type { Static } from '@sinclair/typebox'
import type { NextAction } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { UseCase } from '../catalogue/schema.ts'
import { labelIn, menuIn } from '../catalogue/words.ts'
import { forwardingNat } from '../nat.ts'
import { planActions, routerNotes } from './actions.ts'
import { commandsFor } from './commands.ts'
import type { PlanFacts } from './facts.ts'
import type { PLAN_FIELDS } from './fields.ts'
import { checksOf, protocolOf, rulesOf } from './rules.ts'
import type { FoundBrand } from './subjects.ts'
import { formFields, menuVariants } from './words.ts'

/** The request for a plan, parsed. */
export interface PlanRequest {
  readonly useCase: UseCase
  readonly router: FoundBrand
  readonly internalIp: string | null
  /** The internet address that the router shows. */
  readonly routerWan: Address | null
}

type Plan = { -readonly [Field in keyof typeof PLAN_FIELDS]: Static<(typeof PLAN_FIELDS)[Field]> }

/** What to enter in which router, and what else to do. `seen` is the address of the requester; null if a proxy names none. */
export function planOf(
  asked: PlanRequest,
  known: Catalogue,
  seen: Address | null,
  locale: Locale,
): Plan & { nextActions: NextAction[] } {
  const { useCase, internalIp } = asked
  const rules = rulesOf(useCase, internalIp)
  const nat = forwardingNat(asked.routerWan, seen)
  const facts: PlanFacts = { ...asked, known, seen, nat, rules, checks: checksOf(rules), locale }
  return {
    ...serviceFields(facts),
    ...routerFields(facts),
    internalIp,
    rules,
    commands: commandsFor(rules, asked.router.brand.id, locale),
    verify: facts.checks.map((request) => ({ tool: 'port-check' as const, request })),
    nat,
    notes: [...useCase.notes[locale], ...(rules.length > 0 ? routerNotes(facts) : [])],
    nextActions: planActions(facts),
  }
}

/** The fields about the service, whatever the router. */
function serviceFields({ useCase, locale }: PlanFacts) {
  const saferAlternative = useCase.saferAlternative?.[locale] ?? null
  const isRisky = !useCase.recommended || useCase.risk === 'high' || useCase.risk === 'critical'
  return {
    service: { id: useCase.id, name: useCase.name[locale], category: useCase.category },
    protocol: protocolOf(useCase),
    ports: useCase.ports.map((port) => ({ ...port, purpose: port.purpose[locale] })),
    securityNotes: [...(isRisky && saferAlternative !== null ? [saferAlternative] : []), ...useCase.security[locale]],
    saferAlternative,
    upnp: { status: useCase.upnp.status, note: useCase.upnp.note[locale] },
  }
}

/** The fields about the router, whatever the service. */
function routerFields({ router: { brand, known }, locale }: PlanFacts) {
  return {
    router: {
      id: known ? brand.id : null,
      name: brand.name[locale],
      known,
      feature: labelIn(brand.feature, locale),
      fields: formFields(brand, locale),
      app: brand.app,
      upnp: brand.upnp,
    },
    menuPath: menuIn(brand.menu, locale),
    menuVariants: menuVariants(brand, locale),
    reservationPath: brand.reservation && menuIn(brand.reservation, locale),
  }
}
