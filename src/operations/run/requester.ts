import { REQUESTER_POLICIES } from '../../policy/policies.ts'
import type { NamedTool } from '../registry/tools.ts'

/** Tests whether a tool is a command at home, which looks from this computer and from the doorstep of `--server`. */
export function isAtHome({ tool }: NamedTool): boolean {
  return tool.policy.kind === 'at-home'
}

/** Tests whether running a tool again and again makes sense: it only looks, and ends by itself. */
export function isRepeatable(named: NamedTool): boolean {
  return !isAtHome(named) || named.name === 'home'
}

/** Tests whether a tool is about the connection that a request comes from. A query takes no input except the caller. */
export function isBoundToRequester({ tool }: NamedTool): boolean {
  return !tool.body || REQUESTER_POLICIES.has(tool.policy.kind)
}
