import { Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull } from '../../contract/schema.ts'
import { LAYERS } from '../../net/findings.ts'

const FINDING = { reason: orNull(Type.String()), failedLayer: orNull(oneOf(...LAYERS)) }

/** The outcome of one echo request. */
export const REPLY_FIELDS = {
  seq: Type.Integer(),
  status: oneOf('reply', 'timeout', 'unreachable', 'error'),
  ...FINDING,
  rttMs: orNull(Type.Number()),
  ttl: orNull(Type.Integer()),
  from: orNull(Type.String()),
}

export const PING_FIELDS = {
  address: Type.String(),
  status: oneOf('reachable', 'partial', 'unreachable', 'error'),
  ...FINDING,
  packets: Type.Object({ sent: Type.Integer(), received: Type.Integer(), lossPercent: orNull(Type.Number()) }),
  rttMs: orNull(Type.Object({ min: Type.Number(), avg: Type.Number(), max: Type.Number(), stddev: Type.Number() })),
  replies: Type.Array(Type.Object(REPLY_FIELDS)),
}

const HOP_STATUSES = ['hop', 'reached', 'timeout', 'unreachable', 'hidden'] as const

/** The outcome of the probes with one hop limit. */
export const HOP_FIELDS = {
  hop: Type.Integer(),
  address: orNull(Type.String()),
  /** Every address that answered: several if a router balances its traffic. */
  addresses: Type.Array(Type.String()),
  hostname: orNull(foreign(Type.String())),
  rttMs: Type.Array(orNull(Type.Number())),
  asn: orNull(Type.Integer()),
  organization: orNull(Type.String()),
  city: orNull(Type.String()),
  countryCode: orNull(Type.String()),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
  scope: orNull(Type.String()),
  status: oneOf(...HOP_STATUSES),
  reason: orNull(Type.String()),
}

export const TRACE_FIELDS = {
  reached: orNull(Type.Boolean()),
  ...FINDING,
  hops: Type.Array(Type.Object(HOP_FIELDS)),
}
