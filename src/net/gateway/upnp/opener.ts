import type { Gateway } from '../../../policy/gateway.ts'
import type { Failed, Opened, Opener, Wanted } from '../types.ts'
import { type Device, findDevice } from './device.ts'
import { closeMapping, openMapping } from './map.ts'
import { Pinholes } from './pinholes.ts'

const OPEN_TIMEOUT_MS = 6000
/** Somebody who has pressed Ctrl-C waits for it. */
const CLOSE_TIMEOUT_MS = 3000

/** Has rules made by one gateway. The signal ends what opens, not what closes: rules are taken back after it. */
export class UpnpOpener implements Opener {
  readonly way = 'upnp'
  readonly #pinholes: Pinholes

  constructor(
    private readonly gateway: Gateway,
    private device: Device,
    private readonly signal: AbortSignal,
  ) {
    this.#pinholes = new Pinholes(gateway)
  }

  open(wanted: Wanted): Promise<Opened | Failed> {
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(OPEN_TIMEOUT_MS)])
    return this.#twice(signal, (device) => {
      if (this.gateway.address.version === 6) return this.#pinholes.open(device.pinholes, wanted, signal)
      return openMapping(this.gateway, device.connections, wanted, signal)
    })
  }

  close(wanted: Wanted): Promise<'closed' | Failed> {
    const signal = AbortSignal.timeout(CLOSE_TIMEOUT_MS)
    return this.#twice(signal, (device) => {
      if (this.gateway.address.version === 6) return this.#pinholes.close(device.pinholes, wanted, signal)
      return closeMapping(this.gateway, device.connections, wanted, signal)
    })
  }

  /** Runs something, and if nothing answers looks for the gateway's services and runs it again: a router that has restarted has them at another port. */
  async #twice<Result extends Opened | Failed | 'closed'>(
    signal: AbortSignal,
    run: (device: Device) => Promise<Result>,
  ): Promise<Result> {
    const first = await run(this.device)
    if (!isSilent(first)) return first
    const found = await findDevice(this.gateway, signal)
    if (!found) return first
    this.device = found
    return run(found)
  }
}

function isSilent(result: Opened | Failed | 'closed'): boolean {
  return typeof result === 'object' && 'failed' in result && result.failed === 'silent'
}
