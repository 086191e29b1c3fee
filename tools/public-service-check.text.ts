import { OWN_TROUBLE } from '../src/advice/index.ts'
import { HOST_STEPS } from '../src/diagnostics/path/index.ts'
import { PORT_HEADLINES } from '../src/diagnostics/port/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'headline.place': ['{target} port {port}', '{target} 호스트의 {port}번 포트'],
  'headline.unresolved': ['No address of {target} was found.', '{target} 호스트의 주소를 찾지 못했습니다.'],
  'label.target': ['Host', '호스트'],
  'field.target': ['The host name or public IP address of the service.', '서비스의 호스트 이름 또는 공인 IP 주소입니다.'],
  'label.port': ['Port', '포트'],
  'field.port': ['The TCP port the service listens on.', '서비스가 사용하는 TCP 포트 번호입니다.'],
  'label.protocol': ['Protocol', '프로토콜'],
  'field.protocol': ['TCP is the only one so far.', '현재는 TCP만 확인할 수 있습니다.'],
  'label.scheme': ['HTTP or HTTPS', 'HTTP 또는 HTTPS'],
  'service-reachable': ['{target} answers on port {port}. {reach}', '{target} 서비스가 {port}번 포트에서 응답합니다. {reach}'],
  'result.where': ['Where packets end', '패킷이 멈춘 곳'],
  'try-without-http': ['To test the port alone, leave out "scheme".', '포트만 확인하려면 "scheme" 필드를 빼고 요청하십시오.'],
  'at.name': ['Name', '도메인'],
  'at.port': ['TCP port {port}', 'TCP {port}번 포트'],
  'at.certificate': ['Certificate', '인증서'],
  'not-asked': ['Not asked', '확인하지 않음'],
  'name.one': ['Leads to one address', '주소 1개로 연결됨'],
  'name.several': ['Leads to {count} addresses', '주소 {count}개로 연결됨'],
  'name.noerror': ['Has no address', '등록된 주소 없음'],
  'name.nodata': ['Has no address', '등록된 주소 없음'],
  'name.nxdomain': ['Does not exist', '없는 도메인'],
  'name.servfail': ['Its name servers failed', '네임서버 오류'],
  'name.refused': ['Name servers refused to answer', '네임서버가 응답을 거부함'],
  'name.timeout': ['No answer from name servers', '네임서버 응답 없음'],
  'name.error': ['Could not be looked up', '조회하지 못함'],
  'port.open-after': ['Open, after {ms} ms', '열림({ms}ms)'],
  'port.open': ['Open', '열림'],
  'port.closed': ['Rejected on the way or by a firewall', '중간이나 방화벽에서 거부됨'],
  'port.refused': ['Refused', '거부함'],
  'port.timeout': ['No answer', '응답 없음'],
  'port.error': ['Could not be checked', '확인하지 못함'],
  'http.silent': ['No usable answer', '올바른 응답 없음'],
  'http.silent-because': ['No usable answer ({reason})', '올바른 응답 없음({reason})'],
  addresses: ['Addresses', 'IP 주소'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...HOST_STEPS.en,
    ...PORT_HEADLINES.en,
    ...OWN_TROUBLE.en,
    title: 'Check a public service',
    summary: 'Whether a public service can be reached: its name, its port and, if you ask for it, HTTP',
    'use-when':
      'You want to know whether a web site or server is down or offline, or a port on any host (443 on example.com) is open, accepts connections or is blocked by a firewall, and where it fails.',
    'not-for': 'For your own connection use port-check or reachability; for headers http-headers, for certificates ssl-check.',
    'headline.tcp-only': '{target} port {port} accepts connections, but gave no usable answer over {scheme}.',
    'headline.closed': 'An answer came back that {target} port {port} cannot be reached.',
    'field.scheme': 'Also send a web request. Without it, only the port is checked.',
    'check-name': '{target} has no address ({status}). Check the spelling, or create the record where the domain is managed.',
    'ask-name-service':
      'The addresses of {target} could not be looked up ({status}). Look up the name itself to see what is wrong.',
    'start-service': '{address} answers that nothing listens on port {port}. Start the service, or check the port number.',
    'open-firewall': 'A firewall rejects traffic to port {port} of {address} ({reason}). Allow it there.',
    'check-http': 'Port {port} is open, but no HTTP response came ({reason}). Check that the service there speaks {scheme}.',
    'check-issuance':
      'The server refuses to speak TLS as {target}: it may have no certificate for that name yet. See whether one would be issued.',
    'check-certificate': 'The certificate of {target} is not trusted ({error}). Check it to see what to change.',
    'look-at-status': 'The service answered with status {status}. Look at the headers to see why.',
  },
  ko: {
    ...WORDS.ko,
    ...HOST_STEPS.ko,
    ...PORT_HEADLINES.ko,
    ...OWN_TROUBLE.ko,
    title: '공개 서비스 확인',
    summary: '인터넷에 공개된 서비스에 접속할 수 있는지 이름, 포트, HTTP 응답 순으로 확인합니다',
    'use-when':
      '사이트(홈페이지)나 서버가 다운되었는지, 지금 접속이 안 되는지, example.com 같은 호스트의 포트가 열려 있는지, 이름·연결·웹 서버 중 어디에서 실패하는지 알고 싶을 때 사용하십시오.',
    'not-for': '내 회선은 port-check나 reachability, 응답 헤더는 http-headers, 인증서는 ssl-check로 확인하십시오.',
    'headline.tcp-only': '{target} 호스트의 {port}번 포트에 연결되지만 {scheme} 요청에 올바르게 응답하지 않습니다.',
    'headline.closed': '{target} 호스트의 {port}번 포트에 접근할 수 없다는 응답이 왔습니다.',
    'field.scheme': '웹 요청도 함께 보냅니다. 입력하지 않으면 포트만 확인합니다.',
    'check-name':
      '{target} 호스트에 연결된 IP 주소가 없습니다({status}). 철자를 확인하거나 도메인 관리 페이지에서 레코드를 추가하십시오.',
    'ask-name-service': '{target} 호스트의 IP 주소를 알아내지 못했습니다({status}). DNS를 조회하여 원인을 확인하십시오.',
    'start-service':
      '{address} 주소에서 {port}번 포트를 쓰는 프로그램이 없다는 응답이 왔습니다. 서비스를 시작하거나 포트 번호를 확인하십시오.',
    'open-firewall': '방화벽이 {address} 주소의 {port}번 포트로 가는 연결을 거부합니다({reason}). 방화벽에서 허용하십시오.',
    'check-http':
      '{port}번 포트는 열려 있지만 HTTP 응답이 없습니다({reason}). 이 포트에서 다른 서비스가 아니라 {scheme} 서비스가 실행 중인지 확인하십시오.',
    'check-issuance':
      '서버가 {target} 이름의 TLS 연결을 거부합니다. 아직 이 이름의 인증서가 없을 수 있으니 발급받을 수 있는지 확인하십시오.',
    'check-certificate': '{target} 인증서를 신뢰할 수 없습니다({error}). 인증서를 검사하여 무엇을 고쳐야 하는지 확인하십시오.',
    'look-at-status': '서비스가 보낸 상태 코드는 {status}입니다. 헤더를 확인하여 원인을 찾으십시오.',
  },
})
