import { cleanText } from '../contract/clean.ts'
import type { Locale } from '../contract/text.ts'
import type { AskedPort, GatewaySeen } from '../net/gateway/types.ts'
import { codeOf } from '../platform/misfit.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { isPrivateAddress } from '../policy/admit.ts'
import { subjectOf } from '../reachability/index.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { factsOf, isLeftAlone, type Judgement, judgementOf, type PlanFacts, readHints } from '../router/index.ts'
import type { ComputerSeen, Sources } from './computer/index.ts'
import type { HomeContext, HomeWorld, PlacesSeen, SaidOutside } from './define.ts'
import type { Version } from './fields.ts'
import type { LineSeen } from './line.ts'
import type { Answered, OutsideSeen } from './outside-seen.ts'
import { type Proved, proveOver } from './prove.ts'

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
  /** Returns what is known of it behind a router and a line, which was seen at an address. */
  facts(hints: Hints, seen: Address | null): PlanFacts
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
  if (!subject || subject.isLineOnly) return null
  const { port, protocol, useCase, isNamed, judged: service } = subject
  const { advice, need } = judgementOf({ ...subject, service, isp: null }, known, null)
  return {
    port,
    protocol,
    advice,
    need,
    service: isNamed ? (useCase?.name[locale] ?? null) : null,
    facts: (hints, at) => factsOf({ service, ...readHints(hints, known, at && ipdata.network(at).asn) }, known, at, locale),
  }
}

/** Returns the subject that a port alone is. */
export async function portSubject(
  port: Pick<HomeSubject, 'port' | 'protocol'>,
  known: Catalogue,
  means: Means,
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

/** Everything that was seen, from inside and from outside, before it is judged. */
export interface HomeFacts {
  /** Null if nobody named a port: then only the line and the router can be spoken of. */
  readonly asked: AskedPort | null
  /** The advice that the plan has for this service before anything is checked. */
  readonly advice: Judgement['advice'] | null
  readonly computer: Omit<ComputerSeen, 'gateways'>
  /** Every address of this computer: it may be in the home network twice. */
  readonly owns: readonly string[]
  /** The answers of the default gateway over IPv4; null if there is none. */
  readonly gateway: Pick<GatewaySeen, 'rules'> | null
  readonly line: LineSeen
  /** The sights from outside, one of each version of IP; none without `--server`, or where it could not tell. */
  readonly outside: readonly OutsideSeen[]
  /** The holder of the port meanwhile, where no program was seen: this command itself, or a program that cannot be seen. */
  readonly heldBy: 'us' | 'others' | null
  /** The address at which some places get through and others do not; absent where one place looked alone. */
  readonly split?: PlacesSeen['split']
}

type Outside = NonNullable<HomeWorld['outside']>

export interface Asked {
  readonly answers: readonly Answered[]
  /** The reason why there is no answer, where there is none at all. */
  readonly failure: string | null
  readonly heldBy: HomeFacts['heldBy']
  readonly places: PlacesSeen | null
}

interface Seen {
  readonly computer: Pick<ComputerSeen, 'address' | 'vpn'>
  readonly wanIp: string | null
  readonly routerBrand: string | null
  readonly platform: Sources['platform']
}

export interface Asking extends Seen {
  readonly request: HomeRequest
  readonly subject: HomeSubject
  readonly computer: ComputerSeen
  readonly locale: Locale
  readonly signal: AbortSignal
}

/**
 * Has the doorstep outside look, with everything found here, over every version of IP that it and this computer have. Where nothing listens,
 * this computer listens itself, so that it can be proven.
 */
export async function askOutside(outside: Outside, asking: Asking): Promise<Asked> {
  const { port, protocol } = asking.subject
  let places: Promise<PlacesSeen> | null = null
  // Other places see the port while this computer holds it.
  const ask: Outside['ask'] = async (question) => {
    if (!isLeftAlone(asking.subject)) places ??= outside.places?.({ ...question, body: { port, protocol } }) ?? null
    const [said] = await Promise.all([outside.ask(question), places])
    return said
  }
  const asked = await askServer({ ...outside, ask }, asking)
  return { ...asked, places: await places }
}

/** The reasons why this computer may not listen: a program has the port after all, or only an administrator may take it. */
const REASONS: readonly string[] = ['EADDRINUSE', 'EACCES', 'EPERM', 'EADDRNOTAVAIL']

async function askServer(outside: Outside, asking: Asking): Promise<Omit<Asked, 'places'>> {
  const { request, subject, computer, locale, signal, ...seen } = asking
  const { port, protocol } = subject
  const { useCase, hostname } = request
  const named = { ...(useCase !== undefined && { useCase }), ...(hostname !== undefined && { hostname }) }
  const body = { ...named, port, protocol, ...hintsOf({ computer, ...seen }) }
  const question = { tool: 'reachability', body, locale, signal } as const
  const families = await familiesOf(outside, computer)
  const unproven = async (heldBy: HomeFacts['heldBy']) => {
    const said = await Promise.all(families.map((family) => outside.ask({ ...question, ...(family && { family }) })))
    const bare = (one: SaidOutside): Proved => ({ said: one, proof: null, arrived: false, heard: [] })
    return askedBy(said.map(bare), heldBy)
  }
  const isProvable = computer.listening === null && !isLeftAlone(subject)
  if (!isProvable) return unproven(null)
  try {
    const asked = askedBy(await proveOver(outside, { listenPort: port, port, protocol, ...question }, families), 'us')
    // Without a view from outside, nobody has asked.
    return asked.answers.length > 0 ? asked : { ...asked, heldBy: null }
  } catch (error) {
    const reason = codeOf(error)
    if (!REASONS.includes(reason)) throw error
    return unproven(reason === 'EADDRINUSE' ? 'others' : null)
  }
}

/** Returns the versions of IP to ask over; the system's choice where that is not known. */
export async function familiesOf(
  { families }: Outside,
  { address, address6 }: ComputerSeen,
): Promise<readonly (Version | undefined)[]> {
  const theirs = await families?.().catch(() => [])
  const both = theirs?.filter((family) => (family === 4 ? address : address6) !== null) ?? []
  return both.length > 0 ? both.toSorted() : [undefined]
}

function askedBy(proved: readonly Proved[], heldBy: Asked['heldBy']): Omit<Asked, 'places'> {
  const answers = proved.flatMap(({ said, proof, heard }) =>
    'answer' in said ? [{ answer: said.answer, proof, heard: heard.map(({ from }) => from) }] : [],
  )
  const [failed] = proved.flatMap(({ said }) => ('failure' in said ? [cleanText(said.failure).replace(/\.$/, '')] : []))
  return { answers, failure: answers.length > 0 ? null : (failed ?? null), heldBy }
}

const PLATFORMS = { linux: 'linux', darwin: 'macos', win32: 'windows', other: 'other' } as const

/** Returns what was seen of this computer, its router and its line, for whoever is to advise on it. */
export function hintsOf({ computer: { address, vpn }, wanIp, routerBrand, platform }: Seen): Hints {
  return {
    ...(routerBrand !== null && { routerBrand }),
    ...(address !== null && isPrivateAddress(address) && { internalIp: address }),
    // At the far end of a tunnel, it is the address of another line.
    ...(wanIp !== null && !vpn && { routerWanIp: wanIp }),
    platform: PLATFORMS[platform],
  }
}
