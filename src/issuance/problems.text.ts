import { defineText } from '../contract/text.ts'

/** The sentence of each problem, by its code and, after a point, its kind: what an authority meets, and where. */
export const problemsText = defineText({
  en: {
    'name-not-public':
      '{name} is not a name of the public internet, so authorities such as Let’s Encrypt issue no certificate for it.',
    'name-not-public.parts': '{name} has {count} parts, and Let’s Encrypt takes names of at most ten.',
    'name-not-public.hyphens':
      'A part of {name} has hyphens as its third and fourth characters. Authorities refuse such names, except for xn--.',
    'no-records': '{name} has neither an A nor an AAAA record, so the authority finds no server to ask.',
    'no-records.unregistered': '{name} does not exist: nobody seems to have registered the domain.',
    'dns-failed': 'The {type} records of {name} cannot be looked up ({status}), so the authority refuses.',
    'dns-failed.one-family':
      'The {type} records of {name} cannot be looked up ({status}). Let’s Encrypt then uses the other address family; other authorities may refuse.',
    'dns-failed.zone': 'The name servers of {name} could not be found from here.',
    'dns-failed.unclear': 'The {type} records of {name} could not be looked up from here ({status}).',
    'dnssec-bogus': 'The DNSSEC signatures of {name} are not valid ({type}), so the authority gets no answer.',
    'reserved-address': '{address} is not a public address, so no authority connects to it.',
    'reserved-address.beside':
      '{address} is not a public address. Some authorities choose one address at random, so some orders would fail.',
    'address-not-checked': 'Port {port} of {address} was not checked: the rules of this server do not allow it.',
    'address-not-checked.limited':
      'Port {port} of {address} was not checked: too many checks of this address are running. Try again in a few seconds.',
    'address-not-checked.no-way':
      'Port {port} of {address} was not checked: this server has no way to that address. It may lack this version of IP.',
    'address-not-checked.unfinished': 'The check of port {port} of {address} was not finished. Try again in a few seconds.',
    'address-not-checked.of-name': 'Nothing was checked on port {port}: the rules or the limits of this server do not allow it.',
    'address-silent': '{address} does not answer on port {port}, so the authority waits in vain.',
    'address-silent.unreachable': '{address} cannot be reached: routers say that nothing is there.',
    'address-silent.some': '{address} does not answer on port {port}. Another address does, so some orders would fail.',
    'address-silent.redirected': 'A redirect leads to {url}, and {address} does not answer on port {port}.',
    'address-refused': '{address} refuses connections to port {port}.',
    'address-refused.some': '{address} refuses connections to port {port}. Another address does not, so some orders would fail.',
    'address-refused.rule':
      'Port {port} of {address} leads to a device on which nothing listens yet. That is enough for a client that listens itself while it orders.',
    'address-refused.redirected': 'A redirect leads to {url}, and {address} refuses connections to port {port}.',
    'addresses-differ': '{address} and {other} answer differently. If only one of them is your server, some orders would fail.',
    'family-broken.ipv6-dead':
      'Over IPv6, {address} does not answer on port {port}. Let’s Encrypt then turns to IPv4; other authorities may not.',
    'family-broken.ipv4-dead':
      'Over IPv4, {address} does not answer on port {port}. Authorities that use IPv6 get through, others do not.',
    'family-broken.ipv6-wrong':
      'IPv4 would do, but authorities ask {address} over IPv6 first, and do not turn to IPv4 after a wrong answer.',
    'family-broken.ipv6-redirect':
      'After the redirect to {url}, authorities begin with IPv6 again. Not all turn to IPv4 if {address} does not answer on port {port}.',
    'redirect-port': '{url} redirects to port {port}, and authorities follow to ports 80 and 443 only.',
    'redirect-scheme': '{url} redirects to {location}, and authorities follow to http and https only.',
    'redirect-loop.many': '{url} is reached only after {count} redirects. Some authorities follow no more than nine.',
    'redirect-loop': '{url} is part of a loop or of too many redirects: authorities follow about ten, and no URL twice.',
    'redirect-status': '{url} redirects with status {status}, which authorities do not follow.',
    'redirect-to-address': '{url} redirects to the address {host} instead of a name, which not every authority follows.',
    'redirect-not-public': '{url} redirects to {host}, which cannot be reached from the internet.',
    'redirect-elsewhere':
      '{url} redirects to {host}, a server at another address that was not asked. The answer to the challenge has to be there.',
    'redirect-invalid': '{url} redirects to a URL that authorities cannot follow: {location}',
    'redirect-invalid.slash': '{url} redirects to {location}, where a slash is missing after the name of the host.',
    'redirect-invalid.no-address': '{url} redirects to {host}, for which no address was found.',
    'wrong-protocol.tls-on-80': '{address} expects HTTPS on port {port}, but authorities begin with plain HTTP there.',
    'wrong-protocol.http-on-443': '{address} speaks plain HTTP on port {port} instead of TLS.',
    'wrong-protocol.not-http': '{address} does not answer on port {port} by HTTP.',
    'wrong-protocol.not-tls': '{address} does not answer on port {port} by TLS.',
    'wrong-protocol.stalled':
      '{address} takes connections to port {port}, but did not answer within a few seconds. Authorities wait longer, about ten.',
    'wrong-protocol.broken': '{address} ends the connection to port {port} without an answer.',
    'challenge-page-caught':
      '{address} has a page even for a challenge that does not exist. Whether it would deliver a real one cannot be told.',
    'challenge-page-caught.login': '{address} asks for a login where the authority looks for the challenge.',
    'challenge-page-caught.forbidden':
      '{address} forbids the path of the challenge (status {status}). It may allow it once the file is there, or forbid it always.',
    'challenge-page-caught.lost':
      '{address} redirects the path of the challenge to another page. If it does so for a file that exists, the authority does not find it.',
    'challenge-page-caught.router': 'At {address}, the page of a router answers on port 80, not your server.',
    'challenge-page-caught.someone-else':
      'Port {port} of {address} does not lead to the computer that listened for the proof: something else answers.',
    'challenge-page-caught.file':
      '{address} has something else in place of the file, so an authority would not get its answer either.',
    'challenge-status.file':
      '{address} does not deliver the file (status {status}), so an authority would not get its answer either.',
    'challenge-status': '{address} answers with status {status}. Whether it would deliver a real challenge cannot be told.',
    proxied: 'In front of {address} is {network}. It has to pass the challenge on to your server.',
    'proxied.tls': 'In front of {address} is {network}, which answers TLS itself: this method never gets to your server.',
    'caa-forbids.nobody': 'The CAA records of {found} forbid all authorities to issue certificates.',
    'caa-forbids': 'The CAA records of {found} allow only {issuers}, and none of these is known to issue by ACME.',
    'caa-forbids.other': 'The CAA records of {found} allow only {issuers}, so Let’s Encrypt refuses.',
    'caa-wildcard.nobody': 'The CAA records of {found} (issuewild) forbid wildcard certificates.',
    'caa-wildcard':
      'For wildcards, the CAA records of {found} (issuewild) allow only {issuers}, and none of these is known to issue by ACME.',
    'caa-wildcard.other': 'For wildcards, the CAA records of {found} (issuewild) allow only {issuers}, so Let’s Encrypt refuses.',
    'caa-critical-unknown': 'A CAA record of {found} is marked as critical, and authorities do not know its tag ({tags}).',
    'caa-method': 'The CAA records of {found} do not allow {method} for {issuer}, only: {methods}',
    'caa-account': 'The CAA records of {found} allow {issuer} for one account only. Order with that account.',
    'wildcard-needs-dns': 'Authorities check wildcard names by DNS-01 only.',
    'challenge-delegated': '{name} is an alias (CNAME) of {target}: the answer to the challenge has to be there.',
    'challenge-delegated.dead': '{name} is an alias (CNAME) of {target}, for which no name server answers.',
    'challenge-delegated.unknown':
      '{name} is an alias (CNAME) of {target}: the answer to the challenge has to be there. Whether name servers answer for it is not known.',
    'challenge-leftover': '{name} still has old values ({count}). A few do no harm.',
    'challenge-leftover.many': '{name} still has {count} old values: too many for some authorities.',
    'lame-name-server': 'The name server {server} does not answer for the zone, so some orders may fail.',
    'lame-name-server.silent': 'The name server {server} does not answer, so some orders may fail.',
    'lame-name-server.no-address': 'The name server {server} has no address, so some orders may fail.',
    'lame-name-server.all': 'None of the name servers answers for the zone ({server}), so no authority can read the challenge.',
    'alpn-not-offered':
      '{address} does not speak acme-tls/1 on port {port}. The program there has to support TLS-ALPN-01, or make room for a client that does.',
    'zone-not-yours': '{name} was lent by a dynamic DNS service ({found}), and few of them let you add the TXT record.',
  },
  ko: {
    'name-not-public':
      '{name} 도메인은 인터넷에서 쓰는 이름이 아니어서 Let’s Encrypt 같은 공인 인증 기관에서 인증서를 발급하지 않습니다.',
    'name-not-public.parts':
      '{name} 도메인은 점으로 나뉜 부분이 {count}개입니다. Let’s Encrypt는 10개를 넘는 이름에 인증서를 발급하지 않습니다.',
    'name-not-public.hyphens':
      '{name} 도메인에 세 번째와 네 번째 글자가 하이픈(--)인 부분이 있습니다. xn--으로 시작하는 이름이 아니면 인증 기관에서 인증서를 발급하지 않습니다.',
    'no-records': '{name} 도메인에 A 레코드와 AAAA 레코드가 모두 없어 인증 기관이 접속할 서버를 찾지 못합니다.',
    'no-records.unregistered': '{name} 도메인이 없습니다. 등록되지 않은 도메인으로 보입니다.',
    'dns-failed': '{name} 도메인의 {type} 레코드를 조회할 수 없어({status}) 인증 기관이 발급을 거절합니다.',
    'dns-failed.one-family':
      '{name} 도메인의 {type} 레코드를 조회할 수 없습니다({status}). Let’s Encrypt는 다른 IP 버전의 주소로 확인하지만 발급을 거절하는 인증 기관도 있을 수 있습니다.',
    'dns-failed.zone': '{name} 도메인의 네임서버를 여기서는 찾지 못했습니다.',
    'dns-failed.unclear': '{name} 도메인의 {type} 레코드를 여기서는 조회하지 못했습니다({status}).',
    'dnssec-bogus': '{name} 도메인의 DNSSEC 서명이 올바르지 않아({type}) 인증 기관이 응답을 받지 못합니다.',
    'reserved-address': '{address} 주소는 공인 IP가 아니어서 인증 기관이 접속할 수 없습니다.',
    'reserved-address.beside':
      '{address} 주소는 공인 IP가 아닙니다. 주소 하나를 무작위로 고르는 인증 기관이 이 주소를 고르면 발급에 실패합니다.',
    'address-not-checked': '이 서버의 규칙 때문에 {address} 주소의 {port}번 포트는 확인하지 않았습니다.',
    'address-not-checked.limited':
      '{address} 주소에 대한 검사가 많아 {port}번 포트는 확인하지 못했습니다. 몇 초 후에 다시 시도하십시오.',
    'address-not-checked.no-way':
      '이 서버에서 {address} 주소로 가는 경로가 없어 {port}번 포트는 확인하지 못했습니다. 이 서버가 해당 IP 버전을 지원하지 않을 수 있습니다.',
    'address-not-checked.unfinished': '{address} 주소의 {port}번 포트는 확인을 마치지 못했습니다. 몇 초 후에 다시 시도하십시오.',
    'address-not-checked.of-name': '이 서버의 규칙이나 한도 때문에 {port}번 포트는 확인하지 않았습니다.',
    'address-silent': '{address} 주소의 {port}번 포트가 응답하지 않아 인증 기관이 도메인을 확인하지 못합니다.',
    'address-silent.unreachable': '{address} 주소에 도달할 수 없습니다. 그곳으로 가는 길이 없다는 응답이 왔습니다.',
    'address-silent.some':
      '{address} 주소의 {port}번 포트가 응답하지 않습니다. 다른 주소는 응답하지만, 인증 기관이 이 주소를 고르면 발급에 실패합니다.',
    'address-silent.redirected': '리디렉션이 {url} 주소로 이어지는데, {address} 주소의 {port}번 포트가 응답하지 않습니다.',
    'address-refused': '{address} 주소에서 {port}번 포트 접속을 거부합니다.',
    'address-refused.some':
      '{address} 주소에서 {port}번 포트 접속을 거부합니다. 다른 주소로는 접속되지만, 인증 기관이 이 주소를 고르면 발급에 실패합니다.',
    'address-refused.rule':
      '{address} 주소의 {port}번 포트는 기기까지 연결되지만 아직 접속을 받는 프로그램이 없습니다. 발급받는 동안 이 포트를 직접 여는 프로그램을 쓴다면 이대로도 됩니다.',
    'address-refused.redirected': '리디렉션이 {url} 주소로 이어지는데, {address} 주소에서 {port}번 포트 접속을 거부합니다.',
    'addresses-differ': '{address} 주소와 {other} 주소의 응답이 다릅니다. 둘 중 하나만 내 서버라면 발급에 실패할 때가 있습니다.',
    'family-broken.ipv6-dead':
      'IPv6 주소 {address}에서 {port}번 포트가 응답하지 않습니다. Let’s Encrypt는 IPv4로 다시 확인하지만 그러지 않는 인증 기관도 있을 수 있습니다.',
    'family-broken.ipv4-dead':
      'IPv4 주소 {address}에서 {port}번 포트가 응답하지 않습니다. IPv6로 확인하는 인증 기관에서만 발급받을 수 있습니다.',
    'family-broken.ipv6-wrong':
      'IPv4로는 문제가 없지만, 인증 기관은 IPv6 주소 {address}에 먼저 접속하며 잘못된 응답을 받으면 IPv4로 다시 확인하지 않습니다.',
    'family-broken.ipv6-redirect':
      '인증 기관은 리디렉션된 {url} 주소에도 IPv6로 먼저 접속합니다. {address} 주소의 {port}번 포트가 응답하지 않을 때 IPv4로 다시 확인할지는 인증 기관마다 다릅니다.',
    'redirect-port': '{url} 주소가 {port}번 포트로 리디렉션되는데, 인증 기관은 80번과 443번 포트로만 따라갑니다.',
    'redirect-scheme': '{url} 주소가 {location} 주소로 리디렉션되는데, 인증 기관은 http와 https로만 따라갑니다.',
    'redirect-loop.many': '{url} 주소까지 리디렉션이 {count}번 이어집니다. 아홉 번까지만 따라가는 인증 기관도 있습니다.',
    'redirect-loop':
      '{url} 주소의 리디렉션이 되풀이되거나 너무 많습니다. 인증 기관은 열 번 정도만 따라가며 같은 주소로 두 번 가지 않습니다.',
    'redirect-status': '{url} 주소의 리디렉션은 인증 기관이 따라가지 않는 종류입니다(상태 코드 {status}).',
    'redirect-to-address': '{url} 주소가 도메인이 아니라 IP 주소({host})로 리디렉션되는데, 따라가지 않는 인증 기관도 있습니다.',
    'redirect-not-public': '{url} 주소가 인터넷에서 접속할 수 없는 곳({host})으로 리디렉션됩니다.',
    'redirect-elsewhere':
      '{url} 주소가 다른 서버({host})로 리디렉션됩니다. 그 서버는 확인하지 않았으며, 인증용 파일이 그 서버에 있어야 합니다.',
    'redirect-invalid': '{url} 주소가 인증 기관이 따라갈 수 없는 주소로 리디렉션됩니다: {location}',
    'redirect-invalid.slash': '{url} 주소가 {location} 주소로 리디렉션되는데, 호스트 이름 뒤에 슬래시(/)가 빠졌습니다.',
    'redirect-invalid.no-address': '{url} 주소가 {host} 호스트로 리디렉션되는데, 그 호스트의 주소를 찾지 못했습니다.',
    'wrong-protocol.tls-on-80': '{address} 주소의 {port}번 포트는 HTTPS만 받는데, 인증 기관은 이 포트에 일반 HTTP로 접속합니다.',
    'wrong-protocol.http-on-443': '{address} 주소의 {port}번 포트가 TLS가 아니라 일반 HTTP로 응답합니다.',
    'wrong-protocol.not-http': '{address} 주소의 {port}번 포트가 HTTP로 응답하지 않습니다.',
    'wrong-protocol.not-tls': '{address} 주소의 {port}번 포트가 TLS로 응답하지 않습니다.',
    'wrong-protocol.stalled':
      '{address} 주소의 {port}번 포트에 접속되었지만 몇 초 동안 응답이 없었습니다. 인증 기관은 더 오래(약 10초) 기다립니다.',
    'wrong-protocol.broken': '{address} 주소의 {port}번 포트가 응답 없이 연결을 끊습니다.',
    'challenge-page-caught':
      '{address} 서버는 존재하지 않는 인증용 파일을 요청해도 다른 페이지를 보냅니다. 실제 파일을 제대로 보내는지는 여기서 알 수 없습니다.',
    'challenge-page-caught.login': '{address} 서버가 인증용 파일의 경로에서 로그인을 요구합니다.',
    'challenge-page-caught.forbidden':
      '{address} 서버가 인증용 파일의 경로를 막고 있습니다(상태 코드 {status}). 파일이 아직 없어서일 수도 있고, 항상 막는 것일 수도 있습니다.',
    'challenge-page-caught.lost':
      '{address} 서버가 인증용 파일의 경로를 다른 페이지로 리디렉션합니다. 실제 파일을 요청할 때도 그렇다면 인증 기관이 파일을 찾지 못합니다.',
    'challenge-page-caught.router': '{address} 주소의 80번 포트에서 내 서버가 아니라 공유기의 페이지가 응답합니다.',
    'challenge-page-caught.someone-else':
      '{address} 주소의 {port}번 포트는 doorstep listen을 실행한 컴퓨터로 연결되지 않고 다른 곳에서 응답합니다.',
    'challenge-page-caught.file':
      '{address} 서버가 요청한 파일이 아니라 다른 내용을 보냅니다. 이대로는 인증 기관도 인증용 파일을 받지 못합니다.',
    'challenge-status.file':
      '{address} 서버가 요청한 파일을 보내지 않습니다(상태 코드 {status}). 이대로는 인증 기관도 인증용 파일을 받지 못합니다.',
    'challenge-status':
      '{address} 서버의 응답이 예상과 다릅니다(상태 코드 {status}). 실제 인증용 파일을 제대로 보내는지는 여기서 알 수 없습니다.',
    proxied: '{address} 서버 앞에 {network} 프록시가 있습니다. 인증 요청이 프록시를 지나 내 서버까지 와야 합니다.',
    'proxied.tls':
      '{address} 서버 앞의 {network} 프록시가 TLS 접속을 직접 처리하므로, 이 방식의 인증 요청은 내 서버까지 오지 않습니다.',
    'caa-forbids.nobody': '{found} 도메인의 CAA 레코드가 모든 인증 기관의 발급을 금지합니다.',
    'caa-forbids':
      '{found} 도메인의 CAA 레코드가 {issuers}에만 발급을 허용하는데, 이 중에 ACME로 발급하는 것으로 알려진 인증 기관이 없습니다.',
    'caa-forbids.other': '{found} 도메인의 CAA 레코드가 {issuers}에만 발급을 허용하므로 Let’s Encrypt는 발급을 거절합니다.',
    'caa-wildcard.nobody': '{found} 도메인의 CAA 레코드(issuewild)가 와일드카드 인증서를 금지합니다.',
    'caa-wildcard':
      '{found} 도메인의 CAA 레코드(issuewild)가 와일드카드 인증서를 {issuers}에만 허용하는데, 이 중에 ACME로 발급하는 것으로 알려진 인증 기관이 없습니다.',
    'caa-wildcard.other':
      '{found} 도메인의 CAA 레코드(issuewild)가 와일드카드 인증서를 {issuers}에만 허용하므로 Let’s Encrypt는 발급을 거절합니다.',
    'caa-critical-unknown':
      '{found} 도메인에 필수(critical)로 표시된 CAA 레코드가 있는데, 인증 기관이 모르는 태그({tags})라서 발급을 거절합니다.',
    'caa-method': '{found} 도메인의 CAA 레코드는 {issuer} 인증 기관에 {method} 방식을 허용하지 않습니다. 허용된 방식: {methods}',
    'caa-account':
      '{found} 도메인의 CAA 레코드는 {issuer} 인증 기관의 특정 계정에만 발급을 허용합니다. 그 계정으로 발급받으십시오.',
    'wildcard-needs-dns': '와일드카드 인증서는 DNS-01 방식으로만 발급받을 수 있습니다.',
    'challenge-delegated': '{name} 이름이 {target} 이름의 별칭(CNAME)이므로, 인증 값은 그곳에 넣어야 합니다.',
    'challenge-delegated.dead': '{name} 이름이 {target} 이름의 별칭(CNAME)인데, 그 이름에 응답하는 네임서버가 없습니다.',
    'challenge-delegated.unknown':
      '{name} 이름이 {target} 이름의 별칭(CNAME)이므로, 인증 값은 그곳에 넣어야 합니다. 그 이름에 응답하는 네임서버가 있는지는 확인하지 못했습니다.',
    'challenge-leftover': '{name} 이름에 예전 값이 남아 있습니다({count}개). 몇 개 정도는 괜찮습니다.',
    'challenge-leftover.many': '{name} 이름에 예전 값이 너무 많이 남아 있어({count}개) 확인하지 못하는 인증 기관도 있습니다.',
    'lame-name-server': '네임서버({server})가 이 도메인에 대해 응답하지 않아 발급에 실패할 때가 있습니다.',
    'lame-name-server.silent': '네임서버({server})가 응답하지 않아 발급에 실패할 때가 있습니다.',
    'lame-name-server.no-address': '네임서버({server})의 주소가 없어 발급에 실패할 때가 있습니다.',
    'lame-name-server.all':
      '이 도메인에 대해 응답하는 네임서버가 하나도 없어({server}) 인증 기관이 인증 값을 확인할 수 없습니다.',
    'alpn-not-offered':
      '{address} 주소의 {port}번 포트가 acme-tls/1 프로토콜을 지원하지 않습니다. 이 방식은 TLS-ALPN-01을 지원하는 프로그램이 이 포트를 쓸 때만 됩니다. 발급받는 동안만 써도 됩니다.',
    'zone-not-yours':
      '{name} 도메인은 DDNS 서비스({found})에서 제공하는 이름입니다. TXT 레코드를 추가할 수 있는 DDNS 서비스는 많지 않습니다.',
  },
})
