import type { Journey } from './journey.ts'

/** Unusual spellings, and the reader's language. */
export const ODD_SPELLINGS: readonly Journey[] = [
  {
    who: 'writes in capitals with marks',
    plan: {
      send: { useCase: 'PLEX!!', routerBrand: 'TP-LINK  archer', internalIp: '192.168.0.8' },
      because: 'case, spaces and punctuation do not matter',
      expect: {
        service: 'plex',
        router: 'tp-link',
        menu: [/Advanced/, /NAT Forwarding/, /Virtual Servers|Port Forwarding/],
        actions: { never: ['find-brand'] },
      },
    },
  },
  {
    who: 'swaps two letters of the brand',
    plan: {
      send: { useCase: 'ssh', routerBrand: 'netgaer', internalIp: '192.168.1.8' },
      because: 'nothing else is near',
      expect: { service: 'ssh', required: ['22/tcp'], router: 'netgear' },
    },
  },
  {
    who: 'drops a letter of the brand in the login route',
    login: {
      send: { routerBrand: 'mikrotk', gateway: '192.168.88.1' },
      because: 'nothing else is near',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.88.1', label: /MikroTik/i }] },
    },
  },
  {
    who: 'writes 데스크탑, as most do',
    language: 'ko',
    plan: {
      send: { useCase: '원격 데스크탑', routerBrand: '아이피타임', internalIp: '192.168.0.8' },
      because: 'a spelling, not another service',
      expect: { service: 'rdp', actions: { first: ['use-safer-way'] } },
    },
  },
  {
    who: 'writes brand and service together without spaces',
    language: 'ko',
    plan: {
      send: { useCase: '마크베드락', routerBrand: '티피링크공유기', internalIp: '192.168.0.8' },
      because: 'spaces do not matter, and 공유기 says nothing',
      expect: { service: 'minecraft-bedrock', protocol: 'udp', required: ['19132/udp'], router: 'tp-link' },
    },
  },
  {
    who: 'reads English, has an ipTIME: the menu is Korean',
    plan: {
      send: { useCase: 'StarCraft', routerBrand: 'ip time', internalIp: '192.168.0.8' },
      because: 'what the screen shows comes first, what it means beside it',
      expect: {
        service: 'starcraft-remastered',
        protocol: 'udp',
        required: ['6112/udp'],
        router: 'iptime',
        feature: /포트포워드.*Port Forward/i,
        menu: [/고급 설정.*Advanced/i, /NAT\/라우터 관리/, /포트포워드 설정.*Port Forward/i],
      },
    },
  },
  {
    who: 'whose browser prefers German, then English',
    language: 'en',
    acceptLanguage: 'de-DE,de;q=0.9,en;q=0.5',
    plan: {
      send: { useCase: 'mqtt', routerBrand: 'fritz!box', internalIp: '192.168.178.8' },
      because: 'the better one of English and Korean',
      expect: { service: 'mqtt-tls', required: ['8883/tcp'], router: 'avm-fritzbox' },
    },
  },
  {
    who: 'whose browser prefers Korean over English',
    language: 'ko',
    acceptLanguage: 'ko-KR,ko;q=0.9,en-US;q=0.8',
    plan: {
      send: { useCase: 'vaultwarden', routerBrand: 'opnsense', internalIp: '192.168.1.8' },
      because: 'the words of the question do not choose the language, the header does',
      expect: { service: 'vaultwarden', required: ['443/tcp'], router: 'opnsense' },
    },
  },
  {
    who: 'a brand that nobody knows',
    plan: {
      send: { useCase: 'don\u2019t starve', routerBrand: 'Foobar 3000', internalIp: '192.168.1.8' },
      because: 'the plan is the same, only the menu is not known',
      expect: {
        service: 'dont-starve-together',
        required: ['10999/udp'],
        router: null,
        menu: [/Port Forwarding|Virtual Server/i],
        actions: { has: ['find-brand', 'add-rules'] },
        rules: ['10999/udp'],
      },
    },
    login: {
      send: { routerBrand: 'Foobar 3000', gateway: '192.168.77.1', isp: 'Bobs Fibre', platform: 'windows' },
      because: 'the gateway is enough',
      expect: { targets: [{ url: 'http://192.168.77.1', open: 'browser' }], actions: { never: ['find-gateway'] } },
    },
  },
  {
    who: 'no brand, no address, only what for',
    plan: {
      send: { useCase: 'fivem' },
      because: 'a generic plan, and how to complete it',
      expect: {
        service: 'fivem',
        protocol: 'both',
        required: ['30120/tcp', '30120/udp'],
        router: null,
        nat: 'unknown',
        actions: { inOrder: ['find-brand', 'reserve-address', 'add-rules'], has: ['compare-router-address'] },
        noRules: ['40120/tcp'],
      },
    },
  },
  {
    who: 'has the two fields the wrong way round: KT as the router, ipTIME as the provider',
    language: 'ko',
    login: {
      send: { routerBrand: 'KT', isp: '아이피타임', gateway: '192.168.0.1', platform: '윈도우 11' },
      because: 'nobody gets a line from a maker of routers: it is an ipTIME on a KT line',
      expect: {
        topology: 'isp-plus-router',
        targets: [
          { kind: 'personal-router', url: 'http://192.168.0.1', label: /아이피타임/ },
          { kind: 'isp-equipment', url: 'http://172.30.1.254:8899' },
        ],
        actions: { never: ['name-isp', 'check-isp', 'name-brand'] },
      },
    },
  },
  {
    who: 'calls the router "와이파이" and the provider "SK 와이파이"',
    language: 'ko',
    login: {
      send: { routerBrand: '와이파이', isp: 'SK 와이파이' },
      because: 'the first says nothing, the second says SK; KT, whose box is called so, was not named',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.35.1' }],
        withoutUrls: /172\.30/,
        actions: { has: ['find-gateway', 'log-in-isp'], never: ['check-brand', 'name-brand', 'check-isp', 'name-isp'] },
      },
    },
  },
  {
    who: 'TP-LINK with the model of the green pages',
    plan: {
      send: { useCase: 'terraria', routerBrand: 'TP-LINK TL-WR841N', internalIp: '192.168.0.7' },
      because: 'the model says which generation of pages it has',
      expect: { service: 'terraria', router: 'tp-link-classic', menu: [/^Forwarding$/, /^Virtual Servers$/] },
    },
  },
]
