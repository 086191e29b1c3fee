import type { DnsStatus } from '../../../../contract/dns-status.ts'
import type { Say } from '../../../../contract/text.ts'
import { namesText } from '../names.text.ts'

export interface Finding {
  readonly status: DnsStatus
  readonly reason: string | null
}

/** Returns whether a server answered: also with "there is none". */
export function isAnswered({ status }: Finding): boolean {
  return status === 'noerror' || status === 'nodata' || status === 'nxdomain'
}

/** Returns the outcome of a lookup in words; a reason that is not known here stands as its code. */
export function findingIn({ status, reason }: Finding, say: Say<typeof namesText.en>): string {
  const key = `reason.${reason}`
  if (isKey(key)) return say(key)
  return status === 'error' ? say('error', { reason: reason ?? status }) : say(status)
}

type ReasonKey = Extract<keyof typeof namesText.en, `reason.${string}`>

function isKey(key: string): key is ReasonKey {
  return key.startsWith('reason.') && Object.hasOwn(namesText.en, key)
}
