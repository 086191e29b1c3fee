/** The parsers of settings. Each throws an Error that says what the value should be. */
import { availableParallelism } from 'node:os'
import { DNS_PORT, type ResolverSetting } from '../net/dns/resolvers.ts'
import { type Block, blockText, parseAddress, parseBlock, unmappedBlock } from '../policy/address.ts'
import { parseDomain } from '../policy/names.ts'

export function parseHost(text: string): string {
  if (text === 'localhost') return text
  const address = parseAddress(text)
  if (!address) throw new Error('is not an IP address to listen on (or localhost)')
  return address.text
}

const PORT_MAX = 65_535

/** Reads a port number; null if the text is not one, or is below `least`. */
function portIn(text: string, least: 0 | 1): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port >= least && port <= PORT_MAX ? port : null
}

/** Returns a port to listen on; 0 lets the system choose. */
export function parsePort(text: string): number {
  const port = portIn(text, 0)
  if (port === null) throw new Error(`is not a port (0-${PORT_MAX})`)
  return port
}

/** An address and a port to listen on. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

const LISTEN_ADDRESS = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/

/** Reads where metrics are served: on the main port, at an address of their own, or not at all. */
export function parseMetrics(text: string): 'on' | 'off' | ListenAddress {
  if (/^(on|off)$/i.test(text)) return parseWord<'on' | 'off'>(text, ['on', 'off'])
  const [, bracketed, plain, portText = ''] = LISTEN_ADDRESS.exec(text) ?? []
  const host = bracketed ?? plain ?? ''
  const [address, port] = [parseAddress(host), portIn(portText, 0)]
  if ((host !== 'localhost' && !address) || port === null) {
    throw new Error('is not on, off or address:port (for example 127.0.0.1:9100 or [::1]:9100)')
  }
  return { host: address?.text ?? host, port }
}

const WORKERS_MAX = 256
const NEEDS_LINUX = 'needs Linux: elsewhere, processes cannot share a port'

/** Returns the number of processes to run; `auto` is one per core. */
export function parseWorkers(text: string): number {
  const count = text === 'auto' ? availableParallelism() : Number(text)
  if (text !== 'auto' && !/^\d{1,3}$/.test(text)) throw new Error(`is not a number of processes (1-${WORKERS_MAX}) or auto`)
  if (count < 1 || count > WORKERS_MAX) throw new Error(`is not between 1 and ${WORKERS_MAX}`)
  if (text !== '1' && process.platform !== 'linux') throw new Error(NEEDS_LINUX)
  return count
}

export function parseReplace(text: string): boolean {
  const isOn = parseOnOff(text)
  if (isOn && process.platform !== 'linux') throw new Error(NEEDS_LINUX)
  return isOn
}

/** Returns the items of a list, trimmed; an empty text is an empty list. */
function parseList<Item>(text: string, parseItem: (item: string) => Item): readonly Item[] {
  if (text === '') return []
  const items = text.split(',').map((item) => item.trim())
  return items.map((item) => {
    try {
      return parseItem(item)
    } catch (error) {
      if (items.length === 1 || !(error instanceof Error)) throw error
      throw new Error(`contains ${JSON.stringify(item)}, which ${error.message}`)
    }
  })
}

/** Ports and ranges of ports (`25,1000-1010`), each port once, in order. */
export function parsePorts(text: string): readonly number[] {
  return [...new Set(parseList(text, parseRange).flat())].sort((one, other) => one - other)
}

function parseRange(text: string): readonly number[] {
  const [from = '', to = from, ...more] = text.split('-').map((end) => end.trim())
  const [first, last] = [portIn(from, 1), portIn(to, 1)]
  if (first === null || last === null || more.length > 0) {
    throw new Error(`is not a port (1-${PORT_MAX}) or a range such as 1-1024`)
  }
  if (last < first) throw new Error(`runs backwards: write ${last}-${first}`)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Addresses and CIDR blocks; an IPv4-mapped block becomes its IPv4 block. */
export function parseBlocks(text: string): readonly Block[] {
  return parseList(text, (item) => {
    const block = parseBlock(item)
    if (!block) throw new Error(notABlock(item))
    return unmappedBlock(block)
  })
}

const LOCALHOST = '127.0.0.0/8,::1'

function notABlock(text: string): string {
  if (text.toLowerCase() === 'localhost') return `is a name: write ${LOCALHOST}`
  const wider = widerBlock(text)
  if (wider) return `has bits set after its prefix: write ${wider}`
  return 'is not an IP address or a CIDR block (such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32)'
}

/** 10.0.0.0/8 for 10.0.0.1/8; null if the mistake is a different one. */
function widerBlock(text: string): string | null {
  const [network = '', length = ''] = text.split('/')
  const address = parseAddress(network)
  if (!address || !/^\d{1,3}$/.test(length) || Number(length) > address.words.length * 32) return null
  const wider = blockText(address, Number(length))
  return parseBlock(wider) && wider
}

const RESOLVER = /^([a-z0-9-]+)=(?:(system)|\[([^\]]+)\](?::(\d{1,5}))?|([^:]+)(?::(\d{1,5}))?|(.+))$/

/** Exactly three: `id=address`, `id=address:port`, `id=[2001:db8::53]:port` or `id=system`. */
export function parseResolvers(text: string): readonly [ResolverSetting, ResolverSetting, ResolverSetting] {
  const [first, second, third, ...more] = parseList(text, parseResolver)
  if (!first || !second || !third || more.length > 0) throw new Error('does not name exactly three resolvers')
  if (new Set([first.id, second.id, third.id]).size < 3) throw new Error('uses the same id twice')
  return [first, second, third]
}

function parseResolver(text: string): ResolverSetting {
  const [, id, system, bracketed, bracketedPort, plain, plainPort, bare] = RESOLVER.exec(text) ?? []
  if (id !== undefined && system) return { id, endpoint: 'system' }
  const address = parseAddress(bracketed ?? plain ?? bare ?? '')
  const port = portIn(bracketedPort ?? plainPort ?? String(DNS_PORT), 1)
  if (id === undefined || !address || port === null) {
    throw new Error('is not id=address[:port] (for example quad9=9.9.9.9) or id=system')
  }
  return { id, endpoint: { address: address.text, port } }
}

export function parseDomains(text: string): readonly string[] {
  return parseList(text, (item) => {
    const domain = parseDomain(item.replace(/^\./, ''))
    if (typeof domain === 'string') throw new Error('is not a domain name')
    return domain.ascii
  })
}

/** Origins in the spelling of browsers: scheme, host and, unless it is the usual one, the port. */
export function parseOrigins(text: string): readonly string[] {
  return parseList(text, (item) => {
    const url = URL.parse(item)
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error('is not an origin (for example https://ip.example.com)')
    if (url.href !== `${url.origin}/`) throw new Error(`is more than an origin: write ${url.origin}`)
    return url.origin
  })
}

export function parsePath(text: string): string | null {
  return text === '' ? null : text
}

/** Reads one of the words, in any case. */
export function parseWord<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text.toLowerCase())
  if (!word) throw new Error(`is not one of ${words.join(', ')}`)
  return word
}

export function parseOnOff(text: string): boolean {
  return parseWord(text, ['on', 'off']) === 'on'
}

const CONTACT_LENGTH_MAX = 200
/** Printable ASCII without blanks: everything else in a URL has to be percent-encoded. */
const CONTACT = /^[!-~]+$/
/** As the HTML standard checks it, without the characters that would end a comment. */
const MAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i

/** Returns a web page or an email address, as written in the comment of a User-Agent; null if empty. */
export function parseContact(text: string): string | null {
  if (text === '') return null
  if (text.length > CONTACT_LENGTH_MAX) throw new Error(`is longer than ${CONTACT_LENGTH_MAX} characters`)
  if (MAIL.test(text)) return text
  const url = CONTACT.test(text) ? URL.parse(text) : null
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage) throw new Error('is neither an email address nor an http or https URL (for example https://example.com/about)')
  return `+${url.href.replaceAll('(', '%28').replaceAll(')', '%29')}`
}

const WINDOWS_S: Readonly<Record<string, 1 | 60 | 3600>> = { s: 1, min: 60, h: 3600 }
const RATE = /^(\d{1,7})\/(s|min|h)$/

/** `60/min`, `10/s`, `500/h`; null for `off`. */
export function parseRate(text: string): { readonly count: number; readonly windowS: 1 | 60 | 3600 } | null {
  if (text.toLowerCase() === 'off') return null
  const [, digits, unit = ''] = RATE.exec(text.toLowerCase()) ?? []
  const [count, windowS] = [Number(digits), WINDOWS_S[unit]]
  if (windowS === undefined || count < 1) throw new Error('is not a rate such as 60/min, 10/s or 500/h, nor off')
  return { count, windowS }
}

const CONCURRENCY_MAX = 65_535

export function parseConcurrency(text: string): number {
  const count = Number(text)
  if (!/^\d{1,5}$/.test(text) || count < 1 || count > CONCURRENCY_MAX)
    throw new Error(`is not a number from 1 to ${CONCURRENCY_MAX}`)
  return count
}
