import type { NextAction } from '../contract/next-action.ts'
import { type About, isFiltered, silence } from '../diagnostics/where/index.ts'
import {
  type Block,
  hasNoRouter,
  isFixed,
  needsNoRule,
  noForwarding,
  type PlanFacts,
  publicIpOf,
  servesOf,
} from '../router/index.ts'
import { pageOf } from '../router/login/boxes.ts'
import { adviceText } from './advice.text.ts'
import type { Case, NameSeen, Requests } from './case.ts'
import { blockIn, isRuleProven, NAME_DOUBTS, needIn, situationIn } from './clues.ts'
import { allowHere, behindRule } from './here.ts'
import { nameSteps, type Sentence, type Step } from './name.ts'
import { openingOf } from './opening.ts'
import { ORIGIN_STEPS } from './origin.ts'
import { saferPlan } from './safer-plan.ts'
import { sharedPortsStep } from './shared-ports.ts'
import { goodOf, type Situation } from './situation.ts'
import { type StepSlots, slotsOf } from './slots.ts'

interface Told extends Case {
  readonly situation: Situation
  readonly slots: StepSlots
}

/** The advice on a case: its situation, and the steps in the order of doing. */
export interface Advice {
  readonly situation: Situation
  readonly steps: readonly NextAction[]
}

/** Returns what every tool says of a case. */
export function advise(one: Case): Advice {
  const situation = situationIn(one)
  const told = { ...one, situation, slots: slotsOf(one) }
  const steps = [...stepsFor(told, situation), ...besideName(told), ...saferToo(told)]
    .filter((step) => !isDeadEnd(told, step))
    .map((step) => asAction(told, step))
  const [first = asAction(told, 'test-from-outside'), ...more] = unique(steps)
  const isToRepeat = first.tool === undefined && goodOf(situation, one.port) !== true
  return { situation, steps: [{ ...(isToRepeat && one.requests.again), ...first }, ...more] }
}

function stepsFor(told: Told, situation: Situation): readonly Step[] {
  const { here } = told
  return (here?.situation === situation && here.steps) || STEPS[situation](told)
}

/** The steps that are taken in the settings of the router. */
const IN_ROUTER: readonly string[] = ['compare-router-address', 'forward-port', 'correct-rule-address']

function asAction({ facts, slots, requests, here }: Omit<Told, 'situation'>, step: Step): NextAction {
  if (typeof step !== 'string') return step
  const [code = ''] = step.split('.')
  if (code === 'use-safer-way') return { code, text: adviceText.say(facts.locale, step, slots), ...saferPlan(facts) }
  const to = LEADS_TO[step] ?? LEADS_TO[code]
  const guess = step === 'compare-router-address' ? openingOf(facts)?.url : undefined
  const url = here?.router && IN_ROUTER.includes(code) ? pageOf(here.router, facts.router.brand) : guess
  const text = adviceText.say(facts.locale, step, slots)
  const asks = COMPARING.test(step) && { asks: 'routerWanIp' }
  return { code, text, ...(to && requests[to]), ...(url !== undefined && { url }), ...asks }
}

/** The steps after which the address that the router shows is entered. */
const COMPARING = /^compare-router-address(?:\.(?:inside|shared|ipv6))?$/

/** Returns whether a step does nothing but lead to a tool, and the one who advises knows no request for it. */
function isDeadEnd({ requests }: Told, step: Step): boolean {
  const to = typeof step === 'string' && /^(?:see|find)-/.test(step) ? LEADS_TO[step] : undefined
  return to !== undefined && requests[to] === undefined
}

/** The requests behind steps: by sentence, otherwise by code. */
const LEADS_TO: Readonly<Record<string, keyof Requests>> = {
  'try-again': 'again',
  'wait-for-target': 'again',
  'connect-directly': 'again',
  'update-record': 'again',
  'create-record': 'again',
  'start-service': 'again',
  'wake-device': 'again',
  'open-pinhole': 'again',
  'allow-in-router': 'again',
  'allow-on-device': 'again',
  'check-program': 'again',
  'close-router-page': 'again',
  'only-this-port': 'again',
  'forward-port': 'plan',
  'see-plan': 'plan',
  'see-alternatives': 'plan',
  'correct-rule-address': 'plan',
  'compare-router-address': 'line',
  'forward-upstream': 'plan',
  'use-one-router': 'login',
  'find-router': 'login',
  'see-name': 'name',
  'check-issuance': 'issuance',
  'fix-certificate': 'issuance',
  'see-certificate': 'certificate',
}

const MAIL_PORT = 25
const HTTP_PORT = 80

const STEPS: Readonly<Record<Situation, (told: Told) => readonly Step[]>> = {
  'not-checked': notChecked,
  'not-needed': () => ['needs-no-port'],
  exposed: ({ version }) => [version === 6 ? 'protect-service.ipv6' : 'protect-service'],
  'better-shut': betterShut,
  'filtered-by-origin': () => ORIGIN_STEPS,
  'carrier-grade': withoutRule,
  building: withoutRule,
  'shared-ports': sharedPorts,
  'two-routers': twoRouters,
  // A building's box is not the reader's to change.
  'access-point': (told) => [
    ...onConsole(told),
    'forward-port.outer-alone',
    ...(isBuilding(told) ? withoutRule(told) : onDevice(told)),
  ],
  'name-elsewhere': nameSteps,
  'name-missing': nameSteps,
  'name-private': nameSteps,
  'provider-blocks': blocked,
  'no-rule-seen': (told) => [...compare(told), ...forward(told), ...besideRule(told)],
  'program-off': programOff,
  firewall: keptOut,
  'device-away': ({ version }) => ['wake-device', version === 6 ? 'check-device-address' : 'reserve-address'],
  'device-elsewhere': ({ version }) => (version === 6 ? ['check-device-address'] : ['correct-rule-address', 'reserve-address']),
  pinhole: (told) => [
    'open-pinhole',
    ...openHere(told),
    ...(ends(told, 'refused-on-the-way', 'stopped-before') ? (['ask-provider'] as const) : onDevice(told)),
  ],
  'other-answers': otherAnswers,
  untrusted: () => ['fix-certificate', 'see-certificate'],
  open: opened,
  unknown,
}

/** Returns how to try again; on the device itself how to look, and what is to be done as far as it sees. */
function notChecked(told: Told): readonly Step[] {
  const { reason, here } = told
  if (!here) return [reason === 'rate-limited' && told.asked ? 'wait-for-target' : 'try-again']
  const look = reason ? 'look-from-outside.failed' : 'look-from-outside'
  if (needIn(told.facts) === 'shut') return [look, ...betterShut(told)]
  return [look, ...(here.situation === 'not-checked' ? [] : stepsFor(told, here.situation))]
}

function keptOut(told: Told): Step[] {
  if (told.here) return behindRule(told.here, told.version)
  if (ends(told, 'refused-at-address')) return ['allow-in-router.only']
  // Over IPv6 the last router was seen to let packets through.
  return told.version === 6 ? onDevice(told) : [...onDevice(told), 'allow-in-router']
}

function betterShut({ facts }: Told): Step[] {
  const { service, dangers, wanted } = facts
  const [danger] = dangers
  if (danger) return [danger.service ? 'use-safer-way.port-of-service' : 'use-safer-way.port-attacked']
  return ['use-safer-way', ...(wanted.length > 0 && service.id !== 'custom' ? (['see-plan.anyway'] as const) : [])]
}

/** Returns the steps where no rule on the line lets anybody in: the data of the provider say whether an address of its own can be had. */
function withoutRule(told: Told): Step[] {
  const { facts, slots } = told
  const ask = askIn(told)
  const isCertain = facts.obstacle !== null || told.ip === null || told.here?.isShared === true
  const hasRelay = slots.names !== ''
  const rest: Step[] = [
    ...(isCertain ? [] : (['compare-router-address.shared'] as const)),
    ...(hasRelay ? (['see-alternatives'] as const) : []),
  ]
  const own = ownRouterStep(facts)
  const { publicAddress = null, ask: words = null } = facts.isp?.isp ?? {}
  const isObtainable = (publicAddress !== null && publicAddress !== 'never') || words !== null
  const isAskedFirst = (isBuilding(told) || isObtainable) && ask.length + own.length > 0
  const relay: Step[] = hasRelay ? [isAskedFirst ? 'use-relay.or' : 'use-relay'] : []
  const ways = isAskedFirst ? [...ask, ...own, ...relay] : [...relay, ...ask, ...own]
  const isOptional = facts.service.upnp.status === 'optional'
  // UPnP is no help on a line that is shared.
  const first = tryFirst(facts).map((step) => (step === 'try-without-rule' ? 'try-without-rule.as-it-is' : step))
  const asItIs: Step[] = first.length === 0 && isOptional ? ['try-without-rule.fewer'] : first
  const onConsoleFirst: Step[] = needIn(facts) === 'console' ? ['test-on-console.provider'] : []
  return [...asItIs, ...onConsoleFirst, ...ways, ...rest]
}

/** Returns what a console needs before anything else: what its router does by itself is enough for most. */
function onConsole({ facts }: Told): Step[] {
  return needIn(facts) === 'console' ? ['try-without-rule.console'] : []
}

/** Returns what a rule takes where the box of the provider cannot forward, beside a public address. */
export function ownRouterStep(facts: PlanFacts): NextAction[] {
  const said = noForwarding(facts)
  return said.length > 1 ? [{ code: 'use-own-router', text: said.join(' ') }] : []
}

function isBuilding({ facts: { isp }, situation }: Told): boolean {
  return situation === 'building' || isp?.isp.building === true
}

function askIn(told: Told): Step[] {
  const { isp, obstacle } = told.facts
  if (isBuilding(told)) return ['ask-building']
  const { publicAddress = null, ask, mobile } = isp?.isp ?? {}
  if (publicAddress === 'never' || obstacle === 'box' || (mobile === true && !ask)) return []
  return [publicAddress === 'account' ? 'ask-public-address.account' : 'ask-public-address']
}

function sharedPorts(told: Told): Step[] {
  const { isp, router } = told.facts
  const hasBox = router.known && router.brand.kind === 'isp'
  return [
    ...onConsole(told),
    ...sharedPortsStep(told),
    ...(isp?.isp.country === 'JP' && !hasBox ? (['gateway-in-front'] as const) : []),
    ...compare(told),
    ...(told.asked === null || isFixed(told.facts) ? [] : (['forward-port.of-range'] as const)),
  ]
}

function twoRouters(told: Told): Step[] {
  const { facts, here, about = null } = told
  if (isRuleProven(about)) return behindOuter(told)
  return [
    ...onConsole(told),
    facts.upstream === null ? 'use-one-router.perhaps' : 'use-one-router',
    ...(told.asked === null ? [] : (['forward-upstream'] as const)),
    ...tryFirst(facts).filter((step) => step === 'try-without-rule.relay'),
    here && !here.isRuled ? 'forward-port' : 'see-plan',
  ]
}

/** Returns the steps behind a router that has the rule: the own one lacks it, or the way to it is wrong. */
function behindOuter({ about }: Told): Step[] {
  const verdict = about?.where.verdict
  if (verdict === 'no-device' || verdict === 'wrong-address') return ['correct-rule-address.outer']
  return verdict === 'refused-by-device' ? ['start-service', 'forward-port.inner'] : ['forward-port.inner', 'allow-on-device']
}

/** Returns one look at the address that the router shows, unless it is known. */
export function compare({ version, facts }: Pick<Case, 'version' | 'facts'>): Sentence[] {
  const { routerWan, nat, isOffline, differs } = facts
  if (version === 6 || nat === 'none') return []
  if (routerWan === null) return [hasNoRouter(facts) ? 'compare-router-address.building' : 'compare-router-address']
  if (routerWan.version === 6) return ['compare-router-address.ipv6']
  return isOffline ? ['check-connection'] : differs ? ['use-the-same-line'] : []
}

function forward(told: Told): Step[] {
  return told.version === 6 ? ['open-pinhole'] : ['forward-port', ...openHere(told)]
}

/** Returns what else is to be looked at where no rule was seen: a refusal may come from a program's own system, silence from further away. */
function besideRule(told: Told): Step[] {
  const { about = null, isRefused = false, facts } = told
  if (about === null && isRefused) return ['start-service']
  if (!ends(told, 'refused-at-address')) return [...ifBlocked(told), ...onDevice(told)]
  if (about && isFiltered(about)) return ['allow-in-router']
  // The router itself has the address.
  return facts.nat === 'none' ? [] : ['start-service.direct']
}

function openHere({ here }: Told): Step[] {
  return here?.opens ? ['open-port'] : []
}

function onDevice({ about = null, here, asked }: Told): Step[] {
  if (asked === null) return []
  if (here) return allowHere(here)
  return [about?.firewall ? 'allow-on-device.by' : 'allow-on-device']
}

function ends({ about = null }: Told, ...verdicts: About['where']['verdict'][]): boolean {
  return about !== null && verdicts.includes(about.where.verdict)
}

function blocked({ version, asked }: Told): Step[] {
  if (asked?.port === MAIL_PORT) return ['ask-to-unblock']
  return [version === 6 ? 'use-other-port.ipv6' : 'use-other-port', 'ask-provider']
}

/** Says what to do about a port of a rule that the provider blocks on all its lines, or on some. */
export function sayBlocked(facts: PlanFacts, port: number, certainty: Block['certainty'] = 'always'): NextAction {
  const sentence = port === MAIL_PORT ? 'ask-to-unblock' : certainty === 'always' ? 'use-other-port' : 'use-other-port.if-ruled'
  const asked = { port, protocol: 'tcp' } as const
  return sayStep({ facts, version: 4, ip: publicIpOf(facts), port: 'nobody', asked, requests: {} }, sentence)
}

/** Says a step where something else comes first. */
export function sayStep(one: Case, sentence: Sentence): NextAction {
  return asAction({ ...one, slots: slotsOf(one) }, sentence)
}

/** Says how to compare the address that the router shows to somebody who is in its settings already. */
export function sayCompared(one: Case): NextAction[] {
  return compare(one).map((key) => sayStep(one, key === 'compare-router-address' ? 'compare-router-address.inside' : key))
}

/** Ports over TCP that home lines often block. */
const OFTEN_BLOCKED: readonly number[] = [25, 80, 443, 8080]

/** Returns the second cause of silence: a port that the provider may block; of a provider whose blocks are known, no others are suspected. */
function ifBlocked(told: Told): Step[] {
  const { asked, version, facts } = told
  const isKnown = (facts.isp?.isp.blocked ?? []).length > 0
  const isSuspect = asked?.protocol === 'tcp' && OFTEN_BLOCKED.includes(asked.port) && !isKnown
  if (version === 6 || (blockIn(told) === null && !isSuspect)) return []
  return [asked?.port === MAIL_PORT ? 'ask-to-unblock' : 'use-other-port.if-ruled']
}

function programOff({ version, about = null }: Told): Step[] {
  if (version === 4) return ['start-service', 'correct-rule-address.check']
  return ['start-service.ipv6', ...(about?.where.verdict === 'refused-by-device' ? [] : (['open-pinhole.if-running'] as const))]
}

function otherAnswers({ fault, version, facts, here }: Told): Step[] {
  switch (fault) {
    case 'router':
      if (version === 6) return ['close-router-page']
      return ['close-router-page', ...(needIn(facts) === 'shut' ? [] : (['forward-port.then'] as const)), 'find-router']
    case 'protocol':
      return ['fix-scheme']
    case 'silent':
      return ['look-at-service']
    case 'error':
      return ['look-at-status']
    case 'stranger':
      if (version === 6) return ['check-program.ipv6']
      return ['correct-rule-address.stranger', ...(facts.nat === 'none' ? [] : (['compare-router-address.stranger'] as const))]
    default:
      // Where nothing is forwarded, no rule leads there.
      return [version === 6 || here?.isRuled ? 'check-program.ipv6' : 'check-program']
  }
}

function saferToo({ facts, situation }: Told): Step[] {
  const isCareful = facts.need === 'careful' && facts.service.saferAlternative !== null && facts.dangers.length === 0
  return isCareful && !['not-checked', 'carrier-grade', 'building'].includes(situation) ? ['use-safer-way'] : []
}

function opened({ place = null, asked, name = null, version, here, facts }: Told): Step[] {
  const isForCertificate = asked?.port === HTTP_PORT && asked.protocol === 'tcp' && name !== null
  return [
    ...(place === null
      ? []
      : [servesOf(facts.service) === 'oneself' ? ('tell-friends.oneself' as const) : ('tell-friends' as const)]),
    // Over IPv6 the address is the device's own, which works from inside as well.
    ...(here && version === 6 ? [] : (['test-from-outside'] as const)),
    ...(isForCertificate ? (['check-issuance'] as const) : []),
  ]
}

/** Returns the first try with a service that takes a rule, but works without one for most. */
function tryFirst({ service, dangers }: PlanFacts): Step[] {
  if (service.category === 'console' || !needsNoRule(service.upnp.status) || dangers.length > 0) return []
  const { status } = service.upnp
  if (status === 'not-needed-with-relay') return ['try-without-rule.relay']
  return [status === 'usually-not-needed' ? 'try-without-rule' : 'try-without-rule.as-it-is']
}

function unknown(told: Told): Step[] {
  if (told.isThroughProxy === true) return ['connect-directly']
  if (needIn(told.facts) === 'console')
    return [...onConsole(told), ...(told.facts.wanted.length > 0 ? [] : ([...compare(told), 'use-dmz'] as const)), 'see-plan']
  if (told.name && told.asked === null) return onNameAlone(told, told.name)
  if (told.heardOn) return ['only-this-port', 'forward-port']
  if (told.port === 'silent') return silentOverUdp(told)
  // Only the name is in doubt.
  return told.port === 'open' ? [] : [...tryFirst(told.facts), ...compare(told)]
}

function onNameAlone(told: Told, { state }: NameSeen): Step[] {
  const shown = told.facts.routerWan === null ? [] : compare(told)
  return NAME_DOUBTS.includes(state) ? shown : [...shown, 'check-port']
}

/** Returns what to do about silence over UDP, which may be what the program means to do. */
function silentOverUdp(told: Told): Step[] {
  const { about = null } = told
  const inRouter = isRuleProven(about) ? [] : [...compare(told), ...forward(told)]
  const onTheWay: Step[] = [...inRouter, ...onDevice(told), ...(isRuleProven(about) ? (['allow-in-router'] as const) : [])]
  return about && silence(about) === 'unexpected' ? onTheWay : ['try-the-program', ...onTheWay]
}

function besideName(told: Told): readonly Step[] {
  const isUntold = told.situation === 'not-needed' || told.situation === 'better-shut' || told.situation.startsWith('name-')
  return isUntold ? [] : nameSteps(told)
}

/** Returns steps without those that say the same again. */
export function unique(actions: readonly NextAction[]): NextAction[] {
  return actions.filter(({ code, text }, index) => actions.findIndex((one) => one.code === code && one.text === text) === index)
}
