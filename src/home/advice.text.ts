import { defineText } from '../contract/text.ts'

/** The next steps; the key is the code of the action, or that of the action before the point. */
export const adviceText = defineText({
  en: {
    'a-program': 'the program',
    'this-computer': 'this computer',
    'wan-address': 'the WAN address of your router',
    'start-service': 'Start the program on this computer.',
    'start-service.proven': 'Start the program: the way to port {port} of this computer is open.',
    'listen-on-all-addresses': 'In the settings of {program}, have it listen on all addresses (0.0.0.0 or ::), and restart it.',
    'listen-over-family': 'In the settings of {program}, have it listen over IPv{version} as well, and restart it.',
    'allow-on-device': 'Allow {protocol} port {port} in the firewall of this computer.',
    'allow-on-device.by': 'Allow the port in the firewall of this computer: {line}',
    'allow-on-device.then': 'If it still cannot be reached, allow {protocol} port {port} in the firewall of this computer.',
    'allow-on-device.then-by': 'If it still cannot be reached, allow the port in the firewall of this computer: {line}',
    'check-way-back':
      'Check that this computer has only one connection to the internet: a second line, VPN or network card can send the answers another way.',
    'connect-directly': 'Switch off the VPN or proxy on this computer.',
    'use-the-same-line': 'Use only the line of this router: no VPN, proxy or second line.',
    'correct-rule-address':
      'In the router, have the rule lead to {own}, port {port}, and reserve that address for this computer (DHCP reservation).',
    'correct-rule-outside':
      'As it is, others connect to port {external}. To use port {port}, make it the external port of the rule in the router.',
    'open-port': 'Let your router open it for as long as this command runs: {line}',
    'forward-port': 'To keep it open, forward {protocol} port {port} in your router{menu} to {own}.',
    'forward-port.only': 'Forward {protocol} port {port} in your router{menu} to {own}.',
    'forward-port.check': 'Look at the rules in your router{menu}: {protocol} port {port} has to lead to {own}, port {port}.',
    'allow-in-router-only': 'Allow {protocol} port {port} in the firewall (packet filter, access control) of the router.',
    'open-pinhole':
      'Over IPv6, allow {protocol} port {port} to {own} in the IPv6 firewall of the router. Visitors then need IPv6 too.',
    'forward-upstream':
      'In the router in front of yours, forward {protocol} port {port} to {wan}, or switch that router to bridge mode.',
    'forward-upstream.either':
      'If there is a second router at home, forward {protocol} port {port} there to {wan}. If not, ask your provider for a public IPv4 address.',
    'ask-public-address': 'Ask your provider for a public IPv4 address of your own.',
    'compare-router-address':
      'Compare the internet (WAN) address on the page of your router with {ip}. If it differs, no rule helps; this says what does: {line}',
    'ask-provider.ahead':
      'Allow {protocol} port {port} in the firewall in front of this computer, for example in the console of its provider.',
    'ask-provider': 'Ask your provider whether it blocks {protocol} port {port} on your line.',
    'ask-provider.if-other-works':
      'If the rule is there, forward port {instead} too. If this then proves it, your provider blocks port {port}: {line}',
    'check-issuance': 'For HTTPS, see whether a certificate would be issued: {line}',
    'check-issuance.proven': 'For HTTPS, see whether a certificate would be issued, before you start the program: {line}',
    'prove-by-listening': 'To be certain that it is this computer that answers, stop {program} for a minute and type: {line}',
    'try-the-program': 'Connect from outside with the program itself (a phone with Wi-Fi switched off).',
    'look-from-outside.failed': 'The server could not look ({reason}). Mend that, or name another in place of URL: {line}',
    'look-from-outside': 'Have a doorstep on the internet look as well (its address in place of URL): {line}',
    'name-a-port': 'To check a service, name its port: {line}',
    'keep-shut': 'Leave it closed, and reach it through a VPN.',
    'needs-no-port': 'It connects outwards by itself, so no port has to be opened.',
    'run-outside-container': 'This is a container, whose gateway may not be the router. Run doorstep on the computer itself.',
    'run-outside-wsl': 'This is WSL, whose gateway may not be the router. Run doorstep on Windows.',
    'check-again': 'Then check again: {line}',
    'in-menu': ' ({menu})',
  },
  ko: {
    'a-program': '이름을 알 수 없음',
    'this-computer': '이 컴퓨터의',
    'wan-address': '내 공유기의 WAN',
    'start-service': '이 컴퓨터에서 프로그램을 실행하십시오.',
    'start-service.proven': '프로그램을 실행하십시오. 이 컴퓨터의 {port}번 포트까지 외부에서 접속할 수 있습니다.',
    'listen-on-all-addresses':
      '프로그램({program})의 설정에서 모든 주소(0.0.0.0 또는 ::)로 접속을 받도록 바꾸고 다시 시작하십시오.',
    'listen-over-family': '프로그램({program})의 설정에서 IPv{version} 접속도 받도록 바꾸고 다시 시작하십시오.',
    'allow-on-device': '이 컴퓨터의 방화벽에서 {protocol} {port}번 포트를 허용하십시오.',
    'allow-on-device.by': '이 컴퓨터의 방화벽에서 포트를 허용하십시오: {line}',
    'allow-on-device.then': '그래도 접속할 수 없으면 이 컴퓨터의 방화벽에서 {protocol} {port}번 포트를 허용하십시오.',
    'allow-on-device.then-by': '그래도 접속할 수 없으면 이 컴퓨터의 방화벽에서 포트를 허용하십시오: {line}',
    'check-way-back':
      '이 컴퓨터의 인터넷 연결이 하나인지 확인하십시오. 다른 회선이나 VPN, 두 번째 랜카드가 있으면 응답이 다른 길로 나갈 수 있습니다.',
    'connect-directly': '이 컴퓨터의 VPN이나 프록시를 끄십시오.',
    'use-the-same-line': 'VPN이나 프록시, 다른 회선을 쓰지 말고 이 공유기의 회선만 사용하십시오.',
    'correct-rule-address':
      '공유기에서 규칙의 내부 IP를 {own} 주소로, 내부 포트를 {port}번으로 고치고, 내부 IP가 바뀌지 않도록 고정하십시오(DHCP 수동 할당).',
    'correct-rule-outside':
      '지금은 {external}번 포트로 접속해야 합니다. {port}번을 쓰려면 공유기의 규칙에서 외부 포트를 {port}번으로 바꾸십시오.',
    'open-port': '다음 명령을 실행하면, 끝낼 때까지 공유기에서 포트를 열어 둡니다: {line}',
    'forward-port': '계속 열어 두려면 공유기{menu}에서 {protocol} {port}번 포트를 {own} 주소로 포워딩하십시오.',
    'forward-port.only': '공유기{menu}에서 {protocol} {port}번 포트를 {own} 주소로 포워딩하십시오.',
    'forward-port.check':
      '공유기{menu}에서 {protocol} {port}번 포트의 규칙을 찾아 내부 IP가 {own} 주소, 내부 포트가 {port}번인지 확인하십시오.',
    'allow-in-router-only': '공유기의 방화벽(패킷 필터, 접근 제한)에서 {protocol} {port}번 포트를 허용하십시오.',
    'open-pinhole':
      'IPv6로는 공유기의 IPv6 방화벽에서 {own} 주소의 {protocol} {port}번 포트를 허용하면 IPv6를 쓰는 사람이 접속할 수 있습니다.',
    'forward-upstream':
      '상위 공유기에서 {protocol} {port}번 포트를 {wan} 주소로 포워딩하거나, 상위 공유기를 브리지 모드로 바꾸십시오.',
    'forward-upstream.either':
      '집에 다른 공유기(대개 통신사 공유기)가 있으면 그 공유기에서 {protocol} {port}번 포트를 {wan} 주소로 포워딩하십시오. 없으면 통신사에 공인 IPv4 주소를 요청하십시오.',
    'ask-public-address': '통신사에 공인 IPv4 주소를 요청하십시오.',
    'compare-router-address':
      '공유기 화면의 인터넷(WAN) IP를 {ip} 주소와 비교하십시오. 다르면 규칙을 추가하지 말고 다음 명령으로 확인하십시오: {line}',
    'ask-provider.ahead':
      '이 컴퓨터 앞에 있는 방화벽(예: 클라우드나 호스팅 업체의 관리 페이지)에서 {protocol} {port}번 포트를 허용하십시오.',
    'ask-provider': '이 회선에서 {protocol} {port}번 포트를 차단하는지 통신사에 문의하십시오.',
    'ask-provider.if-other-works':
      '규칙이 이미 있으면 {instead}번 포트도 포워딩한 뒤 다음 명령을 실행하십시오. 그 포트가 확인되면 통신사가 {port}번을 차단하는 것입니다: {line}',
    'check-issuance': 'HTTPS를 쓰려면 인증서를 발급받을 수 있는지 확인하십시오: {line}',
    'check-issuance.proven': 'HTTPS를 쓰려면 프로그램을 실행하기 전에 인증서를 발급받을 수 있는지 확인하십시오: {line}',
    'prove-by-listening': '확실히 알려면 프로그램({program})을 잠시 끄고 다음 명령을 실행하십시오: {line}',
    'try-the-program': '외부(Wi-Fi를 끈 휴대폰)에서 그 프로그램으로 직접 접속해 보십시오.',
    'look-from-outside.failed':
      '서버에서 확인하지 못했습니다({reason}). 먼저 해결하거나 URL 자리에 다른 doorstep 서버의 주소를 넣으십시오: {line}',
    'look-from-outside': 'URL 자리에 인터넷에 있는 doorstep 서버의 주소를 넣어 외부에서도 확인하십시오: {line}',
    'name-a-port': '서비스를 확인하려면 포트를 입력하십시오: {line}',
    'keep-shut': '닫아 두고 VPN으로 접속하십시오.',
    'needs-no-port': '프로그램이 먼저 외부로 연결하므로 포트를 열지 않아도 됩니다.',
    'run-outside-container':
      '컨테이너 안에서는 기본 게이트웨이가 공유기가 아닐 수 있습니다. 컨테이너 밖에서 doorstep을 실행하십시오.',
    'run-outside-wsl': 'WSL에서는 기본 게이트웨이가 공유기가 아닐 수 있습니다. Windows에서 doorstep을 실행하십시오.',
    'check-again': '그런 다음 다시 확인하십시오: {line}',
    'in-menu': '({menu} 메뉴)',
  },
})
