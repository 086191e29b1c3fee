import { type Journey, SEEN } from './journey.ts'

/** Boxes and makers that people name, and the menus and labels on their screens. */
export const BOXES: readonly Journey[] = [
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
    who: 'AirPort Time Capsule from a Mac',
    login: { routerBrand: 'Time Capsule', gateway: '10.0.1.1', platform: 'macbook' },
    because: 'AirPort Utility on the Mac; the address that they typed comes after it',
    expect: { targets: [app(/AirPort/), { url: 'http://10.0.1.1' }], actions: { first: ['use-app'] } },
  },
]
