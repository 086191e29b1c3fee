import { type Address, parseAddress } from '../../../policy/address.ts'
import { isMachine } from '../../../policy/gateway.ts'
import type { AskedPort, GatewayRule, ToldWan } from '../types.ts'
import type { Control, Fault } from './control.ts'
import type { Values } from './xml.ts'

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
export function ruleArguments({ port, protocol }: AskedPort) {
  return { NewRemoteHost: '', NewExternalPort: port, NewProtocol: protocol.toUpperCase() }
}

/** Returns the rule that has a port of the gateway, null if none has, and a fault if the gateway does not say. */
export async function ruleAt(control: Control, asked: AskedPort): Promise<Entry | Fault | null> {
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
