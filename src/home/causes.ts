import type { Case, Here, Situation } from '../advice/index.ts'
import type { Verdict } from '../reachability/index.ts'

/** The boxes between a program and the internet, from the inside out. */
export const BOXES = ['computer', 'firewall', 'router', 'second-router', 'provider', 'name'] as const
export type Box = (typeof BOXES)[number]

type Row = readonly [Verdict, Box | null, Situation, steps?: Here['steps'], fault?: Case['fault']]

/**
 * The causes, each with its verdict, its box and its situation; its steps where those of the situation say too little; and the fault of what
 * answers in the place of this computer. Those that are most likely, and not certain, say so in their sentence.
 */
const TABLE = {
  proven: ['reachable', null, 'program-off', ['start-service.proven']],
  answers: ['reachable', null, 'open'],
  'not-needed': ['not-needed', null, 'not-needed'],

  'nothing-listens': ['blocked', 'computer', 'program-off', ['start-service']],
  'only-loopback': ['blocked', 'computer', 'program-off', ['start-service.all-addresses']],
  'other-address': ['blocked', 'computer', 'program-off', ['start-service.all-addresses']],
  'wrong-family': ['blocked', 'computer', 'program-off', ['start-service.family']],
  'wrong-program': ['blocked', 'computer', 'other-answers', undefined, 'other'],
  'answers-lost-in-vpn': ['blocked', 'computer', 'firewall', ['connect-directly']],
  'firewall-blocks': ['blocked', 'firewall', 'firewall'],
  'firewall-likely': ['blocked', 'firewall', 'firewall'],
  'rule-elsewhere': ['blocked', 'router', 'device-elsewhere'],
  'rule-not-here': ['blocked', 'router', 'device-elsewhere'],
  'rule-other-port': ['blocked', 'router', 'device-elsewhere'],
  'rule-other-outside': ['blocked', 'router', 'device-elsewhere', ['correct-rule-address.outside']],
  'rule-without-effect': ['blocked', 'router', 'firewall', ['allow-in-router.only']],
  'no-rule': ['blocked', 'router', 'no-rule-seen'],
  'no-rule-proven': ['blocked', 'router', 'no-rule-seen'],
  'no-rule-likely': ['blocked', 'router', 'no-rule-seen'],
  'router-filters': ['blocked', 'router', 'firewall', ['allow-in-router.only']],
  'router-page': ['blocked', 'router', 'other-answers', undefined, 'router'],
  'someone-else': ['blocked', 'router', 'other-answers', undefined, 'stranger'],
  pinhole: ['blocked', 'router', 'pinhole'],
  'second-router': ['blocked', 'second-router', 'two-routers'],
  'second-router-elsewhere': ['blocked', 'second-router', 'two-routers', ['correct-rule-address.outer']],
  'carrier-nat': ['blocked', 'provider', 'carrier-grade'],
  'line-shared': ['blocked', 'provider', 'carrier-grade'],
  neighbour: ['blocked', 'provider', 'carrier-grade'],
  'port-blocked': ['blocked', 'provider', 'provider-blocks'],
  'port-stopped': ['blocked', 'provider', 'provider-blocks'],
  'filtered-ahead': ['blocked', 'provider', 'provider-blocks', ['ask-provider.ahead']],
  name: ['blocked', 'name', 'name-elsewhere'],
  'answers-lost': ['blocked', null, 'firewall', ['check-way-back']],
  'filtered-by-origin': ['blocked', null, 'filtered-by-origin'],

  'answered-by-whom': ['cannot-tell', null, 'unknown', ['prove-by-listening']],
  'shared-or-no-rule': ['cannot-tell', null, 'no-rule-seen'],
  vpn: ['cannot-tell', null, 'unknown', ['connect-directly']],
  'other-line': ['cannot-tell', null, 'unknown', ['use-the-same-line']],
  'udp-silent': ['cannot-tell', null, 'unknown', ['try-the-program', 'prove-by-listening']],
  'front-unseen': ['cannot-tell', null, 'two-routers'],
  'no-rule-unseen': ['cannot-tell', null, 'no-rule-seen'],
  'outside-unseen': ['cannot-tell', null, 'not-checked'],
  'outside-doubts': ['cannot-tell', null, 'unknown'],
  'no-port': ['cannot-tell', null, 'unknown'],
} as const satisfies Record<string, Row>
export type Cause = keyof typeof TABLE
export const CAUSES: Readonly<Record<Cause, Row>> = TABLE
