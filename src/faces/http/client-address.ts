import { type Address, contains, parseUnmapped } from '../../policy/address.ts'
import { Peer } from '../../policy/caller.ts'
import type { ClientIpHeader } from '../../settings/client-ip-header.ts'
import type { TrustedProxies } from '../../settings/parse.ts'
import { readForwarded } from './forwarded.ts'
import { type CallerOf, FILE_END } from './visit.ts'

export interface Trust {
  readonly proxies: TrustedProxies
  readonly header: ClientIpHeader
}

/** The number of proxies in a row that are read. No chain is longer; a client that is itself trusted may name thousands. */
const PROXIES_MAX = 32
/** The number of peers that are remembered, each in under 300 bytes. */
const PEERS_MAX = 4096

/**
 * Returns a function that finds the caller: the peer of the connection, which has no address if it came over a socket file, or, if that peer is a trusted proxy, the client that its header
 * names. A list is read from the right, past trusted proxies. If the entry that should be the client is not an address, nothing to its left
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
  'x-forwarded-for': clientInList,
  forwarded: clientInForwarded,
  'x-real-ip': (value) => readNode(value.trim()),
  'cf-connecting-ip': (value) => readNode(value.trim()),
}

function clientInList(value: string, trust: Trust): Address | null {
  return clientAmong(itemsFromRight(value), trust)
}

function* itemsFromRight(list: string): Generator<string> {
  for (let end = list.length; end > 0; ) {
    const comma = list.lastIndexOf(',', end - 1)
    const item = list.slice(comma + 1, end).trim()
    end = comma
    if (item !== '') yield item
  }
}

function clientInForwarded(value: string, trust: Trust): Address | null {
  return clientAmong(readForwarded(value), trust)
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
