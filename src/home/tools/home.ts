import { type Static, type TObject, Type } from '@sinclair/typebox'
import { goodOf, SITUATION, type Situation } from '../../advice/index.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { foreign, oneOf, PORT, pastedService, refusing } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { type GatewaySeen, lookAtGateway } from '../../net/gateway/index.ts'
import { parseAddress } from '../../policy/address.ts'
import { readAddress } from '../../policy/admit.ts'
import type { Gateway } from '../../policy/gateway.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { adviceFor, portOf } from '../advice.ts'
import { type Asked, askOutside, type HomeFacts, hintsOf } from '../ask.ts'
import { type BoxFacts, homeTold, sayBox } from '../boxes.ts'
import { type ComputerSeen, lookAtComputer } from '../computer/index.ts'
import { asTyped, defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { HOME_EVENT, HOME_FIELDS, type HomeFound } from '../fields.ts'
import { isLedHere, ruleFor } from '../inside-causes.ts'
import { type LineClues, type LineSeen, lineSeen, towardsServer, wanProven } from '../line.ts'
import { type OutsideSeen, readOutside, textIn } from '../outside-seen.ts'
import { boxesText, homeText, sayText } from '../say.text.ts'
import { brandOf, type HomeRequest, type HomeSubject, homeSubject } from '../subject.ts'
import { judgeHome } from '../verdict.ts'

/** The first steps, which a terminal shows with the line that checks again. */
const SHOWN_STEPS = 2

const BODY = Type.Object({
  useCase: pastedService(Type.Optional(Type.String({ maxLength: 100, examples: ['minecraft-java'] }))),
  port: Type.Optional({ ...PORT, examples: [25_565] }),
  protocol: Type.Optional(oneOf('tcp', 'udp')),
  hostname: Type.Optional(Type.String({ maxLength: 253, examples: ['home.example.com'] })),
  routerWanIp: Type.Optional(refusing(Type.String({ maxLength: 100, examples: ['100.64.0.7'] }), 'invalid-target')),
})

/** Defines `doorstep home`: looks from inside, has `--server` look from outside, and names the box that is the cause. */
export function homeTool(world: HomeWorld): HomeTool {
  return defineHomeTool({
    name: 'home',
    server: 'optional',
    isReadOnly: true,
    text: homeText,
    body: BODY,
    result: Type.Object({
      situation: SITUATION,
      ...HOME_FIELDS,
      nextStep: foreign(NEXT_ACTIONS.items),
      nextActions: foreign(NEXT_ACTIONS),
    }),
    event: Type.Object(HOME_EVENT),
    good: { field: 'situation', values: ['open', 'not-needed', 'better-shut'] },
    judge: ({ situation, ...found }) => situation && goodOf(situation, portOf(found)),
    short: { field: 'verdict' },
    news: ['blockedAt', 'cause', 'ip'],
    details: ['also', 'arrived', 'outsideFailure'],
    headline: (found, { locale }) => sayHome(found, locale),
    blocks: (found, { locale }) => [homeTold(found, locale)],
    steps: ({ nextActions }) => nextActions.filter(({ code }, index) => index < SHOWN_STEPS || code === 'check-again'),
    printEvent: ({ summary }) => summary,
    async run({ body, catalogue, ipdata, locale, signal, report }) {
      const { routerWanIp: wan } = body
      const request = { ...body, ...(wan !== undefined && { routerWanIp: readAddress('routerWanIp', wan).text }) }
      const known = await catalogue()
      const subject = await homeSubject(request, known, { ipdata, locale })
      const found = await lookFromHome({ world, request, subject, known, locale, signal, report })
      const server = world.outside && asTyped(world.outside.server)
      const { wanIp = null, routerBrand = null } = found.gateway ?? {}
      const hints = hintsOf({ ...found, wanIp: wanIp ?? wanProven(found.line), routerBrand, platform: world.sources.platform })
      const facts = subject?.facts(hints, parseAddress(found.line.publicIp ?? '')) ?? null
      const { situation, nextActions } = adviceFor({ found, facts, server, locale })
      return { situation, ...found, nextStep: nextActions[0], nextActions }
    },
  })
}

/** Returns the finding in one sentence, which names the box. */
export function sayHome(found: HomeFound & { readonly situation: Situation | null }, locale: Locale): string {
  const { asked, situation, verdict, other, outsideFailure } = found
  const finding = sayText.say(locale, keyOf(found), slotsOf(found, locale))
  if (!asked || verdict === 'not-needed') return finding
  if (situation === 'exposed') return sayText.say(locale, 'exposed', { finding })
  if (situation === 'better-shut' && verdict === 'blocked') return sayText.say(locale, 'rightly-shut', { finding })
  if (outsideFailure !== null) return sayText.say(locale, 'unasked', { failure: outsideFailure, finding })
  const isHalf = verdict === 'reachable' && other?.verdict === 'blocked'
  return isHalf ? sayText.say(locale, 'but-blocked', { finding, version: other.ipVersion }) : finding
}

function keyOf(found: HomeFound) {
  const { cause, gateway, computer } = found
  const { nat } = found.line
  if (!isLedHere(found)) return 'answers-unproven' as const
  if (cause === 'firewall-likely' && computer.firewall?.kind === 'unknown') return 'firewall-likely-unread' as const
  if (cause === 'someone-else' && nat === 'unknown') return 'someone-else-unclear' as const
  const isHomes = gateway?.wanIp?.startsWith('192.168.') === true
  if (cause === 'front-unseen') return isHomes ? 'front-unseen-home' : 'front-either'
  if (cause !== 'second-router' || isHomes) return cause
  return nat === 'double-nat' ? ('front-either' as const) : ('second-router-likely' as const)
}

/** Returns the port, with the name of the service if one was named. */
function sayPort({ asked }: Pick<HomeFound, 'asked'>, locale: Locale): string {
  if (!asked) return ''
  const { service, port } = asked
  const protocol = asked.protocol.toUpperCase()
  return service === null
    ? sayText.say(locale, 'port', { protocol, port })
    : sayText.say(locale, 'service', { service, protocol, port })
}

function slotsOf(found: HomeFound, locale: Locale) {
  const { computer, gateway, asked, ip, cause, ipVersion: version } = found
  const { listening, firewall } = computer
  const own = version === 4 ? computer.address : computer.address6
  const rule = ruleFor(gateway?.rules ?? [], { asked, own: computer.address })
  const to = { 'rule-other-port': rule?.internalPort, 'rule-other-outside': rule?.externalPort }[String(cause)]
  const what = sayPort(found, locale)
  const frame = (key: 'shut' | 'astray' | 'unsure') => sayText.say(locale, key, { what })
  return {
    ...{ what, shut: frame('shut'), astray: frame('astray'), unsure: frame('unsure') },
    frame: frame(found.verdict === 'cannot-tell' ? 'unsure' : 'shut'),
    own: own ?? sayText.say(locale, 'an-address', {}),
    ip: ip ?? '',
    program: listening?.program ?? sayText.say(locale, 'a-program', {}),
    addresses: listening?.addresses.join(', ') ?? '',
    version,
    heard: version === 4 ? 6 : 4,
    kind: firewall?.kind ?? sayText.say(locale, 'a-firewall', {}),
    to: to ?? rule?.internalIp ?? '',
  }
}

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
async function lookFromHome(journey: Journey): Promise<HomeFound> {
  const { world, subject, known, locale, signal } = journey
  const asked = subject && { port: subject.port, protocol: subject.protocol }
  const computer = await lookAtComputer(asked, world.sources)
  const tell = teller(journey, computer)
  tell('computer', {})
  const { v4, v6 } = computer.gateways
  const look = (one: Gateway | null) => one && lookAtGateway(one, asked ? [asked] : [], signal)
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
