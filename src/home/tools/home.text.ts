import { defineText } from '../../contract/text.ts'
import { SUBJECT_FIELDS } from '../../reachability/index.ts'

export const homeText = defineText({
  en: {
    ...SUBJECT_FIELDS.en,
    title: 'Look from inside',
    summary:
      'What only this computer can see of the way in: its programs, its firewall, the router; joined with the view of --server',
    'use-when': 'Something on this computer cannot be reached from the internet, and you want to know which box is the cause.',
    'not-for': 'To look from outside alone use reachability.',
    'field.port': 'The port that should be reachable. By default, the main port of the service.',
    'label.routerWanIp': 'WAN address of your router',
    'field.routerWanIp': 'The internet address your router shows on its status page, where it does not tell it by itself.',
  },
  ko: {
    ...SUBJECT_FIELDS.ko,
    title: '집 안에서 확인',
    summary:
      '이 컴퓨터에서만 볼 수 있는 것(실행 중인 프로그램, 방화벽, 공유기)을 확인해, --server 서버가 외부에서 본 결과와 함께 보여 줍니다',
    'use-when': '이 컴퓨터의 서비스에 외부에서 접속할 수 없고, 어디에서 막히는지 알고 싶을 때 사용하십시오.',
    'not-for': '외부에서 본 결과만 필요하면 reachability를 사용하십시오.',
    'field.port': '외부에서 접속하려는 포트입니다. 기본값은 서비스의 대표 포트입니다.',
    'label.routerWanIp': '공유기의 인터넷(WAN) 주소',
    'field.routerWanIp': '공유기 상태 화면에 표시된 인터넷(WAN) 주소입니다. 공유기가 스스로 알려 주지 않을 때 입력하십시오.',
  },
})
