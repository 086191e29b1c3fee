import { againstRequests } from '../operations/run/limited.ts'
import type { Logger } from '../platform/log.ts'
import type { Peer } from '../policy/caller.ts'
import { BucketTable, chargesOf, type Quota } from './gcra.ts'

/** The requests in each second, once those that may come at once have come. */
const A_SECOND = 100
const AT_ONCE = 400
const QUOTA: Quota = { policy: 'requests', burst: AT_ONCE, unitMs: 1000 / A_SECOND }

/**
 * A bound on all requests of a client, whether or not a weight is taken for them: far more than people and scripts need, and far less than
 * what keeps a processor busy. Each process has its own, since no store is asked for every request.
 */
export class Fence {
  private readonly buckets = new BucketTable()

  constructor(private readonly tell: TellCutOff) {}

  /** Counts a request; throws a Refusal if the client has sent too many. */
  count(caller: Peer): void {
    const charges = chargesOf(caller, QUOTA, 1)
    const { isAllowed, standings } = this.buckets.take(charges)
    if (isAllowed) return
    const { key, quota } = charges.find((_, index) => (standings[index]?.waitMs ?? 0) > 0) ?? { key: '', quota: QUOTA }
    this.tell('fence', key)
    throw againstRequests(quota.burst, AT_ONCE / A_SECOND, Math.max(...standings.map(({ waitMs }) => waitMs)))
  }

  /** Counts more for an answer that turned out to be large; it is charged to later requests. */
  owe(caller: Peer, units: number): void {
    this.buckets.owe(chargesOf(caller, QUOTA, units))
  }
}

/** The limits that cut somebody off, and what the log says of each. */
const CUT_OFFS = {
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
  requests: { level: 'info', message: 'a client has used up its allowance, and was refused: see --rate-limit' },
  fence: { level: 'info', message: 'a client sends more requests than it may, whatever they are, and was refused' },
} as const

export type TellCutOff = (by: keyof typeof CUT_OFFS, who: string, fields?: Readonly<Record<string, number>>) => void

const EVERY_MS = 3_600_000

/**
 * Says who was cut off by which limit, of each limit once an hour: whoever floods the server must not flood its log. `who` is an
 * address or a network; the operator needs it to block or to trust it.
 */
export function cutOffLog(log: Logger, now: () => number = () => performance.now()): TellCutOff {
  const saidAtMs = new Map<string, number>()
  return (by, who, fields = {}) => {
    const said = saidAtMs.get(by)
    if (said !== undefined && now() - said < EVERY_MS) return
    saidAtMs.set(by, now())
    const { level, message } = CUT_OFFS[by]
    log[level](`${message} (said once an hour)`, { client: who, ...fields })
  }
}
