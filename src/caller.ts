import { type Address, type Block, contains, parseUnmapped } from './policy/address.ts'
import { classify } from './policy/classify.ts'
import type { Scope } from './policy/special-purpose.ts'

/** The one header that may name the client, read only from trusted peers. */
export const CLIENT_IP_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip'] as const
export type ClientIpHeader = (typeof CLIENT_IP_HEADERS)[number]

export interface Trust {
  readonly proxies: readonly Block[]
  readonly header: ClientIpHeader
}

/** Who asks. */
export class Caller {
  constructor(readonly address: Address) {}

  get scope(): Scope {
    return classify(this.address).scope
  }
}

/**
 * The requester: the peer of the TCP connection, unless that peer is a trusted proxy whose header names someone else.
 * A list is read from the right, past trusted hops; if the entry that should be the client is no address, nothing in the
 * header can be believed and the peer stands.
 */
export function callerOf(peer: string, headers: Headers, trust: Trust): Caller {
  const peerAddress = addressOfPeer(peer)
  if (!isTrusted(peerAddress, trust)) return new Caller(peerAddress)
  const value = headers.get(trust.header)
  if (value === null) return new Caller(peerAddress)
  const named = READERS[trust.header](value)
  return new Caller(rightmostUntrusted(named, trust) ?? peerAddress)
}

/** The peer's address without the zone id that link-local peers carry. */
function addressOfPeer(peer: string): Address {
  const address = parseUnmapped(peer.split('%')[0] ?? '')
  if (!address) throw new Error('the peer of a connection has no readable address')
  return address
}

function isTrusted(address: Address, trust: Trust): boolean {
  return trust.proxies.some((block) => contains(block, address))
}

/** Null if an entry on the way is no address. Where every hop is trusted, the leftmost is where the chain began. */
function rightmostUntrusted(entries: readonly (Address | null)[], trust: Trust): Address | null {
  for (const entry of entries.toReversed()) {
    if (entry === null || !isTrusted(entry, trust)) return entry
  }
  return entries[0] ?? null
}

const READERS: Record<ClientIpHeader, (value: string) => (Address | null)[]> = {
  'x-forwarded-for': (value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(readNode),
  forwarded: readForwarded,
  'x-real-ip': (value) => [readNode(value.trim())],
  'cf-connecting-ip': (value) => [readNode(value.trim())],
}

const TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+"
const PAIR = new RegExp(`[ \\t]*(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*(;|,|$)`, 'iy')
const EMPTY_ELEMENT = /[ \t]*(?:,|$)/y

/**
 * The `for` of each element of Forwarded (RFC 7239, section 4), null where there is none. The whole value must follow the
 * grammar: in one that does not, a quote that a client left open could swallow what the proxy wrote behind it.
 */
function readForwarded(value: string): (Address | null)[] {
  const elements: (Address | null)[] = []
  let node: Address | null = null
  let isInside = false
  for (let at = 0; at < value.length; ) {
    EMPTY_ELEMENT.lastIndex = at
    if (!isInside && EMPTY_ELEMENT.test(value)) {
      at = EMPTY_ELEMENT.lastIndex
      continue
    }
    PAIR.lastIndex = at
    const [whole, name, token, quoted, end] = PAIR.exec(value) ?? []
    if (whole === undefined) return [null]
    if (name?.toLowerCase() === 'for') node = readNode(token ?? (quoted ?? '').replace(/\\(.)/g, '$1'))
    at += whole.length
    isInside = end === ';'
    if (isInside) continue
    elements.push(node)
    node = null
  }
  return isInside ? [null] : elements
}

/** An address as proxies write it: bare, or with a port (`192.0.2.1:80`, `[2001:db8::1]:80`). */
function readNode(text: string): Address | null {
  const withPort = /^(\[[^\]]*\]|[^:]+):\d{1,5}$/.exec(text)
  return parseUnmapped(withPort?.[1] ?? text)
}
