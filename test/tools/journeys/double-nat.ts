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
      protocol: 'udp',
      required: ['2456-2457/udp'],
      router: 'asus',
      feature: /Virtual Server/,
      menu: [/Advanced Settings/, /WAN/, /Virtual Server/],
      nat: 'double-nat',
      actions: { first: ['use-one-router'], inOrder: ['forward-upstream', 'log-in', 'add-rules', 'verify-port'] },
      rules: ['2456-2457/udp'],
      says: [/bridge/i],
    },
  },
  {
    who: 'Huawei router behind a Huawei fibre box',
    seenAt: SEEN,
    login: {
      routerBrand: 'Huawei',
      isp: 'China Telecom',
      gateway: '192.168.3.1',
      platform: 'android',
      routerWanIp: '192.168.100.5',
    },
    because: '192.168.100.1 is where such fibre boxes are',
    expect: { topology: 'isp-plus-router', targets: [own('http://192.168.3.1'), { url: 'http://192.168.100.1' }] },
  },
  {
    who: 'Huawei router behind a Huawei fibre box',
    seenAt: SEEN,
    plan: { useCase: 'Dahua', routerBrand: 'huawei', internalIp: '192.168.3.60', routerWanIp: '192.168.100.5' },
    because: 'first the warning about cameras, which spares a rule in two boxes, then the box above, then the rule',
    expect: {
      service: 'dahua',
      required: ['37777/tcp'],
      menu: [/NAT Services/, /Port Mapping/],
      nat: 'double-nat',
      actions: { first: ['use-safer-way'], inOrder: ['use-safer-way', 'forward-upstream', 'add-rules'] },
      safer: /P2P|VPN/,
      noRules: ['80/tcp', '443/tcp'],
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
  {
    who: 'ipTIME behind a KT box, while the PC is on the Wi-Fi of the KT box',
    seenAt: SEEN,
    plan: { useCase: '마크', routerBrand: '아이피타임', internalIp: '172.30.1.50', routerWanIp: '172.30.1.42' },
    because: 'the PC has its address from the KT box, so a rule in the ipTIME leads nowhere',
    expect: {
      service: 'minecraft-java',
      nat: 'double-nat',
      actions: { first: ['forward-port'], never: ['forward-upstream', 'add-rules'] },
      says: [/172\.30\.1\.254/],
    },
  },
  {
    who: 'names an ipTIME, but the address of the NAS is one that LG U+ boxes give out',
    language: 'ko',
    seenAt: SEEN,
    plan: { useCase: 'plex', routerBrand: 'iptime', internalIp: '192.168.219.30', routerWanIp: SEEN },
    because: 'the address of the device is not one of the router that shows the public one',
    expect: {
      service: 'plex',
      nat: 'none',
      actions: { first: ['check-device-address'], has: ['add-rules'] },
      says: [/192\.168\.219\.30 주소는 다른 장비/],
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
  {
    who: 'ASUS in Korea on a KT line with the public address, Synology at home',
    seenAt: SEEN,
    plan: { useCase: '시놀로지 나스', routerBrand: '아수스공유기', internalIp: '192.168.50.40', routerWanIp: SEEN },
    because: 'ASUS speaks Korean; a NAS belongs behind QuickConnect or a VPN first, and plain HTTP 5000 is never opened',
    expect: {
      service: 'synology-dsm',
      required: ['5001/tcp'],
      router: 'asus',
      menu: [/고급 설정/, /WAN/, /가상 서버|포트 포워딩/],
      actions: { first: ['use-safer-way'] },
      safer: /QuickConnect|VPN/,
      noRules: ['5000/tcp'],
    },
  },
]
