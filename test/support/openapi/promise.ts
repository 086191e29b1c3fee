// The promise of an OpenAPI document in a form that people can read and a diff shows, and the breaks between two of them. Run by itself, it
// records the promise of this checkout, once for each release: bun test/support/openapi/promise.ts
import { join } from 'node:path'
import { openapiOf } from '../../../src/faces/openapi/document.ts'
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/operations/registry/tools.ts'
import { ROOT } from '../server.ts'

/** Fields by their paths, `hops[].city`, one that may be absent with a `?`. A field is its types and words, then its bounds. */
type Fields = Record<string, string>

interface Operation {
  /** Schemas by status and media type; of the body, by `body`. */
  readonly content: Fields
  readonly codes: readonly string[]
  readonly parameters: Fields
}

export interface Promised {
  readonly version: string
  readonly operations: Record<string, Operation>
  readonly requests: Record<string, Fields>
  readonly answers: Record<string, Fields>
}

export const RECORDED = join(ROOT, 'test', 'fixtures', 'api.json')

/** A part of the document. A seam: what is read of it is what the document is made of, and anything else is undefined. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any

export const documentNow = (): Json =>
  JSON.parse(JSON.stringify(openapiOf(toolsOf(manifest), { origins: [], hasMetrics: true, hasCompat: true }, 'en')))

export function promiseOf({ info, paths, components }: Json): Promised {
  const schemas: [string, Json][] = Object.entries(components.schemas).map(([name, one]) => [
    name,
    whole(one, components.schemas),
  ])
  const isAsked = (name: string) => /Request$|^McpMessage$/.test(name)
  const fieldsOf = (asked: boolean) =>
    Object.fromEntries(schemas.filter(([name]) => isAsked(name) === asked).map(([name, schema]) => [name, fields(schema, asked)]))
  const operations = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      operationOf(operation, (part) =>
        part.$ref
          ? part.$ref
              .split('/')
              .slice(1)
              .reduce((at: Json, key: string) => at[key], { components })
          : part,
      ),
    ]),
  )
  return {
    version: info.version,
    operations: Object.fromEntries(operations),
    requests: fieldsOf(true),
    answers: shortened(fieldsOf(false)),
  }
}

/** Returns the fields of answers, those that all problems or all tools have only once, and without what codes and statuses say. */
function shortened(all: Record<string, Fields>): Record<string, Fields> {
  const kindOf = (name: string, own: Fields) => (/Problem$/.test(name) ? 'problems' : 'tool' in own ? 'tools' : 'others')
  const told = Object.entries(all).flatMap(([name, own]): [string, Fields][] => {
    const { type: _type, status: _status, code: _code, ...rest } = own
    const left = kindOf(name, own) === 'problems' ? rest : own
    return Object.keys(left).length > 0 ? [[name, left]] : []
  })
  const kinds = Map.groupBy(told, ([name, own]) => kindOf(name, own))
  return Object.fromEntries(
    [...kinds].flatMap(([kind, some]) => {
      if (kind === 'others') return some
      const [[, first] = ['', {}], ...rest] = some
      const isShared = ([field, value]: [string, string]) => rest.every(([, own]) => own[field] === value)
      const shared = Object.fromEntries(Object.entries(first).filter(isShared))
      const own = some.map(([name, fields]): [string, Fields] => {
        return [name, Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in shared)))]
      })
      return [[`all ${kind}`, shared], ...own.filter(([, fields]) => Object.keys(fields).length > 0)]
    }),
  )
}

/** Schemas of one operation; others are parts of them. */
const OF_OPERATION = /(?:Request|Result|Event|Message|Problem)$/

/** Returns a schema with the parts that it refers to in their places: one that gets a name promises the same. */
function whole(part: Json, schemas: Json): Json {
  if (typeof part !== 'object' || part === null) return part
  if (part.$ref) return OF_OPERATION.test(part.$ref) ? part : whole(schemas[part.$ref.split('/').at(-1)], schemas)
  if (Array.isArray(part)) return part.map((one) => whole(one, schemas))
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, whole(value, schemas)]))
}

function operationOf({ requestBody, parameters = [], responses }: Json, found: (part: Json) => Json): Operation {
  const all = Object.entries<Json>(responses).map(([status, response]): [string, Json] => [status, found(response).content ?? {}])
  const contents: [string, Json][] = requestBody ? [['body', requestBody.content], ...all] : all
  const codes = new Set<string>()
  const content = contents.flatMap(([status, media]) =>
    Object.entries<Json>(media).flatMap(([type, { schema = {} }]) => {
      if (type === 'application/problem+json') {
        for (const one of schema.oneOf ?? [schema]) codes.add(`${status} ${found(one).properties.code.const}`)
        return []
      }
      // Each refusal comes as text as well.
      return codes.size > 0 && type === 'text/plain'
        ? []
        : [[`${status} ${type}`, typesOf(schema.contentSchema ?? schema).join('|')]]
    }),
  )
  const asked = parameters.map(found).map(({ name, required, schema, content: json }: Json) => {
    const whole = schema ?? json['application/json'].schema
    return [`${name}${required ? '' : '?'}`, said(whole, true)]
  })
  return { content: Object.fromEntries(content), codes: [...codes].toSorted(), parameters: Object.fromEntries(asked) }
}

function fields(schema: Json, asked: boolean, path = ''): Fields {
  const { properties = {}, required = [], items, anyOf = [] } = schema
  const own = Object.entries<Json>(properties).flatMap(([name, part]) => {
    const at = path === '' ? name : `${path}.${name}`
    return Object.entries({ [`${at}${required.includes(name) ? '' : '?'}`]: said(part, asked), ...fields(part, asked, at) })
  })
  const listed = items ? Object.entries({ [`${path}[]`]: said(items, asked), ...fields(items, asked, `${path}[]`) }) : []
  return Object.fromEntries([...own, ...listed, ...anyOf.flatMap((one: Json) => Object.entries(fields(one, asked, path)))])
}

function typesOf({ $ref, anyOf, oneOf, enum: words, const: only, type = 'anything' }: Json): string[] {
  if ($ref) return [$ref.split('/').at(-1)]
  if (anyOf ?? oneOf) return (anyOf ?? oneOf).flatMap(typesOf)
  return words || only !== undefined
    ? (words ?? [only]).map((word: Json) => (typeof word === 'string' ? `'${word}'` : `${word}`))
    : [type]
}

const BOUNDS = ['minimum', 'minLength', 'minItems', 'maximum', 'maxLength', 'maxItems', 'pattern'] as const

function said(schema: Json, asked: boolean): string {
  const bounds = BOUNDS.filter((bound) => asked && bound in schema).map((bound) => ` ${bound}=${schema[bound]}`)
  return `${typesOf(schema).join('|')}${bounds.join('')}`
}

/** Returns what callers of the one would miss in the other, a sentence for each. */
export function breaksOf(before: Promised, now: Promised): string[] {
  const operations = Object.entries(before.operations).flatMap(([name, one]) => {
    const other = now.operations[name]
    if (!other) return [`${name} is gone`]
    const codes = one.codes.filter((code) => !other.codes.includes(code)).map((code) => `${name}: no ${code}`)
    return [...codes, ...answerBreaks(name, one.content, other.content), ...requestBreaks(name, one.parameters, other.parameters)]
  })
  const each = (judge: typeof requestBreaks, all: Record<string, Fields>, others: Record<string, Fields>) =>
    Object.entries(all).flatMap(([name, one]) => (others[name] ? judge(name, one, others[name]) : [`${name} is gone`]))
  return [
    ...operations,
    ...each(requestBreaks, before.requests, now.requests),
    ...each(answerBreaks, before.answers, now.answers),
  ]
}

/** A field without the mark of one that may be absent. */
const bare = (field: string) => field.replace(/\?$/, '')
const knownBy = (fields: Fields) => new Map(Object.entries(fields).map(([field, value]) => [bare(field), { field, value }]))
const isOptional = (field: string | undefined) => field?.endsWith('?')
const alternatives = (value: string) => (value.split(' ', 1)[0] ?? '').split('|')

/** Returns whether all that one of these may hold fits the others. */
function fits(one: string, others: readonly string[]): boolean {
  const kind = one.startsWith("'") ? 'string' : /^-?\d/.test(one) ? 'integer' : /^(true|false)$/.test(one) ? 'boolean' : one
  return [one, kind, kind === 'integer' ? 'number' : kind, 'anything'].some((type) => others.includes(type))
}

function requestBreaks(of: string, before: Fields, now: Fields): string[] {
  const known = knownBy(before)
  const others = knownBy(now)
  const added = [...others.values()].filter(
    ({ field }) => !isOptional(field) && !field.endsWith('[]') && isOptional(known.get(bare(field))?.field ?? '?'),
  )
  const changed = [...known].flatMap(([name, { value }]) => {
    const other = others.get(name)
    if (!other) return [`${of}: ${name} is gone`]
    const narrower = alternatives(value).filter((one) => !fits(one, alternatives(other.value)))
    return [...narrower.map((one) => `${of}: ${name} does not take ${one}`), ...boundBreaks(`${of}: ${name}`, value, other.value)]
  })
  return [
    ...added.filter(({ field }) => !isInNewObject(field, known)).map(({ field }) => `${of}: ${field} has to be given`),
    ...changed,
  ]
}

/** Returns whether a field belongs to an object that is new as well: it is needed only where that is given. */
function isInNewObject(field: string, known: ReadonlyMap<string, unknown>): boolean {
  const outer = field.replace(/(\[\])?\.[^.]+$/, '')
  return outer !== field && !known.has(outer)
}

function boundBreaks(of: string, before: string, now: string): string[] {
  const [had, has] = [before, now].map(
    (value) =>
      new Map(
        value
          .split(' ')
          .slice(1)
          .map((bound) => bound.split(/=(.*)/s, 2) as [string, string]),
      ),
  )
  return [...(has ?? [])].flatMap(([bound, limit]) => {
    const old = had?.get(bound)
    const isSame =
      old === limit ||
      (bound.startsWith('min') && Number(limit) <= Number(old)) ||
      (bound.startsWith('max') && Number(limit) >= Number(old))
    return isSame ? [] : [`${of} has the ${bound} ${limit}`]
  })
}

function answerBreaks(of: string, before: Fields, now: Fields): string[] {
  const others = knownBy(now)
  return [...knownBy(before)].flatMap(([name, { field, value }]) => {
    const other = others.get(name)
    if (!other) return [`${of}: ${name} is gone`]
    const [had, has] = [alternatives(value), alternatives(other.value)]
    // A list of words may get more of them: callers take those that they do not know for something else.
    const isList = had.some((one) => one.startsWith("'"))
    const wider = has.filter((one) => !fits(one, had) && !(isList && one.startsWith("'")))
    const lost = had.filter((one) => one.startsWith("'") && !fits(one, has))
    return [
      ...wider.map((one) => `${of}: ${name} may be ${one}`),
      ...lost.map((one) => `${of}: ${name} is never ${one}`),
      ...(!isOptional(field) && isOptional(other.field) ? [`${of}: ${name} may be absent`] : []),
    ]
  })
}

/** Writes a promise as JSON, with a line for each operation and each schema. */
function written({ version, ...parts }: Promised): string {
  const entry = ([key, value]: readonly [string, unknown]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`
  const told = Object.entries(parts).map(([part, entries]) => {
    const lines = Object.entries<unknown>(entries).map((one) => `    ${entry(one)}`)
    return `  "${part}": {\n${lines.join(',\n')}\n  }`
  })
  return `{\n  ${entry(['version', version])},\n${told.join(',\n')}\n}\n`
}

if (import.meta.main) await Bun.write(RECORDED, written(promiseOf(documentNow())))
