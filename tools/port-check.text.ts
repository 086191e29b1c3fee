import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    title: 'Check a port',
    summary: "Whether a port on the requester's own public address answers",
    'use-when':
      'You want to test whether a port of your own connection (your public IP address) is open and reachable from the internet, over TCP or UDP.',
    'not-for': "For anybody else's address use public-service-check. If nothing answers, reachability finds the cause.",
    'headline.internet': '{protocol} port {port} at {ip} can be reached from the internet.',
    'headline.answers': '{protocol} port {port} at {ip} answers this server.',
    'headline.answers-from': '{protocol} port {port} at {ip} answers this server, which asked from {source}.',
    'headline.router-page': '{protocol} port {port} at {ip} leads to a page of the router itself.',
    'headline.other-service': '{protocol} port {port} at {ip} is open, but another service answers there.',
    'headline.proven': 'Proven: {protocol} port {port} at {ip} leads to the program that knows the key.',
    'headline.someone-else': 'Something answers on {protocol} port {port} at {ip}, but it does not know the key.',
    'headline.refused': 'The connection to {protocol} port {port} at {ip} was refused.',
    'headline.closed': '{protocol} port {port} at {ip} is closed: the answer was that it cannot be reached.',
    'headline.timeout': 'Nothing came back from {protocol} port {port} at {ip}.',
    'headline.only-this-port': 'The program at {ip} answers, but nothing came back from {protocol} port {port}.',
    'headline.error': '{protocol} port {port} at {ip} could not be checked.',
    'label.port': 'Port',
    'field.port': 'The port to check on your own public address.',
    'label.protocol': 'Protocol',
    'field.protocol': 'Whether to check over TCP or UDP.',
    'port-is-open': '{protocol} port {port} on {ip} answers. {reach}',
    'protect-service':
      '{service} on port {port} should not be open to the internet: it is attacked wherever it is open. Close the port and use a VPN, or let in only the addresses that need it.',
    'start-service':
      'Start the program, and check that it listens on {protocol} port {port} on all addresses, not just on 127.0.0.1. The rule in the router must name the right device.',
    'ask-who-answers':
      'If the port is not forwarded yet, the router itself answered at {ip}: forward {protocol} port {port} to your device.',
    'forward-port':
      'If the two addresses are the same, forward {protocol} port {port} in your router to the device that runs the service.',
    'open-firewall':
      'If the port is forwarded, allow it in the firewall of the device itself (Windows Defender, ufw, an antivirus program).',
    'provider-blocks': 'Many providers block port {port} on home lines. Ask yours, or use another external port.',
    'compare-router-address':
      'Compare the internet (WAN) address that your router shows with {ip}. If they differ, your provider or another router translates addresses, and a rule in this router alone cannot work.',
    'check-all':
      'Check everything in one request, in the order in which it can go wrong: address, NAT, name, port, service and router.',
    'router-says-no':
      'A firewall on the way, in the router or at the provider, rejects the connection ({reason}). Allow {protocol} port {port} there.',
    'silence-proves-nothing':
      'Over UDP, silence proves nothing: many services answer only clients they know. Try the program that will use the port.',
    'wait-for-target':
      'Many requests check {address} at the moment, and this server contacts no address more than 20 times a second. Try again in a few seconds.',
    'try-again':
      'doorstep could not run the check from its own machine ({reason}). Try again in a minute; if it happens again, run "doorstep doctor" there.',
    'label.useCase': 'Service',
    'field.useCase': 'The program or game behind the port, such as "minecraft".',
    'label.explain': 'Find the cause',
    'field.explain': 'Whether to look where the packets end if the port is not open, and to ask which service answers if it is.',
    'label.proof': 'Proof',
    'field.proof': 'A key that a program of yours on this port knows, such as "doorstep listen": then only that program counts.',
    'result.proof': 'Proof',
    'result.words': 'In words',
    'result.way': 'Way of the packets',
    'result.meaning': 'What it means',
    'result.where': 'Where packets end',
    'headline.shut': '{protocol} port {port} at {ip} cannot be reached from outside, and it should stay that way.',
    'leave-shut':
      'Leave {protocol} port {port} closed: {service} is attacked wherever it is open. To reach it from outside, use a VPN.',
    'needs-no-port': 'No port has to be open for {service}, so there is nothing to change.',
    'ask-console':
      'A console listens only while a game runs, so a check from outside says nothing about {service}. Run the network test in the settings of the console.',
    'start-service-ipv6': 'Start the program, and check that it listens on {protocol} port {port} over IPv6 as well, at {ip}.',
    'open-pinhole-if-running':
      'If it runs already, the router may have answered in its place: allow {protocol} port {port} to {ip} in the IPv6 firewall of the router. No forwarding is needed over IPv6.',
    'open-pinhole':
      'Allow {protocol} port {port} to {ip} in the IPv6 firewall of your router, then in that of the device. No forwarding is needed over IPv6.',
    'mail-blocked':
      'Many providers block port {port} on home lines. Ask yours to unblock it: mail is delivered to no other port, so without it you need a mail relay.',
    'mail-blocked-by':
      '{provider} blocks port {port}, at least on some lines. Ask it to unblock the port: mail is delivered to no other one, so without it you need a mail relay.',
    'blocked-by': '{provider} blocks port {port} on its lines. Ask it to unblock the port, or use another external port.',
    'maybe-blocked-by': '{provider} blocks port {port} on some lines. Ask it, or use another external port.',
  },
  ko: {
    title: '포트 확인',
    summary: '지금 접속한 회선의 공인 IP 주소에서 포트가 열려 있는지 확인합니다',
    'use-when': '내 회선(내 IP 주소)의 포트가 외부에 열려 있는지 테스트하고 싶을 때 사용하십시오.',
    'not-for': '다른 곳은 public-service-check로 확인하십시오. 응답하지 않는 원인은 reachability가 찾아 줍니다.',
    'headline.internet': '{ip} 주소의 {protocol} {port}번 포트에 인터넷에서 접속할 수 있습니다.',
    'headline.answers': '{ip} 주소의 {protocol} {port}번 포트가 이 서버에 응답합니다.',
    'headline.answers-from': '{ip} 주소의 {protocol} {port}번 포트가 {source} 주소에 있는 이 서버에 응답합니다.',
    'headline.router-page': '{ip} 주소의 {protocol} {port}번 포트에서 공유기의 관리자 페이지가 응답합니다.',
    'headline.other-service': '{ip} 주소의 {protocol} {port}번 포트는 열려 있지만 다른 서비스가 응답합니다.',
    'headline.proven': '{ip} 주소의 {protocol} {port}번 포트가 확인 키를 아는 프로그램으로 연결되는 것을 확인했습니다.',
    'headline.someone-else': '{ip} 주소의 {protocol} {port}번 포트에서 응답이 오지만, 확인 키를 아는 프로그램의 응답이 아닙니다.',
    'headline.refused': '{ip} 주소의 {protocol} {port}번 포트에서 연결이 거부되었습니다.',
    'headline.closed': '{ip} 주소의 {protocol} {port}번 포트에 연결할 수 없다는 응답이 왔습니다.',
    'headline.timeout': '{ip} 주소의 {protocol} {port}번 포트에서 아무 응답이 없습니다.',
    'headline.only-this-port': '{ip} 주소의 프로그램은 응답하지만, {protocol} {port}번 포트에서는 아무 응답이 없습니다.',
    'headline.error': '{ip} 주소의 {protocol} {port}번 포트를 확인하지 못했습니다.',
    'label.port': '포트',
    'field.port': '내 공인 IP 주소에서 확인할 포트 번호입니다.',
    'label.protocol': '프로토콜',
    'field.protocol': '확인에 사용할 프로토콜(TCP 또는 UDP)입니다.',
    'port-is-open': '{ip} 주소의 {protocol} {port}번 포트가 응답합니다. {reach}',
    'protect-service':
      '{service} 포트({port}번)는 인터넷에 열어 두면 끊임없이 공격을 받습니다. 포트를 닫고 VPN을 쓰거나 필요한 주소에서만 접속하도록 제한하십시오.',
    'start-service':
      '프로그램을 실행하고, 127.0.0.1뿐 아니라 모든 주소에서 {protocol} {port}번 포트로 들어오는 접속을 받는지 확인하십시오. 포트포워딩 규칙의 내부 IP도 맞는지 확인하십시오.',
    'ask-who-answers':
      '아직 포트포워딩을 설정하지 않았다면 {ip} 주소의 공유기가 대신 응답한 것입니다. 먼저 {protocol} {port}번 포트를 기기로 포워딩하십시오.',
    'forward-port': '두 주소가 같으면 공유기에서 {protocol} {port}번 포트를 서비스가 실행 중인 기기로 포워딩하십시오.',
    'open-firewall': '이미 포워딩했다면 기기 자체의 방화벽(Windows Defender, ufw, 백신 프로그램)에서 이 포트를 허용하십시오.',
    'provider-blocks':
      '가정용 회선에서는 {port}번 포트를 막는 통신사가 많습니다. 통신사에 문의하거나 다른 외부 포트를 사용하십시오.',
    'compare-router-address':
      '공유기에 표시된 인터넷(WAN) 주소를 {ip} 주소와 비교하십시오. 다르면 통신사나 상위 공유기가 주소를 변환하고 있으므로 이 공유기의 포트포워딩만으로는 접속할 수 없습니다.',
    'check-all': '주소, 주소 변환, 도메인, 포트, 서비스, 공유기를 한 번의 요청으로 차례대로 확인하십시오.',
    'router-says-no':
      '중간의 방화벽(공유기나 통신사)이 연결을 거부합니다({reason}). 그곳에서 {protocol} {port}번 포트를 허용하십시오.',
    'silence-proves-nothing':
      'UDP에서는 응답이 없다고 해서 닫혀 있다고 볼 수 없습니다. 아는 상대에게만 응답하는 서비스가 많으므로 실제로 사용할 프로그램으로 접속해 보십시오.',
    'wait-for-target':
      '지금 {address} 주소에 대한 검사가 많습니다. 이 서버는 한 주소에 1초에 20번까지만 접속하므로 몇 초 후에 다시 시도하십시오.',
    'try-again':
      '이 서버에서 확인하지 못했습니다({reason}). 1분 뒤에 다시 시도하고, 계속되면 doorstep을 실행하는 컴퓨터에서 doorstep doctor로 상태를 확인하십시오.',
    'label.useCase': '서비스',
    'field.useCase': '이 포트를 쓰는 프로그램이나 게임입니다(예: 마인크래프트).',
    'label.explain': '원인까지 확인',
    'field.explain': '열려 있지 않으면 패킷이 멈추는 곳을, 열려 있으면 응답하는 서비스를 함께 확인합니다.',
    'label.proof': '확인 키',
    'field.proof': '이 포트를 쓰는 내 프로그램(예: doorstep listen)의 키입니다. 입력하면 그 프로그램의 응답만 인정합니다.',
    'result.proof': '키 확인',
    'result.words': '설명',
    'result.way': '패킷의 경로',
    'result.meaning': '의미',
    'result.where': '패킷이 멈춘 곳',
    'headline.shut': '{ip} 주소의 {protocol} {port}번 포트에는 외부에서 접속할 수 없으며, 이대로 닫혀 있는 것이 안전합니다.',
    'leave-shut':
      '{service} 포트({protocol} {port}번)는 열어 두면 끊임없이 공격을 받으므로 닫아 두십시오. 외부에서 접속하려면 VPN을 사용하십시오.',
    'needs-no-port': '{service}에는 포트포워딩이 필요 없으므로 바꿀 것이 없습니다.',
    'ask-console':
      '게임기는 게임을 하는 동안에만 접속을 받으므로 외부에서 확인해도 {service}의 상태는 알 수 없습니다. 게임기의 네트워크 설정에서 연결 테스트를 실행하십시오.',
    'start-service-ipv6':
      '프로그램을 실행하고, IPv6 주소({ip})의 {protocol} {port}번 포트로 들어오는 접속도 받는지 확인하십시오.',
    'open-pinhole-if-running':
      '이미 실행 중이라면 공유기가 대신 응답했을 수 있으므로 공유기의 IPv6 방화벽에서 {ip} 주소의 {protocol} {port}번 포트를 허용하십시오. IPv6에서는 포트포워딩이 필요 없습니다.',
    'open-pinhole':
      '공유기의 IPv6 방화벽에서 {ip} 주소의 {protocol} {port}번 포트를 허용하고, 기기의 방화벽에서도 허용하십시오. IPv6에서는 포트포워딩이 필요 없습니다.',
    'mail-blocked':
      '가정용 회선에서는 {port}번 포트를 막는 통신사가 많습니다. 메일은 이 포트로만 전달되므로 통신사에 차단 해제를 요청하고, 해제할 수 없다면 메일 중계 서비스를 이용하십시오.',
    'mail-blocked-by':
      '{provider} 회선 가운데 적어도 일부에서는 {port}번 포트가 막혀 있습니다. 메일은 이 포트로만 전달되므로 차단 해제를 요청하고, 해제할 수 없다면 메일 중계 서비스를 이용하십시오.',
    'blocked-by': '{provider} 회선에서는 {port}번 포트가 막혀 있습니다. 차단 해제를 요청하거나 다른 외부 포트를 사용하십시오.',
    'maybe-blocked-by':
      '{provider} 회선 중에는 {port}번 포트가 막혀 있는 경우가 있습니다. 통신사에 문의하거나 다른 외부 포트를 사용하십시오.',
  },
})
