import type { Journey } from './journey.ts'

const IPTIME = { kind: 'personal-router', url: 'http://192.168.0.1', open: 'browser' } as const
/** Patterns of the passwords in the makers' manuals, which answers in neither language may contain. */
const NO_PASSWORD = [/admin\s*\/\s*admin/i, /비밀번호(는|:)\s*["']?admin/i, /password\s+(is|:)\s*["']?admin/i]

/** People who cannot log in to their router. */
export const LOCKED_OUT: readonly Journey[] = [
  {
    who: 'has forgotten the password of an ipTIME, in Korean',
    language: 'ko',
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
    who: 'does not know the admin password of a KT box, in Korean',
    language: 'ko',
    login: {
      send: { routerBrand: 'KT 공유기', gateway: '172.30.1.254' },
      because: 'it is on the label, and the page is on port 8899',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }],
        sticker: [/라벨/],
        saysNot: NO_PASSWORD,
        actions: { has: ['read-label'] },
      },
    },
  },
  {
    who: 'the LG U+ modem, in Korean',
    language: 'ko',
    login: {
      send: { routerBrand: '유플러스 모뎀', gateway: '192.168.219.1' },
      because: '"모뎀" is what people call the box',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://192.168.219.1' }], saysNot: NO_PASSWORD },
    },
  },
  {
    who: 'the SK modem, in Korean, knows no address',
    language: 'ko',
    login: {
      send: { routerBrand: 'SK 모뎀' },
      because: 'its address depends on the model: the gateway of the device tells',
      expect: {
        targets: [{ kind: 'isp-equipment' }],
        actions: { has: ['find-gateway'] },
        checklist: [/기본 게이트웨이/],
      },
    },
  },
  {
    who: 'only knows the gateway 192.168.1.1',
    login: {
      send: { gateway: '192.168.1.1' },
      because: 'dozens of makers use it: open it and read the logo, no brand is guessed',
      expect: {
        targets: [{ url: 'http://192.168.1.1' }],
        saysNot: [...NO_PASSWORD, /probably (ASUS|Netgear|Linksys)/i],
        warns: [/yours or that you look after/],
      },
    },
  },
  {
    who: 'only knows the gateway 10.0.0.1',
    login: {
      send: { gateway: '10.0.0.1' },
      because: 'Xfinity, Cox, Rogers and others: not an Orbi just because one may be there',
      expect: { targets: [{ url: 'http://10.0.0.1' }], saysNot: [/(include|probably|may be) NETGEAR Orbi/] },
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
    who: 'on the hotspot of an Android phone, in Korean',
    language: 'ko',
    login: {
      send: { gateway: '192.168.43.1', platform: '노트북' },
      because: 'the same: 192.168.43.1 is what Android phones use',
      expect: { says: [/핫스팟/], warns: [/휴대폰/] },
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
    who: 'has a Belkin',
    login: {
      send: { routerBrand: 'Belkin N300', gateway: '192.168.2.1' },
      because: 'their own router, whoever else uses that address',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.2.1' }], withoutKinds: ['isp-equipment'] },
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
    language: 'ko',
    login: {
      send: { isp: 'SK브로드밴드', routerBrand: 'iptime', connectionState: '와이파이는 되는데 인터넷이 안돼요' },
      because: 'the page opens without internet; before the second box comes the line: power, cables, restart in order, then 106',
      expect: { actions: { inOrder: ['log-in-personal', 'check-connection', 'log-in-isp'] }, checklist: [/30초/, /106/] },
    },
  },
  {
    who: 'a Galaxy phone, in Korean',
    language: 'ko',
    login: {
      send: { isp: 'KT', platform: '갤럭시 S24' },
      because: "Samsung's own menu, not the Pixel's",
      expect: { checklist: [/설정 > 연결 > Wi-Fi/] },
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
  {
    who: 'switched the ipTIME to hub mode and cannot open it, in Korean',
    language: 'ko',
    login: {
      send: { routerBrand: 'iptime 허브모드', isp: 'KT', gateway: '172.30.1.254' },
      because: 'the gateway says who routes: KT’s box; the ipTIME is a switch now',
      expect: { offers: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }], says: [/허브\(AP\) 모드/] },
    },
  },
  {
    who: 'an extender is what they want to log in to, in Korean',
    language: 'ko',
    login: {
      send: { routerBrand: 'iptime 와이파이 증폭기', gateway: '192.168.0.1' },
      because: 'the maker is understood; the gateway is the router that matters',
      expect: { targets: [IPTIME] },
    },
  },
]
