import { type Static, Type } from '@sinclair/typebox'
import { adviceText } from '../../advice/index.ts'
import { isRecord } from '../../contract/clean.ts'
import { type NextAction, nextIn } from '../../contract/next-action.ts'
import { foreign, oneOf, orNull } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { commandsForListener, distinct, isOrder, METHOD_VERDICTS } from '../../issuance/index.ts'
import { PROOFS, type Proof } from '../../net/proof/index.ts'
import { parseDomain } from '../../policy/names.ts'
import type { SaidOutside } from '../define.ts'
import { type Foreign, recordsIn, stepsIn, textIn } from '../outside-seen.ts'

/** The methods by which authorities validate a name at a port, and where the other end says what it found there. */
const METHODS = { 80: { method: 'http-01', field: 'http' }, 443: { method: 'tls-alpn-01', field: 'tls' } } as const
type CertificatePort = keyof typeof METHODS

/** A name that no program takes for an option. */
const HOST = /^[a-z\d][a-z\d.-]*$/

export const LISTEN_VERDICTS = [...PROOFS, ...METHOD_VERDICTS] as const

/** The certificate of a name, as the other end judges it while this computer listens. */
export const CERTIFICATE = Type.Object({
  domain: Type.String(),
  method: oneOf('http-01', 'tls-alpn-01'),
  verdict: oneOf(...METHOD_VERDICTS),
  leadsHere: Type.Boolean({ description: 'whether the name was seen to lead to this computer' }),
  problems: Type.Array(
    Type.Object({ severity: oneOf('error', 'warning'), address: orNull(foreign(Type.String())), text: foreign(Type.String()) }),
  ),
  commands: Type.Array(Type.Object({ program: Type.String(), lines: Type.Array(Type.String()) }), {
    description: 'the lines to type, where it would be issued',
  }),
  reason: orNull(foreign(Type.String({ description: 'why it could not be checked' }))),
})
export type Certificate = Static<typeof CERTIFICATE>

/** Returns the certificate that a port is asked for; undefined for a port at which no authority looks. */
export function certificateAt(domain: string, { port, protocol }: { readonly port: number; readonly protocol: 'tcp' | 'udp' }) {
  return protocol === 'tcp' && isCertificatePort(port) ? { domain, port } : undefined
}

function isCertificatePort(port: number): port is CertificatePort {
  return port in METHODS
}

/** Returns the question for the certificate of a name, by the method of the port. */
export function questionOf(domain: string, port: CertificatePort) {
  return { tool: 'certificate-check', body: { domain, methods: [METHODS[port].method] } } as const
}

/** Returns the judgement over all versions of IP: a proof over one of them settles what another could not see at that address. */
export function certificateOf(
  said: readonly (SaidOutside | undefined)[],
  { domain, port }: { readonly domain: string; readonly port: CertificatePort },
  locale: Locale,
): Certificate {
  const { method, field } = METHODS[port]
  const answers = said.flatMap((one) => (one && 'answer' in one ? [one.answer] : []))
  const seen = answers.flatMap((answer) => recordsIn(answer, 'methods').filter((one) => one.method === method))
  const proven = answers.flatMap((answer) =>
    recordsIn(answer, 'addresses').filter((one) => isRecord(one[field]) && one[field].proof === 'proven'),
  )
  const isProven = (address: unknown) => proven.some((one) => one.address === address)
  const problems = seen.flatMap((one) => recordsIn(one, 'problems').filter(({ address }) => !isProven(address)))
  const [failure] = said.flatMap((one) => (one && 'failure' in one ? [one.failure] : []))
  const about = { domain, method, verdict: judged(seen, problems) }
  return {
    ...about,
    leadsHere: proven.length > 0,
    problems: distinct(problems.map(problemOf)),
    commands: commandsHere(bestOf(answers), about, locale),
    reason: seen.length > 0 ? null : (failure ?? ''),
  }
}

function judged(seen: readonly Foreign[], problems: readonly Foreign[]): Certificate['verdict'] {
  const verdicts = seen.map(({ verdict }) => METHOD_VERDICTS.find((one) => one === verdict) ?? 'cannot-tell')
  if (problems.some(({ severity }) => severity === 'error')) return 'would-fail'
  const isClear = verdicts.length > 0 && problems.length === 0 && verdicts.some((one) => one !== 'cannot-tell')
  return isClear || verdicts.includes('would-work') ? 'would-work' : 'cannot-tell'
}

function problemOf(problem: Foreign): Certificate['problems'][number] {
  const severity = problem.severity === 'error' ? 'error' : 'warning'
  return { severity, address: textIn(problem, 'address'), text: textIn(problem, 'text') ?? textIn(problem, 'code') ?? '' }
}

/** Returns the answer that says how a certificate comes; otherwise any. */
function bestOf(answers: readonly Foreign[]): Foreign | undefined {
  return answers.find((answer) => recordsIn(answer, 'methods').some(({ verdict }) => verdict === 'would-work')) ?? answers[0]
}

/** Returns lines that this program writes itself: those of the other end would be typed as they come. */
function commandsHere(
  answer: Foreign | undefined,
  { domain, method, verdict }: Pick<Certificate, 'domain' | 'method' | 'verdict'>,
  locale: Locale,
): Certificate['commands'] {
  const name = parseDomain(domain)
  if (!answer || verdict === 'would-fail' || typeof name === 'string' || !HOST.test(name.ascii)) return []
  const issuers = isRecord(answer.caa) && Array.isArray(answer.caa.issuers) ? answer.caa.issuers : []
  const order = { domain: name.ascii, method, isRehearsal: verdict === 'cannot-tell', locale }
  return commandsForListener({ ...order, issuers }).map(({ program, lines }) => ({ program, lines }))
}

/** Returns what was found of what was asked for: of the port, and of the certificate only where the port leads here. */
export function verdictOf(
  { proof }: { readonly proof: Proof | null },
  certificate: Certificate | null,
): (typeof LISTEN_VERDICTS)[number] {
  if (proof !== 'proven') return proof ?? 'cannot-tell'
  if (!certificate) return 'proven'
  // Another machine may get a certificate for the name, but not this one.
  return certificate.leadsHere || certificate.verdict === 'would-fail' ? certificate.verdict : 'cannot-tell'
}

/** Returns a verdict as the sentence has it: one on a name that was not seen to lead here, unless it fails or could not be checked, is that. */
export function spokenOf<Verdict extends string>({ leadsHere, reason }: Certificate, verdict: Verdict): Verdict | 'not-here' {
  return leadsHere || reason !== null || verdict === 'would-fail' ? verdict : 'not-here'
}

/** Returns the steps after a proof: those to the certificate, or those that `steps` has for the port alone. */
export function afterProof(
  { domain, leadsHere, commands, reason }: Certificate,
  said: readonly (SaidOutside | undefined)[],
  { steps, ip, locale }: { readonly steps: readonly NextAction[]; readonly ip: string | null; readonly locale: Locale },
): NextAction[] {
  const answers = said.flatMap((one) => (one && 'answer' in one ? [one.answer] : []))
  const best = bestOf(answers)
  // The lines to type are written here, and printed by themselves.
  const told = best ? stepsIn(best).filter((action) => !isOrder(action)) : []
  if (reason !== null || (told.length === 0 && commands.length === 0)) return [...steps]
  const type = ip?.includes(':') ? 'AAAA' : 'A'
  const update = nextIn(adviceText, locale)('update-record', { hostname: domain, type, ip: ip ?? '' })
  return leadsHere ? told : [update, ...told.filter(({ code }) => code !== update.code)]
}
