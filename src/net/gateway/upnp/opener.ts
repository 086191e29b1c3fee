// The rules of a gateway over UPnP: making and ending ours, and reading all.
import { type Address, parseAddress } from '../../../policy/address.ts'
import { type Gateway, isMachine } from '../../../policy/gateway.ts'
import {
  type AskedPort,
  type Failed,
  type GatewayRule,
  isUnanswered,
  type Opened,
  type Opener,
  portOf,
  type ToldWan,
  type Wanted,
} from '../types.ts'
import { Control, type Fault, type Service, type Values } from './control.ts'
import { type Device, findDevice } from './device.ts'

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
export class UpnpOpener implements Opener {
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
    return this.#twice(signal, {
      mapping: (controls) => this.#openMapping(controls, wanted),
      pinhole: (control) => this.#openPinhole(control, wanted),
    })
  }

  close(wanted: Wanted): Promise<'closed' | Failed> {
    return this.#twice(AbortSignal.timeout(CLOSE_TIMEOUT_MS), {
      mapping: (controls) => this.#closeMapping(controls, wanted),
      pinhole: (control) => this.#closePinhole(control, wanted),
    })
  }

  /** Runs something, and if nothing answers looks for the gateway's services and runs it again: a router that has restarted has them at another port. */
  async #twice<Result extends Opened | Failed | 'closed'>(signal: AbortSignal, by: Ways<Result>): Promise<Result | Failed> {
    const first = await this.#run(signal, by)
    const isSilent = typeof first === 'object' && 'failed' in first && first.failed === 'silent'
    const found = isSilent ? await findDevice(this.gateway, signal) : null
    if (!found) return first
    this.device = found
    return this.#run(signal, by)
  }

  async #run<Result>(signal: AbortSignal, { mapping, pinhole }: Ways<Result>): Promise<Result | Failed> {
    const { connections, pinholes } = this.device
    const controlOf = (service: Service) => new Control(this.gateway, service, signal)
    if (this.gateway.address.version === 4) return mapping(connections.map(controlOf))
    return pinholes ? pinhole(controlOf(pinholes)) : UNSUPPORTED
  }

  /**
   * Has a port forwarded to this computer. It asks first who has the port, since many gateways replace the rule of another device without a
   * word; and afterwards what was made of the lease. A rule that would stay for good is taken back: only one that ends by itself is harmless
   * when nobody takes it back.
   */
  async #openMapping(controls: readonly Control[], wanted: Wanted): Promise<Opened | Failed> {
    const { protocol, externalPort, internalPort, lifetimeS } = wanted
    const line = await lineAmong(controls)
    if (!line) return UNSUPPORTED
    const { control, wanIp: externalIp } = line
    const asked = { port: externalPort, protocol }
    const before = await ruleAt(control, asked)
    if (before && 'fault' in before) return failure(before)
    const isSame = (rule: GatewayRule) => this.#leadsHere(rule) && rule.internalPort === internalPort
    // Another program's rule may not be made to end.
    if (before && !(isSame(before) && before.description.startsWith(DESCRIPTION))) return taken(before)
    const made = await control.invoke('AddPortMapping', {
      ...ruleArguments(asked),
      NewInternalPort: internalPort,
      NewInternalClient: this.gateway.own.text,
      NewEnabled: 1,
      NewPortMappingDescription: DESCRIPTION,
      NewLeaseDuration: lifetimeS,
    })
    if ('fault' in made) {
      // It may have made the rule. One that was there before stays, since it has its end.
      if (!before && isUnanswered(failure(made)))
        await this.#remove(control.until(AbortSignal.timeout(RELEASE_TIMEOUT_MS)), asked)
      const isCut = made.fault === ACTION_FAILED && line.saysNoAddress
      return isCut ? { failed: 'no-address', code: ACTION_FAILED } : failure(made)
    }
    const after = await ruleAt(control, asked)
    // It said that it had made the rule, and then nothing more.
    if (after && 'fault' in after) return { externalPort, externalIp, lifetimeS }
    if (after && !isSame(after)) return taken(after)
    if (after && after.leaseS !== null) return { externalPort, externalIp, lifetimeS: after.leaseS }
    const removed = await this.#remove(control, asked)
    if (!after) return { failed: 'other', code: null }
    return removed === 'closed' ? { failed: 'permanent', code: ONLY_PERMANENT } : removed
  }

  /** Removes the rule at a port if it leads to this computer. */
  async #closeMapping(controls: readonly Control[], { externalPort: port, protocol }: Wanted): Promise<'closed' | Failed> {
    const line = await lineAmong(controls)
    if (!line) return UNSUPPORTED
    const before = await ruleAt(line.control, { port, protocol })
    if (!before) return { failed: 'absent', code: null }
    if ('fault' in before) return failure(before)
    return this.#leadsHere(before) ? this.#remove(line.control, { port, protocol }) : taken(before)
  }

  async #remove(control: Control, asked: AskedPort): Promise<'closed' | Failed> {
    const answer = await control.invoke('DeletePortMapping', ruleArguments(asked))
    if ('fault' in answer) return failure(answer)
    // Some say that they have deleted what they may not.
    const after = await ruleAt(control, asked)
    return after && !('fault' in after) && this.#leadsHere(after) ? { failed: 'other', code: null } : 'closed'
  }

  #leadsHere({ internalIp }: GatewayRule): boolean {
    return internalIp === this.gateway.own.text
  }

  /** Has a port let in to this computer, or for longer. Nothing is translated: another port outside cannot be had. */
  async #openPinhole(control: Control, wanted: Wanted): Promise<Opened | Failed> {
    const { protocol, internalPort, externalPort, lifetimeS } = wanted
    if (internalPort !== externalPort) return UNSUPPORTED
    const { text } = this.gateway.own
    const opened = { externalPort, externalIp: text, lifetimeS }
    const known = this.#pinholes.get(portOf(wanted))
    if (known !== undefined) {
      const updated = await control.invoke('UpdatePinhole', { UniqueID: known, NewLeaseTime: lifetimeS })
      if (!('fault' in updated)) return opened
      if (updated.fault !== NO_SUCH_PINHOLE) return failure(updated)
      this.#pinholes.delete(portOf(wanted))
    }
    const made = await control.invoke('AddPinhole', {
      RemoteHost: '',
      RemotePort: 0,
      InternalClient: text,
      InternalPort: internalPort,
      Protocol: PROTOCOL_NUMBERS[protocol],
      LeaseTime: lifetimeS,
    })
    if ('fault' in made) return failure(made)
    const id = made.get('UniqueID') ?? ''
    if (ID.test(id)) this.#pinholes.set(portOf(wanted), id)
    return opened
  }

  /** Closes a pinhole that was opened here. One that another process has opened cannot be named, and ends with its lease. */
  async #closePinhole(control: Control, wanted: Wanted): Promise<'closed' | Failed> {
    const id = this.#pinholes.get(portOf(wanted))
    if (id === undefined) return UNSUPPORTED
    const answer = await control.invoke('DeletePinhole', { UniqueID: id })
    const result = 'fault' in answer ? failure(answer) : 'closed'
    if (result === 'closed' || result.failed === 'absent') this.#pinholes.delete(portOf(wanted))
    return result
  }
}

/** The handling of a rule by its kind: with the services that translate ports, or with the one that opens pinholes. */
interface Ways<Result> {
  readonly mapping: (controls: readonly Control[]) => Promise<Result>
  readonly pinhole: (control: Control) => Promise<Result>
}

function taken({ protocol, externalPort, internalIp, internalPort, description, leaseS }: GatewayRule): Failed {
  return { failed: 'taken', code: null, rule: { protocol, externalPort, internalIp, internalPort, description, leaseS } }
}

/** The line of a gateway through which packets go, and its address there. */
interface Line extends ToldWan {
  readonly control: Control
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
export async function lineAmong(controls: readonly Control[]): Promise<Line | null> {
  let best: Line | null = null
  for (const control of controls) {
    const answer = await control.invoke('GetExternalIPAddress', {})
    const text = 'fault' in answer ? null : (answer.get('NewExternalIPAddress') ?? null)
    const address = parseAddress(text ?? '')
    // Private ones as well, which say that there is another router.
    const wanIp = address?.version === 4 && isMachine(address) ? address.text : null
    const line = { control, wanIp, saysNoAddress: text === '' || text === '0.0.0.0' }
    if (line.wanIp) return line
    if (!best || (line.saysNoAddress && !best.saysNoAddress)) best = line
  }
  return best
}

/** A rule, which may be switched off: then it forwards nothing, and has its port all the same. */
interface Entry extends GatewayRule {
  readonly isOn: boolean
}

/** Returns the arguments that name the rule at a port of the gateway. */
function ruleArguments({ port, protocol }: AskedPort) {
  return { NewRemoteHost: '', NewExternalPort: port, NewProtocol: protocol.toUpperCase() }
}

/** Returns the rule that has a port of the gateway, null if none has, and a fault if the gateway does not say. */
async function ruleAt(control: Control, asked: AskedPort): Promise<Entry | Fault | null> {
  const { port, protocol } = asked
  const answer = await control.invoke('GetSpecificPortMappingEntry', ruleArguments(asked))
  if (!('fault' in answer)) return ruleIn(answer, port, protocol) ?? { fault: 'garbled' }
  if (ABSENT.includes(answer.fault)) return null
  const all = typeof answer.fault === 'number' ? await allRules(control) : null
  if (!all?.isWhole) return answer
  return all.rules.find((rule) => rule.externalPort === port && rule.protocol === protocol) ?? null
}

/**
 * Returns the rules for some ports alone: those at them, and those that lead from another one to them on the computer with this address.
 * Null if the gateway does not tell.
 */
export async function rulesFor(
  control: Control,
  asked: readonly AskedPort[],
  own: Address,
): Promise<readonly GatewayRule[] | null> {
  const found: Entry[] = []
  for (const port of asked) {
    const rule = await ruleAt(control, port)
    if (rule && 'fault' in rule) return null
    if (rule) found.push(rule)
  }
  const isFound = ({ port, protocol }: AskedPort) =>
    found.some((rule) => rule.protocol === protocol && rule.externalPort === port)
  const { rules } = await allRules(control)
  const others = rules.filter(({ protocol, externalPort, internalPort, internalIp }) =>
    asked.some((port) => {
      if (port.protocol !== protocol) return false
      return externalPort === port.port ? !isFound(port) : internalPort === port.port && internalIp === own.text
    }),
  )
  const all = [...found, ...others].filter(({ isOn }) => isOn)
  return all.slice(0, RULES_MAX).map(({ isOn: _, ...rule }) => rule)
}

/** Reads the list of rules one by one, as far as it goes. `isWhole`: the gateway said that these are all. */
async function allRules(control: Control) {
  const rules: Entry[] = []
  for (let index = 0; index < RULES_MAX; index++) {
    const answer = await control.invoke('GetGenericPortMappingEntry', { NewPortMappingIndex: index })
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
  const textAt = (name: string) => (values.get(name) ?? '').slice(0, TEXT_CHARACTERS_MAX).toWellFormed()
  const internalPort = numberIn(values.get('NewInternalPort'), PORT_MAX)
  const internalIp = textAt('NewInternalClient')
  const isOn = !['0', 'false', 'no'].includes(textAt('NewEnabled').toLowerCase())
  if (!internalPort || !DEVICE.test(internalIp)) return null
  const leaseS = numberIn(values.get('NewLeaseDuration'), LEASE_MAX) || null
  return { protocol, externalPort, internalIp, internalPort, description: textAt('NewPortMappingDescription'), leaseS, isOn }
}

function numberIn(text: string | undefined, most: number): number | null {
  return text !== undefined && /^\d{1,10}$/.test(text) && Number(text) <= most ? Number(text) : null
}
