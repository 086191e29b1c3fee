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
  'x-forwarded-for': (value) => listItems(value).map(readNode),
  forwarded: (value) => listItems(value).map(readForwardedElement),
  'x-real-ip': (value) => [readNode(value.trim())],
  'cf-connecting-ip': (value) => [readNode(value.trim())],
}

/** The items of a list (several header lines arrive joined by commas); empty ones do not count (RFC 9110, section 5.6.1). */
function listItems(value: string): string[] {
  const items = value.match(/(?:"(?:[^"\\]|\\.)*"|[^,"]|")+/g) ?? []
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

/** `for=` of one element of Forwarded (RFC 7239): a quoted or bare node; "unknown" and `_names` are no address. */
function readForwardedElement(element: string): Address | null {
  const pair = /(?:^|;)\s*for\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]+))\s*(?:;|$)/i.exec(element)
  return pair ? readNode((pair[1] ?? pair[2] ?? '').replace(/\\(.)/g, '$1')) : null
}

/** An address as proxies write it: bare, or with a port (`192.0.2.1:80`, `[2001:db8::1]:80`). */
function readNode(text: string): Address | null {
  const withPort = /^(\[[^\]]*\]|[^:]+):\d{1,5}$/.exec(text)
  return parseUnmapped(withPort?.[1] ?? text)
}
