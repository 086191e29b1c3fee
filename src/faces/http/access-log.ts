import { cleanText } from '../../contract/clean.ts'
import type { AccessLog, Logger } from '../../platform/log.ts'
import { type Address, blockText } from '../../policy/address.ts'
import type { Watcher } from './entrance.ts'
import type { Visit } from './visit.ts'

const SHOWN_MAX = 200
/** What is left of an address that is logged truncated: a network of many clients. */
const KEPT_BITS = { 4: 24, 6: 48 } as const

/** Writes a line for each request; never what its query or its body says. */
export function accessLog(setting: Exclude<AccessLog, 'off'>, log: Logger): Watcher {
  return (visit) => {
    const { path, id: requestId } = visit
    const { method } = visit.request
    // The connection may be gone when the answer is.
    const client = setting === 'on' ? {} : { client: shown(requesterOf(visit), setting) }
    return ({ status, code, elapsedMs, tool }) => {
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

function requesterOf(visit: Visit): Address | null {
  try {
    return visit.caller.requester
  } catch {
    return null
  }
}

/** Null where nobody can tell who asks. */
function shown(address: Address | null, setting: 'truncated' | 'full'): string | null {
  if (address === null || setting === 'full') return address?.text ?? null
  return blockText(address, KEPT_BITS[address.version])
}
