import { ECHO, type Heard, isProof, type Ledger, leftWith } from './ledger.ts'

/** An answer at a hop limit. */
export interface Place {
  readonly hops: number
  readonly heard: Heard
}

/** The meaning of the answers so far. */
export interface Facts {
  /** The hop limits at which the public address said that it was forwarding the port, nearest first; always none over IPv6. */
  readonly proofs: readonly Place[]
  /** The nearest answer to the port by the target that is not such a report. */
  readonly end: Place | null
  /** The nearest refusal by another than the target. */
  readonly refusal: Place | null
  /** The furthest router that a packet to the port, and to the control port, has reached. */
  readonly furthest: Place | null
  readonly furthestControl: Place | null
  /** The TTL with which the echo reply of the address arrived; null without one. */
  readonly echoed: number | null
  /** The number of hops to the address by the way back of its echo reply: a guess, since the way there may differ. */
  readonly guess: number | null
}

export function factsOf(ledger: Ledger): Facts {
  const placesOf = (to: 'port' | 'control') =>
    ledger.at(to).flatMap(({ hops, heard }): Place[] => (heard ? [{ hops, heard }] : []))
  const ports = placesOf('port')
  const proves = ({ heard }: Place) => ledger.version === 4 && isProof(heard)
  const isRouter = (place: Place) => place.heard.from === 'path' || (isProof(place.heard) && ledger.version === 6)
  const echo = ledger.outcome(ECHO)
  const echoed = echo !== null && echo !== 'silent' && echo.reason === null ? echo.arrived : null
  return {
    proofs: ports.filter(proves),
    end: ports.find((place) => place.heard.from === 'target' && !isProof(place.heard)) ?? null,
    refusal: ports.find(({ heard }) => heard.from === 'other') ?? null,
    furthest: ports.findLast(isRouter) ?? null,
    furthestControl: placesOf('control').findLast(isRouter) ?? null,
    echoed,
    guess: echoed === null ? null : leftWith(echoed) - echoed + 1,
  }
}
