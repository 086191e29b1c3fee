import type { Static, TObject } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import type { QueryName } from '../policy/target.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import { ddnsServiceOf } from '../router/index.ts'
import { adviseIssuance } from './advice.ts'
import { type Issuer, issuersFor, readCaa } from './caa.ts'
import { dnsProviderOf, isLentAlone } from './dns-provider.ts'
import { type DnsFacts, type Facts, nameOf, type ZoneFacts } from './facts.ts'
import type { ISSUANCE_FIELDS } from './fields.ts'
import { type Judgement, judgeIssuance } from './judge.ts'
import { ownLineOf } from './own-line.ts'
import { type Asking, askServers, findZone, LOOKUP_MS, lookAtCaa, lookAtChallenge, lookedUp } from './records.ts'
import { sayProblem } from './say.ts'
import { type Checking, lookAtAddresses } from './web.ts'

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

/** The part of a check that questions to name servers need. */
export interface Naming extends Pick<Checking, 'target' | 'methods' | 'catalogue'> {
  readonly net: { readonly dns: Asking }
}

const NO_ADDRESSES = { ipv4: null, ipv6: null }
const NO_NAMES = { caa: null, zone: null, challenge: null }

/** Returns the addresses of a name, as far as the methods need them: only DNS-01 validates a wildcard. */
export async function lookUpAddresses({ target, methods, net }: Naming): Promise<Pick<DnsFacts, 'ipv4' | 'ipv6'>> {
  const { query, wildcard } = target
  if (!query || wildcard || methods.every((method) => method === 'dns-01')) return NO_ADDRESSES
  const [ipv4, ipv6] = await Promise.all([
    net.dns.lookupChecked(query, 'A', LOOKUP_MS),
    net.dns.lookupChecked(query, 'AAAA', LOOKUP_MS),
  ])
  return { ipv4: lookedUp(ipv4), ipv6: lookedUp(ipv6) }
}

/** Returns what else name servers say of a name: its CAA records, zone and challenge record, as far as the methods need them. */
export async function lookAtNames({ target, methods, net, catalogue }: Naming): Promise<Omit<DnsFacts, 'ipv4' | 'ipv6'>> {
  const { query } = target
  if (!query) return NO_NAMES
  const name = methods.includes('dns-01') ? net.dns.found(`_acme-challenge.${query.ascii}`) : null
  const [caa, zone, challenge] = await Promise.all([
    lookAtCaa(query, net.dns),
    lookAtZone(query, name, net.dns, catalogue),
    name && lookAtChallenge(name, net.dns),
  ])
  return { caa, zone, challenge }
}

/** Returns the zone that the challenge is written into, which may be one of its own, and what its servers answer. */
async function lookAtZone(
  query: QueryName,
  challenge: QueryName | null,
  dns: Asking,
  catalogue: Naming['catalogue'],
): Promise<ZoneFacts | null> {
  const found = challenge ? await findZone(challenge, dns, 1) : await findZone(query, dns)
  if (!found) return null
  const isLent = found.apex !== null && isLentAlone(query.ascii, found.apex, catalogue)
  return { ...(await askServers(found, challenge, dns)), isLent }
}

/** Longer and more than any that authorities have. */
const [METHOD_MAX, METHODS_MAX] = [40, 20]

type Shown = Static<TObject<typeof ISSUANCE_FIELDS>>

/** Returns the fields of an answer. */
export function showIssuance(facts: Facts, { verdict, methods, best }: Judgement, locale: Locale): Shown {
  const { subject, addresses, dns, omitted } = facts
  const { ascii, unicode, wildcard } = subject
  const caa = dns.caa && readCaa(dns.caa)
  const issuers = (caa && issuersFor(caa, subject)) ?? []
  const domainsOf = (issuers: readonly { domain: string }[] | null | undefined) => (issuers ?? []).map(({ domain }) => domain)
  return {
    domain: nameOf(subject),
    ...(unicode === ascii ? {} : { unicodeDomain: nameOf({ ascii: unicode, wildcard }) }),
    wildcard,
    verdict,
    methods: methods.map(({ method, verdict, problems }) => ({
      method,
      verdict,
      problems: problems.map((problem) => ({
        code: problem.code,
        severity: problem.severity === 'error' ? 'error' : 'warning',
        address: problem.address,
        text: sayProblem({ problem, method, facts, locale }),
      })),
    })),
    best,
    caa: {
      found: caa?.found ?? null,
      issuers: domainsOf(caa?.issuers),
      wildcardIssuers: domainsOf(caa?.wildcardIssuers),
      methods: methodsOf(issuers),
      accountBound: issuers.some(({ account }) => account !== null),
      critical: (caa?.unknownCritical.length ?? 0) > 0,
    },
    addresses: addresses.map(({ address, http, tls }) => ({
      address: address.text,
      file: http?.file ?? null,
      http: http && (({ reason, stopped, page, file, redirects, ...rest }) => ({ ...rest, redirects: [...redirects] }))(http),
      tls: tls && (({ reason, ...rest }) => rest)(tls),
    })),
    omitted,
  }
}

/** Returns the methods that records leave; null if one of them leaves all. */
function methodsOf(issuers: readonly Issuer[]): string[] | null {
  const named = issuers.map(({ methods }) => methods)
  const isLimited = named.length > 0 && !named.includes(null)
  return isLimited
    ? [...new Set(named.flatMap((methods) => methods ?? []))].filter((one) => one.length <= METHOD_MAX).slice(0, METHODS_MAX)
    : null
}
