import { cutOffLog, Fence, type TellCutOff } from '../../limits/fence.ts'
import { type Door, limitCrowds } from '../../net/crowds.ts'
import type { Logger } from '../../platform/log.ts'
import { type Address, type Block, contains, parseUnmapped } from '../../policy/address.ts'
import { Peer } from '../../policy/caller.ts'
import type { Config } from '../../settings/options.ts'
import { CLIENT_IP_HEADERS, type ClientIpHeader, type TrustedProxies } from '../../settings/parse.ts'
import { Pipelines } from './entrance.ts'
import type { Listener } from './listener.ts'
import { type CallerOf, FILE_END } from './visit.ts'

/** Returns what finds the callers of a server, warning in the log about proxies that are set up wrongly, and the limits of every request. */
export function receiveVisitors({ trustedProxies, clientIpHeader, rateLimit }: Config, log: Logger) {
  const trust = { proxies: trustedProxies, header: clientIpHeader }
  const [find, watch] = [callersBy(trust), watchProxies(trust, log)]
  const callerOf: CallerOf = (peer, headers) => {
    const caller = find(peer, headers)
    watch(caller, headers)
    return caller
  }
  const tell = cutOffLog(log)
  // Without a limit, the operator limits clients elsewhere.
  return { callerOf, pipelines: new Pipelines(), fence: rateLimit ? new Fence(tell) : null, tell }
}

/** Logs which pages may run tools, unless every page may. */
export function sayWhichPages({ allowTargets }: Config, log: Logger): void {
  if (allowTargets.length > 0) log.info(ONLY_OWN_PAGES)
}

const ONLY_OWN_PAGES =
  'with --allow-targets, pages of other sites may not run tools: only those of this server under an address or localhost, and of ' +
  '--public-origins'

/** Keeps one client from taking all connections; proxies, which carry those of many clients, are exempt. */
export function watchDoor({ ports }: Pick<Listener, 'ports'>, { trustedProxies }: Config, tell: TellCutOff): void {
  const isProxy = (address: Address) => trustedProxies.blocks.some((block) => contains(block, address))
  const crowded: Door['crowded'] = ({ who, surplus, most }) => tell('connections', who, { most, surplus })
  for (const port of ports) limitCrowds({ port, isProxy, crowded })
}

/** The spelling of each header, and the nginx line that overwrites whatever the client sent. */
const SPELLINGS: Record<ClientIpHeader, { name: string; nginx: string }> = {
  'x-forwarded-for': { name: 'X-Forwarded-For', nginx: 'proxy_set_header X-Forwarded-For $remote_addr;' },
  forwarded: { name: 'Forwarded', nginx: `proxy_set_header Forwarded 'for="$remote_addr"';` },
  'x-real-ip': { name: 'X-Real-IP', nginx: 'proxy_set_header X-Real-IP $remote_addr;' },
  'cf-connecting-ip': { name: 'CF-Connecting-IP', nginx: 'proxy_set_header CF-Connecting-IP $remote_addr;' },
}

const [USUAL, ...OTHERS] = CLIENT_IP_HEADERS

/** The number of requests from nearby peers that are all inspected; after them, one in so many is. A proxy sends its header every time. */
const LOOKS_AT_FIRST = 1000
const LOOKS_EVERY = 64

/**
 * Returns a watch that warns once about each misunderstanding between this server and the proxies in front of it, and says what to write.
 * It names only addresses of the operator's own network, because any other may be a client's.
 */
function watchProxies(trust: Trust, log: Logger): (caller: Peer, headers: Headers) => void {
  for (const { network, prefix } of trust.proxies.blocks) {
    if (prefix === 0) log.warn(trustsEverybody(`${network.text}/0`))
  }
  const warned = { untrusted: false, missing: false, unreadable: false }
  let turn = 0
  let seen = 0
  /** Finds a forwarding header: always looks for the usual one, and for the rare ones in turn. */
  const forwardingHeader = (headers: Headers): ClientIpHeader | null => {
    if (headers.has(USUAL)) return USUAL
    turn = (turn + 1) % OTHERS.length
    const other = OTHERS[turn]
    return other !== undefined && headers.has(other) ? other : null
  }
  return (caller, headers) => {
    if (caller.source === 'header') return
    if (caller.source === 'unnamed-proxy') {
      const fault = headers.has(trust.header) ? 'unreadable' : 'missing'
      if (!warned[fault]) log.warn(FAULTS[fault](shownProxy(caller), trust.header))
      warned[fault] = true
      return
    }
    if (warned.untrusted || !isNearby(caller)) return
    if (++seen > LOOKS_AT_FIRST && seen % LOOKS_EVERY !== 0) return
    const header = forwardingHeader(headers)
    if (header === null) return
    warned.untrusted = true
    log.warn(caller.known ? untrusted(caller.known.text, header, trust) : untrustedFile(header, trust))
  }
}

/** Returns whether the peer may be the operator's own proxy, left out of --trusted-proxies. */
function isNearby(caller: Peer): boolean {
  return !caller.known || caller.scope === 'loopback' || caller.scope === 'private'
}

function shownProxy(caller: Peer): string {
  if (!caller.known) return 'the proxy behind the socket file'
  return isNearby(caller) ? `the trusted proxy ${caller.address.text}` : 'a trusted proxy'
}

function trustsEverybody(block: string): string {
  const family = block.includes(':') ? 'IPv6' : 'IPv4'
  return `--trusted-proxies ${block} trusts every ${family} address, so any client can claim to be someone else: list only your own proxies`
}

/** Returns a warning whose flags include the proxies that are already trusted, so that the line can be copied as it is. */
function untrusted(proxy: string, header: ClientIpHeader, trust: Trust): string {
  const { name, nginx } = SPELLINGS[header]
  return (
    `${proxy} sends ${name} but is not a trusted proxy, so all its clients appear as ${proxy}: if it is your reverse proxy ` +
    `and sets this header itself (nginx: ${nginx}), add ${flagsWith(proxy, header, trust)}`
  )
}

/** Returns a warning about a proxy that reaches this server by its socket file, where nobody has an address of their own. */
function untrustedFile(header: ClientIpHeader, trust: Trust): string {
  const { name, nginx } = SPELLINGS[header]
  return (
    `the proxy behind the socket file sends ${name} but is not trusted, so none of its clients has an address: if it sets this header ` +
    `itself (nginx: ${nginx}), add ${flagsWith('unix', header, trust)}`
  )
}

/** Returns the flags that trust one more proxy, and its header. */
function flagsWith(proxy: string, header: ClientIpHeader, { proxies, header: read }: Trust): string {
  const trusted = [...proxies.blocks.map(spelled), ...(proxies.unix ? ['unix'] : []), proxy].join(',')
  return `--trusted-proxies ${trusted}${header === read ? '' : ` --client-ip-header ${header}`}`
}

function spelled({ network, prefix }: Block): string {
  return prefix === (network.version === 4 ? 32 : 128) ? network.text : `${network.text}/${prefix}`
}

const FAULTS = {
  missing(proxy: string, header: ClientIpHeader): string {
    const { name, nginx } = SPELLINGS[header]
    return (
      `${proxy} sent a request without ${name}, so doorstep cannot tell who asked: have it set the header (nginx: ${nginx}), ` +
      'or choose the one that it sets with --client-ip-header'
    )
  },
  unreadable(proxy: string, header: ClientIpHeader): string {
    const { name, nginx } = SPELLINGS[header]
    return (
      `${proxy} sent ${name} without a readable address, so doorstep cannot tell who asked: have it overwrite the header ` +
      `instead of appending to what the client sent (nginx: ${nginx})`
    )
  },
}

interface Trust {
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
