import { type Static, Type } from '@sinclair/typebox'
import { SITUATION } from '../advice/index.ts'
import { foreign, oneOf, orNull, PORT } from '../contract/schema.ts'
import { IDENTITY } from '../diagnostics/identity/index.ts'
import { PORT_FIELDS } from '../diagnostics/port/index.ts'
import { WHERE } from '../diagnostics/where/index.ts'

/** The steps, always in this order: each can explain all that follow. */
export const STEPS = ['address', 'nat', 'name', 'port', 'service', 'router'] as const
export type StepName = (typeof STEPS)[number]

export const SCHEMES = ['http', 'https', 'tls'] as const

const STATUSES = ['ok', 'problem', 'unknown', 'skipped'] as const
export type StepStatus = (typeof STATUSES)[number]

/** `not-needed`: the service needs no open port, so that nothing is probed. */
export const VERDICTS = ['reachable', 'blocked', 'cannot-tell', 'not-needed'] as const
export type Verdict = (typeof VERDICTS)[number]

export const STEP_FIELDS = {
  step: oneOf(...STEPS),
  label: Type.String({ description: 'the name of the step for people' }),
  status: oneOf(...STATUSES),
  code: Type.String(),
  summary: Type.String(),
  tool: orNull(Type.String({ description: 'the tool whose work this is' })),
  result: orNull(
    foreign(Type.Record(Type.String(), Type.Unknown(), { description: 'what that tool answers, without next actions' })),
  ),
}
const STEP = Type.Object(STEP_FIELDS)
export type ShownStep = Static<typeof STEP>

/** The fields of an answer, except for what to do. */
export const REACHABILITY_FIELDS = {
  situation: SITUATION,
  ip: Type.String(),
  service: orNull(Type.Object({ id: Type.String(), name: Type.String() })),
  port: orNull(PORT),
  protocol: oneOf('tcp', 'udp'),
  hostname: orNull(Type.String()),
  verdict: oneOf(...VERDICTS),
  proof: PORT_FIELDS.proof,
  identity: orNull(IDENTITY),
  friendsConnectTo: orNull(
    Type.String({ description: 'what others type to connect: the name or address, with the port where it is needed' }),
  ),
  otherServices: Type.Array(Type.Object({ useCase: Type.String(), name: Type.String() }), {
    description: 'what else the words may have meant, each to be asked for by itself',
  }),
  steps: Type.Array(STEP, { minItems: STEPS.length, maxItems: STEPS.length }),
  blockedAt: orNull(oneOf(...STEPS)),
  cause: orNull(Type.String({ description: 'what the end of the packets means, for people, where that is the cause' })),
  notUnderstood: Type.Array(Type.String(), { description: 'fields that were left aside because nothing known fits them' }),
}

const CLIENTS = ['fine', 'slow', 'ipv4-only', 'ipv6-only', 'none'] as const
export type Clients = (typeof CLIENTS)[number]

/** The fields of an answer about both families. */
export const FAMILY_FIELDS = {
  families: Type.Array(
    Type.Object({
      ipVersion: Type.Union([Type.Literal(4), Type.Literal(6)]),
      ip: Type.String(),
      verdict: oneOf(...VERDICTS),
      headline: Type.String(),
      where: orNull(WHERE),
    }),
    { minItems: 1, maxItems: 2, description: "the requester's own address, then the one that alsoMe proves" },
  ),
  clients: orNull({
    ...oneOf(...CLIENTS),
    description: 'what a client meets that has both families and finds both addresses in DNS; null if that was not seen',
  }),
}
