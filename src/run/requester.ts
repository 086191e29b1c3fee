import type { Policy } from '../policy/policies.ts'
import type { NamedTool } from '../registry/tools.ts'

const REQUESTER_POLICIES: ReadonlySet<Policy['kind']> = new Set(['requester', 'requester-and-name', 'requester-service'])

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

/** Tests whether a result may be about the home of whoever asks. A tool that reaches nobody works with what it is told, which may be of their router. */
export function isAboutOwn(named: NamedTool): boolean {
  return isBoundToRequester(named) || isAtHome(named) || named.tool.policy.kind === 'offline'
}
