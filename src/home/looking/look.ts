import type { Static, TObject } from '@sinclair/typebox'
import type { Locale } from '../../contract/text.ts'
import { type GatewaySeen, lookAtGateway } from '../../net/gateway/index.ts'
import type { Gateway } from '../../policy/gateway.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { lookAtComputer } from '../computer/index.ts'
import type { HomeWorld } from '../define.ts'
import type { HOME_EVENT, HomeFound } from '../fields.ts'
import { isHomes, type LineClues, type LineSeen, lineSeen, towardsServer } from '../line.ts'
import { type Foreign, readOutside, textIn } from '../outside-seen.ts'
import { boxesText } from '../say.text.ts'
import { brandOf, type HomeRequest, type HomeSubject } from '../subject.ts'
import { askOutside, type OutsideAnswers, type OutsideLook } from './ask.ts'
import { type BoxFacts, sayBox } from './boxes.ts'
import type { HomeFacts } from './facts.ts'
import { judgeHome } from './verdict.ts'

interface Journey {
  readonly world: HomeWorld
  readonly request: HomeRequest
  /** Null if neither a service nor a port was named. */
  readonly subject: HomeSubject | null
  readonly known: Catalogue
  readonly locale: Locale
  readonly signal: AbortSignal
  report(event: Static<TObject<typeof HOME_EVENT>>): void
}

/** Looks at every box from the inside out, reports each as it becomes known, and judges them together. */
export async function lookFromHome(journey: Journey): Promise<HomeFound> {
  const { world, request, subject, known, locale, signal } = journey
  const asked = subject && {
    port: subject.port,
    protocol: subject.protocol,
    service: subject.service,
    hostname: request.hostname ?? null,
    keepShut: subject.advice === 'keep-shut',
  }
  const seen = await lookAtComputer(asked, world.sources)
  const { gateways, ...computer } = seen
  const { v4, v6 } = gateways
  const tell = teller({ asked, computer }, journey)
  tell('computer', {})
  const look = (gateway: Gateway | null) => gateway && lookAtGateway(gateway, asked ? [asked] : [], signal)
  const [seen4, seen6, { hops, echoed }] = await Promise.all([look(v4), look(v6), towardsServer(world.outside, seen, signal)])
  signal.throwIfAborted()
  // A router that tells nothing shows its address to whoever looks at its page.
  const wanIp = request.routerWanIp ?? seen4?.wanIp ?? null
  const gateway = shownGateway({ address: (v4 ?? v6)?.host, seen4, seen6, wanIp, known })
  tell('router', { gateway })
  const looked = lookOutside(journey, { computer: seen, wanIp, routerBrand: gateway?.routerBrand ?? null })
  const [{ answers, failure, heldBy, places }, echo] = await Promise.all([looked, echoed])
  signal.throwIfAborted()
  // One sight of each version of IP: the first, which was asked for by itself.
  const outside = [...Map.groupBy(answers.flatMap(readOutside), ({ version }) => version).values()].flatMap(
    ([first]) => first ?? [],
  )
  const told = { wanIp, saysNoAddress: seen4?.saysNoAddress === true }
  const line = lineSeen({ gateway: told, own: computer.address, hops, echo, isVpn: computer.vpn, outside })
  const owns = world.sources.addresses().map(({ address }) => address)
  const advice = subject?.advice ?? null
  const facts = { asked, computer, line, outside, heldBy, places, owns, advice, gateway: seen4 ?? null }
  const found = homeFound(facts, { gateway, hops, answers: answers.map(({ answer }) => answer), failure }, locale)
  // The boxes are reported as they were seen, before the cause is named.
  const { outsideFailure, proof, arrived } = found
  const shown = { gateway, line: found.line, outside: found.outside, outsideFailure, proof, arrived }
  tell('line', shown)
  tell('outside', shown)
  return found
}

/** The sights that an answer shows, beside the facts that are judged. */
interface Sights extends Pick<HomeFound, 'gateway'>, Pick<LineClues, 'hops'> {
  /** The answers from outside, the one that was asked for first. */
  readonly answers: readonly Foreign[]
  readonly failure: string | null
}

/** Returns the answer for what was seen: the verdict, and the answer from outside over the version of IP that it is about. */
export function homeFound(facts: HomeFacts, { gateway, hops, answers, failure }: Sights, locale: Locale): HomeFound {
  const judged = judgeHome(facts)
  const { asked, computer, places } = facts
  const outside = answers.find((answer) => textIn(answer, 'ip') === judged.ip) ?? answers[0] ?? null
  const { proof = null, arrived = false } = facts.outside.find(({ version }) => version === judged.ipVersion) ?? {}
  const line = shownLine(facts.line, hops, locale)
  const friendsConnectTo = judged.verdict === 'blocked' ? null : textIn(outside, 'friendsConnectTo')
  return { asked, computer, gateway, line, outside, outsideFailure: failure, proof, arrived, ...judged, places, friendsConnectTo }
}

/** Returns how to report a box: everything that is not known yet is empty. */
function teller(about: Pick<BoxFacts, 'asked' | 'computer'>, { locale, report }: Pick<Journey, 'locale' | 'report'>) {
  const line = { publicIp: null, nat: 'unknown' as const, because: '', hops: null, translators: null }
  const empty = { ...about, line, gateway: null, outside: null, outsideFailure: null, proof: null, arrived: false }
  return (box: 'computer' | 'router' | 'line' | 'outside', known: Partial<BoxFacts>) => {
    const said = sayBox(box, { ...empty, ...known }, locale)
    if (said === null) return
    report({ box: box === 'router' ? 'gateway' : box, summary: `${boxesText.say(locale, `label.${box}`, {})}  ${said}` })
  }
}

/** Has the server look from outside, if there is one and a port to ask about. A failure says so where this computer is offline. */
async function lookOutside(
  { world, request, subject, locale, signal }: Journey,
  found: Pick<OutsideLook, 'computer' | 'wanIp' | 'routerBrand'>,
): Promise<OutsideAnswers> {
  if (!world.outside || !subject) return { answers: [], failure: null, heldBy: null, places: null }
  const { platform } = world.sources
  const asked = await askOutside(world.outside, { request, subject, locale, signal, platform, ...found })
  const isOffline = ([4, 6] as const).every((version) => world.sources.source(version) === null)
  if (asked.failure === null || !isOffline) return asked
  return { ...asked, failure: boxesText.say(locale, 'offline', { reason: asked.failure }) }
}

interface ToShow {
  /** The address as sockets take it. */
  readonly address: string | undefined
  readonly seen4: GatewaySeen | null
  readonly seen6: GatewaySeen | null
  readonly wanIp: string | null
  readonly known: Catalogue
}

/** Returns the gateway to show: that of IPv4, which has the rules, with what it tells over IPv6 alone; null if there is none. */
function shownGateway({ address, seen4, seen6, wanIp, known }: ToShow): HomeFound['gateway'] {
  if (address === undefined) return null
  const told = [seen4 ?? [], seen6 ?? []].flat()
  const named = told.find(({ model, manufacturer }) => model !== null || manufacturer !== null)
  return {
    address,
    model: named?.model ?? named?.manufacturer ?? null,
    routerBrand: named ? brandOf(named, known) : null,
    protocols: [...new Set(told.flatMap(({ protocols }) => protocols))],
    wanIp,
    wanIpFrom: seen4?.wanIpFrom ?? null,
    rules: seen4?.rules ? [...seen4.rules] : null,
  }
}

function shownLine(
  { publicIp, nat, reason, about, translators }: LineSeen,
  hops: LineClues['hops'],
  locale: Locale,
): HomeFound['line'] {
  const key = reason === 'wan-is-private' && !isHomes(about ?? '') ? 'wan-is-private-either' : reason
  const because = boxesText.say(locale, key, { about: about ?? '', ip: publicIp ?? '' })
  return { publicIp, nat, translators, hops: hops && [...hops], because }
}
