import type { Locale } from '../../contract/text.ts'
import type { Caller } from '../../policy/caller.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { isBoundToRequester } from '../../run/requester.ts'
import { mcpText } from './mcp.text.ts'

/**
 * Returns the address that an answer is about, if that is the requester's: behind a hosted agent it is that of the agent's cloud, and the model
 * would take it for the person's. Null for all other tools, and where the address is not known and the tool refuses.
 */
export function addressTested(named: NamedTool, caller: Caller, locale: Locale): string | null {
  if (caller.kind === 'local' || !isBoundToRequester(named)) return null
  const slots = { ip: caller.address.text }
  if (caller.requester) return mcpText.say(locale, 'about-requester', slots)
  return named.tool.body ? null : mcpText.say(locale, 'about-proxy', slots)
}
