import type { NextAction } from '../contract/next-action.ts'
import { followUp, nextIn } from '../contract/next-action.ts'
import { heardAction, identityAction } from '../diagnostics/identity/index.ts'
import { ddnsStep, otherPort, sharedPortsAction } from '../router/index.ts'
import { adviceText } from './advice.text.ts'
import { isRefusedBehindTwo } from './cause.ts'
import type { Check, Code, Finding, Request } from './check.ts'
import { endActions } from './end-advice.ts'
import { elsewhere, isOpen, seenEnd, seenWho } from './evidence.ts'
import { askForAddress, compareAddresses, forward, forwardUpstream } from './line-advice.ts'
import { readOn } from './read-on.ts'
import { cannotForward, isBetterShut } from './router.ts'
import { type Advise, inOtherWords, type Situation } from './situation.ts'

const MAIL_PORT = 25

/** The first thing to do, by finding. A finding that is not listed needs nothing. */
const FIRST: Partial<Record<Code, Advise>> = {
  'through-proxy': ({ next, again }) => next('connect-directly', {}, again),
  'carrier-nat': askForAddress,
  'ds-lite': askForAddress,
  'building-shares': askForAddress,
  'provider-private': askForAddress,
  'provider-shares-line': askForAddress,
  'box-cannot-forward': askForAddress,
  'name-shared': askForAddress,
  'provider-shares': compareAddresses,
  'two-routers': forwardUpstream,
  'name-elsewhere': updateRecord,
  'name-private': updateRecord,
  'name-off': updateRecord,
  'name-leads-inside': updateRecord,
  'name-missing': createRecord,
  'record-missing': createRecord,
  'name-behind-proxy': ({ next, again, hostname, ip }) => next('switch-proxy-off', { hostname, ip }, again),
  'port-refused-by-device': atEnd,
  'port-silent-device': atEnd,
  'port-no-device': atEnd,
  'port-wrong-address': atEnd,
  'port-refused-at-address': (situation) =>
    isRefusedBehindTwo(situation.findings) ? forwardUpstream(situation) : atEnd(situation),
  'port-silent-at-address': atSilence,
  'port-refused-on-the-way': atEnd,
  'port-stopped-before': atEnd,
  'port-router-reached': atEnd,
  'port-someone-else': atSomeoneElse,
  'router-page-open': atAnswer,
  'service-other': atAnswer,
  'port-refused': (situation) => (isRefusedBehindTwo(situation.findings) ? forwardUpstream(situation) : startService(situation)),
  'port-rejected': allow,
  'port-silent': (situation) => (situation.seen.version === 6 ? allow(situation) : forward(situation)),
  'port-blocked-by-provider': avoidBlock,
  'service-other-protocol': ({ next, again, port }) => next('fix-scheme', { port }, again),
  'service-silent': ({ next, again, port }) => next('look-at-service', { port }, again),
  'name-unanswered': checkNameServers,
  'name-over-budget': checkNameServers,
  'name-proxied': ({ next, again, hostname, ip }) => next('check-proxy-origin', { hostname, ip }, again),
  'name-other-family': ({ next, again, hostname, ip }) => next('ask-over-other-family', { hostname, ip }, again),
  'port-silent-alone': ({ query, port, ip, locale, again }) =>
    heardAction({ port, query: query?.port ?? port, ip, locale }, again),
  'udp-silent': atSilence,
  'port-unchecked': ({ next, again }) => next('try-again', {}, again),
  'service-unchecked': ({ next, again }) => next('try-again', {}, again),
  'out-of-time': ({ next, again }) => next('try-again', {}, again),
  'name-matches-among-others': ({ next, again, hostname }) => next('remove-other-records', { hostname }, again),
  'certificate-not-trusted': ({ next, again, hostname }) => next('fix-certificate', { hostname }, again),
  'service-error': ({ next, again }) => next('look-at-status', {}, again),
  'name-propagating': ({ next, again }) => next('wait-for-caches', {}, again),
  'name-split': ({ next, again }) => next('find-dns-difference', {}, again),
}

/** Returns the first thing to do about where packets ended. */
function atEnd(situation: Situation): NextAction {
  const [first] = endActions(situation)
  return { ...(first ?? forward(situation)), ...situation.again }
}

/** Returns the first thing to do about silence at the address, which a line that is usually shared explains better than any rule. */
function atSilence(situation: Situation): NextAction {
  const { next, again, port, judgement, routerWan, seen } = situation
  const isDoubtful = seen.version === 4 && judgement.line.isUsuallyShared && routerWan === null
  if (isDoubtful) return compareAddresses(situation)
  return seenEnd(situation) ? atEnd(situation) : next('try-the-program', { port }, again)
}

/** Returns the first thing to do about who answers in place of the service. */
function atAnswer(situation: Situation): NextAction {
  const about = { ...situation, version: situation.seen.version, isBetterShut: isBetterShut(situation) }
  return identityAction(seenWho(situation), about, situation.again) ?? forward(situation)
}

/** Returns the first thing to do about a port that leads to somebody else: on a line that is usually shared, most likely another customer. */
function atSomeoneElse(situation: Situation): NextAction {
  const { judgement, routerWan, seen } = situation
  if (seen.version === 4 && judgement.line.isUsuallyShared && routerWan === null) return compareAddresses(situation)
  return elsewhere(situation)[0] ?? forward(situation)
}

function updateRecord(situation: Situation): NextAction {
  const { next, again, hostname, ip, type } = situation
  return ofDdns(situation, false) ?? next('update-record', { hostname, ip, type }, again)
}

function createRecord(situation: Situation): NextAction {
  const { next, again, hostname, ip, type } = situation
  return ofDdns(situation, true) ?? next('create-record', { hostname, ip, type }, again)
}

/** Returns the step for a name of a dynamic DNS service, whose record nobody can edit; null for any other. */
function ofDdns({ target, hostname: name, ip, known, locale, again }: Situation, isMissing: boolean): NextAction | null {
  const step = ddnsStep({ hostname: target.domain?.ascii ?? '', name, ip, isMissing }, known, locale)
  return step && { ...step, ...again }
}

function checkNameServers({ next, again, hostname }: Situation): NextAction {
  return next('check-name-servers', { hostname }, again)
}

function startService({ next, again, port, seen }: Situation): NextAction {
  return next(seen.version === 6 ? 'start-service-ipv6' : 'start-service', { port }, again)
}

function avoidBlock({ next, again, port, provider, locale }: Situation): NextAction {
  if (port === MAIL_PORT) return next('ask-to-unblock', { port, provider: provider?.isp.name[locale] ?? '' }, again)
  return next('use-other-port', { port, example: otherPort(port) }, again)
}

/** Returns the advice to allow the port. IPv6 needs no forwarding. */
function allow({ next, again, seen, ip, port, protocol }: Situation): NextAction {
  const slots = { protocol: protocol.toUpperCase(), port }
  return seen.version === 6 ? next('open-pinhole', { ...slots, ip }, again) : next('allow-in-firewall', slots, again)
}

/** Returns the advice that the plan has before anything is checked; null if it has none. */
function settled(situation: Situation, problem: Finding | undefined): NextAction | null {
  const { next, again, judgement, locale } = situation
  if (judgement.advice === 'not-needed') return next('needs-no-port', {}, again)
  if (judgement.need !== 'console' || problem) return null
  const test = next('test-on-console', {}, again)
  return cannotForward(situation) ? { ...test, text: `${test.text} ${adviceText.say(locale, 'console-without', {})}` } : test
}

/** The problems that lie before the port, or in the place of the service. */
const ELSEWHERE = /^(?:through-proxy|router-page-open|(?:name|record)-.*)$/

/** Returns the safer way to a service that should stay closed, unless the problem lies before the port; null for everything else. */
function saferWay(situation: Situation, problem: Finding | undefined): NextAction | null {
  const { next, again, port, isNamed, service, judgement, findings, locale } = situation
  const isElsewhere = problem !== undefined && ELSEWHERE.test(problem.code)
  if (!isBetterShut(situation) || isElsewhere) return null
  // The service that a port usually belongs to is not certain to be behind it.
  const likely = judgement.dangers[0]?.service ?? null
  const safer = (isNamed ? service : likely)?.saferAlternative?.[locale] ?? adviceText.say(locale, 'use-vpn', {})
  if (isOpen(findings)) {
    if (isNamed) return next('protect-service', { service: service.name[locale], safer }, again)
    return inOtherWords(situation, 'protect-service', adviceText.say(locale, 'protect-port', { port }))
  }
  if (isNamed) return inOtherWords(situation, 'use-safer-way', safer)
  if (!likely) return next('use-safer-way', { port }, again)
  const text = adviceText.say(locale, 'use-safer-way-likely', { port, service: likely.name[locale], safer })
  return inOtherWords(situation, 'use-safer-way', text)
}

/** Returns the safer way to a service that may be open, before its port is opened in two routers; null for everything else. */
function aroundBoth({ next, again, port, service, isNamed, judgement, findings, locale }: Situation): NextAction | null {
  const text = service.saferAlternative?.[locale]
  const needsBoth = findings.some(({ code }) => code === 'two-routers' || code === 'two-routers-unproved')
  if (!isNamed || judgement.need !== 'careful' || !needsBoth || isOpen(findings) || text === undefined) return null
  return { ...next('use-safer-way', { port }, again), text }
}

/** The findings about a port that other customers of the address may have. */
const OF_SHARED_PORT: ReadonlySet<string> = new Set<Code>([
  'udp-silent',
  'port-silent',
  'port-refused',
  'port-someone-else',
  'port-stopped-before',
  'port-refused-on-the-way',
  'port-silent-at-address',
  'port-refused-at-address',
])

/** Returns the step before any rule on a line that may have only a range of ports; null for everything else. */
function aboutPorts({ seen, judgement, provider, again, locale }: Situation, first: Code | undefined): NextAction | null {
  if (seen.version === 6 || !judgement.line.sharesPorts || !OF_SHARED_PORT.has(first ?? '')) return null
  const [action] = sharedPortsAction(provider?.isp ?? null, locale)
  return action ? { ...action, ...again } : null
}

/** Returns the one thing to do now, and where to read on. */
export function adviceFor(check: Check, request: Request, findings: readonly Finding[]) {
  const { target, seen, locale, misread } = check
  const situation: Situation = {
    ...check,
    findings,
    next: nextIn(adviceText, locale),
    again: followUp('reachability', request),
    hostname: target.domain?.unicode ?? '',
    ip: seen.text,
    type: seen.version === 4 ? 'A' : 'AAAA',
  }
  const { next, again } = situation
  const problem = findings.find(({ status }) => status === 'problem')
  const ranked = (['problem', 'unknown', 'ok'] as const).flatMap((status) => findings.filter((one) => one.status === status))
  const first = ranked.find(({ code }) => FIRST[code])?.code
  const advise = first && FIRST[first]
  const usual = () => advise?.(situation) ?? otherFamily(situation) ?? next('test-from-outside', {}, again)
  const before = settled(situation, problem) ?? saferWay(situation, problem)
  const around = before ? null : (aboutPorts(situation, first) ?? aroundBoth(situation))
  const nextStep = before ?? around ?? usual()
  const hints = misread.map(({ field, text }) => ({
    code: field === 'internalIp' ? 'check-device-address' : 'compare-router-address',
    text: text(locale),
  }))
  return { nextStep, nextActions: [nextStep, ...(around ? [usual()] : []), ...hints, ...readOn(situation, first)] }
}

/** Returns the advice on a record of the other family that leads elsewhere, or may do so; null for one in the requester's own network. */
function otherFamily({ next, again, findings, ipdata, seen, hostname, type }: Situation): NextAction | null {
  const found = findings.find(({ code }) => code.startsWith('other-family-'))
  const others = found?.addresses ?? []
  const own = ipdata.network(seen).asn
  const isOwn = others.every((address) => own !== null && ipdata.network(address).asn === own)
  if (isOwn && found?.code !== 'other-family-elsewhere') return null
  const slots = { hostname, values: others.map(({ text }) => text).join(', '), type: type === 'A' ? 'AAAA' : 'A' }
  return next(found?.code === 'other-family-elsewhere' ? 'correct-other-family' : 'check-other-family', slots, again)
}
