import { defineText, inBoth } from '../contract/text.ts'

const WORDS = inBoth({
  'for-http-01': ['For HTTP-01 instead: {step}', 'HTTP-01 방식을 쓰려면: {step}'],
  'use-dns-01': ['Use DNS-01: it needs no open port.', 'DNS-01 방식을 사용하십시오. 포트를 열지 않아도 됩니다.'],
  'use-certbot': ['With certbot: {line}', 'certbot 명령: {line}'],
  'use-caddy': ['With Caddy: {line}', 'Caddy 설정: {line}'],
  'use-acme-sh': ['With acme.sh: {line}', 'acme.sh 명령: {line}'],
  'use-public-name.other': ['Choose another name.', '다른 도메인을 사용하십시오.'],
  'allow-authority': ['Add this CAA record: {record}', '다음 CAA 레코드를 추가하십시오: {record}'],
  'allow-method': ['Change the CAA record to: {record}', 'CAA 레코드를 다음과 같이 바꾸십시오: {record}'],
  'check-by-dns': ['Check by DNS-01 too.', 'DNS-01 방식도 확인하십시오.'],
  'delete-leftovers': ['Delete the old TXT records of {name}.', '{name} 이름에 남아 있는 예전 TXT 레코드를 삭제하십시오.'],
})

/** The next actions, by code; those of the second kind are sent under the code before the point. */
export const issuanceText = defineText({
  en: {
    ...WORDS.en,
    'use-tls-alpn-01': 'Use TLS-ALPN-01: it needs port 443 only.',
    'use-dns-01.manual': 'Use DNS-01: it needs no open port. Each renewal needs a new TXT record, by hand.',
    'register-domain': 'Check the spelling of {name}, and whether the domain is registered and paid for.',
    'add-record': 'Create an A record for {name} with the public address of your server.',
    'use-public-name': 'Use a name of a domain that you have registered, or of a dynamic DNS service.',
    'use-own-domain':
      'Use a name of a domain that you have registered, or one of DuckDNS or deSEC: there you can add TXT records.',
    'mend-dns': 'Check at your DNS provider why the name servers give no answer for {name}.',
    'mend-dnssec':
      'Compare the DS record at your registrar with the keys at your DNS provider. If you have just moved the domain, remove the old DS record.',
    'correct-address': 'Change the {type} record of {name} from {address} to the public address of your server, or delete it.',
    'mend-ipv6': 'Let the server answer on port {port} at {address} as well, or delete the AAAA record of {name}.',
    'mend-ipv4': 'Open port {port} over IPv4 as well ({address}), or delete the A record of {name}.',
    'check-address':
      'Check the {type} record of {name} first: {address} has to be the address of your server. If it is, see that the server is connected.',
    'open-port': 'Start the server, and open port {port} at {address}: in its firewall and, at home, in the router.',
    'open-port.elsewhere':
      'If the server is at your home, change the record first: {name} leads to {address}, and you are at {ip}. Otherwise start the server, and open port {port} in its firewall.',
    'provider-blocks-port': '{provider} blocks port {port} on its lines. Use {others} instead.',
    'provider-blocks-port.sometimes':
      '{provider} blocks port {port} on some of its lines. If it does on yours, use {others} instead.',
    'prove-by-listening':
      'To be certain, listen on port {port} of the server: doorstep listen {port} --hostname {name} --server URL',
    'prove-by-file':
      'To be certain, make a file on the server and check again with --file {file}. /var/www/html stands for the folder that it shows on port 80: {line}',
    'prove-by-file.nginx':
      'To be certain, make a file on the server and check again with --file {file}. /var/www/html stands for the folder that nginx shows on port 80; if it passes everything on to a program, put in the lines for nginx first: {line}',
    'prove-by-file.caddy':
      'To be certain, type this, put import {imported} into the site {name} of the Caddyfile, reload Caddy, and check again with --file {file}: {line}',
    'prove-by-file.npm':
      'To be certain, type this in the folder with the compose file of Nginx Proxy Manager, and check again with --file {file}: {line}',
    'place-file':
      'See that the file is where the web server looks for it on port 80, in .well-known/acme-challenge/, and that the hash is that of its content.',
    'one-server': 'Let {address} and {other} lead to the same server, or delete the record of the other one.',
    'except-challenge':
      'Let the web server deliver /.well-known/acme-challenge/ itself: without a redirect, a login or a page of a program.',
    'except-challenge.by-client':
      'Order with certbot --{server}: it gets past redirects, logins and pages of this web server by itself.',
    'answer-there': 'Order the certificate on the server of {host}, or leave /.well-known/acme-challenge/ out of the redirect.',
    'add-slash': 'Add the missing slash in the redirect: https://{name}/',
    'speak-http': 'Let the server answer plain HTTP on port {port}, if only with a redirect to https://{name}/.',
    'speak-tls': 'Switch on TLS for port {port} in the server, or forward the port to the one that has TLS.',
    'look-at-server': 'Look at the log of the server on port {port} of {address}.',
    'pass-challenge-on': 'Let {network} pass on /.well-known/acme-challenge/ unchanged, or use DNS-01.',
    'go-around-proxy': 'Use DNS-01, or switch the proxy off for {name}. {network} has certificates of its own.',
    'remove-critical': 'Delete the CAA record with the tag {tags} at {found}, or its critical flag.',
    'mend-delegation': 'Delete the alias {name}, or see to it that name servers answer for {target}.',
    'mend-name-servers': 'Set up the zone on {server}, or take that name server out of the list at your registrar.',
    'make-room': 'Use a program on port 443 that knows TLS-ALPN-01, such as Caddy, or stop the one there while a client orders.',
  },
  ko: {
    ...WORDS.ko,
    'use-tls-alpn-01': 'TLS-ALPN-01 방식을 사용하십시오. 443번 포트만 열려 있으면 됩니다.',
    'use-dns-01.manual':
      'DNS-01 방식을 사용하십시오. 포트를 열지 않아도 되지만, 갱신할 때마다 TXT 레코드를 직접 바꾸어야 합니다.',
    'register-domain': '{name} 도메인의 철자가 맞는지, 등록되어 있고 만료되지 않았는지 확인하십시오.',
    'add-record': '{name} 도메인에 서버의 공인 IP를 가리키는 A 레코드를 추가하십시오.',
    'use-public-name': '직접 등록한 도메인이나 DDNS 서비스의 이름을 사용하십시오.',
    'use-own-domain': 'TXT 레코드를 추가할 수 있도록 직접 등록한 도메인이나 DuckDNS, deSEC의 이름을 사용하십시오.',
    'mend-dns': '{name} 도메인의 네임서버가 응답하지 않는 이유를 네임서버 업체에 확인하십시오.',
    'mend-dnssec':
      '도메인 등록 업체의 DS 레코드와 네임서버 업체의 DNSSEC 키를 비교하십시오. 최근에 네임서버를 옮겼다면 예전 DS 레코드를 삭제하십시오.',
    'correct-address': '{name} 도메인의 {type} 레코드를 {address} 대신 서버의 공인 IP로 바꾸거나 삭제하십시오.',
    'mend-ipv6': '서버가 {address} 주소의 {port}번 포트에서도 응답하게 하거나, {name} 도메인의 AAAA 레코드를 삭제하십시오.',
    'mend-ipv4': 'IPv4 주소({address})의 {port}번 포트도 열거나, {name} 도메인의 A 레코드를 삭제하십시오.',
    'check-address':
      '먼저 {name} 도메인의 {type} 레코드를 확인하십시오. {address} 주소가 서버의 주소가 맞아야 합니다. 맞다면 서버가 인터넷에 연결되어 있는지 확인하십시오.',
    'open-port':
      '서버를 실행하고, 서버의 방화벽에서 {address} 주소의 {port}번 포트를 여십시오. 집에 있는 서버라면 공유기에서도 여십시오.',
    'open-port.elsewhere':
      '집에 있는 서버라면 레코드부터 고치십시오({name} 도메인의 주소: {address}, 지금 회선의 주소: {ip}). 다른 곳의 서버라면 서버를 실행하고 서버의 방화벽에서 {port}번 포트를 여십시오.',
    'provider-blocks-port': '통신사({provider})가 {port}번 포트를 막고 있으니 {others} 방식을 사용하십시오.',
    'provider-blocks-port.sometimes':
      '통신사({provider})가 {port}번 포트를 막는 회선이 있습니다. 막혀 있다면 {others} 방식을 사용하십시오.',
    'prove-by-listening':
      '서버의 {port}번 포트에서 직접 확인하면 확실히 알 수 있습니다: doorstep listen {port} --hostname {name} --server URL',
    'prove-by-file':
      '확실히 알아보려면 서버에 파일을 만들고 --file {file} 옵션으로 다시 확인하십시오. /var/www/html 대신 80번 포트의 웹 서버가 사용하는 폴더(문서 루트)를 입력하십시오: {line}',
    'prove-by-file.nginx':
      '확실히 알아보려면 서버에 파일을 만들고 --file {file} 옵션으로 다시 확인하십시오. /var/www/html 대신 80번 포트의 nginx가 사용하는 폴더(root)를 입력하십시오. 모든 요청을 다른 프로그램으로 넘긴다면 nginx 설정부터 추가하십시오: {line}',
    'prove-by-file.caddy':
      '확실히 알아보려면 다음 명령을 실행하고, Caddyfile의 {name} 사이트에 import {imported} 줄을 추가한 뒤 Caddy 설정을 다시 불러오고, --file {file} 옵션으로 다시 확인하십시오: {line}',
    'prove-by-file.npm':
      '확실히 알아보려면 Nginx Proxy Manager의 compose 파일이 있는 폴더에서 다음 명령을 실행하고 --file {file} 옵션으로 다시 확인하십시오: {line}',
    'place-file':
      '파일이 80번 포트의 웹 서버가 사용하는 폴더의 .well-known/acme-challenge/ 안에 있는지, 해시가 파일 내용의 해시와 같은지 확인하십시오.',
    'one-server': '{address} 주소와 {other} 주소가 같은 서버로 연결되게 하거나, 다른 서버의 레코드를 삭제하십시오.',
    'except-challenge':
      '웹 서버에서 /.well-known/acme-challenge/ 경로를 예외로 설정하여, 리디렉션이나 로그인, 다른 페이지 없이 파일을 그대로 보내게 하십시오.',
    'except-challenge.by-client':
      'certbot --{server} 명령으로 발급받으십시오. 이 웹 서버에 리디렉션이나 로그인, 다른 페이지가 있어도 인증용 파일을 보냅니다.',
    'answer-there': '{host} 서버에서 인증서를 발급받거나, 리디렉션에서 /.well-known/acme-challenge/ 경로를 제외하십시오.',
    'add-slash': '리디렉션 주소에 빠진 슬래시(/)를 넣으십시오: https://{name}/',
    'speak-http': '서버가 {port}번 포트에서 일반 HTTP로 응답하게 하십시오. https://{name}/ 주소로 리디렉션만 해도 됩니다.',
    'speak-tls': '서버의 {port}번 포트에서 TLS를 켜거나, TLS를 쓰는 포트로 포워딩하십시오.',
    'look-at-server': '{address} 주소의 {port}번 포트를 쓰는 서버의 로그를 확인하십시오.',
    'pass-challenge-on':
      '{network} 프록시가 /.well-known/acme-challenge/ 경로를 그대로 전달하게 하십시오. 그럴 수 없으면 DNS-01 방식을 사용하십시오.',
    'go-around-proxy':
      'DNS-01 방식을 사용하거나 {name} 도메인의 프록시를 끄십시오. {network}에서 제공하는 인증서를 쓸 수도 있습니다.',
    'remove-critical': '{found} 도메인에서 {tags} 태그의 CAA 레코드를 삭제하거나, 필수(critical) 표시를 해제하십시오.',
    'mend-delegation': '{name} 이름의 CNAME 레코드를 삭제하거나, {target} 이름에 대해 네임서버가 응답하게 하십시오.',
    'mend-name-servers': '네임서버({server})에 이 도메인을 설정하거나, 도메인 등록 업체의 목록에서 그 네임서버를 빼십시오.',
    'make-room':
      '443번 포트에서 TLS-ALPN-01을 지원하는 프로그램(Caddy 등)을 쓰거나, 발급받는 동안 지금 이 포트를 쓰는 프로그램을 멈추십시오.',
  },
})

const NOTES = inBoth({
  'web-server': ['It uses the web server that runs already.', '이미 실행 중인 웹 서버를 사용합니다.'],
  caddyfile: ['localhost:8080 stands for where your program listens.', 'localhost:8080 대신 내 프로그램의 주소를 입력하십시오.'],
  keys: ['Put in your own keys of {provider}.', '{provider}에서 받은 API 키를 입력하십시오.'],
  account: ['Put in the account keys (EAB) that {authority} gives you.', '{authority}에서 받은 계정 키(EAB)를 입력하십시오.'],
  'nginx-exception': ['Put this into the server block for port 80.', '80번 포트의 server 블록에 넣으십시오.'],
  'caddy-exception': ['Put this into the site for port 80, before everything else.', '80번 포트 사이트의 맨 앞에 넣으십시오.'],
  'apache-redirect': ['Put this in place of the redirect.', '지금의 리디렉션 대신 넣으십시오.'],
})

/** The notes about lines, for whoever is about to type them: one sentence each. */
export const commandsText = defineText({
  en: {
    ...NOTES.en,
    webroot: '/var/www/html stands for the folder that the web server shows on port 80.',
    standalone: 'It listens on port 80 itself, so nothing else may meanwhile.',
    'standalone-tls': 'It listens on port 443 itself, so nothing else may meanwhile.',
    test: 'This is a rehearsal: if it succeeds, take out --dry-run.',
    'test-acme-sh': 'This is a rehearsal: if it succeeds, put --server letsencrypt --force in place of --staging.',
    'caddy-instead': 'Caddy replaces the web server that runs now; localhost:8080 stands for your program.',
    'caddy-keys': 'It takes the keys of {provider} from its environment; localhost:8080 stands for your program.',
    plugin: 'Install {plugin} first, and put the key of {provider} into the file.',
    'plugin-only': 'Install {plugin} first, and give it the key of {provider}.',
    'keys-unnamed': 'The page of acme.sh on its DNS modules says which keys of {provider} it needs.',
    manual: 'It shows the TXT record to create, and renews nothing by itself.',
    'manual-twice':
      'The first line shows the TXT record to create; the second is for when it is there. It renews nothing by itself.',
    zone: 'A form asks for the parts of this line one by one.',
    'nginx-redirect': 'Put this into the server block for port 80, in place of its redirect.',
  },
  ko: {
    ...NOTES.ko,
    webroot: '/var/www/html 대신 80번 포트의 웹 서버가 사용하는 폴더(문서 루트)를 입력하십시오.',
    standalone: '실행하는 동안 80번 포트를 직접 쓰므로 다른 프로그램이 쓰고 있으면 안 됩니다.',
    'standalone-tls': '실행하는 동안 443번 포트를 직접 쓰므로 다른 프로그램이 쓰고 있으면 안 됩니다.',
    test: '시험용 명령입니다. 성공하면 --dry-run 옵션을 빼고 실제 인증서를 발급받으십시오.',
    'test-acme-sh':
      '시험용 명령입니다. 성공하면 --staging 대신 --server letsencrypt --force 옵션을 넣어 실제 인증서를 발급받으십시오.',
    'caddy-instead': '지금 실행 중인 웹 서버 대신 Caddy를 사용합니다. localhost:8080 대신 내 프로그램의 주소를 입력하십시오.',
    'caddy-keys': '{provider} API 키를 Caddy의 환경 변수에 설정하십시오. localhost:8080 대신 내 프로그램의 주소를 입력하십시오.',
    plugin: '먼저 {plugin} 플러그인을 설치하고, 명령에 적힌 파일에 {provider} API 키를 저장하십시오.',
    'plugin-only': '먼저 {plugin} 플러그인을 설치하고, {provider} API 키를 설정하십시오.',
    'keys-unnamed': '필요한 {provider} API 키는 acme.sh의 DNS 모듈 안내에서 확인하십시오.',
    manual: '실행하면 추가할 TXT 레코드가 나타납니다. 이 방법으로는 인증서가 자동으로 갱신되지 않습니다.',
    'manual-twice':
      '첫 번째 명령을 실행하면 추가할 TXT 레코드가 나타납니다. 레코드를 추가한 뒤 두 번째 명령을 실행하십시오. 인증서가 자동으로 갱신되지 않습니다.',
    zone: '존 파일의 한 줄입니다. 설정 화면에서는 항목별로 나누어 입력합니다.',
    'nginx-redirect': '80번 포트의 server 블록에 있는 리디렉션 대신 넣으십시오.',
  },
})

/** The drawing of whether a certificate will come. */
export const toldText = defineText(
  inBoth({
    'would-work': ['Would work', '발급 가능'],
    'would-fail': ['Would fail', '발급 불가'],
    'cannot-tell': ['Cannot tell', '알 수 없음'],
    best: ['Best way', '추천'],
    name: ['Name', '도메인'],
    caa: ['CAA records', 'CAA 레코드'],
    address: ['Addresses', 'IP 주소'],
    'http-port': ['Port 80', '80번 포트'],
    'tls-port': ['Port 443', '443번 포트'],
    'http-answer': ['Answer to the challenge', '인증 요청에 대한 응답'],
    'tls-answer': ['Handshake for the challenge', '인증용 TLS 핸드셰이크'],
    servers: ['Name servers', '네임서버'],
    record: ['Record _acme-challenge', '_acme-challenge 레코드'],
    'caa-none': ['There are none: any authority may issue.', '레코드가 없어 어느 인증 기관에서나 발급받을 수 있습니다.'],
    'caa-open': ['Those of {name} let any authority issue.', '{name} 도메인의 레코드는 인증 기관을 제한하지 않습니다.'],
    'caa-only': ['Those of {name} allow only {issuers}.', '{name} 도메인의 레코드가 허용하는 인증 기관: {issuers}'],
    'caa-many': ['Authorities that those of {name} allow: {count}.', '{name} 도메인의 레코드가 허용하는 인증 기관: {count}곳'],
    'because-name': ['The name stands in the way.', '도메인에서 막혀 있습니다.'],
    'because-caa': ['The CAA records stand in the way.', 'CAA 레코드에서 막혀 있습니다.'],
    'zone-file': ['DNS record to create or change', '추가하거나 바꿀 DNS 레코드'],
    addresses: ['What each address answered', '주소별 응답'],
    'alert-number': ['TLS alert {number}', 'TLS 경고 {number}'],
    response: ['answers', '응답함'],
    proof: ['answers with the proof of the key', '증명 키로 응답함'],
    refused: ['refused', '연결 거부됨'],
    silent: ['no answer', '응답 없음'],
    unreachable: ['unreachable', '도달할 수 없음'],
    limited: ['not asked', '확인하지 않음'],
    'tls-on-http-port': ['speaks TLS', 'TLS로 응답'],
    'not-http': ['does not speak HTTP', 'HTTP가 아닌 응답'],
    broken: ['broke off', '연결이 끊김'],
    delivered: ['delivers the file', '파일을 보냄'],
    'other-content': ['delivers something else', '다른 내용을 보냄'],
    missing: ['does not have the file', '파일이 없음'],
    offered: ['accepts acme-tls/1', 'acme-tls/1 지원'],
    alert: ['speaks TLS', 'TLS로 응답'],
    ignored: ['does not accept acme-tls/1', 'acme-tls/1 미지원'],
    'plain-http': ['speaks HTTP without TLS', 'TLS 없이 HTTP로 응답'],
    'not-tls': ['does not speak TLS', 'TLS가 아닌 응답'],
  }),
)
