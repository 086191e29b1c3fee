import { type FollowUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import { actionsText } from './actions.text.ts'
import type { WhoAnswers } from './who.ts'

/** The open port at which another than the service answers. */
interface Answered {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
  readonly version: 4 | 6
  /** Whether the port should stay closed. */
  readonly isBetterShut: boolean
  readonly locale: Locale
}

interface Heard {
  readonly port: number
  /** The port at which it was heard. */
  readonly query: number
  readonly ip: string
  readonly locale: Locale
}

/** Returns what to do about a port that keeps silent while the program was heard on the port for its questions. */
export function heardAction({ port, query, ip, locale }: Heard, again: FollowUp): NextAction {
  return nextIn(actionsText, locale)('only-this-port', { port, query, ip }, again)
}

/** Returns what to do about who answers at an open port; null if it is, or may be, the service itself, and where being open is the problem. */
export function identityAction(who: WhoAnswers | null, about: Answered, again: FollowUp): NextAction | null {
  const { port, protocol, version, isBetterShut, locale } = about
  const next = nextIn(actionsText, locale)
  if (who === 'other' && !isBetterShut) {
    return { ...next(version === 4 ? 'check-program' : 'check-program-ipv6', { port }, again), code: 'check-program' }
  }
  if (who !== 'router') return null
  const action = next('close-router-page', { port }, again)
  if (version === 6 || isBetterShut) return action
  const then = actionsText.say(locale, 'then-forward', { protocol: protocol.toUpperCase(), port })
  return { ...action, text: `${action.text} ${then}` }
}
