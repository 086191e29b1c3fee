import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    title: 'Check a port',
    summary: 'Whether a port on the requester’s own public address answers',
    'use-when': 'You want to know whether one port of the requester’s own address answers.',
    'not-for': 'If it does not, reachability finds the cause. For a service of somebody else use public-service-check.',
    'headline.internet': '{protocol} port {port} at {ip} can be reached from the internet.',
    'headline.answers': '{protocol} port {port} at {ip} answers this server.',
    'headline.answers-from': '{protocol} port {port} at {ip} answers this server, which asked from {source}.',
    'headline.refused': 'The connection to {protocol} port {port} at {ip} was refused.',
    'headline.closed': 'An answer came back that {protocol} port {port} at {ip} cannot be reached.',
    'headline.timeout': 'Nothing came back from {protocol} port {port} at {ip}.',
    'headline.error': '{protocol} port {port} at {ip} could not be checked.',
    'label.port': 'Port',
    'field.port': 'The port to check on your own public address.',
    'label.protocol': 'Protocol',
    'field.protocol': 'Whether to check over TCP or UDP.',
    'port-is-open': '{protocol} port {port} on {ip} answers. {reach}',
    'protect-service':
      'Port {port} ({service}) is attacked around the clock wherever it is open. Close it and use a VPN, or let in only the addresses that need it.',
    'start-service':
      '{ip} answers that nothing listens on {protocol} port {port}. Start the program, check that it listens on all addresses and not just on 127.0.0.1, and that the port is forwarded to the right device.',
    'ask-who-answers':
      'If no port is forwarded yet, it was the router that answered in its place: forward {protocol} port {port} to your device first.',
    'forward-port':
      'Nothing came back from {ip}. Forward {protocol} port {port} in your router to the device that runs the service.',
    'plan-forward': 'Get the plan for {service}: the menus of your router, the rules to type, and what to check afterwards.',
    'plan-port':
      'Get the plan for {protocol} port {port}: where to add the rule in your router, what to type, and what to check afterwards.',
    'open-firewall':
      'If the port is forwarded, allow it in the firewall of the device itself (Windows Defender, ufw, an antivirus program).',
    'provider-blocks': 'Many providers block port {port} on home lines. Ask yours, or use another external port.',
    'compare-router-address':
      'Check which internet address your router shows: if it is not {ip}, your provider or another router translates addresses, and forwarding here cannot work.',
    'check-all':
      'Check everything in one request, in the order in which it can go wrong: address, NAT, name, port, service and router.',
    'router-says-no':
      'A device on the way answered that the port cannot be reached ({reason}). A firewall in the router or at the provider rejects it: allow {protocol} port {port} there.',
    'silence-proves-nothing':
      'Over UDP, silence proves nothing: many services answer only clients they know. Try the program that will use the port.',
    'wait-for-target':
      'Many requests check {address} at the moment, and this server contacts no address more than 20 times a second. Try again in a few seconds.',
    'try-again':
      'doorstep could not run the check from its own machine ({reason}). Try again in a minute; if it happens again, run doorstep doctor on the machine that doorstep runs on.',
  },
  ko: {
    title: '포트 확인',
    summary: '요청을 보낸 공인 IP 주소에서 포트가 열려 있는지 확인합니다',
    'use-when': '요청을 보낸 주소에서 포트 하나가 응답하는지 알고 싶을 때 사용하십시오.',
    'not-for': '응답하지 않는 원인은 reachability가 찾아 줍니다. 다른 곳에 있는 서비스는 public-service-check로 확인하십시오.',
    'headline.internet': '{ip} 주소의 {protocol} {port}번 포트에 인터넷에서 접속할 수 있습니다.',
    'headline.answers': '{ip} 주소의 {protocol} {port}번 포트가 이 서버에 응답합니다.',
    'headline.answers-from': '{ip} 주소의 {protocol} {port}번 포트가 {source} 주소에 있는 이 서버에 응답합니다.',
    'headline.refused': '{ip} 주소의 {protocol} {port}번 포트에서 연결이 거부되었습니다.',
    'headline.closed': '{ip} 주소의 {protocol} {port}번 포트에 접근할 수 없다는 응답이 왔습니다.',
    'headline.timeout': '{ip} 주소의 {protocol} {port}번 포트에서 아무 응답이 없습니다.',
    'headline.error': '{ip} 주소의 {protocol} {port}번 포트를 확인하지 못했습니다.',
    'label.port': '포트',
    'field.port': '내 공인 IP 주소에서 확인할 포트 번호입니다.',
    'label.protocol': '프로토콜',
    'field.protocol': '확인에 사용할 프로토콜(TCP 또는 UDP)입니다.',
    'port-is-open': '{ip} 주소의 {protocol} {port}번 포트가 응답합니다. {reach}',
    'protect-service':
      '{port}번 포트({service})는 열려 있으면 끊임없이 공격을 받습니다. 포트를 닫고 VPN을 쓰거나 필요한 주소에서만 접속하도록 제한하십시오.',
    'start-service':
      '{ip} 주소에서 {protocol} {port}번 포트를 쓰는 프로그램이 없다는 응답이 왔습니다. 프로그램을 실행하고, 127.0.0.1만이 아니라 모든 주소에서 접속을 받는지, 포트포워딩의 내부 IP가 맞는지 확인하십시오.',
    'ask-who-answers':
      '아직 포트포워딩을 설정하지 않았다면 공유기가 대신 응답한 것입니다. 먼저 {protocol} {port}번 포트를 기기로 포워딩하십시오.',
    'forward-port':
      '{ip} 주소에서 아무 응답이 없습니다. 공유기에서 {protocol} {port}번 포트를 서비스가 실행 중인 기기로 포워딩하십시오.',
    'plan-forward': '{service} 포트포워딩 안내에서 공유기 메뉴 경로와 입력할 규칙, 설정 후 확인 방법을 보십시오.',
    'plan-port': '{protocol} {port}번 포트의 포트포워딩 안내에서 공유기 메뉴 경로와 입력할 규칙, 설정 후 확인 방법을 보십시오.',
    'open-firewall': '이미 포워딩했다면 기기 자체의 방화벽(Windows Defender, ufw, 백신 프로그램)에서 이 포트를 허용하십시오.',
    'provider-blocks':
      '가정용 회선에서는 {port}번 포트를 막는 통신사가 많습니다. 통신사에 문의하거나 다른 외부 포트를 사용하십시오.',
    'compare-router-address':
      '공유기에 표시된 인터넷 주소를 확인하십시오. {ip} 주소와 다르면 통신사나 다른 공유기가 주소를 변환하고 있으므로 이 공유기의 포트포워딩만으로는 접속할 수 없습니다.',
    'check-all': '주소, 주소 변환, 도메인, 포트, 서비스, 공유기를 한 번의 요청으로 차례대로 확인하십시오.',
    'router-says-no':
      '중간에 있는 장비가 이 포트에 접근할 수 없다고 응답했습니다({reason}). 공유기나 통신사의 방화벽이 거부하는 것이므로 그곳에서 {protocol} {port}번 포트를 허용하십시오.',
    'silence-proves-nothing':
      'UDP에서는 응답이 없다고 해서 닫혀 있다고 볼 수 없습니다. 아는 상대에게만 응답하는 서비스가 많으므로 실제로 사용할 프로그램으로 접속해 보십시오.',
    'wait-for-target':
      '지금 {address} 주소에 대한 검사가 많습니다. 이 서버는 한 주소에 1초에 20번까지만 접속하므로 몇 초 후에 다시 시도하십시오.',
    'try-again':
      '이 서버에서 확인하지 못했습니다({reason}). 1분 뒤에 다시 시도하고, 계속되면 doorstep을 실행하는 컴퓨터에서 doorstep doctor로 상태를 확인하십시오.',
  },
})
