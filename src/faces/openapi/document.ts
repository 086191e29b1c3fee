import { Type } from '@sinclair/typebox'
import pkg from '../../../package.json' with { type: 'json' }
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { PORT } from '../../contract/schema.ts'
import { LOCALES, type Locale } from '../../contract/text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { LINES } from '../compat/echoip.ts'
import { AT_ONCE, IN_SHORT, OVER_TIME } from '../http/reply.ts'
import { Components, headerComponents, headersOf, type Part, type Reference, refer } from './components.ts'
import { addProblems, refusals } from './problems.ts'
import { servicePaths } from './service-operations.ts'
import { toolOperations, WITH_BODY } from './tool-operation.ts'

/** Settings that show in the document. */
interface ServedSettings {
  /** Origins under which the server is reached; if there are none, the document names the address it was fetched from. */
  readonly origins: readonly string[]
  readonly hasMetrics: boolean
  /** Whether the paths of echoip and Transmission are answered. */
  readonly hasCompat: boolean
}

/** The version of what is promised, not of the package: docs/api.md says what each of its numbers means. */
const API_VERSION = '1.0.0'

const GROUPS = ['ip', 'dns', 'port', 'path', 'web', 'router', 'service'] as const

/** Describes every request and every answer (OpenAPI 3.1). */
export function openapiOf(tools: readonly NamedTool[], { origins, hasMetrics, hasCompat }: ServedSettings, locale: Locale): Part {
  const components = new Components(locale)
  const { say } = components
  components.schema('Text', { type: 'string', description: say('text') })
  components.shared('NextAction', NEXT_ACTIONS.items)
  addProblems(components)
  const toolPaths = tools.map((named) => [named.tool.path, toolOperations(named, components)])
  const paths = {
    ...servicePaths(hasMetrics, components),
    '/mcp': { post: mcpOperation(components) },
    ...Object.fromEntries(toolPaths),
    ...(hasCompat ? compatPaths(components) : {}),
  }
  const groups = hasCompat ? ([...GROUPS, 'compat'] as const) : GROUPS
  return {
    openapi: '3.1.0',
    info: {
      title: 'doorstep',
      version: API_VERSION,
      summary: say('summary'),
      description: say('description'),
      license: { name: pkg.license, identifier: pkg.license },
    },
    servers: (origins.length > 0 ? origins : ['/']).map((url) => ({ url })),
    security: [],
    tags: groups.map((name) => ({ name, description: say(`group-${name}`) })),
    paths,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      headers: headerComponents(components),
      parameters: parameters(components),
    },
  }
}

function parameters({ say }: Components): Part {
  const format = (description: string, ...formats: readonly string[]) => ({
    name: 'format',
    in: 'query',
    description,
    schema: { type: 'string', enum: formats },
  })
  return {
    Format: format(say('format'), ...AT_ONCE),
    ShortFormat: format(`${say('format')} ${say('short-format')}`, ...IN_SHORT),
    StreamingFormat: format(`${say('streaming-format')} ${say('short-format')}`, ...OVER_TIME),
    ExactFormat: format(say('exact-format'), 'json'),
    Strict: { name: 'strict', in: 'query', description: say('strict'), schema: { type: 'string', enum: ['1', '0'] } },
    Details: { name: 'details', in: 'query', description: say('details'), schema: { type: 'string', enum: ['on', 'off'] } },
    Lang: { name: 'lang', in: 'query', description: say('lang'), schema: { type: 'string', enum: LOCALES } },
    AcceptLanguage: {
      name: 'Accept-Language',
      in: 'header',
      description: say('accept-language'),
      schema: { type: 'string', default: LOCALES[0] },
      example: 'ko',
    },
    Words: { name: 'Prefer', in: 'header', description: say('words'), schema: { type: 'string' }, example: 'words=ko' },
  }
}

/** A message of JSON-RPC 2.0. Its own document says what may be in it: here stands as much as a client needs to send one. */
const MESSAGE = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    method: Type.String(),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: true },
)
const ANSWER = Type.Object({ jsonrpc: Type.Literal('2.0') }, { additionalProperties: true })
const HEADERS = headersOf('Cache-Control', 'Vary', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy')

/** Returns the operation of the Model Context Protocol, whose messages are those of JSON-RPC. */
function mcpOperation(components: Components): Part {
  const { say } = components
  const message = components.schema('McpMessage', MESSAGE)
  const contentSchema = components.schema('McpAnswer', ANSWER)
  const stream = { type: 'string', contentMediaType: 'application/json', contentSchema }
  const rpcError = { 'application/json': { schema: contentSchema } }
  const refused = refusals(components, ...WITH_BODY, 'foreign-origin', 'wrong-host', 'invalid-request')
  return {
    operationId: 'mcp',
    tags: ['service'],
    summary: say('mcp'),
    description: say('mcp-how'),
    parameters: [refer('parameters', 'AcceptLanguage')],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: message, example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } } },
    },
    responses: {
      200: { description: say('mcp'), headers: HEADERS, content: { 'text/event-stream': { schema: stream } } },
      202: { description: say('mcp-noted'), headers: HEADERS },
      ...refused,
      400: { description: say('mcp-refused'), content: { ...rpcError, ...components.partOf(refused[400], 'content') } },
      406: { description: say('mcp-accept'), content: rpcError },
    },
  }
}

const TEXT = Type.Optional(Type.String())
const ECHO = Type.Object({
  ip: Type.String(),
  ip_decimal: Type.Integer(),
  country: TEXT,
  country_iso: TEXT,
  country_eu: Type.Optional(Type.Boolean()),
  region_name: TEXT,
  city: TEXT,
  latitude: Type.Optional(Type.Number()),
  longitude: Type.Optional(Type.Number()),
  time_zone: TEXT,
  asn: TEXT,
  asn_org: TEXT,
  user_agent: Type.Optional(Type.Object({ product: TEXT, version: TEXT, comment: TEXT, raw_value: TEXT })),
})
const ECHO_PORT = Type.Object({ ip: Type.String(), port: PORT, reachable: Type.Boolean() })

const LIMITED = headersOf('Cache-Control', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id')
const AT_HOME = { ...LIMITED, ...headersOf('Link', 'Vary') }

/** Returns the paths of echoip and of Transmission, as they are answered with --compat. */
function compatPaths(components: Components): Record<string, Part> {
  const { say } = components
  const get = (id: string, summary: string, parameter: Part, content: Part, refusedWith: Part, headers = LIMITED) => ({
    get: {
      operationId: id,
      tags: ['compat'],
      summary,
      parameters: [parameter],
      responses: { 200: { description: summary, headers, content }, ...refusedWith },
    },
  })
  const ip = { name: 'ip', in: 'query', description: say('compat-ip'), schema: { type: 'string' } }
  const port = { name: 'port', in: 'path', required: true, description: say('compat-port'), schema: PORT }
  const facts = refusals(components, 'invalid-request', 'invalid-target', 'target-not-public', 'overloaded')
  const tested = refusals(components, 'invalid-request', 'requester-not-public', 'overloaded')
  const text = (schema: Reference | Part) => ({ 'text/plain': { schema } })
  const json = (name: string, schema: object) => ({ 'application/json': { schema: components.schema(name, schema) } })
  const plain = text(refer('schemas', 'Text'))
  const lines = Object.keys(LINES).map((path) => {
    return [path, get(`echoip${path.replaceAll('/', '-')}`, say('compat-line'), ip, plain, facts)]
  })
  const echo = json('Echo', ECHO)
  return {
    '/': get('address', say('compat-address'), ip, { ...plain, ...echo }, facts, AT_HOME),
    '/json': get('echoip-json', say('compat-json'), ip, echo, facts),
    ...Object.fromEntries(lines),
    '/port/{port}': get('echoip-port', say('compat-echoip-port'), port, json('EchoPort', ECHO_PORT), tested),
    '/{port}': get(
      'transmission-port',
      say('compat-transmission-port'),
      port,
      text({ type: 'string', enum: ['0', '1'] }),
      tested,
    ),
  }
}
