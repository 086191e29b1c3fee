import { defineText } from '../contract/text.ts'

export const admitText = defineText({
  en: {
    'not-an-address':
      'The field "{field}" is not an IP address. Write IPv4 as four decimal numbers (8.8.8.8) or IPv6 as in 2001:4860:4860::8888, without a zone id.',
    'not-public':
      '{address} belongs to {block}, {name} ({rfc}), so it is not a public address. Give a globally reachable address.',
    'not-public-unlisted':
      '{address} belongs to {block}, {name}, so it is not a public address. Give a globally reachable address.',
    outside:
      '{address} is outside 2000::/3, the only part of IPv6 that is on the public internet (RFC 4291). Give a globally reachable address.',
    isatap:
      '{address} is an ISATAP address, which carries an IPv4 address (RFC 5214). Give a globally reachable address instead.',
    denied: 'The operator of this server has blocked {address}.',
    'not-a-name':
      'The field "{field}" is not a domain name. Write it as example.com, in any script, without http://, a port or a path.',
    'not-a-host-name':
      '"{name}" cannot be the name of a host: between its dots there may be letters, digits and hyphens, and no hyphen at the beginning or the end. Write a name such as home.example.com.',
    'name-is-an-address':
      'The field "{field}" holds an IP address, not a domain name. To find the names of an address, use reverse-dns.',
    'single-label':
      '"{name}" is a single label, which only a local network can resolve. Give a full domain name such as example.com.',
    'local-name':
      '"{name}" ends in .{suffix}, which is reserved for local networks and never resolves on the public internet ({rfc}). Give a public domain name.',
    'local-name-unlisted':
      '"{name}" ends in .{suffix}, which is used inside local networks and never resolves on the public internet. Give a public domain name.',
    'not-delegated':
      '"{name}" ends in .{suffix}, which is not a top-level domain of the public internet (IANA, {date}), so only a local network can resolve it. Check the spelling, or give a public domain name. If .{suffix} is newer than that, the operator of this server has to update it.',
    'not-served': 'This server only checks names under {domains}, and "{name}" is not one of them.',
    'requester-not-public':
      'Your request came from {address} ({name}), which is not an address on the public internet. Send the request from the connection you want to check. If this server is behind a reverse proxy, its operator must list the proxy in --trusted-proxies.',
    'requester-denied': 'The operator of this server has blocked requests from {address}.',
    'requester-unnamed':
      'Your request came through a reverse proxy that does not say who sent it, or over a socket file, so there is no address to check. Only the operator of this server can fix that: the log says what is missing.',
    own: '{address} is an address of this server itself, which cannot be a target. Give the address of another host.',
    'not-a-host':
      'The field "{field}" is neither a host name nor an IP address. Write a name such as example.com, IPv4 as four decimal numbers, or IPv6, without http://, a port or a path.',
    'not-a-url':
      'The field "{field}" is not a URL that this server can request. Write it as https://example.com/path, with http or https, without a user name, a backslash or control characters.',
    'reverse-name':
      '"{name}" is a name for looking up an address, not a host. Give the host, or use dns-lookup to look up this name.',
    'found-not-public':
      '"{host}" resolves to an address that is not public: {name} ({rfc}). All addresses of a host must be public.',
    'found-not-public-unlisted':
      '"{host}" resolves to an address that is not public: {name}. All addresses of a host must be public.',
    'found-own': '"{host}" resolves to this server itself, which cannot be a target.',
    'found-local-name':
      'The CNAME records of "{host}" lead to a name that belongs to a local network and cannot be resolved on the public internet. Give a host whose records lead to a public address.',
    'found-denied': '"{host}" resolves to an address that the operator of this server has blocked.',
    'port-not-allowed':
      'This server does not connect to port {port} on other hosts (not allowed: {denied}). Choose another port.',
    'fixed-port-not-allowed':
      'This needs port {port}, and this server does not connect to that port on other hosts (not allowed: {denied}). Only its operator can allow it.',
    unresolvable: '"{host}" has no address ({status}). Check the spelling, or use dns-lookup to see which records the name has.',
    unresolved:
      'The addresses of "{host}" could not be looked up ({status}). Try again, or use dns-lookup to see what is wrong with the name.',
    'requester-own':
      'Your request came from {address}, an address of this server itself. Send the request from the connection you want to check.',
  },
  ko: {
    'not-an-address':
      '"{field}" 필드의 값이 IP 주소가 아닙니다. IPv4는 8.8.8.8처럼 십진수 네 개로, IPv6는 2001:4860:4860::8888처럼 영역 ID 없이 입력하십시오.',
    'not-public':
      '{address} 주소는 {block} 대역({name}, {rfc})에 속하므로 인터넷에서 접근할 수 없습니다. 공인 IP 주소를 입력하십시오.',
    'not-public-unlisted':
      '{address} 주소는 {block} 대역({name})에 속하므로 인터넷에서 접근할 수 없습니다. 공인 IP 주소를 입력하십시오.',
    outside:
      '{address} 주소는 IPv6 공인 대역인 2000::/3 밖에 있으므로(RFC 4291) 인터넷에서 접근할 수 없습니다. 공인 IP 주소를 입력하십시오.',
    isatap: '{address} 주소는 IPv4 주소를 담은 ISATAP 주소입니다(RFC 5214). 일반 공인 IP 주소를 입력하십시오.',
    denied: '이 서버의 운영자가 {address} 주소에는 접근하지 못하도록 설정했습니다.',
    'not-a-name':
      '"{field}" 필드의 값이 도메인 이름이 아닙니다. http://, 포트, 경로 없이 example.com 형식으로 입력하십시오. 한글 도메인도 입력할 수 있습니다.',
    'not-a-host-name':
      '"{name}"은(는) 호스트 이름으로 쓸 수 없습니다. 점과 점 사이에는 글자, 숫자, 하이픈만 쓸 수 있으며 하이픈으로 시작하거나 끝낼 수 없습니다. home.example.com 같은 이름을 입력하십시오.',
    'name-is-an-address':
      '"{field}" 필드에 도메인 이름이 아니라 IP 주소가 들어 있습니다. IP 주소에 연결된 이름을 찾으려면 reverse-dns를 사용하십시오.',
    'single-label':
      '"{name}"에는 점이 없어 내부 네트워크에서만 찾을 수 있습니다. example.com처럼 전체 도메인 이름을 입력하십시오.',
    'local-name':
      '"{name}" 이름은 내부 네트워크 전용 도메인(.{suffix})에 속하므로 인터넷에서 찾을 수 없습니다({rfc}). 공개 도메인 이름을 입력하십시오.',
    'local-name-unlisted':
      '"{name}" 이름은 내부 네트워크에서 쓰는 도메인(.{suffix})에 속하므로 인터넷에서 찾을 수 없습니다. 공개 도메인 이름을 입력하십시오.',
    'not-delegated':
      '"{name}" 이름의 최상위 도메인(.{suffix})은 {date} 현재 인터넷에 없으므로(IANA) 내부 네트워크에서만 찾을 수 있습니다. 철자를 확인하거나 공개 도메인 이름을 입력하십시오. 그 뒤에 새로 생긴 최상위 도메인이라면 이 서버의 운영자가 서버를 업데이트해야 합니다.',
    'not-served': '이 서비스는 다음 도메인과 그 하위 도메인만 확인합니다: {domains}. "{name}" 도메인은 여기에 속하지 않습니다.',
    'requester-not-public':
      '요청을 보낸 주소({address}, {name})는 인터넷에서 쓰이는 공인 IP 주소가 아닙니다. 확인하려는 회선에서 직접 요청하십시오. 서버 앞에 리버스 프록시가 있다면 운영자가 --trusted-proxies 옵션으로 지정해야 합니다.',
    'requester-denied': '이 서버의 운영자가 {address} 주소에서 온 요청을 허용하지 않습니다.',
    'requester-unnamed':
      '서버 앞의 리버스 프록시가 요청을 보낸 주소를 알려 주지 않거나 요청이 소켓 파일로 들어와, 확인할 주소를 알 수 없습니다. 서버 운영자만 고칠 수 있으며, 빠진 설정은 서버 로그에 나옵니다.',
    own: '{address} 주소는 이 서버 자신의 주소이므로 대상이 될 수 없습니다. 다른 호스트의 주소를 입력하십시오.',
    'not-a-host':
      '"{field}" 필드의 값이 호스트 이름도 IP 주소도 아닙니다. http://, 포트, 경로 없이 example.com 같은 이름이나 IPv4(십진수 네 개) 또는 IPv6 주소를 입력하십시오.',
    'not-a-url':
      '"{field}" 필드의 값은 요청할 수 있는 URL이 아닙니다. http 또는 https로 시작하고 사용자 이름, 백슬래시, 제어 문자가 없는 https://example.com/path 형식으로 입력하십시오.',
    'reverse-name':
      '"{name}" 이름은 IP 주소를 조회할 때 쓰는 역방향 이름이며 호스트가 아닙니다. 호스트 이름을 입력하거나 dns-lookup으로 이 이름을 조회하십시오.',
    'found-not-public':
      '"{host}" 호스트의 주소 가운데 인터넷에서 접근할 수 없는 주소({name}, {rfc})가 있습니다. 모든 주소가 공인 IP여야 합니다.',
    'found-not-public-unlisted':
      '"{host}" 호스트의 주소 가운데 인터넷에서 접근할 수 없는 주소({name})가 있습니다. 모든 주소가 공인 IP여야 합니다.',
    'found-own': '"{host}" 호스트는 이 서버 자신을 가리키므로 대상이 될 수 없습니다.',
    'found-local-name':
      '"{host}" 호스트의 CNAME 레코드가 내부 네트워크용 이름으로 이어지므로 인터넷에서 접근할 수 없습니다. 공인 IP 주소로 이어지는 호스트를 입력하십시오.',
    'found-denied': '"{host}" 호스트의 주소 가운데 이 서버의 운영자가 접근을 막은 주소가 있습니다.',
    'port-not-allowed':
      '이 서버에서는 다른 호스트의 {port}번 포트에 접속할 수 없습니다(허용되지 않는 포트: {denied}). 다른 포트를 입력하십시오.',
    'fixed-port-not-allowed':
      '이 검사에는 {port}번 포트가 필요하지만, 이 서버에서는 다른 호스트의 해당 포트에 접속할 수 없습니다(허용되지 않는 포트: {denied}). 포트 허용은 서버 운영자에게 문의하십시오.',
    unresolvable:
      '"{host}" 호스트에 연결된 IP 주소가 없습니다({status}). 철자를 확인하거나 dns-lookup으로 레코드를 조회하십시오.',
    unresolved: '"{host}" 호스트의 IP 주소를 알아내지 못했습니다({status}). 다시 시도하거나 dns-lookup으로 원인을 확인하십시오.',
    'requester-own': '요청을 보낸 주소({address})가 이 서버 자신의 주소입니다. 확인하려는 회선에서 직접 요청하십시오.',
  },
})

export const pairText = defineText({
  en: {
    'pair-foreign':
      'The field "{field}" is not a token that this server made. Get a new one from GET /api/pair of the same server over IPv{other}, and send it unchanged. If several instances answer under one name, their operator has to give them the same --pair-secret.',
    'pair-expired':
      'The token in the field "{field}" has expired: it is valid for five minutes. Get a new one from GET /api/pair over IPv{other}.',
    'pair-own-family':
      'The token in the field "{field}" is for {address}, the same version of IP as the address your request came from ({requester}). Get one from GET /api/pair over IPv{other}.',
    'pair-not-allowed':
      'The token in the field "{field}" is for {address}, which this server may not check. Leave it out, or get one over a connection with a public address.',
    'pair-two-addresses':
      'The token in the field "{field}" is for a different address than the first one. One address of the other version of IP is checked at a time, so leave it out.',
  },
  ko: {
    'pair-foreign':
      '"{field}" 필드의 값이 이 서버에서 만든 토큰이 아닙니다. IPv{other} 연결에서 같은 서버의 GET /api/pair를 요청해 토큰을 새로 받고, 받은 그대로 보내십시오. 같은 이름으로 여러 인스턴스를 실행한다면 운영자가 --pair-secret 옵션에 모두 같은 값을 지정해야 합니다.',
    'pair-expired':
      '"{field}" 필드의 토큰이 만료되었습니다. 토큰은 5분 동안만 쓸 수 있습니다. IPv{other} 연결에서 GET /api/pair를 요청해 새로 받으십시오.',
    'pair-own-family':
      '"{field}" 필드의 토큰은 {address} 주소에 발급된 것으로, 요청을 보낸 주소({requester})와 IP 버전이 같습니다. IPv{other} 연결에서 GET /api/pair를 요청해 받으십시오.',
    'pair-not-allowed':
      '"{field}" 필드의 토큰은 {address} 주소에 발급된 것이며, 이 서버에서는 그 주소를 확인할 수 없습니다. 토큰을 빼고 요청하거나 공인 IP 주소를 쓰는 회선에서 새로 받으십시오.',
    'pair-two-addresses':
      '"{field}" 필드의 토큰이 첫 번째 토큰과 다른 주소에 발급된 것입니다. 다른 IP 버전의 주소는 한 번에 하나만 확인하므로 이 토큰을 빼고 요청하십시오.',
  },
})
