import type { Situation } from '../advice/index.ts'
import type { Verdict } from '../reachability/index.ts'

/** The boxes between a program and the internet, from the inside out. */
export const BOXES = ['computer', 'firewall', 'router', 'second-router', 'provider', 'name'] as const
export type Box = (typeof BOXES)[number]

/** The causes, each with its verdict, its box and its situation. Those that are most likely, and not certain, say so in their sentence. */
export const CAUSES = {
  proven: ['reachable', null, 'program-off'],
  answers: ['reachable', null, 'open'],
  'not-needed': ['not-needed', null, 'not-needed'],

  'nothing-listens': ['blocked', 'computer', 'program-off'],
  'only-loopback': ['blocked', 'computer', 'program-off'],
  'other-address': ['blocked', 'computer', 'program-off'],
  'wrong-family': ['blocked', 'computer', 'program-off'],
  'wrong-program': ['blocked', 'computer', 'other-answers'],
  'answers-lost-in-vpn': ['blocked', 'computer', 'firewall'],
  'firewall-blocks': ['blocked', 'firewall', 'firewall'],
  'firewall-likely': ['blocked', 'firewall', 'firewall'],
  'rule-elsewhere': ['blocked', 'router', 'device-elsewhere'],
  'rule-not-here': ['blocked', 'router', 'device-elsewhere'],
  'rule-other-port': ['blocked', 'router', 'device-elsewhere'],
  'rule-other-outside': ['blocked', 'router', 'device-elsewhere'],
  'rule-without-effect': ['blocked', 'router', 'firewall'],
  'no-rule': ['blocked', 'router', 'no-rule-seen'],
  'no-rule-proven': ['blocked', 'router', 'no-rule-seen'],
  'no-rule-likely': ['blocked', 'router', 'no-rule-seen'],
  'router-filters': ['blocked', 'router', 'firewall'],
  'router-page': ['blocked', 'router', 'other-answers'],
  'someone-else': ['blocked', 'router', 'other-answers'],
  pinhole: ['blocked', 'router', 'pinhole'],
  'second-router': ['blocked', 'second-router', 'two-routers'],
  'second-router-elsewhere': ['blocked', 'second-router', 'two-routers'],
  'carrier-nat': ['blocked', 'provider', 'carrier-grade'],
  'line-shared': ['blocked', 'provider', 'carrier-grade'],
  neighbour: ['blocked', 'provider', 'carrier-grade'],
  'port-blocked': ['blocked', 'provider', 'provider-blocks'],
  'port-stopped': ['blocked', 'provider', 'provider-blocks'],
  'filtered-ahead': ['blocked', 'provider', 'provider-blocks'],
  name: ['blocked', 'name', 'name-elsewhere'],
  'answers-lost': ['blocked', null, 'firewall'],
  'filtered-by-origin': ['blocked', null, 'filtered-by-origin'],

  'answered-by-whom': ['cannot-tell', null, 'unknown'],
  'shared-or-no-rule': ['cannot-tell', null, 'no-rule-seen'],
  vpn: ['cannot-tell', null, 'unknown'],
  'other-line': ['cannot-tell', null, 'unknown'],
  'udp-silent': ['cannot-tell', null, 'unknown'],
  'front-unseen': ['cannot-tell', null, 'two-routers'],
  'no-rule-unseen': ['cannot-tell', null, 'no-rule-seen'],
  'outside-unseen': ['cannot-tell', null, 'not-checked'],
  'outside-doubts': ['cannot-tell', null, 'unknown'],
  'no-port': ['cannot-tell', null, 'unknown'],
} as const satisfies Record<string, readonly [Verdict, Box | null, Situation]>
export type Cause = keyof typeof CAUSES
