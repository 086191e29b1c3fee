import type { Locale } from '../contract/text.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { ddnsServiceOf } from '../router/index.ts'
import { adviseIssuance } from './advice.ts'
import type { Checking } from './checking.ts'
import { lookAtNames, lookUpAddresses } from './dns.ts'
import { dnsProviderOf } from './dns-provider.ts'
import type { Facts } from './facts.ts'
import { judgeIssuance } from './judge.ts'
import { ownLineOf } from './own-line.ts'
import { showIssuance } from './show.ts'
import { lookAtAddresses } from './web.ts'

/** The means of a check, and what its answer needs as well. */
interface CheckingInWords extends Checking {
  readonly catalogue: Catalogue
  readonly locale: Locale
}

/** Returns the answer about a name: what stands in the way of its certificate, and what to do. */
export async function checkIssuance(checking: CheckingInWords) {
  const { target, methods, catalogue, locale } = checking
  const facts = await gather(checking)
  const judgement = judgeIssuance(facts, methods)
  const servers = (facts.dns.zone?.servers ?? []).map(({ name }) => name)
  const provider = dnsProviderOf(target.ascii, servers, catalogue)
  const service = ddnsServiceOf(target.ascii, catalogue)
  const line = ownLineOf(facts, checking)
  const { situation, ...advice } = adviseIssuance({ facts, judgement, provider, service, line, locale })
  return { situation, ...showIssuance(facts, judgement, locale), ...advice }
}

/** Returns everything that the judgement needs: what name servers say, and beside it what each address answers. */
async function gather(checking: Checking): Promise<Facts> {
  const { ascii, unicode, wildcard, query } = checking.target
  const looking = lookUpAddresses(checking)
  const [addresses, names, web] = await Promise.all([
    looking,
    lookAtNames(checking),
    looking.then((found) => lookAtAddresses(checking, found)),
  ])
  return { subject: { ascii, unicode, wildcard, query }, dns: { ...addresses, ...names }, file: checking.file, ...web }
}
