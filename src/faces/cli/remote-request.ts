import { jsonOf } from '../../contract/clean.ts'
import { askRemote, type RemoteRequest, wholeText } from '../../net/remote.ts'
import { rootsWith } from '../../net/tls/trust.ts'
import { userAgentOf } from '../../net/user-agent.ts'
import { openRoots } from '../../operations/opening/files.ts'
import type { Config } from '../../settings/options.ts'

/** The settings with a doorstep to ask. */
export type ServerConfig = Config & { readonly server: URL }

/** Returns a GET request of a path of the doorstep of `--server`, by the settings. */
export function requestTo(path: string, { server, contact, extraCa }: ServerConfig, timeoutMs: number): RemoteRequest {
  return {
    url: new URL(path.slice(1), server),
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': userAgentOf(contact) },
    body: null,
    roots: rootsWith(openRoots({ extraCa }).certificates),
    timeoutMs,
  }
}

/** Returns the JSON of an answer with 200, and the address that it came from; null for any other answer. Throws a RemoteFailure. */
export async function jsonFrom(request: RemoteRequest): Promise<{ readonly value: unknown; readonly peer: string | null }> {
  const { status, chunks, peer } = await askRemote(request)
  return { value: status === 200 ? parsed(await wholeText(chunks)) : null, peer }
}

/** The most that values of an answer stand within each other, which is far more than in any answer: deeper ones exhaust the stack of whoever reads them. */
const DEPTH_MAX = 64

/** Returns the value of a text; null if it is not JSON, or nested as no answer is. */
export function parsed(text: string): unknown {
  const value = jsonOf(text) ?? null
  return isFlat(value, DEPTH_MAX) ? value : null
}

function isFlat(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isFlat(inner, depth - 1))
}
