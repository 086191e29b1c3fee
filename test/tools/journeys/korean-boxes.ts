import { type Journey, SEEN } from './journey.ts'

const KT_BOX = { kind: 'isp-equipment', url: 'http://172.30.1.254:8899', open: 'browser' } as const

/** Homes in Korea with nothing but the provider's box, or with nothing known. */
export const KOREAN_BOXES: readonly Journey[] = [
  {
    who: 'only the KT box, on a MacBook, wants a web page at home',
    language: 'ko',
    login: {
      send: { routerBrand: 'KT 공유기', isp: 'KT', gateway: '172.30.1.254', platform: '맥북' },
      because: 'the KT box is the router, and its pages answer on 8899',
      expect: {
        topology: 'single',
        targets: [KT_BOX],
        withoutKinds: ['personal-router'],
        actions: { first: ['log-in-isp'], never: ['log-in-personal', 'find-gateway', 'use-app'] },
        sticker: [/라벨|스티커/],
      },
    },
    plan: {
      send: { useCase: '홈페이지', routerBrand: '기가 와이파이', internalIp: '172.30.1.10' },
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
  },
  {
    who: 'KT subscriber on an iPhone who was never at any router',
    language: 'ko',
    login: {
      send: { isp: '올레', platform: '아이폰' },
      because: 'they may have a router of their own, else it is the KT box; the iPhone names it 라우터 in the Wi-Fi details',
      expect: {
        topology: ['single', 'unknown'],
        offers: [KT_BOX],
        checklist: [/Wi-?Fi/, /라우터/],
        actions: { has: ['find-gateway'] },
      },
    },
  },
  {
    who: 'only the U+ box, a NAS behind it',
    language: 'ko',
    login: {
      send: { routerBrand: '유플러스 공유기', isp: '유플러스', gateway: '192.168.219.1', platform: 'pc' },
      because: 'the U+ box is the router; its label calls the line 관리자 웹 접속 암호 or 웹 설정 암호',
      expect: {
        topology: 'single',
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.219.1' }],
        withoutKinds: ['personal-router'],
        sticker: [/관리자 웹 접속 암호|웹 설정 암호/],
        actions: { first: ['log-in-isp'] },
      },
    },
    plan: {
      send: { useCase: '나스', routerBrand: 'LG유플러스', internalIp: '192.168.219.150' },
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
  },
  {
    who: 'SK box on another of its addresses',
    language: 'ko',
    login: {
      send: { routerBrand: 'SK브로드밴드', isp: 'SK broadband', gateway: '192.168.45.1', platform: '크롬북' },
      because: 'SK boxes stand at several addresses: the one that the device shows is right',
      expect: {
        topology: 'single',
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.45.1' }],
        withoutUrls: /192\.168\.35\.1/,
        actions: { first: ['log-in-isp'] },
      },
    },
    plan: {
      send: { useCase: '원격 데스크톱', routerBrand: 'SK 공유기', internalIp: '192.168.45.12' },
      because: 'RDP on the internet is how ransomware comes in: a VPN first',
      expect: {
        service: 'rdp',
        router: 'sk-broadband',
        menu: [/고급 ?설정/, /NAT/, /포트 ?포워/],
        actions: { first: ['use-safer-way'] },
        safer: /VPN/,
      },
    },
  },
  {
    who: 'SKT subscriber without an address and without a router of their own',
    language: 'ko',
    login: {
      send: { isp: 'SKT', platform: '핸드폰' },
      because: 'the SK box is usually at 192.168.35.1; only the phone can tell, and 핸드폰 is any phone',
      expect: {
        offers: [{ kind: 'isp-equipment', url: 'http://192.168.35.1' }],
        actions: { has: ['find-gateway'] },
        checklist: [/게이트웨이/],
      },
    },
  },
  {
    who: 'reads 172.30.1.254 on the device and knows nothing else',
    language: 'ko',
    login: {
      send: { gateway: '172.30.1.254' },
      because: 'that address is a KT box, whoever asks',
      expect: {
        topology: ['single', 'unknown'],
        targets: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899', label: /KT/ }],
        actions: { first: ['log-in-isp'], never: ['find-gateway'] },
      },
    },
  },
  {
    who: 'reads 192.168.219.1 on the device and knows nothing else',
    language: 'ko',
    login: {
      send: { gateway: '192.168.219.1', platform: '아이패드' },
      because: 'that address is a U+ box',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.219.1', label: /LG|U\+|유플러스/ }],
        actions: { first: ['log-in-isp'] },
      },
    },
  },
  {
    who: 'knows nothing at all, in Korean',
    language: 'ko',
    login: {
      send: { routerBrand: '모름', connectionState: '모름' },
      because: 'nothing can be said before the default gateway is known',
      expect: {
        topology: 'unknown',
        actions: { first: ['find-gateway'], has: ['read-label'], never: ['check-connection'] },
        checklist: [/게이트웨이/],
      },
    },
    plan: {
      send: { useCase: '팩토리오', routerBrand: '잘 모르겠어요' },
      because: 'the way is the same everywhere, only the words differ',
      expect: {
        service: 'factorio',
        router: null,
        menu: [/포트 ?포워딩|가상 서버/],
        actions: { inOrder: ['find-brand', 'reserve-address', 'add-rules'] },
      },
    },
  },
  {
    who: 'reads 192.168.0.1 on the device, brand unknown, provider unknown to everybody',
    language: 'ko',
    login: {
      send: { routerBrand: '기타', isp: '우리동네통신', gateway: '192.168.0.1', platform: '윈도우' },
      because: 'many makers use this address; whoever it is, its page is there',
      expect: {
        targets: [{ url: 'http://192.168.0.1', open: 'browser' }],
        actions: { never: ['find-gateway'], has: ['read-label'] },
      },
    },
  },
  {
    who: 'KT box in a shop with a Hanwha recorder, public address on the box',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '와이즈넷', routerBrand: '케이티', internalIp: '172.30.1.60', routerWanIp: SEEN },
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
  },
  {
    who: 'KT subscriber who reads 192.168.0.1 on the device and does not know whose it is',
    language: 'ko',
    login: {
      send: { isp: 'KT', gateway: '192.168.0.1', platform: '윈도우' },
      because: 'either another router is closer, or the KT box has another address than usual: the page at the gateway tells',
      expect: {
        topology: 'unknown',
        targets: [{ url: 'http://192.168.0.1' }],
        says: [/아이피타임\(ipTIME\), .* 다른 제조사 로고이면 내 공유기/, /172\.30\.1\.254:8899/],
        actions: { has: ['compare-router-address'], never: ['find-gateway'] },
      },
    },
  },
]
