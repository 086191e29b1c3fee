import { type Static, type TObject, Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull } from '../../contract/schema.ts'
import type { IpData } from '../../ipdata/lookup.ts'
import { OUT_OF_TIME } from '../../net/hearing.ts'
import type { Net } from '../../net/index.ts'
import type { TracedHop, Way } from '../../net/path/index.ts'
import { rounded } from '../../platform/deadline.ts'
import type { Address } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import type { Disclosure } from '../../policy/gate.ts'
import { FINDING, refuseUnsupported } from './ping.ts'

const HOP_STATUSES = ['hop', 'reached', 'timeout', 'unreachable', 'hidden'] as const

/** The outcome of the probes with one hop limit. */
export const HOP_FIELDS = {
  hop: Type.Integer(),
  address: orNull(Type.String()),
  /** Every address that answered: several if a router balances its traffic. */
  addresses: Type.Array(Type.String()),
  hostname: orNull(foreign(Type.String())),
  rttMs: Type.Array(orNull(Type.Number())),
  asn: orNull(Type.Integer()),
  organization: orNull(Type.String()),
  city: orNull(Type.String()),
  countryCode: orNull(Type.String()),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
  scope: orNull(Type.String()),
  status: oneOf(...HOP_STATUSES),
  reason: orNull(Type.String()),
}

export const TRACE_FIELDS = {
  reached: orNull(Type.Boolean()),
  ...FINDING,
  hops: Type.Array(Type.Object(HOP_FIELDS)),
}

export type ShownHop = Static<TObject<typeof HOP_FIELDS>>
export type ShownTrace = Static<TObject<typeof TRACE_FIELDS>>

/** The time to look for the name of a hop. */
const NAME_MS = 2000

interface Nouns {
  readonly net: Net
  readonly ipdata: IpData
  readonly disclosure: Disclosure
}

interface Wanted {
  readonly maxHops: number
  readonly report: (hop: ShownHop) => void
}

/** Traces the path to an address and identifies each hop; refuses if this machine offers no way to do it. */
export async function trace(way: Way, nouns: Nouns, { maxHops, report }: Wanted): Promise<ShownTrace> {
  const shown = new Map<number, Promise<ShownHop>>()
  const localHops = new LocalHops(way.to.address, nouns.disclosure)
  const show = ({ hop, isHidden }: { hop: TracedHop; isHidden: boolean }) => {
    const described = isHidden ? Promise.resolve(hiddenHop(hop)) : describe(hop, nouns)
    const reported = described.then((done) => {
      report(done)
      return done
    })
    // A failure is thrown below, where all of them are awaited.
    reported.catch(() => {})
    shown.set(hop.hop, reported)
  }
  const run = await nouns.net.path.trace(way, { maxHops, report: (hop) => localHops.add(hop).forEach(show) })
  if (!run) return refuseUnsupported('trace')
  localHops.end().forEach(show)
  const hops = await Promise.all(run.hops.map(({ hop }) => shown.get(hop)).filter((hop) => hop !== undefined))
  return { ...verdict(run, nouns.net.signal.aborted), hops }
}

function verdict({ hops, failure }: { hops: readonly TracedHop[]; failure: string | null }, isCut: boolean) {
  const last = hops.at(-1)
  const reached = last?.status === 'reached'
  if (reached) return { reached, reason: null, failedLayer: null }
  // Where the trace ended for a reason of this server, nothing is known of what lies behind.
  const own = failure ?? (last?.isLocal ? last.reason : isCut ? OUT_OF_TIME : null)
  if (own !== null) return { reached: null, reason: own, failedLayer: 'local' as const }
  if (last?.status === 'unreachable') return { reached, reason: last.reason, failedLayer: 'icmp' as const }
  return { reached, reason: isLoop(hops) ? 'routing-loop' : 'no-answer', failedLayer: 'icmp' as const }
}

function isLoop(hops: readonly TracedHop[]): boolean {
  const firsts = hops.map(({ addresses }) => addresses[0]?.text)
  return firsts.some((address, index) => address !== undefined && firsts.indexOf(address) < index - 1)
}

async function describe(
  { hop, status, reason, addresses, rttMs }: TracedHop,
  { net, ipdata, disclosure }: Nouns,
): Promise<ShownHop> {
  const [address] = addresses
  const found = address ? ipdata.network(address) : null
  const place = address ? ipdata.place(address, 'en') : null
  return {
    hop,
    address: address?.text ?? null,
    addresses: addresses.map(({ text }) => text),
    hostname: address ? await nameOf(address, net, disclosure) : null,
    rttMs: rttMs.map((time) => (time === null ? null : rounded(time))),
    asn: found?.asn ?? null,
    organization: found?.organization ?? null,
    city: place?.city ?? null,
    countryCode: place?.countryCode ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    scope: address ? classify(address).scope : null,
    status,
    reason,
  }
}

/** Returns a hop that shows that there is a router, and nothing else about it. */
function hiddenHop({ hop, rttMs }: TracedHop): ShownHop {
  const nowhere = { city: null, countryCode: null, latitude: null, longitude: null, scope: null }
  const nothing = { address: null, addresses: [], hostname: null, asn: null, organization: null, ...nowhere }
  return { hop, ...nothing, rttMs: rttMs.map(() => null), status: 'hidden', reason: null }
}

/**
 * Returns the name of an address. If many networks use the address, the resolver would reveal who has it in the network of this server:
 * such names are not looked up.
 */
async function nameOf(address: Address, { dns }: Net, { mayName }: Disclosure): Promise<string | null> {
  const names = await dns.namesOf(address, NAME_MS)
  // The name of a local network is not shown to others.
  return names.find((name) => name !== '' && mayName(name)) ?? null
}

interface JudgedHop {
  readonly hop: TracedHop
  /** Whether the hop is in the network of this server, which requesters are not shown. */
  readonly isHidden: boolean
}

/**
 * Separates the operator's own routers (those without a public address before the first that has one) from the rest of a path, while
 * hops become known in any order. A hop without a public address is judged once all hops before it are known.
 */
export class LocalHops {
  private readonly known = new Map<number, TracedHop>()
  private readonly waiting = new Set<TracedHop>()

  constructor(
    private readonly target: Address,
    private readonly disclosure: Pick<Disclosure, 'mayShow'>,
  ) {}

  /** Returns the hops that can be judged now that this one is known. */
  add(hop: TracedHop): JudgedHop[] {
    this.known.set(hop.hop, hop)
    this.waiting.add(hop)
    return this.judgeWaiting(false)
  }

  /** Returns the rest, once no more hops will come. */
  end(): JudgedHop[] {
    return this.judgeWaiting(true)
  }

  private judgeWaiting(isEnd: boolean): JudgedHop[] {
    return [...this.waiting].flatMap((hop) => {
      const judged = this.judge(hop, isEnd)
      if (judged) this.waiting.delete(hop)
      return judged ? [judged] : []
    })
  }

  private judge(hop: TracedHop, isEnd: boolean): JudgedHop | null {
    const { mayShow } = this.disclosure
    const isOutside = (address: Address) => address.text === this.target.text || mayShow(address)
    if (hop.addresses.every(isOutside)) return { hop, isHidden: false }
    const before = Array.from({ length: hop.hop - 1 }, (_, index) => this.known.get(index + 1))
    if (!isEnd && before.includes(undefined)) return null
    const firstPublic = before.findIndex((nearer) => nearer?.addresses.some(mayShow))
    const local = before.slice(0, firstPublic + 1).flatMap((nearer) => nearer?.addresses ?? [])
    // They can also appear after a public one: in a loop, or if a network leads back into itself.
    const isLocal = ({ text }: Address) => firstPublic < 0 || local.some((known) => known.text === text)
    const addresses = hop.addresses.filter((address) => isOutside(address) || !isLocal(address))
    if (addresses.length === hop.addresses.length) return { hop, isHidden: false }
    return addresses.length > 0 ? { hop: { ...hop, addresses }, isHidden: false } : { hop, isHidden: true }
  }
}
