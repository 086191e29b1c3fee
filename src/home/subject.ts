import type { GatewaySeen } from '../net/gateway/types.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { subjectOf } from '../reachability/index.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { type Judgement, judge, type Plan, planOf, readHints } from '../router/index.ts'
import type { HomeContext } from './define.ts'

export interface HomeRequest {
  readonly useCase?: string
  readonly port?: number
  readonly protocol?: 'tcp' | 'udp'
  readonly hostname?: string
  readonly routerWanIp?: string
}

/** The subject of a look from inside: a port, and what the plan says of it before anything is looked at. */
export interface HomeSubject {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly service: string | null
  readonly advice: Judgement['advice']
  readonly safer: string | null
  /** Returns the plan for a router and a device. */
  plan(hints: { readonly routerBrand?: string; readonly internalIp?: string; readonly platform?: string }): Plan
}

/** Stands for an address that nobody has seen yet, and that is in no network. */
const UNSEEN: Address | null = parseAddress('0.0.0.0')

type Means = Pick<HomeContext<Record<string, string>>, 'ipdata' | 'locale'>

/** Returns the subject of a request; null if it names neither a service nor a port. Throws `unknown-value` for an unknown service. */
export async function homeSubject(
  request: HomeRequest,
  known: Catalogue,
  { ipdata, locale }: Means,
): Promise<HomeSubject | null> {
  const { hostname: _, routerWanIp: __, ...asked } = request
  const subject = UNSEEN && (await subjectOf(asked, { known, ipdata, seen: UNSEEN }))
  if (!subject) return null
  const { port, protocol, useCase, isNamed, service, judged } = subject
  return {
    port,
    protocol,
    service: isNamed ? (useCase?.name[locale] ?? null) : null,
    advice: judge({ ...subject, service: judged, isp: null }, known, null).advice,
    safer: isNamed ? (service.saferAlternative?.[locale] ?? null) : null,
    plan: (hints) => planOf({ service, ...readHints(hints, known, null) }, known, null, locale),
  }
}

/** Returns the id of the make of a router, as its own description says it; null if that names none that is known, or several. */
export function brandOf(gateway: Pick<GatewaySeen, 'model' | 'manufacturer'>, known: Catalogue): string | null {
  const { model, manufacturer } = gateway
  const said = [[manufacturer, model].filter((part) => part !== null).join(' '), model, manufacturer]
  for (const text of said) {
    const { router } = readHints(text ? { routerBrand: text } : {}, known, null)
    if (router.known) return router.brand.id
  }
  return null
}

/** Returns the menu of the router for rules; null if its make is not known, or nothing is to be added there. */
export function menuOf(subject: HomeSubject | null, brand: string | null): string | null {
  if (!subject || brand === null) return null
  const { menuPath } = subject.plan({ routerBrand: brand })
  return menuPath.length === 0 ? null : menuPath.join(' > ')
}
