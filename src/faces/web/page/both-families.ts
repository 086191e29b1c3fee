import { askTool } from './ask.ts'
import type { Visitor } from './state.ts'

/** The longest wait for another origin: where a family does not work, its connections may only time out. */
const PAIRING_MS = 1500

/** Returns the token of the visitor's address of the other family, from the first origin that is reached over it; none where none is. */
export async function otherToken({ ipVersion }: Pick<Visitor, 'ipVersion'>, origins: readonly string[]): Promise<string[]> {
  const asked = origins.map(async (origin) => {
    const reply = await fetch(`${origin}/api/pair`, { signal: AbortSignal.timeout(PAIRING_MS) })
    // A seam: the server keeps to the schema of its answer; a refusal has no address.
    const { ip, token } = (await reply.json()) as { ip?: string; token: string }
    if (ip === undefined || ip.includes(':') !== (ipVersion === 4)) throw new Error(origin)
    return token
  })
  return Promise.any(asked).then(
    (token) => [token],
    () => [],
  )
}

/** Returns the way to ask tools that has reachability checked over both families, and without the other where its token is refused. */
export function askingBoth(ask: typeof askTool, tokens: () => Promise<readonly string[]>): typeof askTool {
  return async (tool, request, asking) => {
    const alsoMe = tool === 'reachability' ? await tokens() : []
    if (alsoMe.length === 0) return ask(tool, request, asking)
    const ending = await ask(tool, { ...request, alsoMe }, asking)
    const isRefused = ending.kind === 'refused' && ending.problem.field?.startsWith('alsoMe')
    return isRefused ? ask(tool, request, asking) : ending
  }
}

/** Returns the way in which this page asks tools: with the visitor's address at the other origins of the server. */
export function askingOf(visitor: Visitor, origins: readonly string[]): typeof askTool {
  const others = () => origins.filter((origin) => origin !== location.origin)
  return askingBoth(askTool, () => otherToken(visitor, others()))
}
