import { Type } from '@sinclair/typebox'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { type Components, type Part, refer } from './components.ts'
import { headersOf } from './headers.ts'
import { openapiText } from './openapi.text.ts'
import { type ProblemExamples, refusals } from './problems.ts'
import { ALWAYS, WITH_BODY } from './tool-operation.ts'

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
const REFUSALS: readonly ProblemCode[] = [...ALWAYS, ...WITH_BODY, 'foreign-origin', 'wrong-host', 'invalid-request']
const HEADERS = headersOf('Cache-Control', 'Vary', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy')

/** Returns the operation of the Model Context Protocol, whose messages are those of JSON-RPC. */
export function mcpOperation(components: Components, locale: Locale, examples: ProblemExamples): Part {
  const say = (key: keyof typeof openapiText.en) => openapiText.say(locale, key, {})
  const message = components.schema('McpMessage', MESSAGE)
  const contentSchema = components.schema('McpAnswer', ANSWER)
  const stream = { type: 'string', contentMediaType: 'application/json', contentSchema }
  const rpcError = { 'application/json': { schema: contentSchema } }
  const refused = refusals(components, new Set(REFUSALS), locale, examples)
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
