import { ELSEWHERE, type Journey, SEEN } from './journey.ts'

const OF_COMCAST = '73.1.2.3'

const OPENS = ['log-in-personal', 'read-label', 'nothing-opens'] as const

/** People who want to get into their router: what to open first, and nothing that is not certain. */
export const LOGINS: readonly Journey[] = [
  {
    who: 'BT Smart Hub, but the device shows 192.168.0.1',
    login: { routerBrand: 'bt smart hub', gateway: '192.168.0.1' },
    because: 'somebody may have changed its address as well as put a router in between',
    expect: {
      topology: 'unknown',
      targets: [{ url: 'http://192.168.0.1' }],
      withoutUrls: /192\.168\.1\.254/,
      actions: { first: ['log-in-personal'], never: ['log-in-isp', 'find-gateway', 'double-nat'] },
      says: [
        /not the usual address of the BT Smart Hub: the logo .* ipTIME, TP-Link Archer or another maker, it is a router of your/,
      ],
      saysNot: [/so there is another router/],
    },
  },
  {
    who: 'ASUS on a Comcast line, who only wants in: the address first, the provider last',
    seenAt: OF_COMCAST,
    login: { routerBrand: 'ASUS RT-AX86U' },
    because: 'the page opens whoever the provider is',
    expect: {
      targets: [{ kind: 'personal-router', url: 'http://192.168.50.1' }],
      actions: {
        first: [...OPENS],
        inOrder: ['log-in-personal', 'see-plan', 'confirm-isp'],
        firstSays: [/^Open http:\/\/192\.168\.50\.1 in a browser/],
      },
    },
  },
  {
    who: 'eero on a Comcast line: the app first',
    seenAt: OF_COMCAST,
    login: { routerBrand: 'eero 6' },
    because: 'eero has no page to open',
    expect: { actions: { first: ['use-app'], inOrder: ['use-app', 'confirm-isp'] } },
  },
  {
    who: 'Starlink 뒤에 ASUS를 쓰는 사람',
    language: 'ko',
    login: { routerBrand: 'asus', isp: 'starlink' },
    because: '로그인은 할 수 있지만, 공인 IP가 없는 회선이므로 규칙 안내로 보내면 안 된다',
    expect: { actions: { first: ['ask-public-address', 'use-relay', 'log-in-personal'], never: ['see-plan'] } },
  },
  {
    who: 'a box of KT whose own address is not one of the internet',
    language: 'ko',
    seenAt: SEEN,
    login: { routerBrand: 'KT', routerWanIp: '10.20.30.40' },
    because: '집 안의 공유기가 쓰지 않는 대역이므로 통신사에서 주소를 나누어 쓴다',
    expect: { topology: 'single', actions: { first: ['ask-public-address'], never: ['see-plan', 'find-upstream'] } },
  },
  {
    who: 'an unknown maker whose gateway is known: open it, then ask for the name',
    seenAt: ELSEWHERE,
    login: { routerBrand: 'tpling', gateway: '192.168.0.1' },
    because: 'the address is the same whatever the name',
    expect: { actions: { first: [...OPENS], has: ['check-brand'] } },
  },
]

/** People who cannot log in to their router. */
export const LOCKED_OUT: readonly Journey[] = [
  {
    who: 'on the hotspot of an iPhone',
    login: { gateway: '172.20.10.1', platform: 'windows' },
    because: 'that gateway is the phone: it has no page to log in to',
    expect: { says: [/hotspot/i], warns: [/phone/i], actions: { first: ['leave-hotspot'] }, saysNot: [/Log in here first/] },
  },
  {
    who: 'the Starlink dish',
    login: { isp: 'starlink', gateway: '192.168.100.1' },
    because: 'that is the dish; the router is set up in the app',
    expect: {
      targets: [{ kind: 'app', app: /Starlink/ }],
      actions: { first: ['ask-public-address', 'use-relay', 'use-app'], never: ['log-in-isp'] },
    },
  },
  {
    who: 'a Chromebook at school',
    login: { platform: 'chromebook', gateway: '192.168.86.1' },
    because: '192.168.86.1 is Google Wifi, which has no page but the Google Home app',
    expect: { targets: [[{ kind: 'app', app: /Google Home/ }, { url: 'http://192.168.86.1' }]], says: [/Google Home/] },
  },
]

/** The state of the connection, in everyday words. */
export const OFFLINE: readonly Journey[] = [
  {
    who: 'ipTIME owner without internet, in plain Korean',
    login: {
      routerBrand: '아이피타임',
      isp: '유플러스',
      gateway: '192.168.0.1',
      platform: '윈도우',
      connectionState: '연결 안됨',
    },
    because: 'cables and lights first; the page of the router opens without internet, too',
    expect: {
      targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }],
      actions: { has: ['check-connection', 'log-in-personal'] },
    },
  },
  {
    who: 'nothing works and nothing is known',
    login: { connectionState: 'no', platform: 'windows' },
    because: 'look at the connection, then for the gateway',
    expect: { topology: 'unknown', actions: { has: ['check-connection', 'find-gateway'] }, checklist: [/ipconfig/] },
  },
]
