import type { Logger } from '../platform/log.ts'

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
