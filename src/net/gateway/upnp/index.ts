import { withDeadline } from '../../../platform/deadline.ts'
import { Gateway } from '../../../policy/gateway.ts'
import type { AskedPort, GatewayRule, Opener } from '../types.ts'
import { findDevice } from './device.ts'
import { lineOf, rulesFor } from './mappings.ts'
import { UpnpOpener } from './opener.ts'

/** The answers of a gateway that speaks UPnP (Internet Gateway Device). */
interface UpnpSeen {
  readonly version: 1 | 2
  readonly model: string | null
  readonly manufacturer: string | null
  /** Null where it says that it has none, or says nothing; over IPv6 it is not asked. */
  readonly wanIp: string | null
  /** Whether it answered with no address, or with 0.0.0.0. */
  readonly saysNoAddress: boolean
  /** Null as well over IPv6, where pinholes cannot be listed. */
  readonly rules: readonly GatewayRule[] | null
}

/** Time for everything together. */
const TIMEOUT_MS = 6000

/** Finds and asks the gateway over UPnP; null if it does not speak it. When the signal fires it returns what is known by then. Nothing throws. */
export function lookByUpnp(gateway: Gateway, asked: AskedPort | null, signal: AbortSignal): Promise<UpnpSeen | null> {
  Gateway.assert(gateway)
  return withDeadline(TIMEOUT_MS, signal, async (cut) => {
    const device = await findDevice(gateway, cut)
    if (!device) return null
    const { version, model, manufacturer, connections } = device
    const line = gateway.address.version === 4 ? await lineOf(gateway, connections, cut) : null
    const rules = line && asked ? await rulesFor(gateway, line.service, asked, cut) : null
    const { wanIp = null, saysNoAddress = false } = line ?? {}
    return { version, model, manufacturer, wanIp, saysNoAddress, rules }
  })
}

/**
 * Returns the way to have rules made over UPnP: port mappings over IPv4, pinholes over IPv6; null if the gateway does not speak it. What was
 * opened can be closed after the signal.
 */
export function upnpOpener(gateway: Gateway, signal: AbortSignal): Promise<Opener | null> {
  Gateway.assert(gateway)
  return withDeadline(TIMEOUT_MS, signal, async (cut) => {
    const device = await findDevice(gateway, cut)
    const service = gateway.address.version === 4 ? device?.connections[0] : device?.pinholes
    return device && service ? new UpnpOpener(gateway, device, signal) : null
  })
}
