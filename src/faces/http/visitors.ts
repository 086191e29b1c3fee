import { cutOffLog, type TellCutOff } from '../../limits/cut-offs.ts'
import { Fence } from '../../limits/fence.ts'
import { type Door, limitCrowds } from '../../net/crowds.ts'
import type { Logger } from '../../platform/log.ts'
import { type Address, type Block, contains } from '../../policy/address.ts'
import type { Peer } from '../../policy/caller.ts'
import type { Config } from '../../settings/options.ts'
import { CLIENT_IP_HEADERS, type ClientIpHeader } from '../../settings/parse.ts'
import { callersBy, type Trust } from './client-address.ts'
import type { Listener } from './listener.ts'
import { Pipelines } from './pipelines.ts'
import type { CallerOf } from './visit.ts'

/** Returns what finds the callers of a server, warning in the log about proxies that are set up wrongly, and the limits of every request. */
export function receiveVisitors({ trustedProxies, clientIpHeader, rateLimit }: Config, log: Logger) {
  const trust = { proxies: trustedProxies, header: clientIpHeader }
  const callerBy = callersBy(trust)
  const watch = new ProxyWatch(trust, log)
  const callerOf: CallerOf = (peer, headers) => {
    const caller = callerBy(peer, headers)
    watch.look(caller, headers)
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
 * A watch that warns once about each misunderstanding between this server and the proxies in front of it, and says what to write. It names
 * only addresses of the operator's own network, because any other may be a client's.
 */
class ProxyWatch {
  private readonly warned = new Set<'untrusted' | keyof typeof FAULTS>()
  private turn = 0
  private seen = 0

  constructor(
    private readonly trust: Trust,
    private readonly log: Logger,
  ) {
    for (const { network, prefix } of trust.proxies.blocks) {
      if (prefix === 0) log.warn(trustsEverybody(`${network.text}/0`))
    }
  }

  /** Looks at a request. */
  look(caller: Peer, headers: Headers): void {
    if (caller.source === 'header') return
    if (caller.source === 'unnamed-proxy') {
      const fault = headers.has(this.trust.header) ? 'unreadable' : 'missing'
      if (!this.warned.has(fault)) this.log.warn(FAULTS[fault](proxyShown(caller), this.trust.header))
      this.warned.add(fault)
      return
    }
    if (this.warned.has('untrusted') || !isNearby(caller)) return
    if (++this.seen > LOOKS_AT_FIRST && this.seen % LOOKS_EVERY !== 0) return
    const header = this.forwardingHeaderIn(headers)
    if (header === null) return
    this.warned.add('untrusted')
    this.log.warn(untrusted(caller.known?.text ?? null, header, this.trust))
  }

  /** Finds a forwarding header: always looks for the usual one, and for the rare ones in turn. */
  private forwardingHeaderIn(headers: Headers): ClientIpHeader | null {
    if (headers.has(USUAL)) return USUAL
    this.turn = (this.turn + 1) % OTHERS.length
    const other = OTHERS[this.turn]
    return other !== undefined && headers.has(other) ? other : null
  }
}

/** Returns whether the peer may be the operator's own proxy, left out of --trusted-proxies. */
function isNearby(caller: Peer): boolean {
  return !caller.known || caller.scope === 'loopback' || caller.scope === 'private'
}

function proxyShown(caller: Peer): string {
  if (!caller.known) return 'the proxy behind the socket file'
  return isNearby(caller) ? `the trusted proxy ${caller.address.text}` : 'a trusted proxy'
}

function trustsEverybody(block: string): string {
  const family = block.includes(':') ? 'IPv6' : 'IPv4'
  return `--trusted-proxies ${block} trusts every ${family} address, so any client can claim to be someone else: list only your own proxies`
}

/**
 * Returns a warning about a proxy that is not trusted; null stands for one that reaches this server by its socket file, where nobody has an
 * address of their own. Its flags include the proxies that are already trusted, so that the line can be copied as it is.
 */
function untrusted(proxy: string | null, header: ClientIpHeader, trust: Trust): string {
  const { name, nginx } = SPELLINGS[header]
  const flags = flagsWith(proxy ?? 'unix', header, trust)
  return proxy === null
    ? `the proxy behind the socket file sends ${name} but is not trusted, so none of its clients has an address: if it sets this header ` +
        `itself (nginx: ${nginx}), add ${flags}`
    : `${proxy} sends ${name} but is not a trusted proxy, so all its clients appear as ${proxy}: if it is your reverse proxy ` +
        `and sets this header itself (nginx: ${nginx}), add ${flags}`
}

/** Returns the flags that trust one more proxy, and its header. */
function flagsWith(proxy: string, header: ClientIpHeader, { proxies, header: read }: Trust): string {
  const trusted = [...proxies.blocks.map(blockShown), ...(proxies.unix ? ['unix'] : []), proxy].join(',')
  return `--trusted-proxies ${trusted}${header === read ? '' : ` --client-ip-header ${header}`}`
}

function blockShown({ network, prefix }: Block): string {
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
