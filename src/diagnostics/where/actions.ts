import { type FollowUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import { actionsText } from './actions.text.ts'
import type { Where } from './fields.ts'
import { type About, isFiltered, silence } from './say.ts'

/** The requests behind the actions: to check again, and the plan. */
export interface Behind {
  readonly again: FollowUp
  readonly plan: FollowUp
}

/** The port over which mail is delivered, and no other. */
const MAIL_PORT = 25

/** Returns what to do about where the packets ended, in the order of doing, at most three. */
export function whereActions(about: About, behind: Behind): NextAction[] {
  const { ip, port, protocol, firewall, locale } = about
  const next = nextIn(actionsText, locale)
  const slots = { ip, port, protocol: protocol.toUpperCase(), firewall: firewall ?? '' }
  return stepsOf(about).map(({ code, says = code, at }) => ({ ...next(says, slots, at && behind[at]), code }))
}

/** Returns whether a provider can have blocked the port: every other end shows that packets to it come through. */
export function mayBeBlocked({ where: { verdict, forwardingRule }, version }: About): boolean {
  const isBefore = verdict === 'stopped-before' || verdict === 'refused-on-the-way'
  return version === 4 && forwardingRule !== 'proven' && (isBefore || isUnsure({ verdict }))
}

/** Returns whether so little is known of the end that everything else is worth a check. */
export function isUnsure({ verdict }: Pick<Where, 'verdict'>): boolean {
  return verdict === 'silent-at-address' || verdict === 'cannot-tell'
}

/** The ends at which a service that is silent by design, as many are over UDP, looks like one that nobody reaches. */
const SILENT: readonly Where['verdict'][] = ['silent-device', 'silent-at-address', 'router-reached', 'cannot-tell']

export function isSilent({ verdict }: Pick<Where, 'verdict'>): boolean {
  return SILENT.includes(verdict)
}

type Sentence = keyof typeof actionsText.en

interface Step {
  readonly code: Code
  /** The sentence, where it is not the usual one of the code. */
  readonly says?: Sentence
  /** The request behind it. */
  readonly at?: keyof Behind
}

type Code = Exclude<
  Sentence,
  | 'start-service-directly'
  | 'allow-on-device-by'
  | 'allow-in-router-only'
  | 'allow-in-router-first'
  | 'check-rule-device'
  | 'use-other-port-ipv6'
  | 'use-other-port-if-ruled'
>

function stepsOf(about: About): Step[] {
  return about.version === 6 ? overIPv6(about) : overIPv4(about)
}

function overIPv4(about: About): Step[] {
  const { where, port } = about
  switch (where.verdict) {
    case 'refused-by-device':
      return isFiltered(about) ? [onDevice(about), { code: 'allow-in-router' }] : [START, CHECK_RULE]
    case 'silent-device':
      return [...ifQuiet(about), onDevice(about), { code: 'allow-in-router' }]
    case 'no-device':
      return [{ code: 'wake-device', at: 'again' }, { code: 'reserve-address' }]
    case 'wrong-address':
      return [{ code: 'correct-rule-address', at: 'plan' }, { code: 'reserve-address' }]
    case 'refused-at-address':
      if (where.forwardingRule === 'proven') return [{ code: 'allow-in-router', says: 'allow-in-router-only', at: 'again' }]
      if (isFiltered(about)) return [{ code: 'allow-in-router', says: 'allow-in-router-first', at: 'again' }, FORWARD]
      return [FORWARD, { code: 'start-service', says: 'start-service-directly', at: 'again' }]
    case 'silent-at-address':
    case 'router-reached':
      return mostly([COMPARE, FORWARD, ...ifQuiet(about), ...(port === MAIL_PORT ? [] : [OTHER_PORT_IF_RULED])])
    case 'refused-on-the-way':
    case 'stopped-before':
      return askProvider(about)
    case 'cannot-tell':
      return mostly([...ifQuiet(about), COMPARE, FORWARD, onDevice(about)])
  }
}

/** Returns what to do over IPv6, where the router forwards nothing but may keep the port shut. */
function overIPv6(about: About): Step[] {
  switch (about.where.verdict) {
    case 'refused-by-device':
      return [isFiltered(about) ? onDevice(about) : START_OVER_IPV6]
    case 'no-device':
      return [{ code: 'wake-device', at: 'again' }, { code: 'check-device-address' }]
    case 'wrong-address':
      return [{ code: 'check-device-address' }]
    case 'refused-at-address':
      if (isFiltered(about)) return [PINHOLE, onDevice(about)]
      return [START_OVER_IPV6, { code: 'open-pinhole-if-running' }]
    case 'refused-on-the-way':
      return [PINHOLE, { code: 'ask-provider' }]
    case 'stopped-before':
      return askProvider(about)
    case 'silent-device':
    case 'silent-at-address':
    case 'router-reached':
    case 'cannot-tell':
      return [...ifQuiet(about), PINHOLE, onDevice(about)]
  }
}

const START: Step = { code: 'start-service', at: 'again' }
const START_OVER_IPV6: Step = { code: 'start-service-ipv6', at: 'again' }
const CHECK_RULE: Step = { code: 'correct-rule-address', says: 'check-rule-device' }
const PINHOLE: Step = { code: 'open-pinhole', at: 'again' }
const FORWARD: Step = { code: 'forward-port', at: 'plan' }
const COMPARE: Step = { code: 'compare-router-address' }
const TRY: Step = { code: 'try-the-program' }
const OTHER_PORT: Step = { code: 'use-other-port' }
const OTHER_PORT_IF_RULED: Step = { code: 'use-other-port', says: 'use-other-port-if-ruled' }

/** Returns the first three: more are not read. */
function mostly(steps: readonly Step[]): Step[] {
  return steps.slice(0, 3)
}

/** Returns the one way to find out, where silence may be what the service means to do. */
function ifQuiet(about: About): Step[] {
  return silence(about) === 'unexpected' ? [] : [TRY]
}

function onDevice({ firewall }: About): Step {
  return { code: 'allow-on-device', at: 'again', ...(firewall !== null && { says: 'allow-on-device-by' as const }) }
}

function askProvider({ port, version }: About): Step[] {
  const other: Step = version === 6 ? { ...OTHER_PORT, says: 'use-other-port-ipv6' } : OTHER_PORT
  return [{ code: 'ask-provider', at: 'again' }, ...(port === MAIL_PORT ? [] : [other])]
}
