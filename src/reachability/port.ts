import { isHeardElsewhere } from '../diagnostics/identity/index.ts'
import { sayReach } from '../diagnostics/port/index.ts'
import { isSilent, sayEnd } from '../diagnostics/where/index.ts'
import { OUT_OF_TIME } from '../net/hearing.ts'
import { blockOf } from '../router/index.ts'
import { aboutEnd, type Check, type Finding, type PortFound } from './check.ts'

/** Returns whether the port answers, and where packets to it end. */
export async function portStep(check: Check): Promise<Finding> {
  const { target, net, port, protocol: asked, seen, locale, probed, finding } = check
  const { found, isHost } = await probed()
  const evidence = { tool: 'port-check', result: found }
  const slots = { protocol: asked.toUpperCase(), port }
  const reason = found.reason ?? ''
  if (found.status === 'open') {
    const reach = sayReach(locale, { target: seen, source: net.tcp.sourceTo(target.at(port)) })
    if (found.proof === 'someone-else') return finding('problem', 'port-someone-else', slots, evidence)
    return finding('ok', found.proof === 'proven' ? 'port-proven' : 'port-open', { ...slots, reach }, evidence)
  }
  // Silence counts only if there was time to wait for an answer.
  if (reason === OUT_OF_TIME) return finding('unknown', 'out-of-time', {}, evidence)
  if (found.status === 'error') return finding('unknown', 'port-unchecked', { reason }, evidence)
  const told = aloneStep(check, found) ?? blockedStep(check, found) ?? endStep(check, found)
  if (told) return told
  // Over UDP a host answers this way; over TCP only a firewall does.
  const isRefusal = found.status === 'refused' || (asked === 'udp' && reason === 'port-unreachable' && isHost)
  if (isRefusal) return finding('problem', 'port-refused', { ...slots, ip: seen.text }, evidence)
  if (found.status === 'closed') return finding('problem', 'port-rejected', { ...slots, reason }, evidence)
  return asked === 'udp'
    ? finding('unknown', 'udp-silent', { port }, evidence)
    : finding('problem', 'port-silent', slots, evidence)
}

/** Returns the silence of a port whose program was heard on another one; null where it was not. */
function aloneStep({ query, port, finding }: Check, found: PortFound): Finding | null {
  if (found.status !== 'timeout' || !query?.port || !isHeardElsewhere(found.identity, query, port)) return null
  return finding('unknown', 'port-silent-alone', { port, query: query.port }, { tool: 'port-check', result: found })
}

/** Returns the silence of a port that the provider blocks on all its lines; null where the port was seen to get as far as the router. */
function blockedStep({ provider, port, protocol, locale, finding }: Check, found: PortFound): Finding | null {
  if (found.status !== 'timeout' || found.where?.forwardingRule === 'proven') return null
  if (!provider || blockOf(provider.isp, port, protocol)?.certainty !== 'always') return null
  const slots = { protocol: protocol.toUpperCase(), port, provider: provider.isp.name[locale] }
  return finding('problem', 'port-blocked-by-provider', slots, { tool: 'port-check', result: found })
}

function endStep(check: Check, found: PortFound): Finding | null {
  const { where } = found
  if (!where || where.verdict === 'cannot-tell') return null
  const isByDesign = check.protocol === 'udp' && isSilent(where)
  return {
    status: isByDesign ? 'unknown' : 'problem',
    code: `port-${where.verdict}`,
    summary: sayEnd(aboutEnd(check, where)),
    tool: 'port-check',
    result: found,
  }
}
