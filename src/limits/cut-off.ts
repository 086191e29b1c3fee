import type { Refusal } from '../contract/problem.ts'
import { onAbort } from '../platform/deadline.ts'
import type { Logger } from '../platform/log.ts'

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
