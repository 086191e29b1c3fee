import { type NextAction, nextIn } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import type { ComputerSeen } from '../computer/index.ts'
import { asTyped } from '../world.ts'
import type { Outcome } from './judge.ts'
import { stepsText } from './steps.text.ts'

/** The facts that the steps name. */
export interface Facts {
  readonly outcome: Outcome
  readonly version: 4 | 6
  readonly ip: string
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The reason why it could not be checked. */
  readonly reason: string
  readonly computer: Pick<ComputerSeen, 'address' | 'vpn' | 'firewall' | 'inside'>
  readonly server: URL
  readonly locale: Locale
}

type Sentence = keyof typeof stepsText.en

/** The sentences of each outcome, in the order of doing. */
const STEPS: Record<Outcome, readonly Sentence[]> = {
  proven: ['start-service'],
  'someone-else': ['correct-rule-address', 'compare-router-address'],
  changed: ['check-firewall'],
  'answer-lost': ['connect-directly'],
  unchecked: ['try-again'],
  'not-seen': ['forward-port', 'allow-on-device-then', 'compare-router-address-last'],
  'kept-out': ['allow-on-device', 'correct-rule-address-otherwise'],
  'wrong-device': ['correct-rule-address-gone'],
  'router-refuses': ['allow-in-router'],
  pinhole: ['open-pinhole', 'allow-on-device-then'],
  'on-the-way': ['ask-provider'],
}

/** Returns what to do about an outcome, in the order of doing. */
export function stepsFor(facts: Facts): NextAction[] {
  const { outcome, version, ip, port, protocol, reason, computer, server, locale } = facts
  const next = nextIn(stepsText, locale)
  const { address, firewall, vpn, inside } = computer
  const isDirect = version === 6 || address === ip
  const isRule = (one: Sentence) => one.startsWith('correct-rule') || one.startsWith('compare-router')
  const line = firewall?.line ?? null
  // The address inside a machine is not one that a router can forward to.
  const at = address === null || inside !== null ? '' : locale === 'ko' ? `(${address})` : ` (${address})`
  const udp = protocol === 'udp' ? ' --protocol udp' : ''
  const command = `doorstep open ${port}${udp} --server ${asTyped(server)}`
  const slots = { protocol: protocol.toUpperCase(), port, ip, at, command, reason, line: line ?? '' }
  const isShut = firewall !== null && firewall.blocks !== 'no'
  const sentences = STEPS[outcome].filter((one) => (isShut || !one.startsWith('allow-on-device')) && !(isDirect && isRule(one)))
  return (sentences.length > 0 ? sentences : otherwise(outcome, version)).map((one) => {
    if (one.startsWith('allow-on-device') && line !== null)
      return {
        ...next(one === 'allow-on-device' ? 'allow-on-device-by' : 'allow-on-device-then-by', slots),
        code: 'allow-on-device',
      }
    if (one === 'connect-directly' && vpn) return { ...next('connect-directly-vpn', slots), code: one }
    return { ...next(one, slots), code: codeOf(one) }
  })
}

/** Returns the sentences where nothing is translated on the way to this computer, and its own firewall lets the port in. */
function otherwise(outcome: Outcome, version: 4 | 6): readonly Sentence[] {
  if (outcome === 'someone-else') return ['check-program']
  return version === 6 ? ['open-pinhole'] : ['ask-provider']
}

/** The codes of sentences that say a code in other words. */
const CODES: Partial<Record<Sentence, string>> = {
  'correct-rule-address-gone': 'correct-rule-address',
  'correct-rule-address-otherwise': 'correct-rule-address',
  'compare-router-address-last': 'compare-router-address',
  'allow-on-device-then': 'allow-on-device',
}

function codeOf(sentence: Sentence): string {
  return CODES[sentence] ?? sentence
}

/** Returns the steps after listening over one version of IP or both: all of the first, and of the other the first that is not among them. */
export function stepsOver([own, other]: readonly Facts[]): NextAction[] {
  const first = own ? stepsFor(own) : []
  if (!other || other.outcome === 'proven' || other.outcome === 'unchecked') return first
  const more = stepsFor(other).filter(({ code }) => !first.some((one) => one.code === code))
  return [...first, ...more.slice(0, 1).map(({ text, ...step }) => ({ ...step, text: `IPv${other.version}: ${text}` }))]
}
