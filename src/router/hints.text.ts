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
