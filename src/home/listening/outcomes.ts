import type { Case, Here, Situation } from '../../advice/index.ts'
import { WHERE_VERDICTS, type WhereVerdict } from '../../net/where/index.ts'
import { parseAddress } from '../../policy/address.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { Proved } from '../prove.ts'
import type { sightText } from '../say.text.ts'

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
