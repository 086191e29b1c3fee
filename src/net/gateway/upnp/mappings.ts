import { parseAddress } from '../../../policy/address.ts'
import { type Gateway, isMachine } from '../../../policy/gateway.ts'
import type { AskedPort, GatewayRule, ToldWan } from '../types.ts'
import { type Fault, invoke, type Service, type Values } from './device.ts'

/** The line of a gateway through which packets go, and its address there. */
export interface Line extends ToldWan {
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
export async function lineOf(gateway: Gateway, services: readonly Service[], signal: AbortSignal): Promise<Line | null> {
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
export async function ruleAt(
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
export async function rulesFor(
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
