import type { Case, Here, Situation } from '../../advice/index.ts'
import type { Verdict } from '../../reachability/index.ts'

/** The boxes between a program and the internet, from the inside out. */
export const BOXES = ['computer', 'firewall', 'router', 'second-router', 'provider', 'name'] as const
export type Box = (typeof BOXES)[number]

/** A cause, as the answer and the advice have it. */
interface CauseRow {
  readonly verdict: Verdict
  readonly box: Box | null
  readonly situation: Situation
  /** The steps, where those of the situation say too little. */
  readonly steps?: Here['steps']
  /** The fault of what answers in the place of this computer. */
  readonly fault?: Case['fault']
}

/** The causes. Those that are most likely, and not certain, say so in their sentence. */
const TABLE = {
  proven: { verdict: 'reachable', box: null, situation: 'program-off', steps: ['start-service.proven'] },
  answers: { verdict: 'reachable', box: null, situation: 'open' },

  'not-needed': { verdict: 'not-needed', box: null, situation: 'not-needed' },

  'nothing-listens': { verdict: 'blocked', box: 'computer', situation: 'program-off', steps: ['start-service'] },
  'only-loopback': { verdict: 'blocked', box: 'computer', situation: 'program-off', steps: ['start-service.all-addresses'] },
  'other-address': { verdict: 'blocked', box: 'computer', situation: 'program-off', steps: ['start-service.all-addresses'] },
  'wrong-family': { verdict: 'blocked', box: 'computer', situation: 'program-off', steps: ['start-service.family'] },
  'wrong-program': { verdict: 'blocked', box: 'computer', situation: 'other-answers', fault: 'other' },
  'answers-lost-in-vpn': { verdict: 'blocked', box: 'computer', situation: 'firewall', steps: ['connect-directly'] },
  'firewall-blocks': { verdict: 'blocked', box: 'firewall', situation: 'firewall' },
  'firewall-likely': { verdict: 'blocked', box: 'firewall', situation: 'firewall' },
  'rule-elsewhere': { verdict: 'blocked', box: 'router', situation: 'device-elsewhere' },
  'rule-not-here': { verdict: 'blocked', box: 'router', situation: 'device-elsewhere' },
  'rule-other-port': { verdict: 'blocked', box: 'router', situation: 'device-elsewhere' },
  'rule-other-outside': {
    verdict: 'blocked',
    box: 'router',
    situation: 'device-elsewhere',
    steps: ['correct-rule-address.outside'],
  },
  'rule-without-effect': { verdict: 'blocked', box: 'router', situation: 'firewall', steps: ['allow-in-router.only'] },
  'no-rule': { verdict: 'blocked', box: 'router', situation: 'no-rule-seen' },
  'no-rule-proven': { verdict: 'blocked', box: 'router', situation: 'no-rule-seen' },
  'no-rule-likely': { verdict: 'blocked', box: 'router', situation: 'no-rule-seen' },
  'router-filters': { verdict: 'blocked', box: 'router', situation: 'firewall', steps: ['allow-in-router.only'] },
  'router-page': { verdict: 'blocked', box: 'router', situation: 'other-answers', fault: 'router' },
  'someone-else': { verdict: 'blocked', box: 'router', situation: 'other-answers', fault: 'stranger' },
  pinhole: { verdict: 'blocked', box: 'router', situation: 'pinhole' },
  'second-router': { verdict: 'blocked', box: 'second-router', situation: 'two-routers' },
  'second-router-elsewhere': {
    verdict: 'blocked',
    box: 'second-router',
    situation: 'two-routers',
    steps: ['correct-rule-address.outer'],
  },
  'carrier-nat': { verdict: 'blocked', box: 'provider', situation: 'carrier-grade' },
  'line-shared': { verdict: 'blocked', box: 'provider', situation: 'carrier-grade' },
  neighbour: { verdict: 'blocked', box: 'provider', situation: 'carrier-grade' },
  'port-blocked': { verdict: 'blocked', box: 'provider', situation: 'provider-blocks' },
  'port-stopped': { verdict: 'blocked', box: 'provider', situation: 'provider-blocks' },
  'filtered-ahead': { verdict: 'blocked', box: 'provider', situation: 'provider-blocks', steps: ['ask-provider.ahead'] },
  name: { verdict: 'blocked', box: 'name', situation: 'name-elsewhere' },
  'answers-lost': { verdict: 'blocked', box: null, situation: 'firewall', steps: ['check-way-back'] },
  'filtered-by-origin': { verdict: 'blocked', box: null, situation: 'filtered-by-origin' },

  'answered-by-whom': { verdict: 'cannot-tell', box: null, situation: 'unknown', steps: ['prove-by-listening'] },
  'shared-or-no-rule': { verdict: 'cannot-tell', box: null, situation: 'no-rule-seen' },
  vpn: { verdict: 'cannot-tell', box: null, situation: 'unknown', steps: ['connect-directly'] },
  'other-line': { verdict: 'cannot-tell', box: null, situation: 'unknown', steps: ['use-the-same-line'] },
  'udp-silent': { verdict: 'cannot-tell', box: null, situation: 'unknown', steps: ['try-the-program', 'prove-by-listening'] },
  'front-unseen': { verdict: 'cannot-tell', box: null, situation: 'two-routers' },
  'no-rule-unseen': { verdict: 'cannot-tell', box: null, situation: 'no-rule-seen' },
  'outside-unseen': { verdict: 'cannot-tell', box: null, situation: 'not-checked' },
  'outside-doubts': { verdict: 'cannot-tell', box: null, situation: 'unknown' },
  'no-port': { verdict: 'cannot-tell', box: null, situation: 'unknown' },
} as const satisfies Record<string, CauseRow>
export type Cause = keyof typeof TABLE
export const CAUSES: Readonly<Record<Cause, CauseRow>> = TABLE
