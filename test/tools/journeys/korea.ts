import { ELSEWHERE, type Journey, SEEN } from './journey.ts'

const KT_BOX = { kind: 'isp-equipment', url: 'http://172.30.1.254:8899', open: 'browser' } as const
const IPTIME = { kind: 'personal-router', url: 'http://192.168.0.1', open: 'browser' } as const
const IPTIME_MENU = [/관리 ?도구/, /고급 설정/, /NAT\/라우터 관리/, /포트포워드 설정/]

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
    login: { routerBrand: '아이피 타임', isp: 'KT 인터넷', gateway: '192.168.0.1', routerWanIp: SEEN },
    because: 'the public address ends on the ipTIME: whatever stands before it does not route',
    expect: {
      topology: ['single', 'bridge'],
      targets: [IPTIME],
      withoutKinds: ['isp-equipment'],
      actions: { first: ['log-in-personal'], never: ['log-in-isp', 'compare-router-address', 'find-gateway'] },
    },
  },
  {
    who: 'ipTIME behind KT whose internet address is the public one: only the ipTIME matters',
    seenAt: SEEN,
    plan: { useCase: '플렉스', routerBrand: '아이피타임 공유기', internalIp: '192.168.0.20', routerWanIp: SEEN },
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
  {
    who: 'TP-Link on LG HelloVision cable, seen elsewhere than the router says: perhaps a VPN is on',
    seenAt: SEEN,
    login: { routerBrand: '티피링크', isp: 'LG헬로비전', gateway: '192.168.0.1', platform: '윈도우즈', connectionState: '정상' },
    because: 'the named brand usually stands at this very address; the provider has no address of its own here',
    expect: {
      targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }],
      warns: [/VPN/],
      actions: { has: ['compare-router-address'] },
    },
  },
  {
    who: 'TP-Link on LG HelloVision cable, seen elsewhere than the router says: perhaps a VPN is on',
    seenAt: SEEN,
    plan: { useCase: '젤리핀', routerBrand: '티피링크', internalIp: '192.168.0.50', routerWanIp: ELSEWHERE },
    because: 'two different public addresses prove nothing',
    expect: {
      service: 'jellyfin',
      required: ['8096/tcp'],
      router: 'tp-link',
      nat: 'unknown',
      actions: { first: ['use-the-same-line'] },
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
    who: 'only the KT box, on a MacBook, wants a web page at home',
    plan: { useCase: '홈페이지', routerBrand: '기가 와이파이', internalIp: '172.30.1.10' },
    because: 'KT writes 포트포워딩 under 트래픽 관리; a site needs 443',
    expect: {
      service: 'web-server',
      required: ['443/tcp'],
      router: 'kt-giga-home-hub',
      feature: /포트 ?포워딩/,
      menu: [/장치 ?설정/, /트래픽 관리/, /포트 ?포워딩/],
      rules: ['443/tcp'],
      verify: ['443/tcp'],
    },
  },
  {
    who: 'only the U+ box, a NAS behind it',
    login: { routerBrand: '유플러스 공유기', isp: '유플러스', gateway: '192.168.219.1', platform: 'pc' },
    because: 'the U+ box is the router; its label calls the line 관리자 웹 접속 암호 or 웹 설정 암호',
    expect: {
      topology: 'single',
      targets: [{ kind: 'isp-equipment', url: 'http://192.168.219.1' }],
      withoutKinds: ['personal-router'],
      sticker: [/관리자 웹 접속 암호|웹 설정 암호/],
      actions: { first: ['log-in-isp'] },
    },
  },
  {
    who: 'only the U+ box, a NAS behind it',
    plan: { useCase: '나스', routerBrand: 'LG유플러스', internalIp: '192.168.219.150' },
    because: 'which NAS is not known, so HTTPS; the relay of its maker or a VPN is the better way',
    expect: {
      service: 'nas-generic',
      required: ['443/tcp'],
      router: 'lg-uplus',
      menu: [/네트워크 설정/, /NAT 설정/, /포트 포워딩/],
      actions: { first: ['use-safer-way'] },
      safer: /QuickConnect|myQNAPcloud|VPN/,
      noRules: ['8080/tcp'],
    },
  },
  {
    who: 'SK box on another of its addresses',
    login: { routerBrand: 'SK브로드밴드', isp: 'SK broadband', gateway: '192.168.45.1', platform: '크롬북' },
    because: 'SK boxes stand at several addresses: the one that the device shows is right',
    expect: {
      topology: 'single',
      targets: [{ kind: 'isp-equipment', url: 'http://192.168.45.1' }],
      withoutUrls: /192\.168\.35\.1/,
      actions: { first: ['log-in-isp'] },
    },
  },
  {
    who: 'SK box on another of its addresses',
    plan: { useCase: '원격 데스크톱', routerBrand: 'SK 공유기', internalIp: '192.168.45.12' },
    because: 'RDP on the internet is how ransomware comes in: a VPN first',
    expect: {
      service: 'rdp',
      router: 'sk-broadband',
      menu: [/고급 ?설정/, /NAT/, /포트 ?포워/],
      actions: { first: ['use-safer-way'] },
      safer: /VPN/,
    },
  },
  {
    who: 'SKT subscriber without an address and without a router of their own',
    login: { isp: 'SKT', platform: '핸드폰' },
    because: 'the SK box is usually at 192.168.35.1; only the phone can tell, and 핸드폰 is any phone',
    expect: {
      offers: [{ kind: 'isp-equipment', url: 'http://192.168.35.1' }],
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
    who: 'knows nothing at all, in Korean',
    plan: { useCase: '팩토리오', routerBrand: '잘 모르겠어요' },
    because: 'the way is the same everywhere, only the words differ',
    expect: {
      service: 'factorio',
      router: null,
      menu: [/포트 ?포워딩|가상 서버/],
      actions: { inOrder: ['find-brand', 'reserve-address', 'add-rules'] },
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
  {
    who: 'KT box in a shop with a Hanwha recorder, public address on the box',
    seenAt: SEEN,
    plan: { useCase: '와이즈넷', routerBrand: '케이티', internalIp: '172.30.1.60', routerWanIp: SEEN },
    because: 'a recorder is reached by the relay of its maker or a VPN before a port is opened; its web page never',
    expect: {
      service: 'hanwha-nvr',
      router: 'kt-giga-home-hub',
      nat: 'none',
      actions: { first: ['use-safer-way'], never: ['compare-router-address'] },
      safer: /P2P|VPN/,
      noRules: ['80/tcp'],
    },
  },
]
