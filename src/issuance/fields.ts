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

/** The things that stand in the way of a certificate. */
export const PROBLEM_CODES = [
  'no-records',
  'dns-failed',
  'dnssec-bogus',
  'reserved-address',
  'name-not-public',
  'address-not-checked',
  'address-silent',
  'address-refused',
  'addresses-differ',
  'family-broken',
  'redirect-port',
  'redirect-scheme',
  'redirect-loop',
  'redirect-status',
  'redirect-to-address',
  'redirect-not-public',
  'redirect-elsewhere',
  'redirect-invalid',
  'wrong-protocol',
  'challenge-page-caught',
  'challenge-status',
  'proxied',
  'caa-forbids',
  'caa-critical-unknown',
  'caa-method',
  'caa-wildcard',
  'caa-account',
  'wildcard-needs-dns',
  'challenge-delegated',
  'challenge-leftover',
  'lame-name-server',
  'alpn-not-offered',
  'zone-not-yours',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

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
