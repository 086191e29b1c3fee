import { cleanText } from '../../contract/clean.ts'
import type { AccessLog, Logger } from '../../observe/log.ts'
import { type Address, blockText } from '../../policy/address.ts'
import { type CallerOf, callerOfRequest } from './incoming.ts'
import type { IdOf } from './request-id.ts'
import type { Watcher } from './watch.ts'

const SHOWN_MAX = 200
/** What is left of an address that is logged truncated: a network of many clients. */
const KEPT_BITS = { 4: 24, 6: 48 } as const

export interface AccessLogParts {
  readonly log: Logger
  readonly idOf: IdOf
  readonly callerOf: CallerOf
  readonly toolAt: (path: string) => string | null
}

/** Returns a line a request; never what its query or its body says. */
export function accessLog(setting: Exclude<AccessLog, 'off'>, { log, idOf, callerOf, toolAt }: AccessLogParts): Watcher {
  return (asked, path) => {
    const { method } = asked.request
    const requestId = idOf(asked)
    // The connection may be gone when the answer is.
    const client = setting === 'on' ? {} : { client: shown(requesterOf(asked, callerOf), setting) }
    return ({ status, code, elapsedMs, tool: ran }) => {
      const tool = ran ?? toolAt(path)
      log.info('request', {
        method: cleanText(method).slice(0, SHOWN_MAX),
        path: cleanText(path).slice(0, SHOWN_MAX),
        status,
        ...(code !== null && { code }),
        ms: Math.round(elapsedMs * 100) / 100,
        ...(tool !== null && { tool }),
        requestId,
        ...client,
      })
    }
  }
}

function requesterOf(asked: Parameters<Watcher>[0], callerOf: CallerOf): Address | null {
  try {
    return callerOfRequest(asked, callerOf).requester
  } catch {
    return null
  }
}

/** Null where nobody can tell who asks. */
function shown(address: Address | null, setting: 'truncated' | 'full'): string | null {
  if (address === null || setting === 'full') return address?.text ?? null
  return blockText(address, KEPT_BITS[address.version])
}
