// Homes as they were seen, and the cause of each.
import type { Cause } from '../../../src/home/looking/causes.ts'
import type { OutsideSeen } from '../../../src/home/outside-seen.ts'
import { firewall, type HomePart, listening, OWN, open, PUBLIC, rule, shut, where } from './facts.ts'

const UDP = { port: 51_820, protocol: 'udp' } as const
const udpSilent = shut(where('silent-at-address'), { verdict: 'cannot-tell', blockedAt: null })
export const shut6 = (verdict: Parameters<typeof where>[0] | null) =>
  shut(verdict && where(verdict, { forwardingRule: null }), { version: 6, ip: '2001:db8:1::10', codes: ['port-x'] })
const seen = (outside: OutsideSeen, more: HomePart = {}): HomePart => ({ outside: [outside], ...more })
/** A rule that was seen at work from outside, and where packets ended. */
const atWork = (end: Parameters<typeof where>[0], more?: HomePart) => seen(shut(where(end, { forwardingRule: 'proven' })), more)
/** A home where nothing listens, so that this command has. */
const proved = (seen: OutsideSeen, proof: OutsideSeen['proof'], more: HomePart = {}): HomePart => ({
  outside: [{ ...seen, proof }],
  heldBy: 'us',
  ...more,
  computer: { listening: null, ...more.computer },
})
const unread = { firewall: firewall('unknown') }
const ownRule = rule({ internalIp: '192.168.1.11' })
/** A router that was heard from outside, as the only one that translates. */
const speaks = {
  echo: { address: { version: 4, text: PUBLIC, words: [0xcb_00_71_07] }, boxes: 1, keepsPorts: true },
  hops: ['192.168.1.1', '198.51.100.1'],
} as const
const behindTwo = { wanIp: '192.168.0.2' }
const onlyHere = listening(['127.0.0.1'], { onlyLoopback: true, family: 'ipv4' })

/** Homes, and the cause with everything else that is certain to be in the way. The verdict and the box follow from the cause. */
export const HOMES: readonly [name: string, home: HomePart, cause: Cause, also?: readonly Cause[]][] = [
  // Inside alone.
  ['no port', { asked: null, advice: null }, 'no-port'],
  ['nothing to be opened', { advice: 'not-needed', computer: { listening: null } }, 'not-needed'],
  ['nothing in the way inside', {}, 'outside-unseen'],
  ['the right rule', { rules: [rule()], wanIp: PUBLIC }, 'outside-unseen'],
  ['no program', { computer: { listening: null } }, 'nothing-listens'],
  ['a program that cannot be seen', { computer: { listening: null }, heldBy: 'others' }, 'outside-unseen'],
  ['a system that does not show what listens', { computer: { listening: null, isBlind: true } }, 'outside-unseen'],
  ['a console, which is another device', { computer: { listening: null }, advice: 'ask-console' }, 'outside-unseen'],
  ['a program for the computer itself', { computer: { listening: onlyHere } }, 'only-loopback'],
  ['a program at another address', { computer: { listening: listening(['10.66.0.2']) } }, 'other-address'],
  ['a program at the own address', { computer: { listening: listening([OWN], { family: 'ipv4' }) } }, 'outside-unseen'],
  ['a program over IPv6 alone', { computer: { listening: listening(['::'], { family: 'ipv6' }) } }, 'wrong-family'],
  ['a firewall that blocks', { computer: { firewall: firewall('yes') } }, 'firewall-blocks'],
  ['both', { computer: { listening: onlyHere, firewall: firewall('yes') } }, 'only-loopback', ['firewall-blocks']],
  ['a firewall that cannot be read', { computer: unread }, 'outside-unseen'],
  ['a rule to another device', { rules: [rule({ internalIp: '192.168.1.77' })] }, 'rule-elsewhere'],
  ['a rule to another own address', { rules: [ownRule], owns: ['192.168.1.11'] }, 'outside-unseen'],
  [
    'a program at that address',
    { rules: [ownRule], owns: [ownRule.internalIp], computer: { listening: listening([ownRule.internalIp]) } },
    'outside-unseen',
  ],
  ['a rule to another port', { rules: [rule({ internalPort: 80 })] }, 'rule-other-port'],
  ['a rule from another port', { rules: [rule({ externalPort: 25_566 })] }, 'rule-other-outside'],
  ['a rule for the other protocol', { rules: [rule({ protocol: 'udp' })] }, 'no-rule-unseen'],
  ['no rule in the list, which may have others', { rules: [] }, 'no-rule-unseen'],
  ['carrier-grade NAT', { wanIp: '100.64.0.7', rules: [rule()] }, 'carrier-nat'],
  ['another router in front', { ...behindTwo, rules: [rule()] }, 'front-unseen'],
  ['a router without an address', { saysNoAddress: true }, 'front-unseen'],
  ['a second hop that proves nothing', { hops: ['192.168.1.1', '100.64.0.1'] }, 'outside-unseen'],

  // Open outside.
  ['open', seen(open(), { wanIp: PUBLIC }), 'answers'],
  ['open, but the rule leads elsewhere', seen(open(), { rules: [rule({ internalIp: '192.168.1.77' })] }), 'rule-elsewhere'],
  ['open, but the rule leads to another port', seen(open(), { rules: [rule({ internalPort: 80 })] }), 'rule-other-port'],
  ['open, but only loopback', seen(open(), { computer: { listening: onlyHere } }), 'answered-by-whom', ['only-loopback']],
  ['the page of the router', seen(open({ verdict: 'blocked', codes: ['port-open', 'router-page-open'] })), 'router-page'],
  [
    'another program',
    seen(open({ verdict: 'blocked', blockedAt: 'service', codes: ['port-open', 'service-other'] })),
    'wrong-program',
  ],
  ['a name elsewhere', seen(open({ verdict: 'blocked', blockedAt: 'name' })), 'name'],
  ['a service that is not certain', seen(open({ verdict: 'cannot-tell' })), 'outside-doubts'],

  // Shut outside.
  ['no program, and shut', seen(shut(), { computer: { listening: null } }), 'nothing-listens'],
  ['no rule listed', seen(shut(), { rules: [], wanIp: PUBLIC }), 'no-rule'],
  ['no list', seen(shut(), { wanIp: PUBLIC }), 'no-rule-likely'],
  ['no list, and the router speaks', seen(shut(where('silent-at-address')), { ...speaks }), 'no-rule-proven'],
  ['no rule listed, and it speaks', seen(shut(where('refused-at-address')), { rules: [], ...speaks }), 'no-rule-proven'],
  ['a rule listed, and it speaks', seen(shut(where('silent-at-address')), { rules: [rule()], ...speaks }), 'rule-without-effect'],
  ['it speaks of unknown ends', seen(shut(where('cannot-tell')), { ...speaks }), 'no-rule-likely'],
  ['none listed, but one at work', atWork('silent-device', { rules: [], computer: unread }), 'firewall-likely'],
  ['one at work, a firewall that lets in', atWork('silent-device', { computer: { firewall: firewall('no') } }), 'rule-not-here'],
  ['a rule at work, and no firewall', atWork('refused-by-device'), 'rule-not-here'],
  ['a rule at work that is the right one', atWork('silent-device', { rules: [rule()] }), 'rule-without-effect'],
  ['the same, a firewall unread', atWork('silent-device', { rules: [rule()], computer: unread }), 'firewall-likely'],
  ['a router that refuses', atWork('refused-at-address', { rules: [rule()] }), 'router-filters'],
  ['two routers', seen(shut(), { rules: [rule()], ...behindTwo }), 'second-router'],
  ['two routers, the outer rule to nobody', atWork('no-device', { rules: [rule()], ...behindTwo }), 'second-router-elsewhere'],
  [
    'a line known to be shared',
    seen(shut(null, { blockedAt: 'nat', codes: ['public-address', 'ds-lite', 'explained-before'] })),
    'line-shared',
  ],
  [
    'a line that is usually shared',
    seen(shut(null, { blockedAt: 'nat', codes: ['provider-shares', 'port-silent'] })),
    'line-shared',
  ],
  ['a port that the provider blocks', seen(shut(null, { codes: ['port-blocked-by-provider'] }), { rules: [] }), 'port-blocked'],
  ['a filter on the way', seen(shut(where('stopped-before')), { rules: [rule()] }), 'port-stopped'],
  [
    'a name elsewhere, the port unseen',
    seen(shut(null, { blockedAt: 'name', codes: ['name-elsewhere', 'explained-before'] }), { rules: [] }),
    'name',
  ],
  ['another line', seen(shut(), { wanIp: '203.0.113.99' }), 'other-line'],
  ['a VPN', seen(shut(), { computer: { vpn: true } }), 'vpn'],
  ['a proxy', seen(shut(null, { blockedAt: 'address', codes: ['through-proxy', 'explained-before'] })), 'vpn'],
  ['a computer with the public address itself', seen(shut(), { computer: { address: PUBLIC } }), 'filtered-ahead'],
  ['silence over UDP', seen(udpSilent, { asked: UDP, rules: [] }), 'udp-silent'],
  ['a server in doubt', seen(shut(null, { verdict: 'cannot-tell', blockedAt: null, codes: ['out-of-time'] })), 'outside-doubts'],

  // Proofs.
  ['some places are kept out', seen(open(), { split: { ip: PUBLIC, keptOut: 'Frankfurt' } }), 'filtered-by-origin'],
  ['this place is kept out', seen(shut(), { rules: [], split: { ip: PUBLIC, keptOut: 'Seoul' } }), 'filtered-by-origin'],
  ['places differ over the other version of IP', seen(open(), { split: { ip: '2001:db8::1', keptOut: 'Oslo' } }), 'answers'],
  ['proven', proved(open(), 'proven'), 'proven'],
  ['proven through carrier-grade NAT', proved(open(), 'proven', { wanIp: '100.64.0.7' }), 'proven'],
  ['somebody else', proved(open(), 'someone-else', { wanIp: PUBLIC }), 'someone-else'],
  ['another customer', proved(open(), 'someone-else', { wanIp: '100.64.0.7' }), 'neighbour'],
  [
    'somebody behind the outer router',
    proved(open(), 'someone-else', { rules: [rule()], ...behindTwo }),
    'second-router-elsewhere',
  ],
  ['an answer that is lost', proved(shut(null, { arrived: true }), 'no-answer'), 'answers-lost'],
  [
    'an answer that a VPN takes',
    proved(shut(null, { arrived: true }), 'no-answer', { computer: { vpn: true } }),
    'answers-lost-in-vpn',
  ],

  // IPv6.
  ['a pinhole', seen(shut6('router-reached')), 'pinhole'],
  ['silence over IPv6', seen(shut6(null)), 'pinhole'],
  ['a filter on the way over IPv6', seen(shut6('stopped-before')), 'port-stopped'],
  [
    'a program over IPv4 alone',
    seen(shut6('router-reached'), { computer: { listening: listening(['0.0.0.0'], { family: 'ipv4' }) } }),
    'wrong-family',
  ],
  ['a second hop of the provider', seen(shut(), { hops: ['192.168.1.1', '10.0.0.1'] }), 'shared-or-no-rule'],
  ['a second hop that is shared', seen(shut(), { hops: ['192.168.1.1', '100.64.0.1'] }), 'shared-or-no-rule'],
]
