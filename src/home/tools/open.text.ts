import { defineText } from '../../contract/text.ts'

export const openText = defineText({
  en: {
    title: 'Open a port',
    summary:
      'Has the router lead a port to this computer for as long as the command runs, by PCP, NAT-PMP or UPnP, and has --server check it',
    'use-when': 'Others are to reach a program on this computer for some hours, and the router makes rules when asked.',
    'not-for': 'For a rule that stays use port-forward-plan; to find out what is in the way use home.',
    'label.port': 'Port',
    'field.port': 'The port of this computer that is to be reached.',
    'label.protocol': 'Protocol',
    'field.protocol': 'TCP, UDP or both.',
    'label.externalPort': 'External port',
    'field.externalPort': 'The port on the internet side of the router. By default, the same. Over IPv6 it does not count.',
    'label.for': 'For how long',
    'field.for': 'The time after which the port is closed again: 90s, 45m or 2h, at most 24h. By default, when you press Ctrl-C.',
    'label.anyway': 'Anyway',
    'field.anyway': 'Whether to open a port that is better left closed.',
    'bad-time':
      'A time is written like 90s, 45m or 2h, and is at most 24h. A rule that you need for longer belongs in the settings of the router.',
    shut: '{advice} If you are sure, add --anyway.',
    'headline.closed': 'The router opened {protocol} port {port} to this computer, and has taken the rule back.',
    'headline.was-open': 'The router already has a rule for {protocol} port {port} to this computer. It was left as it is.',
    'headline.left': '{protocol} port {port} could not be closed: the router keeps it open until {time}.',
    'headline.unreachable':
      'The router made a rule for {protocol} port {port}, but the server did not reach this computer by it. The rule has been taken back.',
    'headline.refused': 'The router did not open {protocol} port {port}.',
    'headline.partly': 'The router opened {protocol} port {port} only in part, and has closed that again.',
    'headline.failed': '{protocol} port {port} was not opened.',
  },
  ko: {
    title: '포트 열기',
    summary:
      '명령이 실행되는 동안 공유기가 포트를 이 컴퓨터로 포워딩하도록 PCP, NAT-PMP, UPnP로 요청하고, --server로 지정한 서버에서 접속을 확인합니다',
    'use-when':
      '이 컴퓨터의 프로그램에 몇 시간 동안 외부에서 접속할 수 있어야 하고, 공유기에서 UPnP를 쓸 수 있을 때 사용하십시오.',
    'not-for': '계속 쓸 규칙은 port-forward-plan을, 어디에서 막히는지 찾으려면 home을 사용하십시오.',
    'label.port': '포트',
    'field.port': '외부에서 접속할 이 컴퓨터의 포트입니다.',
    'label.protocol': '프로토콜',
    'field.protocol': 'TCP, UDP 또는 둘 다입니다.',
    'label.externalPort': '외부 포트',
    'field.externalPort': '공유기의 인터넷 쪽 포트입니다. 기본값은 같은 포트이며, IPv6에는 적용되지 않습니다.',
    'label.for': '열어 둘 시간',
    'field.for': '포트를 다시 닫을 때까지의 시간입니다: 90s, 45m, 2h(최대 24h). 기본값은 Ctrl-C를 누를 때까지입니다.',
    'label.anyway': '그래도 열기',
    'field.anyway': '닫아 두는 것이 안전한 포트도 여는지 여부입니다.',
    'bad-time': '시간은 90s, 45m, 2h처럼 쓰며 최대 24h입니다. 더 오래 필요한 규칙은 공유기 설정에서 추가하십시오.',
    shut: '{advice} 그래도 열려면 --anyway를 붙이십시오.',
    'headline.closed': '공유기에 {protocol} {port}번 포트의 규칙을 추가했다가 다시 삭제했습니다.',
    'headline.was-open': '공유기에 {protocol} {port}번 포트를 이 컴퓨터로 포워딩하는 규칙이 이미 있어 그대로 두었습니다.',
    'headline.left': '{protocol} {port}번 포트를 닫지 못했습니다. 공유기가 {time}까지 열어 둡니다.',
    'headline.unreachable':
      '공유기에 {protocol} {port}번 포트의 규칙을 추가했지만 서버에서 이 컴퓨터까지 접속되지 않아 다시 삭제했습니다.',
    'headline.refused': '공유기가 {protocol} {port}번 포트를 열어 주지 않았습니다.',
    'headline.partly': '공유기가 {protocol} {port}번 포트를 일부만 열어 주었고, 연 것은 다시 닫았습니다.',
    'headline.failed': '{protocol} {port}번 포트를 열지 못했습니다.',
  },
})
