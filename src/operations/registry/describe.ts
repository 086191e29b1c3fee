import type { TObject, TSchema } from '@sinclair/typebox'
import type { ProblemCode } from '../../contract/problem.ts'
import { refusalsIn } from '../../contract/schema.ts'
import type { Locale, Text } from '../../contract/text.ts'
import { reachesOut } from '../../policy/policies.ts'
import type { Tool } from '../../tool.ts'
import { descriptionIn } from './descriptions.text.ts'
import { resultLabelsText } from './result-labels.text.ts'
import type { NamedTool } from './tools.ts'

/** Describes a tool for `GET /api/tools` and for `doorstep tools --json`. */
export function describe({ name, tool }: NamedTool, locale: Locale) {
  const { method, path, group, policy, good, details, event = null } = tool
  const [title, summary] = [tool.text.say(locale, 'title', {}), tool.text.say(locale, 'summary', {})]
  return {
    name,
    title,
    method,
    path,
    summary,
    ...guidanceOn(tool, locale),
    group,
    ...ownGroup(tool, locale),
    policy,
    request: bodySchemaIn(tool, locale),
    response: resultSchemaIn(tool, locale),
    event,
    good,
    details,
  }
}

/** Returns the part of a description that a form needs. */
export function withoutAnswer({ useWhen: _, notFor: _not, response: _response, event: _event, ...form }: Description) {
  return form
}

type Description = ReturnType<typeof describe>

/** Returns the heading of a group that is the tool's own. */
export function ownGroup({ text }: Tool, locale: Locale): { readonly groupTitle?: string } {
  const groupTitle = text[locale].group
  return groupTitle === undefined ? {} : { groupTitle }
}

/** When to use a tool, and when another; null where it does not say. */
export function guidanceOn({ text }: Tool, locale: Locale) {
  return { useWhen: text[locale]['use-when'] ?? null, notFor: text[locale]['not-for'] ?? null }
}

/** Returns the schema of a tool's body with a label (`title`) and a sentence (`description`) for each field; null if it has no body. */
export function bodySchemaIn({ body, text }: Tool, locale: Locale): TObject | null {
  if (!body) return null
  const properties = Object.entries(body.properties).map(([field, schema]) => {
    const labelOf = (part: string) => text[locale][`label.${field}.${part}`] ?? resultLabelsText[locale][part]
    const words = { title: text.say(locale, `label.${field}`, {}), description: text.say(locale, `field.${field}`, {}) }
    const aboutOf = (part: string) => text[locale][`field.${field}.${part}`]
    const inside = { labelOf, aboutOf, wordOf: wordsFor(text, locale), describe: same }
    return [field, { ...schemaInWords(schema, inside, field), ...words }]
  })
  return { ...body, properties: Object.fromEntries(properties) }
}

/** Returns the schema of a tool's result, with labels and descriptions in the language, for values too where the tool has words for them. */
export function resultSchemaIn({ result, text }: Tool, locale: Locale): TSchema {
  const labelOf = (field: string) => text[locale][`result.${field}`] ?? resultLabelsText[locale][field]
  return schemaInWords(result, { labelOf, wordOf: wordsFor(text, locale), describe: (english) => descriptionIn(english, locale) })
}

interface Words {
  labelOf(field: string): string | undefined
  /** Returns the sentence about a field, where it is not in the schema. */
  aboutOf?(field: string): string | undefined
  wordOf(field: string, value: string): string | undefined
  describe(english: string): string
}

const same = (sentence: string) => sentence

function wordsFor(text: Text, locale: Locale): Words['wordOf'] {
  return (field, value) => text[locale][`value.${field}.${value}`]
}

function schemaInWords(schema: TSchema, words: Words, field = ''): TSchema {
  const { properties, items, anyOf, description } = schema
  const inside = (part: TSchema) => schemaInWords(part, words, field)
  const word = typeof schema.const === 'string' ? words.wordOf(field, schema.const) : undefined
  return {
    ...schema,
    ...(description !== undefined && { description: words.describe(description) }),
    ...(word !== undefined && { title: word }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(items && !Array.isArray(items) && { items: inside(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries<TSchema>(properties).map(([name, part]) => {
          const [title, about] = [words.labelOf(name), words.aboutOf?.(name)]
          const said = { ...(title !== undefined && { title }), ...(about !== undefined && { description: about }) }
          return [name, { ...schemaInWords(part, words, name), ...said }]
        }),
      ),
    }),
  }
}

const ADDRESS = ['invalid-target', 'target-not-public'] as const
const HOST = [...ADDRESS, 'unresolvable-target'] as const
/** A check of a host without a port needs sockets that not every kernel gives. */
const PATH = [...HOST, 'unsupported-on-host'] as const
const SERVICE = [...ADDRESS, 'port-not-allowed'] as const
const REQUESTER = ['requester-not-public'] as const

/** The reasons for which each kind of policy refuses a target. */
const BY_POLICY: Readonly<Record<Tool['policy']['kind'], readonly ProblemCode[]>> = {
  offline: [],
  'at-home': [],
  'public-ip': ADDRESS,
  'dns-name': ADDRESS,
  requester: REQUESTER,
  'requester-and-name': [...REQUESTER, ...ADDRESS],
  'requester-service': [...REQUESTER, ...ADDRESS],
  'public-host': PATH,
  'public-path': [...PATH, 'port-not-allowed'],
  'public-service': SERVICE,
  'public-url': [...SERVICE, 'unresolvable-target'],
  // A finding of the tool is what other policies refuse.
  'public-name': ['invalid-target'],
}

/** Tests whether a policy is one of the kit: `at-home` is that of commands on the caller's own computer, which no server runs. */
export function isServed(kind: string): boolean {
  return kind !== 'at-home' && Object.hasOwn(BY_POLICY, kind)
}

/** Returns every code with which a run of a tool refuses a body that it has read. */
export function refusalCodesOf({ body, policy, weight }: Tool): ReadonlySet<ProblemCode> {
  // A query tells who asks, which is not known over a socket file unless a proxy says so.
  if (!body) return new Set(REQUESTER)
  const isUnresolvedRefused = policy.kind === 'public-service' && policy.unresolved === 'refused'
  return new Set<ProblemCode>([
    'invalid-request',
    ...BY_POLICY[policy.kind],
    ...(isUnresolvedRefused ? (['unresolvable-target'] as const) : []),
    ...refusalsIn(body).map(({ code }) => code),
    ...(weight > 0 ? (['rate-limited'] as const) : []),
    // A tool that sends nothing does not take a slot.
    ...(weight > 0 && reachesOut(policy) ? (['overloaded'] as const) : []),
  ])
}
