import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    title: 'Check a public service',
    summary: 'Whether a public service can be reached: its name, its port and, if you ask for it, HTTP',
    'use-when':
      'You want to know whether a public host answers on a port, and at which stage it fails: name, connection or web server.',
    'not-for':
      'For your own connection use port-check or reachability; for all headers use http-headers, for certificates ssl-check.',
    'headline.internet': '{target} port {port} can be reached from the internet.',
    'headline.answers': '{target} port {port} answers this server.',
    'headline.answers-from': '{target} port {port} answers this server, which asked from {source}.',
    'headline.tcp-only': '{target} port {port} accepts connections, but gave no usable answer over {scheme}.',
    'headline.refused': 'The connection to {target} port {port} was refused.',
    'headline.closed': 'An answer came back that {target} port {port} cannot be reached.',
    'headline.timeout': 'Nothing came back from {target} port {port}.',
    'headline.error': '{target} port {port} could not be checked.',
    'headline.unresolved': 'No address of {target} was found.',
    'label.target': 'Host',
    'field.target': 'The host name or public IP address of the service.',
    'label.port': 'Port',
    'field.port': 'The TCP port the service listens on.',
    'label.protocol': 'Protocol',
    'field.protocol': 'TCP is the only one so far.',
    'label.scheme': 'HTTP or HTTPS',
    'field.scheme': 'Also send a web request. Without it, only the port is checked.',
    'service-reachable': '{target} answers on port {port}. {reach}',
    'check-name': '{target} has no address ({status}). Check the spelling, or create the record where the domain is managed.',
    'ask-name-service':
      'The addresses of {target} could not be looked up ({status}). Look up the name itself to see what is wrong.',
    'start-service': '{address} answers that nothing listens on port {port}. Start the service, or check the port number.',
    'open-firewall': 'A firewall rejects traffic to port {port} of {address} ({reason}). Allow it there.',
    'check-host':
      'Nothing came back from {address} on port {port}. The host may be down, or a firewall may be dropping traffic to the port.',
    'trace-route': 'Trace the route to {address} to see how far packets get.',
    'wait-for-target':
      'Many requests check {address} at the moment, and this server contacts no address more than 20 times a second. Try again in a few seconds.',
    'try-again':
      'doorstep could not run the check from its own machine ({reason}). Try again in a minute; if it happens again, run doorstep doctor on the machine that doorstep runs on.',
    'check-http': 'Port {port} is open, but no HTTP response came ({reason}). Check that the service there speaks {scheme}.',
    'check-certificate': 'The certificate of {target} is not trusted ({error}). Check it to see what to change.',
    'look-at-status': 'The service answered with status {status}. Look at the headers to see why.',
    'try-without-http': 'To test the port alone, leave out "scheme".',
  },
  ko: {
    title: '공개 서비스 확인',
    summary: '인터넷에 공개된 서비스에 접속할 수 있는지 이름, 포트, HTTP 응답 순으로 확인합니다',
    'use-when': '인터넷에 있는 호스트의 포트가 응답하는지, 이름·연결·웹 서버 중 어디에서 실패하는지 알고 싶을 때 사용하십시오.',
    'not-for': '내 회선은 port-check나 reachability, 응답 헤더는 http-headers, 인증서는 ssl-check로 확인하십시오.',
    'headline.internet': '{target} 호스트의 {port}번 포트에 인터넷에서 접속할 수 있습니다.',
    'headline.answers': '{target} 호스트의 {port}번 포트가 이 서버에 응답합니다.',
    'headline.answers-from': '{target} 호스트의 {port}번 포트가 {source} 주소에 있는 이 서버에 응답합니다.',
    'headline.tcp-only': '{target} 호스트의 {port}번 포트에 연결되지만 {scheme} 요청에는 쓸 수 있는 응답이 없습니다.',
    'headline.refused': '{target} 호스트의 {port}번 포트에서 연결이 거부되었습니다.',
    'headline.closed': '{target} 호스트의 {port}번 포트에 접근할 수 없다는 응답이 왔습니다.',
    'headline.timeout': '{target} 호스트의 {port}번 포트에서 아무 응답이 없습니다.',
    'headline.error': '{target} 호스트의 {port}번 포트를 확인하지 못했습니다.',
    'headline.unresolved': '{target} 호스트의 주소를 찾지 못했습니다.',
    'label.target': '호스트',
    'field.target': '서비스의 호스트 이름 또는 공인 IP 주소입니다.',
    'label.port': '포트',
    'field.port': '서비스가 사용하는 TCP 포트 번호입니다.',
    'label.protocol': '프로토콜',
    'field.protocol': '현재는 TCP만 확인할 수 있습니다.',
    'label.scheme': 'HTTP 또는 HTTPS',
    'field.scheme': '웹 요청도 함께 보냅니다. 입력하지 않으면 포트만 확인합니다.',
    'service-reachable': '{target} 서비스가 {port}번 포트에서 응답합니다. {reach}',
    'check-name':
      '{target} 호스트에 연결된 IP 주소가 없습니다({status}). 철자를 확인하거나 도메인 관리 페이지에서 레코드를 추가하십시오.',
    'ask-name-service': '{target} 호스트의 IP 주소를 알아내지 못했습니다({status}). DNS를 조회하여 원인을 확인하십시오.',
    'start-service':
      '{address} 주소에서 {port}번 포트를 쓰는 프로그램이 없다는 응답이 왔습니다. 서비스를 시작하거나 포트 번호를 확인하십시오.',
    'open-firewall': '방화벽이 {address} 주소의 {port}번 포트로 가는 연결을 거부합니다({reason}). 방화벽에서 허용하십시오.',
    'check-host':
      '{address} 주소의 {port}번 포트에서 아무 응답이 없습니다. 호스트가 꺼져 있거나 방화벽이 패킷을 버리고 있을 수 있습니다.',
    'trace-route': '{address} 주소까지의 경로를 추적하여 패킷이 어디에서 끊기는지 확인하십시오.',
    'wait-for-target':
      '지금 {address} 주소에 대한 검사가 많습니다. 이 서버는 한 주소에 1초에 20번까지만 접속하므로 몇 초 후에 다시 시도하십시오.',
    'try-again':
      '이 서버에서 확인하지 못했습니다({reason}). 1분 뒤에 다시 시도하고, 계속되면 doorstep을 실행하는 컴퓨터에서 doorstep doctor로 상태를 확인하십시오.',
    'check-http':
      '{port}번 포트는 열려 있지만 HTTP 응답이 없습니다({reason}). 이 포트에서 다른 서비스가 아니라 {scheme} 서비스가 실행 중인지 확인하십시오.',
    'check-certificate': '{target} 인증서를 신뢰할 수 없습니다({error}). 인증서를 검사하여 무엇을 고쳐야 하는지 확인하십시오.',
    'look-at-status': '서비스가 보낸 상태 코드는 {status}입니다. 헤더를 확인하여 원인을 찾으십시오.',
    'try-without-http': '포트만 확인하려면 "scheme" 필드를 빼고 요청하십시오.',
  },
})
