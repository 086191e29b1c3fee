import type { Verdict } from '../reachability/index.ts'

/** The boxes between a program and the internet, from the inside out. */
export const BOXES = ['computer', 'firewall', 'router', 'second-router', 'provider', 'name'] as const
export type Box = (typeof BOXES)[number]

/** The causes, each with its verdict and its box. Those that are most likely, and not certain, say so in their sentence. */
export const CAUSES = {
  proven: ['reachable', null],
  answers: ['reachable', null],
  'not-needed': ['not-needed', null],

  'nothing-listens': ['blocked', 'computer'],
  'only-loopback': ['blocked', 'computer'],
  'other-address': ['blocked', 'computer'],
  'wrong-family': ['blocked', 'computer'],
  'wrong-program': ['blocked', 'computer'],
  'answers-lost-in-vpn': ['blocked', 'computer'],
  'firewall-blocks': ['blocked', 'firewall'],
  'firewall-likely': ['blocked', 'firewall'],
  'rule-elsewhere': ['blocked', 'router'],
  'rule-not-here': ['blocked', 'router'],
  'rule-other-port': ['blocked', 'router'],
  'rule-other-outside': ['blocked', 'router'],
  'rule-without-effect': ['blocked', 'router'],
  'no-rule': ['blocked', 'router'],
  'no-rule-likely': ['blocked', 'router'],
  'router-filters': ['blocked', 'router'],
  'router-page': ['blocked', 'router'],
  'someone-else': ['blocked', 'router'],
  pinhole: ['blocked', 'router'],
  'second-router': ['blocked', 'second-router'],
  'second-router-elsewhere': ['blocked', 'second-router'],
  'carrier-nat': ['blocked', 'provider'],
  'line-shared': ['blocked', 'provider'],
  neighbour: ['blocked', 'provider'],
  'port-blocked': ['blocked', 'provider'],
  'port-stopped': ['blocked', 'provider'],
  'filtered-ahead': ['blocked', 'provider'],
  name: ['blocked', 'name'],
  'answers-lost': ['blocked', null],

  'answered-by-whom': ['cannot-tell', null],
  'shared-or-no-rule': ['cannot-tell', null],
  vpn: ['cannot-tell', null],
  'other-line': ['cannot-tell', null],
  'udp-silent': ['cannot-tell', null],
  'front-unseen': ['cannot-tell', null],
  'no-rule-unseen': ['cannot-tell', null],
  'outside-unseen': ['cannot-tell', null],
  'outside-doubts': ['cannot-tell', null],
  'no-port': ['cannot-tell', null],
} as const satisfies Record<string, readonly [Verdict, Box | null]>
export type Cause = keyof typeof CAUSES
