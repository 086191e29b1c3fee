import { type Journey, SEEN } from './journey.ts'

/** Plans as steps: what comes first, what is not said, and what others type. */
export const PLANS: readonly Journey[] = [
  {
    who: 'a Minecraft server behind an ASUS, on another port outside',
    seenAt: SEEN,
    plan: {
      useCase: 'minecraft',
      ports: [{ port: 25_565, externalPort: 25_570 }],
      routerBrand: 'asus',
      internalIp: '192.168.50.9',
      routerWanIp: SEEN,
    },
    because: 'friends have to type the port, since it is not the usual one',
    expect: {
      service: 'minecraft-java',
      nat: 'none',
      rules: ['25570/tcp'],
      actions: {
        inOrder: ['allow-on-device', 'log-in', 'reserve-address', 'add-rules', 'verify-port', 'tell-friends'],
      },
      says: [/^Others connect to 9\.9\.9\.9:25570\./, /^Open http:\/\/192\.168\.50\.1 \(or router\.asus\.com\) and log in\.$/],
      saysNot: [/Log in to your router\./],
    },
  },
  {
    who: 'torrents behind Starlink',
    plan: { useCase: 'qbittorrent', routerBrand: 'starlink' },
    because: 'the programs of strangers cannot join a private network, and a bypass alone changes nothing',
    expect: {
      service: 'bittorrent',
      actions: { first: ['try-without-rule', 'ask-public-address'], firstSays: [/works without an open port/] },
      says: [/VPN service with port forwarding/, /cannot forward ports\. Once the line has a public address/],
      saysNot: [/Tailscale/, /upnpc/],
    },
  },
  {
    who: 'a PlayStation on a shared line',
    plan: { useCase: 'ps5', routerBrand: 'xfinity', internalIp: '10.0.0.4', routerWanIp: '100.64.0.9' },
    because: 'hardly any of its games use IPv6, and most work with NAT type 2',
    expect: {
      service: 'playstation',
      nat: 'carrier-grade',
      actions: {
        first: ['test-on-console', 'ask-public-address'],
        never: ['try-without-rule'],
      },
      says: [/NAT type 2/],
      saysNot: [/no open port: IPv6/],
    },
  },
  ...(
    [
      [2375, /first that attackers try/],
      [5432, /5432/],
      [6379, /first that attackers try|often/],
      [1883, /1883/],
      [9100, /9100/],
      [8123, /Home Assistant runs there/],
    ] as const
  ).map(
    ([port, says]): Journey => ({
      who: `opens port ${port} of a program that is not named`,
      plan: { ports: [{ port }], routerBrand: 'asus', internalIp: '192.168.50.9' },
      because: 'such ports are attacked, or belong to what should stay closed',
      expect: {
        service: 'custom',
        actions: { first: ['use-safer-way'], firstSays: [says, /VPN|Don't|don't/] },
        rules: [`${port}/tcp`],
      },
    }),
  ),
  {
    who: 'a device on the Comcast box, with an ASUS of their own',
    plan: { useCase: 'plex', routerBrand: 'asus', internalIp: '10.0.0.30', isp: 'comcast' },
    because: '10.0.0.x is what the gateway of Comcast gives out',
    expect: {
      service: 'plex',
      router: 'xfinity',
      actions: { first: ['brand-from-address'] },
      says: [/10\.0\.0\.30 is an address that .*Xfinity/],
    },
  },
  {
    who: 'a dormitory without a router, in Korean',
    plan: { useCase: '테라리아', isp: '기숙사 와이파이' },
    because: 'the equipment is not theirs, so nothing there can be logged in to',
    expect: {
      service: 'terraria',
      actions: { first: ['ask-building', 'use-relay'], never: ['log-in', 'add-rules', 'find-brand'] },
      says: [/건물 관리자/, /playit\.gg/],
      saysNot: [/uci set|\/ip firewall nat|nft add/],
    },
  },
]
