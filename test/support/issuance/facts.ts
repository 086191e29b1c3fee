// Facts of a name as a healthy server at home gives them, to be changed one by one.
import type {
  AddressFacts,
  CaaFacts,
  ChallengeRecord,
  DnsFacts,
  Facts,
  HttpFacts,
  Looked,
  TlsFacts,
  ZoneFacts,
  ZoneServer,
} from '../../../src/issuance/facts.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { queryName } from '../dns/query-names.ts'

export const NAME = 'home.example.com'
export const IPV4 = '203.0.113.7'
export const IPV6 = '2001:db8::7'
const CHALLENGE = `http://${NAME}/.well-known/acme-challenge/doorstep-abc`

export const looked = (values: readonly string[] = [], more: Partial<Looked> = {}): Looked => ({
  status: values.length > 0 ? 'noerror' : 'nodata',
  reason: null,
  values,
  dnssec: 'insecure',
  ...more,
})

export const http = (more: Partial<HttpFacts> = {}): HttpFacts => ({
  outcome: 'response',
  reason: null,
  url: CHALLENGE,
  status: 404,
  server: 'nginx',
  redirects: [],
  stopped: null,
  page: 'missing',
  file: null,
  proxy: null,
  elapsedMs: 3,
  where: null,
  proof: null,
  ...more,
})

export const noHttp = (outcome: HttpFacts['outcome'], more: Partial<HttpFacts> = {}): HttpFacts =>
  http({ outcome, status: null, server: null, page: null, ...more })

export const tls = (more: Partial<TlsFacts> = {}): TlsFacts => ({
  outcome: 'alert',
  reason: null,
  alert: 80,
  alpn: null,
  elapsedMs: 3,
  where: null,
  proof: null,
  ...more,
})

/** An answer at the end of a redirect to HTTPS, as most servers give it. */
export const redirected = (more: Partial<HttpFacts> = {}): HttpFacts =>
  http({
    url: CHALLENGE.replace('http:', 'https:'),
    redirects: [{ url: CHALLENGE, status: 301, location: CHALLENGE.replace('http:', 'https:') }],
    ...more,
  })

/** A redirect that was not followed. */
export const stopped = (stop: HttpFacts['stopped'], location: string, status = 301): HttpFacts =>
  http({ status, page: null, stopped: stop, redirects: [{ url: CHALLENGE, status, location }] })

export const at = (text: string, more: Partial<AddressFacts> = {}): AddressFacts => {
  const address = parseAddress(text)
  if (!address) throw new Error(`${text} is not an address`)
  return { address, kind: 'public', isRequester: false, proxy: null, http: http(), tls: tls(), ...more }
}

/** An address at which nothing was asked. */
export const unasked = (text: string, kind: AddressFacts['kind']) => at(text, { kind, http: null, tls: null })

export const caa = (records: readonly string[] = [], more: Partial<CaaFacts> = {}): CaaFacts => ({
  found: records.length > 0 ? 'example.com' : null,
  failed: null,
  isPartial: false,
  records: records.map((record) => {
    const [, flags = '', tag = '', value = ''] = /^(\d+) (\S+) "(.*)"$/.exec(record) ?? []
    return { flags: Number(flags), tag, value }
  }),
  ...more,
})

export const zone = (...states: ZoneServer['state'][]): ZoneFacts => ({
  apex: 'example.com',
  servers: (states.length > 0 ? states : (['answers', 'answers'] as const)).map((state, index) => ({
    name: `ns${index + 1}.example.net`,
    address: '198.51.100.53',
    state,
    reason: null,
  })),
  isLent: false,
})

export const challenge = (more: Partial<ChallengeRecord> = {}): ChallengeRecord => ({
  ...looked([], { status: 'nxdomain' }),
  name: `_acme-challenge.${NAME}`,
  alias: null,
  aliasAnswers: null,
  ...more,
})

export const dns = (more: Partial<DnsFacts> = {}): DnsFacts => ({
  ipv4: looked([IPV4]),
  ipv6: looked(),
  caa: caa(),
  zone: zone(),
  challenge: challenge(),
  ...more,
})

/** The facts of a name of which all three methods would work, with changes. */
export const facts = (more: Partial<Facts> = {}): Facts => ({
  subject: { ascii: NAME, unicode: NAME, wildcard: false, query: queryName(NAME) },
  dns: dns(),
  file: null,
  addresses: [at(IPV4)],
  omitted: 0,
  ...more,
})

/** The facts of a name with one address, with changes of what is there. */
export const atIpv4 = (more: Partial<AddressFacts>): Facts => facts({ addresses: [at(IPV4, more)] })

export const withDns = (more: Partial<DnsFacts>): Facts => facts({ dns: dns(more) })

export const withCaa = (...records: string[]): Facts => withDns({ caa: caa(records) })

/** The facts of a name with both families. */
export const both = (ipv6: Partial<AddressFacts>, ipv4: Partial<AddressFacts> = {}): Facts =>
  facts({ dns: dns({ ipv6: looked([IPV6]) }), addresses: [at(IPV6, ipv6), at(IPV4, ipv4)] })

export const wildcard = (more: Partial<Facts> = {}): Facts =>
  facts({ ...more, subject: { ascii: NAME, unicode: NAME, wildcard: true, query: queryName(NAME) } })
