import { type AnswerFault, advise, type Case, seenPort } from '../advice/index.ts'
import { followUp, type NextAction } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import { OUT_OF_TIME } from '../net/hearing.ts'
import { parseAddress } from '../policy/address.ts'
import { tellingWords, wordsOf } from '../router/catalogue/names.ts'
import { servicesOn } from '../router/catalogue/ports.ts'
import type { UseCase } from '../router/catalogue/schema.ts'
import { connectTo, isLeftAlone } from '../router/index.ts'
import { aboutEnd, type Check, type Code, checkOf, type Finding, meaningOf, seenWho, type World } from './check.ts'
import { type ShownStep, STEPS, type StepName, type Verdict } from './fields.ts'
import { addressStep, cannotForward, isBetterShut, loginBody, natStep, planBody, routerStep } from './line.ts'
import { nameStep, portStep, serviceStep } from './service.ts'
import { stepsText } from './steps.text.ts'
import type { Request, Subject } from './subject.ts'

/** The faults of what answers, by finding; who answers in place of the service is told by the port. */
const FAULTS: Partial<Record<Code, AnswerFault>> = {
  'service-other-protocol': 'protocol',
  'service-silent': 'silent',
  'service-error': 'error',
  'certificate-not-trusted': 'untrusted',
}

/** The steps about one port. */
const OF_PORT = ['forward-upstream', 'test-from-outside']

function adviceFor(check: Check, request: Request, findings: readonly Finding[], place: string | null) {
  const { isLineOnly, misread, locale } = check
  const { situation, steps: all } = advise(caseOf(check, request, findings, place))
  const ofLine = all.filter(({ code, tool }) => tool !== 'port-forward-plan' && !OF_PORT.includes(code))
  const toName: NextAction = { code: 'name-service', text: stepsText.say(locale, 'name-service', {}) }
  const steps = isLineOnly ? (cannotForward(check) && ofLine.length > 0 ? ofLine : [...ofLine, toName]) : all
  const hints = misread.map(({ field, text }) => ({
    code: field === 'internalIp' ? 'check-device-address' : 'compare-router-address',
    text: text(locale),
  }))
  const [first, ...more] = steps
  if (!first) throw new Error(`no step in ${locale}`)
  const nextStep = first.tool === undefined ? { ...first, ...followUp('reachability', request) } : first
  return { situation, nextStep, nextActions: [nextStep, ...hints, ...more] }
}

function caseOf(check: Check, request: Request, findings: readonly Finding[], place: string | null): Case {
  const { seen, port, protocol, query, target, checked } = check
  const codes = new Set(findings.map(({ code }) => code))
  const done = checked()
  const where = done?.found.where ?? null
  const about = where && aboutEnd(check, where)
  const sight = codes.has('out-of-time')
    ? { port: 'failed' as const, reason: OUT_OF_TIME }
    : done
      ? seenPort({ ...done, query, about })
      : { port: 'nobody' as const }
  const fault = findings.map(({ code }) => FAULTS[code]).find((one) => one !== undefined)
  const name = findings.find((one) => one.name !== undefined)?.name ?? null
  // A DDNS client publishes what the router shows.
  const published = name?.state === 'shared' ? parseAddress(name.values) : null
  const domain = target.domain?.ascii
  const host = domain !== undefined && !domain.includes('_')
  return {
    facts: check.facts(published),
    version: seen.version,
    ip: seen.text,
    asked: { port, protocol },
    place,
    ...sight,
    ...(fault && { fault }),
    isThroughProxy: codes.has('through-proxy'),
    name,
    requests: {
      again: followUp('reachability', request),
      plan: followUp('port-forward-plan', planBody(check, published ? { routerWanIp: published.text } : {})),
      login: followUp('router-login-route', loginBody(check.usable)),
      ...(domain !== undefined && { name: followUp('ddns-match', { hostname: domain }) }),
      ...(host && {
        issuance: followUp('certificate-check', { domain }),
        certificate: followUp('ssl-check', { host: domain, port }),
      }),
    },
  }
}

/** A step that was taken. */
interface Taken {
  readonly step: StepName
  readonly finding: Finding
}

const WORK: Record<StepName, (check: Check) => Finding | Promise<Finding>> = {
  address: addressStep,
  nat: natStep,
  name: nameStep,
  port: portStep,
  service: serviceStep,
  router: routerStep,
}

/** The steps whose doubts make the whole doubtful. */
const DECIDING: readonly StepName[] = ['name', 'port', 'service']

/** The caller's request, and how to tell the caller of each step as it becomes known. */
export interface Asking {
  readonly request: Request
  report(step: ShownStep): void
}

/**
 * Takes the six steps in their order, and stops at the first that explains all that follow. What the plan says of the service and the line
 * comes first: nothing is sent where it settles the matter. Only the router is looked at after a problem, if that problem is the port: what to
 * enter there is what to do about it.
 */
export async function reach(subject: Subject, world: World, { request, report }: Asking) {
  const check = checkOf(subject, world)
  const taken: Taken[] = []
  for (const step of STEPS) {
    const finding = settled(check, step) ?? (await take(check, step, taken))
    taken.push({ step, finding })
    report(shown(step, finding, check.locale))
  }
  const verdict = verdictOf(check, taken)
  const cause = taken.find(({ finding }) => finding.status === 'problem') ?? null
  const { useCase, port, protocol, locale, target, seen } = check
  const findings = taken.map(({ finding }) => finding)
  const place = friendsConnectTo(check, verdict, findings)
  const { situation, ...advice } = adviceFor(check, request, findings, place)
  return {
    situation,
    ip: seen.text,
    service: useCase && { id: useCase.id, name: useCase.name[locale] },
    port: check.isLineOnly ? null : port,
    protocol,
    hostname: target.domain?.ascii ?? null,
    verdict,
    proof: check.found()?.proof ?? null,
    identity: check.found()?.identity ?? null,
    friendsConnectTo: place,
    otherServices: otherServices(check, request),
    steps: taken.map(({ step, finding }) => shown(step, finding, locale)),
    blockedAt: cause?.step ?? null,
    cause: meaningOf(check, cause?.finding ?? null),
    ...advice,
  }
}

/** Returns the finding of a step that the plan settles; null for those that are to be taken. */
function settled(check: Check, step: StepName): Finding | null {
  const { isLineOnly, judgement, finding } = check
  if (isLineOnly && step === 'port') return finding('skipped', 'port-not-given', {})
  if (isLineOnly && (step === 'service' || step === 'router')) return finding('skipped', 'same-reason', {})
  if (!isLeftAlone(judgement)) return null
  if (judgement.need === 'console') {
    if (step === 'port') return finding('skipped', 'console-only', {})
    if (step === 'service') return finding('skipped', 'same-reason', {})
    return step === 'router' && !cannotForward(check) ? finding('unknown', 'router-console', {}) : null
  }
  return step === 'router' ? finding('ok', 'router-not-needed', {}) : finding('skipped', 'not-needed', {})
}

async function take(check: Check, step: StepName, taken: readonly Taken[]): Promise<Finding> {
  const { net, finding } = check
  const blocked = taken.find(({ finding: { status } }) => status === 'problem') ?? null
  const wasProbed = blocked?.finding.code === 'two-routers' || blocked?.finding.code === 'provider-shares'
  if (step === 'router') return routerAfter(check, taken, blocked)
  const isElsewhere = blocked?.finding.code === 'port-someone-else'
  // The port was checked to find the translation.
  if (step === 'service' && !isElsewhere && (blocked?.step === 'port' || wasProbed))
    return finding('skipped', 'port-not-open', {})
  if (blocked !== null && !(step === 'port' && wasProbed)) return finding('skipped', 'explained-before', {})
  if (step === 'service' && check.found()?.status === 'error') return finding('skipped', 'same-reason', {})
  if (net.signal.aborted) return finding('unknown', 'out-of-time', {})
  return WORK[step](check)
}

/** Returns what is known of the router, or what has to be entered there; it cannot be looked into from outside. */
function routerAfter(check: Check, taken: readonly Taken[], blocked: Taken | null): Finding {
  const { finding } = check
  if (seenWho(check) === 'router') return finding('problem', 'router-page-open', {})
  const isOpen = taken.some(({ step, finding: { status } }) => step === 'port' && status === 'ok')
  if (isBetterShut(check)) return routerStep(check)
  if (isOpen) return finding('skipped', 'router-works', {})
  const isLine = blocked?.step === 'nat' && (cannotForward(check) || blocked.finding.code === 'two-routers')
  if (blocked === null || blocked.step === 'port' || isLine) return routerStep(check)
  return finding('skipped', 'explained-before', {})
}

function verdictOf({ judgement }: Check, taken: readonly Taken[]): Verdict {
  if (judgement.advice === 'not-needed') return 'not-needed'
  if (taken.some(({ finding }) => finding.status === 'problem')) return 'blocked'
  const open = taken.some(({ step, finding }) => step === 'port' && finding.status === 'ok')
  const doubts = taken.some(({ step, finding }) => DECIDING.includes(step) && finding.status === 'unknown')
  return open && !doubts ? 'reachable' : 'cannot-tell'
}

function shown(step: StepName, { status, code, summary, tool, result }: Finding, locale: Locale): ShownStep {
  return { step, label: stepsText.say(locale, `label.${step}`, {}), status, code, summary, tool, result }
}

const OTHERS_MAX = 3

/** The findings on a name that leads, or will lead, visitors to the requester. */
const LEADS_HERE: readonly string[] = [
  'name-matches',
  'name-matches-among-others',
  'name-propagating',
  'name-proxied',
  'other-family-elsewhere',
  'other-family-unchecked',
]

/** Returns what others type to connect; null while nothing gets through, and for what should not be open. */
function friendsConnectTo(check: Check, verdict: Verdict, findings: readonly Finding[]): string | null {
  const { isLineOnly, judgement, useCase, service, port, protocol, target, seen, locale } = check
  if (isLineOnly || judgement.advice !== 'open' || (verdict !== 'reachable' && verdict !== 'cannot-tell')) return null
  const isNamed = findings.some(({ code }) => LEADS_HERE.includes(code))
  const host = isNamed && target.domain ? target.domain.unicode : seen.text
  // The service itself has its own ports, and not the one that was asked for instead.
  return connectTo(service.id === useCase?.id ? useCase : service, { host, externalPort: port, protocol }, locale)
}

/** Returns what else the words, or the port alone, may have meant: Bedrock beside Java. */
function otherServices({ known, useCase, port, protocol, isNamed, locale }: Check, request: Request) {
  const others = isNamed
    ? namedAlike(known.useCases, request.useCase ?? '')
    : requiring(servicesOn(known.portUses, port, protocol))
  return others
    .filter(({ id }) => id !== useCase?.id)
    .slice(0, OTHERS_MAX)
    .map(({ id, name }) => ({ useCase: id, name: name[locale] }))

  function requiring(services: readonly UseCase[]): UseCase[] {
    return services.filter(
      ({ ports, recommended }) => recommended && ports.some((one) => one.required && one.external === String(port)),
    )
  }
}

/** Returns the services with a name that begins with these words and goes on. */
function namedAlike(useCases: readonly UseCase[], text: string): UseCase[] {
  const asked = tellingWords(wordsOf(text))
  if (asked.length < 2) return []
  const isLonger = (name: string) => tellingWords(wordsOf(name)).startsWith(`${asked} `)
  return useCases.filter(({ id, name, aliases }) => [id, name.en, name.ko, ...aliases].some(isLonger))
}
