import { type FollowUp, followUp, type NextAction } from '../contract/next-action.ts'
import { type Block, namedProvider, type PlanFacts, publicIpOf, webRule } from '../router/index.ts'
import { pageOf } from '../router/login/boxes.ts'
import { adviceText } from './advice.text.ts'
import type { Case, Requests } from './case.ts'
import { situationIn } from './clues.ts'
import type { Sentence, Step } from './name-states.ts'
import { openingOf } from './opening.ts'
import { goodOf, type Situation } from './situation.ts'
import { compare, type JudgedCase, MAIL_PORT, stepsIn } from './situation-steps.ts'
import { slotsOf } from './slots.ts'

/** The advice on a case: its situation, and the steps in the order of doing. */
export interface Advice {
  readonly situation: Situation
  readonly steps: readonly NextAction[]
}

/** Returns what every tool says of a case. */
export function advise(one: Case): Advice {
  const situation = situationIn(one)
  const judged = { ...one, situation, slots: slotsOf(one) }
  const steps = stepsIn(judged)
    .filter((step) => !isDeadEnd(judged, step))
    .map((step) => asAction(judged, step))
  const [first = asAction(judged, 'test-from-outside'), ...more] = unique(steps)
  const isToRepeat = first.tool === undefined && goodOf(situation, one.port) !== true
  return { situation, steps: [{ ...(isToRepeat && one.requests.again), ...first }, ...more] }
}

/** The steps that are taken in the settings of the router. */
const IN_ROUTER: readonly string[] = ['compare-router-address', 'forward-port', 'correct-rule-address']

function asAction({ facts, slots, requests, here }: Omit<JudgedCase, 'situation'>, step: Step): NextAction {
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
function isDeadEnd({ requests }: JudgedCase, step: Step): boolean {
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

/** Returns steps without those that say the same again. */
export function unique(actions: readonly NextAction[]): NextAction[] {
  return actions.filter(({ code, text }, index) => actions.findIndex((one) => one.code === code && one.text === text) === index)
}

/** Returns the plan for the safer way: that of the catalogue, a reverse proxy for a page that may be public, or a VPN; undefined where it has none. */
function saferPlan(facts: PlanFacts): FollowUp | undefined {
  const { service, dangers, known, router, internalIp, routerWan } = facts
  const isp = namedProvider(facts.isp)
  const isPage = service.recommended && service.category !== 'remote' && service.category !== 'custom' && webRule(facts) !== null
  if (service.saferUse === null && service.saferAlternative !== null && !isPage) return undefined
  const useCase = dangers[0]?.service?.saferUse ?? service.saferUse ?? (isPage ? 'reverse-proxy' : 'wireguard')
  if (service.id === useCase || !known.useCases.some(({ id }) => id === useCase)) return undefined
  return followUp('port-forward-plan', {
    useCase,
    ...(router.known && { routerBrand: router.brand.id }),
    ...(internalIp !== null && { internalIp }),
    ...(routerWan && { routerWanIp: routerWan.text }),
    ...(isp && { isp: isp.id }),
  })
}
