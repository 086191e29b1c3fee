import { type Advice, advise, type Case, type Situation, sayStep } from '../../advice/index.ts'
import type { PlanFacts } from '../../router/index.ts'
import type { ComputerSeen } from '../computer/index.ts'
import { hereOf, linesFor } from '../here.ts'
import type { LineSeen } from '../line.ts'
import { LISTEN_TABLE, type ProofSeen } from './outcomes.ts'

/** The facts for the steps, over both versions of IP. */
interface ListenFacts {
  readonly facts: PlanFacts
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly computer: ComputerSeen
  /** The doorstep outside, as it is typed. */
  readonly server: string
  /** The line, as far as the way back proves it. */
  readonly line: Pick<LineSeen, 'nat'> | null
}

/** The lines on which a rule in the router does not help. */
const LINES: Partial<Record<LineSeen['nat'], Situation>> = { 'carrier-grade': 'carrier-grade', 'double-nat': 'two-routers' }

/**
 * Returns the situation, and the steps over one version of IP or both: all of the first, which is the best, and of the other the first that is
 * not among them.
 */
export function listenAdvice([best, other]: readonly ProofSeen[], known: ListenFacts): Advice {
  if (!best) throw new Error('no version of IP was looked at')
  const listened = listenCase(best, known)
  const { situation, steps: usual } = advise(listened)
  const steps = [...usual, ...(situation === 'no-rule-seen' ? [sayStep(listened, 'look-from-inside')] : [])]
  if (!other || other.outcome === 'proven' || other.outcome === 'unchecked') return { situation, steps }
  const more = advise(listenCase(other, known)).steps.filter(({ code }) => !steps.some((step) => step.code === code))
  const shown = more.slice(0, 1).map(({ text, ...step }) => ({ ...step, text: `IPv${other.ipVersion}: ${text}` }))
  return { situation, steps: [...steps, ...shown] }
}

/** Returns an outcome over one version of IP as advice takes it. */
function listenCase(
  { outcome, ipVersion: version, ip, reason }: ProofSeen,
  { facts, port, protocol, computer, server, line }: ListenFacts,
): Case {
  const isDirect = version === 6 || computer.address === ip
  const row = LISTEN_TABLE[outcome]
  const situation = (outcome === 'not-seen' && line && LINES[line.nat]) || row.situation
  const steps = outcome === 'answer-lost' && computer.vpn ? (['connect-directly'] as const) : row.steps
  const typed = { port, protocol, server, isUntold: situation === 'no-rule-seen' && facts.routerWan === null }
  const lines = { ...linesFor(typed), look: linesFor({ port, protocol, server: null }).listen }
  const isShared = situation === 'carrier-grade'
  const told = { situation, ...(steps && { steps }), isRuled: isDirect, isShared, opens: true, lines }
  return {
    facts,
    version,
    ip,
    asked: { port, protocol },
    port: row.port ?? 'shut',
    reason,
    requests: {},
    // Where nothing is forwarded, no rule leads to another device.
    fault: isDirect ? 'other' : 'stranger',
    here: hereOf(computer, told, typed),
  }
}
