import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    summary: 'How to log in to the router: what to open in which order, what to expect, and what to do if it fails',
    'label.routerBrand': 'Router',
    'field.routerBrand': 'The brand or model of your router.',
    'label.gateway': 'Gateway address',
    'field.gateway': 'The default gateway your device shows. It is on your own network, and this server never contacts it.',
    'label.platform': 'Your device',
    'field.platform': 'The system you will log in with, such as Windows, Android or iPhone.',
    'label.connectionState': 'Internet working?',
    'field.connectionState': 'Whether the internet works on your device now: yes, no or unknown.',
    'label.isp': 'Internet provider',
    'field.isp': 'The company that provides your internet connection.',
    'label.routerWanIp': 'WAN address of your router',
    'field.routerWanIp': 'The internet address your router shows on its status page. It is compared, never contacted.',
  },
  ko: {
    summary: '공유기에 로그인할 때 무엇을 어떤 순서로 열고, 무엇이 나타나며, 안 되면 어떻게 해야 하는지 알려 줍니다',
    'label.routerBrand': '공유기',
    'field.routerBrand': '공유기의 제조사 또는 모델 이름입니다.',
    'label.gateway': '게이트웨이 주소',
    'field.gateway': '기기에 표시된 기본 게이트웨이 주소입니다. 내부 네트워크의 주소이므로 이 서버는 접속하지 않습니다.',
    'label.platform': '사용 중인 기기',
    'field.platform': 'Windows, Android, 아이폰처럼 공유기에 접속할 기기의 종류입니다.',
    'label.connectionState': '인터넷 연결 상태',
    'field.connectionState': '지금 기기에서 인터넷이 되는지 여부입니다(yes, no, unknown).',
    'label.isp': '통신사',
    'field.isp': '인터넷을 제공하는 통신사 이름입니다.',
    'label.routerWanIp': '공유기의 인터넷(WAN) 주소',
    'field.routerWanIp': '공유기 상태 화면에 표시된 인터넷 IP 주소입니다. 비교에만 쓰며 이 주소로 접속하지 않습니다.',
  },
})
