import type { Static, TObject } from '@sinclair/typebox'
import type { NextAction } from '../contract/next-action.ts'
import type { Locale } from '../contract/text.ts'
import type { World } from './check.ts'
import type { Clients, FAMILY_FIELDS } from './fields.ts'
import { type Asking, reach } from './reach.ts'
import { stepsText } from './steps.text.ts'
import { type Subject, subjectOf } from './subject.ts'
import { whereIn } from './told.ts'

/** The time after which a client that tries both families begins with the second (RFC 8305, section 8). It begins at once where the first refuses. */
export const ATTEMPT_DELAY_MS = 250

type Families = Static<TObject<typeof FAMILY_FIELDS>>
type Answer = Awaited<ReturnType<typeof reach>>

/** The end of an attempt to connect; `silent` also where the refusal comes after seconds. */
export type Attempt = 'open' | 'refused' | 'silent' | 'unknown'

/** Checks the requester's own family and, at the same time, the other one where a token proves its address. */
export async function reachFamilies(subject: Subject, world: World, asking: Asking) {
  const [own, other] = await Promise.all([reach(subject, world, asking), reachOther(world, asking)])
  const answers = other ? [own, other] : [own]
  const clients = other && clientsOf(attempts(own, other))
  const families = answers.map((answer) => familyOf(answer, clients, world.locale))
  const friends = { friendsConnectTo: friendsOf(answers) }
  return { ...own, ...friends, families, clients, nextActions: [...own.nextActions, ...ofOther(own, other)] }
}

/** Returns what others type, whichever family was asked over: where both work, over IPv4, which everybody has. */
function friendsOf(answers: readonly Answer[]): string | null {
  const best = (['reachable', 'cannot-tell'] as const).flatMap((verdict) =>
    answers.filter((answer) => answer.verdict === verdict).toSorted((one, other) => ipVersionOf(one) - ipVersionOf(other)),
  )
  return best.find(({ friendsConnectTo }) => friendsConnectTo !== null)?.friendsConnectTo ?? null
}

/** Checks the port at the other address. Its name and its service are questions about the requester, and asked once. */
async function reachOther({ target: { other: target }, ...world }: World, { request }: Asking): Promise<Answer | null> {
  if (!target) return null
  const { ipdata, known } = world
  const subject = await subjectOf(request, { known, ipdata, seen: target.requester.address })
  return reach({ ...subject, scheme: null }, { ...world, target }, { request, report() {} })
}

function familyOf(answer: Answer, clients: Clients | null, locale: Locale): Families['families'][number] {
  const { ip, verdict, steps } = answer
  const ipVersion = ipVersionOf(answer)
  const step = steps.find(({ status }) => status === 'problem') ?? portIn(answer)
  const summary = step?.summary ?? ''
  const isSlow = clients === 'slow' && ipVersion === 6
  const said = isSlow ? stepsText.say(locale, 'family-slow', { summary, delay: ATTEMPT_DELAY_MS }) : summary
  return { ipVersion, ip, verdict, headline: over(ip, said), where: whereIn(steps) }
}

function ipVersionOf({ ip }: Pick<Answer, 'ip'>): 4 | 6 {
  return ip.includes(':') ? 6 : 4
}

function portIn({ steps }: Pick<Answer, 'steps'>) {
  return steps.find(({ step }) => step === 'port')
}

/** Returns the one thing to do for the other family, if it has a problem and it is not the same thing. */
function ofOther(own: Answer, other: Answer | null): NextAction[] {
  if (!other || other.blockedAt === null || own.nextActions.some(({ code }) => code === other.nextStep.code)) return []
  const { text, ...action } = other.nextStep
  return [{ ...action, text: over(other.ip, text) }]
}

function over(ip: string, sentence: string): string {
  return `IPv${ip.includes(':') ? 6 : 4}: ${sentence}`
}

function attempts(own: Answer, other: Answer): { ipv4: Attempt; ipv6: Attempt } {
  const [ipv4, ipv6] = own.ip.includes(':') ? [other, own] : [own, other]
  return { ipv4: attemptIn(ipv4), ipv6: attemptIn(ipv6) }
}

/** The answers of a router that has waited for the device in vain, for a second or more. */
const LATE = ['host-unreachable', 'address-unreachable']

function attemptIn(answer: Answer): Attempt {
  const step = portIn(answer)
  // Its page answers, not the service: a client that gets there is not served.
  if (step?.code === 'port-someone-else') return 'unknown'
  if (step?.status === 'ok') return answer.blockedAt === 'router' ? 'unknown' : 'open'
  if (step?.status !== 'problem') return 'unknown'
  const { status, reason } = step.result ?? {}
  return status === 'timeout' || (typeof reason === 'string' && LATE.includes(reason)) ? 'silent' : 'refused'
}

/**
 * Returns what a client meets that has both families and begins with IPv6: one that refuses costs nothing, one that is silent costs the
 * delay, and with clients that try one after the other all the time that they wait. Null if an attempt was not seen.
 */
export function clientsOf({ ipv4, ipv6 }: { readonly ipv4: Attempt; readonly ipv6: Attempt }): Clients | null {
  if (ipv4 === 'unknown' || ipv6 === 'unknown') return null
  if (ipv4 === 'open') {
    if (ipv6 === 'open') return 'fine'
    return ipv6 === 'silent' ? 'slow' : 'ipv4-only'
  }
  return ipv6 === 'open' ? 'ipv6-only' : 'none'
}
