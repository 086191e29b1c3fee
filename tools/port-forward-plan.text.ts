import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    summary: 'What to enter in which router to make a service reachable from outside, and when that is impossible',
    'label.useCase': 'Service',
    'field.useCase': 'What you want to reach from outside: a game, a program or a kind of server.',
    'label.routerBrand': 'Router',
    'field.routerBrand': 'The brand or model of your router.',
    'label.internalIp': 'Address of the device',
    'field.internalIp': 'The private address of the device that runs the service.',
    'label.routerWanIp': 'WAN address of your router',
    'field.routerWanIp': 'The internet address your router shows on its status page. It is compared, never contacted.',
  },
  ko: {
    summary: '외부에서 서비스에 접속하려면 공유기에 무엇을 입력해야 하는지, 포트포워딩이 되지 않는 회선인지 알려 줍니다',
    'label.useCase': '서비스',
    'field.useCase': '외부에서 접속하려는 게임, 프로그램 또는 서버의 종류입니다.',
    'label.routerBrand': '공유기',
    'field.routerBrand': '공유기의 제조사 또는 모델 이름입니다.',
    'label.internalIp': '기기의 내부 IP 주소',
    'field.internalIp': '서비스를 실행하는 기기의 사설 IP 주소입니다.',
    'label.routerWanIp': '공유기의 인터넷(WAN) 주소',
    'field.routerWanIp': '공유기 상태 화면에 표시된 인터넷 IP 주소입니다. 비교에만 쓰며 이 주소로 접속하지 않습니다.',
  },
})
