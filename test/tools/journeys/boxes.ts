import type { Journey } from './journey.ts'

/** Boxes and makers that people name, and the menus and labels on their screens. */
export const BOXES: readonly Journey[] = [
  {
    who: 'the SK broadband box by the model on its label, a range of ports for a game',
    language: 'ko',
    plan: {
      send: { useCase: '발헤임', routerBrand: 'GW-HF6110', internalIp: '192.168.45.20' },
      because: 'HFR makes the GW-HF6110 for SK broadband; its form has a first and a last port',
      expect: {
        service: 'valheim',
        router: 'sk-broadband',
        menu: [/고급설정/, /NAT/, /포트포워드/],
        rules: ['2456-2457/udp'],
        says: [/외부 포트 시작/, /내부 포트 시작/],
      },
    },
    login: {
      send: { routerBrand: 'GW-ME6110', isp: 'SK브로드밴드' },
      because: 'the box answers at 192.168.45.1 and its like, and the label has what the account is made of',
      expect: { offers: [{ kind: 'isp-equipment', url: 'http://192.168.35.1' }], sticker: [/라벨/] },
    },
  },
  {
    who: 'an AnyGate router at home',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: '애니게이트', internalIp: '192.168.10.20' },
      because: 'AnyGate is a Korean maker of its own, not FortiGate; its menu is not known, so the path is said to be general',
      expect: {
        service: 'minecraft-java',
        router: 'anygate',
        rules: ['25565/tcp'],
        says: [/일반적인 경로/],
        saysNot: [/포티게이트|FortiGate/],
      },
    },
  },
  {
    who: 'a NEXT router of EZ-NET',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: '넥스트 공유기', internalIp: '192.168.0.20' },
      because: 'NEXT is sold by 이지넷유비쿼터스; it has nothing to do with Google Nest or an app',
      expect: { service: 'minecraft-java', router: 'ez-net-next', saysNot: [/Google Home|네스트/] },
    },
    login: {
      send: { routerBrand: '이지넷' },
      because: 'the same maker by its company name',
      expect: { withoutKinds: ['app'], saysNot: [/Google Home/] },
    },
  },
  {
    who: 'ipTIME with EasyMesh',
    language: 'ko',
    plan: {
      send: { useCase: '플렉스', routerBrand: 'ipTIME 이지메시', internalIp: '192.168.0.30' },
      because: '이지메시 is a mesh of ipTIME routers, set up on the same pages, whose labels are spelled as on the screen',
      expect: {
        service: 'plex',
        router: 'iptime',
        menu: [/관리도구/, /고급 설정/, /NAT\/라우터 관리/, /포트포워드 설정/],
        says: [/규칙이름/, /내부 IP주소/],
      },
    },
  },
  {
    who: 'an ipTIME by its newest model number',
    language: 'ko',
    plan: {
      send: { useCase: 'WOL', routerBrand: 'BE19000QCA', internalIp: '192.168.0.30' },
      because: 'QCA at the end is how ipTIME names its models; the router wakes PCs itself',
      expect: { service: 'wake-on-lan', router: 'iptime' },
    },
  },
  {
    who: 'an ipTIME AX3000M, the model alone',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: 'AX3000M', internalIp: '192.168.0.30' },
      because: 'AX3000M is an ipTIME; AX3000 alone would name nobody',
      expect: { service: 'minecraft-java', router: 'iptime', rules: ['25565/tcp'] },
    },
  },
  {
    who: 'the newest KT box',
    language: 'ko',
    plan: {
      send: { useCase: '홈페이지', routerBrand: '기가 와이파이 홈 ax', internalIp: '172.30.1.20' },
      because: 'a KT box like the others, with the same pages on 8899',
      expect: {
        service: 'web-server',
        router: 'kt-giga-home-hub',
        menu: [/장치 ?설정/, /트래픽 관리/, /포트포워딩/],
        rules: ['443/tcp'],
      },
    },
    login: {
      send: { routerBrand: '기가 와이파이 홈 ax', isp: 'KT', gateway: '172.30.1.254' },
      because: 'the same address and port',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }] },
    },
  },
  {
    who: 'an egg of KT on a trip',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: 'KT 에그', internalIp: '192.168.1.5' },
      because: 'an egg is a mobile hotspot, not the KT box at home; mobile lines share addresses',
      expect: { service: 'minecraft-java', router: 'mobile-hotspot', says: [/공유 ?IP|공인 IP|주소를 (여러|함께)/] },
    },
  },
  {
    who: 'a router of Samsung',
    language: 'ko',
    login: {
      send: { routerBrand: '삼성 공유기' },
      because: 'SmartThings Wifi is set up in the SmartThings app with a Samsung account',
      expect: { says: [/SmartThings/, /삼성 계정/] },
    },
  },
  {
    who: 'an old U+ box in the flat of the parents',
    language: 'ko',
    login: {
      send: { routerBrand: '유플러스 공유기', gateway: '192.168.123.254' },
      because: 'before 192.168.219.1 the boxes of LG U+ were at 192.168.123.254',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.123.254' }],
        sticker: [/웹 설정 암호/],
        actions: { first: ['log-in-isp'] },
      },
    },
  },
  {
    who: 'does not know more than that it came from the provider',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: '통신사 공유기', internalIp: '192.168.0.20' },
      because: 'no maker is named, so the advice is general',
      expect: { service: 'minecraft-java', router: null, rules: ['25565/tcp'] },
    },
  },
  {
    who: 'reads Davolink on the label of the box',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: 'DVW-632', internalIp: '192.168.0.20' },
      because: 'DVW are models of Davolink, which builds boxes for KT, SK broadband and LG U+: the label does not say for whom',
      expect: { service: 'minecraft-java', router: null, says: [/KT 기가 와이파이 홈/, /SK브로드밴드 공유기/, /LG U\+ 공유기/] },
    },
  },
  {
    who: 'ASUS in Korean, a PC on the living-room floor',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', routerBrand: '에이수스', internalIp: '192.168.50.30' },
      because: 'an ASUS shows its pages in Korean, so menu and form are Korean, in the order of the form',
      expect: {
        service: 'minecraft-java',
        router: 'asus',
        menu: [/고급 설정/, /WAN/, /가상 서버/],
        says: [/서비스 이름/, /내부 IP 주소/],
        saysNot: [/Service Name|External Port/],
      },
    },
  },
  {
    who: 'a FRITZ!Box that 1&1 calls HomeServer',
    plan: {
      send: { useCase: 'plex', routerBrand: '1&1 HomeServer', internalIp: '192.168.178.30' },
      because: 'the HomeServer of 1&1 is a FRITZ!Box',
      expect: { service: 'plex', router: 'avm-fritzbox', menu: [/Internet/, /Permit Access/, /Port Sharing/] },
    },
    login: {
      send: { routerBrand: '1&1 HomeServer' },
      because: 'it answers as fritz.box; if all else fails, at its emergency address',
      expect: { offers: [{ kind: 'vendor-hostname', url: 'http://fritz.box' }], says: [/label/] },
    },
  },
  {
    who: 'a Zyxel VMG of some provider',
    plan: {
      send: { useCase: 'valheim', routerBrand: 'zyxel vmg', internalIp: '192.168.1.30' },
      because: 'VMG is the series of DSL gateways; the form translates a range with fields for its start and its end',
      expect: {
        service: 'valheim',
        router: 'zyxel',
        menu: [/Network Setting/, /NAT/, /Port Forwarding/],
        says: [/Translation Start Port/],
      },
    },
  },
  {
    who: 'the NTT home gateway in front of everything',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'XG-100NE', internalIp: '192.168.1.30' },
      because: 'static IP masquerade is the NTT word for a port forward; on MAP-E only listed ports can be opened',
      expect: { service: 'minecraft-java', router: 'ntt-hgw', menu: [/詳細設定/, /静的IPマスカレード/], says: [/MAP-E/] },
    },
    login: {
      send: { routerBrand: 'PR-500MI' },
      because: 'it opens at ntt.setup or 192.168.1.1; the password was chosen at the first visit',
      expect: { offers: [{ url: 'http://192.168.1.1' }], says: [/ntt\.setup/] },
    },
  },
  {
    who: 'docomo home 5G on the balcony',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'docomo home 5G', internalIp: '192.168.128.20' },
      because: 'it is a mobile line, whose addresses are shared',
      expect: { service: 'minecraft-java', router: 'docomo-home-5g', says: [/share/] },
    },
  },
  {
    who: 'an ELECOM router in Osaka',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'elecom', internalIp: '192.168.2.20' },
      because: 'its menu is not known for certain, so the words to look for are given; NTT often stands in front',
      expect: { service: 'minecraft-java', router: 'elecom', says: [/ntt\.setup/] },
    },
  },
  {
    who: 'an old Belkin',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'belkin', internalIp: '192.168.2.20' },
      because: 'Belkin calls it Virtual Servers, under Firewall',
      expect: {
        service: 'minecraft-java',
        router: 'belkin',
        menu: [/Firewall/, /Virtual Servers/],
        says: [/Private IP address/],
      },
    },
  },
  {
    who: 'a Keenetic, where the device is picked from a list',
    login: {
      send: { routerBrand: 'keenetic', gateway: '192.168.1.1' },
      because: 'the password is chosen at the first sign-in, and is not on the label',
      expect: {
        offers: [{ url: 'http://192.168.1.1' }],
        says: [/chosen at the first sign-in/],
        saysNot: [/administrator password is printed/],
      },
    },
  },
]
