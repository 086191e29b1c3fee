import { type FollowUp, followUp, type Next, type NextAction, nextIn } from '../contract/next-action.ts'
import { isOftenAttacked } from '../diagnostics/port/index.ts'
import { natOf } from '../router/index.ts'
import { adviceText, causeText } from './advice.text.ts'
import type { Check, Code, Finding, Request } from './check.ts'
import { isBetterShut, planBody, planFor } from './router.ts'

const MAIL_PORT = 25
const HIGH_PORT = 18_000
const PORT_ROUND = 1000

/** A check, and the words for what to do about it. */
interface Situation extends Check {
  readonly request: Request
  readonly next: Next<typeof adviceText.en>
  /** The request to repeat. */
  readonly again: FollowUp
  readonly hostname: string
  readonly ip: string
  readonly type: 'A' | 'AAAA'
}

type Advise = (situation: Situation) => NextAction

/** The first thing to do, by finding. A finding that is not listed needs nothing. */
const FIRST: Partial<Record<Code, Advise>> = {
  'through-proxy': ({ next, again }) => next('connect-directly', {}, again),
  'carrier-nat': ({ next, again }) => next('ask-public-address', {}, again),
  'provider-shares': ({ next, again, ip, provider, locale }) =>
    next('compare-addresses', { ip, provider: provider?.isp.name[locale] ?? '' }, again),
  'two-routers': ({ next, again, port, routerWan }) => next('forward-upstream', { port, wan: routerWan?.text ?? '' }, again),
  'name-elsewhere': updateRecord,
  'name-private': updateRecord,
  'name-leads-inside': updateRecord,
  'name-missing': createRecord,
  'record-missing': createRecord,
  'name-behind-proxy': ({ next, again, hostname, ip }) => next('switch-proxy-off', { hostname, ip }, again),
  'port-refused': startService,
  'port-rejected': (situation) => saferWay(situation) ?? allow(situation),
  'port-silent': (situation) => saferWay(situation) ?? (situation.seen.version === 6 ? allow(situation) : forward(situation)),
  'port-blocked-by-provider': avoidBlock,
  'service-other-protocol': ({ next, again, port }) => next('fix-scheme', { port }, again),
  'service-silent': ({ next, again, port }) => next('look-at-service', { port }, again),
  'name-unanswered': checkNameServers,
  'name-over-budget': checkNameServers,
  'name-proxied': ({ next, again, hostname, ip }) => next('check-proxy-origin', { hostname, ip }, again),
  'name-other-family': ({ next, again, hostname, ip }) => next('ask-over-other-family', { hostname, ip }, again),
  'udp-silent': (situation) =>
    compareAddresses(situation) ?? situation.next('try-the-program', { port: situation.port }, situation.again),
  'port-unchecked': ({ next, again }) => next('try-again', {}, again),
  'out-of-time': ({ next, again }) => next('try-again', {}, again),
  'name-matches-among-others': ({ next, again, hostname }) => next('remove-other-records', { hostname }, again),
  'certificate-not-trusted': ({ next, again, hostname }) => next('fix-certificate', { hostname }, again),
  'service-error': ({ next, again }) => next('look-at-status', {}, again),
  'name-propagating': ({ next, again }) => next('wait-for-caches', {}, again),
  'name-split': ({ next, again }) => next('find-dns-difference', {}, again),
}

function updateRecord({ next, again, hostname, ip, type }: Situation): NextAction {
  return next('update-record', { hostname, ip, type }, again)
}

function createRecord({ next, again, hostname, ip, type }: Situation): NextAction {
  return next('create-record', { hostname, ip, type }, again)
}

function checkNameServers({ next, again, hostname }: Situation): NextAction {
  return next('check-name-servers', { hostname }, again)
}

function startService({ next, again, port, seen, routerWan }: Situation): NextAction {
  if (seen.version === 6) return next('start-service-ipv6', { port }, again)
  if (routerWan && natOf(routerWan, seen) === 'double-nat') {
    return next('start-service-behind-two', { port, wan: routerWan.text }, again)
  }
  return next('start-service', { port }, again)
}

/** Returns the comparison of addresses, for lines that usually share theirs, as long as it has not been made; null for others. */
function compareAddresses({ next, again, seen, ip, provider, routerWan, locale }: Situation): NextAction | null {
  const usuallyShares = seen.version === 4 && provider?.isp.carrierNat.usual === 'yes' && routerWan === null
  return usuallyShares ? next('compare-addresses', { ip, provider: provider.isp.name[locale] }, again) : null
}

/** Returns the alternative for a service that should not be opened; null for everything else. */
function saferWay(situation: Situation): NextAction | null {
  const { next, again, port, isNamed, useCase, locale } = situation
  if (!isBetterShut(situation)) return null
  const known = isNamed ? useCase?.saferAlternative?.[locale] : undefined
  const advice = next('use-safer-way', { port }, again)
  return known === undefined ? advice : { ...advice, text: known }
}

function avoidBlock(situation: Situation): NextAction {
  const { next, again, port, provider, locale } = situation
  const safer = saferWay(situation)
  if (safer) return safer
  if (port === MAIL_PORT) return next('ask-to-unblock', { port, provider: provider?.isp.name[locale] ?? '' }, again)
  return next('use-other-port', { port, example: otherPort(port) }, again)
}

/** Returns the advice to allow the port. IPv6 needs no forwarding. */
function allow({ next, again, seen, ip, port, protocol }: Situation): NextAction {
  const slots = { protocol: protocol.toUpperCase(), port }
  return seen.version === 6 ? next('open-pinhole', { ...slots, ip }, again) : next('allow-in-firewall', slots, again)
}

/** Returns the advice to forward the port. Where the provider may share addresses, a comparison comes before any rule. */
function forward(situation: Situation): NextAction {
  const { next, again, ip, port, protocol, provider, routerWan, locale } = situation
  const slots = { protocol: protocol.toUpperCase(), port }
  if (routerWan?.version === 4 && routerWan.text !== ip && natOf(routerWan, situation.seen) === 'unknown') {
    return next('use-the-same-line', { wan: routerWan.text, ip }, again)
  }
  const mayShare = provider?.isp.carrierNat.usual === 'sometimes' && routerWan === null
  if (mayShare) return next('compare-first', { ...slots, ip, provider: provider.isp.name[locale] }, again)
  const plan = planFor(situation)
  if (!plan?.router.known) return next('forward-port', slots, again)
  const device = plan.internalIp ?? adviceText.say(locale, 'the-device', {})
  const named = next('forward-port-in', { ...slots, menu: plan.menuPath.join(' > '), device }, again)
  return { ...named, code: 'forward-port' }
}

/** Returns an external port that providers do not block, with the same last digits. */
function otherPort(port: number): number {
  return HIGH_PORT + (port % PORT_ROUND)
}

/** Returns the meaning of the finding that explains the others; null if there is none. */
export function causeOf({ seen, locale }: Check, cause: Finding | null): string | null {
  if (!cause) return null
  const code = cause.code === 'port-silent' && seen.version === 6 ? 'pinhole-closed' : cause.code
  return isCause(code) ? causeText.say(locale, code, {}) : null
}

function isCause(code: string): code is keyof typeof causeText.en {
  return code in causeText.en
}

/** Returns the one thing to do now, and where to read on. */
export function adviceFor(check: Check, request: Request, findings: readonly Finding[]) {
  const { target, seen, locale, port } = check
  const situation: Situation = {
    ...check,
    request,
    next: nextIn(adviceText, locale),
    again: followUp('reachability', request),
    hostname: target.domain?.unicode ?? '',
    ip: seen.text,
    type: seen.version === 4 ? 'A' : 'AAAA',
  }
  const { next, again } = situation
  const ranked = (['problem', 'unknown', 'ok'] as const).flatMap((status) => findings.filter((one) => one.status === status))
  const first = ranked.find(({ code }) => FIRST[code])?.code
  const advise = first && FIRST[first]
  const usual = () => (isOftenAttacked(port) ? next('protect-service', { port }, again) : next('test-from-outside', {}, again))
  const nextStep = advise ? advise(situation) : usual()
  return { nextStep, nextActions: [nextStep, ...readOn(situation, first)] }
}

/** Returns the tools that go into the finding that matters most. */
function readOn(situation: Situation, code: Code | undefined): NextAction[] {
  const { next, target, request, port, protocol, locale, useCase } = situation
  const { hostname } = request
  const body = planBody(situation, request)
  const plan = followUp('port-forward-plan', body)
  const login = followUp('router-login-route', loginBody(request))
  const isService = body.useCase !== undefined && useCase !== null
  const service = isService ? useCase.name[locale] : adviceText.say(locale, 'a-port', { protocol: protocol.toUpperCase(), port })
  switch (code) {
    case 'carrier-nat':
    case 'provider-shares':
      return [next('see-alternatives', { service }, plan)]
    case 'port-silent':
    case 'port-rejected':
    case 'port-refused':
    case 'port-blocked-by-provider':
    case 'udp-silent':
      return [planFor(situation) ? next('see-plan', { service }, plan) : next('find-router', {}, login)]
    case 'two-routers':
      return [next('find-router', {}, login)]
    case 'certificate-not-trusted':
      return [next('see-certificate', {}, followUp('ssl-check', { host: target.domain?.ascii ?? '', port }))]
    default: {
      const isName = code?.startsWith('name-') || code === 'record-missing'
      return isName && hostname !== undefined ? [next('see-name', { hostname }, followUp('ddns-match', { hostname }))] : []
    }
  }
}

/** Returns the part of the request that matters for logging in. */
function loginBody({ routerBrand, routerWanIp, isp, platform }: Request) {
  return {
    ...(routerBrand !== undefined && { routerBrand }),
    ...(routerWanIp !== undefined && { routerWanIp }),
    ...(isp !== undefined && { isp }),
    ...(platform !== undefined && { platform }),
  }
}
