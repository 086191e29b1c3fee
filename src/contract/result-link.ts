import { ABOUT_OTHERS } from './about-others.gen.ts'
import { cleanText } from './clean.ts'
import { isRecord } from './record.ts'

/** A result out of a link: codes, numbers and addresses, never a text in a language. Anybody can write a link, so it proves nothing. */
export interface LinkedResult {
  readonly tool: string
  readonly checkedAt: string
  readonly [field: string]: unknown
}

/** The part of the page's address before the data. It is behind `#`, so browsers never send it. */
export const RESULT_PREFIX = 'result='

/** The form of the data: a page of another form says that it cannot read it. */
const FORM = 1
/** The longest data that chats and mail programs still take as one link. */
const DATA_MAX = 2000
const JSON_MAX = 64 * 1024
const DEPTH_MAX = 8
const VALUES_MAX = 2000
const TEXT_MAX = 300
const CODE_MAX = 60

/** The fields that a reader's page writes again, and reads from nobody: texts in a language, lines to type, and what follows from the rest. */
const DRAWN_AGAIN: ReadonlySet<string> = new Set([
  ...['headline', 'label', 'text', 'summary', 'because', 'words', 'meaning', 'title', 'elapsedMs', 'dataDate'],
  ...[
    'nextActions',
    'result',
    'request',
    'plan',
    'otherServices',
    'friendsConnectTo',
    'notUnderstood',
    'outside',
    'commands',
    'replies',
  ],
])
/** The fields of where packets end that a reader's page has words for. */
const WHERE: readonly string[] = ['verdict', 'forwardingRule']
/** The field of which a page only says how many there are: the first stations of a way are the routers of whoever asks, with their names. */
const COUNTED = 'hops'
/** The fields about somebody's own devices: no link about an own connection holds them. */
const PRIVATE: ReadonlySet<string> = new Set([
  ...['hostname', 'program', 'interface', 'model', 'description', 'rules', 'name', 'version', 'pointer', 'host'],
  ...['internalIp', 'routerWanIp', 'wanIp', 'address', 'address6', 'addresses', 'identity', 'by', 'from', 'outsideFailure'],
])
/** The fields with the public address of an own connection. */
const OWN_ADDRESS: ReadonlySet<string> = new Set(['ip', 'publicIp'])
/** The fields with a name of an own connection that a sender may choose to keep. */
const OWN_NAME = 'hostname'
const HOST_NAME = /^[\w-]+(?:\.[\w-]+)+$/
const CODE_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** A link that speaks in the name of the page could use any other name as a sentence. */
const FIELD = /^\w[\w-]{0,59}$/
const TOOL = /^[a-z][a-z0-9-]{0,39}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Returns whether a tool is about what anybody can look up, so that nothing has to be left out of a link to its result. */
export function isAboutOthers(tool: string): boolean {
  return ABOUT_OTHERS.has(tool)
}

export interface Holding {
  /** Set for a result about the connection of whoever asks: addresses at home and names of programs are left out, and what follows unless it is chosen. */
  readonly isOwn: boolean
  readonly wholeAddress?: boolean
  readonly hostName?: boolean
}

/** Returns an answer as the data of a link; null if it does not fit into one. */
export async function writeResult(answer: object, holding: Holding): Promise<string | null> {
  const json = JSON.stringify({ form: FORM, ...fieldsOf(answer, holding) })
  const data = toBase64Url(await through(new CompressionStream('deflate'), new TextEncoder().encode(json), JSON_MAX))
  return data.length > DATA_MAX ? null : data
}

/** Reads the data of a link; null if it was cut or changed, is too large, or is not a result. */
export async function readResult(data: string): Promise<LinkedResult | null> {
  if (data.length > DATA_MAX || !/^[\w-]+$/.test(data)) return null
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(
      await through(new DecompressionStream('deflate'), fromBase64Url(data), JSON_MAX),
    )
    return resultIn(JSON.parse(json))
  } catch {
    return null
  }
}

function resultIn(value: unknown): LinkedResult | null {
  if (!isRecord(value) || value.form !== FORM) return null
  const left = { values: VALUES_MAX }
  const { form: _form, tool, checkedAt, ...rest } = value
  const isResult = typeof tool === 'string' && TOOL.test(tool) && typeof checkedAt === 'string' && TIME.test(checkedAt)
  return isResult ? { ...fieldsIn(rest, left, 0), tool, checkedAt } : null
}

function fieldsOf(record: object, holding: Holding): Readonly<Record<string, unknown>> {
  const kept = Object.entries(record).flatMap(([name, value]) => {
    if (DRAWN_AGAIN.has(name)) return []
    const part = holding.isOwn ? ownPartOf(name, value, holding) : partOf(name, value, holding)
    return part === undefined ? [] : [[name, part] as const]
  })
  return Object.fromEntries(kept)
}

function ownPartOf(name: string, value: unknown, holding: Holding): unknown {
  if (typeof value !== 'string') return PRIVATE.has(name) ? undefined : partOf(name, value, holding)
  if (name === 'checkedAt') return value
  if (OWN_ADDRESS.has(name)) return holding.wholeAddress ? wholeAddress(value) : shortened(value)
  if (name === OWN_NAME && holding.hostName) return HOST_NAME.test(value) ? value : undefined
  return PRIVATE.has(name) ? undefined : textOf(value, true)
}

/** Returns the part of a value that a link holds; undefined for what is empty, or says nothing in another language. */
function partOf(name: string, value: unknown, holding: Holding): unknown {
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (typeof value === 'string') return textOf(value, holding.isOwn)
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && name === COUNTED) return holding.isOwn ? undefined : value.map(() => 0)
  if (Array.isArray(value))
    return filled(value.map((one: unknown) => partOf('', one, holding)).filter((one) => one !== undefined))
  const known = name === 'where' ? Object.entries(value).filter(([field]) => WHERE.includes(field)) : Object.entries(value)
  return filled(fieldsOf(Object.fromEntries(known), holding))
}

function filled<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined
}

/** Returns whether a text is one that a reader's page has a sentence for, and not itself one. */
export function isCode(text: string): boolean {
  return text.length <= CODE_MAX && CODE_FORM.test(text)
}

function textOf(text: string, isOwn: boolean): string | undefined {
  if (isOwn) return isCode(text) ? text : undefined
  return text.length <= TEXT_MAX && text !== '' ? text : undefined
}

function wholeAddress(address: string): string | undefined {
  return /^[\da-f.:]{2,45}$/.test(address) ? address : undefined
}

/** Returns an address without what distinguishes one home from its neighbours: the last part of IPv4, all after the /48 of IPv6. */
function shortened(address: string): string | undefined {
  const [, four] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? []
  if (four !== undefined) return `${four}.x`
  if (!/^[\da-f]{1,4}:[\da-f:]+$/.test(address)) return undefined
  const groups = address.split('::', 1).flatMap((head) => head.split(':'))
  return `${[...groups, '0', '0'].slice(0, 3).join(':')}:x`
}

function fieldsIn(
  record: Readonly<Record<string, unknown>>,
  left: { values: number },
  depth: number,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (isField(name) ? [[name, valueIn(value, left, depth + 1)]] : [])),
  )
}

/** Returns whether a name is one of a result. With a `toString` that is no function, writing a value out would throw. */
function isField(name: string): boolean {
  return FIELD.test(name) && !DRAWN_AGAIN.has(name) && !(name in Object.prototype)
}

/** Returns a value that somebody else wrote, cleaned. Throws if it is larger or deeper than any result. */
function valueIn(value: unknown, left: { values: number }, depth: number): unknown {
  left.values--
  if (depth > DEPTH_MAX || left.values < 0) throw new RangeError('too large')
  if (typeof value === 'string') return cleanText(value.slice(0, TEXT_MAX))
  if (Array.isArray(value)) return value.map((one) => valueIn(one, left, depth + 1))
  return isRecord(value) ? fieldsIn(value, left, depth) : value
}

/** Returns bytes as a stream changes them. Throws, and lets go of the rest, as soon as there are more than `max`. */
async function through(
  { writable, readable }: GenericTransformStream,
  bytes: Uint8Array<ArrayBuffer>,
  max: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter()
  // An error of the stream shows where it is read.
  writer.write(bytes).catch(() => {})
  writer.close().catch(() => {})
  const reader = readable.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length
    if (length > max) {
      await reader.cancel().catch(() => {})
      throw new RangeError('too large')
    }
    parts.push(next.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}
