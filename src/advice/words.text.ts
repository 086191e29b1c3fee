import { defineText } from '../contract/text.ts'

/** The words that fill gaps in the sentences of steps; the key says which gap. */
export const wordsText = defineText({
  en: {
    'provider.unknown': 'your provider',
    'provider.number': '{provider} ({number})',
    'ip.unknown': 'your public IPv4 address',
    'device.unknown': 'the device',
    'menu.in': ' ({menu})',
    'box.in': ' ({box})',
    'wan.unknown': 'its internet (WAN) address',
    'service.port': '{protocol} port {port}',
    'service.unknown': 'your service',
    'port.unknown': 'the port',
    'ways.unknown': "a VPN or tunnel service, or the program's own remote access",
    'safer.vpn': 'Use a VPN instead.',
    'bridge.mode': 'Its name for bridge mode: {mode}.',
    'bridge.modem': 'Or connect your own router straight to the modem (ONT).',
  },
  ko: {
    'provider.unknown': '통신사',
    'provider.number': '{provider} 고객센터({number})',
    'ip.unknown': '내 공인 IP',
    'device.unknown': '기기',
    'menu.in': '({menu})',
    'box.in': '({box})',
    'wan.unknown': '인터넷(WAN) 주소',
    'service.port': '{protocol} {port}번 포트',
    'service.unknown': '내 서비스',
    'port.unknown': '포트',
    'ways.unknown': 'VPN이나 터널 서비스, 프로그램 자체의 원격 접속 기능',
    'safer.vpn': '대신 VPN을 사용하십시오.',
    'bridge.mode': '브리지 모드의 이름: {mode}.',
    'bridge.modem': '내 공유기를 모뎀(ONT)에 직접 연결해도 됩니다.',
  },
})
