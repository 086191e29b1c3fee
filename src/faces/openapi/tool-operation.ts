import type { ProblemCode } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { isLookup } from '../../policy/policies.ts'
import { refusalCodesOf } from '../../registry/refusal-codes.ts'
import { bodySchemaIn } from '../../registry/schemas-in.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { type Components, type Part, pascal, type Reference, refer } from './components.ts'
import type { Examples, ToolExample } from './examples.ts'
import { headersOf } from './headers.ts'
import { openapiText } from './openapi.text.ts'
import { refusals } from './problems.ts'

/** Codes of every request. */
export const ALWAYS: readonly ProblemCode[] = ['malformed-request', 'rate-limited', 'internal']
/** Codes of requests with a body. */
export const WITH_BODY = [
  'invalid-json',
  'body-too-large',
  'unsupported-media-type',
  'foreign-origin',
  'wrong-host',
] as const satisfies readonly ProblemCode[]

/** The parameters of a run: its body is not among them. */
const RUN_PARAMETERS = ['StreamingFormat', 'Details', 'Words', 'AcceptLanguage']

/** `port-check` is `portCheck`. */
function camel(name: string): string {
  const word = pascal(name)
  return `${word[0]?.toLowerCase()}${word.slice(1)}`
}

/** Returns the operation of a tool, and the schemas that it refers to. */
export function toolOperation({ name, tool }: NamedTool, components: Components, locale: Locale, examples: Examples): Part {
  const example = examples.tools[name] ?? {}
  const common = {
    operationId: camel(name),
    tags: [tool.group],
    summary: tool.text.say(locale, 'summary', {}),
  }
  const language = refer('parameters', 'AcceptLanguage')
  const refused = (...codes: readonly ProblemCode[]) =>
    refusals(components, new Set([...ALWAYS, ...codes]), locale, examples.problems)
  if (tool.result.type === 'string') {
    const answered = {
      description: common.summary,
      headers: headersOf('Cache-Control', 'X-Request-Id'),
      content: textContent(example),
    }
    return { ...common, responses: { 200: answered, ...refused(...refusalCodesOf(tool)) } }
  }
  const body = bodySchemaIn(tool, locale)
  const result = components.schema(`${pascal(name)}Result`, tool.result)
  if (!body) {
    const parameters = [refer('parameters', 'Format'), language]
    const headers = headersOf('Cache-Control', 'Content-Language', 'Vary', 'X-Request-Id')
    const answered = { description: common.summary, headers, content: atOnce(result, example) }
    return { ...common, parameters, responses: { 200: answered, ...refused('invalid-request', ...refusalCodesOf(tool)) } }
  }
  const request = components.schema(`${pascal(name)}Request`, body)
  const limited = tool.weight > 0 ? headersOf('RateLimit', 'RateLimit-Policy') : {}
  const headers = { ...headersOf('Cache-Control', 'Content-Language', 'Vary', 'X-Request-Id', 'Link'), ...limited }
  const streams = streamed({ name, tool }, components, locale, example)
  const answered = { description: common.summary, headers, content: { ...atOnce(result, example), ...streams } }
  return {
    ...common,
    parameters: RUN_PARAMETERS.map((name) => refer('parameters', name)),
    requestBody: { required: true, content: bodyContent(tool, request, example, locale) },
    responses: { 200: answered, ...refused(...WITH_BODY, ...refusalCodesOf(tool)) },
  }
}

/** Returns an answer that is ready at once, as JSON and for a terminal. */
export function atOnce(result: Reference, example: ToolExample): Part {
  return { 'application/json': { schema: result, ...shown(example.json) }, ...textContent(example) }
}

export function textContent(example: ToolExample): Part {
  return { 'text/plain': { schema: refer('schemas', 'Text'), ...shown(example.text) } }
}

/** Describes a body, and many at once where the tool takes them: a text in which each line holds one. */
function bodyContent({ policy }: NamedTool['tool'], contentSchema: Reference, { request }: ToolExample, locale: Locale): Part {
  const one = { 'application/json': { schema: contentSchema, ...shown(request) } }
  if (!isLookup(policy)) return one
  const description = openapiText.say(locale, 'ndjson-bodies', {})
  const schema = { type: 'string', description, contentMediaType: 'application/json', contentSchema }
  return { ...one, 'application/x-ndjson': { schema, ...shown(request && `${JSON.stringify(request)}\n`) } }
}

/** Describes both streams: texts in which each line or event holds JSON. */
function streamed({ name, tool }: NamedTool, components: Components, locale: Locale, example: ToolExample): Part {
  const event = tool.event ? [components.schema(`${pascal(name)}Event`, tool.event)] : []
  const kinds = [...event, refer('schemas', `${pascal(name)}Result`), refer('schemas', 'Problem')]
  const contentSchema = components.schema(`${pascal(name)}Message`, { anyOf: kinds })
  const stream = (type: string, key: 'ndjson-stream' | 'sse-stream', text: unknown) => ({
    [type]: {
      schema: {
        type: 'string',
        description: openapiText.say(locale, key, {}),
        contentMediaType: 'application/json',
        contentSchema,
      },
      ...shown(text),
    },
  })
  return {
    ...stream('application/x-ndjson', 'ndjson-stream', example.ndjson),
    ...stream('text/event-stream', 'sse-stream', example.sse),
  }
}

function shown(example: unknown): Part {
  return example === undefined ? {} : { example }
}
