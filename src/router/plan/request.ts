import { Refusal } from '../../contract/problem.ts'
import type { Address } from '../../policy/address.ts'
import { readAddress } from '../../policy/admit.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { PlatformId } from '../catalogue/schema.ts'
import { type AskedPort, serviceOf } from './asked-service.ts'
import { planText } from './plan.text.ts'
import type { Service } from './service.ts'
import { type FoundBrand, type FoundIsp, findBrand, findIsp, findPlatform, findUseCase, readInternalIp } from './subjects.ts'

/** What a caller says. */
export interface PlanBody {
  readonly useCase?: string
  readonly ports?: readonly AskedPort[]
  readonly routerBrand?: string
  readonly internalIp?: string
  readonly routerWanIp?: string
  readonly isp?: string
  readonly platform?: string
}

/** The request for a plan, understood. */
export interface PlanRequest {
  readonly service: Service
  readonly router: FoundBrand
  readonly isp: FoundIsp | null
  readonly platform: PlatformId | null
  readonly internalIp: string | null
  /** The internet address that the router shows. */
  readonly routerWan: Address | null
  /** The hints that name nothing known. */
  readonly notUnderstood: readonly string[]
}

/** Understands a request; `asn` is the network of the requester. Throws a refusal if the service or an address cannot be read. */
export function readPlanRequest(body: PlanBody, known: Catalogue, asn: number | null): PlanRequest {
  const { useCase, ports = [], internalIp, routerWanIp } = body
  if (useCase === undefined && ports.length === 0) throw nothingAsked()
  const service = serviceOf(useCase === undefined ? null : findUseCase(known, useCase), ports, known.useCases)
  const router = findBrand(known, body.routerBrand)
  const isp = findIsp(known, body.isp, router, asn)
  const platform = findPlatform(known, body.platform)
  return {
    service,
    router,
    isp,
    platform,
    internalIp: internalIp === undefined ? null : readInternalIp(internalIp),
    routerWan: routerWanIp === undefined ? null : readAddress('routerWanIp', routerWanIp),
    notUnderstood: [
      ...(router.named && !router.known && !router.provider ? ['routerBrand'] : []),
      ...(isGiven(body.isp) && !findIsp(known, body.isp, NO_ROUTER(router), null) ? ['isp'] : []),
      ...(isGiven(body.platform) && platform === null ? ['platform'] : []),
    ],
  }
}

const NO_ROUTER = (router: FoundBrand): FoundBrand => ({ ...router, provider: null })

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== ''
}

function nothingAsked(): Refusal {
  const detail = (locale: 'en' | 'ko') => planText.say(locale, 'nothing-asked', {})
  return new Refusal('invalid-request', detail, { field: 'useCase', errors: [{ field: 'useCase', message: detail }] })
}
