import { type TSchema, Type } from '@sinclair/typebox'
import type { ProblemCode } from '../../contract/problem.ts'
import { oneOf, orNull, PORT } from '../../contract/schema.ts'
import { OVERVIEW } from '../../limits/limits.ts'
import { PAIR_PATH, PLACES_PATH } from '../../operations/registry/tools.ts'
import { SCHEMA_NAMES } from '../../router/catalogue/files.ts'
import { PROBE_MODULES } from '../http/probe.ts'
import { PROBE_PATH } from '../http/reply.ts'
import { type Components, headersOf, type Part, pascal, refer } from './components.ts'
import { openapiText } from './openapi.text.ts'
import { refusals } from './problems.ts'
import { atOnce, textContent } from './tool-operation.ts'

const ENTRY = { id: Type.String(), name: Type.String(), aliases: Type.Optional(Type.Array(Type.String())) }
const SCHEMA = Type.Record(Type.String(), Type.Unknown())
const STATUS = Type.Object({ status: oneOf('ok', 'stopping') })

const TOOLS = Type.Object({
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      method: oneOf('GET', 'POST'),
      path: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      useWhen: Type.Optional(orNull(Type.String())),
      notFor: Type.Optional(orNull(Type.String())),
      good: orNull(Type.Object({ field: Type.String(), values: Type.Array(Type.Union([Type.String(), Type.Boolean()])) })),
      details: Type.Array(Type.String()),
      group: Type.String(),
      groupTitle: Type.Optional(Type.String()),
      policy: Type.Optional(SCHEMA),
      request: orNull(SCHEMA),
      response: Type.Optional(SCHEMA),
      event: Type.Optional(orNull(SCHEMA)),
    }),
  ),
})

const CATALOG = Type.Object({
  services: Type.Array(Type.Object({ ...ENTRY, category: Type.Optional(Type.String()) })),
  brands: Type.Array(Type.Object({ ...ENTRY, kind: Type.Optional(Type.String()) })),
  providers: Type.Array(Type.Object({ ...ENTRY, country: Type.Optional(Type.String()) })),
  recordTypes: Type.Array(Type.Object(ENTRY)),
  platforms: Type.Array(Type.Object(ENTRY)),
})

const TEXT_OR_NULL = orNull(Type.String())
const DATA = Type.Object({
  datasets: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      source: Type.String(),
      licence: TEXT_OR_NULL,
      licenceUrl: TEXT_OR_NULL,
      attribution: TEXT_OR_NULL,
      attributionUrl: TEXT_OR_NULL,
      buildDate: Type.String(),
      records: orNull(Type.Integer()),
      replaced: Type.Boolean(),
      origin: Type.Union([Type.Literal('embedded'), Type.Literal('data-dir'), Type.Literal('file')]),
      ageDays: Type.Integer({ minimum: 0 }),
    }),
  ),
})

const PAIR = Type.Object({ ip: Type.String(), token: Type.String(), expiresAt: Type.String() })

const PLACES = Type.Array(Type.Object({ name: Type.String(), url: TEXT_OR_NULL, echoPort: Type.Optional(PORT) }))

/** The parameter of lists that may be shorter. */
const briefly = (description: string): Part => ({
  name: 'details',
  in: 'query',
  description,
  schema: { type: 'string', enum: ['on', 'off'], default: 'on' },
})

type Headers = ReturnType<typeof headersOf>

/** A route that does not belong to a tool. */
interface Service {
  readonly path: string
  readonly id: keyof typeof openapiText.en
  /** The name of the schema if several operations have the same id. */
  readonly operationId?: string
  /** The schema of its JSON; without one it answers text alone. */
  readonly result?: TSchema
  readonly headers: Headers
  /** The codes of problems that no other of these has. */
  readonly refusals?: readonly ProblemCode[]
  /** Whether there is no text of it for a terminal, and no shorter form. */
  readonly isJsonOnly?: true
  /** Whether it may answer with the same body that it is not ready. */
  readonly isReadiness?: true
  /** Whether its query names a module and a target. */
  readonly isProbe?: true
}

const LOCALISED = headersOf('Content-Language', 'Vary', 'ETag', 'Cache-Control', 'X-Request-Id')
const UNCACHED = headersOf('Cache-Control', 'X-Request-Id')
const SCHEMAS: Service = {
  path: '/api/catalog/schema',
  id: 'catalog-schema',
  result: SCHEMA,
  headers: headersOf('Vary', 'ETag', 'Cache-Control', 'X-Request-Id'),
}
const SERVICES: readonly Service[] = [
  { path: '/', id: 'address', headers: { ...UNCACHED, ...headersOf('Link', 'Vary') } },
  { path: '/api/tools', id: 'tools', result: TOOLS, headers: { ...LOCALISED, ...headersOf('Link') } },
  { path: '/api/catalog', id: 'catalog', result: CATALOG, headers: LOCALISED },
  SCHEMAS,
  ...SCHEMA_NAMES.map((name) => ({ ...SCHEMAS, path: `${SCHEMAS.path}/${name}`, operationId: `catalog-schema-${name}` })),
  { path: '/openapi.json', id: 'openapi', result: SCHEMA, isJsonOnly: true, headers: LOCALISED },
  { path: '/api/data', id: 'data', result: DATA, headers: headersOf('Vary', 'X-Request-Id') },
  { path: '/api/limits', id: 'limits', result: OVERVIEW, headers: { ...UNCACHED, ...headersOf('Vary') } },
  {
    path: PAIR_PATH,
    id: 'pair',
    result: PAIR,
    headers: { ...UNCACHED, ...headersOf('Vary') },
    refusals: ['requester-not-public', 'foreign-origin', 'wrong-host'],
  },
  { path: PLACES_PATH, id: 'places', result: PLACES, headers: { ...UNCACHED, ...headersOf('Vary') } },
  { path: '/healthz', id: 'health', result: STATUS, headers: UNCACHED },
  { path: '/readyz', id: 'readiness', result: STATUS, headers: UNCACHED, isReadiness: true },
  {
    path: PROBE_PATH,
    id: 'probe',
    headers: { ...UNCACHED, ...headersOf('RateLimit', 'RateLimit-Policy') },
    isProbe: true,
    refusals: [
      'requester-not-public',
      'target-not-public',
      'port-not-allowed',
      'foreign-origin',
      'prefetch-refused',
      'wrong-host',
      'overloaded',
      'nothing-found',
    ],
  },
]
const METRICS: Service = { path: '/metrics', id: 'metrics', headers: UNCACHED }

/** Returns the paths that do not belong to a tool. */
export function servicePaths(hasMetrics: boolean, components: Components): Record<string, Part> {
  components.shared('Status', STATUS)
  const all = hasMetrics ? [...SERVICES, METRICS] : SERVICES
  return Object.fromEntries(all.map((service) => [service.path, { get: operation(service, components) }]))
}

function operation(
  { path, id, operationId = id, result, headers, isReadiness, isProbe, isJsonOnly, refusals: own = [] }: Service,
  components: Components,
): Part {
  const { locale, say, examples } = components
  const example = examples.services[path] ?? {}
  const summary = openapiText.say(locale, id, {})
  const common = { operationId, tags: ['service'], summary }
  if (!result) {
    const answered = { description: summary, headers, content: textContent(example) }
    return {
      ...common,
      ...(isProbe && { parameters: probeParameters(components) }),
      responses: { 200: answered, ...refusals(components, ...own) },
    }
  }
  const schema = result === STATUS ? refer('schemas', 'Status') : components.schema(pascal(id), result)
  const isLocalised = 'Content-Language' in headers
  const shorter = isLocalised && !isJsonOnly ? [briefly(say('brief'))] : []
  return {
    ...common,
    parameters: [
      ...(isJsonOnly ? [] : [refer('parameters', 'Format')]),
      ...shorter,
      ...(isLocalised ? [refer('parameters', 'Lang'), refer('parameters', 'AcceptLanguage')] : []),
    ],
    responses: {
      200: { description: summary, headers, content: isJsonOnly ? { 'application/json': { schema } } : atOnce(schema, example) },
      ...('ETag' in headers ? { 304: { description: say('not-modified'), headers } } : {}),
      ...refusals(components, 'invalid-request', ...own),
      ...(isReadiness ? { 503: { description: say('stopping'), headers, content: atOnce(schema, {}) } } : {}),
    },
  }
}

function probeParameters({ say }: Components): Part[] {
  const parameter = (name: 'module' | 'target', schema: Part) => ({
    name,
    in: 'query',
    required: true,
    description: say(`probe-${name}`),
    schema: { type: 'string', ...schema },
  })
  return [parameter('module', { enum: PROBE_MODULES }), parameter('target', {})]
}
