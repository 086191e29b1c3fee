import { type Journey, SEEN } from './journey.ts'

/** Boxes and makers that people name, and the menus and labels on their screens. */
export const BOXES: readonly Journey[] = [
  {
    who: 'a NEXT router of EZ-NET',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: '넥스트 공유기', internalIp: '192.168.0.20' },
      because: 'NEXT is sold by 이지넷유비쿼터스; it has nothing to do with Google Nest or an app',
      expect: { service: 'minecraft-java', router: 'ez-net-next', saysNot: [/Google Home|네스트/] },
    },
    login: {
      send: { routerBrand: '이지넷' },
      because: 'the same maker by its company name',
      expect: { withoutKinds: ['app'], saysNot: [/Google Home/] },
    },
  },
  {
    who: 'an ipTIME by its newest model number',
    language: 'ko',
    plan: {
      send: { useCase: 'WOL', routerBrand: 'BE19000QCA', internalIp: '192.168.0.30' },
      because: 'QCA at the end is how ipTIME names its models; the router wakes PCs itself',
      expect: { service: 'wake-on-lan', router: 'iptime' },
    },
  },
  {
    who: 'a router of Samsung',
    login: {
      send: { routerBrand: '삼성 공유기' },
      because: 'SmartThings Wifi is set up in the SmartThings app with a Samsung account',
      expect: { says: [/SmartThings/, /삼성 계정/] },
    },
  },
  {
    who: 'does not know more than that it came from the provider',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: '통신사 공유기', internalIp: '192.168.0.20' },
      because: 'no maker is named, so the advice is general',
      expect: { service: 'minecraft-java', router: null, rules: ['25565/tcp'] },
    },
  },
  {
    who: 'a FRITZ!Box that 1&1 calls HomeServer',
    plan: {
      send: { useCase: 'plex', routerBrand: '1&1 HomeServer', internalIp: '192.168.178.30' },
      because: 'the HomeServer of 1&1 is a FRITZ!Box',
      expect: { service: 'plex', router: 'avm-fritzbox', menu: [/Internet/, /Permit Access/, /Port Sharing/] },
    },
    login: {
      send: { routerBrand: '1&1 HomeServer' },
      because: 'it answers as fritz.box; if all else fails, at its emergency address',
      expect: { offers: [{ kind: 'vendor-hostname', url: 'http://fritz.box' }], says: [/label/] },
    },
  },
  {
    who: 'a Zyxel VMG of some provider',
    plan: {
      send: { useCase: 'valheim', routerBrand: 'zyxel vmg', internalIp: '192.168.1.30' },
      because: 'VMG is the series of DSL gateways; the form translates a range with fields for its start and its end',
      expect: {
        service: 'valheim',
        router: 'zyxel',
        menu: [/Network Setting/, /NAT/, /Port Forwarding/],
        says: [/Translation Start Port/],
      },
    },
  },
  {
    who: 'the NTT home gateway in front of everything',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'XG-100NE', internalIp: '192.168.1.30' },
      because: 'static IP masquerade is the NTT word for a port forward; on MAP-E only listed ports can be opened',
      expect: { service: 'minecraft-java', router: 'ntt-hgw', menu: [/詳細設定/, /静的IPマスカレード/], says: [/MAP-E/] },
    },
    login: {
      send: { routerBrand: 'PR-500MI' },
      because: 'it opens at ntt.setup or 192.168.1.1; the password was chosen at the first visit',
      expect: { offers: [{ url: 'http://192.168.1.1' }], says: [/ntt\.setup/] },
    },
  },
  {
    who: 'a Keenetic, where the device is picked from a list',
    login: {
      send: { routerBrand: 'keenetic', gateway: '192.168.1.1' },
      because: 'the password is chosen at the first sign-in, and is not on the label',
      expect: {
        offers: [{ url: 'http://192.168.1.1' }],
        says: [/chosen at the first sign-in/],
        saysNot: [/administrator password is printed/],
      },
    },
  },
]

const app = (name: RegExp) => ({ kind: 'app', open: 'app', app: name }) as const

/** Routers that are run from an app, and those that look like it but are not. */
export const MESH_AND_APPS: readonly Journey[] = [
  {
    who: 'eero alone, Terraria for friends',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'eero', gateway: '192.168.4.1', platform: 'iphone', routerWanIp: SEEN },
      because: 'the app, with the account of the owner; the address that they typed comes after it',
      expect: {
        topology: 'single',
        targets: [app(/eero/i), { url: 'http://192.168.4.1' }],
        withoutKinds: ['isp-equipment'],
        actions: { first: ['use-app'], never: ['log-in-personal', 'find-gateway'] },
      },
    },
    plan: {
      send: { useCase: 'Terraria', routerBrand: 'Amazon eero', internalIp: '192.168.4.30', routerWanIp: SEEN },
      because: 'the rule hangs on a reservation in the app',
      expect: {
        service: 'terraria',
        protocol: 'tcp',
        required: ['7777/tcp'],
        router: 'eero',
        menu: [/eero app/, /Reservations & port forwarding/, /Open a port/],
        nat: 'none',
        rules: ['7777/tcp'],
      },
    },
  },
  {
    who: 'Google Nest Wifi alone, read in Korean',
    login: {
      send: { routerBrand: '구글 와이파이', platform: '안드로이드' },
      because: 'Google Home is the only way in',
      expect: {
        targets: [app(/Google Home/)],
        withoutKinds: ['personal-router'],
        actions: { has: ['use-app'], never: ['log-in-personal'] },
      },
    },
    plan: {
      send: { useCase: '러스트', routerBrand: '네스트와이파이', internalIp: '192.168.86.40' },
      because: 'the app is English in these words: its own first, then what they mean',
      expect: {
        service: 'rust',
        required: ['28015/udp', '28017/udp'],
        router: 'google-nest-wifi',
        menu: [/Google Home/, /Port management/],
        noRules: ['28016/tcp'],
      },
    },
  },
  {
    who: 'Deco behind an AT&T gateway, its internet address is 192.168.1.64',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'Deco', isp: 'att', gateway: '192.168.68.1', platform: 'android', routerWanIp: '192.168.1.64' },
      because: 'the Deco in its app first, then the AT&T box, which is at .254',
      expect: {
        topology: 'isp-plus-router',
        targets: [app(/Deco/), { kind: 'isp-equipment', url: 'http://192.168.1.254' }],
        actions: { inOrder: ['use-app', 'log-in-isp'] },
      },
    },
    plan: {
      send: { useCase: 'Plex', routerBrand: 'TP-Link Deco', internalIp: '192.168.68.50', routerWanIp: '192.168.1.64' },
      because: 'two routers: both forward, or one is bridged',
      expect: {
        service: 'plex',
        router: 'tp-link-deco',
        menu: [/Deco app/, /NAT Forwarding/, /Port Forwarding/],
        nat: 'double-nat',
        actions: { first: ['use-one-router'], has: ['forward-upstream', 'add-rules'] },
      },
    },
  },
  {
    who: 'Xfinity subscriber, nothing else known',
    login: {
      send: { isp: 'Xfinity', platform: 'windows' },
      because: 'they may have a router of their own, else forwarding is in the Xfinity app only',
      expect: { offers: [app(/Xfinity/)], actions: { has: ['use-app'] } },
    },
    plan: {
      send: { useCase: 'Satisfactory', routerBrand: 'XB7', internalIp: '10.0.0.77' },
      because: 'the game wants 7777 on both and 8888 on TCP',
      expect: {
        service: 'satisfactory',
        protocol: 'both',
        required: ['7777/tcp', '7777/udp', '8888/tcp'],
        router: 'xfinity',
        menu: [/Xfinity app/, /Advanced Settings/, /Port Forwarding/],
        verify: ['8888/tcp'],
      },
    },
  },
  {
    who: 'Google Nest behind an Xfinity gateway',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'Google Nest', isp: 'Comcast', gateway: '192.168.86.1', routerWanIp: '10.0.0.45' },
      because: 'two boxes, two apps; the Xfinity one may be opened at 10.0.0.1 as well',
      expect: {
        topology: 'isp-plus-router',
        targets: [app(/Google Home/), [app(/Xfinity/), { kind: 'isp-equipment', url: 'http://10.0.0.1' }]],
        actions: { first: ['use-one-router', 'use-app'] },
      },
    },
  },
  {
    who: 'AirPort Time Capsule from a Mac',
    login: {
      send: { routerBrand: 'Time Capsule', gateway: '10.0.1.1', platform: 'macbook' },
      because: 'AirPort Utility on the Mac; the address that they typed comes after it',
      expect: { targets: [app(/AirPort/), { url: 'http://10.0.1.1' }], actions: { first: ['use-app'] } },
    },
    plan: {
      send: { useCase: 'ftp', routerBrand: 'apple airport', internalIp: '10.0.1.9' },
      because: 'passive FTP needs its data ports, too',
      expect: {
        service: 'ftp-passive',
        required: ['21/tcp', '50000-50100/tcp'],
        router: 'apple-airport',
        menu: [/AirPort Utility/, /Port Settings/],
      },
    },
  },
  {
    who: 'Orbi: a mesh with a page of its own',
    login: {
      send: { routerBrand: 'Orbi', gateway: '192.168.1.1', platform: 'windows' },
      because:
        'the page at the gateway has everything; orbilogin.com is its name for itself; read the label of the router, not of a satellite',
      expect: {
        targets: [
          { kind: 'personal-router', url: 'http://192.168.1.1', open: 'browser' },
          { kind: 'vendor-hostname', url: 'http://orbilogin.com' },
        ],
        sticker: [/satellite/i],
        actions: { first: ['log-in-personal'], never: ['use-app'] },
      },
    },
  },
  {
    who: 'UniFi gateway, HTTPS with its own certificate',
    login: {
      send: { routerBrand: 'Dream Machine', gateway: '192.168.1.1', platform: 'linux' },
      because: 'the page is HTTPS and browsers warn',
      expect: { targets: [{ kind: 'personal-router', url: 'https://192.168.1.1' }], warns: [/certificate/i] },
    },
    plan: {
      send: { useCase: 'Home Assistant', routerBrand: 'UniFi', internalIp: '192.168.1.12' },
      because: 'Home Assistant is better reached by a VPN or its own cloud',
      expect: {
        service: 'home-assistant',
        required: ['8123/tcp'],
        router: 'ubiquiti-unifi',
        menu: [/Settings/, /Policy Engine/, /Port Forwarding/],
        actions: { first: ['use-safer-way'] },
        safer: /VPN|Nabu Casa/,
      },
    },
  },
  {
    who: 'Linksys Velop with a page and an app, read in Korean',
    login: {
      send: { routerBrand: '링크시스', gateway: '192.168.1.1', platform: '윈도우' },
      because: 'the page is at the gateway; the app is another way in',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.1.1' }], warns: [/VPN/], sticker: [/라벨/] },
    },
    plan: {
      send: { useCase: '플스', routerBrand: '벨롭', internalIp: '192.168.1.120' },
      because: 'the screen is English: its words come first, with Korean beside',
      expect: {
        service: 'playstation',
        protocol: 'both',
        required: ['3478-3479/tcp', '3478-3479/udp', '3480/tcp'],
        router: 'linksys',
        menu: [/Security/, /Apps and Gaming/, /Single Port Forwarding/],
      },
    },
  },
]
