import { followUp, type NextAction } from '../contract/next-action.ts'
import { otherPort } from '../router/index.ts'
import { adviceText } from './advice.text.ts'
import { isRefusedBehindTwo, mayBeBlocked } from './cause.ts'
import type { Code } from './check.ts'
import { endActions } from './end-advice.ts'
import { elsewhere, isOpen, isRuleProven, seenEnd } from './evidence.ts'
import { providerName } from './line.ts'
import { askForAddress } from './line-advice.ts'
import { isBetterShut, loginBody, planBody, planFor } from './router.ts'
import { inOtherWords, type Situation } from './situation.ts'

const HTTP_PORT = 80

/** The further actions, by the code of the finding that matters most; any other has those of `usual`. */
const FURTHER: Partial<Record<Code, (situation: Situation) => NextAction[]>> = {
  'carrier-nat': beyondLine,
  'ds-lite': beyondLine,
  'building-shares': beyondLine,
  'provider-private': beyondLine,
  'provider-shares-line': beyondLine,
  'box-cannot-forward': beyondLine,
  'provider-shares': (situation) => [seeOthers(situation)],
  'name-shared': (situation) => {
    const wan = situation.findings.find(({ code }) => code === 'name-shared')?.addresses?.[0]?.text
    return [seeOthers(situation, wan), ...seeName(situation)]
  },
  'name-private': (situation) => [...compareWan(situation), ...seeName(situation)],
  'port-refused-by-device': moreAtEnd,
  'port-silent-device': moreAtEnd,
  'port-no-device': moreAtEnd,
  'port-wrong-address': moreAtEnd,
  'port-refused-at-address': (situation) => [...startBehindTwo(situation), ...moreAtEnd(situation)],
  'port-silent-at-address': (situation) => [...ifBlocked(situation), ...moreAtEnd(situation)],
  'port-refused-on-the-way': moreAtEnd,
  'port-stopped-before': moreAtEnd,
  'port-router-reached': moreAtEnd,
  'port-someone-else': (situation) => [...elsewhere(situation).slice(1), seePlan(situation)],
  'router-page-open': (situation) => [findRouter(situation)],
  'port-silent': (situation) => [...ifBlocked(situation), seePlan(situation)],
  'port-blocked-by-provider': (situation) => [seePlan(situation)],
  'port-refused': (situation) => [...startBehindTwo(situation), seePlan(situation)],
  'port-rejected': (situation) => [seePlan(situation)],
  'udp-silent': moreAtEnd,
  'port-unchecked': (situation) => [seePlan(situation)],
  'out-of-time': (situation) => [seePlan(situation)],
  'two-routers': (situation) => [seePlan(situation), findRouter(situation)],
  'certificate-not-trusted': (situation) => [
    ...checkIssuance(situation),
    situation.next(
      'see-certificate',
      {},
      followUp('ssl-check', { host: situation.target.domain?.ascii ?? '', port: situation.port }),
    ),
  ],
}

/** Returns what else to do, and the tools that go into the finding that matters most. */
export function readOn(situation: Situation, code: Code | undefined): NextAction[] {
  if (situation.judgement.advice === 'not-needed') return []
  if (isBetterShut(situation)) return isNameCode(code) ? seeName(situation) : []
  const further = code && FURTHER[code]
  return further ? further(situation) : usual(situation, code)
}

/** Returns what else to do about where packets ended, and the plan for the rule. A rule that works needs none. */
function moreAtEnd(situation: Situation): NextAction[] {
  const more = endActions(situation).slice(1)
  const isGood = isRuleProven(situation) && seenEnd(situation)?.verdict !== 'wrong-address'
  const isPlanned = isGood || more.some(({ tool }) => tool === 'port-forward-plan')
  return isPlanned ? more : [...more, seePlan(situation)]
}

function usual(situation: Situation, code: Code | undefined): NextAction[] {
  const { judgement } = situation
  if (judgement.advice === 'ask-console') return consoleActions(situation)
  return [
    ...(isNameCode(code) ? seeName(situation) : []),
    ...saferToo(situation),
    ...(isForHttps(situation) ? checkIssuance(situation) : []),
  ]
}

/** Returns whether a certificate is what comes next: nothing is in the way of port 80, at which authorities usually begin. */
function isForHttps({ findings, port, protocol }: Situation): boolean {
  return port === HTTP_PORT && protocol === 'tcp' && isOpen(findings) && findings.every(({ status }) => status !== 'problem')
}

/** Returns the check of whether a certificate for the name would come; none without a name that can have one. */
function checkIssuance({ next, target }: Situation): NextAction[] {
  const { domain } = target
  if (!domain || domain.ascii.includes('_')) return []
  return [next('check-issuance', { hostname: domain.unicode }, followUp('certificate-check', { domain: domain.ascii }))]
}

/** Returns the safer way to a service that works, and that may be open. */
function saferToo({ next, again, service, isNamed, judgement, findings, port, locale }: Situation): NextAction[] {
  const text = service.saferAlternative?.[locale]
  const isSafer = isNamed && isOpen(findings) && judgement.need === 'careful' && text !== undefined
  return isSafer ? [{ ...next('use-safer-way', { port }, again), text }] : []
}

function isNameCode(code: Code | undefined): boolean {
  return code !== undefined && (code.startsWith('name-') || code === 'record-missing')
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
  const { next, seen, plan } = situation
  const isPlanned = seen.version === 6 ? plan().ipv6 !== null : planFor(situation) !== null
  if (!isPlanned) return findRouter(situation)
  return next('see-plan', { service: subject(situation) }, followUp('port-forward-plan', planBody(situation)))
}

function findRouter({ next, usable }: Situation): NextAction {
  return next('find-router', {}, followUp('router-login-route', loginBody(usable)))
}

/** Returns what can be done about a line on which no rule can let anybody in, beyond the first thing. */
function beyondLine(situation: Situation): NextAction[] {
  const ask = situation.judgement.need === 'console' ? [askForAddress(situation)] : []
  return [...ask.filter(({ code }) => code === 'ask-public-address'), seeOthers(situation)]
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
function ifBlocked(situation: Situation): NextAction[] {
  const { next, again, port, locale } = situation
  if (!mayBeBlocked(situation)) return []
  const provider = providerName(situation)
  if (port === 25) return [next('ask-to-unblock', { port, provider }, again)]
  const text = adviceText.say(locale, 'if-blocked', { port, provider, example: otherPort(port) })
  return [inOtherWords(situation, 'use-other-port', text)]
}

function startBehindTwo({ next, again, port, findings }: Situation): NextAction[] {
  return isRefusedBehindTwo(findings) ? [next('start-service-behind-two', { port }, again)] : []
}

function consoleActions(situation: Situation): NextAction[] {
  const { service, next, locale } = situation
  const text = service.saferAlternative?.[locale]
  const upnp = next('try-without-rule', {})
  const first = text === undefined ? [] : [{ ...upnp, text: `${upnp.text} ${text}` }]
  return [...first, seePlan(situation)]
}
