import type { NextAction } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import { adviceText } from './advice.text.ts'
import type { Cause } from './causes.ts'
import type { HomeFound } from './fields.ts'
import { isLedHere, isRuled, ruleFor } from './inside-causes.ts'
import { stepIn } from './outside-seen.ts'
import { EXAMPLE_PORT, lineFor, portInstead } from './typed-line.ts'

/** The situation that advice is for. */
export interface Advised {
  readonly found: HomeFound
  readonly locale: Locale
  /** The address of the doorstep outside, as it was named; null without one. */
  readonly server: string | null
  /** The menu of the router for rules; null if its make is not known. */
  readonly menu: string | null
  /** The safer way to a service that should stay shut; null if none is known. */
  readonly safer: string | null
}

/** The ports at which authorities look for a name. */
const CERTIFICATE_PORTS: readonly number[] = [80, 443]

type Sentence = keyof typeof adviceText.en
type Advise = (situation: Advised, version: 4 | 6) => readonly NextAction[]

/** Returns the steps in the order of doing: the cause that explains the others, what else is in the way, and the check. */
export function adviceFor(given: Advised): [NextAction, ...NextAction[]] {
  const { found } = given
  const hasFailed = found.asked !== null && found.outsideFailure !== null
  // A server that could not be asked is not to be typed again.
  const situation = hasFailed ? { ...given, server: null } : given
  const { cause, also, other, asked, ipVersion: version } = found
  const steps = isToStayShut(found) ? keepShut(situation) : FIRST[cause](situation, version)
  const more = isToStayShut(found) ? [] : also.flatMap((one) => FIRST[one](situation, version))
  const ofOther = other?.verdict === 'blocked' && !isToStayShut(found) ? overOther(situation, other) : []
  // The rule may be there after all.
  const ofProvider = cause === 'no-rule-likely' ? [step(situation, 'ask-provider.if-other-works')] : []
  const { before, after } = around(situation)
  const unasked = hasFailed ? [lookFromOutside(situation)] : []
  const all = [...unasked, ...before, ...steps, ...more, ...ofOther, ...after, ...ofProvider, ...issuance(situation)]
  const [first = lookFromOutside(situation), ...rest] = unique(all)
  const isDone = !asked || found.verdict === 'not-needed' || found.verdict === 'reachable' || isToStayShut(found)
  // Their lines look again.
  const isAgain = [first, ...rest].some(({ code }) => code === 'look-from-outside' || code === 'compare-router-address')
  return isDone || isAgain ? [first, ...rest] : [first, ...rest, step(situation, 'check-again')]
}

/** Returns what makes the look itself doubtful: a VPN, through which a server sees the far end, or a gateway that need not be the router. */
function around(situation: Advised): Readonly<Record<'before' | 'after', NextAction[]>> {
  const { computer, gateway, cause, verdict } = situation.found
  if (verdict === 'not-needed') return { before: [], after: [] }
  const direct = computer.vpn && cause !== 'vpn' ? [step(situation, 'connect-directly')] : []
  // A gateway that speaks a protocol is a router.
  const isRouter = gateway !== null && gateway.protocols.length > 0
  const isSound = isRouter || verdict === 'reachable' || isToStayShut(situation.found)
  const beside = computer.inside === null || isSound ? [] : [step(situation, `run-outside-${computer.inside}`)]
  return verdict === 'cannot-tell' ? { before: [...beside, ...direct], after: [] } : { before: beside, after: direct }
}

/** Returns the check of the certificate where it comes next: a name of one's own leads to an open port 80 or 443. */
function issuance(situation: Advised): NextAction[] {
  const { asked, verdict, proof } = situation.found
  const isNext = asked !== null && asked.hostname !== null && asked.protocol === 'tcp' && CERTIFICATE_PORTS.includes(asked.port)
  if (!isNext || verdict !== 'reachable' || isToStayShut(situation.found)) return []
  return [step(situation, proof === 'proven' ? 'check-issuance.proven' : 'check-issuance')]
}

function isToStayShut({ asked, verdict }: HomeFound): boolean {
  return asked?.keepShut === true && verdict !== 'not-needed'
}

const one =
  (sentence: Sentence): Advise =>
  (situation) => [step(situation, sentence)]

/** Returns the advice of the doorstep outside, which knows names, providers and services; `otherwise` where it has none. */
const fromOutside =
  (otherwise: Sentence): Advise =>
  (situation) => [stepIn(situation.found.outside) ?? step(situation, otherwise)]

/** Returns the steps for the other version of IP, of which the server outside tells no steps. */
function overOther(situation: Advised, { cause, ipVersion }: NonNullable<HomeFound['other']>): readonly NextAction[] {
  return FIRST[cause]({ ...situation, found: { ...situation.found, ipVersion, outside: null } }, ipVersion)
}

const askForAddress: Advise = (situation, version) => {
  const said = stepIn(situation.found.outside)
  const isAbout = said !== null && ['ask-public-address', 'ask-building', 'use-relay'].includes(said.code)
  const hasOther = version === 4 && situation.found.computer.address6 !== null
  return [isAbout ? said : step(situation, 'ask-public-address'), ...(hasOther ? [step(situation, 'open-pinhole')] : [])]
}

const allowHere: Advise = (situation) => [
  step(situation, situation.found.computer.firewall?.line ? 'allow-on-device.by' : 'allow-on-device'),
]

const makeRule: Advise = (situation) => {
  const { gateway, proof, computer } = situation.found
  const isSilent = !gateway || gateway.protocols.length === 0
  const rule = isSilent
    ? [atRouter(situation, 'forward-port.only')]
    : [step(situation, 'open-port'), atRouter(situation, 'forward-port')]
  // A rule that is there, but is not listed, leaves the firewall that nobody could read.
  const { blocks, line } = computer.firewall ?? {}
  const allow = blocks === 'unknown' ? [step(situation, line ? 'allow-on-device.then-by' : 'allow-on-device.then')] : []
  // A proof is asked for where no program listens.
  return [...rule, ...(proof === null ? [] : [step(situation, 'start-service')]), ...allow]
}

const lookAtRules: Advise = (situation) => [atRouter(situation, 'forward-port.check')]

const correctRule: Advise = (situation) => [atRouter(situation, 'correct-rule-address')]

const forwardInFront: Advise = (situation) => {
  const isAtHome = situation.found.gateway?.wanIp?.startsWith('192.168.') === true
  // Both routers need the rule; one without a public address often refuses to make it when asked.
  const own = isRuled(situation.found) ? [] : [atRouter(situation, 'forward-port.only')]
  return [step(situation, isAtHome ? 'forward-upstream' : 'forward-upstream.either'), ...own]
}

const prove: Advise = (situation) => [step(situation, 'prove-by-listening')]

/** Returns the steps where something answers. Without a rule that is seen to lead here, it may be another device. */
function answering(situation: Advised, version: 4 | 6): NextAction[] {
  // Over IPv6, the address is that of this computer, and works from inside as well.
  if (version === 6) return []
  const said = stepIn(situation.found.outside)
  return [...(said ? [said] : []), ...(isLedHere(situation.found) ? [] : [step(situation, 'prove-by-listening')])]
}

/** The steps for each cause. */
const FIRST: Record<Cause, Advise> = {
  proven: one('start-service.proven'),
  answers: answering,
  'not-needed': fromOutside('needs-no-port'),
  'nothing-listens': one('start-service'),
  'only-loopback': one('listen-on-all-addresses'),
  'other-address': one('listen-on-all-addresses'),
  'wrong-family': (situation, version) => [step(situation, 'listen-over-family', version)],
  'wrong-program': fromOutside('prove-by-listening'),
  'answers-lost-in-vpn': one('connect-directly'),
  'answers-lost': one('check-way-back'),
  'firewall-blocks': allowHere,
  // The other thing that it can be is a rule that leads elsewhere.
  'firewall-likely': (situation, version) => [
    ...allowHere(situation, version),
    ...(version === 6 || isRuled(situation.found) ? [] : lookAtRules(situation, version)),
  ],
  'rule-elsewhere': correctRule,
  'rule-not-here': lookAtRules,
  'rule-other-port': correctRule,
  'rule-other-outside': one('correct-rule-outside'),
  'rule-without-effect': one('allow-in-router-only'),
  'no-rule': makeRule,
  'no-rule-likely': makeRule,
  'router-filters': one('allow-in-router-only'),
  'router-page': fromOutside('forward-port.check'),
  'someone-else': lookAtRules,
  pinhole: (situation) => {
    const { gateway } = situation.found
    const isAsked = gateway?.protocols.some((protocol) => protocol === 'pcp' || protocol === 'upnp-igd2') === true
    return [...(isAsked ? [step(situation, 'open-port')] : []), step(situation, 'open-pinhole')]
  },
  'second-router': forwardInFront,
  'second-router-elsewhere': forwardInFront,
  'carrier-nat': askForAddress,
  'line-shared': askForAddress,
  neighbour: askForAddress,
  'port-blocked': fromOutside('ask-provider'),
  'port-stopped': one('ask-provider'),
  'filtered-ahead': one('ask-provider.ahead'),
  name: fromOutside('check-again'),
  'answered-by-whom': prove,
  'shared-or-no-rule': (situation, version) => [
    step(situation, 'compare-router-address'),
    // A router that makes rules tells its address.
    ...makeRule(situation, version).filter(({ code }) => code !== 'open-port'),
  ],
  vpn: one('connect-directly'),
  'other-line': one('use-the-same-line'),
  'udp-silent': (situation) => [step(situation, 'try-the-program'), ...prove(situation, 4)],
  'front-unseen': (situation) => [lookFromOutside(situation), ...forwardInFront(situation, 4).slice(0, 1)],
  'no-rule-unseen': (situation) => [...makeRule(situation, 4), lookFromOutside(situation)],
  'outside-unseen': (situation) => [lookFromOutside(situation)],
  'outside-doubts': fromOutside('try-the-program'),
  'no-port': one('name-a-port'),
}

function keepShut(situation: Advised): NextAction[] {
  const { found, safer } = situation
  const said = stepIn(found.outside)
  if (said && (found.verdict === 'reachable' || said.code === 'use-safer-way')) return [said]
  return [{ code: 'use-safer-way', text: safer ?? adviceText.say(situation.locale, 'keep-shut', {}) }]
}

/** Returns the view from outside that is missing; what is left to try where it was there. */
function lookFromOutside(situation: Advised): NextAction {
  if (situation.found.outsideFailure !== null) return step(situation, 'look-from-outside.failed')
  return step(situation, situation.server === null ? 'look-from-outside' : 'try-the-program')
}

function atRouter(situation: Advised, sentence: Sentence): NextAction {
  const { address } = situation.found.gateway ?? {}
  const isPlain = typeof address === 'string' && !address.includes(':')
  return { ...step(situation, sentence), ...(isPlain && { url: `http://${address}` }) }
}

function step(situation: Advised, sentence: Sentence, version?: 4 | 6): NextAction {
  const [code = sentence] = sentence.split('.')
  return { code, text: adviceText.say(situation.locale, sentence, slotsOf(situation, sentence, version)) }
}

function slotsOf({ found, locale, server, menu }: Advised, sentence: Sentence, version: 4 | 6 = found.ipVersion) {
  const { asked, computer, gateway, ip, outsideFailure } = found
  const rule = ruleFor(gateway?.rules ?? [], { asked, own: computer.address })
  const port = asked?.port ?? EXAMPLE_PORT
  return {
    program: computer.listening?.program ?? adviceText.say(locale, 'a-program', {}),
    port,
    protocol: (asked?.protocol ?? 'tcp').toUpperCase(),
    version,
    // Rules are of IPv4.
    own: (sentence === 'open-pinhole' ? computer.address6 : computer.address) ?? adviceText.say(locale, 'this-computer', {}),
    ip: ip ?? '',
    instead: portInstead(port),
    reason: outsideFailure ?? '',
    wan: gateway?.wanIp ?? adviceText.say(locale, 'wan-address', {}),
    external: rule?.externalPort ?? port,
    menu: menu === null ? '' : adviceText.say(locale, 'in-menu', { menu }),
    line: lineFor({ found, server }, sentence),
  }
}

/** Returns every action once: two causes may ask for the same. */
function unique(actions: readonly NextAction[]): NextAction[] {
  return actions.filter(({ text }, index) => actions.findIndex((other) => other.text === text) === index)
}
