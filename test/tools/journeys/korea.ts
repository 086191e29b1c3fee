import { type Journey, SEEN } from './journey.ts'

const KT_BOX = { kind: 'isp-equipment', url: 'http://172.30.1.254:8899', open: 'browser' } as const
const IPTIME = { kind: 'personal-router', url: 'http://192.168.0.1', open: 'browser' } as const

/** Homes in Korea with a router of their own. */
export const KOREA: readonly Journey[] = [
  {
    who: 'ipTIME behind KT on Windows, knows no address, wants a Minecraft server',
    login: { routerBrand: '아이피타임', isp: 'KT', platform: '윈도우', connectionState: '예' },
    because: 'the own router is next to the device; KT may route above it, on port 8899, which only the WAN address tells',
    expect: {
      topology: ['isp-plus-router', 'unknown'],
      targets: [IPTIME, KT_BOX],
      actions: {
        has: ['find-gateway', 'log-in-personal', 'compare-router-address', 'see-plan'],
        never: ['check-connection', 'use-app'],
      },
      checklist: [/ipconfig/, /기본 게이트웨이/],
      sticker: [/라벨|스티커/],
      warns: [/VPN/, /검색/],
    },
  },
  {
    who: 'ipTIME behind KT on Windows, knows no address, wants a Minecraft server',
    plan: { useCase: '마크 서버', routerBrand: '아이피타임', internalIp: '192.168.0.10' },
    because: 'Java Edition listens on TCP 25565; ipTIME writes 포트포워드; RCON stays inside',
    expect: {
      service: 'minecraft-java',
      router: 'iptime',
      nat: 'unknown',
      actions: {
        first: ['compare-router-address'],
        inOrder: ['allow-on-device', 'reserve-address', 'add-rules', 'verify-port', 'remove-rules'],
        never: ['use-safer-way', 'find-brand'],
      },
      rules: ['25565/tcp'],
      noRules: ['25575/tcp'],
      says: [/마인크래프트/],
    },
  },
  {
    who: 'ipTIME shows 172.30.1.42 as its internet address: the KT box routes above it',
    seenAt: SEEN,
    login: { routerBrand: 'ipTIME', isp: '케이티', gateway: '192.168.0.1', platform: 'Windows', routerWanIp: '172.30.1.42' },
    because: '172.30.1.x is handed out by KT boxes, which are at .254 and answer on 8899',
    expect: {
      topology: 'isp-plus-router',
      targets: [IPTIME, KT_BOX],
      actions: { inOrder: ['log-in-personal', 'log-in-isp'], has: ['see-plan'], never: ['find-gateway'] },
      sticker: [/라벨|스티커/],
    },
  },
  {
    who: 'ipTIME shows 172.30.1.42 as its internet address: the KT box routes above it',
    seenAt: SEEN,
    plan: { useCase: '마인크래프트', routerBrand: 'iptime', internalIp: '192.168.0.10', routerWanIp: '172.30.1.42' },
    because: 'a rule on the ipTIME alone gets nothing: KT has to forward to it, or be bridged',
    expect: {
      service: 'minecraft-java',
      nat: 'double-nat',
      actions: {
        first: ['use-one-router', 'forward-upstream'],
        has: ['add-rules'],
        never: ['use-relay'],
      },
      rules: ['25565/tcp'],
      says: [/브리지|허브/],
    },
  },
  {
    who: 'ipTIME behind KT whose internet address is the public one: only the ipTIME matters',
    seenAt: SEEN,
    plan: { useCase: '플렉스', routerBrand: '아이피타임 공유기', internalIp: '192.168.0.20', routerWanIp: SEEN },
    because: 'the router has the public address, so the usual rule works',
    expect: {
      service: 'plex',
      router: 'iptime',
      nat: 'none',
      actions: {
        inOrder: ['log-in', 'add-rules', 'verify-port'],
        never: ['compare-router-address', 'forward-upstream', 'ask-public-address'],
      },
    },
  },
]

/** Homes in Korea with nothing but the provider's box, or with nothing known. */
export const KOREAN_BOXES: readonly Journey[] = [
  {
    who: 'only the KT box, on a MacBook, wants a web page at home',
    login: { routerBrand: 'KT 공유기', isp: 'KT', gateway: '172.30.1.254', platform: '맥북' },
    because: 'the KT box is the router, and its pages answer on 8899',
    expect: {
      topology: 'single',
      targets: [KT_BOX],
      withoutKinds: ['personal-router'],
      actions: { first: ['log-in-isp'], never: ['log-in-personal', 'find-gateway', 'use-app'] },
      sticker: [/라벨|스티커/],
    },
  },
  {
    who: 'SKT subscriber without an address and without a router of their own',
    login: { isp: 'SKT', platform: '핸드폰' },
    because: 'the SK box is usually at 192.168.35.1; only the phone can tell, and 핸드폰 is any phone',
    expect: {
      says: [/http:\/\/192\.168\.35\.1$/],
      actions: { has: ['find-gateway'] },
      checklist: [/게이트웨이/],
    },
  },
  {
    who: 'knows nothing at all, in Korean',
    login: { routerBrand: '모름', connectionState: '모름' },
    because: 'nothing can be said before the default gateway is known',
    expect: {
      topology: 'unknown',
      actions: { first: ['find-gateway'], has: ['read-label'], never: ['check-connection'] },
      checklist: [/게이트웨이/],
    },
  },
  {
    who: 'reads 192.168.0.1 on the device, brand unknown, provider unknown to everybody',
    login: { routerBrand: '기타', isp: '우리동네통신', gateway: '192.168.0.1', platform: '윈도우' },
    because: 'many makers use this address; whoever it is, its page is there',
    expect: {
      targets: [{ url: 'http://192.168.0.1', open: 'browser' }],
      actions: { never: ['find-gateway'], has: ['read-label'] },
    },
  },
]
