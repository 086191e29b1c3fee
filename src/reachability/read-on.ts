import { followUp, type NextAction } from '../contract/next-action.ts'
import { adviceText } from './advice.text.ts'
import { isRefusedBehindTwo, mayBeBlocked } from './cause.ts'
import type { Code } from './check.ts'
import { providerName } from './line.ts'
import { forwardUpstream } from './line-advice.ts'
import { isBetterShut, loginBody, planBody, planFor } from './router.ts'
import { otherPort, type Situation } from './situation.ts'

/** Returns what else to do, and the tools that go into the finding that matters most. */
export function readOn(situation: Situation, code: Code | undefined): NextAction[] {
  const { next, again, judgement, target, usable, port, findings } = situation
  if (judgement.advice === 'not-needed') return []
  if (isBetterShut(situation)) return isNameCode(code) ? seeName(situation) : []
  switch (code) {
    case 'carrier-nat':
    case 'ds-lite':
    case 'building-shares':
    case 'provider-private':
    case 'provider-shares-line':
    case 'box-cannot-forward':
    case 'provider-shares':
      return [seeOthers(situation)]
    case 'name-shared': {
      const wan = findings.find((one) => one.code === code)?.addresses?.[0]?.text
      return [seeOthers(situation, wan), ...seeName(situation)]
    }
    case 'name-private':
      return [...compareWan(situation), ...seeName(situation)]
    case 'port-silent':
    case 'port-blocked-by-provider':
      return [...ifBlocked(situation, code), seePlan(situation)]
    case 'port-refused':
      return [...startBehindTwo(situation), seePlan(situation)]
    case 'port-rejected':
    case 'udp-silent':
    case 'port-unchecked':
    case 'out-of-time':
      return [seePlan(situation)]
    case 'two-routers':
      return [seePlan(situation), next('find-router', {}, followUp('router-login-route', loginBody(usable)))]
    case 'certificate-not-trusted':
      return [next('see-certificate', {}, followUp('ssl-check', { host: target.domain?.ascii ?? '', port }))]
    default:
      if (judgement.advice === 'ask-console') return consoleActions(situation)
      return [...(isNameCode(code) ? seeName(situation) : []), ...safer()]
  }

  function safer(): NextAction[] {
    const { service, isNamed, locale } = situation
    const isOpen = findings.some((one) => one.code === 'port-open')
    const text = service.saferAlternative?.[locale]
    return isNamed && isOpen && judgement.need === 'careful' && text !== undefined
      ? [{ ...next('use-safer-way', { port }, again), text }]
      : []
  }
}

function isNameCode(code: Code | undefined): boolean {
  return code !== undefined && (code.startsWith('name-') || code === 'record-missing' || code === 'other-family-elsewhere')
}

function seeName({ next, target }: Situation): NextAction[] {
  const hostname = target.domain?.unicode
  return hostname === undefined ? [] : [next('see-name', { hostname }, followUp('ddns-match', { hostname }))]
}

function subject({ isNamed, useCase, port, protocol, locale, ...situation }: Situation): string {
  const body = planBody({ ...situation, isNamed, useCase, port, protocol, locale })
  const isService = body.useCase !== undefined && useCase !== null
  return isService ? useCase.name[locale] : adviceText.say(locale, 'a-port', { protocol: protocol.toUpperCase(), port })
}

/** Returns the plan for a port that is to be opened; where there is none, the way into the router. */
function seePlan(situation: Situation): NextAction {
  const { next, seen, usable, plan } = situation
  const isPlanned = seen.version === 6 ? plan().ipv6 !== null : planFor(situation) !== null
  if (!isPlanned) return next('find-router', {}, followUp('router-login-route', loginBody(usable)))
  return next('see-plan', { service: subject(situation) }, followUp('port-forward-plan', planBody(situation)))
}

/** Returns the ways that need no open port. `wan` is the address that the router is known to have. */
function seeOthers(situation: Situation, wan?: string): NextAction {
  const body = planBody(situation, wan === undefined ? {} : { routerWanIp: wan })
  return situation.next('see-alternatives', { service: subject(situation) }, followUp('port-forward-plan', body))
}

/** Returns the comparison that tells whether the private address of a record is that of the router. */
function compareWan({ next, routerWan, ip }: Situation): NextAction[] {
  return routerWan === null ? [next('compare-router-address', { ip })] : []
}

/** Returns the second cause of silence: a port that the provider may block. Mail is delivered to no other port. */
function ifBlocked(situation: Situation, code: Code): NextAction[] {
  const { next, again, port } = situation
  if (code !== 'port-silent' || !mayBeBlocked(situation)) return []
  const provider = providerName(situation)
  if (port === 25) return [next('ask-to-unblock', { port, provider }, again)]
  return [{ ...next('if-blocked', { port, provider, example: otherPort(port) }, again), code: 'use-other-port' }]
}

function startBehindTwo({ next, again, port, findings }: Situation): NextAction[] {
  return isRefusedBehindTwo(findings) ? [next('start-service-behind-two', { port }, again)] : []
}

function consoleActions(situation: Situation): NextAction[] {
  const isBehind = situation.judgement.line.nat === 'double-nat'
  const { service, next, locale } = situation
  const text = service.saferAlternative?.[locale]
  const upnp = text === undefined ? [] : [{ ...next('try-without-rule', {}), text }]
  return [...(isBehind ? [forwardUpstream(situation)] : []), ...upnp, seePlan(situation)]
}
