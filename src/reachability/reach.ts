import type { Locale } from '../contract/text.ts'
import { isLeftAlone } from '../router/index.ts'
import { adviceFor } from './advice.ts'
import { type Check, checkOf, type Finding, type Request, type Subject, type World } from './check.ts'
import { friendsConnectTo, otherServices } from './connect.ts'
import { meaningOf, seenWho } from './evidence.ts'
import { type ShownStep, STEPS, type StepName, type Verdict } from './fields.ts'
import { addressStep, natStep } from './line.ts'
import { nameStep } from './name.ts'
import { portStep } from './port.ts'
import { cannotForward, isBetterShut, routerStep } from './router.ts'
import { serviceStep } from './service.ts'
import { stepsText } from './steps.text.ts'

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
