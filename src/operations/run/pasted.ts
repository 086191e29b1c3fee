import type { TSchema } from '@sinclair/typebox'
import { isRecord } from '../../contract/clean.ts'
import { type Refusal, refusedField } from '../../contract/problem.ts'
import { isService } from '../../contract/schema.ts'
import { parseAddress, portOfUrl } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { localRule, parseDomain } from '../../policy/names.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { isListed } from '../../router/catalogue/match.ts'
import { wordsOf } from '../../router/catalogue/names.ts'
import type { NamedTool } from '../registry/tools.ts'
import { afterwards, type Call, type Eventually } from './call.ts'
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

/** The parts of one text. `host` is a name or an address, as it was written. */
interface Parts {
  readonly host?: string | undefined
  readonly scheme?: string | undefined
  readonly path?: string | undefined
  readonly name?: string | undefined
  readonly ports?: readonly Range[] | undefined
  readonly protocol?: string | undefined
}
type Range = readonly [first: number, last: number]

const RANGES_MAX = 32
/** A host, perhaps with scheme, port and path; without credentials, escapes in the host, backslashes, white space and control characters. */
const LOCATED =
  /^(?:(https?):\/\/)?(\[[0-9a-f:.]{2,45}\]|[^\s:/?#@%[\]\\\p{Cc}]{1,1000})(?::(\d{1,9}))?(?:([/?#])([^\s\\\p{Cc}]*))?$/iu
/** `25565`, `:25565`, `25565-25570`, `8080번`, `포트8080`, `8080/udp`. */
const PORTS = /^(:|port|포트)?(\d{1,9})(?:[-~](\d{1,9}))?(번?(?:포트)?)(?:\/(tcp|udp))?$/i
const NAMED_PORT = /^(?=.*\p{L})([^\s:/]+):(\d{1,9})$/u
const PORT_WORDS = /^(?:ports?|포트)$/i
/** Words beside a port that belong to it, and not to the name of a service. */
const NOT_NAMES = /^(?:ports?|포트|번|tcp|udp)$/i
const OVER = /(?<![a-z])(tcp|udp)(?![a-z])/i
/** Words for a kind of service, for which this one is planned. */
const VPN_WORDS: readonly string[] = ['vpn', 'vpn server', 'home vpn', 'vpn 서버', '브이피엔', '가상 사설망']
const VPN_SERVICE = 'wireguard'
/** Signs of an address: no name is read out of a text that has one. */
const UNREADABLE = /:\/\/|[@\\]|\p{Cc}|^[^:/]+\.[^:/]+:/u
/** A number of fewer digits beside a name belongs to the name: "Left 4 Dead 2". */
const PORT_DIGITS_MIN = 3
/** Words around a port that is named without a service: "포트 8080번 열기", "open tcp port 8080". */
const AROUND_PORT =
  / ?(?:(?<![a-z])(?:tcp|udp|both|ports?|number|no|how to|open|opening|forward|forwarding|the|my|a|to)(?![a-z])|포트 ?포워딩|포트|번호|번|열기|여는 ?법|여는 ?방법|개방|오픈|외부|내부|을|를|만)/g

/** Takes a URL, or a host with its port, apart; null for any other text, and for one whose host no name or address could be. */
function partsIn(text: string): Parts | null {
  const [, scheme, host = '', port, mark, rest = ''] = LOCATED.exec(text) ?? []
  const isHost = host !== '' && (parseAddress(host) !== null || typeof parseDomain(host) !== 'string')
  if (!isHost) return null
  const path = `${mark ?? '/'}${rest}`
  return {
    host,
    scheme: scheme?.toLowerCase(),
    ports: port === undefined ? undefined : [[Number(port), Number(port)]],
    path: path === '/' ? undefined : path,
  }
}

/** Returns parts with the usual port of their scheme, where they name none. */
function withUsualPort(parts: Parts): Parts {
  const port = parts.scheme === undefined ? null : portOfUrl({ protocol: `${parts.scheme}:`, port: '' })
  return parts.ports || port === null ? parts : { ...parts, ports: [[port, port]] }
}

/** Returns whether a text may be more than the name of a service. */
function needsReading(text: string): boolean {
  return /[\p{N}:/@\\.]/u.test(text) || kindIn(text) !== null
}

/** Returns the service that is planned for a kind of service; null for any other text. */
function kindIn(text: string): string | null {
  return VPN_WORDS.includes(wordsOf(text)) ? VPN_SERVICE : null
}

/** Returns the parts of a text; null for a mere name, and `unreadable` for an address that cannot be taken apart. */
function servicePartsIn(text: string, isKnown: (text: string) => boolean): Parts | 'unreadable' | null {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const isPortAlone = withoutPortWords(text) === ''
  const isPortWord = (index: number) => PORT_WORDS.test(words[index] ?? '')
  let located: Parts | null = null
  const [ranges, rest]: [Range[], string[]] = [[], []]
  for (const [index, word] of words.entries()) {
    const range = portsIn(word, isPortAlone || isPortWord(index - 1) || isPortWord(index + 1))
    const [, name = word, port] = NAMED_PORT.exec(word) ?? []
    const found: Parts | null = range || located ? null : locatedIn(word, words.length === 1, isKnown)
    located ??= found
    if (range) ranges.push(range)
    else if (port !== undefined && !found) ranges.push([Number(port), Number(port)])
    if (!range && !found) rest.push(name)
  }
  if (rest.some((word) => UNREADABLE.test(word))) return 'unreadable'
  if (located === null && ranges.length === 0) return null
  const ports = [...(located?.ports ?? []), ...ranges].slice(0, RANGES_MAX + 1)
  const protocol = ranges.length > 0 ? OVER.exec(text)?.[1]?.toLowerCase() : undefined
  const parts: Parts = { ...located, protocol, ...(ports.length > 0 && { ports }) }
  const name = rest.filter((word) => !NOT_NAMES.test(word)).join(' ')
  return name === '' || (ports.length > 0 && withoutPortWords(name) === '') ? withUsualPort(parts) : { ...parts, name }
}

/** Returns the ports that a word names. Few digits may as well belong to a name, unless something says that they are a port. */
function portsIn(word: string, isPort: boolean): Range | null {
  const [, before = '', first = '', last = first, after = '', over = ''] = PORTS.exec(word.normalize('NFKC')) ?? []
  const isTold = isPort || `${before}${after}${over}` !== '' || first.length >= PORT_DIGITS_MIN
  return first !== '' && isTold && Number(first) <= Number(last) ? [Number(first), Number(last)] : null
}

function withoutPortWords(text: string): string {
  return wordsOf(text).replace(AROUND_PORT, ' ').replace(/\d+/g, '').trim()
}

/** Returns the parts of a word that is an address: with a scheme, or with a dot in its host, and with a port or a path unless it stands alone. */
function locatedIn(word: string, isAlone: boolean, isKnown: (text: string) => boolean): Parts | null {
  const parts = partsIn(word)
  const { host = '', scheme, ports, path } = parts ?? {}
  if (parseAddress(host) || scheme !== undefined) return parts
  const domain = parseDomain(host)
  if (typeof domain === 'string' || !(host.includes('.') || host.toLowerCase() === 'localhost')) return null
  const isTold = ports !== undefined || path !== undefined
  return isTold || (isAlone && localRule(domain) !== 'not-delegated' && !isKnown(word)) ? parts : null
}
