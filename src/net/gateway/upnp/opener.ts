import { withDeadline } from '../../../platform/deadline.ts'
import { parseAddress } from '../../../policy/address.ts'
import { Gateway, isMachine } from '../../../policy/gateway.ts'
import {
  type AskedPort,
  type Failed,
  type GatewayRule,
  isUnanswered,
  type Opened,
  type Opener,
  type ToldWan,
  type Wanted,
} from '../types.ts'
import { type Device, type Fault, findDevice, invoke, type Service, type Values } from './device.ts'

/** The line of a gateway through which packets go, and its address there. */
interface Line extends ToldWan {
  readonly service: Service
}

const RULES_MAX = 100
const TEXT_CHARACTERS_MAX = 100
const PORT_MAX = 65_535
/** An address; some routers tell a name. No sentence. */
const DEVICE = /^[\w.:-]+$/
const LEASE_MAX = 0xffff_ffff
/** "No such entry", and "no entry with this number", which some say instead. */
const ABSENT: readonly Fault['fault'][] = [714, 713]

/** Returns the line that has an address; without one, the first that answers, or the first. */
async function lineOf(gateway: Gateway, services: readonly Service[], signal: AbortSignal): Promise<Line | null> {
  let best: Line | null = null
  for (const service of services) {
    const answer = await invoke(gateway, service, 'GetExternalIPAddress', {}, signal)
    const text = 'fault' in answer ? null : (answer.get('NewExternalIPAddress') ?? null)
    const address = parseAddress(text ?? '')
    // Private ones as well, which say that there is another router.
    const wanIp = address?.version === 4 && isMachine(address) ? address.text : null
    const line = { service, wanIp, saysNoAddress: text === '' || text === '0.0.0.0' }
    if (line.wanIp) return line
    if (!best || (line.saysNoAddress && !best.saysNoAddress)) best = line
  }
  return best
}

/** A rule, which may be switched off: then it forwards nothing, and has its port all the same. */
interface Entry extends GatewayRule {
  readonly isOn: boolean
}

/** Returns the rule that has a port of the gateway, null if none has, and a fault if the gateway does not say. */
async function ruleAt(
  gateway: Gateway,
  service: Service,
  { port, protocol }: AskedPort,
  signal: AbortSignal,
): Promise<Entry | Fault | null> {
  const asked = { NewRemoteHost: '', NewExternalPort: port, NewProtocol: protocol.toUpperCase() }
  const answer = await invoke(gateway, service, 'GetSpecificPortMappingEntry', asked, signal)
  if (!('fault' in answer)) return ruleIn(answer, port, protocol) ?? { fault: 'garbled' }
  if (ABSENT.includes(answer.fault)) return null
  const all = typeof answer.fault === 'number' ? await allRules(gateway, service, signal) : null
  if (!all?.isWhole) return answer
  return all.rules.find((rule) => rule.externalPort === port && rule.protocol === protocol) ?? null
}

/** Returns the rules for some ports alone: those at them, and those that lead from another one to them on this computer. Null if it does not tell. */
async function rulesFor(
  gateway: Gateway,
  service: Service,
  asked: readonly AskedPort[],
  signal: AbortSignal,
): Promise<readonly GatewayRule[] | null> {
  const found: Entry[] = []
  for (const one of asked) {
    const at = await ruleAt(gateway, service, one, signal)
    if (at && 'fault' in at) return null
    if (at) found.push(at)
  }
  const { rules } = await allRules(gateway, service, signal)
  const others = rules.filter(({ protocol, externalPort, internalPort, internalIp }) =>
    asked.some(({ port, protocol: wanted }) => {
      if (protocol !== wanted) return false
      const isFound = found.some((one) => one.protocol === wanted && one.externalPort === port)
      return externalPort === port ? !isFound : internalPort === port && internalIp === gateway.own.text
    }),
  )
  const all = [...found, ...others].filter(({ isOn }) => isOn)
  return all.slice(0, RULES_MAX).map(({ isOn: _, ...rule }) => rule)
}

/** Reads the list of rules one by one, as far as it goes. `isWhole`: the gateway said that these are all. */
async function allRules(gateway: Gateway, service: Service, signal: AbortSignal) {
  const rules: Entry[] = []
  for (let index = 0; index < RULES_MAX; index++) {
    const asked = { NewPortMappingIndex: index }
    const answer = await invoke(gateway, service, 'GetGenericPortMappingEntry', asked, signal)
    if ('fault' in answer) return { rules, isWhole: ABSENT.includes(answer.fault) }
    const protocol = answer.get('NewProtocol')?.toLowerCase()
    const port = numberIn(answer.get('NewExternalPort'), PORT_MAX)
    const rule = port && (protocol === 'tcp' || protocol === 'udp') ? ruleIn(answer, port, protocol) : null
    if (rule) rules.push(rule)
  }
  return { rules, isWhole: false }
}

/** Reads a rule; null if it cannot be one. */
function ruleIn(values: Values, externalPort: number, protocol: 'tcp' | 'udp'): Entry | null {
  const shown = (name: string) => (values.get(name) ?? '').slice(0, TEXT_CHARACTERS_MAX).toWellFormed()
  const internalPort = numberIn(values.get('NewInternalPort'), PORT_MAX)
  const internalIp = shown('NewInternalClient')
  const isOn = !['0', 'false', 'no'].includes(shown('NewEnabled').toLowerCase())
  if (!internalPort || !DEVICE.test(internalIp)) return null
  const leaseS = numberIn(values.get('NewLeaseDuration'), LEASE_MAX) || null
  return { protocol, externalPort, internalIp, internalPort, description: shown('NewPortMappingDescription'), leaseS, isOn }
}

function numberIn(text: string | undefined, most: number): number | null {
  return text !== undefined && /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : null
}

/** The description of our rules, by which a later run knows them. */
const DESCRIPTION = 'doorstep'
const ACTION_FAILED = 501
const NO_SUCH_PINHOLE = 704
const ONLY_PERMANENT = 725
const OPEN_TIMEOUT_MS = 6000
/** Somebody who has pressed Ctrl-C waits for it. */
const CLOSE_TIMEOUT_MS = 3000
const RELEASE_TIMEOUT_MS = 2000
const PROTOCOL_NUMBERS = { tcp: 6, udp: 17 } as const
const ID = /^\d{1,5}$/

/** The codes of WANIPConnection, WANPPPConnection and WANIPv6FirewallControl, no one of which means two things. */
const REASONS: Readonly<Record<number, Failed['failed']>> = {
  401: 'unsupported',
  602: 'unsupported',
  606: 'forbidden',
  701: 'no-room',
  702: 'unsupported',
  703: 'forbidden',
  [NO_SUCH_PINHOLE]: 'absent',
  705: 'unsupported',
  706: 'unsupported',
  707: 'unsupported',
  708: 'unsupported',
  713: 'absent',
  714: 'absent',
  718: 'taken',
  724: 'unsupported',
  [ONLY_PERMANENT]: 'permanent',
  726: 'unsupported',
  727: 'unsupported',
  728: 'no-room',
  729: 'taken',
}
const UNSUPPORTED: Failed = { failed: 'unsupported', code: null }

function failure({ fault }: Fault): Failed {
  return typeof fault === 'number' ? { failed: REASONS[fault] ?? 'other', code: fault } : { failed: fault, code: null }
}

/** Has rules made by one gateway: port mappings over IPv4, pinholes over IPv6. The signal ends what opens, not what closes. */
class UpnpOpener implements Opener {
  readonly way = 'upnp'
  /** A gateway knows its pinholes by numbers that it tells only when it makes one. */
  readonly #pinholes = new Map<string, string>()

  constructor(
    private readonly gateway: Gateway,
    private device: Device,
    private readonly signal: AbortSignal,
  ) {}

  open(wanted: Wanted): Promise<Opened | Failed> {
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(OPEN_TIMEOUT_MS)])
    return this.#twice(signal, ({ connections, pinholes }) =>
      this.gateway.address.version === 6
        ? this.#openPinhole(pinholes, wanted, signal)
        : this.#openMapping(connections, wanted, signal),
    )
  }

  close(wanted: Wanted): Promise<'closed' | Failed> {
    const signal = AbortSignal.timeout(CLOSE_TIMEOUT_MS)
    return this.#twice(signal, ({ connections, pinholes }) =>
      this.gateway.address.version === 6
        ? this.#closePinhole(pinholes, wanted, signal)
        : this.#closeMapping(connections, wanted, signal),
    )
  }

  /** Runs something, and if nothing answers looks for the gateway's services and runs it again: a router that has restarted has them at another port. */
  async #twice<Result extends Opened | Failed | 'closed'>(
    signal: AbortSignal,
    run: (device: Device) => Promise<Result>,
  ): Promise<Result> {
    const first = await run(this.device)
    const isSilent = typeof first === 'object' && 'failed' in first && first.failed === 'silent'
    const found = isSilent ? await findDevice(this.gateway, signal) : null
    if (!found) return first
    this.device = found
    return run(found)
  }

  /**
   * Has a port forwarded to this computer. It asks first who has the port, since many gateways replace the rule of another device without a
   * word; and afterwards what was made of the lease. A rule that would stay for good is taken back: only one that ends by itself is harmless
   * when nobody takes it back.
   */
  async #openMapping(services: readonly Service[], wanted: Wanted, signal: AbortSignal): Promise<Opened | Failed> {
    const { gateway } = this
    const { protocol, externalPort, internalPort, lifetimeS } = wanted
    const line = await lineOf(gateway, services, signal)
    if (!line) return UNSUPPORTED
    const { service, wanIp: externalIp } = line
    const asked = { port: externalPort, protocol }
    const before = await ruleAt(gateway, service, asked, signal)
    if (before && 'fault' in before) return failure(before)
    const isSame = (rule: GatewayRule) => this.#leadsHere(rule) && rule.internalPort === internalPort
    // Another program's rule may not be made to end.
    if (before && !(isSame(before) && before.description.startsWith(DESCRIPTION))) return taken(before)
    const made = await invoke(gateway, service, 'AddPortMapping', this.#argumentsOf(wanted), signal)
    if ('fault' in made) {
      // It may have made the rule. One that was there before stays, since it has its end.
      if (!before && isUnanswered(failure(made))) await this.#remove(service, wanted, AbortSignal.timeout(RELEASE_TIMEOUT_MS))
      const isCut = made.fault === ACTION_FAILED && line.saysNoAddress
      return isCut ? { failed: 'no-address', code: ACTION_FAILED } : failure(made)
    }
    const after = await ruleAt(gateway, service, asked, signal)
    // It said that it had made the rule, and then nothing more.
    if (after && 'fault' in after) return { externalPort, externalIp, lifetimeS }
    if (after && !isSame(after)) return taken(after)
    if (after && after.leaseS !== null) return { externalPort, externalIp, lifetimeS: after.leaseS }
    const removed = await this.#remove(service, wanted, signal)
    if (!after) return { failed: 'other', code: null }
    return removed === 'closed' ? { failed: 'permanent', code: ONLY_PERMANENT } : removed
  }

  /** Removes the rule at a port if it leads to this computer. */
  async #closeMapping(services: readonly Service[], wanted: Wanted, signal: AbortSignal): Promise<'closed' | Failed> {
    const line = await lineOf(this.gateway, services, signal)
    if (!line) return UNSUPPORTED
    const { externalPort: port, protocol } = wanted
    const before = await ruleAt(this.gateway, line.service, { port, protocol }, signal)
    if (!before) return { failed: 'absent', code: null }
    if ('fault' in before) return failure(before)
    return this.#leadsHere(before) ? this.#remove(line.service, wanted, signal) : taken(before)
  }

  async #remove(service: Service, { externalPort: port, protocol }: Wanted, signal: AbortSignal): Promise<'closed' | Failed> {
    const args = { NewRemoteHost: '', NewExternalPort: port, NewProtocol: protocol.toUpperCase() }
    const answer = await invoke(this.gateway, service, 'DeletePortMapping', args, signal)
    if ('fault' in answer) return failure(answer)
    // Some say that they have deleted what they may not.
    const after = await ruleAt(this.gateway, service, { port, protocol }, signal)
    return after && !('fault' in after) && this.#leadsHere(after) ? { failed: 'other', code: null } : 'closed'
  }

  #argumentsOf({ protocol, externalPort, internalPort, lifetimeS }: Wanted) {
    return {
      NewRemoteHost: '',
      NewExternalPort: externalPort,
      NewProtocol: protocol.toUpperCase(),
      NewInternalPort: internalPort,
      NewInternalClient: this.gateway.own.text,
      NewEnabled: 1,
      NewPortMappingDescription: DESCRIPTION,
      NewLeaseDuration: lifetimeS,
    }
  }

  #leadsHere({ internalIp }: GatewayRule): boolean {
    return internalIp === this.gateway.own.text
  }

  /** Has a port let in to this computer, or for longer. Nothing is translated: another port outside cannot be had. */
  async #openPinhole(service: Service | null, wanted: Wanted, signal: AbortSignal): Promise<Opened | Failed> {
    const { protocol, internalPort, externalPort, lifetimeS } = wanted
    if (!service || internalPort !== externalPort) return UNSUPPORTED
    const { text } = this.gateway.own
    const result = { externalPort, externalIp: text, lifetimeS }
    const known = this.#pinholes.get(keyOf(wanted))
    if (known !== undefined) {
      const updated = await invoke(this.gateway, service, 'UpdatePinhole', { UniqueID: known, NewLeaseTime: lifetimeS }, signal)
      if (!('fault' in updated)) return result
      if (updated.fault !== NO_SUCH_PINHOLE) return failure(updated)
      this.#pinholes.delete(keyOf(wanted))
    }
    const to = { RemoteHost: '', RemotePort: 0, InternalClient: text, InternalPort: internalPort }
    const args = { ...to, Protocol: PROTOCOL_NUMBERS[protocol], LeaseTime: lifetimeS }
    const made = await invoke(this.gateway, service, 'AddPinhole', args, signal)
    if ('fault' in made) return failure(made)
    const id = made.get('UniqueID') ?? ''
    if (ID.test(id)) this.#pinholes.set(keyOf(wanted), id)
    return result
  }

  /** Closes a pinhole that was opened here. One that another process has opened cannot be named, and ends with its lease. */
  async #closePinhole(service: Service | null, wanted: Wanted, signal: AbortSignal): Promise<'closed' | Failed> {
    const id = this.#pinholes.get(keyOf(wanted))
    if (!service || id === undefined) return UNSUPPORTED
    const answer = await invoke(this.gateway, service, 'DeletePinhole', { UniqueID: id }, signal)
    const said = 'fault' in answer ? failure(answer) : 'closed'
    if (said === 'closed' || said.failed === 'absent') this.#pinholes.delete(keyOf(wanted))
    return said
  }
}

const keyOf = ({ protocol, internalPort }: Wanted) => `${protocol} ${internalPort}`

function taken({ protocol, externalPort, internalIp, internalPort, description, leaseS }: GatewayRule): Failed {
  return { failed: 'taken', code: null, rule: { protocol, externalPort, internalIp, internalPort, description, leaseS } }
}

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
    const line = isOver4 ? await lineOf(gateway, connections, cut) : null
    const rules = line && asked.length > 0 ? await rulesFor(gateway, line.service, asked, cut) : null
    const { wanIp = null, saysNoAddress = false } = line ?? {}
    const opener = (isOver4 ? connections[0] : pinholes) ? new UpnpOpener(gateway, device, signal) : null
    return { version, model, manufacturer, wanIp, saysNoAddress, rules, opener }
  })
}
