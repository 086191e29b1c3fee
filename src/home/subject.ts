/** The subject of a command at home, with the hints and the lines to type that advice on it takes from this computer. */
import type { Here, Lines } from '../advice/index.ts'
import type { NextAction } from '../contract/next-action.ts'
import type { GatewaySeen } from '../net/gateway/types.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { isPrivateAddress } from '../policy/admit.ts'
import { subjectOf } from '../reachability/index.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { factsOf, type Judgement, judgementOf, otherPort, type PlanFacts, readHints } from '../router/index.ts'
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

interface TypedFor {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly hostname?: string | null
  /** The doorstep outside, as it was named; null without one. */
  readonly server: string | null
  /** Whether the address that the router shows is still to be found out. */
  readonly isUntold?: boolean
  /** Whether other places were asked as well. */
  readonly isFromPlaces?: boolean
  /** Whether the port was proven, so that a certificate can be proven as well. */
  readonly isProven?: boolean
}

/** Returns another port for a service, of which its own is taken: never the same. */
export function portInstead(port: number): number {
  const other = otherPort(port)
  return other === port ? port - 1 : other
}

/** Returns the lines to type for a port; `URL`, `NAME` and `WAN` stand for what nobody has named. */
export function linesFor({
  port,
  protocol,
  hostname = '',
  server,
  isUntold = false,
  isFromPlaces = false,
  isProven = false,
}: TypedFor): Lines {
  const name = /^[\w.-]+$/.test(hostname ?? '') ? `--hostname ${hostname}` : ''
  const udp = protocol === 'udp' ? '--protocol udp' : ''
  const line = (outside: string | null, ...words: readonly string[]) =>
    ['doorstep', ...words, outside === null ? '' : `--server ${outside}`].filter((word) => word !== '').join(' ')
  const home = [`home --port ${port}`, udp, name, isUntold ? '--router-wan-ip WAN' : '', isFromPlaces ? '--places' : '']
  const some = server ?? 'URL'
  return {
    open: line(server, `open ${port}`, udp),
    listen: line(some, `listen ${port}`, udp),
    again: line(server, ...home),
    look: line(some, ...home),
    certify: line(some, ...(isProven ? [`listen ${port}`, name] : [`certificate-check ${name === '' ? 'NAME' : hostname}`])),
  }
}

type HereTold = Omit<Here, 'firewall' | 'device' | 'program' | 'lines' | 'router' | 'external'> & Partial<Here>

/** Returns what this computer tells for advice, beside the cause that was seen. */
export function hereOf(
  { address, inside, listening, firewall }: Omit<ComputerSeen, 'gateways'>,
  told: HereTold,
  typed: TypedFor,
): Here {
  return {
    firewall,
    router: null,
    external: typed.port,
    program: listening?.program ?? null,
    lines: linesFor(typed),
    // The address inside a machine is not one that a router can forward to.
    device: inside === null ? address : null,
    ...told,
  }
}

/** Returns every action once, as two causes may ask for the same. */
export function uniqueActions(steps: readonly NextAction[]): NextAction[] {
  return steps.filter(({ text }, index) => steps.findIndex((step) => step.text === text) === index)
}
