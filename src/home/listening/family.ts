import { parseAddress } from '../../policy/address.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { Proved } from '../prove.ts'
import { judge } from './judge.ts'

/** Returns what is known over one version of IP. */
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

export type Family = ReturnType<typeof familyOf>

/** Compares by worth: first what is proven, then what was asked, then IPv4. */
export function byWorth(one: Family, other: Family): number {
  const worth = ({ proof, said, ipVersion }: Family) =>
    (proof === 'proven' ? 4 : 0) + ('answer' in said ? 2 : 0) + (ipVersion === 4 ? 1 : 0)
  return worth(other) - worth(one)
}
