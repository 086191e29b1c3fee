import { lookAtOwn, type Where } from '../diagnostics/where/index.ts'
import { proxyAt } from '../ipdata/index.ts'
import type { IpData } from '../ipdata/lookup.ts'
import type { Net } from '../net/index.ts'
import type { Proof } from '../net/proof/index.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { asRequester } from '../policy/admit.ts'
import type { Caller } from '../policy/caller.ts'
import type { Disclosure } from '../policy/gate.ts'
import type { PublicEndpoint, PublicName } from '../policy/target.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import type { AddressFacts, ChallengeFile, DnsFacts, Facts, HttpFacts, TlsFacts } from './facts.ts'
import { type Method, PORTS } from './fields.ts'
import { type Asking, challengeUrl, connectionFailure, followChallenge, NO_ANSWER } from './web/chain.ts'
import { RedirectHosts } from './web/hosts.ts'

/** The means of a check, and what it is about. */
export interface Checking {
  readonly target: PublicName
  readonly methods: readonly Method[]
  readonly net: Net
  readonly ipdata: IpData
  readonly disclosure: Disclosure
  readonly caller: Caller
  readonly catalogue: Pick<Catalogue, 'ddns'>
  /** The key of a proof at the requester's own address; null if none is asked for. */
  readonly key: Uint8Array | null
  /** The file to ask for in place of a challenge that nobody has set up; null for that one. */
  readonly file: ChallengeFile | null
}

/** The time for all addresses, which are asked side by side. */
const ALL_MS = 7000
const REQUEST_MS = 4000
/** The same after a question for a proof, which has waited already. */
const SECOND_MS = 2000

/** Returns what the addresses of a name answer on ports 80 and 443, at most two of each family. */
export async function lookAtAddresses(
  checking: Checking,
  dns: Pick<DnsFacts, 'ipv4' | 'ipv6'>,
): Promise<Pick<Facts, 'addresses' | 'omitted'>> {
  const { target, caller, file } = checking
  const ports = portsOf(checking)
  if (ports.length === 0) return { addresses: [], omitted: 0 }
  const { candidates, omitted, all } = choose(dns, { target, ports, requester: caller.requester })
  const asked = new Set(candidates.filter(({ kind }) => kind === 'public').map(({ address }) => address.text))
  const addresses = await checking.net.within(ALL_MS, (net) => {
    const hosts = new RedirectHosts(net.dns, { target, asked, all })
    const token = file?.name ?? net.http.token()
    const asking = { target, token, file, net, hosts, milliseconds: REQUEST_MS }
    return Promise.all(candidates.map((candidate) => lookAt({ ...checking, net }, candidate, asking)))
  })
  return { addresses, omitted }
}

/** Returns the ports at which the methods begin; none for wildcards, which neither of these two methods validates. */
function portsOf({ methods, target: { query, wildcard } }: Checking): number[] {
  if (wildcard || query === null) return []
  return methods.flatMap((method) => (method === 'dns-01' ? [] : [PORTS[method]]))
}

async function lookAt(checking: Checking, { address, kind, isRequester }: Candidate, asking: Asking): Promise<AddressFacts> {
  const ports = portsOf(checking)
  const proxy = proxyAt(address.text, checking.ipdata)
  const facts = { address, kind, isRequester, proxy, http: null, tls: null }
  if (kind !== 'public') return facts
  const own = isRequester ? new OwnAddress(address, checking) : null
  for (const port of ports) void own?.look(port)
  const proofs = (await own?.prove(ports)) ?? new Map()
  const timed = own && checking.key ? { ...asking, milliseconds: SECOND_MS } : asking
  const at = { address, own, proofs, proxy }
  const [http, tls] = await Promise.all([
    ports.includes(PORTS['http-01']) ? askHttp(timed, at) : null,
    ports.includes(PORTS['tls-alpn-01']) ? askTls(timed, at) : null,
  ])
  return { ...facts, proxy: http?.proxy ?? proxy, http, tls }
}

const ACME_TLS = 'acme-tls/1'
const UNANSWERED: readonly string[] = ['refused', 'silent', 'unreachable']

/** An address to ask, with what is only known of the requester's own. */
interface At {
  readonly address: Address
  readonly own: OwnAddress | null
  /** By port. */
  readonly proofs: ReadonlyMap<number, Proof | null>
  /** The network of a reverse proxy that has the address. */
  readonly proxy: string | null
}

/** Returns the answer to the request for a challenge. Whoever has proven a port answers nothing else there. */
async function askHttp(asking: Asking, { address, own, proofs, proxy }: At): Promise<HttpFacts> {
  const proof = proofs.get(PORTS['http-01']) ?? null
  const none = { ...NO_ANSWER, url: challengeUrl(asking).href, redirects: [], proxy, where: null, proof, elapsedMs: 0 }
  if (proof === 'proven') return { ...none, outcome: 'proof' }
  const started = performance.now()
  const { named, address: last, port, ...answer } = await followChallenge(asking, address)
  const elapsedMs = Math.round(performance.now() - started)
  const isOwn = UNANSWERED.includes(answer.outcome) && last.text === address.text
  return { ...none, ...answer, proxy: proxy ?? named, elapsedMs, where: isOwn && own ? await own.look(port) : null }
}

/** Returns the answer to a handshake that offers nothing but the protocol of the challenge. */
async function askTls({ target, net, milliseconds }: Asking, { address, own, proofs }: At): Promise<TlsFacts> {
  const port = PORTS['tls-alpn-01']
  const proof = proofs.get(port) ?? null
  const none = { reason: null, alert: null, alpn: null, where: null, proof, elapsedMs: 0 }
  if (proof === 'proven') return { ...none, outcome: 'proof' }
  const endpoint = target.at(address, port)
  if (typeof endpoint === 'string') return { ...none, outcome: 'limited', reason: 'not-allowed' }
  const answer = await offer(net, { host: target.ascii, endpoint }, milliseconds)
  const where = UNANSWERED.includes(answer.outcome) && own ? await own.look(port) : null
  return { ...none, ...answer, elapsedMs: Math.round(answer.elapsedMs), where }
}

async function offer(net: Asking['net'], to: { readonly host: string; readonly endpoint: PublicEndpoint }, milliseconds: number) {
  const { outcome, reason, ...found } = await net.tls.offer(to, ACME_TLS, milliseconds)
  const circumstances = { isOver: net.signal.aborted, hasRoute: net.tcp.sourceTo(to.endpoint) !== null }
  if (outcome === 'connect-failed') return { ...found, ...connectionFailure(reason ?? '', circumstances) }
  const isCut = outcome === 'broken' && circumstances.isOver
  return { ...found, ...(isCut ? ({ outcome: 'limited', reason: 'out-of-time' } as const) : { outcome, reason }) }
}

/** An address of the name, and whether it may be asked. */
type Candidate = ReturnType<typeof judgedAs>

interface Choosing {
  readonly target: Pick<PublicName, 'at'>
  /** The ports at which a method begins. */
  readonly ports: readonly number[]
  readonly requester: Address | null
}

const EACH_MAX = 2

/** Returns all addresses, as texts, and those to speak of, IPv6 first: of each family two that may be asked, the requester's own first, and two that may not. */
export function choose({ ipv4, ipv6 }: Pick<DnsFacts, 'ipv4' | 'ipv6'>, choosing: Choosing) {
  const families = [ipv6, ipv4].map((looked) => addressesOf(looked?.values ?? []))
  const candidates = families.flatMap((addresses) => {
    const judged = addresses.map((address) => judgedAs(address, choosing))
    const asked = judged.filter(({ kind }) => kind === 'public')
    const others = judged.filter(({ kind }) => kind !== 'public')
    const first = asked.toSorted((one, other) => Number(other.isRequester) - Number(one.isRequester))
    return [...first.slice(0, EACH_MAX), ...others.slice(0, EACH_MAX)]
  })
  const all = families.flat()
  return { candidates, omitted: all.length - candidates.length, all: new Set(all.map(({ text }) => text)) }
}

function addressesOf(values: readonly string[]): Address[] {
  return [...new Set(values)].map(parseAddress).filter((address) => address !== null)
}

function judgedAs(address: Address, { target, ports, requester }: Choosing) {
  const endpoints: readonly (PublicEndpoint | string)[] = ports.map((port) => target.at(address, port))
  const kind: AddressFacts['kind'] = endpoints.includes('reserved')
    ? 'reserved'
    : endpoints.every((one) => one === 'not-allowed')
      ? 'not-checked'
      : 'public'
  return { address, kind, isRequester: requester !== null && requester.text === address.text }
}

/** An address may get 40 packets in two seconds, and a look takes up to 34. */
const APART_MS = 2000

/** Looks at ports of the requester's own address: where packets end, and whether a key proves itself there. */
class OwnAddress {
  private readonly looks = new Map<number, Promise<Where | null>>()
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly address: Address,
    private readonly checking: Checking,
  ) {}

  /** Looks where packets to a port end, one port soon after the other; null if it is open. */
  look(port: number): Promise<Where | null> {
    const known = this.looks.get(port)
    if (known) return known
    const { net } = this.checking
    const endpoint = this.at(port)
    const before = this.turn
    const look = before.then(() => (endpoint ? lookAtOwn(net, { endpoint, requester: this.address }, this.checking) : null))
    this.turn = Promise.race([look, before.then(() => net.dns.pause(APART_MS))])
    this.looks.set(port, look)
    return look
  }

  /** Asks whoever listens on these ports for a proof. One listens on one port: if that is proven, somebody else on another is no surprise. */
  async prove(ports: readonly number[]): Promise<ReadonlyMap<number, Proof | null>> {
    const { net, key } = this.checking
    const asked = ports.map(async (port): Promise<[number, Proof | null]> => {
      const endpoint = key && this.at(port)
      return [port, key && endpoint ? await net.proofs.overTcp(endpoint, key) : null]
    })
    const proofs = await Promise.all(asked)
    const isProven = proofs.some(([, proof]) => proof === 'proven')
    return new Map(proofs.map(([port, proof]) => [port, isProven && proof === 'someone-else' ? null : proof]))
  }

  private at(port: number) {
    const endpoint = this.checking.target.at(this.address, port)
    return typeof endpoint === 'string' ? null : asRequester(endpoint, this.address)
  }
}
