import { Type } from '@sinclair/typebox'
import { type Advice, advise, type Case, goodOf, type Here, SITUATION, type Situation, sayStep } from '../../advice/index.ts'
import { type Block, facts } from '../../contract/blocks.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { ForeignProblem, PROBLEM_STATUS } from '../../contract/problem.ts'
import { oneOf, PORT, refusing, usually } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { METHOD_VERDICTS } from '../../issuance/index.ts'
import { codeOf } from '../../platform/misfit.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import type { PlanFacts } from '../../router/index.ts'
import { hereOf, linesFor } from '../advice.ts'
import { familiesOf, type HomeSubject, hintsOf, portSubject } from '../ask.ts'
import { type ComputerSeen, lookAtComputer } from '../computer/index.ts'
import { asTyped, defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { HOME_EVENT, LISTEN_FIELDS, type ListenFound } from '../fields.ts'
import { type LineSeen, lineFrom, wanProven } from '../line.ts'
import {
  afterProof,
  type Certificate,
  certificateAt,
  certificateOf,
  questionOf,
  spokenOf,
  verdictOf,
} from '../listening/certificate.ts'
import { byWorth, familyOf } from '../listening/judge.ts'
import { proveOver } from '../prove.ts'
import { sightText } from '../say.text.ts'
import { listenText } from './listen.text.ts'

export function listenTool({ sources, outside }: HomeWorld): HomeTool {
  return defineHomeTool({
    name: 'listen',
    server: 'needed',
    text: listenText,
    body: Type.Object({
      port: { ...PORT, examples: [25_565] },
      protocol: usually(oneOf('tcp', 'udp'), 'tcp'),
      hostname: Type.Optional(Type.String({ maxLength: 253, examples: ['home.example.com'] })),
      bind: Type.Optional(refusing(Type.String({ maxLength: 100, examples: ['192.168.0.10'] }), 'invalid-target')),
    }),
    result: Type.Object({ situation: SITUATION, ...LISTEN_FIELDS, nextActions: NEXT_ACTIONS }),
    event: Type.Object(HOME_EVENT),
    good: { field: 'verdict', values: ['proven', 'would-work'] },
    judge: ({ situation }) => situation && goodOf(situation, 'shut'),
    details: ['heard', 'outside', 'certificate'],
    headline: (found, { locale }) => sayListening(found, locale),
    printEvent: ({ summary }) => summary,
    blocks: (found, { locale }) => listeningTold(found, locale),
    async run({ body: { port, protocol = 'tcp', bind, hostname }, catalogue, ipdata, refuse, locale, say, signal, report }) {
      if (!outside) throw problemOf('no-server', say('no-server-detail'), locale)
      const host = bind === undefined ? null : parseAddress(bind)
      if (bind !== undefined && !host) return refuse('not-own', { address: bind }, { field: 'bind', code: 'invalid-target' })
      const wanted = hostname === undefined ? null : certificateAt(hostname, { port, protocol })
      if (wanted === undefined) return refuse('other-port', {}, { field: 'hostname', code: 'invalid-request' })
      const slots = { protocol: protocol.toUpperCase(), port, server: asTyped(outside.server) }
      const began = () => report({ box: 'proof', summary: say('asking', slots) })
      const subject = await portSubject({ port, protocol }, await catalogue(), { ipdata, locale })
      return proveHere({ sources, outside, host, wanted, subject, locale, signal, began })
    },
  })
}

type Family = ListenFound['families'][number]

/** Says what was found in one sentence: of the certificate where one was asked for and the port leads here, otherwise of the port. */
function sayListening({ port, protocol, families, verdict, certificate }: Omit<ListenFound, 'heard'>, locale: Locale): string {
  const slots = { port, protocol: protocol.toUpperCase() }
  const [best] = families
  if (!best || best.outcome === 'unchecked' || best.ip === null) return listenText.say(locale, 'headline.unchecked', slots)
  const found = { ...slots, ip: best.ip }
  const judged = best.outcome === 'proven' ? METHOD_VERDICTS.find((one) => one === verdict) : undefined
  if (certificate && judged) {
    const named = { ...found, hostname: certificate.domain, method: certificate.method.toUpperCase() }
    return listenText.say(locale, `headline.${spokenOf(certificate, judged)}`, named)
  }
  const same = families.flatMap(({ outcome, ip }) => (outcome === best.outcome && ip !== null ? [ip] : []))
  return listenText.say(locale, 'headline.seen', { ...slots, ip: same.join(', '), sight: saySight(best, locale) })
}

/** Returns each version of IP where there are two, who was heard where nothing is proven, and what is known of the certificate. */
function listeningTold({ families, heard, proof, certificate }: ListenFound, locale: Locale): readonly Block[] {
  const rows = families.map((one) => [`IPv${one.ipVersion}`, [one.ip, saySight(one, locale)].filter(Boolean).join('  ')] as const)
  const addresses = [...new Set(heard.map(({ from }) => from))].join(', ')
  return [
    facts(families.length > 1 ? rows : []),
    ...(proof === 'proven' || addresses === '' ? [] : [note(listenText.say(locale, 'line.from', { addresses }))]),
    ...(certificate ? certificateTold(certificate, locale) : []),
  ]
}

const note = (text: string): Block => ({ kind: 'note', text })

function certificateTold({ domain, method, reason, problems, commands }: Certificate, locale: Locale): readonly Block[] {
  if (reason !== null) return [note(listenText.say(locale, 'line.certificate-unchecked', { hostname: domain, reason }))]
  const title = listenText.say(locale, 'line.certificate', { hostname: domain, method: method.toUpperCase() })
  const checks = problems.map(({ severity, text }) => ({ label: text, mark: severity === 'error' ? 'bad' : 'warning' }) as const)
  return [
    ...(checks.length > 0 ? [{ kind: 'checks', title, lists: [{ checks }] } as const] : []),
    ...commands.map(({ program, lines }) => ({ kind: 'code', title: program, lines }) as const),
  ]
}

/** Says an outcome: where the packets ended that did not arrive is for the steps. */
function saySight({ outcome, reason }: Family, locale: Locale): string {
  const isSeen = ['proven', 'someone-else', 'changed', 'answer-lost'] as const
  const key = isSeen.find((one) => one === outcome) ?? (outcome === 'unchecked' ? outcome : 'nothing')
  return sightText.say(locale, key === 'unchecked' && reason !== null ? 'unchecked-because' : key, { reason: reason ?? '' })
}

interface ToListen {
  readonly sources: HomeWorld['sources']
  readonly outside: NonNullable<HomeWorld['outside']>
  /** The address to listen on; null for all. */
  readonly host: Address | null
  /** The name whose certificate is to be checked as well, with the port at which authorities look for it; null for none. */
  readonly wanted: ReturnType<typeof certificateAt> | null
  readonly subject: HomeSubject
  readonly locale: Locale
  readonly signal: AbortSignal
  began(): void
}

/** Listens, has the server outside prove the port over each version of IP that it has, and says what both ends saw. Throws a problem. */
async function proveHere({ sources, outside, host, wanted, subject, locale, signal, began }: ToListen) {
  const { port, protocol } = subject
  const { server } = outside
  const computer = await lookAtComputer({ port, protocol }, sources)
  const families = (await familiesOf(outside, computer)).filter((one) => !host || one === host.version)
  const asked = families.length > 0 ? families : [undefined]
  const options = { ...(host && { host: host.text }), ...(wanted && { also: questionOf(wanted.domain, wanted.port) }) }
  const toProve = { listenPort: port, ...options, port, protocol, tool: 'port-check', body: {} } as const
  const looked = lineFrom(outside, computer, signal)
  const proved = await proveOver(outside, { ...toProve, locale, signal, began }, asked).catch((error: unknown) => {
    const refused = { port, protocol, bind: host?.text ?? null, server: asTyped(server), platform: sources.platform }
    throw problemIn(error, { ...refused, listening: computer.listening }, locale) ?? error
  })
  const found = proved.map((one, index) => familyOf(one, families[index] ?? null, computer)).toSorted(byWorth)
  const [best] = found
  if (!best || found.every(({ said }) => 'failure' in said)) throw problemOf('not-asked', best?.reason ?? '', locale)
  const told = proved.map((one) => one.also)
  const certificate = wanted ? certificateOf(told, wanted, locale) : null
  const line = await looked
  const hints = hintsOf({ computer, wanIp: line && wanProven(line), routerBrand: null, platform: sources.platform })
  const known = { facts: subject.facts(hints, parseAddress(best.ip ?? '')), port, protocol, computer, server, line }
  const { situation, steps } = adviceOver(found, known)
  const proven = best.proof === 'proven' ? certificate : null
  const verdict = verdictOf(best, certificate)
  return {
    // The port leads here, but the certificate that it is for is in doubt.
    situation: proven && verdict === 'would-fail' ? 'untrusted' : proven && verdict === 'cannot-tell' ? 'unknown' : situation,
    port,
    protocol,
    verdict,
    ip: best.ip,
    proof: best.proof,
    arrived: found.some(({ arrived }) => arrived),
    heard: found.flatMap(({ heard }) => heard),
    outside: 'answer' in best.said ? { ...best.said.answer } : null,
    certificate,
    families: found.map(({ heard: _, said: __, ...family }) => family),
    nextActions: proven ? afterProof(proven, told, { steps, ip: best.ip, locale }) : [...steps],
  } as const
}

/** The facts for the steps, over both versions of IP. */
interface Facts {
  readonly facts: PlanFacts
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly computer: Omit<ComputerSeen, 'gateways'>
  readonly server: URL
  /** The line, as far as the way back proves it. */
  readonly line?: Pick<LineSeen, 'nat'> | null
}

/** The lines on which a rule in the router does not help. */
const LINES: Partial<Record<LineSeen['nat'], Situation>> = { 'carrier-grade': 'carrier-grade', 'double-nat': 'two-routers' }

/** The situation of each outcome, and its steps where those of the situation say less. */
const SITUATIONS: Record<Family['outcome'], readonly [situation: Situation, steps?: Here['steps']]> = {
  proven: ['open', ['start-service.proven']],
  'someone-else': ['other-answers'],
  changed: ['other-answers', ['check-firewall']],
  'answer-lost': ['firewall', ['check-way-back']],
  unchecked: ['not-checked'],
  'not-seen': ['no-rule-seen'],
  'kept-out': ['firewall'],
  'wrong-device': ['device-elsewhere'],
  'router-refuses': ['firewall', ['allow-in-router.only']],
  pinhole: ['pinhole'],
  'on-the-way': ['provider-blocks'],
}
const PORTS: Partial<Record<Family['outcome'], Case['port']>> = {
  proven: 'open',
  'someone-else': 'open',
  changed: 'open',
  unchecked: 'failed',
}

type Seen = Pick<Family, 'outcome' | 'ipVersion' | 'ip' | 'reason'>

/** Returns an outcome over one version of IP as advice takes it. */
function caseOf(
  { outcome, ipVersion: version, ip, reason }: Seen,
  { facts, port, protocol, computer, server, line }: Facts,
): Case {
  const isDirect = version === 6 || computer.address === ip
  const [usual, own] = SITUATIONS[outcome]
  const situation = (outcome === 'not-seen' && line && LINES[line.nat]) || usual
  const steps = outcome === 'answer-lost' && computer.vpn ? (['connect-directly'] as const) : own
  const typed = { port, protocol, server: asTyped(server), isUntold: situation === 'no-rule-seen' && facts.routerWan === null }
  const lines = { ...linesFor(typed), look: linesFor({ port, protocol, server: null }).listen }
  const isShared = situation === 'carrier-grade'
  const told = { situation, ...(steps && { steps }), isRuled: isDirect, isShared, opens: true, lines }
  return {
    facts,
    version,
    ip,
    asked: { port, protocol },
    port: PORTS[outcome] ?? 'shut',
    reason,
    requests: {},
    // Where nothing is forwarded, no rule leads to another device.
    fault: isDirect ? 'other' : 'stranger',
    here: hereOf(computer, told, typed),
  }
}

/** Returns the situation and the steps over one version of IP or both: all of the first, and of the other the first that is not among them. */
function adviceOver([own, other]: readonly Seen[], known: Facts): Advice {
  if (!own) throw new Error('no version of IP was looked at')
  const one = caseOf(own, known)
  const { situation, steps: usual } = advise(one)
  const steps = [...usual, ...(situation === 'no-rule-seen' ? [sayStep(one, 'look-from-inside')] : [])]
  if (!other || other.outcome === 'proven' || other.outcome === 'unchecked') return { situation, steps }
  const more = advise(caseOf(other, known)).steps.filter(({ code }) => !steps.some((step) => step.code === code))
  const shown = more.slice(0, 1).map(({ text, ...step }) => ({ ...step, text: `IPv${other.ipVersion}: ${text}` }))
  return { situation, steps: [...steps, ...shown] }
}

/** The codes of this command, which are the keys of their titles. */
type Code = 'no-server' | 'port-in-use' | 'not-permitted' | 'no-listening' | 'not-asked'

function problemOf(code: Code, detail: string, locale: Locale): ForeignProblem {
  const type = `urn:doorstep:problem:${code}`
  const status = PROBLEM_STATUS['invalid-request']
  return new ForeignProblem({ type, title: listenText.say(locale, code, {}), status, code, detail })
}

interface Refused extends Pick<ComputerSeen, 'listening'>, Pick<HomeWorld['sources'], 'platform'> {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly bind: string | null
  readonly server: string
}

const NOT_PERMITTED = { linux: 'not-permitted-linux', win32: 'not-permitted-windows' } as const

/** Returns why this computer cannot listen, from the error of the system. */
function problemIn(error: unknown, refused: Refused, locale: Locale): ForeignProblem | null {
  const { port, protocol: asked, bind, server, platform, listening } = refused
  const code = codeOf(error)
  if (code === 'EADDRINUSE') {
    const program = listening?.program ?? listenText.say(locale, 'another-program', {})
    const slots = {
      program,
      port,
      protocol: asked.toUpperCase(),
      asked,
      server,
      addresses: listening?.addresses.join(', ') ?? '',
    }
    const key = listening?.onlyLoopback ? 'port-in-use-inside' : 'port-in-use-by'
    return problemOf('port-in-use', listenText.say(locale, key, slots), locale)
  }
  if (code === 'EACCES' || code === 'EPERM') {
    const key = platform === 'linux' || platform === 'win32' ? NOT_PERMITTED[platform] : 'not-permitted-mac'
    return problemOf('not-permitted', listenText.say(locale, key, { port, server, asked }), locale)
  }
  if (code === 'EADDRNOTAVAIL' && bind !== null)
    return problemOf('no-listening', listenText.say(locale, 'not-own', { address: bind }), locale)
  return code === '' ? null : problemOf('no-listening', code, locale)
}
