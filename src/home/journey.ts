import type { Static, TObject } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import { type GatewaySeen, lookAtGateway } from '../net/gateway/index.ts'
import type { Gateway } from '../policy/gateway.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { type Asked, askOutside } from './ask.ts'
import { boxesText } from './boxes.text.ts'
import { type BoxFacts, sayBox } from './boxes.ts'
import { type ComputerSeen, lookAtComputer } from './computer/index.ts'
import type { HomeFacts } from './facts.ts'
import type { HOME_EVENT, HomeFound } from './fields.ts'
import { type LineClues, type LineSeen, lineSeen, towardsServer } from './line.ts'
import { type OutsideSeen, readOutside, textIn } from './outside-seen.ts'
import { brandOf, type HomeRequest, type HomeSubject } from './subject.ts'
import { judgeHome } from './verdict.ts'
import type { HomeWorld } from './world.ts'

type HomeEvent = Static<TObject<typeof HOME_EVENT>>

interface Journey {
  readonly world: HomeWorld
  readonly request: HomeRequest
  /** Null if neither a service nor a port was named. */
  readonly subject: HomeSubject | null
  readonly known: Catalogue
  readonly locale: Locale
  readonly signal: AbortSignal
  report(event: HomeEvent): void
}

/** Looks at every box from the inside out, reports each as it becomes known, and judges them together. */
export async function lookFromHome(journey: Journey): Promise<HomeFound> {
  const { world, subject, known, locale, signal } = journey
  const asked = subject && { port: subject.port, protocol: subject.protocol }
  const computer = await lookAtComputer(asked, world.sources)
  const tell = teller(journey, computer)
  tell('computer', {})
  const { v4, v6 } = computer.gateways
  const look = (one: Gateway | null) => one && lookAtGateway(one, asked, signal)
  const [seen4, seen6, { hops, echoed }] = await Promise.all([look(v4), look(v6), towardsServer(world.outside, computer, signal)])
  signal.throwIfAborted()
  // A router that tells nothing shows its address to whoever looks at its page.
  const wanIp = journey.request.routerWanIp ?? seen4?.wanIp ?? null
  const gateway = shownGateway({ v4, v6, seen4, seen6, wanIp }, known)
  tell('router', { gateway })
  const looked = lookOutside(journey, { computer, wanIp, gateway })
  const [{ answers, failure, heldBy, places }, echo] = await Promise.all([looked, echoed])
  signal.throwIfAborted()
  const outside = onceEach(answers.flatMap(readOutside))
  const told = { wanIp, saysNoAddress: seen4?.saysNoAddress === true }
  const line = lineSeen({ gateway: told, own: computer.address, hops, echo, isVpn: computer.vpn, outside })
  const facts: HomeFacts = {
    ...{ asked, computer, line, outside, heldBy, split: places?.split ?? null },
    owns: world.sources.addresses().map(({ address }) => address),
    advice: subject?.advice ?? null,
    gateway: seen4 ?? null,
  }
  const judged = foundIn(facts, journey, computer)
  const answer = answers.find((one) => textIn(one.answer, 'ip') === judged.ip)?.answer ?? answers[0]?.answer ?? null
  const { proof = null, arrived = false } = outside.find(({ version }) => version === judged.ipVersion) ?? {}
  const shown = { gateway, line: shownLine(line, hops, locale), outside: answer, outsideFailure: failure, proof, arrived }
  tell('line', shown)
  tell('outside', shown)
  return {
    ...{ asked: judged.asked, computer: judged.computer },
    ...shown,
    ...judged,
    places,
    friendsConnectTo: judged.verdict === 'blocked' ? null : textIn(answer, 'friendsConnectTo'),
  }
}

/** Returns one sight of each version of IP: the first, which was asked for by itself. */
function onceEach(seen: readonly OutsideSeen[]): OutsideSeen[] {
  return seen.filter(({ version }, index) => seen.findIndex((other) => other.version === version) === index)
}

/** Returns the verdict, and the fields of this computer and of the request. */
function foundIn(facts: HomeFacts, { subject, request }: Journey, { gateways: _, ...computer }: ComputerSeen) {
  const { version: ipVersion, other, also, ...judged } = judgeHome(facts)
  const asked = subject && {
    port: subject.port,
    protocol: subject.protocol,
    service: subject.service,
    hostname: request.hostname ?? null,
    keepShut: subject.advice === 'keep-shut',
  }
  const ofOther = other && {
    ipVersion: other.version,
    ip: other.ip,
    verdict: other.verdict,
    blockedAt: other.blockedAt,
    cause: other.cause,
  }
  return { asked, computer, ipVersion, ...judged, also: [...also], other: ofOther }
}

/** Returns how to report a box: everything that is not known yet is empty. */
function teller({ locale, subject, report }: Journey, { gateways: _, ...computer }: ComputerSeen) {
  const asked = subject && { ...subject, hostname: null, keepShut: subject.advice === 'keep-shut' }
  const line = { publicIp: null, nat: 'unknown' as const, because: '', hops: null, translators: null }
  const empty: BoxFacts = {
    asked,
    computer,
    line,
    gateway: null,
    outside: null,
    outsideFailure: null,
    proof: null,
    arrived: false,
  }
  return (box: 'computer' | 'router' | 'line' | 'outside', known: Partial<BoxFacts>) => {
    const said = sayBox(box, { ...empty, ...known }, locale)
    if (said === null) return
    report({ box: box === 'router' ? 'gateway' : box, summary: `${boxesText.say(locale, `label.${box}`, {})}  ${said}` })
  }
}

/** Has the server look from outside, if there is one and a port to ask about. A failure says so where this computer is offline. */
async function lookOutside(
  { world, request, subject, locale, signal }: Journey,
  {
    gateway,
    ...found
  }: { readonly computer: ComputerSeen; readonly wanIp: string | null; readonly gateway: HomeFound['gateway'] },
): Promise<Asked> {
  if (!world.outside || !subject) return { answers: [], failure: null, heldBy: null, places: null }
  const { platform } = world.sources
  const routerBrand = gateway?.routerBrand ?? null
  const asked = await askOutside(world.outside, { request, subject, locale, signal, platform, routerBrand, ...found })
  const isOffline = ([4, 6] as const).every((version) => world.sources.source(version) === null)
  if (asked.failure === null || !isOffline) return asked
  return { ...asked, failure: boxesText.say(locale, 'offline', { reason: asked.failure }) }
}

interface Gateways {
  readonly v4: Gateway | null
  readonly v6: Gateway | null
  readonly seen4: GatewaySeen | null | undefined
  readonly seen6: GatewaySeen | null | undefined
  readonly wanIp: string | null
}

/** Returns the gateway to show: that of IPv4, which has the rules, with what it tells over IPv6 alone; null if there is none. */
function shownGateway({ v4, v6, seen4, seen6, wanIp }: Gateways, known: Catalogue): HomeFound['gateway'] {
  const gateway = v4 ?? v6
  if (!gateway) return null
  const told = [seen4, seen6].filter((seen) => seen !== null && seen !== undefined)
  const named = told.find(({ model, manufacturer }) => model !== null || manufacturer !== null)
  return {
    address: gateway.host,
    model: named?.model ?? named?.manufacturer ?? null,
    routerBrand: named ? brandOf(named, known) : null,
    protocols: [...new Set(told.flatMap(({ protocols }) => protocols))],
    wanIp,
    wanIpFrom: seen4?.wanIpFrom ?? null,
    rules: seen4?.rules ? [...seen4.rules] : null,
  }
}

function shownLine(
  { publicIp, nat, reason, about, front, translators }: LineSeen,
  hops: LineClues['hops'],
  locale: Locale,
): HomeFound['line'] {
  const key = reason === 'wan-is-private' && front === null ? 'wan-is-private-either' : reason
  return {
    publicIp,
    nat,
    translators,
    hops: hops && [...hops],
    because: boxesText.say(locale, key, { about: about ?? '', ip: publicIp ?? '' }),
  }
}
