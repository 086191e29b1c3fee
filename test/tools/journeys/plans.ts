import { type Journey, SEEN } from './journey.ts'

/** Plans as steps: what comes first, what is not said, and what others type. */
export const PLANS: readonly Journey[] = [
  {
    who: 'a Minecraft server behind an ASUS, on another port outside',
    seenAt: SEEN,
    plan: {
      send: {
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
  },
  {
    who: 'a Minecraft server on the usual port, in Korean',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '마인크래프트', routerBrand: '아이피타임', internalIp: '192.168.0.10', routerWanIp: SEEN },
      because: 'the usual port need not be typed, and the program comes before the router',
      expect: {
        service: 'minecraft-java',
        nat: 'none',
        actions: { first: ['allow-on-device', 'log-in', 'reserve-address'], has: ['tell-friends'] },
        says: [/^다른 사람은 9\.9\.9\.9 주소로 접속합니다\./, /^http:\/\/192\.168\.0\.1 주소를 열어 로그인하십시오\.$/],
        saysNot: [/^공유기에 로그인하십시오/, /공유기 위에/],
      },
    },
  },
  {
    who: 'an eero, which has no page to open',
    plan: {
      send: { useCase: 'plex', routerBrand: 'eero', internalIp: '192.168.4.20', routerWanIp: SEEN },
      because: 'everything is in the app',
      expect: { service: 'plex', router: 'eero', says: [/^Open the eero app\.$/], saysNot: [/http:\/\/192\.168\.4\.1/] },
    },
    seenAt: SEEN,
  },
  {
    who: 'torrents behind Starlink',
    plan: {
      send: { useCase: 'qbittorrent', routerBrand: 'starlink' },
      because: 'the programs of strangers cannot join a private network, and a bypass alone changes nothing',
      expect: {
        service: 'bittorrent',
        actions: { first: ['try-without-rule', 'ask-public-address'], firstSays: [/works without an open port/] },
        says: [/VPN service with port forwarding/, /cannot forward ports\. Once the line has a public address/],
        saysNot: [/Tailscale/, /upnpc/],
      },
    },
  },
  {
    who: 'torrents on a shared line, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '토렌트', routerBrand: '아이피타임', internalIp: '192.168.0.7', routerWanIp: '100.72.1.2' },
      because: 'as in English',
      expect: {
        service: 'bittorrent',
        nat: 'carrier-grade',
        actions: { first: ['try-without-rule', 'use-relay'], firstSays: [/포트를 열지 않아도 동작/] },
        says: [/포트를 열어 주는 VPN 서비스/],
        saysNot: [/Tailscale/],
      },
    },
  },
  {
    who: 'a PlayStation on a shared line',
    plan: {
      send: { useCase: 'ps5', routerBrand: 'xfinity', internalIp: '10.0.0.4', routerWanIp: '100.64.0.9' },
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
  },
  {
    who: 'a PlayStation on a shared line, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '플스5', routerBrand: '넷기어', internalIp: '192.168.1.4', routerWanIp: '100.64.0.9' },
      because: 'only the provider can change the line',
      expect: {
        service: 'playstation',
        actions: { first: ['test-on-console', 'ask-public-address'] },
        says: [/NAT 타입 2/],
        saysNot: [/방법을 사용하십시오: IPv6/],
      },
    },
  },
  ...(
    [
      [2375, /first that attackers try/],
      [5432, /5432/],
      [6379, /first that attackers try|often/],
      [1883, /1883/],
      [9100, /9100/],
      [8123, /often Home Assistant/],
    ] as const
  ).map(
    ([port, says]): Journey => ({
      who: `opens port ${port} of a program that is not named`,
      plan: {
        send: { ports: [{ port }], routerBrand: 'asus', internalIp: '192.168.50.9' },
        because: 'such ports are attacked, or belong to what should stay closed',
        expect: {
          service: 'custom',
          actions: { first: ['use-safer-way'], firstSays: [says, /VPN|Don't|don't/] },
          rules: [`${port}/tcp`],
        },
      },
    }),
  ),
  {
    who: 'opens port 8080 of a program that is not named',
    plan: {
      send: { ports: [{ port: 8080 }], routerBrand: 'asus', internalIp: '192.168.50.9' },
      because: 'any web program uses it, so nobody is accused',
      expect: {
        service: 'custom',
        actions: { never: ['use-safer-way'] },
        rules: ['8080/tcp'],
        saysNot: [/Jupyter|Code Server/i],
      },
    },
  },
  {
    who: 'opens the port of Redis, in Korean',
    language: 'ko',
    plan: {
      send: { ports: [{ port: 6379 }], routerBrand: '아이피타임', internalIp: '192.168.0.9' },
      because: 'it has no password of its own',
      expect: { service: 'custom', actions: { first: ['use-safer-way'], firstSays: [/6379번/] } },
    },
  },
  {
    who: 'gives the address of the router itself, in English',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'asus', internalIp: '192.168.50.1', platform: 'linux' },
      because: 'a rule to the router leads nowhere, so no value to type has that address',
      expect: {
        service: 'minecraft-java',
        actions: { has: ['check-device-address'] },
        saysNot: [/Reserve 192\.168\.50\.1/, /-a 192\.168\.50\.1/],
      },
    },
  },
  {
    who: 'a device on the Comcast box, with an ASUS of their own',
    plan: {
      send: { useCase: 'plex', routerBrand: 'asus', internalIp: '10.0.0.30', isp: 'comcast' },
      because: '10.0.0.x is what the gateway of Comcast gives out',
      expect: {
        service: 'plex',
        router: 'xfinity',
        actions: { first: ['brand-from-address'] },
        says: [/10\.0\.0\.30 is an address that .*Xfinity/],
      },
    },
  },
  {
    who: 'a dormitory without a router, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '테라리아', isp: '기숙사 와이파이' },
      because: 'the equipment is not theirs, so nothing there can be logged in to',
      expect: {
        service: 'terraria',
        actions: { first: ['ask-building', 'use-relay'], never: ['log-in', 'add-rules', 'find-brand'] },
        says: [/건물 관리자/, /playit\.gg/],
        saysNot: [/uci set|\/ip firewall nat|nft add/],
      },
    },
  },
  {
    who: 'wants to wake a PC from outside, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'WOL', routerBrand: 'iptime', platform: '윈도우' },
      because: 'a PC that is off runs no Tailscale',
      expect: {
        service: 'wake-on-lan',
        actions: { first: ['use-safer-way'] },
        says: [/항상 켜져 있는/],
        saysNot: [/winget install Tailscale/],
      },
    },
  },
  {
    who: 'two routers at a Korean home',
    language: 'ko',
    plan: {
      send: { useCase: '플렉스', routerBrand: '아이피타임', internalIp: '192.168.0.5', routerWanIp: '172.30.1.23' },
      because: 'the usual way out is the own router at the modem, or hub mode',
      expect: {
        service: 'plex',
        nat: 'double-nat',
        actions: { first: ['use-one-router', 'forward-upstream'] },
        says: [/위쪽 공유기\(KT /, /모뎀\(ONT\)에 직접/, /허브 모드/],
        saysNot: [/공유기 위에/],
      },
    },
  },
  {
    who: 'a game on a line with MAP-E in Japan',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'buffalo', internalIp: '192.168.11.5', isp: 'biglobe' },
      because: 'only the ports of their share can be opened, and a gateway of NTT may stand in front',
      expect: {
        service: 'minecraft-java',
        actions: { first: ['shared-ports'], has: ['gateway-in-front'] },
        says: [/Look up which ports/],
      },
    },
  },
  {
    who: 'League of Legends on its own, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '롤', routerBrand: '아이피타임' },
      because: 'it needs no rule, which is said once',
      expect: {
        service: 'league-of-legends',
        actions: { first: ['needs-no-port'], firstSays: [/그대로 사용하십시오/], never: ['log-in', 'add-rules'] },
        saysNot: [/때문에 포트포워딩/],
      },
    },
  },
  {
    who: 'a rented server as a relay, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '팰월드', routerBrand: '아이피타임', internalIp: '192.168.0.9', routerWanIp: '100.70.1.1' },
      because: 'the firewall of the cloud stands in front of the rented server',
      expect: { service: 'palworld', nat: 'carrier-grade', says: [/클라우드 방화벽/] },
    },
  },
  {
    who: 'a Minecraft server on KT, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: '아이피타임', internalIp: '192.168.0.10', isp: 'KT' },
      because: 'no rule of it uses a port that this provider blocks on some lines',
      expect: {
        service: 'minecraft-java',
        actions: { first: ['compare-router-address'], never: ['use-other-port'] },
        saysNot: [/natpmpc/],
      },
    },
  },
]
