import { proxyNetworkOf, registrationOf } from '../ipdata/index.ts'
import { classify } from '../policy/classify.ts'
import { type NatVerdict, natOf, wanOf } from '../router/index.ts'
import type { Check, Evidence, Finding } from './check.ts'
import { stepsText } from './steps.text.ts'

/** Returns whether checks of the requester's address reach the requester's own line. */
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

/** Finds what translates addresses between the requester's router and the internet, as far as it is known. */
export async function natStep(check: Check): Promise<Finding> {
  const { seen, routerWan, provider, locale, finding } = check
  if (seen.version === 6) return finding('ok', 'ipv6-direct', { ip: seen.text })
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
  // An open port at a shared address belongs to another customer.
  if (nat === 'carrier-grade') return finding('problem', 'carrier-nat', { wan }, evidence)
  if (provider?.isp.carrierNat.usual === 'yes' || nat === 'double-nat') return translated(check, nat, evidence)
  if (routerWan && wanOf(routerWan) === 'down') return finding('unknown', 'router-offline', { wan }, evidence)
  if (routerWan?.version === 4) return finding('unknown', 'other-address', { wan, ip }, evidence)
  if (provider?.isp.carrierNat.usual !== 'sometimes') return finding('unknown', 'nat-unknown', { ip }, evidence)
  return finding('unknown', 'provider-may-share', { provider: provider.isp.name[locale] }, evidence)
}

/**
 * Returns the finding for a translated address. Several translations let a connection through if each forwards the port: only the port
 * itself can tell.
 */
async function translated(check: Check, nat: NatVerdict, evidence: Evidence): Promise<Finding> {
  const { routerWan, port, provider, locale, finding } = check
  const outcome = await outcomeBehind(check)
  if (provider?.isp.carrierNat.usual === 'yes') {
    const name = provider.isp.name[locale]
    if (outcome === 'open') return finding('ok', 'shared-but-open', { provider: name }, evidence)
    if (outcome === 'unproved') return finding('unknown', 'provider-shares-unproved', { provider: name }, evidence)
    return finding('problem', 'provider-shares', { provider: name, port }, evidence)
  }
  const wan = nat === 'double-nat' ? (routerWan?.text ?? '') : ''
  if (outcome === 'open') return finding('ok', 'translated-but-open', { wan }, evidence)
  // Few first routers answer for a port that they do not forward: a refusal more likely comes from the device.
  if (outcome !== 'silent') return finding('unknown', 'two-routers-unproved', { wan }, evidence)
  return finding('problem', 'two-routers', { wan, port }, evidence)
}

/** Returns what the port tells of the way to it; silence over UDP tells nothing. */
async function outcomeBehind({ protocol, net, probed }: Check): Promise<'open' | 'refused' | 'silent' | 'unproved'> {
  const { status } = (await probed()).found
  if (status === 'open' || status === 'refused') return status
  if (status === 'error' || (protocol === 'udp' && status === 'timeout') || net.signal.aborted) return 'unproved'
  return protocol === 'udp' ? 'refused' : 'silent'
}
