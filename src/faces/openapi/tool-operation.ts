import { type TObject, Type } from '@sinclair/typebox'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { bodySchemaIn, refusalCodesOf } from '../../operations/registry/describe.ts'
import { isPortList, kindsOf } from '../../operations/registry/field-values.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { isLookup } from '../../policy/policies.ts'
import {
  type Components,
  described,
  headersOf,
  type Part,
  pascal,
  type Reference,
  refer,
  type ToolExample,
} from './components.ts'
import { openapiText } from './openapi.text.ts'
import { refusals } from './problems.ts'

/** Codes of requests that pages of other sites may not send. */
const JUDGED = ['foreign-origin', 'prefetch-refused', 'wrong-host'] as const satisfies readonly ProblemCode[]
/** Codes of requests with a body. */
export const WITH_BODY = ['invalid-json', 'body-too-large', 'unsupported-media-type'] as const satisfies readonly ProblemCode[]

/** The parameters that say how to answer a run. */
const RUN_PARAMETERS = ['StreamingFormat', 'Strict', 'Details', 'Lang', 'Words', 'AcceptLanguage']

/** `port-check` is `portCheck`. */
function camel(name: string): string {
  const word = pascal(name)
  return `${word[0]?.toLowerCase()}${word.slice(1)}`
}

/** Returns the operations of a tool by their methods, and adds the schemas that they refer to. */
export function toolOperations({ name, tool }: NamedTool, components: Components): Part {
  const { locale, examples } = components
  const example = examples.tools[name] ?? {}
  const common = {
    operationId: camel(name),
    tags: [tool.group],
    summary: tool.text.say(locale, 'summary', {}),
  }
  const body = bodySchemaIn(tool, locale)
  if (!body) {
    const { parameters, headers, content, codes } = queryParts({ name, tool }, components, example)
    const answered = { description: common.summary, headers, content }
    return { get: { ...common, ...parameters, responses: { 200: answered, ...refusals(components, ...codes) } } }
  }
  const request = components.schema(`${pascal(name)}Request`, body)
  const answered = runAnswer({ name, tool }, components, example)
  const codes = [...JUDGED, ...refusalCodesOf(tool)]
  const judged = (others: Record<string, Reference>) => withStrict({ name, tool }, components, others)
  const ways = RUN_PARAMETERS.map((each) => refer('parameters', each))
  return {
    get: {
      ...common,
      operationId: `${camel(name)}ByQuery`,
      parameters: [...fieldParameters(body, locale), ...ways],
      responses: { 200: answered, 204: streamOver(components), ...judged(refusals(components, ...codes)) },
    },
    post: {
      ...common,
      parameters: ways,
      requestBody: { required: true, content: bodyContent(tool, request, example, locale) },
      responses: {
        200: answered,
        ...judged(refusals(components, ...WITH_BODY, ...codes, ...(isLookup(tool.policy) ? (['overloaded'] as const) : []))),
      },
    },
  }
}

/** Returns what differs between a query that answers a text as it is and one that answers JSON. */
function queryParts({ name, tool }: NamedTool, components: Components, example: ToolExample) {
  if (tool.result.type === 'string')
    return {
      parameters: { parameters: [refer('parameters', 'ExactFormat')] },
      headers: headersOf('Cache-Control', 'X-Request-Id'),
      content: { ...textContent(example), ...exactJson(name, components.locale, example.text) },
      codes: [],
    }
  return {
    parameters: { parameters: ['ShortFormat', 'Lang', 'AcceptLanguage'].map((each) => refer('parameters', each)) },
    headers: headersOf('Cache-Control', 'Content-Language', 'Vary', 'X-Request-Id'),
    content: atOnce(components.schema(`${pascal(name)}Result`, tool.result, tool.text[components.locale]), example),
    codes: ['invalid-request'] as const,
  }
}

/** Adds the answer to the reader of a browser that asks again after the end of a stream. */
function streamOver(components: Components): Reference {
  return components.response('StreamOver', {
    description: components.say('stream-over'),
    headers: headersOf('Cache-Control'),
  })
}

/** Adds the answer of a run, which is the same for every method. */
function runAnswer({ name, tool }: NamedTool, components: Components, example: ToolExample): Reference {
  const result = components.schema(`${pascal(name)}Result`, tool.result, tool.text[components.locale])
  const content = { ...atOnce(result, example), ...streamed({ name, tool }, components, example) }
  return components.response(`${pascal(name)}Answer`, {
    description: tool.text.say(components.locale, 'summary', {}),
    headers: runHeaders(tool),
    content,
  })
}

/** Adds the answers whose status says what was found: their bodies are those of any other answer. A refusal may have the same status. */
function withStrict({ name, tool }: NamedTool, components: Components, others: Record<string, Reference>): Part {
  const headers = runHeaders(tool)
  const content = atOnce(refer('schemas', `${pascal(name)}Result`), {})
  const { say } = components
  return {
    ...others,
    502: components.response(`${pascal(name)}Unknown`, { description: say('strict-unknown'), headers, content }),
    503: {
      description: say('strict-bad'),
      headers: { ...components.partOf(others[503], 'headers'), ...headers },
      content: { ...components.partOf(others[503], 'content'), ...content },
    },
  }
}

function runHeaders({ weight }: NamedTool['tool']): Part {
  const limited = weight > 0 ? headersOf('RateLimit', 'RateLimit-Policy') : {}
  return { ...headersOf('Cache-Control', 'Content-Language', 'Vary', 'X-Request-Id', 'Link'), ...limited }
}

/** Returns the fields of a body as parameters of a query. Their labels are in the schema of the body. */
function fieldParameters({ properties, required = [] }: TObject, locale: Locale): readonly Part[] {
  return Object.entries(properties).map(([name, field]) => {
    const { title: _, description, examples: _examples, ...schema } = described(field, locale)
    const parameter = { name, in: 'query', ...(required.includes(name) && { required: true }), description }
    if (isPortList(field)) {
      const words = openapiText.say(locale, 'short-ports', {})
      return {
        ...parameter,
        description: `${description} ${words}`,
        schema: { type: 'string' },
        example: '25565/tcp,27015-27030/udp',
      }
    }
    return kindsOf(field).has('object') ? { ...parameter, content: { 'application/json': { schema } } } : { ...parameter, schema }
  })
}

/** Returns the JSON of a query that otherwise answers a text as it is. */
function exactJson(name: string, locale: Locale, text: string | undefined): Part {
  const schema = described(Type.Object({ [name]: Type.String() }), locale)
  return { 'application/json': { schema, ...exampleIn(text && { [name]: text }) } }
}

/** Returns an answer that is ready at once, as JSON and for a terminal. */
export function atOnce(result: Reference, example: ToolExample): Part {
  return { 'application/json': { schema: result, ...exampleIn(example.json) }, ...textContent(example) }
}

export function textContent(example: ToolExample): Part {
  return { 'text/plain': { schema: refer('schemas', 'Text'), ...exampleIn(example.text) } }
}

/** Describes a body, and many at once where the tool takes them: a text in which each line holds one. */
function bodyContent({ policy }: NamedTool['tool'], contentSchema: Reference, { request }: ToolExample, locale: Locale): Part {
  const single = { 'application/json': { schema: contentSchema, ...exampleIn(request) } }
  if (!isLookup(policy)) return single
  const description = openapiText.say(locale, 'ndjson-bodies', {})
  const schema = { type: 'string', description, contentMediaType: 'application/json', contentSchema }
  return { ...single, 'application/x-ndjson': { schema, ...exampleIn(request && `${JSON.stringify(request)}\n`) } }
}

/** Describes both streams: texts in which each line or event holds JSON. */
function streamed({ name, tool }: NamedTool, components: Components, example: ToolExample): Part {
  const event = tool.event ? [components.schema(`${pascal(name)}Event`, tool.event, tool.text[components.locale])] : []
  const kinds = [...event, refer('schemas', `${pascal(name)}Result`), refer('schemas', 'Problem')]
  const contentSchema = components.schema(`${pascal(name)}Message`, { anyOf: kinds })
  const stream = (type: string, key: 'ndjson-stream' | 'sse-stream', text: unknown) => ({
    [type]: {
      schema: {
        type: 'string',
        description: components.say(key),
        contentMediaType: 'application/json',
        contentSchema,
      },
      ...exampleIn(text),
    },
  })
  return {
    ...stream('application/x-ndjson', 'ndjson-stream', example.ndjson),
    ...stream('text/event-stream', 'sse-stream', example.ndjson && asEvents(example.ndjson)),
  }
}

/** Returns the lines of a stream as the events that they are elsewhere. */
function asEvents(ndjson: string): string {
  const lines = ndjson.trimEnd().split('\n')
  return lines.map((line, index) => `event: ${index < lines.length - 1 ? 'progress' : 'result'}\ndata: ${line}\n\n`).join('')
}

function exampleIn(example: unknown): Part {
  return example === undefined ? {} : { example }
}
