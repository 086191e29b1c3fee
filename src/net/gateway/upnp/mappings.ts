import { parseAddress } from '../../../policy/address.ts'
import { type Gateway, isMachine } from '../../../policy/gateway.ts'
import type { AskedPort, GatewayRule } from '../types.ts'
import { type Fault, invoke, isFault, type Service, type Values } from './device.ts'

/** The line of a gateway through which packets go, and its address there. */
export interface Line {
  readonly service: Service
  readonly wanIp: string | null
  readonly saysNoAddress: boolean
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
export async function lineOf(gateway: Gateway, services: readonly Service[], signal: AbortSignal): Promise<Line | null> {
  let best: Line | null = null
  for (const service of services) {
    const answer = await invoke(gateway, service, 'GetExternalIPAddress', {}, signal)
    const text = isFault(answer) ? null : (answer.get('NewExternalIPAddress') ?? null)
    const line = { service, wanIp: wanIpIn(text), saysNoAddress: text === '' || text === '0.0.0.0' }
    if (line.wanIp) return line
    if (!best || (line.saysNoAddress && !best.saysNoAddress)) best = line
  }
  return best
}

/** Returns the address in a text, if a gateway can have it: private ones as well, which say that there is another router. */
function wanIpIn(text: string | null): string | null {
  const address = parseAddress(text ?? '')
  return address?.version === 4 && isMachine(address) ? address.text : null
}

/** A rule, which may be switched off: then it forwards nothing, and has its port all the same. */
interface Entry extends GatewayRule {
  readonly isOn: boolean
}

/** Returns the rule that has a port of the gateway, null if none has, and a fault if the gateway does not say. */
export async function ruleAt(
  gateway: Gateway,
  service: Service,
  { port, protocol }: AskedPort,
  signal: AbortSignal,
): Promise<Entry | Fault | null> {
  const asked = { NewRemoteHost: '', NewExternalPort: port, NewProtocol: protocol.toUpperCase() }
  const answer = await invoke(gateway, service, 'GetSpecificPortMappingEntry', asked, signal)
  if (!isFault(answer)) return ruleIn(answer, port, protocol) ?? { fault: 'garbled' }
  if (ABSENT.includes(answer.fault)) return null
  const all = typeof answer.fault === 'number' ? await allRules(gateway, service, signal) : null
  if (!all?.isWhole) return answer
  return all.rules.find((rule) => rule.externalPort === port && rule.protocol === protocol) ?? null
}

/** Returns the rules for a port alone: those at it, and those that lead from another one to it on this computer. Null if it does not tell. */
export async function rulesFor(
  gateway: Gateway,
  service: Service,
  asked: AskedPort,
  signal: AbortSignal,
): Promise<readonly GatewayRule[] | null> {
  const at = await ruleAt(gateway, service, asked, signal)
  if (at && 'fault' in at) return null
  const { rules } = await allRules(gateway, service, signal)
  const others = rules.filter(({ protocol, externalPort, internalPort, internalIp }) => {
    const isTo = internalPort === asked.port && internalIp === gateway.own.text
    return protocol === asked.protocol && (externalPort === asked.port ? !at : isTo)
  })
  const all = (at ? [at, ...others] : others).filter(({ isOn }) => isOn)
  return all.slice(0, RULES_MAX).map(({ isOn: _, ...rule }) => rule)
}

interface AllRules {
  readonly rules: readonly Entry[]
  /** Whether the gateway said that these are all. */
  readonly isWhole: boolean
}

/** Reads the list of rules one by one, as far as it goes. */
async function allRules(gateway: Gateway, service: Service, signal: AbortSignal): Promise<AllRules> {
  const rules: Entry[] = []
  for (let index = 0; index < RULES_MAX; index++) {
    const asked = { NewPortMappingIndex: index }
    const answer = await invoke(gateway, service, 'GetGenericPortMappingEntry', asked, signal)
    if (isFault(answer)) return { rules, isWhole: ABSENT.includes(answer.fault) }
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
