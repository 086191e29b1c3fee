import { Type } from '@sinclair/typebox'
import { goodOf, SITUATION, type Situation } from '../../advice/index.ts'
import { type Block, facts } from '../../contract/blocks.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { ForeignProblem, PROBLEM_STATUS } from '../../contract/problem.ts'
import { oneOf, PORT, refusing, usually } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { METHOD_VERDICTS } from '../../issuance/index.ts'
import { codeOf } from '../../platform/misfit.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { type ComputerSeen, lookAtComputer } from '../computer/index.ts'
import { asTyped, defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { HOME_EVENT, LISTEN_FIELDS, type ListenFound } from '../fields.ts'
import { lineFrom, wanProven } from '../line.ts'
import {
  afterProof,
  type Certificate,
  certificateAt,
  certificateOf,
  questionOf,
  spokenOf,
  verdictOf,
} from '../listening/certificate.ts'
import { listenText } from '../listening/listen.text.ts'
import { byWorth, LISTEN_TABLE, listenAdvice, proofSeen } from '../listening/outcomes.ts'
import { familiesOf } from '../looking/look.ts'
import { prove } from '../prove.ts'
import { sightText } from '../say.text.ts'
import { type HomeSubject, portSubject } from '../subject.ts'

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
      if (!outside) throw listenProblem('no-server', say('no-server-detail'), locale)
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
  const { platform } = sources
  const server = asTyped(outside.server)
  const computer = await lookAtComputer({ port, protocol }, sources)
  const families = (await familiesOf(outside, computer)).filter((family) => !host || family === host.version)
  const looked = lineFrom(outside, computer, signal)
  const toProve = {
    listenPort: port,
    port,
    protocol,
    tool: 'port-check',
    body: {},
    ...(host && { host: host.text }),
    ...(wanted && { also: questionOf(wanted.domain, wanted.port) }),
  } as const
  const proved = await prove(outside, { ...toProve, locale, signal, began }, families.length > 0 ? families : [undefined]).catch(
    (error: unknown) => {
      const binding = { port, protocol, bind: host?.text ?? null, server, platform, listening: computer.listening }
      throw bindProblem(error, binding, locale) ?? error
    },
  )
  const found = proved.map((one, index) => proofSeen(one, families[index] ?? null, computer)).toSorted(byWorth)
  const [best] = found
  if (!best || found.every(({ said }) => 'failure' in said)) throw listenProblem('not-asked', best?.reason ?? '', locale)
  const told = proved.map((one) => one.also)
  const certificate = wanted ? certificateOf(told, wanted, locale) : null
  const line = await looked
  const facts = subject.facts({ computer, wanIp: line && wanProven(line), routerBrand: null, platform }, best.ip)
  const { situation, steps } = listenAdvice(found, { facts, port, protocol, computer, server, line })
  const proven = best.proof === 'proven' ? certificate : null
  const verdict = verdictOf(best, certificate)
  return {
    situation: (proven && CERTIFICATE_SITUATIONS[verdict]) ?? situation,
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

/** The situations in which the port leads here, but the certificate that it is for is in doubt. */
const CERTIFICATE_SITUATIONS: Readonly<Record<string, Situation>> = { 'would-fail': 'untrusted', 'cannot-tell': 'unknown' }

type Family = ListenFound['families'][number]

/** Says what was found in one sentence: of the certificate where one was asked for and the port leads here, otherwise of the port. */
function sayListening({ port, protocol, families, verdict, certificate }: ListenFound, locale: Locale): string {
  const slots = { port, protocol: protocol.toUpperCase() }
  const [best] = families
  if (!best || best.outcome === 'unchecked' || best.ip === null) return listenText.say(locale, 'headline.unchecked', slots)
  const judged = best.outcome === 'proven' ? METHOD_VERDICTS.find((known) => known === verdict) : undefined
  if (certificate && judged) {
    const named = { ...slots, ip: best.ip, hostname: certificate.domain, method: certificate.method.toUpperCase() }
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
  const { sight } = LISTEN_TABLE[outcome]
  return sightText.say(locale, sight === 'unchecked' && reason !== null ? 'unchecked-because' : sight, { reason: reason ?? '' })
}

/** The codes of this command, which are the keys of their titles. */
type Code = 'no-server' | 'port-in-use' | 'not-permitted' | 'no-listening' | 'not-asked'

function listenProblem(code: Code, detail: string, locale: Locale): ForeignProblem {
  const type = `urn:doorstep:problem:${code}`
  const status = PROBLEM_STATUS['invalid-request']
  return new ForeignProblem({ type, title: listenText.say(locale, code, {}), status, code, detail })
}

interface Binding extends Pick<ComputerSeen, 'listening'>, Pick<HomeWorld['sources'], 'platform'> {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly bind: string | null
  readonly server: string
}

const NOT_PERMITTED = {
  linux: 'not-permitted-linux',
  win32: 'not-permitted-windows',
  darwin: 'not-permitted-mac',
  other: 'not-permitted-mac',
} as const

/** Returns why this computer cannot listen, from the error of the system; null for any other error. */
function bindProblem(error: unknown, binding: Binding, locale: Locale): ForeignProblem | null {
  const { port, protocol: asked, bind, server, platform, listening } = binding
  const code = codeOf(error)
  const slots = { port, protocol: asked.toUpperCase(), asked, server }
  if (code === 'EADDRINUSE') {
    const program = listening?.program ?? listenText.say(locale, 'another-program', {})
    const key = listening?.onlyLoopback ? 'port-in-use-inside' : 'port-in-use-by'
    const named = { ...slots, program, addresses: listening?.addresses.join(', ') ?? '' }
    return listenProblem('port-in-use', listenText.say(locale, key, named), locale)
  }
  if (code === 'EACCES' || code === 'EPERM')
    return listenProblem('not-permitted', listenText.say(locale, NOT_PERMITTED[platform], slots), locale)
  if (code === 'EADDRNOTAVAIL' && bind !== null)
    return listenProblem('no-listening', listenText.say(locale, 'not-own', { address: bind }), locale)
  return code === '' ? null : listenProblem('no-listening', code, locale)
}
