import type { NextAction } from '../contract/next-action.ts'
import { sayIn } from '../contract/text.ts'
import { type About, isFiltered, silence } from '../diagnostics/where/index.ts'
import { hasNoRouter, isFixed, needsNoRule, noForwarding, type PlanFacts, servesOf, sharedPortsOf } from '../router/index.ts'
import type { Case, Here, NameSeen } from './case.ts'
import { blockIn, isRuleProven, needIn } from './clues.ts'
import { nameSteps } from './name.ts'
import type { Sentence, Step } from './name-states.ts'
import { meaningOf } from './name-states.ts'
import { ORIGIN_STEPS } from './origin.ts'
import type { Situation } from './situation.ts'
import type { StepSlots } from './slots.ts'
import { sharedPortsText } from './words.text.ts'

/** A case whose situation is known, with the particulars that its sentences have. */
export interface JudgedCase extends Case {
  readonly situation: Situation
  readonly slots: StepSlots
}

/** Returns the steps of a case, in the order of doing: those of its situation, of its name, and the safer way. */
export function stepsIn(judged: JudgedCase): readonly Step[] {
  return [...stepsFor(judged, judged.situation), ...besideName(judged), ...saferToo(judged)]
}

/** Returns steps that are there only under a condition. */
function stepIf(holds: boolean, ...steps: Step[]): Step[] {
  return holds ? steps : []
}

function stepsFor(judged: JudgedCase, situation: Situation): readonly Step[] {
  const { here } = judged
  return (here?.situation === situation && here.steps) || STEPS[situation](judged)
}

export const MAIL_PORT = 25
const HTTP_PORT = 80

/** The steps of each situation, in the order of doing. */
const STEPS: Readonly<Record<Situation, (judged: JudgedCase) => readonly Step[]>> = {
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
  'access-point': (judged) => [
    ...onConsole(judged),
    'forward-port.outer-alone',
    ...(isBuilding(judged) ? withoutRule(judged) : onDevice(judged)),
  ],
  'name-elsewhere': nameSteps,
  'name-missing': nameSteps,
  'name-private': nameSteps,
  'provider-blocks': blocked,
  'no-rule-seen': (judged) => [...compare(judged), ...forward(judged), ...besideRule(judged)],
  'program-off': programOff,
  firewall: keptOut,
  'device-away': ({ version }) => ['wake-device', version === 6 ? 'check-device-address' : 'reserve-address'],
  'device-elsewhere': ({ version }) => (version === 6 ? ['check-device-address'] : ['correct-rule-address', 'reserve-address']),
  pinhole: (judged) => [
    'open-pinhole',
    ...stepIf(judged.here?.opens === true, 'open-port'),
    ...(ends(judged, 'refused-on-the-way', 'stopped-before') ? ['ask-provider' as const] : onDevice(judged)),
  ],
  'other-answers': otherAnswers,
  untrusted: () => ['fix-certificate', 'see-certificate'],
  open: opened,
  unknown,
}

/** Returns how to try again; on the device itself how to look, and what is to be done as far as it sees. */
function notChecked(judged: JudgedCase): readonly Step[] {
  const { reason, here } = judged
  if (!here) return [reason === 'rate-limited' && judged.asked ? 'wait-for-target' : 'try-again']
  const look = reason ? 'look-from-outside.failed' : 'look-from-outside'
  if (needIn(judged.facts) === 'shut') return [look, ...betterShut(judged)]
  return [look, ...(here.situation === 'not-checked' ? [] : stepsFor(judged, here.situation))]
}

function keptOut(judged: JudgedCase): Step[] {
  if (judged.here) return behindRule(judged.here, judged.version)
  if (ends(judged, 'refused-at-address')) return ['allow-in-router.only']
  // Over IPv6 the last router was seen to let packets through.
  return judged.version === 6 ? onDevice(judged) : [...onDevice(judged), 'allow-in-router']
}

/** Returns how to allow a port in the firewall of the device, unless that lets it in. */
function allowHere({ firewall }: Here): Sentence[] {
  if (firewall === null || firewall.blocks === 'no') return []
  return [firewall.line === null ? 'allow-on-device.here' : 'allow-on-device.here-by']
}

/** Returns the steps where packets come as far as a device: its firewall, otherwise a rule that leads to another, or what is in front. */
function behindRule(here: Here, version: 4 | 6): Step[] {
  const isForwarded = version === 4 && !here.isRuled && here.firewall?.blocks !== 'yes'
  const steps = [...allowHere(here), ...stepIf(isForwarded, 'correct-rule-address')]
  return steps.length > 0 ? steps : [version === 6 ? 'open-pinhole' : 'ask-provider.ahead']
}

function betterShut({ facts }: JudgedCase): Step[] {
  const { service, dangers, wanted } = facts
  const [danger] = dangers
  if (danger) return [danger.service ? 'use-safer-way.port-of-service' : 'use-safer-way.port-attacked']
  return ['use-safer-way', ...stepIf(wanted.length > 0 && service.id !== 'custom', 'see-plan.anyway')]
}

/** Returns the steps where no rule on the line lets anybody in: the data of the provider say whether an address of its own can be had. */
function withoutRule(judged: JudgedCase): Step[] {
  const { facts, slots } = judged
  const ask = askIn(judged)
  const isCertain = facts.obstacle !== null || judged.ip === null || judged.here?.isShared === true
  const hasRelay = slots.names !== ''
  const rest = [...stepIf(!isCertain, 'compare-router-address.shared'), ...stepIf(hasRelay, 'see-alternatives')]
  const own = ownRouterStep(facts)
  const { publicAddress = null, ask: words = null } = facts.isp?.isp ?? {}
  const isObtainable = (publicAddress !== null && publicAddress !== 'never') || words !== null
  const isAskedFirst = (isBuilding(judged) || isObtainable) && ask.length + own.length > 0
  const relay = stepIf(hasRelay, isAskedFirst ? 'use-relay.or' : 'use-relay')
  const ways = isAskedFirst ? [...ask, ...own, ...relay] : [...relay, ...ask, ...own]
  const isOptional = facts.service.upnp.status === 'optional'
  // UPnP is no help on a line that is shared.
  const first = tryFirst(facts).map((step) => (step === 'try-without-rule' ? 'try-without-rule.as-it-is' : step))
  const asItIs: Step[] = first.length === 0 && isOptional ? ['try-without-rule.fewer'] : first
  return [...asItIs, ...stepIf(needIn(facts) === 'console', 'test-on-console.provider'), ...ways, ...rest]
}

/** Returns what a console needs before anything else: what its router does by itself is enough for most. */
function onConsole({ facts }: JudgedCase): Step[] {
  return stepIf(needIn(facts) === 'console', 'try-without-rule.console')
}

/** Returns what a rule takes where the box of the provider cannot forward, beside a public address. */
export function ownRouterStep(facts: PlanFacts): NextAction[] {
  const said = noForwarding(facts)
  return said.length > 1 ? [{ code: 'use-own-router', text: said.join(' ') }] : []
}

function isBuilding({ facts: { isp }, situation }: JudgedCase): boolean {
  return situation === 'building' || isp?.isp.building === true
}

function askIn(judged: JudgedCase): Step[] {
  const { isp, obstacle } = judged.facts
  if (isBuilding(judged)) return ['ask-building']
  const { publicAddress = null, ask, mobile } = isp?.isp ?? {}
  if (publicAddress === 'never' || obstacle === 'box' || (mobile === true && !ask)) return []
  return [publicAddress === 'account' ? 'ask-public-address.account' : 'ask-public-address']
}

function sharedPorts(judged: JudgedCase): Step[] {
  const { isp, router } = judged.facts
  const hasBox = router.known && router.brand.kind === 'isp'
  return [
    ...onConsole(judged),
    ...sharedPortsStep(judged),
    ...stepIf(isp?.isp.country === 'JP' && !hasBox, 'gateway-in-front'),
    ...compare(judged),
    ...stepIf(judged.asked !== null && !isFixed(judged.facts), 'forward-port.of-range'),
  ]
}

function twoRouters(judged: JudgedCase): Step[] {
  const { facts, here, about = null } = judged
  if (isRuleProven(about)) return behindOuter(judged)
  return [
    ...onConsole(judged),
    facts.upstream === null ? 'use-one-router.perhaps' : 'use-one-router',
    ...stepIf(judged.asked !== null, 'forward-upstream'),
    ...tryFirst(facts).filter((step) => step === 'try-without-rule.relay'),
    here && !here.isRuled ? 'forward-port' : 'see-plan',
  ]
}

/** Returns the steps behind a router that has the rule: the own one lacks it, or the way to it is wrong. */
function behindOuter({ about }: JudgedCase): Step[] {
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

function forward(judged: JudgedCase): Step[] {
  return judged.version === 6 ? ['open-pinhole'] : ['forward-port', ...stepIf(judged.here?.opens === true, 'open-port')]
}

/** Returns what else is to be looked at where no rule was seen: a refusal may come from a program's own system, silence from further away. */
function besideRule(judged: JudgedCase): Step[] {
  const { about = null, isRefused = false, facts } = judged
  if (about === null && isRefused) return ['start-service']
  if (!ends(judged, 'refused-at-address')) return [...ifBlocked(judged), ...onDevice(judged)]
  if (about && isFiltered(about)) return ['allow-in-router']
  // The router itself has the address.
  return facts.nat === 'none' ? [] : ['start-service.direct']
}

function onDevice({ about = null, here, asked }: JudgedCase): Step[] {
  if (asked === null) return []
  if (here) return allowHere(here)
  return [about?.firewall ? 'allow-on-device.by' : 'allow-on-device']
}

function ends({ about = null }: JudgedCase, ...verdicts: About['where']['verdict'][]): boolean {
  return about !== null && verdicts.includes(about.where.verdict)
}

function blocked({ version, asked }: JudgedCase): Step[] {
  if (asked?.port === MAIL_PORT) return ['ask-to-unblock']
  return [version === 6 ? 'use-other-port.ipv6' : 'use-other-port', 'ask-provider']
}

/** Ports over TCP that home lines often block. */
const OFTEN_BLOCKED: readonly number[] = [25, 80, 443, 8080]

/** Returns the second cause of silence: a port that the provider may block; of a provider whose blocks are known, no others are suspected. */
function ifBlocked(judged: JudgedCase): Step[] {
  const { asked, version, facts } = judged
  const isKnown = (facts.isp?.isp.blocked ?? []).length > 0
  const isSuspect = asked?.protocol === 'tcp' && OFTEN_BLOCKED.includes(asked.port) && !isKnown
  if (version === 6 || (blockIn(judged) === null && !isSuspect)) return []
  return [asked?.port === MAIL_PORT ? 'ask-to-unblock' : 'use-other-port.if-ruled']
}

function programOff({ version, about = null }: JudgedCase): Step[] {
  if (version === 4) return ['start-service', 'correct-rule-address.check']
  return ['start-service.ipv6', ...stepIf(about?.where.verdict !== 'refused-by-device', 'open-pinhole.if-running')]
}

function otherAnswers({ fault, version, facts, here }: JudgedCase): Step[] {
  switch (fault) {
    case 'router':
      if (version === 6) return ['close-router-page']
      return ['close-router-page', ...stepIf(needIn(facts) !== 'shut', 'forward-port.then'), 'find-router']
    case 'protocol':
      return ['fix-scheme']
    case 'silent':
      return ['look-at-service']
    case 'error':
      return ['look-at-status']
    case 'stranger':
      if (version === 6) return ['check-program.ipv6']
      return ['correct-rule-address.stranger', ...stepIf(facts.nat !== 'none', 'compare-router-address.stranger')]
    default:
      // Where nothing is forwarded, no rule leads there.
      return [version === 6 || here?.isRuled ? 'check-program.ipv6' : 'check-program']
  }
}

function saferToo({ facts, situation }: JudgedCase): Step[] {
  const isCareful = facts.need === 'careful' && facts.service.saferAlternative !== null && facts.dangers.length === 0
  return stepIf(isCareful && !['not-checked', 'carrier-grade', 'building'].includes(situation), 'use-safer-way')
}

function opened({ place = null, asked, name = null, version, here, facts }: JudgedCase): Step[] {
  const isForCertificate = asked?.port === HTTP_PORT && asked.protocol === 'tcp' && name !== null
  return [
    ...stepIf(place !== null, servesOf(facts.service) === 'oneself' ? 'tell-friends.oneself' : 'tell-friends'),
    // Over IPv6 the address is the device's own, which works from inside as well.
    ...stepIf(!here || version === 4, 'test-from-outside'),
    ...stepIf(isForCertificate, 'check-issuance'),
  ]
}

/** Returns the first try with a service that takes a rule, but works without one for most. */
function tryFirst({ service, dangers }: PlanFacts): Step[] {
  if (service.category === 'console' || !needsNoRule(service.upnp.status) || dangers.length > 0) return []
  const { status } = service.upnp
  if (status === 'not-needed-with-relay') return ['try-without-rule.relay']
  return [status === 'usually-not-needed' ? 'try-without-rule' : 'try-without-rule.as-it-is']
}

function unknown(judged: JudgedCase): Step[] {
  if (judged.isThroughProxy === true) return ['connect-directly']
  if (needIn(judged.facts) === 'console')
    return [...onConsole(judged), ...stepIf(judged.facts.wanted.length === 0, ...compare(judged), 'use-dmz'), 'see-plan']
  if (judged.name && judged.asked === null) return onNameAlone(judged, judged.name)
  if (judged.heardOn) return ['only-this-port', 'forward-port']
  if (judged.port === 'silent') return silentOverUdp(judged)
  // Only the name is in doubt.
  return judged.port === 'open' ? [] : [...tryFirst(judged.facts), ...compare(judged)]
}

function onNameAlone(judged: JudgedCase, { state }: NameSeen): Step[] {
  const shown = judged.facts.routerWan === null ? [] : compare(judged)
  return meaningOf(state).isInDoubt ? shown : [...shown, 'check-port']
}

/** Returns what to do about silence over UDP, which may be what the program means to do. */
function silentOverUdp(judged: JudgedCase): Step[] {
  const { about = null } = judged
  const inRouter = isRuleProven(about) ? [] : [...compare(judged), ...forward(judged)]
  const onTheWay = [...inRouter, ...onDevice(judged), ...stepIf(isRuleProven(about), 'allow-in-router')]
  return about && silence(about) === 'unexpected' ? onTheWay : ['try-the-program', ...onTheWay]
}

function besideName(judged: JudgedCase): readonly Step[] {
  const isUnjudged =
    judged.situation === 'not-needed' || judged.situation === 'better-shut' || judged.situation.startsWith('name-')
  return isUnjudged ? [] : nameSteps(judged)
}

/** Returns the step before a rule on a line that may have only a range of ports: the address alone does not tell. */
function sharedPortsStep({ facts, asked }: Pick<Case, 'facts' | 'asked'>): NextAction[] {
  const { isp, service, locale } = facts
  const shared = sharedPortsOf(isp?.isp ?? null)
  if (!isp || !shared) return []
  const say = sayIn(sharedPortsText, locale)
  const range = shared.range?.[locale] ?? say('range')
  const whole = shared.whole ? say('whole', { whole: shared.whole[locale] }) : ''
  const fixed = service.setUp && asked !== null ? 'use-inside' : 'use-whole'
  const use = isFixed(facts) ? fixed : asked === null ? 'use' : 'use-asked'
  const text = `${say(shared.usual, { provider: isp.isp.name[locale], range })} ${say(use, { whole, port: asked?.port ?? 0 })}`
  return [{ code: 'shared-ports', text }]
}
