import { advise, type Case, type Fault, seenPort } from '../advice/index.ts'
import { followUp, type NextAction } from '../contract/next-action.ts'
import { OUT_OF_TIME } from '../net/hearing.ts'
import { parseAddress } from '../policy/address.ts'
import type { Check, Code, Finding, Request } from './check.ts'
import { aboutEnd } from './evidence.ts'
import { cannotForward, loginBody, planBody } from './router.ts'
import { stepsText } from './steps.text.ts'

/** The faults of what answers, by finding; who answers in place of the service is told by the port. */
const FAULTS: Partial<Record<Code, Fault>> = {
  'service-other-protocol': 'protocol',
  'service-silent': 'silent',
  'service-error': 'error',
  'certificate-not-trusted': 'untrusted',
}

/** The steps about one port. */
const OF_PORT = ['forward-upstream', 'test-from-outside']

/** Returns the situation, the one thing to do now, and what else to do. */
export function adviceFor(check: Check, request: Request, findings: readonly Finding[], place: string | null) {
  const { isLineOnly, misread, locale } = check
  const { situation, steps: all } = advise(caseOf(check, request, findings, place))
  const ofLine = all.filter(({ code, tool }) => tool !== 'port-forward-plan' && !OF_PORT.includes(code))
  const toName: NextAction = { code: 'name-service', text: stepsText.say(locale, 'name-service', {}) }
  const steps = isLineOnly ? (cannotForward(check) && ofLine.length > 0 ? ofLine : [...ofLine, toName]) : all
  const hints = misread.map(({ field, text }) => ({
    code: field === 'internalIp' ? 'check-device-address' : 'compare-router-address',
    text: text(locale),
  }))
  const [first = nothing(check), ...more] = steps
  const nextStep = first.tool === undefined ? { ...first, ...followUp('reachability', request) } : first
  return { situation, nextStep, nextActions: [nextStep, ...hints, ...more] }
}

function nothing({ locale }: Check): NextAction {
  throw new Error(`no step in ${locale}`)
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
    ...{ version: seen.version, ip: seen.text, asked: { port, protocol }, place },
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
