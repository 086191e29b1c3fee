import type { IpData } from '../ipdata/lookup.ts'
import type { Net } from '../net/index.ts'
import type { Caller } from '../policy/caller.ts'
import type { Disclosure } from '../policy/gate.ts'
import type { PublicName } from '../policy/target.ts'
import type { Catalogue } from '../router/catalogue/index.ts'
import type { ChallengeFile } from './facts.ts'
import type { Method } from './fields.ts'

/** The means of a check, and what it is about. */
export interface Checking {
  readonly target: PublicName
  readonly methods: readonly Method[]
  readonly net: Net
  readonly ipdata: IpData
  readonly disclosure: Disclosure
  readonly caller: Caller
  readonly catalogue: Pick<Catalogue, 'ddns'>
  /** The key of a proof at the requester's own address; null if none is asked for. */
  readonly key: Uint8Array | null
  /** The file to ask for in place of a challenge that nobody has set up; null for that one. */
  readonly file: ChallengeFile | null
}
