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
    shut: 'Port {port} should not be open to the internet: it is {why}. Use a VPN instead. If you are sure, add --anyway.',
    often: 'often that of {service}',
    attacked: 'attacked around the clock wherever it is open',
    'headline.closed': 'The router opened {protocol} port {port} to this computer, and has taken the rule back.',
    'headline.was-open': 'The router already has a rule for {protocol} port {port} to this computer. It was left as it is.',
    'headline.left': '{protocol} port {port} could not be closed: the router keeps it open until {time}.',
    'headline.unreachable':
      'The router made a rule for {protocol} port {port}, but the server did not reach this computer by it. The rule has been taken back.',
    'headline.refused': 'The router did not open {protocol} port {port}.',
    'headline.partly': 'The router opened {protocol} port {port} only in part, and has closed that again.',
    'headline.failed': '{protocol} port {port} was not opened.',
    'button.close-later': 'Close it later',
    'button.switch-on-upnp': 'Switch on UPnP',
    'button.make-rule': 'Make the rule by hand',
    'button.choose-external-port': 'Take another port',
    'button.look-at-line': 'Look at the line',
    'button.listen-everywhere': 'Listen everywhere',
    'button.allow-on-device': 'Allow it here',
    'button.look-at-second-router': 'Look for another router',
    'button.look-from-inside': 'Find the box',
    'button.name-server': 'Name a server',
    'close-later': 'To close it before that, run: doorstep close {port}',
    'switch-on-upnp':
      'No router was found that opens ports when asked. Switch on UPnP (or NAT-PMP, PCP) in the settings of your router, and try again.',
    'make-rule': 'Forward port {port} to this computer by hand, in the settings of the router.',
    'choose-external-port': 'Take another port on the internet side: doorstep open {port} --external-port {externalPort}',
    'look-at-line':
      'The router is behind another router, or your provider shares its addresses. See which: doorstep home --port {port} --server {server}',
    'listen-everywhere':
      '{program} accepts connections from this computer only. In its settings, have it listen on all addresses (0.0.0.0 or ::).',
    'allow-on-device': 'Allow port {port} in the firewall of this computer.',
    'allow-on-device-by': 'Allow port {port} in the firewall of this computer: {line}',
    'a-program': 'The program',
    'run-outside-container':
      'This is a container, whose gateway may be the computer itself and not the router. Run doorstep on the computer itself.',
    'run-outside-wsl': 'This is WSL, whose gateway may be Windows and not the router. Run doorstep on Windows.',
    'look-at-second-router':
      'The router has the address {router}, but the server sees {seen}: a VPN, a second router, or a provider that shares addresses is in between.',
    'look-from-inside': 'Find out what is in the way: doorstep home --port {port} --server {server}',
    'name-server':
      'Nobody has looked from outside. To have it proven, name a doorstep on the internet in place of URL: doorstep open {port} --server URL',
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
    shut: '{port}번 포트는 인터넷에 열어 두면 위험합니다({why}). 대신 VPN을 사용하십시오. 그래도 열려면 --anyway를 붙이십시오.',
    often: '{service}에서 자주 쓰는 포트',
    attacked: '열려 있으면 끊임없이 공격을 받는 포트',
    'headline.closed': '공유기에 {protocol} {port}번 포트의 규칙을 추가했다가 다시 삭제했습니다.',
    'headline.was-open': '공유기에 {protocol} {port}번 포트를 이 컴퓨터로 포워딩하는 규칙이 이미 있어 그대로 두었습니다.',
    'headline.left': '{protocol} {port}번 포트를 닫지 못했습니다. 공유기가 {time}까지 열어 둡니다.',
    'headline.unreachable':
      '공유기에 {protocol} {port}번 포트의 규칙을 추가했지만 서버에서 이 컴퓨터까지 접속되지 않아 다시 삭제했습니다.',
    'headline.refused': '공유기가 {protocol} {port}번 포트를 열어 주지 않았습니다.',
    'headline.partly': '공유기가 {protocol} {port}번 포트를 일부만 열어 주었고, 연 것은 다시 닫았습니다.',
    'headline.failed': '{protocol} {port}번 포트를 열지 못했습니다.',
    'button.close-later': '나중에 닫기',
    'button.switch-on-upnp': 'UPnP 켜기',
    'button.make-rule': '직접 규칙 추가',
    'button.choose-external-port': '다른 포트 사용',
    'button.look-at-line': '회선 확인',
    'button.listen-everywhere': '모든 주소로 접속 받기',
    'button.allow-on-device': '방화벽에서 허용',
    'button.look-at-second-router': '상위 공유기 확인',
    'button.look-from-inside': '원인 찾기',
    'button.name-server': '서버 지정',
    'close-later': '그 전에 닫으려면 다음 명령을 실행하십시오: doorstep close {port}',
    'switch-on-upnp':
      '포트를 자동으로 열어 주는 공유기를 찾지 못했습니다. 공유기 설정에서 UPnP(또는 NAT-PMP, PCP)를 켜고 다시 시도하십시오.',
    'make-rule': '공유기 설정에서 {port}번 포트의 포트포워딩 규칙을 직접 추가하십시오.',
    'choose-external-port': '다른 외부 포트를 사용하십시오: doorstep open {port} --external-port {externalPort}',
    'look-at-line':
      '상위 공유기가 있거나 여러 가입자가 공인 IP를 나누어 쓰는 회선입니다. 다음 명령으로 확인하십시오: doorstep home --port {port} --server {server}',
    'listen-everywhere':
      '프로그램({program})이 이 컴퓨터 안에서 오는 접속만 받습니다. 설정에서 모든 주소(0.0.0.0 또는 ::)로 접속을 받도록 바꾸십시오.',
    'allow-on-device': '이 컴퓨터의 방화벽에서 {port}번 포트를 허용하십시오.',
    'allow-on-device-by': '이 컴퓨터의 방화벽에서 {port}번 포트를 허용하십시오: {line}',
    'a-program': '이름을 알 수 없음',
    'run-outside-container':
      '컨테이너 안에서는 기본 게이트웨이가 공유기가 아니라 이 컴퓨터일 수 있습니다. 컨테이너 밖에서 doorstep을 실행하십시오.',
    'run-outside-wsl': 'WSL에서는 기본 게이트웨이가 공유기가 아니라 Windows일 수 있습니다. Windows에서 doorstep을 실행하십시오.',
    'look-at-second-router':
      '공유기의 주소는 {router}인데 서버에는 {seen} 주소로 보입니다. 중간에 상위 공유기나 통신사의 주소 변환(CGNAT), VPN이 있습니다.',
    'look-from-inside': '어디에서 막히는지 확인하십시오: doorstep home --port {port} --server {server}',
    'name-server':
      '외부에서는 확인하지 않았습니다. 확인하려면 인터넷에 있는 doorstep 서버를 지정하십시오: doorstep open {port} --server URL',
  },
})
