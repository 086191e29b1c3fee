/** How the values of settings are read: each throws an Error that says what the value should be. */
import type { ResolverSetting } from '../net/dns/resolvers.ts'
import { type Block, blockText, parseAddress, parseBlock, unmappedBlock } from '../policy/address.ts'
import { parseDomain } from '../policy/names.ts'

export function parseHost(text: string): string {
  if (text === 'localhost') return text
  const address = parseAddress(text)
  if (!address) throw new Error('is not an IP address to listen on')
  return address.text
}

export function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error('is not a port (0-65535)')
  return port
}

const RANGE = /^(\d{1,5})(?:\s*-\s*(\d{1,5}))?$/

/** Ports and ranges of ports (`25,1000-1010`), each port once, in order. */
export function parsePorts(text: string): number[] {
  if (text === '') return []
  const ports = text.split(',').flatMap((item) => {
    const spelled = item.trim()
    const [, from = '', to = from] = RANGE.exec(spelled) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (first < 1 || last < 1 || first > 65_535 || last > 65_535) {
      throw new Error(`contains ${JSON.stringify(spelled)}, which is not a port (1-65535) or a range such as 1-1024`)
    }
    if (last < first) throw new Error(`contains ${JSON.stringify(spelled)}, which runs backwards: write ${last}-${first}`)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return [...new Set(ports)].sort((one, other) => one - other)
}

export function parseBlocks(text: string): Block[] {
  if (text === '') return []
  return text.split(',').map((item) => {
    const spelled = item.trim()
    const block = parseBlock(spelled)
    if (block) return unmappedBlock(block)
    throw new Error(`contains ${JSON.stringify(spelled)}, which ${notABlock(spelled)}`)
  })
}

const LOCALHOST = '127.0.0.0/8,::1'

function notABlock(text: string): string {
  if (text.toLowerCase() === 'localhost') return `is a name: write ${LOCALHOST}`
  const wider = widerBlock(text)
  if (wider) return `has bits set after its prefix: write ${wider}`
  return 'is not an IP address or a CIDR block (such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32)'
}

/** What someone means who writes 10.0.0.1/8; null if it is not that. */
function widerBlock(text: string): string | null {
  const [network = '', length = ''] = text.split('/')
  const address = parseAddress(network)
  if (!address || !/^\d{1,3}$/.test(length) || Number(length) > address.words.length * 32) return null
  const wider = blockText(address, Number(length))
  return parseBlock(wider) && wider
}

const DNS_PORT = 53
const RESOLVER = /^([a-z0-9-]+)=(?:(system)|\[([^\]]+)\](?::(\d{1,5}))?|([^:]+)(?::(\d{1,5}))?|(.+))$/

/** Exactly three: `id=address`, `id=address:port`, `id=[2001:db8::53]:port` or `id=system`. */
export function parseResolvers(text: string): readonly [ResolverSetting, ResolverSetting, ResolverSetting] {
  const [first, second, third, ...more] = text.split(',').map((item) => parseResolver(item.trim()))
  if (!first || !second || !third || more.length > 0) throw new Error('does not name exactly three resolvers')
  if (new Set([first.id, second.id, third.id]).size < 3) throw new Error('uses the same id twice')
  return [first, second, third]
}

function parseResolver(text: string): ResolverSetting {
  const [, id, system, bracketed, bracketedPort, plain, plainPort, bare] = RESOLVER.exec(text) ?? []
  if (id !== undefined && system) return { id, endpoint: 'system' }
  const address = parseAddress(bracketed ?? plain ?? bare ?? '')
  const port = Number(bracketedPort ?? plainPort ?? DNS_PORT)
  if (id === undefined || !address || port < 1 || port > 65_535) {
    throw new Error(`contains ${JSON.stringify(text)}, which is not id=address[:port] (like quad9=9.9.9.9) or id=system`)
  }
  return { id, endpoint: { address: address.text, port } }
}

export function parseDomains(text: string): string[] {
  if (text === '') return []
  return text.split(',').map((item) => {
    const domain = parseDomain(item.trim().replace(/^\./, ''))
    if (typeof domain === 'string') throw new Error(`contains ${JSON.stringify(item.trim())}, which is not a domain name`)
    return domain.ascii
  })
}

export function parsePath(text: string): string | null {
  return text === '' ? null : text
}

export function parseWord<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text)
  if (!word) throw new Error(`is not one of ${words.join(', ')}`)
  return word
}

const CONTACT_LENGTH_MAX = 200
/** Printable ASCII without blanks: what else a URL may hold has to be percent-encoded. */
const CONTACT = /^[!-~]+$/
/** As the HTML standard checks it, without what would end a comment. */
const MAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i

/** A web page or a mail address, as it stands in the comment of a User-Agent; null without one. */
export function parseContact(text: string): string | null {
  if (text === '') return null
  if (text.length > CONTACT_LENGTH_MAX) throw new Error(`is longer than ${CONTACT_LENGTH_MAX} characters`)
  if (MAIL.test(text)) return text
  const url = CONTACT.test(text) ? URL.parse(text) : null
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  if (!isPage) throw new Error('is neither a mail address nor a URL with http or https (for example https://example.com/about)')
  return `+${url.href.replaceAll('(', '%28').replaceAll(')', '%29')}`
}
