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
    who: 'BT Smart Hub, but the device shows 192.168.0.1',
    login: {
      send: { routerBrand: 'bt smart hub', gateway: '192.168.0.1' },
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
  },
  {
    who: 'Verizon customer whose device shows 192.168.0.1',
    login: {
      send: { isp: 'Verizon', gateway: '192.168.0.1' },
      because: 'the same: the logo tells',
      expect: { topology: 'unknown', targets: [{ url: 'http://192.168.0.1' }], says: [/the logo on http:\/\/192\.168\.0\.1/] },
    },
  },
  {
    who: 'Telekom customer whose device shows 192.168.1.1',
    login: {
      send: { isp: 'Telekom', gateway: '192.168.1.1' },
      because: 'a Speedport with another address, or another router',
      expect: { topology: 'unknown', targets: [{ url: 'http://192.168.1.1' }], withoutUrls: /192\.168\.2\.1/ },
    },
  },
  {
    who: 'KT customer behind an ASUS address, which only routers from shops have',
    language: 'ko',
    login: {
      send: { isp: 'KT', gateway: '192.168.50.1' },
      because: 'no KT box has that address, and ASUS routers do',
      expect: {
        topology: 'isp-plus-router',
        targets: [{ url: 'http://192.168.50.1' }, { kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }],
        says: [/다른 공유기가 있는 것으로 보입니다/],
      },
    },
  },
  {
    who: 'UniFi: its page is only there over https',
    login: {
      send: { routerBrand: 'UniFi', gateway: '192.168.1.1' },
      because: 'http:// in front of the address would not help',
      expect: {
        targets: [{ url: 'https://192.168.1.1' }],
        actions: { first: [...OPENS] },
        says: [/Type https:\/\/ before/],
        saysNot: [/type http:\/\/ before/i],
      },
    },
  },
  {
    who: 'OPNsense의 주소를 열어도 아무것도 나오지 않는 사람',
    language: 'ko',
    login: {
      send: { routerBrand: 'opnsense', gateway: '192.168.1.1' },
      because: '이 페이지는 https로만 열린다',
      expect: { says: [/https:\/\/부터 모두 입력/], saysNot: [/http:\/\/부터/] },
    },
  },
  {
    who: 'ipTIME behind an LG U+ box, everything known',
    language: 'ko',
    seenAt: OF_LG,
    login: {
      send: { routerBrand: 'iptime', gateway: '192.168.0.1', routerWanIp: '192.168.219.103' },
      because: '상위 장비를 찾았으므로 통신사를 물을 필요가 없고, 이중 공유기를 푸는 것이 할 일이다',
      expect: {
        topology: 'isp-plus-router',
        targets: [{ url: 'http://192.168.0.1' }, { kind: 'isp-equipment', url: 'http://192.168.219.1' }],
        actions: {
          first: ['use-one-router', ...OPENS],
          inOrder: ['log-in-personal', 'log-in-isp', 'see-plan'],
          never: ['confirm-isp', 'compare-router-address'],
        },
        says: [/고객센터\(101\)에 브리지 모드를 요청/],
      },
    },
  },
  {
    who: 'reads 192.168.123.1 on a line of LG U+',
    language: 'ko',
    seenAt: OF_LG,
    login: {
      send: { gateway: '192.168.123.1' },
      because: '예전 LG U+ 장비의 주소이다',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.123.1' }],
        actions: { first: ['log-in-isp'], never: ['confirm-isp'] },
        says: [/LG U\+/],
        saysNot: [/누구의 공유기인지/],
      },
    },
  },
  {
    who: 'KT라고만 말한 사람',
    language: 'ko',
    login: {
      send: { isp: 'KT' },
      because: 'KT 장비 뒤에 ipTIME을 쓰는 집이 많으므로 한 대뿐이라고 말할 수 없다',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }],
        actions: { first: ['log-in-isp', 'read-label', 'nothing-opens'] },
        says: [/가정했습니다/],
        saysNot: [/한 대뿐인 것으로 보입니다/],
      },
    },
  },
  {
    who: 'KT 주소를 직접 찾아야 하는 사람',
    language: 'ko',
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
    language: 'ko',
    seenAt: OF_LG,
    login: {
      send: { platform: '윈도우' },
      because: 'KT 장비는 KT 회선에만 있다',
      expect: { actions: { first: ['find-gateway'] }, says: [/192\.168\.219\.1/], saysNot: [/172\.30\.1\.254/, /8899/] },
    },
  },
  {
    who: '갤럭시로 공유기 주소를 찾는 사람',
    language: 'ko',
    login: {
      send: { platform: '갤럭시' },
      because: '자세히 보기에서 무엇을 읽어야 하는지 알려 주어야 한다',
      expect: { actions: { firstSays: [/자세히 보기.*"게이트웨이"나 "라우터"/] } },
    },
  },
  {
    who: '원룸에서 공유기 주소만 아는 사람',
    language: 'ko',
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
    who: 'a dormitory room without a router of its own',
    login: {
      send: { isp: 'dorm', gateway: '10.0.0.1' },
      because: 'the router belongs to the dormitory',
      expect: {
        actions: { first: ['ask-building'], firstSays: [/^Ask the manager of the building/], never: ['see-plan'] },
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
