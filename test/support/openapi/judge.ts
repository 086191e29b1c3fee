// Holds answers against an OpenAPI document: what is sent must be described, and what is described must be sent.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Part {
  readonly [key: string]: unknown
}

export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly $ref: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Described | { readonly $ref: string }>>
}

interface Media {
  readonly schema: Part
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Described {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface Document extends Part {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly info: { readonly summary: string }
  readonly paths: Readonly<Record<string, Readonly<Record<'get' | 'post', Operation | undefined>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Part>>
    readonly responses: Readonly<Record<string, Described>>
    readonly headers: Part
  }
}

/** Components that no operation has: they answer requests that match none. */
const UNROUTED: Readonly<Record<number, string>> = { 404: 'NotFound', 405: 'MethodNotAllowed' }
/** Headers that are sent only where requests are limited. */
const CONDITIONAL = ['ratelimit', 'ratelimit-policy', 'retry-after']
/** The header that GET operations send only if every request is logged. */
const IF_LOGGED = 'x-request-id'

export class Judge {
  private readonly ajv = new Ajv2020({ strict: true, allErrors: true })
  private readonly compiled = new Map<Part, ValidateFunction>()

  constructor(readonly document: Document) {
    // OpenAPI adds it to JSON Schema: it says which of several schemas applies, which `oneOf` finds out by itself.
    this.ajv.addKeyword('discriminator')
    this.ajv.addSchema({ $id: 'document', $defs: withRefs(document.components.schemas) as object })
  }

  /** Returns the faults of a value. */
  faultsOf(schema: Part, value: unknown): string[] {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(withRefs(schema) as object)
    this.compiled.set(schema, validate)
    return validate(value) ? [] : [this.ajv.errorsText(validate.errors)]
  }

  operation(method: string, path: string): Operation | undefined {
    return this.document.paths[path.split('?')[0] ?? '']?.[method.toLowerCase() as 'get' | 'post']
  }

  described(operation: Operation | undefined, status: number): Described | undefined {
    const found = operation?.responses[status]
    const name = found && '$ref' in found ? found.$ref.split('/').at(-1) : UNROUTED[status]
    return found && !('$ref' in found) ? found : this.document.components.responses[name ?? '']
  }

  /** Returns the faults of an answer. */
  async judge(method: string, path: string, answer: Pick<Response, 'status' | 'text'> & { headers: Headers }): Promise<string[]> {
    const said = (fault: string) => `${method} ${path} ${answer.status}: ${fault}`
    const described = this.described(this.operation(method, path), answer.status)
    if (!described) return [said('the status is not described')]
    const body = await answer.text()
    const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
    const media = described.content?.[type]
    const content = body === '' && !described.content ? [] : media ? this.contentFaults(type, media.schema, body) : [`no ${type}`]
    return [
      ...content,
      ...this.headerFaults(described, answer.headers, method === 'GET' && !answer.headers.has('doorstep-code')),
    ].map(said)
  }

  private headerFaults({ headers = {}, content = {} }: Described, sent: Headers, isFound: boolean): string[] {
    const described = Object.keys(headers).map((name) => name.toLowerCase())
    const known = Object.keys(this.document.components.headers).map((name) => name.toLowerCase())
    // An answer and a refusal may have the same status.
    const optional = 'application/json' in content ? [...CONDITIONAL, 'doorstep-code'] : CONDITIONAL
    const absent = described.filter((name) => !sent.has(name) && !optional.includes(name))
    const missing = absent.filter((name) => !(isFound && name === IF_LOGGED))
    const undescribed = [...sent.keys()].filter((name) => known.includes(name.replaceAll('-', '')) && !described.includes(name))
    return [...missing.map((name) => `no header ${name}`), ...undescribed.map((name) => `the header ${name} is not described`)]
  }

  private contentFaults(type: string, schema: Part, body: string): string[] {
    const message = schema.contentSchema as Part | undefined
    switch (type) {
      case 'application/json':
      case 'application/problem+json':
        return this.faultsOf(schema, JSON.parse(body))
      case 'application/x-ndjson':
        return linesOf(body).flatMap((line) => this.faultsOf(message ?? {}, JSON.parse(line)))
      case 'text/event-stream':
        return eventsOf(body).flatMap((data) => this.faultsOf(message ?? {}, JSON.parse(data)))
      default:
        return this.faultsOf(schema, body)
    }
  }

  /** Returns the faults of the examples in the document, and the number of examples. */
  examples(): { readonly count: number; readonly faults: string[] } {
    const operations = Object.values(this.document.paths).flatMap((methods) =>
      Object.values(methods).filter((one) => one !== undefined),
    )
    const contents = [
      ...operations.flatMap(({ requestBody, responses }) => [
        requestBody?.content,
        ...Object.values(responses).map((response) => ('$ref' in response ? undefined : response.content)),
      ]),
      ...Object.values(this.document.components.responses).map(({ content }) => content),
    ]
    const shown = contents
      .flatMap((content) => Object.entries(content ?? {}))
      .flatMap(([type, { schema, example, examples = {} }]) => {
        const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
        return values.map((value) => ({ type, schema, value }))
      })
    const faults = shown.flatMap(({ type, schema, value }) =>
      this.contentFaults(type, schema, isStream(type) ? String(value) : JSON.stringify(value)),
    )
    return { count: shown.length, faults }
  }
}

const isStream = (type: string) => type === 'application/x-ndjson' || type === 'text/event-stream' || type === 'text/plain'

const linesOf = (body: string) => body.split('\n').filter((line) => line !== '')

function eventsOf(body: string): string[] {
  return body
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => /^event: (?:progress|result|problem|message)\ndata: (.*?)(?:\nid: \d+)?$/.exec(event)?.[1] ?? 'not an event')
}

/** Returns the same schema for a validator that has the components as definitions; objects take no other fields than they declare. */
function withRefs(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withRefs)
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([key, value]) =>
    key === '$ref' ? [key, String(value).replace('#/components/schemas/', 'document#/$defs/')] : [key, withRefs(value)],
  )
  const isOpen = 'properties' in part && !('additionalProperties' in part) && 'type' in part
  return { ...Object.fromEntries(entries), ...(isOpen ? { additionalProperties: false } : {}) }
}
