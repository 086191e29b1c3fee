import type { Logger } from '../../platform/log.ts'
import type { Block } from '../../policy/address.ts'
import type { Peer } from '../../policy/caller.ts'
import { CLIENT_IP_HEADERS, type ClientIpHeader } from '../../settings/client-ip-header.ts'
import type { Trust } from './client-address.ts'

/** Inspects the caller that was found, and the headers of the request. */
export type ProxyWatch = (caller: Peer, headers: Headers) => void

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
export function watchProxies(trust: Trust, log: Logger): ProxyWatch {
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
