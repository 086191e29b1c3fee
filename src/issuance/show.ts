import type { Static, TObject } from '@sinclair/typebox'
import { readCaa } from './caa.ts'
import type { Facts } from './facts.ts'
import type { ISSUANCE_FIELDS } from './fields.ts'
import type { Judgement } from './judge.ts'

type Shown = Static<TObject<typeof ISSUANCE_FIELDS>>

/** Returns the fields of an answer. */
export function showIssuance({ subject, addresses, dns, omitted }: Facts, { verdict, methods, best }: Judgement): Shown {
  const { ascii, unicode, wildcard } = subject
  const caa = dns.caa && readCaa(dns.caa)
  const star = wildcard ? '*.' : ''
  const domainsOf = (issuers: readonly { domain: string }[] | null | undefined) => (issuers ?? []).map(({ domain }) => domain)
  return {
    domain: `${star}${ascii}`,
    ...(unicode === ascii ? {} : { unicodeDomain: `${star}${unicode}` }),
    wildcard,
    verdict,
    methods: methods.map(({ problems, ...rest }) => ({
      ...rest,
      problems: problems.map(({ code, severity, address }) => ({
        code,
        severity: severity === 'error' ? 'error' : 'warning',
        address,
        text: code,
      })),
    })),
    best,
    caa: {
      found: caa?.found ?? null,
      issuers: domainsOf(caa?.issuers),
      wildcardIssuers: domainsOf(caa?.wildcardIssuers),
      methods: null,
      accountBound: (caa?.issuers ?? []).some(({ account }) => account !== null),
      critical: (caa?.unknownCritical.length ?? 0) > 0,
    },
    addresses: addresses.map(({ address, http, tls }) => ({
      address: address.text,
      http: http && (({ reason, stopped, page, redirects, ...rest }) => ({ ...rest, redirects: [...redirects] }))(http),
      tls: tls && (({ reason, ...rest }) => rest)(tls),
    })),
    omitted,
  }
}
