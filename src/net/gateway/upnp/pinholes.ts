import type { Gateway } from '../../../policy/gateway.ts'
import type { Failed, Opened, Wanted } from '../types.ts'
import type { Service } from './device.ts'
import { pinholeFailure, UNSUPPORTED } from './failures.ts'
import { invoke, isFault } from './soap.ts'

const PROTOCOL_NUMBERS = { tcp: 6, udp: 17 } as const
const ABSENT = 704
const ID = /^\d{1,5}$/

/** The pinholes of one gateway. It knows them by numbers that it tells only when it makes one, so that they are kept here. */
export class Pinholes {
  readonly #ids = new Map<string, string>()

  constructor(private readonly gateway: Gateway) {}

  /** Has a port let in to this computer, or for longer. Nothing is translated: another port outside cannot be had. */
  async open(service: Service | null, wanted: Wanted, signal: AbortSignal): Promise<Opened | Failed> {
    const { protocol, internalPort, externalPort, lifetimeS } = wanted
    if (!service || internalPort !== externalPort) return UNSUPPORTED
    const result = { externalPort, externalIp: this.gateway.own.text, lifetimeS }
    const known = this.#ids.get(keyOf(wanted))
    if (known !== undefined) {
      const args = { UniqueID: known, NewLeaseTime: lifetimeS }
      const updated = await invoke(this.gateway, service, 'UpdatePinhole', args, signal)
      if (!isFault(updated)) return result
      if (updated.fault !== ABSENT) return pinholeFailure(updated)
      this.#ids.delete(keyOf(wanted))
    }
    const args = {
      RemoteHost: '',
      RemotePort: 0,
      InternalClient: this.gateway.own.text,
      InternalPort: internalPort,
      Protocol: PROTOCOL_NUMBERS[protocol],
      LeaseTime: lifetimeS,
    }
    const made = await invoke(this.gateway, service, 'AddPinhole', args, signal)
    if (isFault(made)) return pinholeFailure(made)
    const id = made.get('UniqueID') ?? ''
    if (ID.test(id)) this.#ids.set(keyOf(wanted), id)
    return result
  }

  /** Closes a pinhole that was opened here. One that another process has opened cannot be named, and ends with its lease. */
  async close(service: Service | null, wanted: Wanted, signal: AbortSignal): Promise<'closed' | Failed> {
    const id = this.#ids.get(keyOf(wanted))
    if (!service || id === undefined) return UNSUPPORTED
    const answer = await invoke(this.gateway, service, 'DeletePinhole', { UniqueID: id }, signal)
    if (isFault(answer) && answer.fault !== ABSENT) return pinholeFailure(answer)
    this.#ids.delete(keyOf(wanted))
    return isFault(answer) ? pinholeFailure(answer) : 'closed'
  }
}

function keyOf({ protocol, internalPort }: Wanted): string {
  return `${protocol} ${internalPort}`
}
