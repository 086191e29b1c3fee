import { followUp } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
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
    ...{ version: address.version, ip: address.text, asked },
    ...seen,
    requests: {
      plan: followUp('port-forward-plan', { ports: [asked] }),
      login: followUp('router-login-route', {}),
      line: followUp('reachability', asked),
      ...seen.requests,
    },
  })
}
