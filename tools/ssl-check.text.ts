import { OWN_TROUBLE } from '../src/advice/index.ts'
import { HOST_FIELD } from '../src/diagnostics/path/index.ts'
import { defineText, inBoth } from '../src/tool.ts'

const WORDS = inBoth({
  'problem.expired': ['it has expired', '만료됨'],
  'problem.not-yet-valid': ['it is not valid yet', '유효 기간이 시작되지 않음'],
  'problem.hostname-mismatch': ['it is for another name', '호스트 이름 불일치'],
  'problem.self-signed': ['it is self-signed', '자체 서명'],
  'problem.untrusted-root': ['its issuer is not trusted', '신뢰할 수 없는 발급 기관'],
  'problem.incomplete-chain': ['the chain is incomplete', '인증서 체인 누락'],
  'problem.invalid-issuer': ['an issuer in the chain may not issue it', '발급 권한이 없는 상위 인증서'],
  'problem.wrong-purpose': ['it is not for servers', '서버용이 아님'],
  'problem.weak-key': ['its key is too weak', '취약한 키'],
  'problem.weak-signature': ['its signature is too weak', '취약한 서명'],
  'problem.weak-protocol': ['the server speaks only old versions of TLS', '오래된 TLS 버전만 지원'],
  'label.port': ['Port', '포트'],
  'field.port': ['The port of the TLS service.', 'TLS 서비스의 포트 번호입니다.'],
})

export const text = defineText({
  en: {
    ...WORDS.en,
    ...HOST_FIELD.en,
    ...OWN_TROUBLE.en,
    title: 'Check a certificate',
    summary: 'The certificate of a server, whether clients will trust it, and which versions of TLS it speaks',
    'use-when':
      'A browser (Chrome) says that a site is not private (ERR_CERT), or you want to know whether an SSL or HTTPS certificate (cert) is valid, what is wrong with it, when it expires, or which TLS it accepts.',
    'not-for': 'For what the web server answers use http-headers, for a new certificate certificate-check.',
    'headline.valid': 'The certificate of {host} on port {port} is valid until {date}.',
    'headline.expires-soon': 'The certificate of {host} on port {port} is valid, but expires soon, on {date}.',
    'headline.invalid': 'Clients will not trust the certificate of {host} on port {port} ({problems}).',
    'headline.unreadable': 'The certificate of {host} on port {port} cannot be read.',
    'headline.connect-failed': 'No connection to {host} port {port} could be made.',
    'headline.not-checked': 'The certificate of {host} on port {port} could not be checked from this server.',
    'headline.no-tls': 'No TLS handshake with {host} on port {port} was possible.',
    'headline.timeout': '{host} port {port} did not answer in time.',
    renew: 'The certificate expired on {date}. Renew it and reload the server, so that it presents the new one.',
    'renew-soon':
      "More than 90% of the certificate's lifetime has passed: it expires on {date}. If it is renewed automatically, check that this still works; otherwise renew it now.",
    'replace-expired-issuer':
      'The certificate of {issuer}, which vouches for this one, expired on {date}. Get the current one from the certificate authority and put it into the chain that the server sends.',
    'wait-until-valid':
      'The certificate of {name} is not valid before {date}. Use another one until then, or have it issued again if the clock of its issuer was wrong.',
    'fix-hostname':
      'The certificate is for {names}, not for {host}. Get one that includes {host}, or set the server to present the one that does.',
    'add-alternative-name':
      'The certificate lists no host among its alternative names (SAN), and clients no longer look at its common name. Get one that lists {host} there.',
    'replace-self-signed':
      'The certificate is self-signed, so nobody vouches for it. Get one from a certificate authority; some issue them free of charge.',
    'trust-root':
      'The certificate chains up to {root}, which clients do not trust. Get one from a public certificate authority; if this is an authority of your own, install its root certificate on every client.',
    'send-intermediates':
      'The server does not send the certificate of {issuer}, so clients cannot see who vouches for it. Set the server to send the whole chain (often a file named fullchain.pem); if {issuer} is a root of your own, install it on every client.',
    'send-intermediates.known':
      'The server does not send the certificate of {issuer}, so clients cannot see who vouches for it. Set the server to send the whole chain (often a file named fullchain.pem). The certificate itself names this address for the missing one: {url}',
    'replace-issuer':
      'The certificate of {name} was not entitled to vouch for this one: it is not an authority, or only one for other names or for a shorter chain. Have the certificate issued again by a proper authority.',
    'issue-for-servers':
      'The certificate of {name} may not be used for TLS servers (extended key usage). Have it issued again with server authentication among its purposes.',
    'use-stronger-key':
      'The key of {name} is too weak ({key}). Make a new one, RSA of 2048 bits or ECDSA P-256, and have the certificate issued for it.',
    'use-stronger-signature':
      'The certificate of {name} is signed with {algorithm}, which can be forged and which clients refuse. Have it issued again with SHA-256.',
    'enable-modern-protocols':
      'The server speaks nothing newer than {protocol}, which browsers refuse. Switch on TLS 1.2 and TLS 1.3, with newer software if necessary.',
    'disable-old-protocols':
      'The server still speaks versions with known flaws: {protocols}. Switch off everything older than TLS 1.2; browsers have not needed it since 2020.',
    'reorder-chain':
      'The certificates are sent in the wrong order, which some clients reject. Put the certificate of the server first in the chain file, and each issuer right after the certificate that it signed.',
    'replace-unreadable': 'The certificate that the server presents cannot be read. Have it issued again.',
    'start-server': 'Nothing listens on port {port} of {address}. Start the server, or check that the port is right.',
    'open-port':
      'Port {port} of {address} gives no answer. A firewall may drop the connection, the port may not be forwarded, or the machine is off.',
    'check-route':
      '{address} cannot be reached ({reason}). Check that the address is right and that the machine is connected, and trace the route to see how far packets get.',
    'not-tls-but-http':
      'Port {port} answers with plain HTTP, not TLS. Use http:// for this port, or switch on TLS for it in the server.',
    'not-tls':
      'What answers on port {port} does not speak TLS. Check the port; mail and FTP servers often begin without encryption (STARTTLS), which is not checked here.',
    'check-tls-service':
      'The connection to port {port} succeeds, but no TLS response follows ({reason}). Check that TLS is switched on there and look at the log of the server; the cause may also be a proxy or a firewall in front of it.',
    'check-tls-settings':
      'The server speaks TLS but refuses the handshake ({reason}). Check in its settings that certificate, key, cipher suites and TLS versions fit together.',
    'await-certificate':
      'The server speaks TLS but refuses the handshake ({reason}). It may have no certificate for this name yet; otherwise certificate, key, cipher suites and TLS versions do not fit together in its settings.',
    'serve-this-name': 'The server knows no site by the name {host}. Add the name to its settings, or check the spelling.',
  },
  ko: {
    ...WORDS.ko,
    ...HOST_FIELD.ko,
    ...OWN_TROUBLE.ko,
    title: '인증서 확인',
    summary: '서버의 인증서를 클라이언트가 신뢰할 수 있는지, 어떤 TLS 버전을 지원하는지 확인합니다',
    'use-when':
      '사이트의 인증서가 언제 만료되는지, 브라우저에서 왜 "연결이 비공개로 설정되어 있지 않습니다" 같은 경고가 나오는지 알고 싶을 때 사용하십시오.',
    'not-for': '웹 서버의 응답은 http-headers, 새 인증서를 발급받을 수 있는지는 certificate-check로 확인하십시오.',
    'headline.valid': '{host} 호스트 {port}번 포트의 인증서는 {date}까지 유효합니다.',
    'headline.expires-soon': '{host} 호스트 {port}번 포트의 인증서는 유효하지만 곧 만료됩니다({date}).',
    'headline.invalid': '클라이언트가 {host} 호스트 {port}번 포트의 인증서를 신뢰하지 않습니다({problems}).',
    'headline.unreadable': '{host} 호스트 {port}번 포트의 인증서를 읽을 수 없습니다.',
    'headline.connect-failed': '{host} 호스트의 {port}번 포트에 연결하지 못했습니다.',
    'headline.not-checked': '이 서버에서 {host} 호스트의 {port}번 포트 인증서를 확인하지 못했습니다.',
    'headline.no-tls': '{host} 호스트의 {port}번 포트와 TLS 연결을 맺지 못했습니다.',
    'headline.timeout': '{host} 호스트의 {port}번 포트에서 제때 응답이 오지 않았습니다.',
    renew: '인증서가 {date}에 만료되었습니다. 인증서를 갱신한 뒤 서버 설정을 다시 불러와 새 인증서를 적용하십시오.',
    'renew-soon':
      '인증서 유효 기간의 90% 이상이 지났으며 {date}에 만료됩니다. 자동으로 갱신하고 있다면 제대로 동작하는지 확인하고, 아니라면 지금 갱신하십시오.',
    'replace-expired-issuer':
      '이 인증서를 보증하는 {issuer} 인증서가 {date}에 만료되었습니다. 인증 기관에서 새 중간 인증서를 받아 서버가 보내는 인증서 체인에 넣으십시오.',
    'wait-until-valid':
      '{name} 인증서는 {date} 이후에만 유효합니다. 그때까지 다른 인증서를 쓰거나, 발급한 쪽의 시계가 틀렸던 것이라면 다시 발급받으십시오.',
    'fix-hostname':
      '인증서에 적힌 이름({names}) 가운데 {host} 항목이 없습니다. {host} 항목이 들어간 인증서를 발급받거나, 서버가 올바른 인증서를 보내도록 설정하십시오.',
    'add-alternative-name':
      '인증서의 주체 대체 이름(SAN)에 호스트 이름이 없습니다. 일반 이름(CN)은 이제 확인하지 않으므로 SAN에 {host} 항목을 넣어 다시 발급받으십시오.',
    'replace-self-signed':
      '자체 서명한 인증서라서 보증하는 곳이 없습니다. 인증 기관에서 발급받으십시오. 무료로 발급하는 곳도 있습니다.',
    'trust-root':
      '이 인증서의 루트 인증 기관({root})은 클라이언트에 등록되어 있지 않습니다. 공인된 인증 기관에서 발급받거나, 직접 운영하는 인증 기관이라면 루트 인증서를 모든 클라이언트에 설치하십시오.',
    'send-intermediates':
      '서버가 {issuer} 인증서를 보내지 않아 클라이언트가 누가 보증하는지 확인할 수 없습니다. 전체 체인(흔히 fullchain.pem 파일)을 보내도록 서버를 설정하십시오. {issuer} 인증 기관을 직접 운영한다면 그 인증서를 모든 클라이언트에 설치하십시오.',
    'send-intermediates.known':
      '서버가 {issuer} 인증서를 보내지 않아 클라이언트가 누가 보증하는지 확인할 수 없습니다. 전체 체인(흔히 fullchain.pem 파일)을 보내도록 서버를 설정하십시오. 서버 인증서에 적힌 빠진 인증서의 주소: {url}',
    'replace-issuer':
      '{name} 인증서에는 이 인증서를 보증할 자격이 없습니다. 인증 기관이 아니거나, 다른 이름 또는 더 짧은 체인에만 허용된 인증서입니다. 올바른 인증 기관에서 다시 발급받으십시오.',
    'issue-for-servers': '{name} 인증서는 TLS 서버에 쓸 수 없습니다(확장 키 사용). 용도에 서버 인증을 넣어 다시 발급받으십시오.',
    'use-stronger-key':
      '{name} 인증서의 키가 약합니다({key}). RSA 2048비트 또는 ECDSA P-256 키를 새로 만들어 인증서를 다시 발급받으십시오.',
    'use-stronger-signature':
      '{name} 인증서의 서명 방식({algorithm})은 위조될 수 있어 클라이언트가 거부합니다. SHA-256으로 다시 발급받으십시오.',
    'enable-modern-protocols':
      '서버가 지원하는 가장 새로운 버전({protocol})을 브라우저가 거부합니다. TLS 1.2와 TLS 1.3을 켜십시오. 필요하면 서버 소프트웨어를 업데이트하십시오.',
    'disable-old-protocols':
      '서버가 취약점이 알려진 이전 버전을 아직 지원합니다: {protocols}. TLS 1.2보다 낮은 버전을 끄십시오. 브라우저는 2020년부터 쓰지 않습니다.',
    'reorder-chain':
      '서버가 인증서를 잘못된 순서로 보내고 있어 일부 클라이언트가 거부할 수 있습니다. 체인 파일에서 서버 인증서를 맨 앞에 두고, 각 인증서 바로 뒤에 그것을 발급한 인증서를 두십시오.',
    'replace-unreadable': '서버가 보낸 인증서를 읽을 수 없습니다. 인증서를 다시 발급받으십시오.',
    'start-server': '{address} 주소의 {port}번 포트에서 실행 중인 서버가 없습니다. 서버를 시작하거나 포트 번호를 확인하십시오.',
    'open-port':
      '{address} 주소의 {port}번 포트가 응답하지 않습니다. 방화벽이 막고 있거나, 포트포워딩이 되어 있지 않거나, 장비가 꺼져 있을 수 있습니다.',
    'check-route':
      '{address} 주소에 연결할 수 없습니다({reason}). 주소가 맞는지, 장비가 네트워크에 연결되어 있는지 확인하고, 경로를 추적하여 패킷이 어디까지 가는지 보십시오.',
    'not-tls-but-http':
      '{port}번 포트가 TLS가 아니라 일반 HTTP로 응답합니다. 이 포트에는 http:// 주소로 접속하거나 서버에서 TLS를 켜십시오.',
    'not-tls':
      '{port}번 포트에서 응답하는 서비스가 TLS를 쓰지 않습니다. 포트 번호를 확인하십시오. 메일이나 FTP 서버는 암호화 없이 연결을 시작하는 경우가 많은데(STARTTLS) 여기서는 확인하지 않습니다.',
    'check-tls-service':
      '{port}번 포트에 연결은 되지만 이후 TLS 응답이 오지 않습니다({reason}). 이 포트에 TLS가 켜져 있는지 확인하고 서버 로그를 살펴보십시오. 서버 앞의 프록시나 방화벽이 원인일 수도 있습니다.',
    'check-tls-settings':
      '서버가 TLS를 쓰지만 핸드셰이크를 거부합니다({reason}). 서버 설정에서 인증서, 키, 암호 스위트, TLS 버전이 서로 맞는지 확인하십시오.',
    'await-certificate':
      '서버가 TLS를 쓰지만 핸드셰이크를 거부합니다({reason}). 아직 이 이름의 인증서가 없거나, 서버 설정에서 인증서, 키, 암호 스위트, TLS 버전이 서로 맞지 않는 것입니다.',
    'serve-this-name': '서버 설정에 {host} 이름의 사이트가 없습니다. 서버 설정에 이 이름을 추가하거나 철자를 확인하십시오.',
  },
})
