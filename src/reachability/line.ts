/** The steps of the requester's line: the address, the translation of addresses, and what to enter in the router. */
import { isAccessPoint, sayRule } from '../advice/index.ts'
import type { Where } from '../diagnostics/where/index.ts'
import { proxyNetworkOf, registrationOf } from '../ipdata/index.ts'
import { classify } from '../policy/classify.ts'
import { isOn } from '../router/catalogue/ports.ts'
import { isLeftAlone, type Plan, type PlanBody, planRequestFor, wanOf } from '../router/index.ts'
import { type Check, type Evidence, type Finding, isBehindForwarder, isPassedOnTwice, isRuleProven, seenEnd } from './check.ts'
import { stepsText } from './steps.text.ts'
import type { Request } from './subject.ts'

/** Returns whether checks of the requester's address reach the requester's own line. */
export function addressStep({ seen, ipdata, provider, locale, finding }: Check): Finding {
  const { text: ip, version } = seen
  const result = registrationOf(ipdata, seen, locale)
  const evidence = { tool: 'ip-lookup', result }
  const asn = result.asns[0]?.asn ?? null
  const proxy = proxyNetworkOf(asn)
  if (proxy !== null) return finding('problem', 'through-proxy', { ip, network: proxy }, evidence)
  if (classify(seen).scope !== 'public') return finding('ok', 'allowed-address', { ip }, evidence)
  // Residents know the name of their provider, not that of the company that registered the network.
  const usual = asn !== null && provider?.isp.asns?.includes(asn) ? provider.isp.name[locale] : null
  const network = usual ?? result.organization ?? stepsText.say(locale, 'network-unknown', {})
  return finding('ok', 'public-address', { ip, version, network }, evidence)
}

/** Finds what translates addresses between the requester's router and the internet, as far as it is known. */
export async function natStep(check: Check): Promise<Finding> {
  const { seen, routerWan, provider, judgement, locale, finding } = check
  const ip = seen.text
  if (seen.version === 6) return finding('ok', 'ipv6-direct', { ip })
  const { nat, isUsuallyShared, sharesPorts } = judgement.line
  const result = {
    nat,
    routerWanIp: routerWan?.text ?? null,
    provider: provider?.isp.id ?? null,
    guessed: provider?.guessed ?? false,
  }
  const evidence = { tool: null, result }
  const wan = routerWan?.text ?? ''
  // An open port at a shared address belongs to another customer, unless a key proves that it does not.
  if (cannotForward(check)) {
    if (!(await isProven(check))) return obstacle(check, evidence)
    return routerWan
      ? finding('ok', 'translated-but-open', { wan }, evidence)
      : finding('ok', 'shared-but-open', { provider: providerName(check) }, evidence)
  }
  const where = await lookedAt(check)
  if (where?.forwardingRule === 'proven') return forwarded(check, where, evidence)
  const some = () => finding('unknown', 'ports-shared', { ip, provider: providerName(check) }, evidence)
  if (nat === 'none') return sharesPorts ? some() : finding('ok', 'no-translation', { ip }, evidence)
  if (nat === 'double-nat') return behindTwo(check, evidence)
  if (routerWan && wanOf(routerWan) === 'down') return finding('unknown', 'router-offline', { wan }, evidence)
  if (routerWan?.version === 4) return finding('unknown', 'other-address', { wan, ip }, evidence)
  if (isUsuallyShared) return usuallyShared(check, evidence)
  if (sharesPorts) return some()
  if (provider?.isp.carrierNat.usual !== 'sometimes') return finding('unknown', 'nat-unknown', { ip }, evidence)
  return finding('unknown', 'provider-may-share', { provider: provider.isp.name[locale] }, evidence)
}

/** Returns whether the port was proven to lead to the requester; nothing is sent without a key. */
async function isProven({ isLineOnly, key, probed }: Check): Promise<boolean> {
  return key !== null && !isLineOnly && (await probed()).found.proof === 'proven'
}

/** Returns where packets to the port end; null where the plan says that a check from outside tells nothing. */
async function lookedAt({ isLineOnly, judgement, probed }: Check): Promise<Where | null> {
  return isLineOnly || isLeftAlone(judgement) ? null : (await probed()).found.where
}

/** Returns the line as a proven rule shows it: what was seen wins over what is guessed, and speaks up against what the caller said. */
function forwarded(check: Check, where: Where, evidence: Evidence): Finding {
  const { seen, routerWan, judgement, finding } = check
  const { nat, isUsuallyShared } = judgement.line
  const ip = seen.text
  const wan = routerWan?.text ?? ''
  const isTwice = isPassedOnTwice(where)
  if (nat === 'double-nat')
    return isTwice
      ? finding('ok', 'both-forward', { wan }, evidence)
      : finding('unknown', 'outer-forwards', { wan, ip }, evidence)
  if (nat !== 'none' && routerWan?.version === 4) return finding('unknown', 'wan-contradicted', { wan, ip }, evidence)
  if (isTwice) return finding('unknown', 'second-forwarder', {}, evidence)
  if (nat === 'none') return finding('ok', 'no-translation', { ip }, evidence)
  // On a line that is shared after all, it may be the rule of another customer.
  return isUsuallyShared
    ? finding('unknown', 'shared-but-forwarded', { ip, provider: providerName(check) }, evidence)
    : finding('ok', 'address-forwards', { ip }, evidence)
}

/** Returns the reason why no rule on this line can let anybody in. Most games on a console do without one. */
function obstacle(check: Check, evidence: Evidence): Finding {
  const { judgement, routerWan, router, locale, finding } = check
  const { obstacle: kind } = judgement.line
  const wan = routerWan?.text ?? ''
  const status = judgement.need === 'console' ? 'unknown' : 'problem'
  if (kind === 'building') return finding(status, 'building-shares', {}, evidence)
  if (kind === 'ds-lite') return finding(status, 'ds-lite', {}, evidence)
  if (kind === 'box') return finding(status, 'box-cannot-forward', { router: router.name[locale] }, evidence)
  if (kind === 'carrier') return finding(status, 'carrier-nat', { wan }, evidence)
  const isCertain = check.provider?.isp.ipv4 === 'shared'
  return wanOf(routerWan) === 'private' && !isCertain
    ? finding(status, 'provider-private', { wan }, evidence)
    : finding(status, 'provider-shares-line', { provider: providerName(check) }, evidence)
}

function providerName({ provider, router, locale }: Check): string {
  return provider?.isp.name[locale] ?? router.name[locale]
}

/** Returns the finding for a line that usually shares its address: only the port itself can tell. */
async function usuallyShared(check: Check, evidence: Evidence): Promise<Finding> {
  const { port, finding } = check
  const provider = providerName(check)
  const outcome = await outcomeBehind(check)
  if (outcome === 'open') return finding('ok', 'shared-but-open', { provider }, evidence)
  if (outcome === 'unproved') return finding('unknown', 'provider-shares-unproved', { provider }, evidence)
  return finding('problem', 'provider-shares', { provider, port }, evidence)
}

/** Returns the finding for a router behind another: a connection gets through if each forwards the port. */
async function behindTwo(check: Check, evidence: Evidence): Promise<Finding> {
  const { routerWan, port, finding } = check
  const wan = routerWan?.text ?? ''
  if (isBetterShut(check) || isAccessPoint(check.facts(null))) return finding('unknown', 'behind-another', { wan }, evidence)
  const outcome = await outcomeBehind(check)
  if (outcome === 'open') return finding('ok', 'translated-but-open', { wan }, evidence)
  // A refusal may come from the outer router or from the device.
  if (outcome !== 'silent') return finding('unknown', 'two-routers-unproved', { wan }, evidence)
  return finding('problem', 'two-routers', { wan, port }, evidence)
}

/** Returns what the port tells of the way to it; silence over UDP tells nothing, and nor does a port that is not checked. */
async function outcomeBehind(check: Check): Promise<'open' | 'refused' | 'silent' | 'unproved'> {
  const { isLineOnly, protocol, net, judgement, probed } = check
  if (isLineOnly || isLeftAlone(judgement)) return 'unproved'
  const { status, proof } = (await probed()).found
  if (proof === 'someone-else') return 'unproved'
  if (status === 'open' || status === 'refused') return status
  if (status === 'error' || (protocol === 'udp' && status === 'timeout') || net.signal.aborted) return 'unproved'
  return protocol === 'udp' ? 'refused' : 'silent'
}

/** Returns what to enter in the router, as far as a rule can help. */
export function routerStep(check: Check): Finding {
  const { finding, internalIp, locale } = check
  const slots = { protocol: check.protocol.toUpperCase(), port: check.port }
  if (isBetterShut(check) && isRuleProven(check)) return finding('unknown', 'router-rule-to-delete', slots)
  if (isBetterShut(check)) return finding('skipped', 'router-better-shut', {})
  if (cannotForward(check)) return finding('skipped', 'router-cannot-help', {})
  const where = seenEnd(check)
  const isBehind = isBehindForwarder(check)
  const told = where && !isBehind ? routerAt(check, where) : null
  if (told) return told
  const isSeen = where !== null && where.verdict !== 'cannot-tell'
  if (isSeen && check.seen.version === 6) return finding('unknown', 'router-decides-ipv6', {})
  const plan = planFor(check)
  if (!plan) return finding('unknown', check.seen.version === 6 ? 'router-unseen-ipv6' : 'router-unseen', {})
  const rules = neededRules(check, plan).map((rule) => sayRule(rule, internalIp, locale))
  return finding(
    'unknown',
    isBehind ? 'router-inner' : isSeen ? 'router-rule-not-seen' : 'router-plan',
    { rules: rules.join(', ') },
    { tool: 'port-forward-plan', result: plan },
  )
}

function routerAt({ protocol, port, seen, finding }: Check, { verdict, forwardingRule, allPorts }: Where): Finding | null {
  const slots = { protocol: protocol.toUpperCase(), port }
  // Over IPv6 it may be the router that refuses on the way.
  const isBefore = verdict === 'stopped-before' || (verdict === 'refused-on-the-way' && seen.version === 4)
  if (isBefore) return finding('unknown', 'router-not-reached', slots)
  if (seen.version === 6 && verdict === 'router-reached') return finding('unknown', 'router-reached', {})
  if (seen.version === 6 && (verdict === 'no-device' || verdict === 'refused-by-device'))
    return finding('ok', 'router-lets-in', slots)
  if (forwardingRule !== 'proven') return null
  if (verdict === 'wrong-address') return finding('problem', 'router-leads-out', slots)
  if (verdict === 'refused-at-address') return finding('problem', 'router-filters', {})
  return allPorts ? finding('ok', 'router-forwards-all', {}) : finding('ok', 'router-forwards', slots)
}

/** Returns the rules without which the service, or the port that was asked for, cannot be reached. */
function neededRules({ port, protocol }: Check, { rules }: Plan): Plan['rules'] {
  const isAsked = ({ externalPort, protocol: spoken }: Plan['rules'][number]) =>
    isOn([{ external: externalPort, protocol: spoken }], port, protocol)
  return rules.filter((rule) => rule.required || isAsked(rule))
}

/** Returns whether the service should stay closed. A service that is merely likely on a port is not a reason to advise against it. */
export function isBetterShut({ judgement }: Check): boolean {
  return judgement.advice === 'keep-shut'
}

/** Returns whether no rule on this line can let anybody in; nothing is translated over IPv6. */
export function cannotForward({ judgement, seen }: Check): boolean {
  return judgement.line.works === 'no' && seen.version !== 6
}

/** Returns the plan of port-forward-plan; null if none of its rules is for the port, or the address is one that needs no forwarding. */
function planFor(check: Check): Plan | null {
  if (check.seen.version === 6) return null
  const plan = check.plan()
  // A service may use a port that should stay closed, such as its remote console.
  const isForPort = isOn(
    plan.rules.map((rule) => ({ external: rule.externalPort, protocol: rule.protocol })),
    check.port,
    check.protocol,
  )
  return isForPort ? plan : null
}

/** Returns the request that port-forward-plan answers with the same plan. */
export function planBody({ useCase, isNamed, port, protocol, usable }: Check, more: Partial<PlanBody> = {}): PlanBody {
  return { ...planRequestFor(useCase, isNamed, { port, protocol }), ...hintsOf(usable), ...more }
}

/** Returns the part of the request that matters for logging in. */
export function loginBody(request: Request) {
  const { internalIp, ...hints } = hintsOf(request)
  return hints
}

function hintsOf({ useCase, port, protocol, hostname, scheme, proof, alsoMe, ...hints }: Request) {
  return hints
}
