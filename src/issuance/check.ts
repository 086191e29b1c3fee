import type { Checking } from './checking.ts'
import { lookAtNames } from './dns.ts'
import type { Facts } from './facts.ts'
import { lookAtAddresses } from './web.ts'

/** Returns everything that the judgement needs: what name servers say, then what each address answers. */
export async function gather(checking: Checking): Promise<Facts> {
  const { ascii, unicode, wildcard, query } = checking.target
  const dns = await lookAtNames(checking)
  return { subject: { ascii, unicode, wildcard, query }, dns, ...(await lookAtAddresses(checking, dns)) }
}
