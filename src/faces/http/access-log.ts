import { cleanText } from '../../contract/clean.ts'
import type { AccessLog, Logger } from '../../platform/log.ts'
import { type Address, blockText } from '../../policy/address.ts'
import type { Watcher } from './entrance.ts'
import type { Visit } from './visit.ts'

const SHOWN_MAX = 200
/** The bits that are kept of a truncated address: a network of many clients. */
const KEPT_BITS = { 4: 24, 6: 48 } as const

/** Returns a watcher that logs a line for each request, without its query and body. */
export function accessLog(setting: Exclude<AccessLog, 'off'>, log: Logger): Watcher {
  return {
    // The connection may be gone by the time of the answer; the visit remembers its caller.
    begun: (visit) => void (setting !== 'on' && requesterOf(visit)),
    answered(visit, { status, code, elapsedMs }) {
      const { method, path, tool } = visit
      // Undefined is not written. An object that is put together from others takes several times as long.
      log.info('request', {
        method: method === 'GET' ? method : cleanText(method).slice(0, SHOWN_MAX),
        path: visit.isPathOurs ? path : cleanText(path).slice(0, SHOWN_MAX),
        status,
        code: code ?? undefined,
        ms: Math.round(elapsedMs * 100) / 100,
        tool: tool ?? undefined,
        requestId: visit.id,
        client: setting === 'on' ? undefined : addressShown(requesterOf(visit), setting),
      })
    },
  }
}

function requesterOf(visit: Visit): Address | null {
  try {
    return visit.caller.requester
  } catch {
    return null
  }
}

/** Returns the address as the setting shows it; null if it is unknown. */
function addressShown(address: Address | null, setting: AccessLog): string | null {
  if (address === null || setting === 'full') return address?.text ?? null
  return blockText(address, KEPT_BITS[address.version])
}
