import type { Static, TObject } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import { type Issuer, issuersFor, readCaa } from './caa.ts'
import type { Facts } from './facts.ts'
import type { ISSUANCE_FIELDS } from './fields.ts'
import type { Judgement } from './judge.ts'
import { sayProblem } from './say.ts'
import { nameOf } from './subject.ts'

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
