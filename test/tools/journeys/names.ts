import { type Journey, SEEN } from './journey.ts'

/** Names as people write them: phrases, near misses, ports in place of names, and words for lines. */
export const NAMES: readonly Journey[] = [
  {
    who: 'writes Japanese',
    plan: {
      send: { useCase: 'マインクラフト サーバー', isp: 'docomo' },
      because: 'the game has that name in Japan; in front of the router there is often one of NTT',
      expect: { service: 'minecraft-java', says: [/NTT home gateway/] },
    },
  },
  {
    who: 'reads the speed class from the box',
    plan: {
      send: { useCase: 'ssh', routerBrand: 'AC1750' },
      because: 'every maker has an AC1750',
      expect: { service: 'ssh', router: null, actions: { has: ['find-brand'] }, saysNot: [/Tenda/] },
    },
  },
  {
    who: 'types a port with its protocol',
    plan: {
      send: { useCase: 'open udp port 8080', routerBrand: 'asus' },
      because: 'the protocol is part of the number',
      expect: { service: 'custom', required: ['8080/udp'] },
    },
  },
  {
    who: 'types a port in place of a name',
    plan: {
      send: { useCase: 'tcp 70000 8080' },
      because: 'two numbers are two ports, and one of them cannot be',
      refused: { code: 'invalid-request', field: 'ports.0.port', detail: /65535/ },
    },
  },
  {
    who: 'lives in a flat with the internet of the estate, in Korean',
    plan: {
      send: { useCase: '마인크래프트', isp: '단지 인터넷', routerWanIp: '10.3.2.77' },
      because: 'with one router at home, the estate shares an address: its office or the provider can change that',
      expect: { service: 'minecraft-java', says: [/관리사무소/] },
    },
  },
  {
    who: 'uses a mobile line that is not named, in Korean',
    seenAt: '223.38.1.1',
    plan: {
      send: { useCase: '팰월드' },
      because: 'the network is that of a mobile carrier; a guess alone never says that it cannot work',
      expect: { service: 'palworld', required: ['8211/udp'], says: [/CGNAT/] },
    },
  },
  {
    who: 'uses Sky under the name of its hub',
    login: {
      send: { routerBrand: 'Sky Broadband Hub' },
      because: 'that is the Sky Hub',
      expect: { offers: [{ kind: 'isp-equipment', label: /Sky/ }] },
    },
  },
]

/** Unusual spellings, and the reader's language. */
export const ODD_SPELLINGS: readonly Journey[] = [
  {
    who: 'swaps two letters of the brand',
    plan: {
      send: { useCase: 'ssh', routerBrand: 'netgaer', internalIp: '192.168.1.8' },
      because: 'nothing else is near',
      expect: { service: 'ssh', required: ['22/tcp'], router: 'netgear' },
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
    who: 'has the two fields the wrong way round: KT as the router, ipTIME as the provider',
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
]

/** Services in the words of forums, with the answers that are usual there. */
export const IN_THEIR_WORDS: readonly Journey[] = [
  {
    who: 'wants to open a Minecraft server for friends, in Korean',
    seenAt: SEEN,
    plan: {
      send: { useCase: '마크 서버 열기', routerBrand: 'iptime', internalIp: '192.168.0.5', routerWanIp: SEEN },
      because: 'the line is proved good, so the first thing is to fix the address of the PC',
      expect: {
        service: 'minecraft-java',
        nat: 'none',
        rules: ['25565/tcp'],
        actions: { first: ['allow-on-device', 'log-in', 'reserve-address'] },
      },
    },
  },
  {
    who: 'reaches a NAS from outside, in Korean',
    plan: {
      send: { useCase: '나스 외부접속', routerBrand: 'iptime', internalIp: '192.168.0.20' },
      because: 'a NAS comes with a relay or a VPN; whoever opens its page gets its ransomware',
      expect: { service: 'nas-generic', actions: { first: ['use-safer-way'] } },
    },
  },
  {
    who: 'a home page, in Korean',
    plan: {
      send: { useCase: '홈페이지 서버', routerBrand: '유플러스', internalIp: '192.168.219.105' },
      because: 'the same',
      expect: { service: 'web-server', rules: ['443/tcp'], actions: { has: ['port-taken'] } },
    },
  },
  {
    who: 'slow torrents, in Korean',
    plan: {
      send: { useCase: '토렌트 포트', routerBrand: 'iptime', internalIp: '192.168.0.3' },
      because: 'it works without; a port makes more peers reachable',
      expect: { service: 'bittorrent' },
    },
  },
  {
    who: 'SSH to a Linux server, in Korean',
    plan: {
      send: { useCase: '리눅스 서버 SSH', routerBrand: 'iptime', internalIp: '192.168.0.9', platform: 'linux' },
      because: 'keys only, or better a VPN',
      expect: { service: 'ssh', actions: { first: ['use-safer-way'], has: ['add-rules'] } },
    },
  },
  {
    who: 'says only "game server"',
    plan: {
      send: { useCase: 'game server' },
      because: 'every game has ports of its own, and game streaming is not a game server',
      expect: {
        service: 'game-generic',
        required: [],
        actions: { first: ['name-the-game'], never: ['add-rules', 'verify-port'] },
        says: [/name of the game .* or the port/],
        saysNot: [/sunshine|steam remote/i],
      },
    },
  },
]

/** Services by the names that people have for them: their ports, what must stay shut, and what takes the place of a rule. */
export const SERVICES: readonly Journey[] = [
  {
    who: 'an Assetto Corsa server that nobody sees in the lobby',
    plan: {
      send: { useCase: 'assetto corsa', routerBrand: 'fritzbox', internalIp: '192.168.178.20' },
      because: 'lobby and Content Manager ask over HTTP: without 8081 the server is not listed',
      expect: { service: 'assetto-corsa', rules: ['9600/udp', '9600/tcp', '8081/tcp'], says: [/lobby/] },
    },
  },
  {
    who: 'Call of Duty with a strict NAT, and UPnP is on already',
    plan: {
      send: { useCase: 'Warzone', routerBrand: 'asus', internalIp: '192.168.50.30' },
      because: 'UPnP first, and where that changes nothing a rule for 3074',
      expect: { service: 'call-of-duty', required: [], rules: ['3074/udp'], says: [/UPnP/, /strict/] },
    },
  },
  {
    who: 'Stardew Valley with friends, in Korean',
    seenAt: SEEN,
    plan: {
      send: { useCase: '스타듀밸리', routerBrand: 'iptime', internalIp: '192.168.0.31', routerWanIp: SEEN },
      because: 'an invitation over Steam needs no rule; only joining by address does',
      expect: { service: 'stardew-valley', required: ['24642/udp'], safer: /초대/ },
    },
  },
  {
    who: 'a torrent client behind carrier-grade NAT, in Korean',
    seenAt: SEEN,
    plan: {
      send: { useCase: '큐빗', routerBrand: 'iptime', internalIp: '192.168.0.31', routerWanIp: '100.72.3.4' },
      because: 'it works without a port; strangers cannot join a private VPN',
      expect: { service: 'bittorrent', nat: 'carrier-grade', safer: /느릴 수 있습니다/ },
    },
  },
  {
    who: 'a Tor relay',
    plan: {
      send: { useCase: 'tor relay', routerBrand: 'openwrt', internalIp: '192.168.1.9' },
      because: 'strangers connect to its ORPort; an exit at home brings complaints',
      expect: { service: 'tor-relay', required: ['9001/tcp'], says: [/exit relay/] },
    },
  },
  {
    who: 'Synology Drive, in Korean',
    plan: {
      send: { useCase: '시놀로지 드라이브', routerBrand: 'iptime', internalIp: '192.168.0.5' },
      because: 'its client uses 6690; QuickConnect or a VPN is safer',
      expect: { service: 'synology-drive', required: ['6690/tcp'], actions: { first: ['use-safer-way'] }, safer: /QuickConnect/ },
    },
  },
]
