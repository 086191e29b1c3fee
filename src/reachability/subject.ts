import { serviceName } from '../diagnostics/port/check.ts'
import type { IpData } from '../ipdata/lookup.ts'
import type { Address } from '../policy/address.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import type { UseCase } from '../router/catalogue/schema.ts'
import { portsOf, serviceNeeding } from '../router/index.ts'
import type { Request, Subject } from './check.ts'
import { readGiven } from './router.ts'

/** The sources for everything that the request leaves open. */
interface Sources {
  readonly known: Catalogue
  readonly ipdata: IpData
  readonly seen: Address
}

/** Returns the subject of a request; null if it names neither a service nor a port. Hints never refuse. */
export async function subjectOf(request: Request, { known, ipdata, seen }: Sources): Promise<Subject | null> {
  const { named, ...given } = readGiven(request, known, ipdata.network(seen).asn)
  const place = placeOf(request, named)
  if (!place) return null
  const { port, protocol } = place
  const useCase = named ?? serviceNeeding(known.portUses, port, protocol, await serviceName(port, protocol))
  return { ...place, ...given, useCase, isNamed: named !== null, scheme: request.scheme ?? null }
}

/** Returns the port and its protocol: as in the request, otherwise as the service uses it. */
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
