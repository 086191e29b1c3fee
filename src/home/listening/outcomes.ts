/** The outcomes of listening: how a proof comes to each, and the steps out of it. */
import { type Advice, advise, type Case, type Here, type Situation, sayStep } from '../../advice/index.ts'
import { WHERE_VERDICTS, type WhereVerdict } from '../../net/where/index.ts'
import { parseAddress } from '../../policy/address.ts'
import type { PlanFacts } from '../../router/index.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { LineSeen } from '../line.ts'
import type { Proved } from '../prove.ts'
import type { sightText } from '../say.text.ts'
import { hereOf, linesFor } from '../subject.ts'

interface OutcomeRow {
  readonly sight: keyof typeof sightText.en
  /** The port as advice takes it: by default shut. */
  readonly port?: Case['port']
  readonly situation: Situation
  /** The steps, where those of the situation say less. */
  readonly steps?: Here['steps']
}

/**
 * The outcomes over one version of IP. `changed`: the question arrived here, and another answer was heard outside. `answer-lost`: packets
 * arrived here, and nothing was heard outside. The rest after `unchecked` say where those ended that did not arrive.
 */
const TABLE = {
  proven: { sight: 'proven', port: 'open', situation: 'open', steps: ['start-service.proven'] },
  'someone-else': { sight: 'someone-else', port: 'open', situation: 'other-answers' },
  changed: { sight: 'changed', port: 'open', situation: 'other-answers', steps: ['check-firewall'] },
  'answer-lost': { sight: 'answer-lost', situation: 'firewall', steps: ['check-way-back'] },
  unchecked: { sight: 'unchecked', port: 'failed', situation: 'not-checked' },
  'not-seen': { sight: 'nothing', situation: 'no-rule-seen' },
  'kept-out': { sight: 'nothing', situation: 'firewall' },
  'wrong-device': { sight: 'nothing', situation: 'device-elsewhere' },
  'router-refuses': { sight: 'nothing', situation: 'firewall', steps: ['allow-in-router.only'] },
  pinhole: { sight: 'nothing', situation: 'pinhole' },
  'on-the-way': { sight: 'nothing', situation: 'provider-blocks' },
} as const satisfies Record<string, OutcomeRow>
export type ListenOutcome = keyof typeof TABLE
export const LISTEN_TABLE: Readonly<Record<ListenOutcome, OutcomeRow>> = TABLE

/** The way to this computer. `isDirect`: packets come to its own address, and nothing is translated. */
export type Way = { readonly version: 4 | 6; readonly isDirect: boolean }

/** Judges a proof by what was seen at both ends. */
export function judgeProof({ proof, arrived, heard, said }: Proved, way: Way): ListenOutcome {
  if (proof === 'proven') return 'proven'
  const isAsked = heard.some(({ kind }) => kind === 'challenge')
  if (proof === 'someone-else') return isAsked ? 'changed' : 'someone-else'
  if (proof === null || 'failure' in said) return 'unchecked'
  return arrived ? 'answer-lost' : endOfPackets(said.answer.where, way)
}

/** Returns where packets ended. A program listened here: whatever refused or kept silent in its place is another box, or the firewall in front of it. */
function endOfPackets(where: unknown, { version, isDirect }: Way): ListenOutcome {
  const isSeen = typeof where === 'object' && where !== null && 'verdict' in where && 'forwardingRule' in where
  const verdict = isSeen ? WHERE_VERDICTS.find((known) => known === where.verdict) : undefined
  const at = (ends: Ends, otherwise: ListenOutcome) => (verdict && ends[verdict]) ?? otherwise
  if (version === 6) return at(OVER_IPV6, 'pinhole')
  if (isDirect) return at(ON_THE_WAY, 'kept-out')
  return at(isSeen && where.forwardingRule === 'proven' ? BEHIND_RULE : ON_THE_WAY, 'not-seen')
}

type Ends = Partial<Record<WhereVerdict, ListenOutcome>>

const BEHIND_RULE: Ends = {
  'refused-by-device': 'kept-out',
  'silent-device': 'kept-out',
  'no-device': 'wrong-device',
  'wrong-address': 'wrong-device',
  'refused-at-address': 'router-refuses',
}
const ON_THE_WAY: Ends = { 'refused-on-the-way': 'on-the-way', 'stopped-before': 'on-the-way' }
/** Over IPv6 it may be the router that refuses on the way. */
const OVER_IPV6: Ends = { 'refused-by-device': 'kept-out', 'silent-device': 'kept-out', 'stopped-before': 'on-the-way' }

/** Returns what a proof shows over one version of IP: `asked` is the one that it was asked over, null for the system's choice. */
export function proofSeen(proved: Proved, asked: 4 | 6 | null, { address, address6 }: ComputerSeen) {
  const { said, heard, proof, arrived } = proved
  const told = 'answer' in said && typeof said.answer.ip === 'string' ? parseAddress(said.answer.ip) : null
  const ip = told?.text ?? null
  const ipVersion = told?.version ?? asked ?? 4
  const outcome = judgeProof(proved, { version: ipVersion, isDirect: ip !== null && (ip === address || ip === address6) })
  const why = 'answer' in said ? said.answer.reason : said.failure
  const reason = outcome === 'unchecked' && typeof why === 'string' ? why : null
  return { ipVersion, ip, proof, arrived, outcome, reason, heard, said }
}
export type ProofSeen = ReturnType<typeof proofSeen>

/** Compares by worth: first what is proven, then what was asked, then IPv4. */
export function byWorth(one: ProofSeen, other: ProofSeen): number {
  const worth = ({ proof, said, ipVersion }: ProofSeen) =>
    (proof === 'proven' ? 4 : 0) + ('answer' in said ? 2 : 0) + (ipVersion === 4 ? 1 : 0)
  return worth(other) - worth(one)
}

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
