import { ELSEWHERE, type Journey, SEEN } from './journey.ts'

/** An address of LG U+, one of Comcast and one of KT, which networks tell the provider by. */
const OF_LG = '106.240.1.2'
const OF_COMCAST = '73.1.2.3'

const OPENS = ['log-in-personal', 'read-label', 'nothing-opens'] as const

/** People who want to get into their router: what to open first, and nothing that is not certain. */
export const LOGINS: readonly Journey[] = [
  {
    who: 'ASUS on a Comcast line, who only wants in: the address first, the provider last',
    seenAt: OF_COMCAST,
    login: {
      send: { routerBrand: 'ASUS RT-AX86U' },
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
  },
  {
    who: 'eero on a Comcast line: the app first',
    seenAt: OF_COMCAST,
    login: {
      send: { routerBrand: 'eero 6' },
      because: 'eero has no page to open',
      expect: { actions: { first: ['use-app'], inOrder: ['use-app', 'confirm-isp'] } },
    },
  },
  {
    who: 'KT 주소를 직접 찾아야 하는 사람',
    login: {
      send: { platform: '윈도우' },
      because: '172.30.1.254가 나오면 8899 포트를 붙여야 열린다',
      expect: {
        actions: { first: ['find-gateway'], firstSays: [/ipconfig/] },
        says: [/172\.30\.1\.254.*:8899도 붙이십시오/],
        saysNot: [/윈도우/, /리눅스/],
      },
    },
  },
  {
    who: 'LG U+ 회선에서 주소를 직접 찾아야 하는 사람',
    seenAt: OF_LG,
    login: {
      send: { platform: '윈도우' },
      because: 'KT 장비는 KT 회선에만 있다',
      expect: { actions: { first: ['find-gateway'] }, says: [/192\.168\.219\.1/], saysNot: [/172\.30\.1\.254/, /8899/] },
    },
  },
  {
    who: '원룸에서 공유기 주소만 아는 사람',
    login: {
      send: { isp: '원룸', gateway: '192.168.0.1' },
      because: '건물의 공유기일 수 있으므로 관리자에게 묻는 것이 먼저다',
      expect: {
        actions: { first: ['ask-building'], firstSays: [/건물 관리자/], never: ['see-plan', 'log-in-isp'] },
        says: [/직접 설치한 공유기라면/],
      },
    },
  },
  {
    who: 'the internet is down: the page opens all the same, then restart',
    login: {
      send: { routerBrand: 'netgear', isp: 'Spectrum', connectionState: 'no internet' },
      because: 'the page of the router tells what is wrong',
      expect: {
        actions: { first: ['check-connection', 'log-in-personal'], never: ['compare-router-address'] },
        says: [/opens without internet too/, /check the cable in its WAN port/],
      },
    },
  },
  {
    who: 'Starlink 뒤에 ASUS를 쓰는 사람',
    language: 'ko',
    login: {
      send: { routerBrand: 'asus', isp: 'starlink' },
      because: '로그인은 할 수 있지만, 공인 IP가 없는 회선이므로 규칙 안내로 보내면 안 된다',
      expect: { actions: { first: ['ask-public-address', 'use-relay', 'log-in-personal'], never: ['see-plan'] } },
    },
  },
  {
    who: 'a box of KT whose own address is not one of the internet',
    language: 'ko',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'KT', routerWanIp: '10.20.30.40' },
      because: '집 안의 공유기가 쓰지 않는 대역이므로 통신사에서 주소를 나누어 쓴다',
      expect: { topology: 'single', actions: { first: ['ask-public-address'], never: ['see-plan', 'find-upstream'] } },
    },
  },
  {
    who: 'an unknown maker whose gateway is known: open it, then ask for the name',
    seenAt: ELSEWHERE,
    login: {
      send: { routerBrand: 'tpling', gateway: '192.168.0.1' },
      because: 'the address is the same whatever the name',
      expect: { actions: { first: [...OPENS], has: ['check-brand'] } },
    },
  },
]

const IPTIME = { kind: 'personal-router', url: 'http://192.168.0.1', open: 'browser' } as const
/** Patterns of the passwords in the makers' manuals, which answers in neither language may contain. */
const NO_PASSWORD = [/admin\s*\/\s*admin/i, /비밀번호(는|:)\s*["']?admin/i, /password\s+(is|:)\s*["']?admin/i]

/** People who cannot log in to their router. */
export const LOCKED_OUT: readonly Journey[] = [
  {
    who: 'has forgotten the password of an ipTIME, in Korean',
    login: {
      send: { routerBrand: '아이피타임 공유기', gateway: '192.168.0.1' },
      because: 'whoever set it up knows it; a reset is the last resort, as it erases the settings',
      expect: {
        topology: ['single', 'unknown'],
        targets: [IPTIME],
        sticker: [/초기화/, /Wi-Fi 비밀번호와 다릅니다/],
        saysNot: NO_PASSWORD,
        actions: { first: ['log-in-personal', 'read-label'] },
      },
    },
  },
  {
    who: 'on the hotspot of an iPhone',
    login: {
      send: { gateway: '172.20.10.1', platform: 'windows' },
      because: 'that gateway is the phone: it has no page to log in to',
      expect: { says: [/hotspot/i], warns: [/phone/i], actions: { first: ['leave-hotspot'] }, saysNot: [/Log in here first/] },
    },
  },
  {
    who: 'the Starlink dish',
    login: {
      send: { isp: 'starlink', gateway: '192.168.100.1' },
      because: 'that is the dish; the router is set up in the app',
      expect: {
        targets: [{ kind: 'app', app: /Starlink/ }],
        actions: { first: ['ask-public-address', 'use-relay', 'use-app'], never: ['log-in-isp'] },
      },
    },
  },
  {
    who: 'has a router of a maker that nobody lists',
    login: {
      send: { routerBrand: 'Wavlink AC1200', gateway: '192.168.10.1' },
      because: 'the address that was given, under the name that was given',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.10.1' }], says: [/Wavlink/], saysNot: NO_PASSWORD },
    },
  },
  {
    who: 'the internet light is red, in Korean',
    login: {
      send: { isp: 'SK브로드밴드', routerBrand: 'iptime', connectionState: '와이파이는 되는데 인터넷이 안돼요' },
      because: 'the page opens without internet; before the second box comes the line: power, cables, restart in order, then 106',
      expect: { actions: { inOrder: ['log-in-personal', 'check-connection', 'log-in-isp'] }, checklist: [/30초/, /106/] },
    },
  },
  {
    who: 'a Chromebook at school',
    login: {
      send: { platform: 'chromebook', gateway: '192.168.86.1' },
      because: '192.168.86.1 is Google Wifi, which has no page but the Google Home app',
      expect: { targets: [[{ kind: 'app', app: /Google Home/ }, { url: 'http://192.168.86.1' }]], says: [/Google Home/] },
    },
  },
  {
    who: 'a Deco that does not answer at its page',
    login: {
      send: { routerBrand: 'Deco M5', gateway: '192.168.68.1' },
      because: 'the app does what matters; the address that was typed is among the targets all the same',
      expect: { targets: [{ kind: 'app', app: /Deco/ }], says: [/192\.168\.68\.1/] },
    },
  },
]

/** The state of the connection, in everyday words. */
export const OFFLINE: readonly Journey[] = [
  {
    who: 'ipTIME owner without internet, in plain Korean',
    login: {
      send: {
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
  },
  {
    who: 'the internet keeps breaking, in plain Korean',
    login: {
      send: { routerBrand: 'KT 홈허브', isp: 'KT', gateway: '172.30.1.254', platform: '아이패드', connectionState: '끊김' },
      because: 'broken is no',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }], actions: { has: ['check-connection'] } },
    },
  },
  {
    who: 'a slow line, in plain Korean',
    login: {
      send: { routerBrand: 'SK브로드밴드', gateway: '192.168.35.1', connectionState: '느림' },
      because: 'slow counts as trouble with the connection',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://192.168.35.1' }], actions: { has: ['check-connection'] } },
    },
  },
  {
    who: 'NETGEAR owner whose line is down',
    login: {
      send: {
        routerBrand: 'NETGEAR',
        isp: 'Spectrum',
        gateway: '192.168.1.1',
        platform: 'Windows 11',
        connectionState: 'not working',
      },
      because: 'the router answers without internet; an app that signs in to a cloud might not',
      expect: {
        targets: [{ kind: 'personal-router', url: 'http://192.168.1.1', open: 'browser' }],
        actions: { has: ['check-connection'] },
      },
    },
  },
  {
    who: 'eero owner whose line is down',
    login: {
      send: { routerBrand: 'eero', gateway: '192.168.4.1', platform: 'ios', connectionState: 'offline' },
      because: 'there is no page; the app is still the way, with mobile data where it needs its cloud',
      expect: { targets: [{ kind: 'app', app: /eero/ }], actions: { has: ['check-connection', 'use-app'] } },
    },
  },
  {
    who: 'nothing works and nothing is known',
    login: {
      send: { connectionState: 'no', platform: 'windows' },
      because: 'look at the connection, then for the gateway',
      expect: { topology: 'unknown', actions: { has: ['check-connection', 'find-gateway'] }, checklist: [/ipconfig/] },
    },
  },
  {
    who: 'nothing is sent at all',
    login: {
      send: {},
      because: 'every field is optional: the answer is how to find out',
      expect: {
        topology: 'unknown',
        actions: { first: ['find-gateway'], has: ['read-label'], never: ['check-connection'] },
        checklist: [/gateway/i],
      },
    },
  },
  {
    who: 'connected, on a Mac, only the brand known',
    login: {
      send: { routerBrand: 'Xiaomi', platform: 'macOS', connectionState: 'Online' },
      because: 'the usual address of the brand, and the command that proves it',
      expect: {
        targets: [{ kind: 'personal-router', url: 'http://192.168.31.1' }],
        checklist: [/route -n get default/],
        actions: { has: ['find-gateway', 'log-in-personal'], never: ['check-connection'] },
        warns: [/VPN/, /guest/i, /search/i],
      },
    },
  },
  {
    who: 'connected, on ChromeOS, Tenda with its usual address',
    login: {
      send: { routerBrand: 'tenda', platform: 'ChromeOS', connectionState: 'true' },
      because: 'the usual address, and where ChromeOS shows the real one',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }], checklist: [/gateway|route/i] },
    },
  },
  {
    who: 'the router shows 0.0.0.0 as its internet address',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'ASUS', gateway: '192.168.50.1', routerWanIp: '0.0.0.0' },
      because: 'it has no address at all: that is a line that is down, not a shared one',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.50.1' }], actions: { has: ['check-connection'] } },
    },
    plan: {
      send: { useCase: 'syncthing', routerBrand: 'ASUS', internalIp: '192.168.50.8', routerWanIp: '0.0.0.0' },
      because: 'nothing is proved about the line while it is down',
      expect: {
        service: 'syncthing',
        required: [],
        nat: 'unknown',
        actions: { never: ['use-relay'] },
        noRules: ['8384/tcp'],
      },
    },
  },
]
