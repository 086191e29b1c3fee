import { ELSEWHERE, type Journey, SEEN } from './journey.ts'

const KT_BOX = { kind: 'isp-equipment', url: 'http://172.30.1.254:8899', open: 'browser' } as const
const IPTIME = { kind: 'personal-router', url: 'http://192.168.0.1', open: 'browser' } as const
const IPTIME_MENU = [/관리 ?도구/, /고급 설정/, /NAT\/라우터 관리/, /포트포워드 설정/]

/** Homes in Korea with a router of their own. */
export const KOREA: readonly Journey[] = [
  {
    who: 'ipTIME behind KT on Windows, knows no address, wants a Minecraft server',
    language: 'ko',
    login: {
      send: { routerBrand: '아이피타임', isp: 'KT', platform: '윈도우', connectionState: '예' },
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
    plan: {
      send: { useCase: '마크 서버', routerBrand: '아이피타임', internalIp: '192.168.0.10' },
      because: 'Java Edition listens on TCP 25565; ipTIME writes 포트포워드; RCON stays inside',
      expect: {
        service: 'minecraft-java',
        protocol: 'tcp',
        required: ['25565/tcp'],
        router: 'iptime',
        feature: /포트포워드/,
        menu: IPTIME_MENU,
        nat: 'unknown',
        actions: {
          first: ['compare-router-address'],
          inOrder: ['allow-on-device', 'reserve-address', 'add-rules', 'verify-port', 'remove-rules'],
          never: ['use-safer-way', 'find-brand'],
        },
        rules: ['25565/tcp'],
        noRules: ['25575/tcp'],
        verify: ['25565/tcp'],
        says: [/마인크래프트/],
      },
    },
  },
  {
    who: 'ipTIME shows 172.30.1.42 as its internet address: the KT box routes above it',
    language: 'ko',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'ipTIME', isp: '케이티', gateway: '192.168.0.1', platform: 'Windows', routerWanIp: '172.30.1.42' },
      because: '172.30.1.x is handed out by KT boxes, which are at .254 and answer on 8899',
      expect: {
        topology: 'isp-plus-router',
        targets: [IPTIME, KT_BOX],
        actions: { inOrder: ['log-in-personal', 'log-in-isp'], has: ['see-plan'], never: ['find-gateway'] },
        sticker: [/라벨|스티커/],
      },
    },
    plan: {
      send: { useCase: '마인크래프트', routerBrand: 'iptime', internalIp: '192.168.0.10', routerWanIp: '172.30.1.42' },
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
  },
  {
    who: 'ipTIME behind KT whose internet address is the public one: only the ipTIME matters',
    language: 'ko',
    seenAt: SEEN,
    login: {
      send: { routerBrand: '아이피 타임', isp: 'KT 인터넷', gateway: '192.168.0.1', routerWanIp: SEEN },
      because: 'the public address ends on the ipTIME: whatever stands before it does not route',
      expect: {
        topology: ['single', 'bridge'],
        targets: [IPTIME],
        withoutKinds: ['isp-equipment'],
        actions: { first: ['log-in-personal'], never: ['log-in-isp', 'compare-router-address', 'find-gateway'] },
      },
    },
    plan: {
      send: { useCase: '플렉스', routerBrand: '아이피타임 공유기', internalIp: '192.168.0.20', routerWanIp: SEEN },
      because: 'the router has the public address, so the usual rule works',
      expect: {
        service: 'plex',
        required: ['32400/tcp'],
        router: 'iptime',
        nat: 'none',
        actions: {
          inOrder: ['log-in', 'add-rules', 'verify-port'],
          never: ['compare-router-address', 'forward-upstream', 'ask-public-address'],
        },
        verify: ['32400/tcp'],
      },
    },
  },
  {
    who: 'ipTIME behind LG U+ with a WAN address of 192.168.219.101, on a phone',
    language: 'ko',
    seenAt: SEEN,
    login: {
      send: { routerBrand: '이에프엠', isp: 'LG U+', gateway: '192.168.0.1', platform: '갤럭시', routerWanIp: '192.168.219.101' },
      because: '192.168.219.x is handed out by U+ boxes, which are at .1',
      expect: {
        topology: 'isp-plus-router',
        targets: [IPTIME, { kind: 'isp-equipment', url: 'http://192.168.219.1' }],
        actions: { inOrder: ['log-in-personal', 'log-in-isp'] },
      },
    },
    plan: {
      send: { useCase: '팰월드', routerBrand: 'IPTIME', internalIp: '192.168.0.30', routerWanIp: '192.168.219.101' },
      because: 'two routers; the game needs UDP 8211 on both, REST and RCON on none',
      expect: {
        service: 'palworld',
        protocol: 'udp',
        required: ['8211/udp'],
        nat: 'double-nat',
        actions: { first: ['use-one-router', 'forward-upstream'] },
        rules: ['8211/udp'],
        noRules: ['25575/tcp', '8212/tcp'],
        verify: ['8211/udp'],
      },
    },
  },
  {
    who: 'ipTIME shows 192.168.35.20, provider not named: it is an SK box all the same',
    language: 'ko',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'ip-time', gateway: '192.168.0.1', platform: '리눅스', routerWanIp: '192.168.35.20' },
      because: '192.168.35.x is handed out by SK boxes, which are at .1',
      expect: {
        topology: 'isp-plus-router',
        targets: [IPTIME, { kind: 'isp-equipment', url: 'http://192.168.35.1', label: /SK/ }],
        actions: { inOrder: ['log-in-personal', 'log-in-isp'] },
      },
    },
  },
  {
    who: 'TP-Link on LG HelloVision cable, seen elsewhere than the router says: perhaps a VPN is on',
    language: 'ko',
    seenAt: SEEN,
    login: {
      send: { routerBrand: '티피링크', isp: 'LG헬로비전', gateway: '192.168.0.1', platform: '윈도우즈', connectionState: '정상' },
      because: 'the named brand usually stands at this very address; the provider has no address of its own here',
      expect: {
        targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }],
        warns: [/VPN/],
        actions: { has: ['compare-router-address'] },
      },
    },
    plan: {
      send: { useCase: '젤리핀', routerBrand: '티피링크', internalIp: '192.168.0.50', routerWanIp: ELSEWHERE },
      because: 'two different public addresses prove nothing',
      expect: {
        service: 'jellyfin',
        required: ['8096/tcp'],
        router: 'tp-link',
        nat: 'unknown',
        actions: { first: ['use-the-same-line'] },
      },
    },
  },
]
