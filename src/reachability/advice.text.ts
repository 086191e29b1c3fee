import { defineText } from '../contract/text.ts'

/** The meaning of a problem: the key is the code of the finding. */
export const causeText = defineText({
  en: {
    'through-proxy': 'The checks reach the VPN or proxy, not your own line.',
    'carrier-nat':
      'Your provider shares one public address among several customers (carrier-grade NAT), so no port can be forwarded to you over IPv4.',
    'two-routers': 'There are two routers one behind the other, and the first one does not pass the port on to the second.',
    'provider-shares':
      'Your line very probably shares its public address with others (carrier-grade NAT); no rule in your router can change that.',
    'name-elsewhere':
      'The name leads visitors to another address. The usual reason is that your address has changed and nothing has updated the record.',
    'name-private': 'The record holds an address of your local network, which nobody outside can reach.',
    'name-missing': 'Nobody can find you under a name that does not exist.',
    'record-missing': 'Without this record, the name leads visitors nowhere.',
    'name-leads-inside': 'The record refers to a name that only your local network knows.',
    'name-behind-proxy': 'Visitors reach the proxy, which does not pass this port on to you.',
    'port-refused':
      'The connection gets through to a device, but no program is listening there. If no port has been forwarded yet, it was the router that answered.',
    'port-rejected': 'A firewall on the way, most likely in your router, does not let the port through.',
    'port-silent': 'The port is not forwarded, or a firewall drops the packets: in your router or on the device itself.',
    'pinhole-closed': 'A firewall drops the packets: most likely the IPv6 firewall of your router, otherwise that of the device.',
    'port-blocked-by-provider': 'The provider blocks this port on its lines, whatever your router does.',
    'service-other-protocol': 'A different program is listening on this port, or it expects a different scheme.',
    'service-silent': 'The program accepts connections and then does not answer.',
  },
  ko: {
    'through-proxy': '회선이 아니라 VPN이나 프록시를 확인하게 됩니다.',
    'carrier-nat': '통신사가 공인 IP 하나를 여러 가입자에게 나누어 주는 회선(CGNAT)이므로 IPv4로는 포트포워딩을 할 수 없습니다.',
    'two-routers': '공유기 두 대가 이어져 있는데(이중 NAT), 첫 번째 장비에서 두 번째 장비로 포트를 넘겨주지 않습니다.',
    'provider-shares':
      '공인 IP를 다른 가입자와 나누어 쓰는 회선(CGNAT)일 가능성이 매우 높습니다. 이 경우 공유기 설정으로는 해결할 수 없습니다.',
    'name-elsewhere': '접속하는 사람이 다른 주소로 가게 됩니다. 대개 공인 IP가 바뀌었는데 레코드가 갱신되지 않은 경우입니다.',
    'name-private': '레코드에 내부 네트워크 주소가 들어 있어 외부에서는 접속할 수 없습니다.',
    'name-missing': '존재하지 않는 도메인으로는 접속할 수 없습니다.',
    'record-missing': '이 레코드가 없으면 도메인으로 접속할 수 없습니다.',
    'name-leads-inside': '레코드가 내부 네트워크에서만 통하는 이름을 가리킵니다.',
    'name-behind-proxy': '접속하는 사람은 프록시까지만 가게 되며, 프록시는 이 포트를 전달하지 않습니다.',
    'port-refused':
      '연결이 기기까지 도달하지만 그 포트를 쓰는 프로그램이 없습니다. 아직 포트포워딩을 설정하지 않았다면 공유기가 대신 응답한 것입니다.',
    'port-rejected': '중간에 있는 방화벽(대개 공유기)이 포트를 허용하지 않습니다.',
    'port-silent': '포트포워딩이 되어 있지 않거나, 공유기 또는 기기의 방화벽이 막고 있습니다.',
    'pinhole-closed': '방화벽이 막고 있습니다. 대개 공유기의 IPv6 방화벽이고, 아니면 기기의 방화벽입니다.',
    'port-blocked-by-provider': '공유기 설정과 관계없이 통신사가 이 포트를 차단합니다.',
    'service-other-protocol': '이 포트에서는 다른 프로그램이 실행 중이거나 다른 방식의 접속을 받고 있습니다.',
    'service-silent': '프로그램이 연결을 받기만 하고 응답하지 않습니다.',
  },
})

/** The first thing to do, and where to read on. */
export const adviceText = defineText({
  en: {
    'connect-directly': 'Switch off the VPN or proxy and check again over your own line.',
    'ask-public-address':
      'Ask your provider for a public IPv4 address. If it has none for you, use IPv6, a VPN or a tunnel service.',
    'compare-addresses':
      'Look up the WAN (internet) address in your router. If it is not {ip}, ask {provider} for a public address; if it is, enter it and check again.',
    'forward-upstream': 'Switch the router in front of yours to bridge mode, or forward port {port} there to {wan}.',
    'update-record': 'Change the {type} record of {hostname} to {ip}. If a DDNS client should have done that, look into its log.',
    'create-record':
      'Check the spelling of {hostname}, or create a record of type {type} with the address {ip} where the name is managed.',
    'switch-proxy-off': 'Switch the proxy off for {hostname} (at Cloudflare: “DNS only”), so that the name points at {ip}.',
    'use-safer-way':
      'Do not open port {port} to the internet: it is attacked around the clock wherever it is open. Reach the service through a VPN instead.',
    'ask-to-unblock':
      'Ask {provider} to unblock port {port}. Other mail servers deliver to no other port, so without it you need a mail provider or a relay.',
    'use-other-port':
      'Choose another external port above 1024, for example {example}, and forward it to port {port} of the device.',
    'use-the-same-line':
      'Your router shows {wan}, but the port was checked at {ip}, where your request came from. Switch off any VPN, use the line of that router, and check again.',
    'forward-port':
      'Forward {protocol} port {port} in your router to the device that runs the service. If the rule is there already, allow the port in the firewall of the device.',
    'forward-port-in':
      'Forward {protocol} port {port} in your router ({menu}) to {device}. If the rule is there already, allow the port in the firewall of the device.',
    'the-device': 'the device that runs the service',
    'compare-first':
      '{provider} shares addresses on some lines. Compare the WAN address in your router with {ip} first: if they differ, no rule will help. If they are the same, forward {protocol} port {port} to the device that runs the service.',
    'open-pinhole':
      'Allow {protocol} port {port} to {ip} in the IPv6 firewall of your router, then in that of the device. No forwarding is needed over IPv6.',
    'start-service':
      'Start the program, and check that it listens on port {port} on all addresses and not just on 127.0.0.1, and that the rule in the router names the right device.',
    'start-service-behind-two':
      'Start the program, and check that it listens on port {port} on all addresses and not just on 127.0.0.1. Both routers need the rule: the first one to {wan}, the second one to the device.',
    'start-service-ipv6':
      'Start the program, and check that it listens on port {port} over IPv6. Allow the port in the IPv6 firewall of your router as well: some routers answer in this way for a port that they block.',
    'allow-in-firewall': 'Allow {protocol} port {port} in the firewall of your router, then in that of the device.',
    'fix-scheme': 'Check which program listens on port {port}, and whether it expects http or https.',
    'look-at-service': 'Look into the log of the program on port {port}, and restart it.',
    'wait-for-caches': 'Wait until the old answers have expired; nothing needs to be changed.',
    'find-dns-difference':
      'Find out why some DNS servers return something else: split DNS, a filter, or a broken DNSSEC signature.',
    'check-proxy-origin': 'The port is open. Check that {ip} is set as the origin at {hostname}’s proxy.',
    'ask-over-other-family': 'Check again over the other version of IP, or add a record for {ip} to {hostname}.',
    'check-name-servers': 'Check that the name servers of {hostname} run, and that the delegation at the registrar names them.',
    'try-the-program':
      'Try it with the program that will use UDP port {port}, from outside your network (a phone with Wi-Fi switched off).',
    'try-again': 'Try again in a minute; if it happens again, tell the operator of this server.',
    'remove-other-records': 'Remove the other records of {hostname}: they send some visitors elsewhere.',
    'fix-certificate': 'Get a certificate for {hostname} that browsers trust, for example from Let’s Encrypt.',
    'look-at-status': 'The way is free. Look into the log of the service: it answers with an error.',
    'protect-service':
      'It works, but port {port} is attacked around the clock wherever it is open. Close it and use a VPN, or let in only the addresses that need it.',
    'test-from-outside':
      'Nothing is in the way. If it does not work for you, try from outside (a phone with Wi-Fi switched off): many routers cannot be reached at their public address from inside.',
    'a-port': '{protocol} port {port}',
    'see-plan': 'Get the whole plan for {service}: the menus of your router, the rules to type, and what to check.',
    'see-alternatives': 'See what you can do instead for {service}, and what to say to your provider.',
    'find-router': 'See how to get into your router: its address, its label, and which box to start with.',
    'see-name': 'See what each DNS server answers for {hostname}.',
    'see-certificate': 'See the certificate, its chain and the supported versions of TLS.',
  },
  ko: {
    'connect-directly': 'VPN이나 프록시를 끄고 집 회선으로 다시 확인하십시오.',
    'ask-public-address': '통신사에 공인 IPv4 주소를 요청하십시오. 받을 수 없다면 IPv6, VPN 또는 터널 서비스를 사용하십시오.',
    'compare-addresses':
      '공유기에 표시된 인터넷(WAN) 주소를 확인하십시오. {ip} 주소와 다르면 통신사({provider})에 공인 IP를 요청하고, 같으면 그 주소를 입력하고 다시 확인하십시오.',
    'forward-upstream': '상위 공유기를 브리지 모드로 바꾸거나, 상위 공유기에서 {port}번 포트를 {wan} 주소로 포워딩하십시오.',
    'update-record':
      '{hostname} 도메인의 {type} 레코드를 {ip} 주소로 바꾸십시오. DDNS가 자동으로 갱신했어야 한다면 공유기나 DDNS 클라이언트의 로그를 확인하십시오.',
    'create-record': '{hostname} 도메인의 철자를 확인하거나, 도메인 관리 페이지에서 {ip} 주소로 {type} 레코드를 추가하십시오.',
    'switch-proxy-off': '{hostname} 도메인의 프록시를 끄고(Cloudflare에서는 “DNS 전용”) {ip} 주소를 가리키게 하십시오.',
    'use-safer-way': '{port}번 포트는 열려 있으면 끊임없이 공격을 받으므로 인터넷에 열지 마십시오. 대신 VPN으로 접속하십시오.',
    'ask-to-unblock':
      '통신사({provider})에 {port}번 포트의 차단 해제를 요청하십시오. 메일 서버는 이 포트로만 메일을 전달하므로, 해제할 수 없다면 메일 서비스나 중계 서버를 이용해야 합니다.',
    'use-other-port': '1024보다 큰 다른 외부 포트(예: {example})를 골라 기기의 {port}번 포트로 포워딩하십시오.',
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
      '프로그램을 실행하고, {port}번 포트를 127.0.0.1만이 아니라 모든 주소에서 받는지, 포트포워딩의 내부 IP가 맞는지 확인하십시오.',
    'start-service-behind-two':
      '프로그램을 실행하고, {port}번 포트를 127.0.0.1만이 아니라 모든 주소에서 받는지 확인하십시오. 포트포워딩은 두 장비 모두에 필요합니다. 첫 번째 장비는 {wan} 주소로, 두 번째 장비는 기기로 포워딩하십시오.',
    'start-service-ipv6':
      '프로그램을 실행하고, {port}번 포트를 IPv6로도 받는지 확인하십시오. 막은 포트에 이렇게 응답하는 공유기도 있으므로 공유기의 IPv6 방화벽에서도 이 포트를 허용하십시오.',
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
    'try-the-program': 'UDP {port}번 포트를 쓸 프로그램으로 외부에서(휴대전화의 Wi-Fi를 끄고) 직접 접속해 보십시오.',
    'try-again': '1분 뒤에 다시 시도하고, 계속되면 이 서버의 운영자에게 알려 주십시오.',
    'remove-other-records': '{hostname} 도메인의 다른 레코드를 삭제하십시오. 일부 접속이 그쪽으로 갑니다.',
    'fix-certificate': '브라우저가 신뢰하는 {hostname} 도메인의 인증서를 받으십시오(예: Let’s Encrypt).',
    'look-at-status': '접속을 막는 것은 없습니다. 서비스가 오류로 응답하므로 로그를 확인하십시오.',
    'protect-service':
      '접속은 되지만 {port}번 포트는 열려 있으면 끊임없이 공격을 받습니다. 포트를 닫고 VPN을 쓰거나 필요한 주소에서만 접속하도록 제한하십시오.',
    'test-from-outside':
      '접속을 막는 것이 없습니다. 그래도 접속되지 않는다면 외부에서(휴대전화의 Wi-Fi를 끄고) 시도하십시오. 집 안에서는 자신의 공인 IP로 접속할 수 없는 공유기가 많습니다.',
    'a-port': '{protocol} {port}번 포트',
    'see-plan': '전체 계획에서 공유기 메뉴 경로와 입력할 규칙, 확인 방법을 보십시오({service}).',
    'see-alternatives': '포트포워딩 대신 쓸 수 있는 방법과 통신사에 요청할 내용을 확인하십시오({service}).',
    'find-router': '공유기에 로그인하는 방법(접속 주소, 라벨, 먼저 접속할 장비)을 확인하십시오.',
    'see-name': '{hostname} 도메인에 대해 각 DNS 서버가 어떻게 응답하는지 확인하십시오.',
    'see-certificate': '인증서와 인증서 체인, 지원하는 TLS 버전을 확인하십시오.',
  },
})
