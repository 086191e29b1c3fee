import type { GatewaySeen } from '../../net/gateway/types.ts'
import type { Judgement } from '../../router/index.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { PlacesSeen } from '../define.ts'
import type { HomeFound } from '../fields.ts'
import type { LineSeen } from '../line.ts'
import type { OutsideSeen } from '../outside-seen.ts'

/** Everything that was seen, from inside and from outside, before it is judged. */
export interface HomeFacts {
  /** Null if nobody named a port: then only the line and the router can be spoken of. */
  readonly asked: HomeFound['asked']
  /** The advice that the plan has for this service before anything is checked. */
  readonly advice: Judgement['advice'] | null
  readonly computer: Omit<ComputerSeen, 'gateways'>
  /** Every address of this computer: it may be in the home network twice. */
  readonly owns: readonly string[]
  /** The answers of the default gateway over IPv4; null if there is none. */
  readonly gateway: Pick<GatewaySeen, 'rules'> | null
  readonly line: LineSeen
  /** The sights from outside, one of each version of IP; none without `--server`, or where it could not tell. */
  readonly outside: readonly OutsideSeen[]
  /** The holder of the port meanwhile, where no program was seen: this command itself, or a program that cannot be seen. */
  readonly heldBy: 'us' | 'others' | null
  /** The port as other places see it; null where one place looked alone. */
  readonly places: PlacesSeen | null
}
