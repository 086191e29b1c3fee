import { Refusal } from '../contract/problem.ts'
import type { Locale } from '../contract/text.ts'
import type { ToolRequests } from '../contract/tool-requests.gen.ts'
import { serviceName } from '../diagnostics/port/index.ts'
import type { IpData } from '../ipdata/lookup.ts'
import type { Address } from '../policy/address.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import type { UseCase } from '../router/catalogue/schema.ts'
import {
  commonQuery,
  findUseCase,
  mainPortOf,
  planned,
  portsOf,
  queryOf,
  readHints,
  serviceNeeding,
  serviceOf,
  whichOf,
} from '../router/index.ts'
import { stepsText } from './steps.text.ts'

/** The request of the caller, to be repeated unchanged. */
export type Request = ToolRequests['reachability']

/** The subject of a check: the request of the caller, parsed. */
export type Subject = Awaited<ReturnType<typeof subjectOf>>

/** A hint that was left aside: its field, and a sentence that says why. */
interface Misread {
  readonly field: 'internalIp' | 'routerWanIp'
  readonly text: (locale: Locale) => string
}

/** The sources for everything that the request leaves open. */
interface Sources {
  readonly known: Catalogue
  readonly ipdata: IpData
  readonly seen: Address
}

/** A port that nobody plans for or advises against, in place of the one that was not named. */
const ANY: Place = { port: 40_000, protocol: 'tcp' }

/**
 * Returns the subject of a request: the line alone where it names neither a service nor a port. Throws `unknown-value` for an unknown service; hints never
 * refuse.
 */
export async function subjectOf(request: Request, { known, ipdata, seen }: Sources) {
  const asn = ipdata.network(seen).asn
  const named = request.useCase === undefined ? null : findUseCase(known, request.useCase)
  const misread = misreadIn(request, known)
  const usable = without(request, misread)
  const { isp: provider, notUnderstood, ...hints } = readHints(usable, known, asn)
  const found = placeOf(request, named)
  if (!found && named) throw whichOf(named, known)
  const isLineOnly = found === null
  const place = found ?? ANY
  const { useCase, query } = await expectedAt(place, named, known)
  const toPlan = planned(useCase, named !== null, place)
  const service = serviceOf(toPlan.useCase, toPlan.ports)
  return {
    ...place,
    ...hints,
    provider,
    useCase,
    query,
    /** Whether the service was named. */
    isNamed: named !== null,
    /** Whether neither a service nor a port was named: then the line alone is looked at, and the port stands for any. */
    isLineOnly,
    /** The service to plan for. */
    service,
    /** The service to judge: one that is merely likely on a port is not a reason to advise for or against it. */
    judged: named ? service : serviceOf(null, [place]),
    /** The request without the hints that cannot be used, for other tools, and the reasons why they cannot. */
    usable,
    misread,
    notUnderstood: [...notUnderstood, ...misread.map(({ field }) => field)],
    scheme: request.scheme ?? null,
  }
}

/** Returns the service at a port, which was named or most likely uses it, and how to ask who answers there; each null if there is none. */
export async function expectedAt({ port, protocol }: Place, named: UseCase | null, known: Catalogue) {
  const useCase = named ?? serviceNeeding(known.portUses, port, protocol, await serviceName(port, protocol))
  const query = queryOf(useCase, port, named === null) ?? (named ? null : commonQuery(known.portUses, port, protocol))
  return { useCase, query }
}

interface Place {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
}

/** Returns the port and its protocol: as in the request, otherwise as the service uses it. */
function placeOf({ port, protocol }: Request, useCase: UseCase | null): Place | null {
  const own = useCase?.ports.filter((one) => one.forward && (protocol === undefined || one.protocol === protocol)) ?? []
  const main = useCase && mainPortOf(useCase, own)
  if (port === undefined) return main ? { port: portsOf(main.external).first, protocol: protocol ?? main.protocol } : null
  const same = own.find(({ external }) => {
    const { first, last } = portsOf(external)
    return first <= port && port <= last
  })
  return { port, protocol: protocol ?? (same ?? main)?.protocol ?? 'tcp' }
}

function misreadIn(request: Request, known: Catalogue): Misread[] {
  return (['internalIp', 'routerWanIp'] as const).flatMap((field) => {
    const value = request[field]
    if (value === undefined) return []
    try {
      readHints({ [field]: value }, known, null)
      return []
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return [{ field, text: (locale) => reasonFor(field, value)?.(locale) ?? error.detail(locale) }]
    }
  })
}

function reasonFor(field: Misread['field'], value: string): Misread['text'] | null {
  if (field === 'routerWanIp') return (locale) => stepsText.say(locale, 'misread.wan', {})
  return /^(?:127\.|::1$)/.test(value) ? (locale) => stepsText.say(locale, 'misread.device', { address: value }) : null
}

function without(request: Request, misread: readonly Misread[]): Request {
  const usable = { ...request }
  for (const { field } of misread) delete usable[field]
  return usable
}
