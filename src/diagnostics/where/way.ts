import type { Say } from '../../contract/text.ts'
import type { Where } from './look.ts'
import type { wayText } from './way.text.ts'

type Words = Say<typeof wayText.en>

/** A box on the way of the packets: its name, its address, and what was seen of it, which is nothing more than the answer says. */
interface Station {
  readonly mark: 'ok' | 'problem' | 'unknown' | 'waiting' | 'running'
  readonly name: string
  readonly seen: string
  readonly address?: string | undefined
}

/** The boxes from the internet to a service, in the order of the way. */
const BOXES = ['internet', 'provider', 'router', 'device', 'program'] as const
type Box = (typeof BOXES)[number]

/** Everything that is known of a way by now. */
export interface Sight {
  /** The public address; null until it is known. */
  readonly ip: string | null
  /** Null if the port is open, and where nobody looked. */
  readonly where: (Pick<Where, 'verdict' | 'forwardingRule'> & Partial<Omit<Where, 'evidence'>>) | null
  readonly isOpen?: boolean
  readonly situation?: string | null | undefined
  readonly identity?: { readonly kind: string } | null | undefined
  readonly proof?: 'proven' | 'someone-else' | 'no-answer' | null | undefined
  /** Names and addresses that the answer or its request have for the boxes. */
  readonly called?: Partial<Record<Box, string | null | undefined>>
  /** The box that is looked at now; the check has ended where there is none. */
  readonly now?: Box | undefined
  /** Whether the check has broken off there. */
  readonly isCut?: boolean
  /** Whether checks of the address do not reach the line of the requester. */
  readonly isElsewhere?: boolean
}

/** The box at which each situation breaks the way, and what is seen of it where the situation says more than the end of the packets. */
const BREAKS = {
  'name-elsewhere': { box: 'internet', seen: 'is.name-elsewhere' },
  'name-missing': { box: 'internet', seen: 'is.name-missing' },
  'name-private': { box: 'internet', seen: 'is.name-private' },
  'carrier-grade': { box: 'provider', seen: 'is.carrier-grade' },
  'shared-ports': { box: 'provider', seen: 'is.shared-ports' },
  building: { box: 'provider', seen: 'is.building' },
  'provider-blocks': { box: 'provider' },
  'two-routers': { box: 'router', seen: 'is.two-routers' },
  'access-point': { box: 'router', seen: 'is.access-point' },
  'no-rule-seen': { box: 'router' },
  pinhole: { box: 'router', seen: 'is.pinhole' },
  firewall: { box: 'device' },
  'device-away': { box: 'device' },
  'device-elsewhere': { box: 'device' },
  'program-off': { box: 'program', seen: 'is.program-off' },
  'other-answers': { box: 'program', seen: 'is.other-answers' },
  untrusted: { box: 'program', seen: 'is.untrusted' },
  exposed: { box: 'program', seen: 'is.exposed' },
} as const satisfies Record<string, { box: Box; seen?: keyof typeof wayText.en }>
const isBreak = (situation: string | null | undefined): situation is keyof typeof BREAKS => Object.hasOwn(BREAKS, situation ?? '')

/** The box at which packets ended, where no situation says more; what is seen of it, and over IPv6 if that is something else. */
const ENDS = {
  'refused-on-the-way': { box: 'provider', seen: 'is.refused-way' },
  'stopped-before': { box: 'provider', seen: 'is.stopped-somewhere' },
  'refused-at-address': { box: 'router', seen: 'is.refused-there', over6: 'is.refused-way' },
  'silent-at-address': { box: 'router', seen: 'is.rule-not-seen', over6: 'is.silent' },
  'router-reached': { box: 'router', seen: 'is.silent' },
  'silent-device': { box: 'device', seen: 'is.silent' },
  'no-device': { box: 'device', seen: 'is.missing' },
  'wrong-address': { box: 'device', seen: 'is.unreachable', over6: 'is.missing' },
  'refused-by-device': { box: 'program', seen: 'is.refused' },
  'cannot-tell': { box: 'router', seen: 'is.untold' },
} as const satisfies Record<Where['verdict'], { box: Box; seen: keyof typeof wayText.en; over6?: keyof typeof wayText.en }>
/** Returns whether it is such an end: a link may hold anything. */
export const isEnd = (code: string): code is Where['verdict'] => Object.hasOwn(ENDS, code)
/** Ends that do not show which box is silent. */
const DOUBTED: readonly string[] = ['silent-at-address', 'silent-device', 'router-reached', 'cannot-tell']

/** Returns the boxes: those that were passed, the one at which the way breaks, and those behind it. */
export function stationsOf(sight: Sight, say: Words): Station[] {
  const { ip, called = {}, now } = sight
  const own = ip?.includes(':') ? 'device' : 'router'
  const broken = breakOf(sight)
  // Where nothing was sent, nothing was passed.
  const end = broken || now || sight.isOpen ? BOXES.indexOf(broken ?? now ?? 'program') : 0
  const isWhole = sight.isOpen && !broken && !now
  const seenOf = (box: Box, index: number): Seen => {
    if (broken && index === end) return brokenAt(sight, box, say)
    return index < end || isWhole ? passed(sight, box, say) : behind(sight, box, say)
  }
  return BOXES.map((box, index) => {
    const [mark, seen] = seenOf(box, index)
    const address = called[box] ?? (box === own ? ip : undefined)
    return { mark, name: say(`at.${box}`), seen, ...(address && { address }) }
  })
}

function breakOf({ situation, where, identity, isElsewhere }: Sight): Box | null {
  if (isElsewhere) return 'provider'
  if (identity?.kind === 'router-page') return 'router'
  if (isBreak(situation)) return BREAKS[situation].box
  return where && ENDS[where.verdict].box
}

type Seen = readonly [mark: Station['mark'], seen: string]

/** Returns the box where it breaks; a service that should stay shut is well there. */
function brokenAt(sight: Sight, box: Box, say: Words): Seen {
  const { situation, where } = sight
  if (situation === 'better-shut') return ['ok', say('is.shut')]
  const isDoubted = where !== null && DOUBTED.includes(where.verdict) && !isBreak(situation)
  return [isDoubted ? 'unknown' : 'problem', seenWhereBroken(sight, box, say)]
}

function seenWhereBroken({ ip, situation, where, identity, isElsewhere }: Sight, box: Box, say: Words): string {
  if (isElsewhere) return say('is.elsewhere')
  if (identity?.kind === 'router-page') return say('is.own-page')
  const broken = isBreak(situation) ? BREAKS[situation] : null
  if (broken && 'seen' in broken) return say(broken.seen)
  if (where?.verdict === 'stopped-before' && where.stoppedAfter) {
    const { hop, organization, address } = where.stoppedAfter
    return say('is.stopped', { hop, router: organization ?? address })
  }
  if (situation === 'firewall' && where?.verdict === 'refused-by-device') return say('is.filtered')
  const end = where && ENDS[where.verdict]
  if (end?.box === box) {
    if (where?.verdict === 'refused-at-address' && where.forwardingRule === 'proven') return say('is.router-refuses')
    return say(ip?.includes(':') && 'over6' in end ? end.over6 : end.seen)
  }
  if (box === 'provider') return say('is.provider-blocks')
  return say(box === 'router' ? 'is.rule-not-seen' : 'is.silent')
}

function passed({ ip, where, isOpen, proof, now }: Sight, box: Box, say: Words): Seen {
  if (box === 'internet') return ['ok', say('is.sends')]
  if (box === 'program' && proof === 'someone-else') return ['problem', say('is.someone-else')]
  if (box === 'program') return ['ok', say(proof === 'proven' ? 'is.knows-key' : 'is.answers')]
  if (!isOpen && where === null) return now ? ['ok', ''] : ['waiting', '']
  if (box === 'provider') return ['ok', say('is.passed')]
  if (box === 'device') return ['ok', say('is.reached')]
  const isTwice = (where?.forwarders ?? 0) > 1
  if (isTwice) return ['ok', say('is.forwards-twice')]
  if (where?.forwardingRule === 'proven') return ['ok', say(where.allPorts ? 'is.forwards-all' : 'is.forwards')]
  return ['ok', say(ip?.includes(':') ? 'is.lets-through' : 'is.passed')]
}

function behind({ situation, now, isCut, where }: Sight, box: Box, say: Words): Seen {
  if (now) return [box === now && !isCut ? 'running' : 'waiting', '']
  if (situation === 'not-needed' || (situation === 'better-shut' && where === null))
    return box === 'program' ? ['ok', say(situation === 'not-needed' ? 'is.not-needed' : 'is.shut')] : ['waiting', '']
  return ['waiting', where === null && !isBreak(situation) ? '' : say('is.not-reached')]
}
