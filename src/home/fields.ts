import { type Static, type TObject, Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull, PORT } from '../contract/schema.ts'
import { FAILURES, GATEWAY_PROTOCOLS, RULE, WAYS } from '../net/gateway/types.ts'
import { PROOFS } from '../net/proof/index.ts'
import { HEARD_KINDS } from '../net/proof/listener.ts'
import { VERDICTS } from '../reachability/index.ts'
import { COMPUTER } from './computer/sources.ts'
import { NATS } from './line.ts'
import { CERTIFICATE, LISTEN_VERDICTS } from './listening/certificate.ts'
import { LISTEN_TABLE, type ListenOutcome } from './listening/outcomes.ts'
import { BOXES, CAUSES, type Cause } from './looking/causes.ts'

const TEXT = orNull(Type.String())
const FOREIGN_TEXT = orNull(foreign(Type.String()))

const PROOF = orNull(oneOf(...PROOFS))

const GATEWAY = Type.Object({
  address: TEXT,
  model: FOREIGN_TEXT,
  routerBrand: TEXT,
  protocols: Type.Array(oneOf(...GATEWAY_PROTOCOLS)),
  wanIp: TEXT,
  wanIpFrom: orNull(oneOf(...WAYS)),
  rules: orNull(Type.Array(RULE)),
})

const ASKED = Type.Object({
  port: PORT,
  protocol: oneOf('tcp', 'udp'),
  service: orNull(Type.String({ description: 'the name of the service, if one was named' })),
  hostname: orNull(Type.String()),
  keepShut: Type.Boolean({ description: 'whether the plan advises against opening it' }),
})

// A seam: causes and outcomes are the keys of their tables.
const CAUSE_NAMES = Object.keys(CAUSES) as [Cause, ...Cause[]]
const LISTEN_OUTCOMES = Object.keys(LISTEN_TABLE) as [ListenOutcome, ...ListenOutcome[]]

const JUDGED = {
  ipVersion: Type.Union([Type.Literal(4), Type.Literal(6)], { description: 'the version of IP that this is about' }),
  ip: orNull(Type.String({ description: 'the address that was checked from outside' })),
  verdict: oneOf(...VERDICTS),
  blockedAt: orNull(oneOf(...BOXES)),
  cause: { ...oneOf(...CAUSE_NAMES), description: 'what explains the verdict' },
}

export type Version = 4 | 6
/** The verdict on one version of IP. */
export type Judged = Static<TObject<typeof JUDGED>>

const LINE = Type.Object({
  publicIp: TEXT,
  nat: oneOf(...NATS),
  translators: orNull(
    Type.Integer({
      description: 'how many routers translate addresses, one behind the other; null where it is not proven',
    }),
  ),
  because: Type.String(),
  hops: orNull(Type.Array(TEXT, { description: 'the routers of the first three hops towards the server' })),
})

/** The answer of `doorstep home`, without its next steps. */
const HOME_ANSWER = Type.Object({
  asked: orNull(ASKED),
  computer: COMPUTER,
  gateway: orNull(GATEWAY),
  line: LINE,
  outside: orNull(
    foreign(Type.Record(Type.String(), Type.Unknown(), { description: 'what reachability of the server of --server answers' })),
  ),
  outsideFailure: orNull(foreign(Type.String({ description: 'why --server could not tell' }))),
  proof: PROOF,
  arrived: Type.Boolean({ description: 'whether a packet of the proof arrived here, whatever the server heard' }),
  ...JUDGED,
  also: Type.Array(JUDGED.cause, { description: 'what else is certain to be in the way' }),
  friendsConnectTo: orNull(foreign(Type.String({ description: 'what others type to connect, according to the server' }))),
  places: orNull(
    Type.Object(
      {
        seen: Type.Array(Type.Object({ name: foreign(Type.String()), said: foreign(Type.String()) })),
        difference: TEXT,
        headline: foreign(Type.String()),
        split: orNull(Type.Object({ ip: Type.String(), keptOut: foreign(Type.String()) })),
      },
      { description: 'what the other places of --server see, with --places' },
    ),
  ),
  other: orNull(Type.Object(JUDGED, { description: 'the verdict over the other version of IP' })),
})
export const HOME_FIELDS = HOME_ANSWER.properties
export type HomeFound = Static<typeof HOME_ANSWER>

/** One box as it becomes known. */
export const HOME_EVENT = {
  box: oneOf('computer', 'gateway', 'line', 'outside', 'proof'),
  summary: Type.String(),
}

const OUTSIDE = orNull(
  foreign(Type.Record(Type.String(), Type.Unknown(), { description: 'what port-check of the server of --server answers' })),
)

/** The answer of `doorstep listen`, without its next steps. */
const LISTEN_ANSWER = Type.Object({
  port: PORT,
  protocol: oneOf('tcp', 'udp'),
  verdict: {
    ...oneOf(...LISTEN_VERDICTS),
    description:
      'whether the port leads to this computer; if it does and a name was given, whether a certificate would be issued',
  },
  ip: orNull(Type.String({ description: 'the address at which the server saw this computer, and asked' })),
  proof: PROOF,
  arrived: Type.Boolean({ description: 'whether a packet arrived here, whatever the server heard' }),
  heard: Type.Array(Type.Object({ from: Type.String(), kind: oneOf(...HEARD_KINDS) }), {
    description: 'what arrived from outside, at most two of a kind over each version of IP',
  }),
  outside: OUTSIDE,
  certificate: orNull(CERTIFICATE),
  families: Type.Array(
    Type.Object({
      ipVersion: Type.Union([Type.Literal(4), Type.Literal(6)]),
      ip: TEXT,
      proof: PROOF,
      arrived: Type.Boolean(),
      outcome: oneOf(...LISTEN_OUTCOMES),
      reason: orNull(foreign(Type.String({ description: 'why it could not be checked' }))),
    }),
    { description: 'the same over each version of IP of the server, the best first' },
  ),
})
export const LISTEN_FIELDS = LISTEN_ANSWER.properties
export type ListenFound = Static<typeof LISTEN_ANSWER>

const WHICH = { protocol: oneOf('tcp', 'udp'), way: oneOf(...WAYS), family: oneOf('ipv4', 'ipv6') }

/** A refusal of one way. */
const REFUSED = Type.Object({
  ...WHICH,
  reason: oneOf(...FAILURES),
  code: orNull(Type.Number({ description: 'the code of the protocol' })),
  by: orNull(Type.String({ description: 'the device that has the port, if the router tells' })),
})
export type Refused = Static<typeof REFUSED>

/** A rule or a pinhole that leads to this computer. */
const LED_HERE = Type.Object({
  ...WHICH,
  externalPort: Type.Integer(),
  externalIp: TEXT,
  endsAt: orNull(Type.String({ description: 'when the router forgets the rule by itself; null for a rule that stays' })),
  wasThere: Type.Boolean({ description: 'whether another program had made it already, so that it is left alone' }),
  isLeft: Type.Boolean({ description: 'whether it is still there' }),
})
export type LedHere = Static<typeof LED_HERE>

/** The view from outside on one rule. */
const CHECKED = Type.Object({
  protocol: WHICH.protocol,
  family: WHICH.family,
  reached: oneOf('yes', 'no', 'cannot-tell'),
  proof: PROOF,
  arrived: Type.Boolean({ description: 'whether a packet arrived here although the server heard no answer' }),
  failure: TEXT,
  outside: OUTSIDE,
})
export type Checked = Static<typeof CHECKED>

/** The answer of `doorstep open`, without its next steps. `left`: a rule could not be taken back; `unreachable`: there was a rule, but nobody came through. */
const OPEN_ANSWER = Type.Object({
  port: PORT,
  gateway: TEXT,
  rules: Type.Array(LED_HERE),
  refusals: Type.Array(REFUSED),
  checks: Type.Array(CHECKED),
  status: oneOf('closed', 'was-open', 'left', 'unreachable', 'refused', 'failed'),
})
export const OPEN_FIELDS = OPEN_ANSWER.properties
export type OpenFound = Static<typeof OPEN_ANSWER>

const CLOSED = Type.Object({
  ...WHICH,
  externalPort: Type.Integer(),
  isCertain: Type.Boolean({ description: 'whether the rule was seen before, and not after' }),
})
export type Closed = Static<typeof CLOSED>

/** The answer of `doorstep close`, without its next steps. `asked`: the router agreed, but does not show its rules. */
const CLOSE_ANSWER = Type.Object({
  port: PORT,
  gateway: TEXT,
  closed: Type.Array(CLOSED),
  refusals: Type.Array(REFUSED),
  status: oneOf('closed', 'asked', 'nothing-to-close', 'left-alone', 'failed'),
})
export const CLOSE_FIELDS = CLOSE_ANSWER.properties
export type CloseFound = Static<typeof CLOSE_ANSWER>
