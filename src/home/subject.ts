import type { GatewaySeen } from '../net/gateway/types.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { isPrivateAddress } from '../policy/admit.ts'
import { subjectOf } from '../reachability/index.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { factsOf, type Judgement, judgementOf, type PlanFacts, readHints } from '../router/index.ts'
import type { ComputerSeen, Sources } from './computer/index.ts'
import type { HomeContext } from './define.ts'

/** A request of `home`, as it is given. */
export interface HomeRequest {
  readonly useCase?: string
  readonly port?: number
  readonly protocol?: 'tcp' | 'udp'
  readonly hostname?: string
  readonly routerWanIp?: string
}

/** The hints of this computer about itself and its line, as a server takes them. */
type Hints = Parameters<typeof readHints>[0]

/** The subject of a look from inside: a port, and what the plan says of it before anything is looked at. */
export interface HomeSubject extends Pick<Judgement, 'advice' | 'need'> {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly service: string | null
  /** Returns what is known of it behind a router and a line, which was seen at an address; null where nobody saw it. */
  facts(seen: HomeSeen, publicIp: string | null): PlanFacts
}

/** Stands for an address that nobody has seen yet, and that is in no network. */
const UNSEEN: Address | null = parseAddress('0.0.0.0')

type SubjectMeans = Pick<HomeContext<Record<string, string>>, 'ipdata' | 'locale'>

/** Returns the subject of a request; null if it names neither a service nor a port. Throws `unknown-value` for an unknown service. */
export async function homeSubject(
  request: HomeRequest,
  known: Catalogue,
  { ipdata, locale }: SubjectMeans,
): Promise<HomeSubject | null> {
  const { hostname: _, routerWanIp: __, ...asked } = request
  const subject = UNSEEN && (await subjectOf(asked, { known, ipdata, seen: UNSEEN }))
  if (!subject || subject.isLineOnly) return null
  const { port, protocol, useCase, isNamed, judged: service } = subject
  const { advice, need } = judgementOf({ ...subject, service, isp: null }, known, null)
  return {
    port,
    protocol,
    advice,
    need,
    service: isNamed ? (useCase?.name[locale] ?? null) : null,
    facts(seen, publicIp) {
      const at = parseAddress(publicIp ?? '')
      return factsOf({ service, ...readHints(hintsOf(seen), known, at && ipdata.network(at).asn) }, known, at, locale)
    },
  }
}

/** Returns the subject that a port alone is. */
export async function portSubject(
  port: Pick<HomeSubject, 'port' | 'protocol'>,
  known: Catalogue,
  means: SubjectMeans,
): Promise<HomeSubject> {
  const subject = await homeSubject(port, known, means)
  if (!subject) throw new Error('a port is a subject')
  return subject
}

/** Returns the id of the make of a router, as its own description says it; null if that names none that is known, or several. */
export function brandOf({ model, manufacturer }: Pick<GatewaySeen, 'model' | 'manufacturer'>, known: Catalogue): string | null {
  for (const text of [[manufacturer, model].filter((part) => part !== null).join(' '), model, manufacturer]) {
    const { router } = readHints(text ? { routerBrand: text } : {}, known, null)
    if (router.known) return router.brand.id
  }
  return null
}

/** A computer, its router and its system, as far as hints are made of them. */
export interface HomeSeen {
  readonly computer: Pick<ComputerSeen, 'address' | 'vpn'>
  readonly wanIp: string | null
  readonly routerBrand: string | null
  readonly platform: Sources['platform']
}

const PLATFORMS = { linux: 'linux', darwin: 'macos', win32: 'windows', other: 'other' } as const

/** Returns what was seen of this computer, its router and its line, for whoever is to advise on it. */
export function hintsOf({ computer: { address, vpn }, wanIp, routerBrand, platform }: HomeSeen): Hints {
  return {
    ...(routerBrand !== null && { routerBrand }),
    ...(address !== null && isPrivateAddress(address) && { internalIp: address }),
    // At the far end of a tunnel, it is the address of another line.
    ...(wanIp !== null && !vpn && { routerWanIp: wanIp }),
    platform: PLATFORMS[platform],
  }
}
