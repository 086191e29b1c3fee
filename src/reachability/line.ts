import { proxyNetworkOf, registrationOf } from '../ipdata/index.ts'
import { classify } from '../policy/classify.ts'
import { type NatVerdict, natOf, wanOf } from '../router/nat.ts'
import type { Check, Finding } from './check.ts'
import { stepsText } from './steps.text.ts'

/** Whether checks of the requester's address reach the requester's own line. */
export function addressStep({ seen, ipdata, locale, finding }: Check): Finding {
  const { text: ip, version } = seen
  const result = registrationOf(ipdata, seen, locale)
  const evidence = { tool: 'ip-lookup', result }
  const proxy = proxyNetworkOf(result.asns[0]?.asn ?? null)
  if (proxy !== null) return finding('problem', 'through-proxy', { ip, network: proxy }, evidence)
  if (classify(seen).scope !== 'public') return finding('ok', 'allowed-address', { ip }, evidence)
  const network = result.organization ?? stepsText.say(locale, 'network-unknown', {})
  return finding('ok', 'public-address', { ip, version, network }, evidence)
}

/** What translates addresses between the requester's router and the internet, as far as it is known. */
export async function natStep(check: Check): Promise<Finding> {
  const { seen, routerWan, provider, locale, finding } = check
  if (seen.version === 6) return finding('ok', 'ipv6-direct', {})
  const nat = routerWan?.version === 4 ? natOf(routerWan, seen) : 'unknown'
  const result = {
    nat,
    routerWanIp: routerWan?.text ?? null,
    provider: provider?.isp.id ?? null,
    guessed: provider?.guessed ?? false,
  }
  const evidence = { tool: null, result }
  const ip = seen.text
  const wan = routerWan?.text ?? ''
  if (nat === 'none') return finding('ok', 'no-translation', { ip }, evidence)
  // An open port at a shared address is somebody else's.
  if (nat === 'carrier-grade') return finding('problem', 'carrier-nat', { wan }, evidence)
  if (provider?.isp.carrierNat.usual === 'yes' || nat === 'double-nat') return translated(check, nat, evidence)
  if (routerWan && wanOf(routerWan) === 'down') return finding('unknown', 'router-offline', { wan }, evidence)
  if (routerWan?.version === 4) return finding('unknown', 'other-address', { wan, ip }, evidence)
  if (provider?.isp.carrierNat.usual !== 'sometimes') return finding('unknown', 'nat-unknown', { ip }, evidence)
  return finding('unknown', 'provider-may-share', { provider: provider.isp.name[locale] }, evidence)
}

/** More than one translation can be passed if each forwards the port: only the port itself can tell. */
async function translated(
  { routerWan, port, provider, locale, probed, finding }: Check,
  nat: NatVerdict,
  evidence: { tool: null; result: Record<string, unknown> },
): Promise<Finding> {
  const isOpen = (await probed()).found.status === 'open'
  const name = provider?.isp.carrierNat.usual === 'yes' ? provider.isp.name[locale] : null
  if (name !== null) {
    if (isOpen) return finding('ok', 'shared-but-open', { provider: name }, evidence)
    return finding('problem', 'provider-shares', { provider: name, port }, evidence)
  }
  const wan = nat === 'double-nat' ? (routerWan?.text ?? '') : ''
  if (isOpen) return finding('ok', 'translated-but-open', { wan }, evidence)
  return finding('problem', 'two-routers', { wan, port }, evidence)
}
