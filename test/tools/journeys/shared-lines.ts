import { type Journey, SEEN } from './journey.ts'

const CANNOT = { has: ['ask-public-address', 'use-relay'], never: ['add-rules', 'log-in', 'verify-port'] } as const

/** Lines on which no connection comes in, in the words of their customers. */
export const SHARED_LINES: readonly Journey[] = [
  {
    who: 'Deutsche Glasfaser with a FRITZ!Box, WireGuard at home',
    seenAt: SEEN,
    plan: { useCase: 'wireguard', routerBrand: 'FRITZ!Box 7590', isp: 'Deutsche Glasfaser', internalIp: '192.168.178.30' },
    because: 'CGNAT over IPv4, but IPv6 works: the exposure in the FRITZ!Box, or Tailscale',
    expect: {
      service: 'wireguard',
      actions: { first: ['use-relay'], never: [...CANNOT.never, 'ask-public-address'] },
      says: [/IPv6/, /Tailscale/],
    },
  },
  {
    who: 'a website behind Starlink',
    seenAt: SEEN,
    plan: { useCase: 'website', routerBrand: 'asus', isp: 'starlink', internalIp: '192.168.50.9' },
    because: 'Starlink shares addresses on home plans; a page goes through Cloudflare',
    expect: { service: 'web-server', actions: CANNOT, says: [/cloudflared tunnel/] },
  },
  {
    who: 'their own router behind that of Starlink',
    seenAt: SEEN,
    plan: {
      useCase: 'minecraft',
      routerBrand: 'asus',
      isp: 'Starlink',
      internalIp: '192.168.50.9',
      routerWanIp: '192.168.1.50',
    },
    because: 'two routers and carrier NAT behind them: the latter decides, and the Starlink router forwards nothing anyway',
    expect: {
      service: 'minecraft-java',
      nat: 'double-nat',
      actions: { ...CANNOT, firstSays: [/account at Starlink/] },
      says: [/playit/],
    },
  },
  {
    who: 'Minecraft on a mobile 5G router, in Korean',
    seenAt: SEEN,
    plan: { useCase: '마크 서버', routerBrand: '5G 라우터', internalIp: '192.168.1.5' },
    because: 'mobile lines share addresses: say so before anybody looks for a menu',
    expect: {
      service: 'minecraft-java',
      actions: { first: ['use-relay'], has: ['compare-router-address'], never: ['add-rules'] },
      says: [/playit/, /CGNAT/],
    },
  },
  {
    who: 'a web server in the dormitory, in Korean',
    seenAt: SEEN,
    plan: {
      useCase: '웹 서버',
      isp: '대학교 기숙사',
      routerBrand: 'iptime',
      internalIp: '192.168.0.5',
      routerWanIp: '10.20.3.4',
    },
    because: 'the network of the building is not theirs: ask, or go through a tunnel',
    expect: {
      service: 'web-server',
      actions: { first: ['ask-building', 'use-relay'], never: ['log-in', 'add-rules'] },
      says: [/cloudflared tunnel/],
    },
  },
  {
    who: 'a campus network',
    seenAt: SEEN,
    login: { isp: 'university campus network', gateway: '10.20.0.1' },
    because: 'that gateway belongs to the university: nobody is to try it',
    expect: { withoutKinds: ['isp-equipment'], actions: { never: ['log-in-isp'] }, warns: [/yours or that you look after/] },
  },
  {
    who: 'v6plus in Japan',
    seenAt: SEEN,
    plan: { useCase: 'minecraft', isp: 'v6プラス', routerBrand: 'Buffalo', internalIp: '192.168.11.5' },
    because: 'MAP-E: 240 ports of a shared address, and 25565 is hardly among them',
    expect: { service: 'minecraft-java', actions: { first: ['shared-ports'] }, says: [/MAP-E/] },
  },
  {
    who: 'a web server at Free, whose box shows the public address',
    seenAt: '82.64.10.10',
    plan: { useCase: 'web server', isp: 'free', routerBrand: 'freebox', routerWanIp: '82.64.10.10' },
    because: 'that address may be that of four customers, each with a quarter of its ports',
    expect: {
      service: 'web-server',
      actions: {
        first: ['shared-ports'],
        firstSays: [/part of the ports/, /État Internet/, /customer area/],
        has: ['add-rules'],
      },
      says: [/from one of your ports to port 443/, /port-check PORT`/, /82\.64\.10\.10:PORT/, /one of your ports/],
      saysNot: [/port-check 443/, /forward TCP 443/],
    },
  },
]
