import { defineText, inBoth } from '../contract/text.ts'

const WORDS = inBoth({
  'explained-before': ['Not checked: the problem above comes first.', '위의 문제부터 해결해야 하므로 확인하지 않았습니다.'],
  'not-needed': ['Not checked: no open port is needed.', '포트를 열 필요가 없어 확인하지 않았습니다.'],
  'same-reason': ['Not checked, for the same reason.', '같은 이유로 확인하지 않았습니다.'],
  'port-not-open': ['Not checked: the port does not let anybody in.', '포트에 연결되지 않아 확인하지 않았습니다.'],
  'ds-lite': ['This is a DS-Lite line: it has no public IPv4 address of its own.', '공인 IPv4 주소가 없는 DS-Lite 회선입니다.'],
  'name-not-given': ['No host name was given.', '도메인을 입력하지 않았습니다.'],
  'port-not-given': ['No service or port was given.', '서비스나 포트를 입력하지 않았습니다.'],
  'service-not-given': ['Only the port was checked.', '포트만 확인했습니다.'],
  'router-not-needed': ['No rule is needed.', '규칙을 추가할 필요가 없습니다.'],
  'router-cannot-help': ['No rule can help on this line.', '이 회선에서는 규칙을 추가해도 접속할 수 없습니다.'],
  'label.address': ['Address', '주소'],
  'label.nat': ['Router and provider', '공유기와 통신사'],
  'label.name': ['Host name', '도메인'],
  'label.port': ['Port', '포트'],
  'label.service': ['Service', '서비스'],
  'label.router': ['Router settings', '공유기 설정'],
  'label.friends': ['Others connect to: {place}', '다른 사람이 접속할 주소: {place}'],
  cause: ['This is the cause', '원인이 있는 단계입니다'],
  'network-unknown': ['network unknown', '통신망 정보 없음'],
  'out-of-time': ['Not checked: the time for this check was up.', '검사 시간이 다 되어 확인하지 못했습니다.'],
  'no-translation': ['Your router has the public address {ip} itself.', '공유기가 공인 IP {ip} 주소를 직접 받고 있습니다.'],
  'box-cannot-forward': ['{router} does not offer port forwarding.', '{router} 제품에는 포트포워딩 기능이 없습니다.'],
  'address-forwards': ['The router at {ip} forwards this port.', '{ip} 주소의 공유기가 이 포트를 포워딩합니다.'],
  'name-matches': ['{hostname} points at {ip}.', '{hostname} 도메인이 {ip} 주소를 가리킵니다.'],
  'name-missing': ['The name {hostname} does not exist.', '{hostname} 도메인이 존재하지 않습니다.'],
  'record-missing': ['{hostname} has no {type} record.', '{hostname} 도메인에 {type} 레코드가 없습니다.'],
  'port-open': ['{protocol} port {port} answers. {reach}', '{protocol} {port}번 포트가 응답합니다. {reach}'],
  'port-silent': ['Nothing came back from {protocol} port {port}.', '{protocol} {port}번 포트에서 아무 응답이 없습니다.'],
  'port-unchecked': ['This server could not check the port ({reason}).', '이 서버에서 포트를 확인하지 못했습니다({reason}).'],
  'tls-answers': ['It completes a TLS handshake ({version}).', 'TLS 연결이 이루어집니다({version}).'],
  'service-identified': ['{said}', '{said}'],
  'service-other': ['{said}', '{said}'],
  'service-needs-tcp': ['Not checked: {scheme} runs over TCP.', 'TCP를 쓰는 통신 방식({scheme})이므로 확인하지 않았습니다.'],
  'service-answers': ['It answers over {scheme} with status {status}.', '{scheme} 접속에 응답합니다(상태 코드 {status}).'],
  'router-works': ['The port gets through, so nothing has to be changed.', '포트가 열려 있으므로 바꿀 것이 없습니다.'],
  'router-unseen': ["We can't see its settings from here.", '외부에서는 설정을 볼 수 없습니다.'],
  'router-forwards': ['The rule for {protocol} port {port} is there.', '{protocol} {port}번 포트의 규칙이 있습니다.'],
})

/** The finding of each step; the key is its code. */
export const stepsText = defineText({
  en: {
    ...WORDS.en,
    'console-only': 'Not checked: a console opens its ports only while a game uses them.',
    'second-forwarder': 'A second box passes this port on: another router, or containers on the device.',
    'router-page-open': 'Its own page is open to the internet (remote management).',
    'router-leads-out': 'The internal address in its rule is wrong: nothing can be reached there.',
    'router-filters': 'The rule is there, but a firewall of the router itself refuses the port.',
    'misread.device':
      '{address} means the computer itself. Enter the address that the device has in your network, such as 192.168.1.20.',
    'name-service': 'Name the service or the port that you want to reach, and check again.',
    'misread.wan':
      'The WAN address that you entered is not an IP address. Enter it as your router shows it, such as 203.0.113.7.',
    'public-address': '{ip} is a public IPv{version} address ({network}).',
    'allowed-address': '{ip} is not public, but may be checked here.',
    'through-proxy': 'Your request came from {ip}, which belongs to {network}: a VPN or proxy, not your own line.',
    'ipv6-direct': 'Over IPv6, {ip} is the device you are using: check from the one with the service.',
    'nat-unknown': "We can't see from here whether your router itself has {ip}.",
    'ports-shared': '{provider} may give your line only some of the ports of {ip}.',
    'provider-may-share': '{provider} shares public addresses on some of its lines.',
    'other-address':
      'Your router shows {wan}, but your request came from {ip}: over a VPN, a second line or a NAT of your provider.',
    'router-offline': 'Your router shows {wan}, which is not an internet address.',
    'translated-but-open': 'Your router shows {wan}, so another NAT is in front of it, but the port gets through.',
    'shared-but-open': '{provider} usually shares public addresses among its customers, but the port gets through.',
    'carrier-nat': 'Your router shows {wan}: your provider shares one public address among several customers (CGNAT).',
    'provider-shares-unproved': '{provider} usually shares public addresses among its customers.',
    'building-shares': 'Your building shares one public address between all tenants.',
    'provider-private': "Your provider's box shows {wan}, a private address.",
    'provider-shares-line': '{provider} shares public IPv4 addresses among its customers (CGNAT).',
    'two-routers-unproved':
      'Your router shows {wan}, a private address: another router or your provider is in front of it, and each router needs the rule.',
    'behind-another': 'Your router shows {wan}, a private address: another router or your provider is in front of it.',
    'two-routers':
      'Your router shows {wan}, a private address: another router or your provider is in front of it, and port {port} does not get through.',
    'provider-shares': '{provider} usually shares public addresses among its customers, and port {port} does not get through.',
    'shared-but-forwarded': '{provider} usually shares public addresses among its customers, but {ip} forwards this port.',
    'outer-forwards': 'Your router shows {wan}, a private address. The router in front of it, at {ip}, forwards this port.',
    'both-forward':
      'Your router shows {wan}, a private address. Two routers pass this port on, so most likely both have the rule.',
    'wan-contradicted':
      'Your router shows {wan}, but a router at {ip} forwards this port. One router cannot do both: read the address again, or you have a second line.',
    'name-matches-among-others': '{hostname} points at {ip}, but also at {values}.',
    'other-family-elsewhere': '{hostname} points at {ip}, but its {type} record leads elsewhere: {values}.',
    'other-family-unchecked': '{hostname} points at {ip}. Its {type} record, {values}, was not checked.',
    'name-propagating':
      '{hostname} points at {ip}. Some DNS servers still return an older answer, until {time} UTC at the latest: {resolvers}.',
    'name-split':
      '{hostname} points at {ip}, but some DNS servers return something else, and not because of a cache: {resolvers}.',
    'name-elsewhere': '{hostname} points at {values}, not at {ip}.',
    'name-private': '{hostname} points at {values}, which only works inside a local network.',
    'name-shared':
      '{hostname} points at {values}: the DDNS client has published what your router shows, so your line shares its public address (CGNAT).',
    'name-off': '{hostname} points at {values}, which leads nowhere.',
    'name-leads-inside': '{hostname} leads to a name of a local network: {values}.',
    'name-proxied': '{hostname} points at {values}, a proxy that passes web traffic on to you.',
    'name-behind-proxy': '{hostname} points at {values}, a proxy that does not pass on port {port}.',
    'name-other-family': 'The records of {hostname} are for the other version of IP, so they cannot be compared with {ip}.',
    'name-unanswered': 'No DNS server gave a usable answer for {hostname}.',
    'name-over-budget': 'Looking up {hostname} takes more DNS queries than one check may send.',
    'port-proven': '{protocol} port {port} leads to the program that knows the key: this is proven. {reach}',
    'port-someone-else': '{protocol} port {port} answers, but not by the program that knows the key: it leads to somebody else.',
    'port-refused': '{ip} refused the connection to {protocol} port {port}.',
    'port-rejected': 'A firewall rejected {protocol} port {port} ({reason}).',
    'port-blocked-by-provider': 'Nothing came back from {protocol} port {port}, which {provider} blocks.',
    'port-silent-alone':
      'The program answers on UDP port {query}, so it runs, and the address is right. UDP port {port} alone is silent, as the game ports of many programs are.',
    'udp-silent': 'Nothing came back from UDP port {port}. That proves nothing: many services answer only clients they know.',
    'service-unchecked': 'This server could not check {scheme} ({reason}).',
    'certificate-not-trusted': 'It answers over {scheme}, but browsers will not trust its certificate ({reason}).',
    'family-slow':
      '{summary} If a name has both addresses, programs try this one first, which costs most of them about {delay} ms, some a minute or more.',
    'service-router-page': 'A page of the router itself answers, not the service.',
    'service-unidentified': 'The port is open, but nothing answered the way {service} does.',
    'service-error': 'It answers over {scheme}, but with an error of its own (status {status}).',
    'service-other-protocol': 'The port is open, but it does not speak {scheme} ({reason}).',
    'service-silent': 'The port is open, but there is no answer over {scheme} ({reason}).',
    'router-plan': "We can't see its settings from here. It needs: {rules}.",
    'router-better-shut': 'This port should have no rule: delete any that you find.',
    'router-console': "We can't see its settings from here. With UPnP on, most consoles need no rule.",
    'router-unseen-ipv6': "We can't see its settings from here. Over IPv6 its firewall decides.",
    'router-forwards-all':
      'It forwards this port and another one, so most likely every port goes to one device (exposed host, DMZ).',
    'router-rule-to-delete': 'It forwards {protocol} port {port}. Delete the rule.',
    'router-lets-in': 'Its IPv6 firewall lets {protocol} port {port} through.',
    'router-reached': 'Packets reach it. From there on, its IPv6 firewall or the device drops them.',
    'router-decides-ipv6': 'Its IPv6 firewall decides whether the port gets through.',
    'router-not-reached': 'Packets to {protocol} port {port} do not get as far as your router.',
    'router-inner': 'The router in front has the rule. Your own needs: {rules}.',
    'router-rule-not-seen': 'No rule was seen at work. It needs: {rules}.',
  },
  ko: {
    ...WORDS.ko,
    'console-only': '게임기는 게임이 실행 중일 때만 포트를 열므로 확인하지 않았습니다.',
    'second-forwarder': '이 포트를 한 번 더 전달하는 장비가 있습니다. 다른 공유기이거나 기기의 컨테이너입니다.',
    'router-page-open': '공유기의 관리자 페이지가 인터넷에 열려 있습니다(원격 관리).',
    'router-leads-out': '규칙의 내부 IP가 잘못되어 그 주소에 도달할 수 없습니다.',
    'router-filters': '규칙은 있지만 공유기 자체의 방화벽이 이 포트를 거부합니다.',
    'misread.device': '{address} 주소는 컴퓨터 자신을 뜻합니다. 192.168.0.10처럼 기기의 내부 IP 주소를 입력하십시오.',
    'name-service': '외부에서 접속하려는 서비스나 포트를 입력해 다시 확인하십시오.',
    'misread.wan': '입력한 WAN 주소가 IP 주소가 아닙니다. 공유기에 표시된 대로 입력하십시오. 예: 203.0.113.7',
    'public-address': '{ip} 주소는 공인 IPv{version} 주소입니다({network}).',
    'allowed-address': '{ip} 주소는 공인 IP가 아니지만, 이 서버에서 확인할 수 있습니다.',
    'through-proxy': '요청이 {ip} 주소에서 왔습니다. 실제 인터넷 회선이 아니라 VPN 또는 프록시의 주소입니다({network}).',
    'ipv6-direct': 'IPv6에서 {ip} 주소는 지금 사용하는 기기의 주소이므로 서비스를 실행하는 기기에서 확인하십시오.',
    'nat-unknown': '공유기가 {ip} 주소를 직접 받고 있는지는 외부에서 알 수 없습니다.',
    'ports-shared': '{ip} 주소의 포트 가운데 일부만 쓸 수 있는 회선일 수 있습니다({provider}).',
    'provider-may-share': '일부 회선에서 공인 IP를 나누어 쓰는 통신사입니다({provider}).',
    'other-address':
      '공유기에 표시된 주소는 {wan}인데 요청은 {ip} 주소에서 왔습니다. VPN이나 다른 회선을 쓰고 있거나 통신사에서 주소를 변환하고 있습니다.',
    'router-offline': '공유기에 표시된 {wan} 주소는 인터넷 주소가 아닙니다.',
    'translated-but-open': '공유기에 표시된 주소({wan})가 위쪽에서 한 번 더 변환되지만 포트는 열려 있습니다.',
    'shared-but-open': '보통 공인 IP 하나를 여러 가입자가 나누어 쓰는 통신사이지만({provider}) 포트는 열려 있습니다.',
    'carrier-nat': '공유기에 표시된 {wan} 주소는 통신사가 공인 IP 하나를 여러 가입자에게 나누어 줄 때(CGNAT) 쓰는 주소입니다.',
    'provider-shares-unproved': '보통 공인 IP 하나를 여러 가입자가 나누어 쓰는 통신사입니다({provider}).',
    'building-shares': '건물에서 공인 IP 하나를 함께 쓰는 회선입니다.',
    'provider-private': '통신사 공유기에 표시된 {wan} 주소가 사설 IP입니다.',
    'provider-shares-line': '공인 IPv4 주소 하나를 여러 가입자가 나누어 쓰는(CGNAT) 통신사입니다({provider}).',
    'two-routers-unproved':
      '공유기에 표시된 {wan} 주소는 사설 IP입니다. 위쪽에 공유기가 하나 더 있거나 통신사에서 주소를 변환하고 있습니다. 공유기가 두 대라면 둘 다 규칙이 필요합니다.',
    'behind-another':
      '공유기에 표시된 {wan} 주소는 사설 IP입니다. 위쪽에 공유기가 하나 더 있거나 통신사에서 주소를 변환하고 있습니다.',
    'two-routers':
      '공유기에 표시된 {wan} 주소는 사설 IP입니다. 위쪽에 공유기가 하나 더 있거나 통신사에서 주소를 변환하고 있으며, {port}번 포트가 통과하지 못합니다.',
    'provider-shares': '보통 공인 IP 하나를 여러 가입자가 나누어 쓰는 통신사이며({provider}) {port}번 포트가 통과하지 못합니다.',
    'shared-but-forwarded':
      '보통 공인 IP 하나를 여러 가입자가 나누어 쓰는 통신사이지만({provider}) {ip} 주소에서 이 포트를 포워딩합니다.',
    'outer-forwards': '공유기에 표시된 {wan} 주소는 사설 IP이며, {ip} 주소의 위쪽 공유기가 이 포트를 포워딩합니다.',
    'both-forward':
      '공유기에 표시된 {wan} 주소는 사설 IP이며, 이 포트가 두 번 전달되므로 두 장비 모두에 규칙이 있는 것으로 보입니다.',
    'wan-contradicted':
      '공유기에 표시된 주소는 {wan}인데 {ip} 주소의 공유기가 이 포트를 포워딩합니다. 한 공유기에서 둘 다 맞을 수는 없으므로 주소를 다시 확인하십시오. 회선이 두 개일 수도 있습니다.',
    'name-matches-among-others': '{hostname} 도메인이 {ip} 주소를 가리키지만 다른 주소({values})도 함께 가리킵니다.',
    'other-family-elsewhere': '{hostname} 도메인이 {ip} 주소를 가리키지만 {type} 레코드는 다른 곳을 가리킵니다({values}).',
    'other-family-unchecked': '{hostname} 도메인이 {ip} 주소를 가리킵니다. {type} 레코드({values})는 확인하지 않았습니다.',
    'name-propagating':
      '{hostname} 도메인은 {ip} 주소를 가리킵니다. 길게는 {time}(UTC)까지 이전 값을 응답하는 DNS 서버가 있습니다: {resolvers}.',
    'name-split':
      '{hostname} 도메인은 {ip} 주소를 가리키지만 캐시와 무관하게 다른 값을 응답하는 DNS 서버가 있습니다: {resolvers}.',
    'name-elsewhere': '{hostname} 도메인이 {ip} 주소가 아닌 다른 주소({values})를 가리킵니다.',
    'name-private': '{hostname} 도메인이 내부 네트워크에서만 쓰는 주소({values})를 가리킵니다.',
    'name-shared':
      '{hostname} 도메인이 {values} 주소를 가리킵니다. DDNS가 공유기의 WAN 주소를 그대로 등록한 것이며, 공인 IP를 다른 가입자와 나누어 쓰는 회선(CGNAT)입니다.',
    'name-off': '{hostname} 도메인이 접속할 수 없는 주소({values})를 가리킵니다.',
    'name-leads-inside': '{hostname} 도메인이 내부 네트워크용 이름을 가리킵니다: {values}.',
    'name-proxied': '{hostname} 도메인이 웹 접속을 전달하는 프록시({values})를 가리킵니다.',
    'name-behind-proxy': '{hostname} 도메인이 프록시({values})를 가리키는데, 이 프록시는 {port}번 포트를 전달하지 않습니다.',
    'name-other-family': '{hostname} 도메인의 레코드가 다른 IP 버전의 것이어서 {ip} 주소와 비교할 수 없습니다.',
    'name-unanswered': '{hostname} 도메인을 물었을 때 제대로 응답한 DNS 서버가 없습니다.',
    'name-over-budget': '{hostname} 도메인을 조회하는 데 필요한 질의 수가 검사 한 번의 한도를 넘습니다.',
    'port-proven': '{protocol} {port}번 포트가 확인 키를 아는 프로그램으로 연결되는 것을 확인했습니다. {reach}',
    'port-someone-else': '{protocol} {port}번 포트에서 응답이 오지만 확인 키를 아는 프로그램이 아니라 다른 곳으로 연결됩니다.',
    'port-refused': '{ip} 주소에서 {protocol} {port}번 포트의 연결을 거부했습니다.',
    'port-rejected': '방화벽이 {protocol} {port}번 포트를 거부했습니다({reason}).',
    'port-blocked-by-provider': '통신사({provider})가 차단하는 {protocol} {port}번 포트이며, 아무 응답이 없습니다.',
    'port-silent-alone':
      'UDP {query}번 포트에서 응답이 왔으므로 프로그램은 실행 중이고 주소도 맞습니다. UDP {port}번 포트만 응답이 없으며, 게임 포트는 원래 응답하지 않는 경우가 많습니다.',
    'udp-silent':
      'UDP {port}번 포트에서 응답이 없습니다. 아는 상대에게만 응답하는 서비스가 많으므로 닫혀 있다고 볼 수는 없습니다.',
    'service-unchecked': '이 서버에서 {scheme} 접속을 확인하지 못했습니다({reason}).',
    'certificate-not-trusted': '{scheme} 접속에 응답하지만 브라우저가 신뢰하지 않는 인증서입니다({reason}).',
    'family-slow':
      '{summary} 도메인에 두 주소가 모두 있으면 프로그램이 이 주소로 먼저 접속을 시도하므로 대부분 {delay}ms쯤, 일부는 1분 넘게 늦어집니다.',
    'service-router-page': '서비스가 아니라 공유기의 관리자 페이지가 응답합니다.',
    'service-unidentified': '포트는 열려 있지만 {service}에 맞는 응답이 없습니다.',
    'service-error': '{scheme} 접속에 응답하지만 서비스 자체의 오류입니다(상태 코드 {status}).',
    'service-other-protocol': '포트는 열려 있지만 {scheme} 접속을 받는 프로그램이 아닙니다({reason}).',
    'service-silent': '포트는 열려 있지만 {scheme} 접속에 응답이 없습니다({reason}).',
    'router-plan': '외부에서는 설정을 볼 수 없습니다. 필요한 규칙: {rules}.',
    'router-better-shut': '이 포트에는 규칙이 없어야 합니다. 있으면 삭제하십시오.',
    'router-console': '외부에서는 설정을 볼 수 없습니다. UPnP를 켜면 대개 규칙이 필요 없습니다.',
    'router-unseen-ipv6': '외부에서는 설정을 볼 수 없습니다. IPv6에서는 공유기의 방화벽 설정에 따라 달라집니다.',
    'router-forwards-all':
      '이 포트와 다른 포트를 모두 포워딩하므로 모든 포트를 기기 한 대로 보내는 설정(DMZ)일 가능성이 높습니다.',
    'router-rule-to-delete': '{protocol} {port}번 포트를 포워딩하고 있습니다. 이 규칙을 삭제하십시오.',
    'router-lets-in': 'IPv6 방화벽이 {protocol} {port}번 포트를 허용하고 있습니다.',
    'router-reached': '패킷이 공유기까지는 가지만, 그다음에 공유기의 IPv6 방화벽이나 기기가 패킷을 버립니다.',
    'router-decides-ipv6': '포트를 통과시킬지는 공유기의 IPv6 방화벽에 달려 있습니다.',
    'router-not-reached': '{protocol} {port}번 포트로 보낸 패킷이 공유기까지 가지 못합니다.',
    'router-inner': '위쪽 공유기에는 규칙이 있습니다. 내 공유기에 필요한 규칙: {rules}.',
    'router-rule-not-seen': '이 포트의 규칙이 동작하는 것을 확인하지 못했습니다. 필요한 규칙: {rules}.',
  },
})

/** The texts of the field for a name of one's own. */
export const NAME_FIELD = inBoth({
  'label.hostname': ['Host name', 'DDNS 또는 도메인'],
  'field.hostname': ['The name that should point at your connection.', '지금 접속한 회선을 가리켜야 하는 DDNS나 도메인입니다.'],
})

const LABELS = inBoth({
  'label.useCase': ['Service', '서비스'],
  'label.port': ['Port', '포트'],
  'label.protocol': ['Protocol', '프로토콜'],
})

/** The texts of the fields that say what should be reachable. */
export const SUBJECT_FIELDS = {
  en: {
    ...LABELS.en,
    'field.useCase': 'What should be reachable: a game, a program or a kind of server. You may give a port instead, or as well.',
    'field.protocol': 'TCP or UDP. By default, what the service uses.',
    ...NAME_FIELD.en,
  },
  ko: {
    ...LABELS.ko,
    'field.useCase': '외부에서 접속하려는 게임, 프로그램, 서버입니다. 포트 번호를 대신 또는 함께 입력해도 됩니다.',
    'field.protocol': 'TCP 또는 UDP입니다. 기본값은 서비스가 사용하는 프로토콜입니다.',
    ...NAME_FIELD.ko,
  },
} as const
