import { defineText } from '../contract/text.ts'

/** The first thing to do, and where to read on. */
export const adviceText = defineText({
  en: {
    'connect-directly': 'Switch off the VPN or proxy and check again over your own line.',
    'needs-no-port':
      'It connects outwards by itself, so no port has to be opened. If it does not work, restart the program and the router, try another network such as a phone hotspot, and look at the status page of its maker.',
    'try-without-rule': 'Switch on UPnP in the router.',
    'test-on-console':
      "Run the connection test in the console's network settings and read the NAT type. A check from outside says nothing.",
    'console-without': 'Most games still work with NAT type 2 or Moderate; only your provider can change the line.',
    'ask-public-address': 'Ask {provider} for a public IPv4 address of your own, with these words: "{words}"',
    'ask-building': 'Ask the manager of the building, with these words: "{words}"',
    'ask-words': 'Please give my line a public IPv4 address. I need it for port forwarding.',
    'your-provider': 'your provider',
    'provider-number': '{provider} (call {number})',
    'use-relay': 'Use another way: {names}.',
    'compare-addresses':
      'Look up the WAN (internet) address in your router. If it is not {ip}, ask {provider} for a public address; if it is, enter it and check again.',
    'forward-upstream':
      'In the other router{which}, forward {protocol} port {port} to {wan}, or switch that router to bridge mode.',
    'no-second-router': 'No second router at home? Then your provider shares the address: ask it for a public one.',
    'correct-upstream':
      'Correct the rule in the other router{which}: its internal address has to be {wan}, which your own router shows.',
    'forward-inner':
      'The other router forwards the port already. Forward {protocol} port {port} in your own router to the device as well; if that rule is there, allow the port in the firewall of the device.',
    'update-record': 'Change the {type} record of {hostname} to {ip}. If a DDNS client should have done that, look into its log.',
    'create-record':
      'Check the spelling of {hostname}, or create a record of type {type} with the address {ip} where the name is managed.',
    'switch-proxy-off': 'Switch the proxy off for {hostname} (at Cloudflare: "DNS only"), so that the name points at {ip}.',
    'use-safer-way':
      'Do not open port {port} to the internet: it is attacked around the clock wherever it is open. Reach the service through a VPN instead.',
    'use-safer-way-likely': 'Leave port {port} closed. It is often that of {service}: {safer}',
    'ask-to-unblock':
      'Ask {provider} to unblock port {port}. Other mail servers deliver to no other port, so without it you need a mail service or a relay.',
    'use-other-port': 'Choose another external port above 1024, such as {example}, and forward it to port {port} of the device.',
    'if-blocked':
      'If the rule is right already, {provider} may block port {port} on your line: try external port {example}, forwarded to port {port} of the device.',
    'check-connection':
      'Your router shows {wan}, which is not the address of an internet connection, but your request came from {ip}. Check that the router is online.',
    'compare-router-address':
      'Compare the internet (WAN) address that your router shows with {ip}. If they differ, a rule in your router is not enough.',
    'use-the-same-line':
      'Your router shows {wan}, but the port was checked at {ip}, where your request came from. Switch off any VPN, use the line of that router, and check again.',
    'forward-port':
      'Forward {protocol} port {port} in your router to the device that runs the service. If the rule is there already, allow the port in the firewall of the device.',
    'forward-port-in':
      'Forward {protocol} port {port} in your router ({menu}) to {device}. If the rule is there already, allow the port in the firewall of the device.',
    'the-device': 'the device that runs the service',
    'compare-first':
      '{provider} shares addresses on some lines. First compare the WAN address in your router with {ip}: if they differ, no rule will help. If they are the same, forward {protocol} port {port} to the device that runs the service.',
    'open-pinhole':
      'Allow {protocol} port {port} to {ip} in the IPv6 firewall of your router, then in that of the device. No forwarding is needed over IPv6.',
    'start-service':
      'Start the program, and check that it listens on port {port} on all addresses and not just on 127.0.0.1, and that the rule leads to the right device.',
    'start-service-behind-two':
      'If both routers have the rule, start the program, and check that it listens on port {port} on all addresses and not just on 127.0.0.1.',
    'start-service-ipv6':
      'Start the program, and check that it listens on port {port} over IPv6. Allow the port in the IPv6 firewall of your router as well: some routers answer in this way for a port that they block.',
    'allow-in-firewall': 'Allow {protocol} port {port} in the firewall of your router, then in that of the device.',
    'fix-scheme': 'Check which program listens on port {port}, and whether it expects http or https.',
    'look-at-service': 'Look into the log of the program on port {port}, and restart it.',
    'wait-for-caches': 'Wait until the old answers have expired; nothing needs to be changed.',
    'find-dns-difference':
      'Find out why some DNS servers return something else: split DNS, a filter, or a broken DNSSEC signature.',
    'check-proxy-origin': 'The port is open. Check that the proxy of {hostname} has {ip} as its origin.',
    'ask-over-other-family': 'Check again over the other version of IP, or add a record for {ip} to {hostname}.',
    'check-name-servers': 'Check that the name servers of {hostname} run, and that the delegation at the registrar names them.',
    'try-the-program':
      'Try it with the program that will use UDP port {port}, from outside your network (a phone with Wi-Fi switched off).',
    'try-again': 'Try again in a minute; if it happens again, tell the operator of this server.',
    'remove-other-records': 'Remove the other records of {hostname}: they send some visitors elsewhere.',
    'fix-certificate': "Get a certificate for {hostname} that browsers trust, for example from Let's Encrypt.",
    'look-at-status': 'The port is reachable. Look into the log of the service: it answers with an error.',
    'correct-other-family':
      'Correct or delete the {type} record of {hostname} ({values}): visitors with that version of IP do not reach you.',
    'check-other-family':
      'Check that {values} is the current {type} address of the device, otherwise delete that record of {hostname}: some visitors try it first.',
    'protect-service': 'It works, but {service} should not be open to the internet. {safer} Then delete the rule.',
    'use-vpn': 'Use a VPN instead.',
    'protect-port':
      'It works, but port {port} is attacked around the clock wherever it is open. Close it and use a VPN, or let in only the addresses that need it.',
    'test-from-outside':
      'Nothing is in the way. If it does not work for you, try from outside (a phone with Wi-Fi switched off): many routers cannot be reached at their public address from inside.',
    'a-port': '{protocol} port {port}',
    'see-plan': 'See the plan for {service}: the menus, and what to enter.',
    'see-alternatives': 'See what you can do instead for {service}.',
    'find-router': 'See how to get into your router: its address, its label, and which box to start with.',
    'see-name': 'See what each DNS server answers for {hostname}.',
    'device-is-loopback':
      '{address} means the computer itself. Enter the address that the device has in your network, such as 192.168.1.20.',
    'wan-unreadable':
      'The WAN address that you entered is not an IP address. Enter it as your router shows it, such as 203.0.113.7.',
    'check-issuance': 'See whether a certificate for {hostname} would be issued, and the line that orders it.',
    'see-certificate': 'See the certificate, its chain and the supported versions of TLS.',
  },
  ko: {
    'connect-directly': 'VPN이나 프록시를 끄고 집 회선으로 다시 확인하십시오.',
    'needs-no-port':
      '프로그램이 먼저 외부로 연결하므로 포트를 열지 않아도 됩니다. 접속이 되지 않으면 프로그램과 공유기를 다시 시작하고, 휴대폰 핫스팟 같은 다른 네트워크에서도 시도하고, 서비스의 장애 공지를 확인하십시오.',
    'try-without-rule': '공유기에서 UPnP를 켜십시오.',
    'test-on-console':
      '게임기의 네트워크 설정에서 연결 테스트를 실행하여 NAT 유형을 확인하십시오. 외부에서 확인해도 알 수 없습니다.',
    'console-without': '대부분의 게임은 NAT 유형 2(보통)로도 할 수 있으며, 회선은 통신사에서만 바꿀 수 있습니다.',
    'ask-public-address': '{provider}에 공인 IPv4 주소를 요청하십시오. 이렇게 말하면 됩니다: "{words}"',
    'ask-building': '건물 관리자에게 문의하십시오. 이렇게 말하면 됩니다: "{words}"',
    'ask-words': '공인 IP로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    'your-provider': '통신사',
    'provider-number': '{provider} 고객센터({number})',
    'use-relay': '포트를 열지 않아도 되는 방법을 사용하십시오: {names}.',
    'compare-addresses':
      '공유기에 표시된 인터넷(WAN) 주소를 확인하십시오. {ip} 주소와 다르면 통신사({provider})에 공인 IP를 요청하고, 같으면 그 주소를 입력하고 다시 확인하십시오.',
    'forward-upstream':
      '상위 장비{which}에서 {protocol} {port}번 포트를 {wan} 주소로 포워딩하거나, 상위 장비를 브리지 모드로 바꾸십시오.',
    'no-second-router':
      '집에 다른 공유기가 없다면 통신사가 공인 IP 하나를 여러 가입자에게 나누어 주는 회선이므로 통신사에 공인 IP를 요청하십시오.',
    'correct-upstream': '상위 장비{which}의 규칙에서 내부 IP를 내 공유기에 표시된 {wan} 주소로 고치십시오.',
    'forward-inner':
      '상위 장비는 이미 포트를 포워딩합니다. 내 공유기에서도 {protocol} {port}번 포트를 기기로 포워딩하고, 이미 설정했다면 기기의 방화벽에서 이 포트를 허용하십시오.',
    'update-record':
      '{hostname} 도메인의 {type} 레코드를 {ip} 주소로 바꾸십시오. DDNS가 자동으로 갱신했어야 한다면 공유기나 DDNS 클라이언트의 로그를 확인하십시오.',
    'create-record': '{hostname} 도메인의 철자를 확인하거나, 도메인 관리 페이지에서 {ip} 주소로 {type} 레코드를 추가하십시오.',
    'switch-proxy-off': '{hostname} 도메인의 프록시를 끄고(Cloudflare에서는 "DNS 전용") {ip} 주소를 가리키게 하십시오.',
    'use-safer-way': '{port}번 포트는 열려 있으면 끊임없이 공격을 받으므로 인터넷에 열지 마십시오. 대신 VPN으로 접속하십시오.',
    'use-safer-way-likely': '{port}번 포트는 닫아 두십시오. {service}에서 자주 쓰는 포트입니다. {safer}',
    'ask-to-unblock':
      '통신사({provider})에 {port}번 포트의 차단 해제를 요청하십시오. 메일 서버는 이 포트로만 메일을 전달하므로, 해제할 수 없다면 메일 서비스나 중계 서버를 이용해야 합니다.',
    'use-other-port': '1024보다 큰 다른 외부 포트(예: {example})를 골라 기기의 {port}번 포트로 포워딩하십시오.',
    'if-blocked':
      '규칙이 올바른데도 응답이 없으면 통신사({provider})에서 {port}번 포트를 차단하는 회선일 수 있습니다. 외부 포트를 {example}처럼 높은 번호로 바꾸어 기기의 {port}번 포트로 포워딩하십시오.',
    'check-connection':
      '공유기에 표시된 {wan} 주소는 인터넷 연결에 쓰이는 주소가 아닌데, 요청은 {ip} 주소에서 왔습니다. 공유기가 인터넷에 연결되어 있는지 확인하십시오.',
    'compare-router-address':
      '공유기에 표시된 인터넷(WAN) 주소를 {ip} 주소와 비교하십시오. 서로 다르면 내 공유기의 규칙만으로는 접속할 수 없습니다.',
    'use-the-same-line':
      '공유기에 표시된 주소는 {wan}인데, 포트는 요청이 온 {ip} 주소에서 확인했습니다. VPN을 끄고 그 공유기의 회선으로 다시 확인하십시오.',
    'forward-port':
      '공유기에서 {protocol} {port}번 포트를 서비스가 실행 중인 기기로 포워딩하십시오. 이미 설정했다면 기기의 방화벽에서 이 포트를 허용하십시오.',
    'forward-port-in':
      '공유기의 {menu} 메뉴에서 {protocol} {port}번 포트를 포워딩하십시오(내부 IP: {device}). 이미 설정했다면 기기의 방화벽에서 이 포트를 허용하십시오.',
    'the-device': '서비스가 실행 중인 기기의 주소',
    'compare-first':
      '일부 회선에서 공인 IP를 나누어 쓰는 통신사입니다({provider}). 먼저 공유기에 표시된 인터넷(WAN) 주소가 {ip} 주소와 같은지 확인하십시오. 다르면 포트포워딩으로는 접속할 수 없습니다. 같으면 {protocol} {port}번 포트를 서비스가 실행 중인 기기로 포워딩하십시오.',
    'open-pinhole':
      '공유기의 IPv6 방화벽에서 {ip} 주소의 {protocol} {port}번 포트를 허용하고, 기기의 방화벽에서도 허용하십시오. IPv6에서는 포트포워딩이 필요 없습니다.',
    'start-service':
      '프로그램을 실행하고, 127.0.0.1뿐 아니라 모든 주소에서 {port}번 포트로 들어오는 접속을 받는지, 포트포워딩 규칙의 내부 IP가 맞는지 확인하십시오.',
    'start-service-behind-two':
      '두 장비 모두에 규칙이 있다면 프로그램을 실행하고, 127.0.0.1뿐 아니라 모든 주소에서 {port}번 포트로 들어오는 접속을 받는지 확인하십시오.',
    'start-service-ipv6':
      '프로그램을 실행하고, {port}번 포트로 들어오는 IPv6 접속도 받는지 확인하십시오. 차단한 포트에 이렇게 응답하는 공유기도 있으므로 공유기의 IPv6 방화벽에서도 이 포트를 허용하십시오.',
    'allow-in-firewall': '공유기의 방화벽에서 {protocol} {port}번 포트를 허용하고, 기기의 방화벽에서도 허용하십시오.',
    'fix-scheme': '{port}번 포트에서 어떤 프로그램이 실행 중인지, http와 https 가운데 어느 쪽을 받는지 확인하십시오.',
    'look-at-service': '{port}번 포트를 쓰는 프로그램의 로그를 확인하고 다시 시작하십시오.',
    'wait-for-caches': '이전 값이 만료될 때까지 기다리십시오. 더 바꿀 것은 없습니다.',
    'find-dns-difference':
      '일부 DNS 서버가 다른 값을 응답하는 이유를 찾으십시오. 내부·외부 DNS 분리, 응답 차단, 잘못된 DNSSEC 서명 가운데 하나가 원인입니다.',
    'check-proxy-origin':
      '포트는 열려 있습니다. {hostname} 도메인의 프록시 설정에 원본 서버로 {ip} 주소가 등록되어 있는지 확인하십시오.',
    'ask-over-other-family': '다른 IP 버전으로 접속해 다시 확인하거나, {hostname} 도메인에 {ip} 주소의 레코드를 추가하십시오.',
    'check-name-servers':
      '{hostname} 도메인의 네임서버가 동작하는지, 도메인 등록 업체의 위임 설정에 그 네임서버가 지정되어 있는지 확인하십시오.',
    'try-the-program': 'UDP {port}번 포트를 쓸 프로그램으로 외부에서(휴대폰의 Wi-Fi를 끄고) 직접 접속해 보십시오.',
    'try-again': '1분 뒤에 다시 시도하고, 계속되면 이 서버의 운영자에게 알려 주십시오.',
    'remove-other-records': '{hostname} 도메인의 다른 레코드를 삭제하십시오. 일부 접속이 그쪽으로 갑니다.',
    'fix-certificate': "브라우저가 신뢰하는 {hostname} 도메인의 인증서를 받으십시오(예: Let's Encrypt).",
    'look-at-status': '접속을 막는 것은 없습니다. 서비스가 오류로 응답하므로 로그를 확인하십시오.',
    'correct-other-family':
      '{hostname} 도메인의 {type} 레코드({values})를 올바른 주소로 바꾸거나 삭제하십시오. 그 IP 버전을 쓰는 사람은 접속할 수 없습니다.',
    'check-other-family':
      '{hostname} 도메인의 {type} 레코드({values})가 기기의 현재 주소인지 확인하고, 아니면 그 레코드를 삭제하십시오. 그 주소로 먼저 접속하는 사람이 있습니다.',
    'protect-service':
      '접속은 되지만 {service}의 포트는 인터넷에 열어 두지 않는 것이 안전합니다. {safer} 그런 다음 규칙을 삭제하십시오.',
    'use-vpn': '대신 VPN을 사용하십시오.',
    'protect-port':
      '접속은 되지만 {port}번 포트는 열려 있으면 끊임없이 공격을 받습니다. 포트를 닫고 VPN을 쓰거나 필요한 주소에서만 접속하도록 제한하십시오.',
    'test-from-outside':
      '접속을 막는 것이 없습니다. 그래도 접속되지 않는다면 외부에서(휴대폰의 Wi-Fi를 끄고) 시도하십시오. 집 안에서는 자신의 공인 IP로 접속할 수 없는 공유기가 많습니다.',
    'a-port': '{protocol} {port}번 포트',
    'see-plan': '포트포워딩 안내에서 {service}에 필요한 규칙과 메뉴 경로, 점검 방법을 확인하십시오.',
    'see-alternatives': '포트포워딩 대신 쓸 수 있는 방법을 확인하십시오({service}).',
    'find-router': '공유기에 로그인하는 방법(접속 주소, 라벨, 먼저 접속할 장비)을 확인하십시오.',
    'see-name': '{hostname} 도메인에 대해 각 DNS 서버가 어떻게 응답하는지 확인하십시오.',
    'device-is-loopback': '{address} 주소는 컴퓨터 자신을 뜻합니다. 192.168.0.10처럼 기기의 내부 IP 주소를 입력하십시오.',
    'wan-unreadable': '입력한 WAN 주소가 IP 주소가 아닙니다. 공유기에 표시된 대로 입력하십시오. 예: 203.0.113.7',
    'check-issuance': '{hostname} 도메인의 인증서를 발급받을 수 있는지, 어떤 명령으로 발급받는지 확인하십시오.',
    'see-certificate': '인증서와 인증서 체인, 지원하는 TLS 버전을 확인하십시오.',
  },
})
