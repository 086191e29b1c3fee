import type { Journey } from './journey.ts'

/** Names as people write them: phrases, near misses, ports in place of names, and words for lines. */
export const NAMES: readonly Journey[] = [
  {
    who: 'writes a whole phrase for the service',
    plan: {
      send: { useCase: 'minecraft java server on linux', routerBrand: 'my asus router', internalIp: '192.168.50.20' },
      because: 'one name in it is known, and the rest tells nothing else',
      expect: { service: 'minecraft-java', required: ['25565/tcp'], router: 'asus' },
    },
  },
  {
    who: 'writes a whole sentence for the service, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '게임 서버 마인크래프트 하려고요', routerBrand: '아이피타임 공유기인데요', internalIp: '192.168.0.20' },
      because: 'a known game and a known router are named',
      expect: { service: 'minecraft-java', required: ['25565/tcp'], router: 'iptime' },
    },
  },
  {
    who: 'writes French',
    plan: {
      send: { useCase: 'serveur minecraft' },
      because: 'the word for a server says nothing more in French',
      expect: { service: 'minecraft-java' },
    },
  },
  {
    who: 'writes Japanese',
    plan: {
      send: { useCase: 'マインクラフト サーバー', isp: 'docomo' },
      because: 'the game has that name in Japan; in front of the router there is often one of NTT',
      expect: { service: 'minecraft-java', says: [/NTT home gateway/] },
    },
  },
  {
    who: 'names two services in one phrase',
    plan: {
      send: { useCase: 'plex on my synology' },
      because: 'either may be meant',
      refused: { code: 'unknown-value', field: 'useCase', means: /^plex$/ },
    },
  },
  {
    who: 'wants to stream on Twitch',
    plan: {
      send: { useCase: 'twitch' },
      because: 'Twitch is not a slip in Switch; asking costs little',
      expect: { service: 'streaming-sites' },
    },
  },
  {
    who: 'runs the proxy Squid',
    plan: {
      send: { useCase: 'squid' },
      because: 'the ports of the game Squad would be wrong for it',
      expect: { service: 'web-proxy' },
    },
  },
  {
    who: 'plays Diablo 2, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '디아블로2' },
      because: 'another number is another game, which hosts games by itself',
      expect: { service: 'diablo-2' },
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
    who: 'reads the speed class from the box, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'ssh', routerBrand: 'AX3000 공유기' },
      because: 'in Korea that is often an ipTIME, but not surely',
      expect: { service: 'ssh', router: null, saysNot: [/NAT Forwarding/] },
    },
  },
  {
    who: 'has a NEXT router, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'ssh', routerBrand: '넥스트공유기' },
      because: 'NEXT is a make of its own, and not Nest of Google',
      expect: { service: 'ssh', router: 'ez-net-next' },
    },
  },
  {
    who: 'types a port with a word, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '25565 포트', routerBrand: 'iptime' },
      because: 'the number says all that a rule needs',
      expect: { service: 'custom', required: ['25565/tcp'] },
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
    who: 'wants an open NAT',
    plan: {
      send: { useCase: 'open nat' },
      because: 'the console or the game is missing, and UPnP mostly cures it',
      refused: { code: 'unknown-value', field: 'useCase', detail: /UPnP/ },
    },
  },
  {
    who: 'has a strict NAT, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'NAT 엄격' },
      because: 'the console or the game is missing, and UPnP mostly cures it',
      refused: { code: 'unknown-value', field: 'useCase', detail: /UPnP를 켜고/ },
    },
  },
  {
    who: 'wants to open all ports',
    plan: {
      send: { useCase: 'open all ports' },
      because: 'nobody should',
      refused: { code: 'unknown-value', field: 'useCase', detail: /Don't open all ports.*DMZ/ },
    },
  },
  {
    who: 'wants to use the DMZ, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'DMZ 설정' },
      because: 'it opens all ports of the device',
      refused: { code: 'unknown-value', field: 'useCase', detail: /DMZ로 지정하지 마십시오/ },
    },
  },
  {
    who: 'lives in halls of residence',
    plan: {
      send: { useCase: 'minecraft', isp: 'halls of residence', routerWanIp: '10.3.2.77' },
      because: 'the building shares one address, and its manager alone can change that',
      expect: { service: 'minecraft-java', says: [/building/], saysNot: [/Internet of a building/] },
    },
  },
  {
    who: 'lives in a flat with the internet of the estate, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', isp: '단지 인터넷', routerWanIp: '10.3.2.77' },
      because: 'with one router at home, the estate shares an address: its office or the provider can change that',
      expect: { service: 'minecraft-java', says: [/관리사무소/] },
    },
  },
  {
    who: 'shares the connection of a phone',
    plan: {
      send: { useCase: 'rust', isp: 'phone hotspot' },
      because: 'mobile lines share addresses',
      expect: { service: 'rust', rules: [], says: [/playit/] },
    },
  },
  {
    who: 'uses a mobile line that is not named, in Korean',
    language: 'ko',
    seenAt: '223.38.1.1',
    plan: {
      send: { useCase: '팰월드' },
      because: 'the network is that of a mobile carrier; a guess alone never says that it cannot work',
      expect: { service: 'palworld', required: ['8211/udp'], says: [/CGNAT/] },
    },
  },
  {
    who: 'uses KT under an old name, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '마인크래프트', isp: '메가패스' },
      because: 'only the web ports are blocked on some lines, and no such port is concerned',
      expect: { service: 'minecraft-java', saysNot: [/18080/] },
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
