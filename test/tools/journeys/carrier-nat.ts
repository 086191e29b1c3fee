import { ELSEWHERE, type Journey, SEEN } from './journey.ts'

const STUCK = { has: ['ask-public-address', 'use-relay'], never: ['add-rules', 'forward-upstream'] } as const

/** Lines without a public address of their own, and those that only look like it. */
export const CARRIER_NAT: readonly Journey[] = [
  {
    who: 'ipTIME whose internet address is 100.71.20.5, in Korean',
    seenAt: SEEN,
    login: { routerBrand: '아이피타임', isp: 'KT', gateway: '192.168.0.1', routerWanIp: '100.71.20.5' },
    because: 'the address is shared by the provider; what stands above is theirs, and nobody logs in there',
    expect: {
      targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }],
      withoutKinds: ['isp-equipment'],
      withoutUrls: /\/\/100\./,
      says: [/CGNAT|공유 IP|공용 IP/],
      actions: { never: ['log-in-isp', 'compare-router-address'] },
    },
  },
  {
    who: 'GL.iNet behind a T-Mobile gateway',
    seenAt: SEEN,
    login: { routerBrand: 'GL.iNet', isp: 'T-Mobile', gateway: '192.168.8.1', routerWanIp: '192.168.12.104' },
    because: 'the T-Mobile box is at 192.168.12.1, and its line is shared: logging in there opens nothing',
    expect: {
      topology: 'isp-plus-router',
      targets: [
        { kind: 'personal-router', url: 'http://192.168.8.1' },
        { kind: 'isp-equipment', url: 'http://192.168.12.1' },
      ],
      says: [/CGNAT|carrier-grade/i],
    },
  },
  {
    who: 'the first and the last address of the shared block, and a NAS in Korean',
    seenAt: SEEN,
    plan: { useCase: '큐냅', routerBrand: '샤오미', internalIp: '192.168.31.20', routerWanIp: '100.127.255.254' },
    because: '100.64.0.0/10 ends at 100.127.255.255; a NAS is better shut, whatever the line does',
    expect: {
      service: 'qnap',
      router: 'xiaomi',
      nat: 'carrier-grade',
      actions: { first: ['use-safer-way'], never: STUCK.never },
      safer: /myQNAPcloud|VPN/,
    },
  },
  {
    who: 'a VPN is on: the router shows a public address that is not the one we see',
    seenAt: SEEN,
    login: { routerBrand: 'Buffalo', gateway: '192.168.11.1', routerWanIp: ELSEWHERE },
    because: 'public is public: one router; that we see another address is the VPN',
    expect: {
      topology: ['single', 'unknown', 'bridge'],
      targets: [{ kind: 'personal-router', url: 'http://192.168.11.1' }],
      withoutKinds: ['isp-equipment'],
      actions: { has: ['use-the-same-line'] },
    },
  },
  {
    who: 'rents a room with shared building internet; the ipTIME shows 10.12.0.87',
    seenAt: SEEN,
    login: { routerBrand: '아이피타임', isp: 'kr-building-internet', gateway: '192.168.0.1', routerWanIp: '10.12.0.87' },
    because: 'the building routes, and its box belongs to the landlord: ask there',
    expect: {
      topology: 'isp-plus-router',
      targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }],
      says: [/건물|집주인|관리실|세입자|임대/],
      actions: { has: ['log-in-personal'] },
    },
  },
]
