import { sayReach } from '../diagnostics/port/index.ts'
import { portsOf } from '../router/catalogue/ports.ts'
import { planOf } from '../router/plan/plan.ts'
import { findBrand } from '../router/plan/subjects.ts'
import { blocksPort } from '../router/providers.ts'
import type { Check, Finding } from './check.ts'

/** Whether the port answers. */
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
      if (provider && blocksPort(provider.isp, port, asked)) {
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

/** What to enter in the router, if the port does not get through. */
export function routerStep(check: Check): Finding {
  const plan = planFor(check)
  if (!plan) return check.finding('unknown', 'router-unseen', {}, { tool: 'router-login-route', result: null })
  const { nextActions: _, ...result } = plan
  const rules = plan.rules.map(
    (rule) => `${rule.protocol.toUpperCase()} ${rule.externalPort} → ${rule.internalIp}:${rule.internalPort}`,
  )
  return check.finding('unknown', 'router-plan', { rules: rules.join(', ') }, { tool: 'port-forward-plan', result })
}

/** The plan of port-forward-plan; null if the service is not known on this port, or the address is one that needs no forwarding. */
export function planFor({ useCase, port, protocol, known, routerBrand, internalIp, routerWan, seen, locale }: Check) {
  if (!useCase || seen.version === 6 || !isOn(useCase.ports, port, protocol)) return null
  const plan = planOf({ useCase, router: findBrand(known, routerBrand), internalIp, routerWan }, known, seen, locale)
  return plan.rules.length > 0 ? plan : null
}

function isOn(ports: readonly { external: string; protocol: string }[], port: number, protocol: string): boolean {
  return ports.some((one) => {
    const { first, last } = portsOf(one.external)
    return one.protocol === protocol && first <= port && port <= last
  })
}
