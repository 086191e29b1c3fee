import { type Journey, SEEN } from './journey.ts'

const own = (url: string) => ({ kind: 'personal-router', url }) as const
const provider = (url: string) => ({ kind: 'isp-equipment', url }) as const

/** A router behind another one that also routes. */
export const DOUBLE_NAT: readonly Journey[] = [
  {
    who: 'ASUS behind an Xfinity gateway',
    seenAt: SEEN,
    login: { routerBrand: 'ASUS', isp: 'xfinity', gateway: '192.168.50.1', platform: 'windows', routerWanIp: '10.0.0.45' },
    because: '10.0.0.x comes from the Xfinity box, which is at 10.0.0.1 and is managed in its app',
    expect: {
      topology: 'isp-plus-router',
      targets: [own('http://192.168.50.1'), [{ kind: 'app', app: /Xfinity/ }, provider('http://10.0.0.1')]],
      actions: { first: ['use-one-router', 'log-in-personal'], never: ['find-gateway'] },
    },
  },
  {
    who: 'ASUS behind an Xfinity gateway',
    seenAt: SEEN,
    plan: { useCase: 'valheim', routerBrand: 'ROG', internalIp: '192.168.50.70', routerWanIp: '10.0.0.45' },
    because: 'both routers must forward; crossplay needs no rule at all',
    expect: {
      service: 'valheim',
      router: 'asus',
      nat: 'double-nat',
      actions: { first: ['use-one-router'], inOrder: ['forward-upstream', 'log-in', 'add-rules', 'verify-port'] },
      rules: ['2456-2457/udp'],
      says: [/bridge/i],
    },
  },
  {
    who: 'TOTOLINK whose internet address is of the same network as its own',
    seenAt: SEEN,
    login: { routerBrand: 'TOTOLINK', gateway: '192.168.0.1', routerWanIp: '192.168.0.23' },
    because:
      'an access point, or two routers with the same network: the address leads to the nearer one only, so it is not named twice',
    expect: {
      topology: 'isp-plus-router',
      targets: [own('http://192.168.0.1')],
      actions: { first: ['forward-port'], firstSays: [/access point/, /another range of addresses/] },
    },
  },
]

/** Two boxes of which one does not route for the device: bridged, passed through, or bypassed. */
export const BRIDGED: readonly Journey[] = [
  {
    who: 'owns an ipTIME, but the device has 172.30.1.254 as its gateway: it hangs on the KT box',
    login: { routerBrand: '아이피타임', isp: 'KT', gateway: '172.30.1.254', platform: '맥' },
    because:
      'the gateway is the KT box; the ipTIME is in hub mode, or another Wi-Fi was joined; 192.168.0.1 does not answer here',
    expect: {
      topology: ['isp-plus-router', 'bridge'],
      targets: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }],
      actions: { has: ['log-in-isp'], never: ['find-gateway'] },
    },
  },
  {
    who: 'ASUS in Korea on a KT line with the public address, Synology at home',
    seenAt: SEEN,
    login: { routerBrand: '에이수스', isp: 'kt', gateway: '192.168.50.1', platform: '우분투', routerWanIp: SEEN },
    because: 'one router that counts, at the gateway, with a name of its own',
    expect: {
      topology: ['single', 'bridge'],
      targets: [
        { kind: 'personal-router', url: 'http://192.168.50.1' },
        { kind: 'vendor-hostname', open: 'browser' },
      ],
      withoutKinds: ['isp-equipment'],
    },
  },
]
