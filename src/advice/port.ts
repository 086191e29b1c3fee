import { followUp } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import { isHeardElsewhere, whoAnswers } from '../diagnostics/identity/index.ts'
import type { ShownPort } from '../diagnostics/port/index.ts'
import { type About, isSilent } from '../diagnostics/where/index.ts'
import { factsOf, type PlanFacts, readHints, type Service, serviceOf } from '../router/index.ts'
import type { Case } from './case.ts'
import { type Advice, advise } from './steps.ts'

/** A port at the address of whoever asks. */
interface OwnPort {
  readonly address: NonNullable<PlanFacts['seen']>
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  /** The service behind it; by default, nothing is known of that. */
  readonly service?: Service
  readonly known: PlanFacts['known']
  /** The number of the network of the address. */
  readonly asn: number | null
  readonly locale: Locale
}

/** Returns what is known of a port of one's own before anything is sent, where nobody named a router or a provider. */
export function factsOnPort({ address, port, protocol, service, known, asn, locale }: OwnPort): PlanFacts {
  return factsOf(
    { ...readHints({}, known, asn), service: service ?? serviceOf(null, [{ port, protocol }]) },
    known,
    address,
    locale,
  )
}

/** Returns the advice on it. */
export function adviseOnPort(own: OwnPort, seen: Omit<Case, 'facts' | 'version' | 'ip' | 'asked'>): Advice {
  const { address, port, protocol } = own
  const asked = { port, protocol }
  return advise({
    facts: factsOnPort(own),
    version: address.version,
    ip: address.text,
    asked,
    ...seen,
    requests: {
      plan: followUp('port-forward-plan', { ports: [asked] }),
      login: followUp('router-login-route', {}),
      line: followUp('reachability', asked),
      ...seen.requests,
    },
  })
}

/** A finding on a port, and how the service behind it was asked. */
interface Found {
  readonly found: Pick<ShownPort, 'port' | 'protocol' | 'status' | 'reason' | 'where' | 'proof' | 'identity'>
  readonly query: Parameters<typeof whoAnswers>[1]
  readonly about: About | null
  /** Whether the answer came from the host itself. */
  readonly isHost?: boolean
}

type SeenPort = Pick<Case, 'port' | 'reason' | 'about' | 'isRefused' | 'isProven' | 'fault' | 'heardOn'>

/** Returns a finding on a port as advice takes it. */
export function seenPort({ found, query, about, isHost = false }: Found): SeenPort {
  const { port, protocol, status, reason, proof, identity } = found
  const who = status === 'open' ? whoAnswers(identity, query, port) : null
  const fault = proof === 'someone-else' ? 'stranger' : who === 'router' || who === 'other' ? who : null
  return {
    port: portState(found),
    reason,
    // A refusal says more than an end that cannot be told.
    about: about?.where.verdict === 'cannot-tell' && status !== 'timeout' ? null : about,
    isRefused: status === 'refused' || (reason === 'port-unreachable' && protocol === 'udp' && isHost),
    isProven: proof === 'proven',
    fault,
    heardOn: status === 'timeout' && isHeardElsewhere(identity, query, port) ? (query?.port ?? null) : null,
  }
}

/** Returns the state of a port; silence over UDP tells none, unless a key was sent that the program would have answered. */
export function portState({
  status,
  protocol,
  where,
  proof,
}: Pick<ShownPort, 'status' | 'protocol' | 'where' | 'proof'>): Case['port'] {
  if (status === 'error') return 'failed'
  if (status === 'open') return proof === 'no-answer' ? 'silent' : 'open'
  const isUntold = protocol === 'udp' && status === 'timeout' && (where === null || isSilent(where))
  return isUntold && proof !== 'no-answer' ? 'silent' : 'shut'
}
