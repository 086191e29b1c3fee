import { advise } from '../advice/index.ts'
import { followUp } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { blockOf, factsOf, readHints, serviceOf } from '../router/index.ts'
import { adviseIssuance } from './advice.ts'
import type { Checking } from './checking.ts'
import { lookAtNames, lookUpAddresses } from './dns.ts'
import { dnsProviderOf } from './dns-provider.ts'
import type { Facts } from './facts.ts'
import type { OwnLine } from './fixes.ts'
import { judgeIssuance } from './judge.ts'
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
  const advice = adviseIssuance({ facts, judgement, provider, line: lineOf(facts, checking), locale })
  return { ...showIssuance(facts, judgement, locale), ...advice }
}

/** Returns the line of the requester, if the name leads to it. */
function lineOf({ addresses }: Facts, { ipdata, catalogue, locale }: CheckingInWords): OwnLine | null {
  const own = addresses.find(({ isRequester }) => isRequester)
  if (!own) return null
  const hints = readHints({}, catalogue, ipdata.network(own.address).asn)
  return {
    provider: hints.isp?.isp.name[locale] ?? null,
    blocks: (port) => blockOf(hints.isp?.isp ?? null, port, 'tcp')?.certainty ?? null,
    advise: (about, again) => {
      const { port, protocol, version, ip } = about
      const service = serviceOf(null, [{ port, protocol }])
      const facts = factsOf({ ...hints, service }, catalogue, own.address, locale)
      const plan = followUp('port-forward-plan', { ports: [{ port, protocol }] })
      return advise({ facts, version, ip, asked: { port, protocol }, port: 'shut', about, requests: { again, plan } })
    },
  }
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
  return { subject: { ascii, unicode, wildcard, query }, dns: { ...addresses, ...names }, ...web }
}
