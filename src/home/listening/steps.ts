import { type Advice, advise, type Case, type Here, type Situation, sayStep } from '../../advice/index.ts'
import type { PlanFacts } from '../../router/index.ts'
import type { ComputerSeen } from '../computer/index.ts'
import { hereOf } from '../here.ts'
import { linesFor } from '../typed-line.ts'
import { asTyped } from '../world.ts'
import type { Family } from './family.ts'
import type { Outcome } from './judge.ts'

/** The facts for the steps, over both versions of IP. */
export interface Facts {
  readonly facts: PlanFacts
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly computer: Omit<ComputerSeen, 'gateways'>
  readonly server: URL
}

/** The situation of each outcome, and its steps where those of the situation say less. */
const SITUATIONS: Record<Outcome, readonly [situation: Situation, steps?: Here['steps']]> = {
  proven: ['open', ['start-service.proven']],
  'someone-else': ['other-answers'],
  changed: ['other-answers', ['check-firewall']],
  'answer-lost': ['firewall', ['check-way-back']],
  unchecked: ['not-checked'],
  'not-seen': ['no-rule-seen'],
  'kept-out': ['firewall'],
  'wrong-device': ['device-elsewhere'],
  'router-refuses': ['firewall', ['allow-in-router.only']],
  pinhole: ['pinhole'],
  'on-the-way': ['provider-blocks'],
}
const PORTS: Partial<Record<Outcome, Case['port']>> = {
  ...{ proven: 'open', 'someone-else': 'open', changed: 'open', unchecked: 'failed' },
}

type Seen = Pick<Family, 'outcome' | 'ipVersion' | 'ip' | 'reason'>

/** Returns an outcome over one version of IP as advice takes it. */
export function caseOf(
  { outcome, ipVersion: version, ip, reason }: Seen,
  { facts, port, protocol, computer, server }: Facts,
): Case {
  const isDirect = version === 6 || computer.address === ip
  const [situation, own] = SITUATIONS[outcome]
  const steps = outcome === 'answer-lost' && computer.vpn ? (['connect-directly'] as const) : own
  const typed = { port, protocol, server: asTyped(server), isUntold: outcome === 'not-seen' }
  const lines = { ...linesFor(typed), look: linesFor({ port, protocol, server: null }).listen }
  return {
    ...{ facts, version, ip, asked: { port, protocol }, port: PORTS[outcome] ?? 'shut', reason, requests: {} },
    // Where nothing is forwarded, no rule leads to another device.
    fault: isDirect ? 'other' : 'stranger',
    here: hereOf(computer, { situation, ...(steps && { steps }), isRuled: isDirect, opens: true, lines }, typed),
  }
}

/** Returns the situation and the steps over one version of IP or both: all of the first, and of the other the first that is not among them. */
export function adviceOver([own, other]: readonly Seen[], known: Facts): Advice {
  if (!own) throw new Error('no version of IP was looked at')
  const one = caseOf(own, known)
  const { situation, steps: usual } = advise(one)
  const steps = [...usual, ...(situation === 'no-rule-seen' ? [sayStep(one, 'look-from-inside')] : [])]
  if (!other || other.outcome === 'proven' || other.outcome === 'unchecked') return { situation, steps }
  const more = advise(caseOf(other, known)).steps.filter(({ code }) => !steps.some((step) => step.code === code))
  const shown = more.slice(0, 1).map(({ text, ...step }) => ({ ...step, text: `IPv${other.ipVersion}: ${text}` }))
  return { situation, steps: [...steps, ...shown] }
}
