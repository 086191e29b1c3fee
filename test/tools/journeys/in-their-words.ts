import { type Journey, SEEN } from './journey.ts'

/** Services in the words of forums, with the answers that are usual there. */
export const IN_THEIR_WORDS: readonly Journey[] = [
  {
    who: 'asks for port forwarding for Minecraft with friends',
    plan: {
      send: { useCase: 'minecraft server for friends', routerBrand: 'TP-Link Archer', internalIp: '192.168.0.31' },
      because: 'a Java server; what decides is whether the line has an address of its own',
      expect: {
        service: 'minecraft-java',
        rules: ['25565/tcp'],
        actions: { first: ['compare-router-address'] },
        noRules: ['25575/tcp'],
      },
    },
  },
  {
    who: 'wants to open a Minecraft server for friends, in Korean',
    language: 'ko',
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
    who: 'modded Minecraft, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트 모드 서버', routerBrand: 'iptime', internalIp: '192.168.0.5' },
      because: 'mods change no port',
      expect: { service: 'minecraft-java', rules: ['25565/tcp'] },
    },
  },
  {
    who: 'a dedicated Palworld server, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '팰월드 전용 서버', routerBrand: '넷기어', internalIp: '192.168.1.9' },
      because: 'UDP only: a rule for TCP is what most get wrong',
      expect: { service: 'palworld', protocol: 'udp', required: ['8211/udp'], rules: ['8211/udp'] },
    },
  },
  {
    who: 'remote desktop from the office',
    plan: {
      send: { useCase: 'windows remote desktop', routerBrand: 'netgear', internalIp: '192.168.1.20', platform: 'windows' },
      because: 'open RDP is how ransomware comes in: a VPN first, and no rule at all',
      expect: {
        service: 'rdp',
        noRules: ['3389/tcp'],
        actions: { first: ['use-safer-way'], never: ['add-rules', 'verify-port'] },
        safer: /VPN|WireGuard|Tailscale/,
      },
    },
  },
  {
    who: 'remote desktop from outside, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '원격 데스크톱 외부 접속', routerBrand: '아이피타임', internalIp: '192.168.0.3' },
      because: 'the same in Korean, with words around the name',
      expect: { service: 'rdp', actions: { first: ['use-safer-way'], never: ['add-rules'] }, safer: /VPN|WireGuard|Tailscale/ },
    },
  },
  {
    who: 'reaches a NAS from outside, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '나스 외부접속', routerBrand: 'iptime', internalIp: '192.168.0.20' },
      because: 'a NAS comes with a relay or a VPN; whoever opens its page gets its ransomware',
      expect: { service: 'nas-generic', actions: { first: ['use-safer-way'] } },
    },
  },
  {
    who: 'a Synology, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '시놀로지 NAS', routerBrand: 'KT', internalIp: '172.30.1.20' },
      because: 'QuickConnect or a VPN first; and nobody types netsh on a NAS',
      expect: {
        service: 'synology-dsm',
        actions: { first: ['use-safer-way'] },
        safer: /QuickConnect|VPN/,
        saysNot: [/netsh|ufw allow/],
      },
    },
  },
  {
    who: 'cameras on the phone, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'CCTV 외부에서 보기', routerBrand: 'SK브로드밴드', internalIp: '192.168.35.40' },
      because: "the maker's app relays; a camera on the internet is found within hours",
      expect: { service: 'cctv-generic', actions: { first: ['use-safer-way'], never: ['add-rules'] } },
    },
  },
  {
    who: 'an IP camera with RTSP',
    plan: {
      send: { useCase: 'RTSP camera', routerBrand: 'Tenda', internalIp: '192.168.0.77' },
      because: 'RTSP is neither encrypted nor patched',
      expect: { service: 'rtsp', noRules: ['554/tcp'], actions: { first: ['use-safer-way'] } },
    },
  },
  {
    who: 'Hikvision recorder',
    plan: {
      send: { useCase: 'hikvision nvr', routerBrand: 'linksys', internalIp: '192.168.1.64' },
      because: 'the app of the maker, or a VPN',
      expect: { service: 'hikvision', actions: { first: ['use-safer-way'] }, safer: /Hik-Connect|VPN/ },
    },
  },
  {
    who: 'wakes the PC from outside, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '외부에서 컴퓨터 켜기', routerBrand: 'iptime', internalIp: '192.168.0.3' },
      because: 'a magic packet is a broadcast: the router or a VPN sends it, no rule does so reliably',
      expect: { service: 'wake-on-lan', actions: { first: ['use-safer-way'], never: ['add-rules'] } },
    },
  },
  {
    who: 'a home page on a Raspberry Pi',
    plan: {
      send: { useCase: 'host a website at home', routerBrand: 'asus', internalIp: '192.168.50.8' },
      because: '443, with 80 for the certificate; the router may want both for itself',
      expect: { service: 'web-server', rules: ['443/tcp'], actions: { first: ['compare-router-address'], has: ['port-taken'] } },
    },
  },
  {
    who: 'a home page, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '홈페이지 서버', routerBrand: '유플러스', internalIp: '192.168.219.105' },
      because: 'the same',
      expect: { service: 'web-server', rules: ['443/tcp'], actions: { has: ['port-taken'] } },
    },
  },
  {
    who: 'slow torrents, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '토렌트 포트', routerBrand: 'iptime', internalIp: '192.168.0.3' },
      because: 'it works without; a port makes more peers reachable',
      expect: { service: 'bittorrent' },
    },
  },
  {
    who: 'plays League of Legends and has lag, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '롤', routerBrand: 'iptime', internalIp: '192.168.0.3' },
      because: 'nothing comes in from outside: no rule helps',
      expect: {
        service: 'league-of-legends',
        actions: { first: ['needs-no-port'], never: ['add-rules', 'log-in'] },
        saysNot: [/위험/],
      },
    },
  },
  {
    who: 'voice chat with friends on Discord',
    plan: {
      send: { useCase: 'discord voice', routerBrand: 'netgear' },
      because: 'Discord needs no rule',
      expect: { service: 'discord', actions: { first: ['needs-no-port'], never: ['add-rules'] } },
    },
  },
  {
    who: 'a language model at home',
    plan: {
      send: { useCase: 'Ollama API', routerBrand: 'eero', internalIp: '192.168.4.30' },
      because: 'it has no password at all',
      expect: { service: 'ollama', actions: { first: ['use-safer-way'], never: ['add-rules'] } },
    },
  },
  {
    who: 'a DNS filter for the phone on the road',
    plan: {
      send: { useCase: 'pihole', routerBrand: 'FRITZ!Box', internalIp: '192.168.178.2' },
      because: 'an open resolver is abused for attacks: a VPN instead',
      expect: {
        service: 'pi-hole',
        noRules: ['53/udp', '53/tcp'],
        actions: { first: ['use-safer-way'] },
        safer: /VPN|WireGuard/,
      },
    },
  },
  {
    who: 'a database for work, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'MySQL 외부 접속', routerBrand: 'iptime', internalIp: '192.168.0.9' },
      because: 'nobody opens a database to the internet: a VPN or SSH',
      expect: { service: 'database', noRules: ['3306/tcp'], actions: { first: ['use-safer-way'], never: ['add-rules'] } },
    },
  },
  {
    who: 'SSH to a Linux server, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '리눅스 서버 SSH', routerBrand: 'iptime', internalIp: '192.168.0.9', platform: 'linux' },
      because: 'keys only, or better a VPN',
      expect: { service: 'ssh', actions: { first: ['use-safer-way'], has: ['add-rules'] } },
    },
  },
  {
    who: 'says only "server", in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '서버', routerBrand: 'iptime' },
      because: 'which one decides everything: it is asked',
      refused: { code: 'unknown-value', field: 'useCase', detail: /^(?!.*서버" 서비스).*포트 번호/ },
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
  {
    who: 'names the provider as the service, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '스타링크' },
      because: 'Starlink is a provider, and not a slip in "Steam Link"',
      refused: { code: 'unknown-value', field: 'useCase', detail: /프로그램이나 게임 이름/ },
    },
  },
  {
    who: 'a game that nobody lists, with the ports from its manual',
    plan: {
      send: {
        ports: [{ port: 5520, protocol: 'udp' }],
        routerBrand: 'netgear',
        internalIp: '192.168.1.9',
      },
      because: 'the ports are all that a rule needs',
      expect: { service: 'custom', rules: ['5520/udp'], verify: ['5520/udp'], actions: { first: ['compare-router-address'] } },
    },
  },
  {
    who: 'a second Minecraft server on another port, in Korean',
    language: 'ko',
    plan: {
      send: {
        useCase: '마인크래프트',
        ports: [{ port: 25565, externalPort: 25566, protocol: 'tcp' }],
        routerBrand: 'iptime',
        internalIp: '192.168.0.6',
      },
      because: 'the port outside differs, the one inside stays',
      expect: { service: 'minecraft-java', rules: ['25566/tcp'], noRules: ['25565/tcp'], verify: ['25566/tcp'] },
    },
  },
]
