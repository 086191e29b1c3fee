import { type Journey, SEEN } from './journey.ts'

const NO_RULE = { never: ['add-rules', 'verify-port'] } as const

/** Services by the names that people have for them: their ports, what must stay shut, and what takes the place of a rule. */
export const SERVICES: readonly Journey[] = [
  {
    who: 'an Astroneer server for friends',
    plan: {
      send: { useCase: 'Astroneer', routerBrand: 'asus', internalIp: '192.168.50.20' },
      because: 'the game itself listens on 8777; hosting panels hand out numbers of their own',
      expect: { service: 'astroneer', required: ['8777/udp'], saysNot: [/27000/] },
    },
  },
  {
    who: 'a Soulmask server, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '소울마스크', routerBrand: 'iptime', internalIp: '192.168.0.20' },
      because: '8777 is the default of the game, the query port only lists it, and 18888 is for maintenance',
      expect: { service: 'soulmask', required: ['8777/udp'], rules: ['27015/udp'], noRules: ['18888/tcp'] },
    },
  },
  {
    who: 'a Stationeers server',
    plan: {
      send: { useCase: 'stationeers server', routerBrand: 'netgear', internalIp: '192.168.1.20' },
      because: 'its game port has been 27016 since the network code was replaced',
      expect: { service: 'stationeers', required: ['27016/udp'] },
    },
  },
  {
    who: 'an Assetto Corsa server that nobody sees in the lobby',
    plan: {
      send: { useCase: 'assetto corsa', routerBrand: 'fritzbox', internalIp: '192.168.178.20' },
      because: 'lobby and Content Manager ask over HTTP: without 8081 the server is not listed',
      expect: { service: 'assetto-corsa', rules: ['9600/udp', '9600/tcp', '8081/tcp'], says: [/lobby/] },
    },
  },
  {
    who: 'an Xbox, and only the port that it needs',
    plan: {
      send: { useCase: 'xbox series x', routerBrand: 'netgear', internalIp: '192.168.1.40' },
      because: '3074 alone; the others belong to features that few games use',
      expect: { service: 'xbox', required: ['3074/tcp', '3074/udp'], says: [/moderate NAT/, /only the provider can/] },
    },
  },
  {
    who: 'a PlayStation 5, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '플스5', routerBrand: 'iptime', internalIp: '192.168.0.40' },
      because: '1935 was for broadcasting in the days of the PS4',
      expect: { service: 'playstation', required: ['3478-3480/tcp', '3478-3479/udp'], saysNot: [/1935/], says: [/NAT 타입 2/] },
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
    who: 'League of Legends, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '롤', routerBrand: 'iptime', internalIp: '192.168.0.30' },
      because: 'it has servers of its own, and shows no NAT type anywhere',
      expect: {
        service: 'league-of-legends',
        actions: NO_RULE,
        safer: /^게임사의 서버에 접속하는 게임입니다\.$/,
        saysNot: [/엄격/],
      },
    },
  },
  {
    who: 'Diablo II, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '디아블로2', routerBrand: 'iptime', internalIp: '192.168.0.30' },
      because: 'it is another game than Diablo IV',
      expect: { service: 'diablo-2', actions: NO_RULE, saysNot: [/디아블로 4/] },
    },
  },
  {
    who: 'somebody who streams on Twitch',
    plan: {
      send: { useCase: 'twitch', routerBrand: 'xfinity' },
      because: 'it is no Nintendo Switch, and broadcasting connects outwards',
      expect: { service: 'streaming-sites', actions: NO_RULE, saysNot: [/Nintendo/] },
    },
  },
  {
    who: 'a Squid proxy at home',
    plan: {
      send: { useCase: 'squid', routerBrand: 'openwrt', internalIp: '192.168.1.7' },
      because: 'an open proxy is abused within hours; and it is not the game Squad',
      expect: { service: 'web-proxy', actions: NO_RULE, noRules: ['3128/tcp'], safer: /VPN/, saysNot: [/Squad/] },
    },
  },
  {
    who: 'a Tapo camera, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '타포', routerBrand: 'KT' },
      because: 'it sends to a cloud; its name belongs in the answer',
      expect: { service: 'blink-ring', actions: NO_RULE, says: [/Tapo/] },
    },
  },
  {
    who: 'Stardew Valley with friends, in Korean',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '스타듀밸리', routerBrand: 'iptime', internalIp: '192.168.0.31', routerWanIp: SEEN },
      because: 'an invitation over Steam needs no rule; only joining by address does',
      expect: { service: 'stardew-valley', required: ['24642/udp'], safer: /초대/ },
    },
  },
  {
    who: 'a modded Minecraft server, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '마크 모드서버', routerBrand: 'iptime', internalIp: '192.168.0.31' },
      because: 'Forge and Fabric listen where Minecraft does; the query is optional',
      expect: { service: 'minecraft-java', required: ['25565/tcp'], noRules: ['25575/tcp'] },
    },
  },
  {
    who: 'Telnet, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '텔넷', routerBrand: 'iptime', internalIp: '192.168.0.31' },
      because: 'botnets try port 23 around the clock',
      expect: { service: 'telnet', actions: NO_RULE, noRules: ['23/tcp'], safer: /SSH/ },
    },
  },
  {
    who: 'a web app of their own, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '스프링부트', routerBrand: 'iptime', internalIp: '192.168.0.31' },
      because: 'what listens on 8080 is not encrypted: a reverse proxy belongs in front of it',
      expect: { service: 'web-app', noRules: ['8080/tcp'], safer: /리버스 프록시/ },
    },
  },
  {
    who: 'Wake-on-LAN from outside',
    plan: {
      send: { useCase: 'WOL', routerBrand: 'asus', internalIp: '192.168.50.31' },
      because: 'a computer that is off runs no VPN: the router or another device that is on has to send the packet',
      expect: { service: 'wake-on-lan', safer: /router's own|always on/, says: [/computer that is off/] },
    },
  },
  {
    who: 'a PC at home from the office, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '원격 데스크톱', routerBrand: 'iptime', internalIp: '192.168.0.31' },
      because: 'Chrome Remote Desktop or a VPN; 3389 is attacked around the clock',
      expect: { service: 'rdp', noRules: ['3389/tcp'], safer: /Chrome 원격 데스크톱.*VPN/ },
    },
  },
  {
    who: 'a torrent client behind carrier-grade NAT, in Korean',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '큐빗', routerBrand: 'iptime', internalIp: '192.168.0.31', routerWanIp: '100.72.3.4' },
      because: 'it works without a port; strangers cannot join a private VPN',
      expect: { service: 'bittorrent', nat: 'carrier-grade', safer: /느릴 수 있습니다/ },
    },
  },
  {
    who: 'a VPN server, in Korean, and does not say which',
    language: 'ko',
    plan: {
      send: { useCase: 'VPN 서버' },
      because: 'the usual one is meant, and its name says which that is',
      expect: { service: 'wireguard', rules: ['51820/udp'] },
    },
  },
  {
    who: 'Homebridge from the road',
    plan: {
      send: { useCase: 'homebridge', routerBrand: 'unifi', internalIp: '192.168.1.12' },
      because: 'the home hub of Apple does that, or a VPN',
      expect: { service: 'homebridge', actions: NO_RULE, noRules: ['8581/tcp'], safer: /VPN/ },
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
    who: 'a Steam Deck',
    plan: {
      send: { useCase: 'steam deck', routerBrand: 'eero' },
      because: 'playing needs no rule; hosting depends on the game',
      expect: { service: 'steam', actions: NO_RULE, says: [/name of the game/] },
    },
  },
  {
    who: 'Synology Drive, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '시놀로지 드라이브', routerBrand: 'iptime', internalIp: '192.168.0.5' },
      because: 'its client uses 6690; QuickConnect or a VPN is safer',
      expect: { service: 'synology-drive', required: ['6690/tcp'], actions: { first: ['use-safer-way'] }, safer: /QuickConnect/ },
    },
  },
]
