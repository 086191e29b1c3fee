import { type Journey, SEEN } from './journey.ts'

/** Servers at home, and obstacles besides the rule. */
export const SERVERS_AT_HOME: readonly Journey[] = [
  {
    who: 'WireGuard at home on a good line',
    seenAt: SEEN,
    plan: { useCase: 'wireguard vpn server', routerBrand: 'mikrotik', internalIp: '192.168.88.4', routerWanIp: SEEN },
    because: 'UDP 51820; and silence over UDP proves nothing, so the client is the test',
    expect: {
      service: 'wireguard',
      actions: { inOrder: ['allow-on-device', 'log-in'], never: ['use-safer-way', 'compare-router-address'] },
      says: [/answers no stranger.* a recent handshake/],
    },
  },
  {
    who: 'a good line, everything known, in Korean',
    seenAt: SEEN,
    plan: {
      useCase: '테라리아 서버',
      routerBrand: 'iptime A3004',
      internalIp: '192.168.0.9',
      routerWanIp: SEEN,
      platform: '윈도우 11',
    },
    because: 'fix the address, log in, add the rule, open the Windows firewall, see that it listens, check, take it back',
    expect: {
      service: 'terraria',
      nat: 'none',
      actions: {
        inOrder: ['allow-on-device', 'log-in', 'reserve-address', 'add-rules', 'verify-port', 'remove-rules'],
      },
      says: [/netstat -ano/],
      saysNot: [/ufw|lsof|upnpc/],
    },
  },
]

/** Services that should not be opened: another way is offered first, and honestly. */
export const RISKY_SERVICES: readonly Journey[] = [
  {
    who: 'TeamViewer, which needs nothing',
    plan: { useCase: 'TeamViewer', routerBrand: 'netis', internalIp: '192.168.1.13' },
    because: 'it only calls out',
    expect: {
      service: 'teamviewer',
      router: 'netis',
      actions: { first: ['needs-no-port'], never: ['add-rules'] },
      safer: /connects outwards/,
      says: [/No port forwarding is needed/],
      noRules: ['5938/tcp', '5938/udp'],
    },
  },
]

/** NAT types, and what consoles can do about them. */
export const CONSOLES: readonly Journey[] = [
  {
    who: 'an Xbox behind two routers, in Korean',
    seenAt: SEEN,
    plan: { useCase: '엑스박스 시리즈 X', routerBrand: 'iptime', internalIp: '192.168.0.40', routerWanIp: '172.30.1.33' },
    because: 'two routers make the NAT strict: one of them has to become a hub, whatever the rule',
    expect: {
      service: 'xbox',
      nat: 'double-nat',
      actions: { first: ['try-without-rule', 'use-one-router'] },
      says: [/허브 모드/],
    },
  },
  {
    who: 'a PlayStation on a phone hotspot or 5G home line',
    seenAt: SEEN,
    plan: { useCase: 'playstation 5', isp: 'T-Mobile Home Internet', internalIp: '192.168.12.40' },
    because: 'the carrier does the NAT: no rule changes the type',
    expect: {
      service: 'playstation',
      actions: { first: ['test-on-console'], never: ['add-rules', 'ask-public-address'] },
      saysNot: [/playit/],
    },
  },
]
