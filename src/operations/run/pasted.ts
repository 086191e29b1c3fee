import type { TSchema } from '@sinclair/typebox'
import { isRecord } from '../../contract/clean.ts'
import { type Refusal, refusedField } from '../../contract/problem.ts'
import { isService } from '../../contract/schema.ts'
import { parseAddress } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { parseDomain } from '../../policy/names.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { isListed } from '../../router/catalogue/match.ts'
import type { NamedTool } from '../registry/tools.ts'
import { afterwards, type Call, type Eventually } from './call.ts'
import {
  kindIn,
  LOCATED,
  needsReading,
  type Parts,
  partsIn,
  RANGES_MAX,
  servicePartsIn,
  UNREADABLE,
  withUsualPort,
} from './pasted-parts.ts'
import { pastedText } from './run.text.ts'

/** A value that was read, and its field; the tool may not have that field, if the value is of no use to it. */
type Understood = NonNullable<Call['understood']>[number]

type Tool = NamedTool['tool']

/** Longer texts are no URL that any program sends. */
const TEXT_MAX = 2048

/**
 * Returns a function that reads what people paste into the fields of a tool, before its schema and its policy judge them: words in any case, a
 * URL or a host with its port where a host is wanted, a port or an address beside or in place of the name of a service. Each field has one kind,
 * by policy or schema. Null for a tool that has nothing to read; the function throws `invalid-request` for what contradicts or cannot be read.
 */
export function readerOf(tool: Tool, catalogue: () => Promise<Catalogue>): ((call: Call) => Eventually<Call>) | null {
  const { body: schema, policy } = tool
  if (!schema) return null
  const fields = Object.entries<TSchema>(schema.properties)
  const services = fields.filter(([, field]) => isService(field)).map(([name]) => name)
  const host = 'field' in policy && policy.kind !== 'public-ip' ? policy.field : null
  if (host === null && services.length === 0 && !fields.some(([, field]) => hasWords(field))) return null
  const wantsPort = policy.kind === 'public-service' && typeof policy.port === 'string' && policy.usualPort === null
  return (call) => {
    if (!isRecord(call.body)) return call
    const reading = new Reading(tool, bodyInWordsOf(schema, call.body), call)
    if (host !== null && policy.kind === 'public-url') readUrl(reading, host)
    else if (host !== null) readHost(reading, host, wantsPort)
    const typed = services.filter((field) => needsReading(reading.textOf(field)))
    if (typed.length === 0) return reading.read()
    return afterwards(catalogue(), ({ useCases }) => {
      for (const field of typed) readService(reading, field, (text) => isListed(useCases, text))
      return reading.read()
    })
  }
}

/** Returns a body in which the words of closed lists are written as in its schema, at any depth. */
function bodyInWordsOf({ properties = {} }: TSchema, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const inside = (name: string, value: unknown) => (Object.hasOwn(properties, name) ? inWordsOf(properties[name], value) : value)
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, inside(name, value)]))
}

function inWordsOf(schema: TSchema, value: unknown): unknown {
  if (typeof value === 'string') return wordsIn(schema).find((word) => word.toLowerCase() === value.toLowerCase()) ?? value
  if (Array.isArray(value)) return schema.items ? value.map((entry) => inWordsOf(schema.items, entry)) : value
  return isRecord(value) ? bodyInWordsOf(schema, value) : value
}

function wordsIn(schema: TSchema): string[] {
  const options: readonly TSchema[] = schema.anyOf ?? [schema]
  return options.map((option) => option.const).filter((word) => typeof word === 'string')
}

function hasWords(schema: TSchema): boolean {
  const inside: TSchema[] = [...(schema.items ? [schema.items] : []), ...Object.values<TSchema>(schema.properties ?? {})]
  return wordsIn(schema).length > 0 || inside.some(hasWords)
}

/** A body while it is read. */
class Reading {
  readonly #understood: Understood[] = []

  constructor(
    readonly tool: Tool,
    readonly body: Record<string, unknown>,
    readonly call: Call,
  ) {}

  read(): Call {
    return { ...this.call, body: this.body, ...(this.#understood.length > 0 && { understood: this.#understood }) }
  }

  /** Returns the text of a field, if it may have to be read. */
  textOf(field: string): string {
    const text = this.body[field]
    return typeof text === 'string' && text.length <= TEXT_MAX ? text : ''
  }

  has(field: string): boolean {
    return Object.hasOwn(this.tool.body?.properties ?? {}, field)
  }

  /** Puts a value in place of what was pasted into the field. */
  replace(field: string, value: string | null): void {
    if (value === null) delete this.body[field]
    else {
      this.body[field] = value
      this.tell(field, value)
    }
  }

  tell(field: string, value: string | number): void {
    this.#understood.push({ field, value })
  }

  /** Fills a field from what was pasted into another. Throws `invalid-request` if the field says something else. */
  fill(from: string, field: string, value: string | number): void {
    this.tell(field, value)
    if (!this.has(field)) return
    if ((this.body[field] ?? value) !== value) throw contradiction(from, field, value)
    this.body[field] = value
  }

  /** Fills in or tells the port, scheme and path that were pasted into a field. */
  fillParts(from: string, parts: Parts): void {
    this.#fillPorts(from, parts)
    if (parts.scheme !== undefined) this.fill(from, 'scheme', parts.scheme)
    if (parts.path !== undefined) this.tell('path', parts.path)
  }

  /** Fills in the port, or the list of ports; a tool with one port takes the first of several. */
  #fillPorts(from: string, { ports = [], protocol }: Parts): void {
    const [first] = ports
    if (!first) return
    const { policy } = this.tool
    const field = 'port' in policy && typeof policy.port === 'string' ? policy.port : 'port'
    const shown = ports.map(([start, end]) => (start === end ? `${start}` : `${start}-${end}`)).join(',')
    if (!this.has(field) && this.has('ports')) {
      this.#fillList(from, { ports, protocol }, shown)
      return
    }
    if (protocol !== undefined) this.fill(from, 'protocol', protocol)
    this.fill(from, field, first[0])
    if (shown !== `${first[0]}`) this.tell('ports', shown)
  }

  #fillList(from: string, { ports = [], protocol }: Pick<Parts, 'ports' | 'protocol'>, shown: string): void {
    this.tell('ports', protocol === undefined ? shown : `${shown}/${protocol}`)
    const given = this.body.ports
    // No more of a range than what shows the schema that there are too many.
    const wanted = ports.flatMap(([start, end]) =>
      Array.from({ length: Math.min(end - start + 1, RANGES_MAX + 1) }, (_, at) => ({
        port: start + at,
        ...(protocol && { protocol }),
      })),
    )
    const isGiven = (port: number) => Array.isArray(given) && given.some((one) => isRecord(one) && one.port === port)
    if (given !== undefined && !wanted.every(({ port }) => isGiven(port))) throw contradiction(from, 'ports', shown)
    this.body.ports = given ?? wanted
  }
}

function contradiction(from: string, field: string, value: string | number): Refusal {
  return refusedField(field, (locale) => pastedText.say(locale, 'contradicts', { from, field, value }))
}

/** Reads a URL, or a host with its port, in the field of a host. What is a host already, or none at all, is left to the policy. */
function readHost(reading: Reading, field: string, wantsPort: boolean): void {
  const text = reading.textOf(field)
  if (!/[:/?#]/.test(text) || parseAddress(text) || typeof parseDomain(text) !== 'string') return
  const parts = partsIn(text)
  if (!parts?.host) return
  const { ports = [[1, 1]] } = parts
  // The policy refuses what has a port that is none.
  if (!ports.every(([port]) => port >= 1 && port <= 65_535) && !reading.has('port')) return
  reading.replace(field, parts.host)
  reading.fillParts(field, wantsPort && reading.body.port === undefined ? withUsualPort(parts) : parts)
}

function readUrl(reading: Reading, field: string): void {
  const text = reading.textOf(field)
  const [, scheme, host] = LOCATED.exec(text) ?? []
  if (host !== undefined && scheme === undefined) reading.replace(field, `http://${text}`)
}

/** Reads the port, the address or the name that was pasted in place of a service, or beside it; names that are known are left whole. */
function readService(reading: Reading, field: string, isKnown: (text: string) => boolean): void {
  const text = reading.textOf(field)
  const kind = kindIn(text)
  if (kind !== null && isKnown(kind)) reading.replace(field, kind)
  if (kind !== null || (isKnown(text) && !UNREADABLE.test(text))) return
  const parts = servicePartsIn(text, isKnown)
  if (!parts) return
  if (parts === 'unreadable') throw refusedField(field, (locale) => pastedText.say(locale, 'unreadable', { field }))
  reading.replace(field, parts.name ?? null)
  if (parts.host !== undefined) placeHost(reading, field, parts.host)
  reading.fillParts(field, parts)
  const { host, name, ports } = parts
  const isPortKnown = ports !== undefined || reading.body.port !== undefined || reading.body.ports !== undefined
  if (host !== undefined && name === undefined && !isPortKnown)
    throw refusedField('port', (locale) => pastedText.say(locale, 'host-alone', { host }))
}

/** Puts a host where it belongs: a name into `hostname`, an address of a home into `internalIp`; any other address may only be the requester's own. */
function placeHost(reading: Reading, from: string, host: string): void {
  const address = parseAddress(host)
  const isOutside = address !== null && classify(address).scope === 'public'
  if (!isOutside) {
    reading.fill(from, address ? 'internalIp' : 'hostname', address?.text ?? host)
    return
  }
  const { requester } = reading.call.caller
  if (requester && requester.text !== address.text)
    throw refusedField(from, (locale) => pastedText.say(locale, 'not-yours', { address: address.text, ip: requester.text }))
  reading.tell('ip', address.text)
}
