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

/** The box at which each situation breaks the way. */
const BREAKS: Readonly<Record<string, Box>> = {
  'name-elsewhere': 'internet',
  'name-missing': 'internet',
  'name-private': 'internet',
  'carrier-grade': 'provider',
  'shared-ports': 'provider',
  building: 'provider',
  'provider-blocks': 'provider',
  'two-routers': 'router',
  'access-point': 'router',
  'no-rule-seen': 'router',
  pinhole: 'router',
  firewall: 'device',
  'device-away': 'device',
  'device-elsewhere': 'device',
  'program-off': 'program',
  'other-answers': 'program',
  untrusted: 'program',
  exposed: 'program',
}
/** The box at which packets ended, where no situation says more. */
const ENDS = {
  'refused-on-the-way': 'provider',
  'stopped-before': 'provider',
  'refused-at-address': 'router',
  'silent-at-address': 'router',
  'router-reached': 'router',
  'silent-device': 'device',
  'no-device': 'device',
  'wrong-address': 'device',
  'refused-by-device': 'program',
  'cannot-tell': 'router',
} as const satisfies Record<Where['verdict'], Box>
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
  return BOXES.map((box, index) => {
    const [mark, seen] =
      broken && index === end
        ? atEnd(sight, box, say)
        : index < end || (sight.isOpen && !broken && !now)
          ? passed(sight, box, say)
          : behind(sight, box, say)
    const address = called[box] ?? (box === own ? ip : undefined)
    return { mark, name: say(`at.${box}`), seen, ...(address && { address }) }
  })
}

function breakOf({ situation, where, identity, isElsewhere }: Sight): Box | null {
  if (isElsewhere) return 'provider'
  if (identity?.kind === 'router-page') return 'router'
  return BREAKS[situation ?? ''] ?? (where && ENDS[where.verdict])
}

type Found = readonly [mark: Station['mark'], seen: string]

/** Returns the box where it breaks; a service that should stay shut is well there. */
function atEnd(sight: Sight, box: Box, say: Words): Found {
  const { situation, where } = sight
  if (situation === 'better-shut') return ['ok', say('is.shut')]
  const isDoubted = where !== null && DOUBTED.includes(where.verdict) && !(situation && BREAKS[situation])
  return [isDoubted ? 'unknown' : 'problem', seenAtEnd(sight, box, say)]
}

/** The situations that say more than the end of the packets. */
const SAID = [
  ...(['name-elsewhere', 'name-missing', 'name-private', 'carrier-grade', 'shared-ports', 'building', 'two-routers'] as const),
  ...(['access-point', 'pinhole', 'program-off', 'other-answers', 'untrusted', 'exposed'] as const),
]

function seenAtEnd({ ip, situation, where, identity, isElsewhere }: Sight, box: Box, say: Words): string {
  if (isElsewhere) return say('is.elsewhere')
  if (identity?.kind === 'router-page') return say('is.own-page')
  const said = SAID.find((one) => one === situation)
  if (said) return say(`is.${said}`)
  if (where?.verdict === 'stopped-before' && where.stoppedAfter) {
    const { hop, organization, address } = where.stoppedAfter
    return say('is.stopped', { hop, router: organization ?? address })
  }
  if (situation === 'firewall' && where?.verdict === 'refused-by-device') return say('is.filtered')
  if (where === null || ENDS[where.verdict] !== box)
    return say(box === 'provider' ? 'is.provider-blocks' : box === 'router' ? 'is.rule-not-seen' : 'is.silent')
  const isRuled = !ip?.includes(':')
  if (where.verdict === 'refused-at-address' && where.forwardingRule === 'proven') return say('is.router-refuses')
  if (where.verdict === 'refused-at-address') return say(isRuled ? 'is.refused-there' : 'is.refused-way')
  if (where.verdict === 'silent-at-address') return say(isRuled ? 'is.rule-not-seen' : 'is.silent')
  if (where.verdict === 'wrong-address') return say(isRuled ? 'is.unreachable' : 'is.missing')
  return say(ENDINGS[where.verdict])
}

const ENDINGS = {
  'refused-on-the-way': 'is.refused-way',
  'stopped-before': 'is.stopped-somewhere',
  'router-reached': 'is.silent',
  'silent-device': 'is.silent',
  'no-device': 'is.missing',
  'refused-by-device': 'is.refused',
  'cannot-tell': 'is.untold',
} as const

function passed({ ip, where, isOpen, proof, now }: Sight, box: Box, say: Words): Found {
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

function behind({ situation, now, isCut, where }: Sight, box: Box, say: Words): Found {
  if (now) return [box === now && !isCut ? 'running' : 'waiting', '']
  if (situation === 'not-needed' || (situation === 'better-shut' && where === null))
    return box === 'program' ? ['ok', say(situation === 'not-needed' ? 'is.not-needed' : 'is.shut')] : ['waiting', '']
  return ['waiting', where === null && !BREAKS[situation ?? ''] ? '' : say('is.not-reached')]
}
