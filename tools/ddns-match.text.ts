import { defineText } from '../src/tool.ts'

export const text = defineText({
  en: {
    title: 'Check your host name',
    summary: 'Whether a host name points at the requester, and if not, why not',
    'use-when':
      'A DDNS name (dynamic DNS: DuckDNS, DynDNS, No-IP, your domain) should point at your home connection: does it resolve to your current IP address, or to an old, wrong one that was not updated.',
    'not-for': 'For names that should not point at your own address use dns-lookup or dns-propagation.',
    'headline.match': '{hostname} points at {ip}, where this request came from.',
    'headline.mismatch': '{hostname} does not point at {ip}, where this request came from.',
    'headline.propagating': '{hostname} points at {ip}, but some resolvers still answer something else.',
    'headline.proxied': '{hostname} points at a reverse proxy instead of {ip}.',
    'headline.unresolved': 'No {type} record of {hostname} was found.',
    'headline.unanswered': 'No name server answered, so nothing is known of {hostname} ({type}, {ip}).',
    'try-again':
      'No name server gave an answer for {hostname}. Check the name servers of the domain, or try again in a few minutes.',
    'headline.other-family': '{hostname} and {ip} could not be compared: they use different versions of IP.',
    'label.hostname': 'Host name',
    'field.hostname': 'The name that should point at your connection.',
    'label.recordType': 'Record type',
    'field.recordType': 'A for IPv4 or AAAA for IPv6. By default, the version you connected with.',
    'label.routerWanIp': 'WAN address of your router',
    'field.routerWanIp': 'The internet address your router shows on its status page. It is compared, never contacted.',
    'open-port':
      '{hostname} points at your address. If a service does not answer there, its port is not open: forward it in your router.',
    'remove-other-records':
      '{hostname} has {type} records for other addresses as well as yours ({others}). They send some visitors elsewhere; remove them.',
    'update-record':
      'Change the {type} record of {hostname} from {values} to {ip}. If a DDNS client should have done that, check its log: it may have stopped, or failed to log in.',
    'wait-for-caches':
      'The record is correct. An older answer still comes from {resolvers}; it expires by {time} (UTC) at the latest, and nothing needs to be changed.',
    'find-the-difference':
      'The record is correct, but a different answer comes from {resolvers}, and not because of a cache: look for split DNS, a filter, or a broken DNSSEC signature.',
    'create-record': '{hostname} has no {type} record. Create one with the address {ip} where the name is managed.',
    'check-name':
      'The name {hostname} does not exist. Check the spelling, or create a record of type {type} with the address {ip}.',
    'check-name-servers':
      'The name servers of {hostname} gave no usable answer ({reason}). Check that they run and that the delegation at the registrar names them.',
    'name-servers-unknown':
      "The zone's own name servers could not be asked, so this is based on what resolvers have in their caches.",
    'leads-to-local-name':
      'The DNS of {hostname} leads to {target}, a name of a local network that nobody on the internet can resolve, so it was not followed. Point the name at your address {ip} instead.',
    'ask-later':
      'The name servers of {hostname} get many questions from this server at the moment, so it asked them no more. Try again in a few seconds.',
    'budget-exceeded':
      'Looking up {hostname} takes more DNS queries than one check may send, so this answer is incomplete. The usual causes are name servers that refer to one another in circles, or a long chain of CNAME records.',
    'check-proxy-origin':
      '{hostname} points at {network}, a proxy that passes on web traffic only: check that your address {ip} is set there as the origin. For other ports, switch the proxy off for this name.',
    'ask-over-other-family':
      'Your request came over IPv{came}, and the {type} record holds IPv{asked} addresses, so the two cannot be compared. Send the request over IPv{asked}.',
    'add-other-family':
      '{hostname} has only {present} records, and your request came over IPv{came}. Visitors who use IPv{came} cannot find you: add a record of type {type} with the address {ip}, or send the request over the other IP version to compare.',
    'double-nat':
      'Your router shows {wan}, a private address: another router, or your provider, translates it. Switch that router to bridge mode or forward the port there as well; if there is none, ask your provider for a public address.',
    'carrier-grade-nat':
      'Your router shows {wan}: your provider shares one address among many customers, and no port can be forwarded through it. Ask the provider for a public address, or use IPv6 or a tunnel.',
    'compare-router-address':
      'Your router shows {wan}, but your request came from {ip}. Unless you use a VPN or a second line, your provider translates addresses.',
  },
  ko: {
    title: '내 도메인 확인',
    summary: '내 도메인이 지금 접속한 회선의 공인 IP 주소를 가리키는지 확인하고, 아니라면 원인을 알려 줍니다',
    'use-when':
      'DDNS 주소나 개인 도메인이 지금 우리 집 IP로 연결되는지, 예전 IP로 나오는지(IP가 바뀐 뒤 갱신되었는지) 알고 싶을 때 사용하십시오.',
    'not-for': '내 회선과 관계없는 도메인은 dns-lookup이나 dns-propagation으로 확인하십시오.',
    'headline.match': '{hostname} 도메인이 요청을 보낸 {ip} 주소를 가리킵니다.',
    'headline.mismatch': '{hostname} 도메인이 요청을 보낸 {ip} 주소를 가리키지 않습니다.',
    'headline.propagating': '{hostname} 도메인이 {ip} 주소를 가리키지만, 아직 다른 값을 응답하는 DNS 서버가 있습니다.',
    'headline.proxied': '{hostname} 도메인이 {ip} 주소가 아니라 리버스 프록시를 가리킵니다.',
    'headline.unresolved': '{hostname} 도메인의 {type} 레코드를 찾지 못했습니다.',
    'headline.unanswered': '네임서버가 응답하지 않아 {hostname} 도메인의 {type} 레코드가 {ip} 주소인지 알 수 없습니다.',
    'try-again':
      '{hostname} 도메인의 레코드를 응답한 네임서버가 없습니다. 도메인의 네임서버를 확인하거나 몇 분 뒤에 다시 확인하십시오.',
    'headline.other-family': '{hostname} 도메인과 {ip} 주소는 IP 버전이 달라 비교할 수 없습니다.',
    'label.hostname': 'DDNS 또는 도메인',
    'field.hostname': '지금 접속한 회선을 가리켜야 하는 DDNS 주소나 도메인입니다.',
    'label.recordType': '레코드 유형',
    'field.recordType': 'IPv4는 A, IPv6는 AAAA입니다. 입력하지 않으면 지금 접속한 IP 버전을 따릅니다.',
    'label.routerWanIp': '공유기의 인터넷(WAN) 주소',
    'field.routerWanIp': '공유기 상태 화면에 표시된 인터넷(WAN) 주소입니다. 비교에만 쓰고 접속하지 않습니다.',
    'open-port':
      '{hostname} 도메인이 지금 접속한 회선의 주소를 가리킵니다. 그래도 접속되지 않는다면 포트가 열려 있지 않은 것이므로 공유기에서 포트포워딩을 설정하십시오.',
    'remove-other-records':
      '{hostname} 도메인에 지금 접속한 회선의 주소 외에 다른 {type} 레코드도 있습니다({others}). 일부 접속이 그쪽으로 가므로 삭제하십시오.',
    'update-record':
      '{hostname} 도메인의 {type} 레코드를 {values}에서 {ip} 주소로 바꾸십시오. DDNS가 자동으로 갱신했어야 한다면 동작이 멈췄거나 로그인에 실패하지 않았는지 공유기나 DDNS 클라이언트의 로그를 확인하십시오.',
    'wait-for-caches':
      '레코드는 올바르지만 아직 이전 값을 응답하는 DNS 서버가 있습니다({resolvers}). 늦어도 {time}(UTC)까지는 캐시가 만료되므로 더 바꿀 것은 없습니다.',
    'find-the-difference':
      '레코드는 올바르지만 캐시와 무관하게 다른 값을 응답하는 DNS 서버가 있습니다: {resolvers}. 내부·외부 DNS 분리, 응답 차단, 잘못된 DNSSEC 서명 가운데 하나가 원인입니다.',
    'create-record': '{hostname} 도메인에 {type} 레코드가 없습니다. 도메인 관리 페이지에서 {ip} 주소로 추가하십시오.',
    'check-name': '{hostname} 도메인이 존재하지 않습니다. 철자를 확인하거나 {ip} 주소로 {type} 레코드를 추가하십시오.',
    'check-name-servers':
      '{hostname} 도메인의 네임서버가 제대로 응답하지 않습니다({reason}). 네임서버가 동작하는지, 도메인 등록 업체의 위임 설정에 이 네임서버가 지정되어 있는지 확인하십시오.',
    'name-servers-unknown': '도메인의 네임서버에 직접 확인할 수 없어 DNS 서버에 캐시된 값으로 판단했습니다.',
    'leads-to-local-name':
      '{hostname} 도메인의 DNS가 내부 네트워크용 이름({target})을 가리킵니다. 인터넷에서는 찾을 수 없어 더 조회하지 않았으므로 {ip} 주소를 가리키도록 바꾸십시오.',
    'ask-later':
      '지금 이 서버가 {hostname} 도메인의 네임서버에 보내는 질의가 많아 더 묻지 않았습니다. 몇 초 후에 다시 시도하십시오.',
    'budget-exceeded':
      '{hostname} 도메인의 네임서버를 조회하는 데 필요한 질의 수가 검사 한 번의 한도를 넘어 결과가 완전하지 않습니다. 네임서버끼리 서로 위임하고 있거나 CNAME 레코드가 너무 길게 이어지는 경우가 많습니다.',
    'check-proxy-origin':
      '{hostname} 도메인이 웹 접속만 전달하는 프록시({network})를 가리킵니다. 프록시 설정의 원본 서버에 {ip} 주소가 등록되어 있는지 확인하고, 다른 포트를 쓰려면 이 도메인의 프록시를 끄십시오.',
    'ask-over-other-family':
      '요청은 IPv{came} 주소에서 왔고 {type} 레코드에는 IPv{asked} 주소가 들어가므로 서로 비교할 수 없습니다. IPv{asked} 연결로 다시 요청하십시오.',
    'add-other-family':
      '{hostname} 도메인에는 {present} 레코드만 있는데 요청은 IPv{came} 주소에서 왔습니다. IPv{came} 사용자도 접속할 수 있게 하려면 {ip} 주소로 {type} 레코드를 추가하고, 기존 레코드와 비교하려면 다른 IP 버전으로 다시 요청하십시오.',
    'double-nat':
      '공유기에 표시된 인터넷 주소({wan})는 사설 IP입니다. 상위에 다른 공유기가 있으면 브리지 모드로 바꾸거나 그 공유기에서도 포트포워딩을 설정하고, 없으면 통신사에서 주소를 변환하는 것이므로 공인 IP를 요청하십시오.',
    'carrier-grade-nat':
      '공유기에 표시된 인터넷 주소({wan})는 여러 가입자가 함께 쓰는 통신사 공유 IP(CGNAT)이므로 포트포워딩을 할 수 없습니다. 통신사에 공인 IP를 요청하거나 IPv6 또는 터널을 사용하십시오.',
    'compare-router-address':
      '공유기에 표시된 주소는 {wan}, 서버에서 확인된 주소는 {ip}입니다. VPN이나 다른 회선을 쓰고 있지 않다면 통신사에서 주소를 변환하고 있는 것입니다.',
  },
})
