import { defineText } from '../contract/text.ts'

/** The finding of each step; the key is its code. */
export const stepsText = defineText({
  en: {
    'label.address': 'Address',
    'label.nat': 'NAT',
    'label.name': 'Name',
    'label.port': 'Port',
    'label.service': 'Service',
    'label.router': 'Router',
    'network-unknown': 'network unknown',
    'explained-before': 'Not checked: the problem above explains the rest.',
    'out-of-time': 'Not checked: the time for this check was up.',

    'public-address': '{ip} is a public IPv{version} address ({network}).',
    'allowed-address': '{ip} is not a public address, but this server may check it.',
    'through-proxy': 'Your request came from {ip}, which belongs to {network}: a VPN or proxy, not your own line.',

    'no-translation': 'Your router has the public address {ip} itself.',
    'ipv6-direct':
      'IPv6 addresses are not translated: {ip} is the device that you ask from. Ask from the one that runs the service.',
    'nat-unknown': 'From outside, nobody can see whether your router itself has the address {ip}.',
    'provider-may-share': '{provider} shares one public address among several customers on some of its lines.',
    'other-address':
      'Your router shows {wan}, but your request came from {ip}: over a VPN, a second line, or a translation at the provider.',
    'router-offline': 'Your router shows {wan}, which is not an internet address.',
    'translated-but-open': 'The address of your router ({wan}) is translated again on the way, but the port gets through.',
    'shared-but-open': '{provider} usually shares public addresses among its customers, but the port gets through.',
    'carrier-nat': 'Your router shows {wan}, an address that providers use for lines that share a public address.',
    'provider-shares-unproved': '{provider} usually shares public addresses among its customers.',
    'two-routers-unproved':
      'Your router shows {wan}, a private address: there is a second router in front of it, and both need the rule.',
    'two-routers':
      'Your router shows {wan}, a private address: there is a second router in front of it, and port {port} does not get through.',
    'provider-shares': '{provider} usually shares public addresses among its customers, and port {port} does not get through.',

    'name-not-given': 'Not checked: no host name was given.',
    'name-matches': '{hostname} points at {ip}.',
    'name-matches-among-others': '{hostname} points at {ip}, but also at {others}.',
    'name-propagating':
      '{hostname} points at {ip}. Some DNS servers still return an older answer, until {time} UTC at the latest: {resolvers}.',
    'name-split':
      '{hostname} points at {ip}, but some DNS servers return something else, and not because of a cache: {resolvers}.',
    'name-elsewhere': '{hostname} points at {values}, not at {ip}.',
    'name-private': '{hostname} points at {values}, which only works inside a local network.',
    'name-missing': 'The name {hostname} does not exist.',
    'record-missing': '{hostname} has no {type} record.',
    'name-leads-inside': '{hostname} leads to a name of a local network: {target}.',
    'name-proxied': '{hostname} points at {network}, a proxy that passes web traffic on to you.',
    'name-behind-proxy': '{hostname} points at {network}, a proxy that does not pass on port {port}.',
    'name-other-family': 'The records of {hostname} are for the other version of IP, so they cannot be compared with {ip}.',
    'name-unanswered': 'No DNS server gave a usable answer for {hostname}.',
    'name-over-budget': 'Looking up {hostname} takes more DNS queries than one check may send.',

    'port-open': '{protocol} port {port} answers. {reach}',
    'port-refused': '{ip} answered that nothing is listening on {protocol} port {port}.',
    'port-rejected': 'A firewall rejected {protocol} port {port} ({reason}).',
    'port-silent': 'Nothing came back from {protocol} port {port}.',
    'port-blocked-by-provider': 'Nothing came back from {protocol} port {port}, which {provider} blocks.',
    'udp-silent': 'Nothing came back from UDP port {port}, which proves nothing: many services answer only clients they know.',
    'port-unchecked': 'This server could not check the port ({reason}).',

    'service-not-given': 'Not checked: no scheme was given.',
    'service-needs-tcp': 'Not checked: {scheme} runs over TCP.',
    'service-answers': 'It answers over {scheme} with status {status}.',
    'service-error': 'It answers over {scheme}, but with an error of its own (status {status}).',
    'tls-answers': 'It completes a TLS handshake ({version}).',
    'certificate-not-trusted': 'It answers over {scheme}, but browsers will not trust its certificate ({reason}).',
    'service-other-protocol': 'The port is open, but it does not speak {scheme} ({reason}).',
    'service-silent': 'The port is open, but there is no answer over {scheme} ({reason}).',

    'router-not-needed': 'Nothing to change there.',
    'router-plan': 'Its settings cannot be seen from outside. The rules that are needed: {rules}.',
    'router-better-shut': 'Better without a rule for this port.',
    'router-unseen': 'Its settings cannot be seen from outside.',
  },
  ko: {
    'label.address': '주소',
    'label.nat': '주소 변환',
    'label.name': '도메인',
    'label.port': '포트',
    'label.service': '서비스',
    'label.router': '공유기',
    'network-unknown': '통신망 정보 없음',
    'explained-before': '위에서 원인을 찾았으므로 확인하지 않았습니다.',
    'out-of-time': '검사 시간이 다 되어 확인하지 못했습니다.',

    'public-address': '{ip} 주소는 공인 IPv{version} 주소입니다({network}).',
    'allowed-address': '{ip} 주소는 공인 IP가 아니지만, 이 서버에서 확인할 수 있도록 허용되어 있습니다.',
    'through-proxy': '요청이 {ip} 주소에서 왔습니다. 쓰고 계신 회선이 아니라 VPN 또는 프록시의 주소입니다({network}).',

    'no-translation': '공유기가 공인 IP {ip} 주소를 직접 받고 있습니다.',
    'ipv6-direct':
      'IPv6 주소는 변환되지 않으므로 {ip} 주소는 지금 요청한 기기의 주소입니다. 서비스를 실행하는 기기에서 요청하십시오.',
    'nat-unknown': '공유기가 {ip} 주소를 직접 받고 있는지는 외부에서 알 수 없습니다.',
    'provider-may-share': '일부 회선에서 공인 IP 하나를 여러 가입자가 나누어 쓰는 통신사입니다({provider}).',
    'other-address':
      '공유기에 표시된 주소는 {wan}인데 요청은 {ip} 주소에서 왔습니다. VPN이나 다른 회선을 쓰고 있거나 통신사에서 주소를 변환하고 있습니다.',
    'router-offline': '공유기에 표시된 {wan} 주소는 인터넷 주소가 아닙니다.',
    'translated-but-open': '공유기에 표시된 주소({wan})가 중간에서 한 번 더 변환되지만 포트는 열려 있습니다.',
    'shared-but-open': '보통 공인 IP 하나를 여러 가입자가 나누어 쓰는 통신사이지만({provider}) 포트는 열려 있습니다.',
    'carrier-nat': '공유기에 표시된 {wan} 주소는 통신사가 공인 IP 하나를 여러 가입자에게 나누어 줄 때 쓰는 주소입니다.',
    'provider-shares-unproved': '보통 공인 IP 하나를 여러 가입자가 나누어 쓰는 통신사입니다({provider}).',
    'two-routers-unproved':
      '공유기에 표시된 {wan} 주소는 사설 IP입니다. 상위에 공유기가 하나 더 있으므로 두 장비 모두에 포트포워딩이 필요합니다.',
    'two-routers':
      '공유기에 표시된 {wan} 주소는 사설 IP입니다. 상위에 공유기가 하나 더 있으며 {port}번 포트가 통과하지 못합니다.',
    'provider-shares': '보통 공인 IP 하나를 여러 가입자가 나누어 쓰는 통신사이며({provider}) {port}번 포트가 통과하지 못합니다.',

    'name-not-given': '도메인을 입력하지 않아 확인하지 않았습니다.',
    'name-matches': '{hostname} 도메인이 {ip} 주소를 가리킵니다.',
    'name-matches-among-others': '{hostname} 도메인이 {ip} 주소를 가리키지만 다른 주소({others})도 함께 가리킵니다.',
    'name-propagating':
      '{hostname} 도메인은 {ip} 주소를 가리킵니다. 늦어도 {time}(UTC)까지는 이전 값을 응답하는 DNS 서버가 있습니다: {resolvers}.',
    'name-split':
      '{hostname} 도메인은 {ip} 주소를 가리키지만 캐시와 무관하게 다른 값을 응답하는 DNS 서버가 있습니다: {resolvers}.',
    'name-elsewhere': '{hostname} 도메인이 {ip} 주소가 아닌 다른 주소({values})를 가리킵니다.',
    'name-private': '{hostname} 도메인이 내부 네트워크에서만 쓰는 주소({values})를 가리킵니다.',
    'name-missing': '{hostname} 도메인이 존재하지 않습니다.',
    'record-missing': '{hostname} 도메인에 {type} 레코드가 없습니다.',
    'name-leads-inside': '{hostname} 도메인이 내부 네트워크용 이름을 가리킵니다: {target}.',
    'name-proxied': '{hostname} 도메인이 웹 접속을 전달하는 프록시({network})를 가리킵니다.',
    'name-behind-proxy': '{hostname} 도메인이 프록시({network})를 가리키는데, 이 프록시는 {port}번 포트를 전달하지 않습니다.',
    'name-other-family': '{hostname} 도메인의 레코드가 다른 IP 버전의 것이어서 {ip} 주소와 비교할 수 없습니다.',
    'name-unanswered': '{hostname} 도메인에 대해 쓸 수 있는 답을 준 DNS 서버가 없습니다.',
    'name-over-budget': '{hostname} 도메인을 조회하는 데 필요한 질의가 검사 한 번의 한도를 넘습니다.',

    'port-open': '{protocol} {port}번 포트가 응답합니다. {reach}',
    'port-refused': '{ip} 주소에서 {protocol} {port}번 포트를 쓰는 프로그램이 없다는 응답이 왔습니다.',
    'port-rejected': '방화벽이 {protocol} {port}번 포트를 거부했습니다({reason}).',
    'port-silent': '{protocol} {port}번 포트에서 아무 응답이 없습니다.',
    'port-blocked-by-provider': '통신사({provider})가 차단하는 {protocol} {port}번 포트이며, 아무 응답이 없습니다.',
    'udp-silent':
      'UDP {port}번 포트에서 응답이 없습니다. 아는 상대에게만 응답하는 서비스가 많으므로 닫혀 있다고 볼 수는 없습니다.',
    'port-unchecked': '이 서버에서 포트를 확인하지 못했습니다({reason}).',

    'service-not-given': '통신 방식(scheme)을 입력하지 않아 확인하지 않았습니다.',
    'service-needs-tcp': 'TCP를 쓰는 통신 방식({scheme})이므로 확인하지 않았습니다.',
    'service-answers': '{scheme} 접속에 응답합니다(상태 코드 {status}).',
    'service-error': '{scheme} 접속에 응답하지만 서비스 자체의 오류입니다(상태 코드 {status}).',
    'tls-answers': 'TLS 연결이 이루어집니다({version}).',
    'certificate-not-trusted': '{scheme} 접속에 응답하지만 브라우저가 신뢰하지 않는 인증서입니다({reason}).',
    'service-other-protocol': '포트는 열려 있지만 {scheme} 접속을 받는 프로그램이 아닙니다({reason}).',
    'service-silent': '포트는 열려 있지만 {scheme} 접속에 응답이 없습니다({reason}).',

    'router-not-needed': '공유기에서 바꿀 것은 없습니다.',
    'router-plan': '외부에서는 설정을 볼 수 없습니다. 필요한 규칙: {rules}.',
    'router-better-shut': '이 포트는 포워딩하지 않는 것이 안전합니다.',
    'router-unseen': '외부에서는 설정을 볼 수 없습니다.',
  },
})
