import { Type } from '@sinclair/typebox'
import { goodOf, SITUATION, type Situation } from '../../advice/index.ts'
import { NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT, refusing, usually } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { lookAtComputer } from '../computer/index.ts'
import { asTyped, defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { HOME_EVENT, LISTEN_FIELDS } from '../fields.ts'
import { lineFrom, wanProven } from '../line.ts'
import { listenAdvice } from '../listening/advice.ts'
import { afterProof, certificateAt, certificateOf, questionOf, verdictOf } from '../listening/certificate.ts'
import { listenText } from '../listening/listen.text.ts'
import { byWorth, proofSeen } from '../listening/outcomes.ts'
import { bindProblem, listenProblem } from '../listening/problems.ts'
import { listeningTold, sayListening } from '../listening/told.ts'
import { familiesOf } from '../looking/ask.ts'
import { prove } from '../prove.ts'
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
