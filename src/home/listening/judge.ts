import { WHERE_VERDICTS, type WhereVerdict } from '../../net/where/index.ts'
import { parseAddress } from '../../policy/address.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { Proved } from '../prove.ts'

/**
 * The outcomes over one version of IP. `changed`: the question arrived here, and another answer was heard outside. `answer-lost`: packets
 * arrived here, and nothing was heard outside. The rest after `unchecked` say where those ended that did not arrive.
 */
export const OUTCOMES = [
  'proven',
  'someone-else',
  'changed',
  'answer-lost',
  'unchecked',
  'not-seen',
  'kept-out',
  'wrong-device',
  'router-refuses',
  'pinhole',
  'on-the-way',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The way to this computer. `isDirect`: packets come to its own address, and nothing is translated. */
export type Way = { readonly version: 4 | 6; readonly isDirect: boolean }

/** Judges a proof by what was seen at both ends. */
export function judge({ proof, arrived, heard, said }: Proved, way: Way): Outcome {
  if (proof === 'proven') return 'proven'
  const isAsked = heard.some(({ kind }) => kind === 'challenge')
  if (proof === 'someone-else') return isAsked ? 'changed' : 'someone-else'
  if (proof === null || 'failure' in said) return 'unchecked'
  return arrived ? 'answer-lost' : endOf(said.answer.where, way)
}

/** Returns where packets ended. A program listened here: whatever refused or kept silent in its place is another box, or the firewall in front of it. */
function endOf(where: unknown, { version, isDirect }: Way): Outcome {
  const isSeen = typeof where === 'object' && where !== null && 'verdict' in where && 'forwardingRule' in where
  const verdict = isSeen ? WHERE_VERDICTS.find((one) => one === where.verdict) : undefined
  const at = (ends: Ends, otherwise: Outcome) => (verdict && ends[verdict]) ?? otherwise
  if (version === 6) return at(OVER_IPV6, 'pinhole')
  if (isDirect) return at(ON_THE_WAY, 'kept-out')
  return at(isSeen && where.forwardingRule === 'proven' ? BEHIND_RULE : ON_THE_WAY, 'not-seen')
}

type Ends = Partial<Record<WhereVerdict, Outcome>>

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

export function familyOf(proved: Proved, asked: 4 | 6 | null, { address, address6 }: ComputerSeen) {
  const { said, heard } = proved
  const told = 'answer' in said && typeof said.answer.ip === 'string' ? parseAddress(said.answer.ip) : null
  const ip = told?.text ?? null
  const version = told?.version ?? asked ?? 4
  const why = 'answer' in said ? said.answer.reason : said.failure
  const outcome = judge(proved, { version, isDirect: ip !== null && (ip === address || ip === address6) })
  const reason = outcome === 'unchecked' && typeof why === 'string' ? why : null
  return { ipVersion: version, ip, proof: proved.proof, arrived: proved.arrived, outcome, reason, heard, said }
}

type Family = ReturnType<typeof familyOf>

/** Compares by worth: first what is proven, then what was asked, then IPv4. */
export function byWorth(one: Family, other: Family): number {
  const worth = ({ proof, said, ipVersion }: Family) =>
    (proof === 'proven' ? 4 : 0) + ('answer' in said ? 2 : 0) + (ipVersion === 4 ? 1 : 0)
  return worth(other) - worth(one)
}
