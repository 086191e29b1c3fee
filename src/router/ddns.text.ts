import { defineText, inBoth } from '../contract/text.ts'

/** The steps for a name of a dynamic DNS service, and the places where it is kept. */
export const ddnsText = defineText(
  inBoth({
    'register-name': [
      '{hostname} is not registered with {service}, or it has expired. Check the spelling, or register it {place}.',
      '{hostname} 이름은 {service}에 등록되어 있지 않거나 만료되었습니다. 철자를 확인하거나 {place}에서 등록하십시오.',
    ],
    'renew-name': [
      'Renew {hostname} {place}, so that it points at {ip}. If it is set up there already, check that it is switched on and signed in.',
      '{place}에서 {hostname} 이름을 갱신해 {ip} 주소를 가리키게 하십시오. 이미 설정했다면 그곳에서 DDNS가 켜져 있고 로그인되어 있는지 확인하십시오.',
    ],
    'check-name-servers': [
      'No name server answers for {hostname}. If that lasts, {service} has a fault, which nothing at home mends: check again later, or use another name.',
      '{hostname} 이름에 응답하는 네임서버가 없습니다. 계속되면 집이 아니라 {service} 쪽의 장애이므로 나중에 다시 확인하거나 다른 이름을 쓰십시오.',
    ],
    'router-menu': ['in your router ({menu})', '공유기의 {menu} 메뉴'],
    router: ['in your router (look for "DDNS")', '공유기의 DDNS 메뉴'],
    'nas-menu': ['in your NAS ({menu})', 'NAS의 {menu} 메뉴'],
    nas: ['in your NAS (look for "DDNS")', 'NAS의 DDNS 메뉴'],
    'camera-menu': ['in your camera or recorder ({menu})', '카메라나 녹화기의 {menu} 메뉴'],
    camera: ['in your camera or recorder (look for "DDNS")', '카메라나 녹화기의 DDNS 메뉴'],
    'account-page': ['in your {service} account ({url})', '{service} 계정 페이지({url})'],
    account: ['in your {service} account', '{service} 계정 페이지'],
  }),
)

/** The texts of the field for the address that the router shows. */
export const WAN_HINT = {
  en: {
    'label.routerWanIp': 'WAN address of your router',
    'field.routerWanIp': 'The internet address your router shows on its status page. It is compared, never contacted.',
  },
  ko: {
    'label.routerWanIp': '공유기의 인터넷(WAN) 주소',
    'field.routerWanIp': '공유기 상태 화면에 표시된 인터넷(WAN) 주소입니다. 비교에만 쓰고 접속하지 않습니다.',
  },
} as const

/** The texts of the fields for hints about a line, its router and the device; the texts of tools have those that they take. */
export const HINTS = {
  en: {
    'label.routerBrand': 'Router',
    'field.routerBrand': 'The brand or model of your router, or the provider whose box it is.',
    'label.internalIp': 'Address of the device',
    'field.internalIp': 'The private address of the device that runs the service.',
    ...WAN_HINT.en,
    'label.isp': 'Provider',
    'field.isp': 'Your internet provider. By default, it is guessed from the network that you come from.',
    'label.platform': 'System of the device',
    'field.platform': 'The system of the device that runs the service, such as Windows or Linux.',
  },
  ko: {
    'label.routerBrand': '공유기',
    'field.routerBrand': '공유기의 제조사나 모델, 통신사 이름입니다.',
    'label.internalIp': '기기의 내부 IP 주소',
    'field.internalIp': '서비스를 실행하는 기기의 사설 IP 주소입니다.',
    ...WAN_HINT.ko,
    'label.isp': '통신사',
    'field.isp': '인터넷 통신사입니다. 입력하지 않으면 접속한 네트워크로 추정합니다.',
    'label.platform': '기기의 운영체제',
    'field.platform': '서비스를 실행하는 기기의 운영체제입니다.',
  },
} as const
