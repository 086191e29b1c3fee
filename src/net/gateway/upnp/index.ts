import { withDeadline } from '../../../platform/deadline.ts'
import { Gateway } from '../../../policy/gateway.ts'
import type { AskedPort } from '../types.ts'
import { Control } from './control.ts'
import { findDevice } from './device.ts'
import { UpnpOpener } from './opener.ts'
import { lineAmong, rulesFor } from './rules.ts'

/** Time for everything together. */
const TIMEOUT_MS = 6000

/**
 * Finds and asks the gateway over UPnP (Internet Gateway Device); null if it does not speak it. When the signal fires it returns what is
 * known by then. Nothing throws. Over IPv6 no address is asked for, and pinholes cannot be listed; without a service of its version of IP
 * it has no opener.
 */
export function lookByUpnp(gateway: Gateway, asked: readonly AskedPort[], signal: AbortSignal) {
  Gateway.assert(gateway)
  return withDeadline(TIMEOUT_MS, signal, async (cut) => {
    const device = await findDevice(gateway, cut)
    if (!device) return null
    const { version, model, manufacturer, connections, pinholes } = device
    const isOver4 = gateway.address.version === 4
    const line = isOver4 ? await lineAmong(connections.map((service) => new Control(gateway, service, cut))) : null
    const rules = line && asked.length > 0 ? await rulesFor(line.control, asked, gateway.own) : null
    const { wanIp = null, saysNoAddress = false } = line ?? {}
    const opener = (isOver4 ? connections[0] : pinholes) ? new UpnpOpener(gateway, device, signal) : null
    return { version, model, manufacturer, wanIp, saysNoAddress, rules, opener }
  })
}
