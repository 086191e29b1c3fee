import { type Journey, SEEN } from './journey.ts'

const WITHOUT_RULE = { first: ['try-without-rule'], has: ['test-on-console'], never: ['allow-on-device', 'verify-port'] } as const

/** NAT types, and what consoles can do about them. */
export const CONSOLES: readonly Journey[] = [
  {
    who: 'a PlayStation 5 with NAT type 3',
    plan: {
      send: { useCase: 'PS5 NAT type 3', routerBrand: 'asus', internalIp: '192.168.50.22' },
      because: 'UPnP in the router does it; a rule is the second choice',
      expect: { service: 'playstation', actions: WITHOUT_RULE, says: [/UPnP/], saysNot: [/netsh|ufw|Windows Defender/] },
    },
  },
  {
    who: 'a PlayStation 5 with NAT type 3, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '플스5 NAT 타입 3', routerBrand: '아이피타임', internalIp: '192.168.0.22' },
      because: 'the same, and on ipTIME UPnP is on by default',
      expect: { service: 'playstation', actions: WITHOUT_RULE, says: [/UPnP/], saysNot: [/netsh|ufw|방화벽 기능이 있는 백신/] },
    },
  },
  {
    who: 'an Xbox with strict NAT',
    plan: {
      send: { useCase: 'xbox strict nat', routerBrand: 'xfinity', internalIp: '10.0.0.40' },
      because: 'UPnP first, then 3074; the test is in its own settings',
      expect: { service: 'xbox', actions: WITHOUT_RULE, rules: ['3074/udp'] },
    },
  },
  {
    who: 'an Xbox behind two routers, in Korean',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '엑스박스 시리즈 X', routerBrand: 'iptime', internalIp: '192.168.0.40', routerWanIp: '172.30.1.33' },
      because: 'two routers make the NAT strict: one of them has to become a hub, whatever the rule',
      expect: {
        service: 'xbox',
        nat: 'double-nat',
        actions: { first: ['try-without-rule', 'use-one-router'] },
        says: [/허브 모드/],
      },
    },
  },
  {
    who: 'a Nintendo Switch with NAT type D, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '닌텐도 스위치 NAT D', routerBrand: 'KT', internalIp: '172.30.1.50' },
      because: 'the maker asks for all UDP ports: nobody should; UPnP gets it to B',
      expect: {
        service: 'nintendo-switch',
        actions: { first: ['try-without-rule'], never: ['add-rules'] },
        says: [/UPnP/, /NAT 타입 D, F 등으로 나쁠 때만/, /DMZ/],
      },
    },
  },
  {
    who: 'a PlayStation on a phone hotspot or 5G home line',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'playstation 5', isp: 'T-Mobile Home Internet', internalIp: '192.168.12.40' },
      because: 'the carrier does the NAT: no rule changes the type',
      expect: {
        service: 'playstation',
        actions: { first: ['test-on-console'], never: ['add-rules', 'ask-public-address'] },
        saysNot: [/playit/],
      },
    },
  },
]
