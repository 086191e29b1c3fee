// How the gateway is asked over UPnP: a service is had do something, over HTTP, and answers in XML.
import { cleanText } from '../../../contract/clean.ts'
import { withDeadline } from '../../../platform/deadline.ts'
import { builtIn } from '../../../platform/lazy-modules.ts'
import { parseAddress } from '../../../policy/address.ts'
import { Gateway } from '../../../policy/gateway.ts'
import { Budget } from '../../budget.ts'
import { exchange } from '../../http/exchange.ts'
import { headerOf } from '../../http/response.ts'
import { userAgentOf } from '../../user-agent.ts'

/** The reason why an action was not done: a code of UPnP, or no answer that can be read. */
export interface Fault {
  readonly fault: number | 'silent' | 'garbled'
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/'

export interface Service {
  readonly type: string
  readonly place: Place
}

/** A service of the gateway, which can be asked until the signal fires. */
export class Control {
  constructor(
    private readonly gateway: Gateway,
    private readonly service: Service,
    private readonly signal: AbortSignal,
  ) {}

  /** The same service under another signal. */
  until(signal: AbortSignal): Control {
    return new Control(this.gateway, this.service, signal)
  }

  /** Has it do something. The arguments are this program's own: nothing in them needs quoting. */
  async invoke(action: string, args: Readonly<Record<string, string | number>>): Promise<Values | Fault> {
    const { type, place } = this.service
    const inner = Object.entries(args).map(([name, value]) => `<${name}>${value}</${name}>`)
    const call = `<u:${action} xmlns:u="${type}">${inner.join('')}</u:${action}>`
    const body = `<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="${ENVELOPE}" s:encodingStyle="${ENCODING}"><s:Body>${call}</s:Body></s:Envelope>\r\n`
    const answer = await askGateway(this.gateway, { place, action: { name: `${type}#${action}`, body } }, this.signal)
    if (typeof answer === 'string') return { fault: answer }
    const values = valuesIn(answer.body)
    if (answer.status === OK && values.has(`${action}Response`)) return values
    const code = values.get('errorCode') ?? ''
    return { fault: /^-?\d{1,5}$/.test(code) ? Number(code) : 'garbled' }
  }
}

/** A place on the gateway. Its host is only for the header: connections go to the gateway, whatever an answer names. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly path: string
}

/** Something that a service is to do; null for a mere question. */
type Action = { readonly name: string; readonly body: string } | null

const ANSWER_TIMEOUT_MS = 2000
const PATH_CHARACTERS_MAX = 512
const HTTP_PORT = 80
export const OK = 200
/** The most bytes of an answer behind its head, which may have as many. */
const ANSWER_BYTES_MAX = 64 * 1024
/** The words of an IPv6 address that name its network, in a home. */
const NETWORK_WORDS = 2

/**
 * Returns the place that a text names, if that is on the gateway itself and over plain HTTP; null for every other. Names are not resolved. Over
 * IPv6 the gateway's route has its link-local address, and its texts name the other one, so that any of this network counts.
 */
export function placeOf(text: string, gateway: Gateway, base?: Place): Place | null {
  const url = URL.parse(text, base && `http://${base.host}${base.path}`)
  if (url?.protocol !== 'http:' || url.username !== '' || url.password !== '') return null
  const path = url.pathname + url.search
  const port = url.port === '' ? HTTP_PORT : Number(url.port)
  if (!isOn(gateway, url.hostname) || port === 0 || path.length > PATH_CHARACTERS_MAX) return null
  return { host: url.host, port, path }
}

function isOn({ address, own }: Gateway, hostname: string): boolean {
  const named = parseAddress(hostname)
  if (named?.version !== address.version) return false
  const isNear = named.words.slice(0, NETWORK_WORDS).every((word, index) => word === own.words[index])
  return named.text === address.text || (named.version === 6 && isNear)
}

/**
 * Asks the gateway, from this computer's own address, which the gateway takes for the one that asks. Not by the runtime's HTTP client: that
 * follows redirects, unpacks, goes through the proxy of the environment, and reads without end. An answer is taken as far as it came: many
 * routers count their own bytes wrongly. "silent" if none came, "garbled" for one that cannot be read, is packed or too long.
 */
export function askGateway(gateway: Gateway, { place, action }: { place: Place; action: Action }, signal: AbortSignal) {
  Gateway.assert(gateway)
  const { host, ownHost } = gateway
  return withDeadline(ANSWER_TIMEOUT_MS, signal, async (cut) => {
    const socket = builtIn.net().connect({ host, port: place.port, localAddress: ownHost })
    try {
      const bounds = { signal: cut, budget: new Budget() }
      const { head, body, firstByteMs } = await exchange(socket, requestText(place, action), ANSWER_BYTES_MAX, bounds)
      if (cut.aborted || firstByteMs === null) return 'silent'
      const isTooLong = !body.isWhole && body.bytes.length === ANSWER_BYTES_MAX
      // A few bytes that are packed can be a million.
      if ('outcome' in head || isTooLong || !['identity', ''].includes(headerOf(head, 'content-encoding') ?? '')) return 'garbled'
      return { status: head.status, body: new TextDecoder().decode(body.bytes) }
    } finally {
      socket.destroy()
    }
  })
}

function requestText(place: Place, action: Action): string {
  const body = action?.body ?? ''
  const lines = [
    `${action ? 'POST' : 'GET'} ${place.path} HTTP/1.1`,
    `Host: ${place.host}`,
    `User-Agent: ${userAgentOf(null)}`,
    'Accept-Encoding: identity',
    'Connection: close',
    ...(action ? ['Content-Type: text/xml; charset="utf-8"', `SOAPAction: "${action.name}"`] : []),
    ...(action ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** The values of an answer by their names. */
export type Values = ReadonlyMap<string, string>

/** A tag without its prefix and attributes, with the text between it and the next one. */
interface Tag {
  readonly name: string
  readonly isEnd: boolean
  /** Cleaned; empty where there is none, or more of it than a value can have. */
  readonly text: string
}

export const VALUE_CHARACTERS_MAX = 256
/** Openings of parts that hold no tags of ours, and their ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const NAME = /^\/?(?:[\w.-]{1,64}:)?([\w.-]{1,64})/
const LAST_CODE_POINT = 0x10_ffff

/**
 * Yields the tags of a document in one pass, without a tree: a stranger writes it, and nothing in it may refer to anything else. It ends at
 * a document type, which no gateway needs and which could define entities. The text of a tag counts only if another tag follows, so that
 * what was cut off is not taken for whole.
 */
export function* tagsIn(document: string): Generator<Tag> {
  for (let at = document.indexOf('<'); at >= 0; ) {
    const skipped = SKIPPED.find(([opening]) => document.startsWith(opening, at))
    if (!skipped && document[at + 1] === '!') return
    const closing = skipped ? skipped[1] : '>'
    const end = document.indexOf(closing, at + 1)
    if (end < 0) return
    const next = document.indexOf('<', end + closing.length)
    if (!skipped) {
      const [whole, name] = NAME.exec(document.slice(at + 1, Math.min(end, at + 1 + VALUE_CHARACTERS_MAX))) ?? []
      const isValue = next >= 0 && next - end - 1 <= VALUE_CHARACTERS_MAX
      const text = isValue ? decoded(document.slice(end + 1, next)) : ''
      if (name !== undefined) yield { name, isEnd: whole?.startsWith('/') ?? false, text }
    }
    at = next
  }
}

/** Returns the first text of each tag that has one. */
export function valuesIn(document: string): Values {
  const values = new Map<string, string>()
  for (const { name, isEnd, text } of tagsIn(document)) if (!isEnd && !values.has(name)) values.set(name, text)
  return values
}

/** Returns a value with the characters that it stands for. Only XML's own entities have a meaning. */
function decoded(text: string): string {
  const whole = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name: string = '') => {
    if (decimal === undefined && hex === undefined) return NAMED[name] ?? all
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= LAST_CODE_POINT ? String.fromCodePoint(point) : all
  })
  return cleanText(whole.toWellFormed()).trim()
}
