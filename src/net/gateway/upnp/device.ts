import { cleanText } from '../../../contract/clean.ts'
import { onAbort, withDeadline } from '../../../platform/deadline.ts'
import { builtIn } from '../../../platform/lazy-modules.ts'
import { parseAddress } from '../../../policy/address.ts'
import { Gateway } from '../../../policy/gateway.ts'
import { Budget } from '../../budget.ts'
import { headerOf } from '../../http/body.ts'
import { exchange } from '../../http/exchange.ts'
import { userAgentOf } from '../../user-agent.ts'

export interface Service {
  readonly type: string
  readonly place: Place
}

/** A gateway as its description has it. */
export interface Device {
  readonly version: 1 | 2
  readonly model: string | null
  readonly manufacturer: string | null
  /** The services that translate ports: of a gateway with several lines, several. */
  readonly connections: readonly Service[]
  readonly pinholes: Service | null
}

const DESCRIPTIONS_MAX = 5
const SERVICES_MAX = 16
const CONNECTIONS_MAX = 4
const TEXT_CHARACTERS_MAX = 100
const OK = 200
/** Exactly these go into requests, so that a description cannot write a part of one. */
const CONNECTION = /^urn:schemas-upnp-org:service:WAN(IP|PPP)Connection:[12]$/
const PINHOLES = /^urn:schemas-upnp-org:service:WANIPv6FirewallControl:1$/
const SECOND_VERSION = 'urn:schemas-upnp-org:device:InternetGatewayDevice:2'

/** Finds the gateway's description and reads it; null if it has none with a service of ours. */
export async function findDevice(gateway: Gateway, signal: AbortSignal): Promise<Device | null> {
  for (const place of (await descriptionsOf(gateway, signal)).slice(0, DESCRIPTIONS_MAX)) {
    const answer = await askGateway(gateway, { place, action: null }, signal)
    const isRead = typeof answer !== 'string' && answer.status === OK
    const device = isRead ? deviceIn(answer.body, gateway, place) : null
    if (device) return device
  }
  return null
}

/** Reads a description. Places on any other host are left out, its base included. */
export function deviceIn(document: string, gateway: Gateway, location: Place): Device | null {
  const firsts = new Map<string, string>()
  const named: { type: string; control: string }[] = []
  let [type, control, version]: [string, string, 1 | 2] = ['', '', 1]
  for (const { name, isEnd, text } of tagsIn(document)) {
    if (name === 'service' && isEnd) {
      if (control !== '' && (CONNECTION.test(type) || PINHOLES.test(type))) named.push({ type, control })
      type = ''
      control = ''
    } else if (name === 'serviceType' && !isEnd) type = text
    else if (name === 'controlURL' && !isEnd) control = text
    else if (name === 'deviceType' && text === SECOND_VERSION) version = 2
    // The first is that of the whole box.
    else if (!isEnd && !firsts.has(name)) firsts.set(name, text)
  }
  const base = placeOf(firsts.get('URLBase') ?? '', gateway) ?? location
  const services = named.slice(0, SERVICES_MAX).flatMap((one): Service[] => {
    const place = placeOf(one.control, gateway, base)
    return place ? [{ type: one.type, place }] : []
  })
  if (services.length === 0) return null
  return {
    version,
    model: shown(firsts.get('modelName')) ?? shown(firsts.get('friendlyName')),
    manufacturer: shown(firsts.get('manufacturer')),
    connections: services.filter((one) => CONNECTION.test(one.type)).slice(0, CONNECTIONS_MAX),
    pinholes: services.find((one) => PINHOLES.test(one.type)) ?? null,
  }
}

function shown(text = ''): string | null {
  return text.slice(0, TEXT_CHARACTERS_MAX).trim().toWellFormed() || null
}

const PORT = 1900
const GROUPS = { 4: '239.255.255.250', 6: 'ff02::c' } as const
const DEVICE = 'urn:schemas-upnp-org:device:InternetGatewayDevice:'
/** Kinds of devices to look for, the ones that say most first. */
const WANTED: readonly string[] = [`${DEVICE}2`, `${DEVICE}1`]
/** A kind that many other devices of a router are as well: it is asked for when nothing else has helped. */
const ANY = 'upnp:rootdevice'
/** Time for the gateway to answer when it is asked directly; after it, its group is asked, and a bit later for any kind. */
const DIRECT_MS = 250
const ANY_MS = 600
const SEARCH_MS = 1300
/** Time to say that it also is something better than what it has said. */
const BETTER_MS = 60
const DATAGRAMS_MAX = 8
export const DATAGRAM_BYTES_MAX = 2048
const ANSWER_START = /^HTTP\/1\.\d 200\b/
const LOCATION = /^location:[ \t]{0,8}(\S{1,512})[ \t]{0,8}\r?$/im
const SEARCHED = /^st:[ \t]{0,8}(\S{1,128})[ \t]{0,8}\r?$/im

interface Found {
  readonly place: Place
  /** The kind of the device, as an index. */
  readonly rank: number
}

/** Returns the places of the gateway's descriptions, the most promising first; none if it does not answer. */
async function descriptionsOf(gateway: Gateway, signal: AbortSignal): Promise<readonly Place[]> {
  Gateway.assert(gateway)
  try {
    const found = await withDeadline(SEARCH_MS, signal, (cut) => search(gateway, cut))
    const places = found.toSorted((one, other) => one.rank - other.rank).map(({ place }) => place)
    return places.filter(({ port, path }, at) => places.findIndex((one) => one.port === port && one.path === path) === at)
  } catch {
    // No such socket can be had here.
    return []
  }
}

async function search(gateway: Gateway, signal: AbortSignal): Promise<readonly Found[]> {
  if (signal.aborted) return []
  const { promise, resolve } = Promise.withResolvers<void>()
  const found: Found[] = []
  const socket = await openSocket(gateway, found, resolve)
  const release = onAbort(signal, resolve)
  const group = gateway.address.version === 4 ? GROUPS[4] : `${GROUPS[6]}%${gateway.interface_}`
  const ask = (to: string, kinds: readonly string[]) => {
    for (const kind of kinds) attempt(() => socket.send(question(kind, bare(to)), PORT, to))
  }
  const later = [
    setTimeout(() => ask(group, WANTED), DIRECT_MS),
    setTimeout(() => [gateway.host, group].forEach((to) => void ask(to, [ANY])), ANY_MS),
  ]
  try {
    ask(gateway.host, WANTED)
    await promise
    return found
  } finally {
    release()
    later.forEach(clearTimeout)
    socket.close()
  }
}

/** Opens a socket that takes answers of the gateway, and says when nothing better is to come. */
async function openSocket(gateway: Gateway, found: Found[], end: () => void) {
  const { own, address } = gateway
  let heard = 0
  const hear = (datagram: Buffer, from: string) => {
    if (bare(from) !== address.text || heard === DATAGRAMS_MAX) return
    if (++heard === DATAGRAMS_MAX) end()
    const read = foundIn(datagram, gateway)
    if (read) found.push(read)
    if (read?.rank === 0) end()
    else if (read?.rank === 1) setTimeout(end, BETTER_MS)
  }
  const socket = await Bun.udpSocket({
    // Over IPv6 the gateway answers from its link-local address to a link-local address alone, so that the kernel chooses.
    hostname: address.version === 4 ? own.text : '::',
    binaryType: 'buffer',
    socket: { data: (_, datagram, _port, from) => hear(datagram, from), error: () => {} },
  })
  // Linux takes the interface that has the own address; other systems have to be told.
  if (address.version === 4) attempt(() => socket.setMulticastInterface(own.text))
  return socket
}

/** Does what may not be possible: a network without the group is not a reason to stop. */
function attempt(run: () => unknown): void {
  try {
    run()
  } catch {
    // The other ways may lead there.
  }
}

function question(kind: string, host: string): string {
  const name = host.includes(':') ? `[${host}]` : host
  return `M-SEARCH * HTTP/1.1\r\nHOST: ${name}:${PORT}\r\nMAN: "ssdp:discover"\r\nMX: 1\r\nST: ${kind}\r\n\r\n`
}

/** Returns an address without its zone. */
function bare(address: string): string {
  return address.split('%')[0] ?? ''
}

/** Reads the answer to a search; null if it is not one, or names a place that is not on the gateway. */
export function foundIn(datagram: Buffer, gateway: Gateway): Found | null {
  if (datagram.length > DATAGRAM_BYTES_MAX) return null
  const text = datagram.toString('latin1')
  const place = ANSWER_START.test(text) ? placeOf(LOCATION.exec(text)?.[1] ?? '', gateway) : null
  const searched = SEARCHED.exec(text)?.[1] ?? ''
  const rank = WANTED.indexOf(searched)
  return place && { place, rank: rank < 0 ? WANTED.length : rank }
}

/** The values of an answer by their names. */
export type Values = ReadonlyMap<string, string>

/** The reason why an action was not done: a code of UPnP, or no answer that can be read. */
export interface Fault {
  readonly fault: number | 'silent' | 'garbled'
}

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/'
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/'

/** Has the gateway do something. The arguments are this program's own: nothing in them needs quoting. */
export async function invoke(
  gateway: Gateway,
  { type, place }: Service,
  action: string,
  args: Readonly<Record<string, string | number>>,
  signal: AbortSignal,
): Promise<Values | Fault> {
  const inner = Object.entries(args).map(([name, value]) => `<${name}>${value}</${name}>`)
  const call = `<u:${action} xmlns:u="${type}">${inner.join('')}</u:${action}>`
  const body = `<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="${ENVELOPE}" s:encodingStyle="${ENCODING}"><s:Body>${call}</s:Body></s:Envelope>\r\n`
  const answer = await askGateway(gateway, { place, action: { name: `${type}#${action}`, body } }, signal)
  if (typeof answer === 'string') return { fault: answer }
  const values = valuesIn(answer.body)
  if (answer.status === OK && values.has(`${action}Response`)) return values
  const code = values.get('errorCode') ?? ''
  return { fault: /^-?\d{1,5}$/.test(code) ? Number(code) : 'garbled' }
}

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
      const text = isValue ? plain(document.slice(end + 1, next)) : ''
      if (name !== undefined) yield { name, isEnd: whole?.startsWith('/') ?? false, text }
    }
    at = next
  }
}

/** Returns the first text of each tag that has one. */
export function valuesIn(document: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const { name, isEnd, text } of tagsIn(document)) if (!isEnd && !values.has(name)) values.set(name, text)
  return values
}

/** Returns a value with the characters that it stands for. Only XML's own entities have a meaning. */
function plain(text: string): string {
  const whole = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name: string = '') => {
    if (decimal === undefined && hex === undefined) return NAMED[name] ?? all
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point <= LAST_CODE_POINT ? String.fromCodePoint(point) : all
  })
  return cleanText(whole.toWellFormed()).trim()
}

/** A place on the gateway. Its host is only for the header: connections go to the gateway, whatever an answer names. */
interface Place {
  readonly host: string
  readonly port: number
  readonly path: string
}

type Action = { readonly name: string; readonly body: string } | null

const ANSWER_TIMEOUT_MS = 2000
const PATH_CHARACTERS_MAX = 512
const HTTP_PORT = 80
/** The most bytes of an answer behind its head, which may have as many. */
const ANSWER_BYTES_MAX = 64 * 1024
/** The words of an IPv6 address that name its network, in a home. */
const NETWORK_WORDS = 2

/**
 * Returns the place that a text names, if that is on the gateway itself and over plain HTTP; null for every other. Names are not resolved. Over
 * IPv6 the gateway's route has its link-local address, and its texts name the other one, so that any of this network counts.
 */
function placeOf(text: string, gateway: Gateway, base?: Place): Place | null {
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
function askGateway(gateway: Gateway, { place, action }: { place: Place; action: Action }, signal: AbortSignal) {
  Gateway.assert(gateway)
  const { host, ownHost } = gateway
  return withDeadline(ANSWER_TIMEOUT_MS, signal, async (cut) => {
    const socket = builtIn.net().connect({ host, port: place.port, localAddress: ownHost })
    try {
      const bounds = { signal: cut, budget: new Budget() }
      const { head, body, firstByteMs } = await exchange(socket, textOf(place, action), ANSWER_BYTES_MAX, bounds)
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

function textOf(place: Place, action: Action): string {
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
