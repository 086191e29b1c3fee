import type { Gateway } from '../../../policy/gateway.ts'
import type { Failed, GatewayRule, Opened, Wanted } from '../types.ts'
import type { Service } from './device.ts'
import { mappingFailure, ONLY_PERMANENT, UNSUPPORTED } from './failures.ts'
import { type Line, lineOf, ruleAt } from './mappings.ts'
import { invoke, isFault } from './soap.ts'

/** The description of our rules, by which a later run knows them. */
const DESCRIPTION = 'doorstep'
const FAILED = 501
const RELEASE_TIMEOUT_MS = 2000

/**
 * Has the gateway forward a port to this computer. It asks first who has the port, since many gateways replace the rule of another device
 * without a word; and afterwards what was made of the lease. A rule that would stay for good is taken back: only one that ends by itself is
 * harmless when nobody takes it back.
 */
export async function openMapping(
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
export async function closeMapping(
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
