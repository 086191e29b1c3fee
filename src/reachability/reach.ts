import type { Locale } from '../contract/text.ts'
import { adviceFor, causeOf } from './advice.ts'
import { type Check, checkOf, type Finding, type Request, type Subject, type World } from './check.ts'
import { type ShownStep, STEPS, type StepName } from './fields.ts'
import { addressStep, natStep } from './line.ts'
import { nameStep } from './name.ts'
import { portStep } from './port.ts'
import { routerStep } from './router.ts'
import { serviceStep } from './service.ts'
import { stepsText } from './steps.text.ts'

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
interface Asking {
  readonly request: Request
  report(step: ShownStep): void
}

/**
 * Takes the six steps in their order, and stops at the first that explains all that follow. Only the router is looked at after a problem,
 * if that problem is the port: what to enter there is what to do about it.
 */
export async function reach(subject: Subject, world: World, { request, report }: Asking) {
  const check = checkOf(subject, world)
  const taken: { step: StepName; finding: Finding }[] = []
  for (const step of STEPS) {
    const blocked = taken.find(({ finding }) => finding.status === 'problem')?.step ?? null
    const finding = await take(check, step, blocked)
    taken.push({ step, finding })
    report(shown(step, finding, check.locale))
  }
  const cause = taken.find(({ finding }) => finding.status === 'problem') ?? null
  const { useCase, port, protocol, locale, target, seen } = check
  return {
    ip: seen.text,
    service: useCase && { id: useCase.id, name: useCase.name[locale] },
    port,
    protocol,
    hostname: target.domain?.ascii ?? null,
    verdict: verdictOf(taken),
    steps: taken.map(({ step, finding }) => shown(step, finding, locale)),
    blockedAt: cause?.step ?? null,
    cause: causeOf(check, cause?.finding ?? null),
    ...adviceFor(
      check,
      request,
      taken.map(({ finding }) => finding),
    ),
  }
}

async function take(check: Check, step: StepName, blocked: StepName | null): Promise<Finding> {
  const { net, finding } = check
  if (step === 'router') {
    if (blocked === 'port') return routerStep(check)
    if (blocked === null) return finding('skipped', 'router-not-needed', {})
  }
  if (blocked !== null) return finding('skipped', 'explained-before', {})
  if (net.signal.aborted) return finding('unknown', 'out-of-time', {})
  return WORK[step](check)
}

function verdictOf(taken: readonly { step: StepName; finding: Finding }[]): 'reachable' | 'blocked' | 'cannot-tell' {
  if (taken.some(({ finding }) => finding.status === 'problem')) return 'blocked'
  const open = taken.some(({ step, finding }) => step === 'port' && finding.status === 'ok')
  const doubts = taken.some(({ step, finding }) => DECIDING.includes(step) && finding.status === 'unknown')
  return open && !doubts ? 'reachable' : 'cannot-tell'
}

function shown(step: StepName, { status, code, summary, tool, result }: Finding, locale: Locale): ShownStep {
  return { step, label: stepsText.say(locale, `label.${step}`, {}), status, code, summary, tool, result }
}
