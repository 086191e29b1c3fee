import { type Address, contains, parseUnmapped } from '../../policy/address.ts'
import { Peer } from '../../policy/caller.ts'
import type { ClientIpHeader, TrustedProxies } from '../../settings/parse.ts'
import { type CallerOf, FILE_END } from './visit.ts'

/** The proxies that are trusted, and the header in which they name a client. */
export interface Trust {
  readonly proxies: TrustedProxies
  readonly header: ClientIpHeader
}

/** The number of proxies in a row that are read. No chain is longer; a client that is itself trusted may name thousands. */
const PROXIES_MAX = 32
/** The number of peers that are remembered, each in under 300 bytes. */
const PEERS_MAX = 4096

/**
 * Returns a function that finds the caller: the peer of the connection, which has no address if it came over a socket file, or, if that
 * peer is a trusted proxy, the client that its header names. A list is read from the right, past trusted proxies. If the entry that should be the client is not an address, nothing to its left
 * can be trusted either. Peers are remembered: the address of an untrusted peer is parsed once, and its headers are never read.
 */
export function callersBy(trust: Trust): CallerOf {
  const peers = new Map<string, Peer>()
  return (peer, headers) => {
    let known = peers.get(peer)
    if (!known) {
      known = peerOf(peer, trust)
      if (peers.size >= PEERS_MAX) peers.clear()
      peers.set(peer, known)
    }
    return known.source === 'socket' ? known : clientBehind(known, headers, trust)
  }
}

function peerOf(peer: string, trust: Trust): Peer {
  if (peer === FILE_END.address) return new Peer(null, trust.proxies.unix ? 'unnamed-proxy' : 'socket')
  const address = addressOfPeer(peer)
  return new Peer(address, isTrusted(address, trust) ? 'unnamed-proxy' : 'socket')
}

function clientBehind(proxy: Peer, headers: Headers, trust: Trust): Peer {
  const value = headers.get(trust.header)
  const client = value === null ? null : READERS[trust.header](value, trust)
  return client ? new Peer(client, 'header') : proxy
}

/** Returns the peer's address without the zone id that link-local peers carry. */
function addressOfPeer(peer: string): Address {
  const address = parseUnmapped(peer.split('%')[0] ?? '')
  if (!address) throw new Error('the peer of a connection has no readable address')
  return address
}

function isTrusted(address: Address, trust: Trust): boolean {
  return trust.proxies.blocks.some((block) => contains(block, address))
}

/**
 * The client that a header names. A list is read from the right, past trusted proxies; null if an entry on the way is not an address. If
 * every entry is trusted, the leftmost is the client.
 */
const READERS: Record<ClientIpHeader, (value: string, trust: Trust) => Address | null> = {
  'x-forwarded-for': (value, trust) => clientAmong(itemsFromRight(value), trust),
  forwarded: (value, trust) => clientAmong(readForwarded(value), trust),
  'x-real-ip': (value) => readNode(value.trim()),
  'cf-connecting-ip': (value) => readNode(value.trim()),
}

function* itemsFromRight(list: string): Generator<string> {
  for (let end = list.length; end > 0; ) {
    const comma = list.lastIndexOf(',', end - 1)
    const item = list.slice(comma + 1, end).trim()
    end = comma
    if (item !== '') yield item
  }
}

/** Returns the first node that is not trusted; the nodes come from the right. */
function clientAmong(nodes: Iterable<string | null>, trust: Trust): Address | null {
  let client: Address | null = null
  let read = 0
  for (const node of nodes) {
    client = node === null || ++read > PROXIES_MAX ? null : readNode(node)
    if (client === null || !isTrusted(client, trust)) break
  }
  return client
}

/** Returns an address as proxies write it: bare, or with a port (`192.0.2.1:80`, `[2001:db8::1]:80`). */
function readNode(text: string): Address | null {
  return parseUnmapped(text) ?? readWithPort(text)
}

function readWithPort(text: string): Address | null {
  const bare = /^(\[[^\]]*\]|[^:]+):\d{1,5}$/.exec(text)?.[1]
  return bare === undefined ? null : parseUnmapped(bare)
}

const TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+"
const PAIR = new RegExp(`[ \\t]*(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")[ \\t]*(;|$)`, 'iy')
const BLANK = /^[ \t]*$/

/**
 * Yields the `for` of each element of a Forwarded header (RFC 7239, section 4), the last one first. For an element that breaks the grammar
 * or does not have a `for`, it yields null and stops, because everything before it may come from the client.
 *
 * Read from the left, a quote that a client leaves open would swallow what the proxy appends. Read from the right, the proxy's element
 * starts where the proxy started it, whatever comes before.
 */
function* readForwarded(value: string): Generator<string | null> {
  for (let end = value.length; end >= 0; ) {
    const start = startOfElement(value, end)
    const element = value.slice(start, end)
    end = start - 1
    if (BLANK.test(element)) continue
    const node = forOf(element)
    yield node
    if (node === null) return
  }
}

/** Returns the start of the element that ends at `end`: after the nearest comma outside quotes. */
function startOfElement(value: string, end: number): number {
  for (let at = end - 1; at >= 0; at--) {
    if (value[at] === ',') return at + 1
    if (value[at] === '"') at = openingQuote(value, at)
  }
  return 0
}

/** Returns the matching opening quote: the nearest one to the left that is not escaped; -1 if there is none. */
function openingQuote(value: string, closing: number): number {
  for (let at = closing - 1; at >= 0; at--) {
    if (value[at] !== '"') continue
    let first = at
    while (value[first - 1] === '\\') first--
    if ((at - first) % 2 === 0) return at
    at = first
  }
  return -1
}

/** Returns the value of `for`; null if it is missing, if a name occurs twice or if a pair breaks the grammar. */
function forOf(element: string): string | null {
  const values = new Map<string, string>()
  for (let at = 0, isOpen = true; isOpen; ) {
    PAIR.lastIndex = at
    const [whole, name, token, quoted, end] = PAIR.exec(element) ?? []
    const key = name?.toLowerCase()
    if (whole === undefined || key === undefined || values.has(key)) return null
    values.set(key, token ?? (quoted ?? '').replace(/\\(.)/g, '$1'))
    at += whole.length
    isOpen = end === ';'
  }
  return values.get('for') ?? null
}
