import { defineText } from '../../contract/text.ts'

export const homeText = defineText({
  en: {
    title: 'Look from inside',
    summary:
      'What only this computer can see of the way in: its programs, its firewall, the router; joined with the view of --server',
    'use-when': 'Something on this computer cannot be reached from the internet, and you want to know which box is the cause.',
    'not-for': 'To look from outside alone use reachability.',
    'label.useCase': 'Service',
    'field.useCase': 'What should be reachable: a game, a program or a kind of server. You may give a port instead, or as well.',
    'label.port': 'Port',
    'field.port': 'The port that should be reachable. By default, the main port of the service.',
    'label.protocol': 'Protocol',
    'field.protocol': 'TCP or UDP. By default, what the service uses.',
    'label.hostname': 'Host name',
    'field.hostname': 'The name that should point at your connection, if you have one.',
    'label.routerWanIp': 'WAN address of your router',
    'field.routerWanIp': 'The internet address your router shows on its status page, where it does not tell it by itself.',
  },
  ko: {
    title: '집 안에서 확인',
    summary:
      '이 컴퓨터에서만 볼 수 있는 것(실행 중인 프로그램, 방화벽, 공유기)을 확인해, --server 서버가 외부에서 본 결과와 함께 보여 줍니다',
    'use-when': '이 컴퓨터의 서비스에 외부에서 접속할 수 없고, 어디에서 막히는지 알고 싶을 때 사용하십시오.',
    'not-for': '외부에서 본 결과만 필요하면 reachability를 사용하십시오.',
    'label.useCase': '서비스',
    'field.useCase': '외부에서 접속하려는 게임, 프로그램, 서버의 종류입니다. 대신 포트 번호를 입력하거나 함께 입력해도 됩니다.',
    'label.port': '포트',
    'field.port': '외부에서 접속하려는 포트입니다. 기본값은 서비스의 대표 포트입니다.',
    'label.protocol': '프로토콜',
    'field.protocol': 'TCP 또는 UDP입니다. 기본값은 서비스가 사용하는 프로토콜입니다.',
    'label.hostname': 'DDNS 또는 도메인',
    'field.hostname': '내 회선의 공인 IP를 가리키는 DDNS나 도메인이 있으면 입력하십시오.',
    'label.routerWanIp': '공유기의 인터넷(WAN) 주소',
    'field.routerWanIp': '공유기 상태 화면에 표시된 인터넷(WAN) 주소입니다. 공유기가 스스로 알려 주지 않을 때 입력하십시오.',
  },
})
