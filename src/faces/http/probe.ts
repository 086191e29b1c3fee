import type { Elysia } from 'elysia'
import { isRecord, shownName } from '../../contract/clean.ts'
import { type Localized, Refusal, refusedField } from '../../contract/problem.ts'
import { METRICS_HEADERS } from '../../metrics/listener.ts'
import { type Probed, printProbe } from '../../metrics/probe.ts'
import type { Call } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { isListed } from '../../router/catalogue/match.ts'
import { findUseCase, mainPortOf, portsOf } from '../../router/index.ts'
import { queryReader } from './body.ts'
import { probeText } from './http.text.ts'
import { type Exchange, markRequest, type Outgoing, PROBE_PATH } from './reply.ts'
import type { Site } from './site.ts'
import { callOf } from './tool-routes.ts'
import { payerOf, visitOf } from './visit.ts'

/** The tool that a module runs, a target as it is written, and the body that becomes of one. */
interface Module {
  readonly name: string
  readonly tool: string
  readonly example: string
  bodyOf(target: string, catalogue: Site['catalogue']): object | Promise<object>
}

const NAMED = 'home.example.com'
const PORTS = '25565, 25565/udp, minecraft-java'

/** The modules, in the manner of blackbox_exporter. */
const MODULES: readonly Module[] = [
  { name: 'port', tool: 'port-check', example: PORTS, bodyOf: ownPort },
  { name: 'service', tool: 'public-service-check', example: `${NAMED}:443`, bodyOf: (target) => ({ target }) },
  { name: 'http', tool: 'http-headers', example: `https://${NAMED}/`, bodyOf: (url) => ({ url }) },
  { name: 'tls', tool: 'ssl-check', example: `${NAMED}:443`, bodyOf: (host) => ({ host }) },
  { name: 'icmp', tool: 'ping', example: NAMED, bodyOf: (host) => ({ host }) },
  { name: 'dns', tool: 'dns-lookup', example: NAMED, bodyOf: (domain) => ({ domain }) },
  { name: 'certificate', tool: 'certificate-check', example: NAMED, bodyOf: (domain) => ({ domain }) },
  { name: 'ddns', tool: 'ddns-match', example: NAMED, bodyOf: (hostname) => ({ hostname }) },
  { name: 'reachability', tool: 'reachability', example: PORTS, bodyOf: ownService },
]

/** The names of the modules. */
export const PROBE_MODULES: readonly string[] = MODULES.map(({ name }) => name)
const PORT = /^(\d{1,5})(?:\/(tcp|udp))?$/i
const TIMEOUT = 'x-prometheus-scrape-timeout-seconds'
/** The charge for a long query before it is read; the run then pays that much less. */
const LARGE_WEIGHT = 1
const [BAD_REQUEST, UNPROCESSABLE, UNAVAILABLE] = [400, 422, 503]
const readQuery = queryReader({})

/**
 * Adds the path at which Prometheus has a tool run, and reads its answer as metrics. It is a call like any other, with the limits and the
 * policy of the tool. Where it says nothing of the target, the scrape fails: no alert about the target may come of that.
 */
export function mountProbe(
  app: Elysia,
  tools: ReadonlyMap<string, Runnable>,
  { spend, catalogue }: Pick<Site, 'spend' | 'catalogue'>,
): void {
  const probe = async ({ request, set }: Exchange): Promise<string> => {
    const visit = visitOf(request)
    set.headers['cache-control'] = 'no-store'
    let prepaid = 0
    const query = await readQuery(request, () => {
      prepaid = LARGE_WEIGHT
      return spend(payerOf({ request, set }), prepaid)
    })
    const { target, module, runnable } = askedIn(query, tools)
    const call = { ...callOf({ request, set }, null), ...deadlineOf(request), prepaid }
    visit.ran(module.tool)
    markRequest(set, visit.id)
    const run = async () => runnable.run({ ...call, body: await module.bodyOf(target, catalogue) })
    const { answer } = await understood(run, (detail) => aboutTarget(module, detail))
    // A seam: the answers of these tools.
    return reply(set, answer as Answer)
  }
  app.get(PROBE_PATH, async ({ request, set }: Exchange) => understood(() => probe({ request, set })))
}

type Answer = Omit<Probed, 'good'> & { readonly good: boolean | null; readonly headline: string; readonly reason?: string | null }

/** Replies with metrics. Throws a Refusal where an answer says nothing of its target. */
async function reply(set: Outgoing, { good, ...answer }: Answer): Promise<string> {
  if (good === null) {
    const code = answer.reason === 'rate-limited' ? 'rate-limited' : 'nothing-found'
    throw new Refusal(code, (locale) => probeText.say(locale, 'nothing', { headline: answer.headline }))
  }
  Object.assign(set.headers, METRICS_HEADERS)
  return printProbe({ ...answer, good })
}

/** Returns what a query asks for. Throws a Refusal that says what can be had. */
function askedIn(query: unknown, tools: ReadonlyMap<string, Runnable>) {
  const { module: name, target, ...rest } = isRecord(query) ? query : {}
  const [other] = Object.keys(rest).map(shownName)
  if (other !== undefined) throw refusedField(other, (locale) => probeText.say(locale, 'unknown', { field: other }))
  const module = MODULES.find((one) => one.name === name)
  const runnable = module && tools.get(module.tool)
  if (!runnable) throw refusedField('module', (locale) => probeText.say(locale, 'module', { modules: PROBE_MODULES.join(', ') }))
  const missing: Localized = (locale) => probeText.say(locale, 'missing', {})
  if (typeof target !== 'string' || target === '') throw refusedField('target', aboutTarget(module, missing))
  return { target, module, runnable }
}

/** Returns the time that Prometheus gives a scrape, if it says so. */
function deadlineOf({ headers }: Request): Pick<Call, 'deadlineMs'> {
  const text = headers.get(TIMEOUT)
  const seconds = Number(text)
  if (text === null) return {}
  if (seconds > 0 && Number.isFinite(seconds)) return { deadlineMs: seconds * 1000 }
  throw refusedField(TIMEOUT, (locale) => probeText.say(locale, 'timeout', { header: TIMEOUT }))
}

/** Returns a port of whoever scrapes: that of a text, or the main one of a service. */
async function ownPort(target: string, catalogue: Site['catalogue']): Promise<object> {
  const own = await ownService(target, catalogue)
  if (!('useCase' in own)) return own
  const main = mainPortOf(findUseCase(await catalogue(), target))
  if (!main) throw refusedField('target', (locale) => probeText.say(locale, 'no-port', {}))
  return { ...own, port: portsOf(main.external).first, protocol: main.protocol }
}

/** Returns a port or a service of whoever scrapes. Throws a Refusal for what may be an address. */
async function ownService(target: string, catalogue: Site['catalogue']) {
  const [, port, protocol] = PORT.exec(target) ?? []
  if (port !== undefined) return { port: Number(port), ...(protocol && { protocol: protocol.toLowerCase() }) }
  const { useCases } = await catalogue()
  if (!/[.:/@]/.test(target) || isListed(useCases, target)) return { useCase: target }
  throw refusedField('target', (locale) => probeText.say(locale, 'not-own', {}))
}

function aboutTarget({ name, example }: Module, why: Localized): Localized {
  return (locale) => probeText.say(locale, 'target', { module: name, example, detail: why(locale) })
}

/** Runs, and answers mistakes as blackbox_exporter does: there is no body that could be unprocessable. `told` says them of the target. */
async function understood<Value>(run: () => Promise<Value>, told?: (detail: Localized) => Localized): Promise<Value> {
  try {
    return await run()
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.status !== UNPROCESSABLE) throw thrown
    const { code, detail, particulars } = thrown
    // No mistake of whoever scrapes: the name may have an address again at any time.
    if (code === 'unresolvable-target') throw new Refusal(code, detail, { ...particulars, status: UNAVAILABLE })
    throw new Refusal(code, told?.(detail) ?? detail, { ...particulars, ...(told && { field: 'target' }), status: BAD_REQUEST })
  }
}
