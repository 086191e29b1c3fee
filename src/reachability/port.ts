import { sayReach } from '../diagnostics/port/index.ts'
import { blockOf } from '../router/index.ts'
import type { Check, Finding } from './check.ts'

/** Returns whether the port answers. */
export async function portStep(check: Check): Promise<Finding> {
  const { target, net, port, protocol: asked, seen, provider, locale, probed, finding } = check
  const { found, isHost } = await probed()
  const evidence = { tool: 'port-check', result: found }
  const protocol = asked.toUpperCase()
  const slots = { protocol, port }
  const reason = found.reason ?? ''
  switch (found.status) {
    case 'open': {
      const reach = sayReach(locale, { target: seen, source: net.tcp.sourceTo(target.at(port)) })
      return finding('ok', 'port-open', { ...slots, reach }, evidence)
    }
    case 'refused':
      return finding('problem', 'port-refused', { ...slots, ip: seen.text }, evidence)
    case 'closed':
      // Over UDP a host answers this way; over TCP only a firewall does.
      return asked === 'udp' && reason === 'port-unreachable' && isHost
        ? finding('problem', 'port-refused', { ...slots, ip: seen.text }, evidence)
        : finding('problem', 'port-rejected', { ...slots, reason }, evidence)
    case 'timeout': {
      // Silence counts only if there was time to wait for an answer.
      if (net.signal.aborted) return finding('unknown', 'out-of-time', {}, evidence)
      if (provider && blockOf(provider.isp, port, asked)?.certainty === 'always') {
        return finding('problem', 'port-blocked-by-provider', { ...slots, provider: provider.isp.name[locale] }, evidence)
      }
      return asked === 'udp'
        ? finding('unknown', 'udp-silent', { port }, evidence)
        : finding('problem', 'port-silent', slots, evidence)
    }
    case 'error':
      return finding('unknown', 'port-unchecked', { reason }, evidence)
  }
}
