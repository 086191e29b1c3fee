import { Type } from '@sinclair/typebox'
import { problemText } from '../../contract/problem.text.ts'
import { LIMIT_POLICIES, PROBLEM_STATUS, type ProblemCode } from '../../contract/problem.ts'
import { oneOf } from '../../contract/schema.ts'
import { type Components, headersOf, type Part, pascal, type Reference, refer } from './components.ts'

const FIELD = { field: Type.String() }
const FIELD_IF_ANY = { field: Type.Optional(Type.String()) }
const WAIT = {
  retryAfterS: Type.Integer({ minimum: 1 }),
  violatedPolicies: Type.Array(oneOf(...LIMIT_POLICIES)),
}

/** Fields of the problem of a code, beside those of every problem. */
const PARTICULARS: Partial<Record<ProblemCode, Parameters<typeof Type.Object>[0]>> = {
  'invalid-request': { ...FIELD_IF_ANY, errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })) },
  'invalid-target': FIELD,
  'target-not-public': FIELD,
  'port-not-allowed': FIELD,
  'unresolvable-target': FIELD,
  'unknown-value': {
    ...FIELD,
    didYouMean: Type.Optional(Type.Array(Type.String())),
    supported: Type.Optional(Type.Array(Type.String())),
  },
  'rate-limited': WAIT,
  overloaded: WAIT,
  internal: { requestId: Type.Optional(Type.String()) },
}

// A seam: the keys of an object are strings to its type.
const CODES = Object.keys(PROBLEM_STATUS) as ProblemCode[]

function schemaName(code: ProblemCode): string {
  return `${pascal(code)}Problem`
}

const typeOf = (code: ProblemCode) => `urn:doorstep:problem:${code}`

/** Adds a schema for each code, one for any of them, and the answers to any other path and any other method, which belong to no operation. */
export function addProblems(components: Components): void {
  for (const code of CODES) {
    const schema = Type.Object(
      {
        type: Type.Literal(typeOf(code)),
        title: Type.String(),
        status: Type.Literal(PROBLEM_STATUS[code]),
        code: Type.Literal(code),
        detail: Type.String(),
        ...PARTICULARS[code],
      },
      { description: problemText.say(components.locale, code, {}) },
    )
    components.schema(schemaName(code), schema)
  }
  components.schema('Problem', anyOf(CODES))
  responses(components, ['not-found', 'method-not-allowed'])
}

function anyOf(codes: readonly ProblemCode[]): Part {
  const [only, ...others] = codes.map((code) => refer('schemas', schemaName(code)))
  if (only && others.length === 0) return { ...only }
  const mapping = Object.fromEntries(codes.map((code) => [code, refer('schemas', schemaName(code)).$ref]))
  return { oneOf: [only, ...others], discriminator: { propertyName: 'code', mapping } }
}

/** Codes of every request. */
const ALWAYS: readonly ProblemCode[] = ['malformed-request', 'rate-limited', 'internal']

/** Returns the responses of an operation that also refuses with these codes, by status. Operations that refuse alike share them. */
export function refusals(components: Components, ...codes: readonly ProblemCode[]): Record<string, Reference> {
  return responses(components, [...ALWAYS, ...codes])
}

function responses(components: Components, codes: readonly ProblemCode[]): Record<string, Reference> {
  const byStatus = Map.groupBy(
    CODES.filter((code) => codes.includes(code)),
    (code) => PROBLEM_STATUS[code],
  )
  const named = [...byStatus].map(([status, group]) => {
    return [status, components.response(group.map(pascal).join('Or'), response(group, components))] as const
  })
  return Object.fromEntries(named)
}

function response(codes: readonly ProblemCode[], { locale, examples: { problems } }: Components): Part {
  const waits = codes.some((code) => code === 'rate-limited' || code === 'overloaded')
  // A request may have been counted before it is refused.
  const counted = headersOf('RateLimit', 'RateLimit-Policy')
  const examples = codes.flatMap((code) => {
    const envelope = { type: typeOf(code), title: problemText.say(locale, code, {}), status: PROBLEM_STATUS[code], code }
    return problems[code] ? [[code, { value: { ...envelope, ...problems[code] } }]] : []
  })
  return {
    description: codes.map((code) => problemText.say(locale, code, {})).join('; '),
    headers: {
      ...headersOf('Doorstep-Code', 'X-Request-Id', 'Content-Language', 'Vary', 'Cache-Control', 'Link'),
      ...counted,
      ...(waits ? headersOf('Retry-After') : {}),
    },
    content: {
      'application/problem+json': {
        schema: anyOf(codes),
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
      },
      'text/plain': { schema: refer('schemas', 'Text') },
    },
  }
}
