import type { IpData } from '../ipdata/lookup.ts'
import type { Net } from '../net/index.ts'
import type { Caller } from '../policy/caller.ts'
import type { Disclosure } from '../policy/gate.ts'
import type { PublicName } from '../policy/target.ts'
import { lookAtNames } from './dns.ts'
import type { Facts } from './facts.ts'
import type { Method } from './fields.ts'
import { lookAtAddresses } from './web.ts'

/** The means of a check, and what it is about. */
export interface Checking {
  readonly target: PublicName
  readonly methods: readonly Method[]
  readonly net: Net
  readonly ipdata: IpData
  readonly disclosure: Disclosure
  readonly caller: Caller
  /** The key of a proof at the requester's own address; null if none is asked for. */
  readonly key: Uint8Array | null
}

/** Returns everything that the judgement needs: what name servers say, then what each address answers. */
export async function gather(checking: Checking): Promise<Facts> {
  const { ascii, unicode, wildcard, query } = checking.target
  const dns = await lookAtNames(checking)
  return { subject: { ascii, unicode, wildcard, query }, dns, ...(await lookAtAddresses(checking, dns)) }
}
