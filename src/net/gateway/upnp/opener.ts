import { withDeadline } from '../../../platform/deadline.ts'
import { Gateway } from '../../../policy/gateway.ts'
import type { AskedPort, Failed, GatewayRule, Opened, Opener, Wanted } from '../types.ts'
import { type Device, type Fault, findDevice, invoke, isFault, type Service } from './device.ts'
import { type Line, lineOf, ruleAt, rulesFor } from './mappings.ts'

/** The description of our rules, by which a later run knows them. */
const DESCRIPTION = 'doorstep'
const FAILED = 501
const RELEASE_TIMEOUT_MS = 2000

/**
 * Has the gateway forward a port to this computer. It asks first who has the port, since many gateways replace the rule of another device
 * without a word; and afterwards what was made of the lease. A rule that would stay for good is taken back: only one that ends by itself is
 * harmless when nobody takes it back.
 */
async function openMapping(
  gateway: Gateway,
  services: readonly Service[],
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Opened | Failed> {
  const line = await lineOf(gateway, services, signal)
  if (!line) return UNSUPPORTED
  const { service } = line
  const asked = { port: wanted.externalPort, protocol: wanted.protocol }
  const before = await ruleAt(gateway, service, asked, signal)
  if (before && 'fault' in before) return mappingFailure(before)
  if (before && !isOurs(before, gateway, wanted)) return taken(before)
  const made = await invoke(gateway, service, 'AddPortMapping', argumentsOf(gateway, wanted), signal)
  if (isFault(made)) {
    // No answer, or none that can be read: it may have made the rule. One that was there before stays, since it has its end.
    if (!before && typeof made.fault === 'string') await remove(gateway, service, wanted, AbortSignal.timeout(RELEASE_TIMEOUT_MS))
    const isCut = made.fault === FAILED && line.saysNoAddress
    return isCut ? { failed: 'no-address', code: FAILED } : mappingFailure(made)
  }
  const after = await ruleAt(gateway, service, asked, signal)
  // It said that it had made the rule, and then nothing more.
  if (after && 'fault' in after) return opened(line, wanted, wanted.lifetimeS)
  if (after && (!leadsHere(after, gateway) || after.internalPort !== wanted.internalPort)) return taken(after)
  if (after && after.leaseS !== null) return opened(line, wanted, after.leaseS)
  const removed = await remove(gateway, service, wanted, signal)
  if (!after) return { failed: 'other', code: null }
  return removed === 'closed' ? ONLY_PERMANENT : removed
}

/** Removes the rule at a port if it leads to this computer. */
async function closeMapping(
  gateway: Gateway,
  services: readonly Service[],
  wanted: Wanted,
  signal: AbortSignal,
): Promise<'closed' | Failed> {
  const line = await lineOf(gateway, services, signal)
  if (!line) return UNSUPPORTED
  const asked = { port: wanted.externalPort, protocol: wanted.protocol }
  const before = await ruleAt(gateway, line.service, asked, signal)
  if (!before) return { failed: 'absent', code: null }
  if ('fault' in before) return mappingFailure(before)
  return leadsHere(before, gateway) ? remove(gateway, line.service, wanted, signal) : taken(before)
}

async function remove(gateway: Gateway, service: Service, wanted: Wanted, signal: AbortSignal): Promise<'closed' | Failed> {
  const { externalPort: port, protocol } = wanted
  const args = { NewRemoteHost: '', NewExternalPort: port, NewProtocol: protocol.toUpperCase() }
  const answer = await invoke(gateway, service, 'DeletePortMapping', args, signal)
  if (isFault(answer)) return mappingFailure(answer)
  // Some say that they have deleted what they may not.
  const after = await ruleAt(gateway, service, { port, protocol }, signal)
  return after && !('fault' in after) && leadsHere(after, gateway) ? { failed: 'other', code: null } : 'closed'
}

function argumentsOf(gateway: Gateway, { protocol, externalPort, internalPort, lifetimeS }: Wanted) {
  return {
    NewRemoteHost: '',
    NewExternalPort: externalPort,
    NewProtocol: protocol.toUpperCase(),
    NewInternalPort: internalPort,
    NewInternalClient: gateway.own.text,
    NewEnabled: 1,
    NewPortMappingDescription: DESCRIPTION,
    NewLeaseDuration: lifetimeS,
  }
}

/** Returns whether a rule is one that this program has made for the same port: another program's may not be made to end. */
function isOurs(rule: GatewayRule, gateway: Gateway, { internalPort }: Wanted): boolean {
  return leadsHere(rule, gateway) && rule.internalPort === internalPort && rule.description.startsWith(DESCRIPTION)
}

function leadsHere({ internalIp }: GatewayRule, { own }: Gateway): boolean {
  return internalIp === own.text
}

function taken({ protocol, externalPort, internalIp, internalPort, description, leaseS }: GatewayRule): Failed {
  const rule = { protocol, externalPort, internalIp, internalPort, description, leaseS }
  return { failed: 'taken', code: null, rule }
}

function opened({ wanIp }: Line, { externalPort }: Wanted, lifetimeS: number): Opened {
  return { externalPort, externalIp: wanIp, lifetimeS }
}

const OPEN_TIMEOUT_MS = 6000
/** Somebody who has pressed Ctrl-C waits for it. */
const CLOSE_TIMEOUT_MS = 3000

/** Has rules made by one gateway. The signal ends what opens, not what closes: rules are taken back after it. */
class UpnpOpener implements Opener {
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

const PROTOCOL_NUMBERS = { tcp: 6, udp: 17 } as const
const ABSENT = 704
const ID = /^\d{1,5}$/

/** The pinholes of one gateway. It knows them by numbers that it tells only when it makes one, so that they are kept here. */
class Pinholes {
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

/** The codes of WANIPConnection and WANPPPConnection. */
const OF_MAPPINGS: Readonly<Record<number, Failed['failed']>> = {
  401: 'unsupported',
  602: 'unsupported',
  606: 'forbidden',
  713: 'absent',
  714: 'absent',
  718: 'taken',
  724: 'unsupported',
  725: 'permanent',
  726: 'unsupported',
  727: 'unsupported',
  728: 'no-room',
  729: 'taken',
}
/** The codes of WANIPv6FirewallControl. */
const OF_PINHOLES: Readonly<Record<number, Failed['failed']>> = {
  401: 'unsupported',
  602: 'unsupported',
  606: 'forbidden',
  701: 'no-room',
  702: 'unsupported',
  703: 'forbidden',
  704: 'absent',
  705: 'unsupported',
  706: 'unsupported',
  707: 'unsupported',
  708: 'unsupported',
}

const UNSUPPORTED: Failed = { failed: 'unsupported', code: null }
/** "Only permanent leases", as a gateway should have said that has made one. */
const ONLY_PERMANENT: Failed = { failed: 'permanent', code: 725 }

function mappingFailure(fault: Fault): Failed {
  return failure(fault, OF_MAPPINGS)
}

function pinholeFailure(fault: Fault): Failed {
  return failure(fault, OF_PINHOLES)
}

function failure({ fault }: Fault, codes: Readonly<Record<number, Failed['failed']>>): Failed {
  return typeof fault === 'number' ? { failed: codes[fault] ?? 'other', code: fault } : { failed: fault, code: null }
}

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
