import { type Journey, SEEN } from './journey.ts'

/** Boxes and makers that people name, and the menus and labels on their screens. */
export const BOXES: readonly Journey[] = [
  {
    who: 'a NEXT router of EZ-NET',
    login: { routerBrand: '이지넷' },
    because: 'the same maker by its company name',
    expect: { withoutKinds: ['app'], saysNot: [/Google Home/] },
  },
  {
    who: 'a NEXT router of EZ-NET',
    plan: { useCase: '마인크래프트', routerBrand: '넥스트 공유기', internalIp: '192.168.0.20' },
    because: 'NEXT is sold by 이지넷유비쿼터스; it has nothing to do with Google Nest or an app',
    expect: { service: 'minecraft-java', router: 'ez-net-next', saysNot: [/Google Home|네스트/] },
  },
  {
    who: 'a router of Samsung',
    login: { routerBrand: '삼성 공유기' },
    because: 'SmartThings Wifi is set up in the SmartThings app with a Samsung account',
    expect: { says: [/SmartThings/, /삼성 계정/] },
  },
]

const app = (name: RegExp) => ({ kind: 'app', open: 'app', app: name }) as const

/** Routers that are run from an app, and those that look like it but are not. */
export const MESH_AND_APPS: readonly Journey[] = [
  {
    who: 'eero alone, Terraria for friends',
    seenAt: SEEN,
    login: { routerBrand: 'eero', gateway: '192.168.4.1', platform: 'iphone', routerWanIp: SEEN },
    because: 'the app, with the account of the owner; the address that they typed comes after it',
    expect: {
      topology: 'single',
      targets: [app(/eero/i), { url: 'http://192.168.4.1' }],
      withoutKinds: ['isp-equipment'],
      actions: { first: ['use-app'], never: ['log-in-personal', 'find-gateway'] },
    },
  },
  {
    who: 'eero alone, Terraria for friends',
    seenAt: SEEN,
    plan: { useCase: 'Terraria', routerBrand: 'Amazon eero', internalIp: '192.168.4.30', routerWanIp: SEEN },
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
  {
    who: 'Deco behind an AT&T gateway, its internet address is 192.168.1.64',
    seenAt: SEEN,
    login: { routerBrand: 'Deco', isp: 'att', gateway: '192.168.68.1', platform: 'android', routerWanIp: '192.168.1.64' },
    because: 'the Deco in its app first, then the AT&T box, which is at .254',
    expect: {
      topology: 'isp-plus-router',
      targets: [app(/Deco/), { kind: 'isp-equipment', url: 'http://192.168.1.254' }],
      actions: { inOrder: ['use-app', 'log-in-isp'] },
    },
  },
  {
    who: 'Deco behind an AT&T gateway, its internet address is 192.168.1.64',
    seenAt: SEEN,
    plan: { useCase: 'Plex', routerBrand: 'TP-Link Deco', internalIp: '192.168.68.50', routerWanIp: '192.168.1.64' },
    because: 'two routers: both forward, or one is bridged',
    expect: {
      service: 'plex',
      router: 'tp-link-deco',
      menu: [/Deco app/, /NAT Forwarding/, /Port Forwarding/],
      nat: 'double-nat',
      actions: { first: ['use-one-router'], has: ['forward-upstream', 'add-rules'] },
    },
  },
  {
    who: 'AirPort Time Capsule from a Mac',
    login: { routerBrand: 'Time Capsule', gateway: '10.0.1.1', platform: 'macbook' },
    because: 'AirPort Utility on the Mac; the address that they typed comes after it',
    expect: { targets: [app(/AirPort/), { url: 'http://10.0.1.1' }], actions: { first: ['use-app'] } },
  },
  {
    who: 'AirPort Time Capsule from a Mac',
    plan: { useCase: 'ftp', routerBrand: 'apple airport', internalIp: '10.0.1.9' },
    because: 'passive FTP needs its data ports, too',
    expect: {
      service: 'ftp-passive',
      required: ['21/tcp', '50000-50100/tcp'],
      router: 'apple-airport',
      menu: [/AirPort Utility/, /Port Settings/],
    },
  },
]
