import { ECHO, type Heard, isHeard, isProof, type Ledger, leftWith } from './ledger.ts'

/** An answer, and the number of routers that the packet might pass. */
export interface HeardAt {
  readonly hops: number
  readonly heard: Heard
}

/** The answers of a look that decide. */
export interface Facts {
  /** The hop limits at which the public address said that it was forwarding the port, nearest first; always none over IPv6. */
  readonly proofs: readonly HeardAt[]
  /** The nearest answer to the port by the target that is not such a report. */
  readonly end: HeardAt | null
  /** The nearest refusal by another than the target. */
  readonly refusal: HeardAt | null
  /** The furthest router that a packet to the port, and to the control port, has reached. */
  readonly furthest: HeardAt | null
  readonly furthestControl: HeardAt | null
  /** The TTL with which the echo reply of the address arrived; null without one. */
  readonly echoed: number | null
  /** The number of hops to the address by the way back of its echo reply: a guess, since the way there may differ. */
  readonly guess: number | null
}

export function factsOf(ledger: Ledger): Facts {
  const heardOf = (to: 'port' | 'control') =>
    ledger.at(to).flatMap(({ hops, heard }): HeardAt[] => (heard ? [{ hops, heard }] : []))
  const ports = heardOf('port')
  const proves = ({ heard }: HeardAt) => ledger.version === 4 && isProof(heard)
  const isRouter = ({ heard }: HeardAt) => heard.from === 'path' || (isProof(heard) && ledger.version === 6)
  const echo = ledger.outcome(ECHO)
  const echoed = isHeard(echo) && echo.reason === null ? echo.arrived : null
  return {
    proofs: ports.filter(proves),
    end: ports.find(({ heard }) => heard.from === 'target' && !isProof(heard)) ?? null,
    refusal: ports.find(({ heard }) => heard.from === 'other') ?? null,
    furthest: ports.findLast(isRouter) ?? null,
    furthestControl: heardOf('control').findLast(isRouter) ?? null,
    echoed,
    guess: echoed === null ? null : leftWith(echoed) - echoed + 1,
  }
}
