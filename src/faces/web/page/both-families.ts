import type { Ending, Visitor } from './answers.ts'
import type { askTool } from './ask.ts'

/** The longest wait for another origin: where a family does not work, its connections may only time out. */
const PAIRING_MS = 1500

/** Returns the token of the visitor's address of a family, at the first origin that is reached over it; null where none is. An origin ends with a slash, or is empty for that of the page. */
export async function pairedOver(ipVersion: 4 | 6, bases: readonly string[]) {
  const asked = bases.map(async (base) => {
    const reply = await fetch(`${base}api/pair`, { signal: AbortSignal.timeout(PAIRING_MS) })
    // A seam: the server keeps to the schema of its answer; a refusal has no address.
    const { ip, token } = (await reply.json()) as { ip?: string; token: string }
    if (ip === undefined || ip.includes(':') !== (ipVersion === 6)) throw new Error(base)
    return { base, token }
  })
  return Promise.any(asked).catch(() => null)
}

/**
 * Returns the ways to ask about both, the best first: the origin that is asked, and the tokens of the addresses at the others. IPv4 leads, since most people connect over it: an origin that is reached over it is
 * asked, even from a page that came over IPv6.
 */
export async function waysOf({ ipVersion }: Pick<Visitor, 'ipVersion'>, bases: readonly string[]) {
  const other = await pairedOver(ipVersion === 4 ? 6 : 4, bases)
  if (!other) return []
  const fromHere = { base: '', alsoMe: [other.token] }
  const own = ipVersion === 6 && (await pairedOver(6, ['']))
  return own ? [{ base: other.base, alsoMe: [own.token] }, fromHere] : [fromHere]
}

/** Returns the way to ask tools that has reachability checked over both families, and over one where that is refused. */
export function askingBoth(ask: typeof askTool, ways: () => ReturnType<typeof waysOf>): typeof askTool {
  return async (tool, request, asking) => {
    for (const { base, alsoMe } of tool === 'reachability' ? await ways() : []) {
      const ending = await ask(tool, { ...request, alsoMe }, base === '' ? asking : { ...asking, base })
      if (!isUnpaired(ending)) return ending
    }
    return ask(tool, request, asking)
  }
}

/** Returns whether a request failed because of the other address or the other origin, not in itself. */
function isUnpaired(ending: Ending): boolean {
  if (ending.kind === 'failed') return ending.why === 'unreachable'
  if (ending.kind === 'answered') return false
  return ending.problem.code === 'foreign-origin' || ending.problem.field?.startsWith('alsoMe') === true
}
