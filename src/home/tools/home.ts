import { type Static, type TObject, Type } from '@sinclair/typebox'
import { goodOf, SITUATION, type Situation } from '../../advice/index.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { foreign, oneOf, PORT, pastedService, refusing } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { type GatewaySeen, lookAtGateway } from '../../net/gateway/index.ts'
import { readAddress } from '../../policy/admit.ts'
import type { Gateway } from '../../policy/gateway.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { homeAdvice, portOf } from '../advice.ts'
import { type Asked, askOutside, brandOf, type HomeRequest, type HomeSubject, homeSubject } from '../ask.ts'
import { type BoxFacts, homeTold, sayBox } from '../boxes.ts'
import { lookAtComputer } from '../computer/index.ts'
import { asTyped, defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { HOME_EVENT, HOME_FIELDS, type HomeFound } from '../fields.ts'
import { type LineClues, type LineSeen, lineSeen, towardsServer, wanProven } from '../line.ts'
import { readOutside, textIn } from '../outside-seen.ts'
import { boxesText, homeText, sayText } from '../say.text.ts'
import { isLedHere, judgeHome, ruleFor } from '../verdict.ts'

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
      const seen = { ...found, wanIp: wanIp ?? wanProven(found.line), routerBrand, platform: world.sources.platform }
      const facts = subject?.facts(seen, found.line.publicIp) ?? null
      const { situation, nextActions } = homeAdvice({ found, facts, server, locale })
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

function sayPort(asked: HomeFound['asked'], locale: Locale): string {
  if (!asked) return ''
  const { service, port } = asked
  const protocol = asked.protocol.toUpperCase()
  return service === null
    ? sayText.say(locale, 'port', { protocol, port })
    : sayText.say(locale, 'service', { service, protocol, port })
}

function slotsOf(found: HomeFound, locale: Locale) {
  const { computer, ip, cause, ipVersion: version } = found
  const { listening, firewall } = computer
  const own = version === 4 ? computer.address : computer.address6
  const rule = ruleFor(found)
  const to = { 'rule-other-port': rule?.internalPort, 'rule-other-outside': rule?.externalPort }[String(cause)]
  const what = sayPort(found.asked, locale)
  const frame = (key: 'shut' | 'astray' | 'unsure') => sayText.say(locale, key, { what })
  return {
    what,
    shut: frame('shut'),
    astray: frame('astray'),
    unsure: frame('unsure'),
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
async function lookFromHome(journey: Journey): Promise<HomeFound> {
  const { world, request, subject, known, locale, signal } = journey
  const hostname = request.hostname ?? null
  const asked = subject && {
    port: subject.port,
    protocol: subject.protocol,
    service: subject.service,
    hostname,
    keepShut: subject.advice === 'keep-shut',
  }
  const seen = await lookAtComputer(asked, world.sources)
  const { gateways, ...computer } = seen
  const { v4, v6 } = gateways
  const tell = teller({ asked, computer }, journey)
  tell('computer', {})
  const look = (one: Gateway | null) => one && lookAtGateway(one, asked ? [asked] : [], signal)
  const [seen4, seen6, { hops, echoed }] = await Promise.all([look(v4), look(v6), towardsServer(world.outside, seen, signal)])
  signal.throwIfAborted()
  // A router that tells nothing shows its address to whoever looks at its page.
  const wanIp = request.routerWanIp ?? seen4?.wanIp ?? null
  const gateway = shownGateway((v4 ?? v6)?.host, [seen4, seen6], wanIp, known)
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
  const split = places?.split ?? null
  const facts = { asked, computer, line, outside, heldBy, split, owns, advice: subject?.advice ?? null, gateway: seen4 ?? null }
  const judged = judgeHome(facts)
  const answer = answers.find((one) => textIn(one.answer, 'ip') === judged.ip)?.answer ?? answers[0]?.answer ?? null
  const { proof = null, arrived = false } = outside.find(({ version }) => version === judged.ipVersion) ?? {}
  const shown = { gateway, line: shownLine(line, hops, locale), outside: answer, outsideFailure: failure, proof, arrived }
  tell('line', shown)
  tell('outside', shown)
  const friendsConnectTo = judged.verdict === 'blocked' ? null : textIn(answer, 'friendsConnectTo')
  return { asked, computer, ...shown, ...judged, places, friendsConnectTo }
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
  found: Pick<Parameters<typeof askOutside>[1], 'computer' | 'wanIp' | 'routerBrand'>,
): Promise<Asked> {
  if (!world.outside || !subject) return { answers: [], failure: null, heldBy: null, places: null }
  const { platform } = world.sources
  const asked = await askOutside(world.outside, { request, subject, locale, signal, platform, ...found })
  const isOffline = ([4, 6] as const).every((version) => world.sources.source(version) === null)
  if (asked.failure === null || !isOffline) return asked
  return { ...asked, failure: boxesText.say(locale, 'offline', { reason: asked.failure }) }
}

/** Returns the gateway to show: that of IPv4, which has the rules, with what it tells over IPv6 alone; null if there is none. */
function shownGateway(
  address: string | undefined,
  [seen4, seen6]: readonly (GatewaySeen | null)[],
  wanIp: string | null,
  known: Catalogue,
): HomeFound['gateway'] {
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
  { publicIp, nat, reason, about, front, translators }: LineSeen,
  hops: LineClues['hops'],
  locale: Locale,
): HomeFound['line'] {
  const key = reason === 'wan-is-private' && front === null ? 'wan-is-private-either' : reason
  const because = boxesText.say(locale, key, { about: about ?? '', ip: publicIp ?? '' })
  return { publicIp, nat, translators, hops: hops && [...hops], because }
}
