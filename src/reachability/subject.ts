import { serviceName } from '../diagnostics/port/registered-name.ts'
import type { IpData } from '../ipdata/lookup.ts'
import type { Address } from '../policy/address.ts'
import { readAddress } from '../policy/admit.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { matchName } from '../router/catalogue/match.ts'
import { portsOf } from '../router/catalogue/ports.ts'
import type { UseCase } from '../router/catalogue/schema.ts'
import { serviceNeeding } from '../router/catalogue/services-on-port.ts'
import { findBrand, findUseCase, readInternalIp } from '../router/plan/subjects.ts'
import { findProvider } from '../router/providers.ts'
import type { Request } from './advice.ts'
import type { Subject } from './check.ts'

/** Where the answers to what the request leaves open come from. */
interface Sources {
  readonly known: Catalogue
  readonly ipdata: IpData
  readonly seen: Address
}

/**
 * What a request is about; null if it names neither a service nor a port. What is a mere hint never refuses: the fields that nothing
 * known fits are named. Throws `unknown-value` for an unknown service, and `invalid-target` for an address that is not one.
 */
export async function subjectOf(
  request: Request,
  { known, ipdata, seen }: Sources,
): Promise<{ subject: Subject; notUnderstood: string[] } | null> {
  const asked = request.useCase === undefined ? null : findUseCase(known, request.useCase)
  const place = placeOf(request, asked)
  if (!place) return null
  const { port, protocol } = place
  const { routerBrand, internalIp, routerWanIp, isp, platform, scheme } = request
  const { asn } = ipdata.network(seen)
  const provider = findProvider(known, isp, asn)
  const subject: Subject = {
    ...place,
    useCase: asked ?? serviceNeeding(known.useCases, port, protocol, await serviceName(port, protocol)),
    scheme: scheme ?? null,
    routerBrand,
    internalIp: internalIp === undefined ? null : readInternalIp(internalIp),
    routerWan: routerWanIp === undefined ? null : readAddress('routerWanIp', routerWanIp),
    provider,
  }
  const notUnderstood = [
    ...(routerBrand !== undefined && !findBrand(known, routerBrand).known ? ['routerBrand'] : []),
    ...(isp !== undefined && (provider?.guessed ?? true) ? ['isp'] : []),
    ...(platform !== undefined && !matchName(known.platforms, platform).found ? ['platform'] : []),
  ]
  return { subject, notUnderstood }
}

/** The port, and its protocol: as asked, otherwise as the service uses it. */
function placeOf({ port, protocol }: Request, useCase: UseCase | null): Pick<Subject, 'port' | 'protocol'> | null {
  const own = useCase?.ports.filter((one) => one.forward && (protocol === undefined || one.protocol === protocol)) ?? []
  const main = own.find(({ required }) => required) ?? own[0] ?? useCase?.ports[0]
  if (port === undefined) return main ? { port: portsOf(main.external).first, protocol: protocol ?? main.protocol } : null
  const same = own.find(({ external }) => {
    const { first, last } = portsOf(external)
    return first <= port && port <= last
  })
  return { port, protocol: protocol ?? (same ?? main)?.protocol ?? 'tcp' }
}
