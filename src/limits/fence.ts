import type { Refusal } from '../contract/problem.ts'
import { againstRequests } from '../operations/run/limited.ts'
import { onAbort } from '../platform/deadline.ts'
import type { Logger } from '../platform/log.ts'
import type { Caller, Peer } from '../policy/caller.ts'
import { clientOf, networkOf } from '../policy/client.ts'
import { BucketTable, type Charge, type Quota } from './gcra.ts'

/** The requests in each second, once those that may come at once have come. */
const A_SECOND = 100
const AT_ONCE = 400
/** The requests of a /48, as a multiple of those of one /64 in it. */
const BLOCK_FACTOR = 4

const OWN = quotaTimes(1)
const BLOCK = quotaTimes(BLOCK_FACTOR)
/** A placeholder: buckets are chosen as for the weights of runs, but have the quota below. */
const ANY_RATE = { count: 1, windowS: 1 } as const

/**
 * A bound on all requests of a client, whether or not a weight is taken for them: far more than people and scripts need, and far less than
 * what keeps a processor busy. Each process has its own, since no store is asked for every request.
 */
export class Fence {
  constructor(
    private readonly tell: TellCutOff = () => {},
    private readonly buckets = new BucketTable(),
  ) {}

  /** Counts a request; throws a Refusal if the client has sent too many. */
  count(caller: Peer): void {
    const charges = chargesFor(caller, 1)
    const { isAllowed, standings } = this.buckets.take(charges)
    if (isAllowed) return
    const refused = charges[standings[0]?.waitMs ? 0 : 1]
    this.tell('fence', refused?.key ?? '')
    const { burst } = refused?.quota ?? OWN
    throw againstRequests(burst, AT_ONCE / A_SECOND, Math.max(...standings.map(({ waitMs }) => waitMs)))
  }

  /** Counts more for an answer that turned out to be large; it is charged to later requests. */
  owe(caller: Peer, units: number): void {
    this.buckets.owe(chargesFor(caller, units))
  }
}

function chargesFor(caller: Peer, weight: number): Charge[] {
  return chargesOf(caller, ANY_RATE, 0).map(({ key }, index) => ({ key, quota: index === 0 ? OWN : BLOCK, weight }))
}

function quotaTimes(factor: number): Quota {
  return { policy: 'requests', burst: AT_ONCE * factor, unitMs: 1000 / (A_SECOND * factor) }
}

/** A rate of this many units in this many seconds: a second, a minute or an hour. */
export interface Rate {
  readonly count: number
  readonly windowS: 1 | 60 | 3600
}

/** The allowance of a network, as a multiple of that of a client. */
const NETWORK_FACTOR = 4

/** Returns the quota of a client: all of it at once, or spread over the window. */
function quotaOf({ count, windowS }: Rate, factor = 1): Quota {
  return { policy: 'client', burst: count * factor, unitMs: (windowS * 1000) / (count * factor) }
}

/**
 * Returns the charges for a request: to the allowance of its client, and over IPv6 to that of the network around it; none for the user of
 * this program. Behind a proxy that does not name its clients, or over a socket file, all share one allowance: otherwise a client could escape every
 * limit by staying unnamed.
 */
export function chargesOf(caller: Caller, rate: Rate, weight: number): Charge[] {
  if (caller.kind === 'local') return []
  const quota = quotaOf(rate)
  const own: Charge = { key: clientOf(caller.known), quota, weight: Math.min(weight, quota.burst) }
  const network = networkOf(caller.known)
  return network === own.key ? [own] : [own, { key: network, quota: quotaOf(rate, NETWORK_FACTOR), weight: own.weight }]
}

/** The limits that cut somebody off: the share of connections, of checks at once, of all slots when none is left, the allowance of requests, and the fence around everything. */
type CutOff = 'connections' | 'checks' | 'full' | 'requests' | 'fence'

export type TellCutOff = (by: CutOff, who: string, fields?: Readonly<Record<string, number>>) => void

const EVERY_MS = 3_600_000

/**
 * Says who was cut off by which limit, of each limit once an hour: whoever floods the server must not flood its log. `who` is an
 * address or a network; the operator needs it to block or to trust it.
 */
export function cutOffLog(log: Logger, now: () => number = () => performance.now()): TellCutOff {
  const saidAtMs = new Map<CutOff, number>()
  return (by, who, fields = {}) => {
    const said = saidAtMs.get(by)
    if (said !== undefined && now() - said < EVERY_MS) return
    saidAtMs.set(by, now())
    const { level, message } = LINES[by]
    log[level](`${message} (said once an hour)`, { client: who, ...fields })
  }
}

const LINES: Record<CutOff, { readonly level: 'info' | 'warn'; readonly message: string }> = {
  connections: {
    level: 'warn',
    message:
      'a client opened more connections than it may have, and those beyond were ended: if it is a proxy of yours, add it to --trusted-proxies',
  },
  checks: { level: 'info', message: 'a client has all its checks running, and was refused another' },
  full: {
    level: 'warn',
    message:
      'no slot for checks was left, and one of the client that ran most was ended for somebody else: see --max-concurrency',
  },
  fence: { level: 'info', message: 'a client sends more requests than it may, whatever they are, and was refused' },
  requests: { level: 'info', message: 'a client has used up its allowance, and was refused: see --rate-limit' },
}

/** A run that ends with a refusal as soon as it is cut, whatever it waits for. Its signal fires then, and when `outer` does. */
export class Cuttable {
  private readonly over = new AbortController()
  private readonly refused = Promise.withResolvers<never>()

  constructor(private readonly outer: AbortSignal) {}

  readonly cut = (refusal: Refusal): void => {
    this.refused.reject(refusal)
    // A run that looks at the reason knows that what it finds from now on is not a finding.
    this.over.abort(refusal)
  }

  async run<Result>(go: (signal: AbortSignal) => Result | Promise<Result>): Promise<Result> {
    const { outer, over, refused } = this
    const forget = onAbort(outer, () => over.abort(outer.reason))
    try {
      return await Promise.race([refused.promise, go(over.signal)])
    } finally {
      forget()
    }
  }
}
