import type { Checking } from './checking.ts'
import { lookAtNames, lookUpAddresses } from './dns.ts'
import type { Facts } from './facts.ts'
import { lookAtAddresses } from './web.ts'

/** Returns everything that the judgement needs: what name servers say, and beside it what each address answers. */
export async function gather(checking: Checking): Promise<Facts> {
  const { ascii, unicode, wildcard, query } = checking.target
  const looking = lookUpAddresses(checking)
  const [addresses, names, web] = await Promise.all([
    looking,
    lookAtNames(checking),
    looking.then((found) => lookAtAddresses(checking, found)),
  ])
  return { subject: { ascii, unicode, wildcard, query }, dns: { ...addresses, ...names }, ...web }
}
