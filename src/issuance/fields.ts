import { type Static, Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull } from '../contract/schema.ts'
import { WHERE } from '../diagnostics/where/index.ts'
import { PROOFS } from '../net/proof/index.ts'
import { FILE_SEEN, HTTP_OUTCOMES, TLS_OUTCOMES } from './facts.ts'

/** The methods of ACME by which a name is validated (RFC 8555, section 8; RFC 8737). */
export const METHODS = ['http-01', 'tls-alpn-01', 'dns-01'] as const
export type Method = (typeof METHODS)[number]

/** The port at which a method begins that asks an address; no authority takes another (RFC 8555, section 8.3; RFC 8737, section 3). */
export const PORTS = { 'http-01': 80, 'tls-alpn-01': 443 } as const
export type WebMethod = keyof typeof PORTS

export const METHOD_VERDICTS = ['would-work', 'would-fail', 'cannot-tell'] as const
export type MethodVerdict = (typeof METHOD_VERDICTS)[number]

/**
 * The things that stand in the way of a certificate, and where an authority meets each: at the name, in its CAA records, or on the way of a
 * method, at its start, at the port or at its end.
 */
export const PROBLEM_STOPS = {
  'no-records': 'name',
  'dns-failed': 'name',
  'dnssec-bogus': 'name',
  'reserved-address': 'start',
  'name-not-public': 'name',
  'address-not-checked': 'start',
  'address-silent': 'port',
  'address-refused': 'port',
  'addresses-differ': 'end',
  'family-broken': 'port',
  'redirect-port': 'end',
  'redirect-scheme': 'end',
  'redirect-loop': 'end',
  'redirect-status': 'end',
  'redirect-to-address': 'end',
  'redirect-not-public': 'end',
  'redirect-elsewhere': 'end',
  'redirect-invalid': 'end',
  'wrong-protocol': 'port',
  'challenge-page-caught': 'end',
  'challenge-status': 'end',
  proxied: 'start',
  'caa-forbids': 'caa',
  'caa-critical-unknown': 'caa',
  'caa-method': 'caa',
  'caa-wildcard': 'caa',
  'caa-account': 'caa',
  'wildcard-needs-dns': 'start',
  'challenge-delegated': 'end',
  'challenge-leftover': 'end',
  'lame-name-server': 'start',
  'alpn-not-offered': 'end',
  'zone-not-yours': 'end',
} as const satisfies Record<string, 'name' | 'caa' | 'start' | 'port' | 'end'>
export type ProblemCode = keyof typeof PROBLEM_STOPS
// A seam: the keys of the table are the codes.
export const PROBLEM_CODES = Object.keys(PROBLEM_STOPS) as [ProblemCode, ...ProblemCode[]]

const PROBLEM = Type.Object({
  code: oneOf(...PROBLEM_CODES),
  severity: oneOf('error', 'warning'),
  address: orNull(Type.String({ description: 'the address of the name that it is about; null if it is about the name' })),
  text: foreign(Type.String()),
})
export type ShownProblem = Static<typeof PROBLEM>

const OWN_PORT = {
  where: orNull(WHERE),
  proof: orNull(oneOf(...PROOFS)),
  elapsedMs: Type.Number({ minimum: 0 }),
}

/** The fields of an answer, except for what to do. */
export const ISSUANCE_FIELDS = {
  domain: Type.String({ description: 'the name in ASCII, with its wildcard' }),
  unicodeDomain: Type.Optional(Type.String()),
  wildcard: Type.Boolean(),
  verdict: oneOf(...METHOD_VERDICTS),
  methods: Type.Array(
    Type.Object({ method: oneOf(...METHODS), verdict: oneOf(...METHOD_VERDICTS), problems: Type.Array(PROBLEM) }),
  ),
  best: orNull(oneOf(...METHODS)),
  caa: Type.Object({
    found: orNull(Type.String({ description: 'the name whose CAA records count' })),
    issuers: foreign(
      Type.Array(Type.String(), {
        description: 'the authorities that the records name; without any, `caa-forbids` tells nobody from all',
      }),
    ),
    wildcardIssuers: foreign(Type.Array(Type.String())),
    methods: orNull(foreign(Type.Array(Type.String()))),
    accountBound: Type.Boolean({ description: 'whether a record names the one account that may order' }),
    critical: Type.Boolean({ description: 'whether a critical record has a tag that authorities do not know' }),
  }),
  addresses: Type.Array(
    Type.Object({
      address: Type.String(),
      file: {
        ...orNull(oneOf(...FILE_SEEN)),
        description: 'whether the file that was asked for is there; null if it was not asked for to the end',
      },
      http: orNull(
        foreign(
          Type.Object({
            outcome: oneOf(...HTTP_OUTCOMES),
            url: Type.String(),
            status: orNull(Type.Integer()),
            server: orNull(Type.String()),
            redirects: Type.Array(Type.Object({ url: Type.String(), status: Type.Integer(), location: Type.String() })),
            proxy: orNull(Type.String()),
            ...OWN_PORT,
          }),
        ),
      ),
      tls: orNull(
        Type.Object({
          outcome: oneOf(...TLS_OUTCOMES),
          alpn: foreign(orNull(Type.String())),
          alert: orNull(Type.Integer()),
          ...OWN_PORT,
        }),
      ),
    }),
  ),
  omitted: Type.Integer({ minimum: 0, description: 'how many more addresses the name has than were asked' }),
}
