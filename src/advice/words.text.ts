import { defineText, inBoth } from '../contract/text.ts'

/** The words that fill gaps in the sentences of steps; the key says which gap. */
export const wordsText = defineText(
  inBoth({
    'provider.unknown': ['your provider', '통신사'],
    'provider.number': ['{provider} (tel. {number})', '{provider} 고객센터({number})'],
    'provider.unlisted': [
      "Your provider isn't in our list yet: it may share addresses.",
      '아직 등록되어 있지 않은 통신사이므로 주소를 나누어 쓸 수도 있습니다.',
    ],
    'ip.unknown': ['your public IPv4 address (as websites see it)', '내 공인 IP(웹사이트에 보이는 내 주소)'],
    'device.unknown': ['the device', '기기'],
    'device.here': ['this computer', '이 컴퓨터'],
    'program.unknown': ['the program', '이름을 알 수 없음'],
    'wan.yours': ["your router's WAN address", '내 공유기의 WAN'],
    'menu.in': [' ({menu})', '({menu})'],
    'box.in': [' ({box})', '({box})'],
    'app.named': ['{app} app', '{app} 앱'],
    'wan.unknown': ['its internet (WAN) address', '인터넷(WAN) 주소'],
    'service.port': ['{protocol} port {port}', '{protocol} {port}번 포트'],
    'service.unknown': ['your service', '내 서비스'],
    'port.unknown': ['the port', '해당'],
    'ways.unknown': [
      "a VPN or tunnel service, or the program's own remote access",
      'VPN이나 터널 서비스, 프로그램 자체의 원격 접속 기능',
    ],
    'safer.vpn': ['Use a VPN instead.', '대신 VPN을 사용하십시오.'],
    'safer.shared': [
      'As the VPN, take one like Tailscale: on this line, a VPN server at home usually cannot be reached.',
      '이 회선에서는 집의 VPN 서버로 접속할 수 없는 경우가 많으니 VPN은 Tailscale 같은 것을 쓰십시오.',
    ],
    'nat.enough': ['NAT type 2, B or Moderate', 'NAT 타입 2, B, 보통'],
    'nat.strict': ['NAT type 3, D, F or Strict', 'NAT 타입 3, D, F, 엄격'],
    'box.usual': ['usually {url}', '보통 {url}'],
    'bridge.mode': ['Put that one in bridge mode{mode}.', '위쪽 공유기를 브리지(허브) 모드로 바꾸면 됩니다{mode}.'],
    'bridge.perhaps': ['Some boxes have a bridge mode.', '브리지 모드가 있는 장비도 있습니다.'],
    'upnp.on': [' (usually on)', '(보통 켜져 있음)'],
    'known-by.program': [
      'Have a friend connect with the program, or try over the hotspot of a phone. If that works, all is well.',
      '집 밖의 친구나 휴대폰 핫스팟에 연결한 다른 PC에서 그 프로그램으로 접속해 보십시오. 접속되면 끝이고, 안 되면 계속하십시오.',
    ],
    'bridge.modem': ['Or plug yours into the modem (ONT).', '내 공유기를 모뎀(ONT)에 직접 연결해도 됩니다.'],
  }),
)

/** Sentences on lines that have the public address with only a range of its ports. */
export const sharedPortsText = defineText({
  en: {
    yes: 'Look up which ports your line has ({range}): {provider} gives it only part of the ports of an address.',
    sometimes: 'Look up which ports your line has ({range}): {provider} gives some lines only part of the ports of an address.',
    range: 'the internet status page of the router',
    use: 'Use one of them as the external port, or get an address with all ports{whole}.',
    'use-asked': 'If {port} is not among them, choose one of them as the external port, or get an address with all ports{whole}.',
    'use-inside': 'Choose one of them ({port}, if it is there), set it in the program, and enter it here: the rule follows.',
    'use-whole': 'It cannot take other ports: if its own are not among them, only an address with all ports helps{whole}.',
    whole: ' ({whole})',
  },
  ko: {
    yes: '{provider} 회선에서는 공인 IP 하나를 포트 범위로 나누어 쓰니 {range}에서 내 회선의 포트 범위를 확인하십시오.',
    sometimes:
      '{provider} 회선 중에는 공인 IP 하나를 포트 범위로 나누어 쓰는 것이 있으니 {range}에서 내 회선의 포트 범위를 확인하십시오.',
    range: '공유기의 인터넷 상태 화면',
    use: '외부 포트로 그 범위의 번호를 쓰거나 모든 포트를 쓸 수 있는 단독 공인 IP를 받으십시오{whole}.',
    'use-asked': '{port}번이 없으면 그 범위의 번호를 외부 포트로 쓰거나 모든 포트를 쓸 수 있는 단독 공인 IP를 받으십시오{whole}.',
    'use-inside': '그 범위의 번호({port}번이 있으면 그 번호)를 프로그램에 설정하고 여기에도 입력하면 규칙을 안내합니다.',
    'use-whole':
      '포트를 바꿀 수 없으므로, 필요한 포트가 그 범위에 없으면 모든 포트를 쓸 수 있는 단독 공인 IP를 받아야 합니다{whole}.',
    whole: '({whole})',
  },
})
