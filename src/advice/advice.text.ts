import { defineText } from '../contract/text.ts'
import { ORIGIN_SENTENCES } from './origin.text.ts'

/** The steps where this server could not check; the texts of tools have them beside their own. */
export const OWN_TROUBLE = {
  en: {
    'wait-for-target':
      'Many requests check {address} at the moment, and this server contacts no address more than 20 times a second. Try again in a few seconds.',
    'try-again':
      'This server could not check ({reason}). Try again in a minute; if it keeps failing, tell whoever runs it: doorstep doctor shows the cause.',
  },
  ko: {
    'wait-for-target':
      '지금 {address} 주소에 대한 확인 요청이 많습니다. 이 서버는 한 주소에 1초에 20번까지만 접속하므로 몇 초 뒤에 다시 시도하십시오.',
    'try-again':
      '이 서버에서 확인하지 못했습니다({reason}). 1분 뒤에 다시 시도하고, 계속되면 서버 관리자에게 알리십시오: doorstep doctor 명령으로 원인을 확인할 수 있습니다.',
  },
} as const

/** The sentences of steps, which every tool says in these words; the key is the code of the step, or begins with it. */
export const adviceText = defineText({
  en: {
    ...OWN_TROUBLE.en,
    'run-outside-container': 'This is a container, whose gateway may not be the router. Run doorstep on the computer itself.',
    'run-outside-wsl': 'This is WSL, whose gateway may not be the router. Run doorstep on Windows.',
    'look-from-outside': 'Have a doorstep on the internet look as well: {look} (URL is its address)',
    'look-from-outside.failed':
      'The server could not look ({reason}). Mend that or try again, or ask another: {look} (URL is its address)',
    'look-from-inside': 'Find out what is in the way: {again}',
    'name-a-port': 'To check a service, name its port: {again}',
    'start-service.proven':
      'Start your program on {protocol} port {port}: the way to this computer is open, unless a firewall on it blocks the program.',
    'start-service.all-addresses':
      'In the settings of {program}, have it listen on all addresses (0.0.0.0 or ::), and restart it.',
    'start-service.family': 'In the settings of {program}, have it listen over IPv{version} as well, and restart it.',
    'allow-on-device.here': 'Allow {protocol} port {port} in the firewall of this computer.',
    'allow-on-device.here-by': 'Allow the port in the firewall of this computer: {firewall}',
    'check-way-back':
      'Check that this computer has only one connection to the internet: a second line, VPN or network card can send the answers another way.',
    'check-firewall':
      'Look for a firewall or proxy that answers by itself, in the router and in the security programs of this computer.',
    'correct-rule-address.outside':
      'As it is, others connect to port {external}. To use port {port}, make it the external port of the rule in the router.',
    'open-port': 'Or let the router open it for as long as doorstep runs: {open}',
    'switch-on-upnp': 'Or switch on UPnP (or NAT-PMP, PCP) in the settings of the router, and try again.',
    'use-other-port.here': 'Take another port on the internet side: {open}',
    'close-later': 'To close it before that, type: doorstep close {port}',
    'ask-provider.ahead':
      'Allow {protocol} port {port} in the firewall in front of this computer, for example in the console of its provider.',
    'prove-by-listening':
      'To be certain that it is this computer that answers, stop {program} for a minute and listen in its place: {listen}',
    'check-issuance.here': 'For HTTPS, see whether a certificate would be issued: {certify}',
    'check-again': 'Then check again: {again}',
    'update-record': 'Change the {type} record of {hostname} to {ip}. If a DDNS client should have done that, look into its log.',
    'update-record.private':
      'Your router has no public address, or the DDNS client reports that of the device: see which internet (WAN) address the router shows. The {type} record of {hostname} has to be {ip}.',
    'update-record.off': 'Switch {hostname} on again at its DDNS service: its address is one for names that are switched off.',
    'create-record':
      'Check the spelling of {hostname}, or create a record of type {type} with the address {ip} where the name is managed.',
    'create-record.type': 'Create a record of type {type} for {hostname} with the address {ip}, where the name is managed.',
    'update-record.inside': 'Point {hostname} at {ip} instead of at a name of a local network.',
    'switch-proxy-off': 'Switch the proxy off for {hostname} (at Cloudflare: "DNS only"), so that the name points at {ip}.',
    'check-proxy-origin':
      'Check at {values} that {hostname} has {ip} as its origin. This proxy passes on web traffic only: for other ports, switch it off.',
    'remove-other-records': 'Remove the other {type} records of {hostname} ({values}): they send some visitors elsewhere.',
    'correct-other-family':
      'Correct or delete the {other} record of {hostname} ({values}): visitors with that version of IP do not reach you.',
    'check-other-family':
      'Check that {values} is the current {other} address of the device, otherwise delete that record of {hostname}: some visitors try it first.',
    'wait-for-caches': 'Wait until the old answers have expired; nothing needs to be changed.',
    'find-dns-difference':
      'Find out why some DNS servers return something else: split DNS, a filter, or a broken DNSSEC signature.',
    'ask-over-other-family': 'Check again over the other version of IP, or add a record for {ip} to {hostname}.',
    'check-name-servers': 'Check that the name servers of {hostname} run, and that the delegation at the registrar names them.',
    'see-name': 'See what each DNS server answers for {hostname}.',
    'check-port': 'If a service does not answer there, check its port: forwarding, program, firewall.',
    ...ORIGIN_SENTENCES.en,
    'connect-directly': 'Switch off the VPN or proxy and check again over your own line.',
    'needs-no-port': 'Use it as it is: if it fails, port forwarding is not the cause.',
    'protect-service':
      'Delete the rule for {protocol} port {port} in your router; if there is none, look at UPnP and DMZ. {safer}',
    'protect-service.ipv6': 'Close {protocol} port {port} in the IPv6 firewall of your router. {safer}',
    'use-safer-way': '{safer}',
    'use-safer-way.port-of-service': 'If {service} runs there (port {danger} is its usual one), do not open it. {safer}',
    'use-safer-way.port-attacked':
      'Port {danger} is one of the first that attackers try. Use a VPN instead, unless it has to be open to everybody.',
    'see-plan.anyway': 'If you still want to open it directly, follow the plan for {service}.',
    'try-without-rule': 'Switch on UPnP in the router{upnp} and restart the game: {enough} is enough for most.',
    'try-without-rule.console':
      'Switch on UPnP in the router{upnp}, restart the console and run its connection test: {enough} is enough for most games; go on only with {strict}.',
    'try-without-rule.as-it-is': 'Try {service} without a rule before you go on.',
    'try-without-rule.relay': '{relay}',
    'try-without-rule.fewer': '{service} works without an open port too, but fewer others can connect to it.',
    'test-on-console': 'Restart the console and run its connection test again: {enough} or better is the aim.',
    'use-dmz': 'Still {strict}? Reserve an address for the console, and make the console the DMZ host of the router.',
    'test-on-console.provider':
      "If the console's connection test says {enough}, that is enough for most games. With {strict}, try UPnP in the router; if it stays, only the provider can change it.",

    'ask-public-address': 'Ask {provider} for a public IPv4 address of your own. Say: "{words}"',
    'ask-public-address.account':
      'Check in your account at {provider} whether your plan lets you switch on a public IPv4 address.',
    'ask-building': 'Ask the manager of the building. Say: "{words}"',
    'use-relay': 'Use one of these, which need no port forwarding: {names}.',
    'use-relay.or': 'Or use one of these, which need no port forwarding: {names}.',
    'see-alternatives': 'See the plan for {service}: how to set up each way.',
    'compare-router-address.shared':
      'If your router shows {ip} as its internet (WAN) address, you do not share it: enter it as the WAN address and check again.',
    'use-one-router': 'With two routers, it is best to bypass the one in front{outer}.{bridge}',
    'use-one-router.perhaps':
      'With only one router, ask your provider or building for a public IPv4 address, and stop. Otherwise, put the one in front{outer} in bridge mode, if it has one.',
    'forward-upstream':
      'If it stays a router, its internet address must be {ip}: reserve {wan} for yours and forward {opening} to it (or DMZ).',
    'correct-rule-address.outer':
      'Correct the rule in the other router{outer}: its internal address has to be {wan}, which your own router shows.',
    'forward-port.inner':
      'The router in front has the rule already. Forward {protocol} port {port} in your own router to {device} too.',
    'forward-port.outer-alone':
      'Forward {opening} to {device} in the other router{outer} alone: yours ({wan}) is in the same network as the device, so it is an access point. If it does route, give it another range of addresses.',
    'forward-port.outer-gateway':
      'Rules belong in the box at {device}: yours ({wan}) is in the same network as this device, so it is an access point. If it does route, give it another range of addresses.',
    'gateway-in-front':
      "Is there a gateway of your provider (such as NTT's) in front of your router? Then that box needs the rule, or both do.",
    'check-connection': 'Your router shows {wan}, which is not the address of an internet connection. Check that it is online.',
    'check-connection.status':
      'In the settings of the router, look at {wanMenu}: if it is empty or 0.0.0.0, check the cable in its WAN port, then call {provider}.',
    'use-the-same-line':
      'Your router shows {wan}, but your request came from {ip}. Switch off any VPN, use the line of that router, and check again.',
    'compare-router-address': 'Log in to your router{at}: {wanMenu} must be {ip}.{habit} If not, stop and ask again with it.',
    'compare-router-address.inside':
      'Inside, {wanMenu} should be {ip}.{habit} If not, another router or your provider is in front: ask again with it.',
    'compare-router-address.ipv6':
      '{wan} is an IPv6 address, and port forwarding applies to IPv4 only: look for the IPv4 address of the internet connection.',
    'compare-router-address.building':
      'If you have a router of your own, compare its internet (WAN) address with {ip}: if they differ, a rule in it is not enough.',
    'use-other-port':
      'Forward another external port, such as {example}, to port {port} of {device}, and connect to {elsewhere}: port {port} does not get through at {provider}.',
    'use-other-port.ipv6': 'Let the program listen on another port above 1024, such as {example}, and allow that one.',
    'use-other-port.if-ruled':
      'If the rule is right and the program runs, {provider} may block port {port}: forward external port {example} to port {port} of {device} instead, and connect to {elsewhere}.',
    'ask-provider': 'Ask {provider} whether it blocks {protocol} port {port} on your line, and if so, to unblock it.',
    'ask-to-unblock':
      'Ask {provider} to unblock port {port}. Other mail servers deliver to no other port, so without it you need a mail service or a relay.',
    'forward-port':
      'Forward {opening} in your router{menu} to {device}. If the rule is there, check its protocol and internal address.',
    'forward-port.of-range':
      'Forward that external port in your router{menu} to {protocol} port {port} of {device}, and check it instead.',
    'see-plan': 'See the plan for {service}: the menus, and what to enter.',
    'find-router': 'See how to get into your router: its address, its label, and which box to start with.',
    'allow-on-device': 'Check that the program runs, and allow {opening} in the firewall of the device. Then check again.',
    'allow-on-device.by':
      'Check that the program runs, and allow the port on the device as administrator (Linux: sudo): {firewall}',
    'allow-in-router':
      'If that does not help, check the firewall of the router, and whether a second router behind it needs the same rule.',
    'allow-in-router.only':
      'The rule is there. Allow {protocol} port {port} in the firewall (packet filter, access control) of the router.',
    'start-service':
      'Start the program, and check that it listens on {protocol} port {port} on all addresses, not just on 127.0.0.1.',
    'start-service.ipv6': 'Start the program, and check that it listens on {protocol} port {port} over IPv6 as well, at {ip}.',
    'start-service.direct': 'If the device has {ip} itself, without a router, start the program there.',
    'correct-rule-address.check':
      'If it runs already, check that the rule in the router leads to that device and to the right port on it.',
    'wake-device': 'Switch the device on, and check that it is connected and does not go to sleep.',
    'reserve-address':
      'If the device has another address than the rule, correct the rule; then reserve the address (DHCP reservation).',
    'check-device-address': 'Look up the IPv6 address of the device. If it is no longer {ip}, use the new one that lasts.',
    'correct-rule-address': 'Correct the rule in your router{menu}: {protocol} port {port} has to lead to {device}, port {port}.',
    'open-pinhole': 'Allow {protocol} port {port} to {ip} in the IPv6 firewall of the router. No forwarding is needed over IPv6.',
    'open-pinhole.if-running':
      'If it runs already, the router may have refused in its place: allow {protocol} port {port} to {ip} in its IPv6 firewall.',
    'try-the-program': '{knownBy}',
    'only-this-port':
      'The program was just heard on UDP port {query}, so it runs, and {ip} is right. Many games answer strangers on no other port: join from outside, and if that fails, correct the rule for UDP port {port}.',

    'close-router-page': 'Switch off remote management in the router, or move it away from port {port}.',
    'forward-port.then': 'Then forward {protocol} port {port} to {device}.',
    'check-program': 'See which program answers on port {port}, and that the rule in the router leads to the right device.',
    'check-program.ipv6':
      'See which program answers at {ip} on {protocol} port {port}; a firewall on the way can also answer in its place.',
    'correct-rule-address.stranger':
      'Look in your router which device the rule for {protocol} port {port} leads to, and correct it. Without such a rule, the router itself answers.',
    'compare-router-address.stranger':
      'If the rule is right, compare the internet (WAN) address that your router shows with {ip}. If they differ, the port belongs to somebody else.',
    'fix-scheme': 'Check which program listens on port {port}, and whether it expects http or https.',
    'look-at-service': 'Look into the log of the program on port {port}, and restart it.',
    'look-at-status': 'Look into the log of the service: it answers with an error.',
    'fix-certificate': 'Get a certificate for {hostname} that browsers trust: see whether one would be issued, and how.',
    'see-certificate': 'See the certificate, its chain and the supported versions of TLS.',
    'check-issuance': 'See whether a certificate for {hostname} would be issued, and the line that orders it.',
    'tell-friends': 'Others connect to {place}.',
    'tell-friends.oneself': 'From outside, connect to {place}.',
    'test-from-outside':
      'If it does not work for you, try from outside (a phone with Wi-Fi switched off): many routers cannot be reached at their public address from inside.',
  },
  ko: {
    ...OWN_TROUBLE.ko,
    'run-outside-container':
      '컨테이너 안에서는 기본 게이트웨이가 공유기가 아닐 수 있습니다. 컨테이너 밖에서 doorstep을 실행하십시오.',
    'run-outside-wsl': 'WSL에서는 기본 게이트웨이가 공유기가 아닐 수 있습니다. Windows에서 doorstep을 실행하십시오.',
    'look-from-outside': '인터넷에 있는 doorstep 서버에서도 확인하십시오: {look} (URL은 그 서버의 주소)',
    'look-from-outside.failed':
      '서버에서 확인하지 못했습니다({reason}). 먼저 해결하거나 다시 시도하고, 안 되면 다른 서버에서 확인하십시오: {look} (URL은 그 서버의 주소)',
    'look-from-inside': '어디에서 막히는지 확인하십시오: {again}',
    'name-a-port': '서비스를 확인하려면 포트를 입력하십시오: {again}',
    'start-service.proven':
      '{protocol} {port}번 포트를 쓰는 프로그램을 실행하십시오. 이 컴퓨터의 방화벽이 그 프로그램을 막지 않는다면 외부에서 접속할 수 있습니다.',
    'start-service.all-addresses':
      '프로그램({program})의 설정에서 모든 주소(0.0.0.0 또는 ::)로 접속을 받도록 바꾸고 다시 시작하십시오.',
    'start-service.family': '프로그램({program})의 설정에서 IPv{version} 접속도 받도록 바꾸고 다시 시작하십시오.',
    'allow-on-device.here': '이 컴퓨터의 방화벽에서 {protocol} {port}번 포트를 허용하십시오.',
    'allow-on-device.here-by': '이 컴퓨터의 방화벽에서 포트를 허용하십시오: {firewall}',
    'check-way-back':
      '이 컴퓨터의 인터넷 연결이 하나인지 확인하십시오. 다른 회선이나 VPN, 두 번째 랜카드가 있으면 응답이 다른 길로 나갈 수 있습니다.',
    'check-firewall': '연결을 대신 받아 응답하는 방화벽이나 프록시가 공유기나 이 컴퓨터의 보안 프로그램에 있는지 확인하십시오.',
    'correct-rule-address.outside':
      '지금은 {external}번 포트로 접속해야 합니다. {port}번을 쓰려면 공유기의 규칙에서 외부 포트를 {port}번으로 바꾸십시오.',
    'open-port': '또는 doorstep을 실행하는 동안만 공유기가 포트를 열게 하십시오: {open}',
    'switch-on-upnp': '또는 공유기 설정에서 UPnP(또는 NAT-PMP, PCP)를 켜고 다시 시도하십시오.',
    'use-other-port.here': '다른 외부 포트를 사용하십시오: {open}',
    'close-later': '그 전에 닫으려면 다음 명령을 실행하십시오: doorstep close {port}',
    'ask-provider.ahead':
      '이 컴퓨터 앞에 있는 방화벽(예: 클라우드나 호스팅 업체의 관리 페이지)에서 {protocol} {port}번 포트를 허용하십시오.',
    'prove-by-listening': '확실히 알려면 프로그램({program})을 잠시 끄고 그 포트에서 직접 확인하십시오: {listen}',
    'check-issuance.here': 'HTTPS를 쓰려면 인증서를 발급받을 수 있는지 확인하십시오: {certify}',
    'check-again': '그런 다음 다시 확인하십시오: {again}',
    'update-record':
      '{hostname} 도메인의 {type} 레코드를 {ip} 주소로 바꾸십시오. DDNS가 자동으로 갱신했어야 한다면 공유기나 DDNS 클라이언트의 로그를 확인하십시오.',
    'update-record.private':
      '공유기가 공인 IP를 받지 못했거나 DDNS가 기기의 내부 IP를 등록한 것입니다. 공유기의 인터넷(WAN) 주소부터 확인하고, {hostname} 도메인의 {type} 레코드가 {ip} 주소가 되게 하십시오.',
    'update-record.off': 'DDNS 서비스에서 {hostname} 이름을 다시 켜십시오. 지금 주소는 꺼 둔 이름에 넣어 두는 값입니다.',
    'create-record': '{hostname} 도메인의 철자를 확인하거나, 도메인 관리 페이지에서 {ip} 주소로 {type} 레코드를 추가하십시오.',
    'create-record.type': '도메인 관리 페이지에서 {hostname} 도메인에 {ip} 주소로 {type} 레코드를 추가하십시오.',
    'update-record.inside': '{hostname} 도메인이 내부 네트워크에서만 통하는 이름 대신 {ip} 주소를 가리키게 바꾸십시오.',
    'switch-proxy-off': '{hostname} 도메인의 프록시를 끄고(Cloudflare에서는 "DNS 전용") {ip} 주소를 가리키게 하십시오.',
    'check-proxy-origin':
      '{values}에서 {hostname} 도메인의 원본 서버로 {ip} 주소가 등록되어 있는지 확인하십시오. 이 프록시는 웹 접속만 전달하므로 다른 포트를 쓰려면 프록시를 끄십시오.',
    'remove-other-records': '{hostname} 도메인의 다른 {type} 레코드({values})를 삭제하십시오. 일부 접속이 그쪽으로 갑니다.',
    'correct-other-family':
      '{hostname} 도메인의 {other} 레코드({values})를 올바른 주소로 바꾸거나 삭제하십시오. 그 IP 버전을 쓰는 사람은 접속할 수 없습니다.',
    'check-other-family':
      '{hostname} 도메인의 {other} 레코드({values})가 기기의 현재 주소인지 확인하고, 아니면 그 레코드를 삭제하십시오. 그 주소로 먼저 접속하는 사람이 있습니다.',
    'wait-for-caches': '이전 값이 만료될 때까지 기다리십시오. 더 바꿀 것은 없습니다.',
    'find-dns-difference':
      '일부 DNS 서버가 다른 값을 응답하는 이유를 찾으십시오. 내부·외부 DNS 분리, 응답 차단, 잘못된 DNSSEC 서명 가운데 하나가 원인입니다.',
    'ask-over-other-family': '다른 IP 버전으로 접속해 다시 확인하거나, {hostname} 도메인에 {ip} 주소의 레코드를 추가하십시오.',
    'check-name-servers':
      '{hostname} 도메인의 네임서버가 동작하는지, 도메인 등록 업체의 위임 설정에 그 네임서버가 지정되어 있는지 확인하십시오.',
    'see-name': '{hostname} 도메인에 대해 각 DNS 서버가 어떻게 응답하는지 확인하십시오.',
    'check-port': '그래도 접속되지 않으면 서비스의 포트(포트포워딩, 프로그램, 방화벽)를 확인하십시오.',
    ...ORIGIN_SENTENCES.ko,
    'connect-directly': 'VPN이나 프록시를 끄고 집 회선으로 다시 확인하십시오.',

    'needs-no-port': '그대로 사용하십시오. 접속이 되지 않더라도 포트포워딩과는 관계없습니다.',
    'protect-service': '공유기에서 {protocol} {port}번 포트의 규칙을 삭제하고, 규칙이 없다면 DMZ와 UPnP를 확인하십시오. {safer}',
    'protect-service.ipv6': '공유기의 IPv6 방화벽에서 {protocol} {port}번 포트를 닫으십시오. {safer}',
    'use-safer-way': '{safer}',
    'use-safer-way.port-of-service': '흔히 {service}에서 쓰는 {danger}번 포트이니 그 서비스라면 인터넷에 열지 마십시오. {safer}',
    'use-safer-way.port-attacked':
      '{danger}번은 공격자가 가장 먼저 확인하는 포트입니다. 누구나 접속해야 하는 서비스가 아니라면 VPN을 사용하십시오.',
    'see-plan.anyway': '그래도 직접 열려면 포트포워딩 안내({service})를 따르십시오.',
    'try-without-rule': '공유기에서 UPnP를 켜고{upnp} 게임을 다시 시작하십시오. {enough} 또는 더 좋은 결과면 대부분 충분합니다.',
    'try-without-rule.console':
      '공유기에서 UPnP를 켜고{upnp} 게임기를 다시 시작해 연결 테스트를 하십시오. {enough} 또는 더 좋은 결과가 나오면 대부분의 게임에 충분하니, {strict} 결과일 때만 다음 순서를 진행하십시오.',
    'try-without-rule.relay': '{relay}',
    'try-without-rule.fewer': '{service}: 포트를 열지 않아도 동작하지만 접속할 수 있는 상대가 줄어듭니다.',
    'try-without-rule.as-it-is': '{service} 접속은 규칙 없이도 되는 경우가 많으니 먼저 그대로 사용해 보십시오.',
    'test-on-console': '게임기를 다시 시작하고 연결 테스트를 다시 실행하십시오. {enough} 또는 더 좋은 결과면 됩니다.',
    'use-dmz': '그래도 {strict} 결과가 나오면 게임기의 내부 IP를 고정하고 공유기의 DMZ 설정에 그 주소를 입력하십시오.',
    'test-on-console.provider':
      '게임기의 연결 테스트에서 {enough} 또는 더 좋은 결과가 나오면 바꿀 것이 없습니다. {strict} 결과가 나오면 공유기의 UPnP를 켜 보고, 그래도 같으면 통신사나 건물에 요청하십시오.',

    'ask-public-address': '{provider}에 공인 IP를 요청하십시오. 이렇게 말하면 됩니다: "{words}"',
    'ask-public-address.account': '{provider} 계정 페이지에서 내 요금제로 공인 IP를 쓰도록 설정할 수 있는지 확인하십시오.',
    'ask-building': '건물 관리자나 집주인에게 문의하십시오. 이렇게 말하면 됩니다: "{words}"',
    'use-relay': '포트를 열지 않아도 되는 다음 방법 중 하나를 사용하십시오: {names}.',
    'use-relay.or': '또는 포트를 열지 않아도 되는 다음 방법 중 하나를 사용하십시오: {names}.',
    'see-alternatives': '포트포워딩 안내({service})에서 각 방법의 설정 순서를 확인하십시오.',
    'compare-router-address.shared':
      '공유기의 인터넷(WAN) 주소가 {ip}이면 나누어 쓰는 회선이 아니니 WAN 주소로 입력하고 다시 확인하십시오.',
    'use-one-router': '공유기가 두 대이니 되도록 위쪽 공유기{outer}의 공유 기능을 끄십시오.{bridge}',
    'use-one-router.perhaps':
      '공유기가 한 대뿐이면 관리사무소나 통신사에 공인 IP를 요청하고 멈추십시오. 두 대라면 되도록 위쪽 공유기{outer}의 브리지 모드를 켜고 다시 확인하십시오.',
    'forward-upstream':
      '그대로 쓴다면 위쪽 공유기의 인터넷 주소가 {ip}인지 보고(다르면 불가능), {wan} 주소를 내 공유기에 고정해 {opening}도 그쪽으로 포워딩하십시오(또는 DMZ).',
    'correct-rule-address.outer': '위쪽 공유기{outer}의 규칙에서 내부 IP를 내 공유기에 표시된 {wan} 주소로 고치십시오.',
    'forward-port.inner':
      '위쪽 공유기에는 규칙이 있습니다. 내 공유기에서도 {protocol} {port}번 포트를 {device} 주소로 포워딩하십시오.',
    'forward-port.outer-alone':
      '위쪽 공유기{outer}에만 {device} 쪽으로 {opening} 포워딩을 추가하십시오. 내 공유기({wan})는 기기와 같은 네트워크에 있어 허브(AP) 모드로 보이며, 아니라면 내 공유기의 내부 IP 대역을 바꾸십시오.',
    'forward-port.outer-gateway':
      '규칙은 {device} 장비에만 추가하십시오. 내 공유기({wan})는 기기와 같은 네트워크에 있어 허브(AP) 모드로 보이며, 아니라면 내 공유기의 내부 IP 대역을 바꾸십시오.',
    'gateway-in-front':
      '내 공유기 앞에 NTT 같은 통신사 게이트웨이가 있습니까? 그렇다면 그 장비에 규칙을 추가하거나 두 장비에 모두 추가하십시오.',
    'check-connection':
      '공유기에 표시된 {wan} 주소는 인터넷 연결에 쓰이는 주소가 아닙니다. 공유기가 인터넷에 연결되어 있는지 확인하십시오.',
    'check-connection.status':
      '공유기 설정의 {wanMenu} 항목을 보십시오. 비어 있거나 0.0.0.0이면 WAN 포트의 케이블을 확인한 뒤 {provider}에 문의하십시오.',
    'use-the-same-line':
      '공유기에 표시된 주소는 {wan}인데 요청은 {ip} 주소에서 왔습니다. VPN을 끄고 그 공유기의 회선으로 다시 확인하십시오.',
    'compare-router-address':
      '공유기{at}에 로그인해 {wanMenu} 항목이 {ip}인지 보십시오.{habit} 다르면 멈추고 그 주소를 넣어 다시 물어보십시오.',
    'compare-router-address.inside':
      '그다음 {wanMenu} 항목이 {ip}인지 보십시오.{habit} 다르면 위쪽에 공유기가 더 있거나 통신사에서 주소를 나누어 쓰는 회선이니 그 주소를 넣어 다시 물어보십시오.',
    'compare-router-address.ipv6':
      '{wan} 주소는 IPv6 주소이며 포트포워딩은 IPv4에만 해당합니다. 공유기에 표시된 인터넷 연결의 IPv4 주소를 확인하십시오.',
    'compare-router-address.building':
      '직접 설치한 공유기가 있다면 공유기의 인터넷(WAN) 주소가 {ip}인지 보십시오. 다르면 내 공유기의 규칙만으로는 접속할 수 없습니다.',
    'use-other-port':
      '외부 포트만 {example}처럼 바꾸어 {device}의 {port}번 포트로 포워딩하고 {elsewhere} 주소로 접속하십시오. {port}번 포트는 통신사에서 막혀 들어오지 못합니다(문의: {provider}).',
    'use-other-port.ipv6': '프로그램이 {example}처럼 1024번보다 큰 다른 포트를 쓰게 하고 그 포트를 허용하십시오.',
    'use-other-port.if-ruled':
      '규칙이 맞는데도 안 되면 {port}번 포트를 막는 회선인지 {provider}에 문의하거나, 외부 포트만 {example}처럼 바꾸어 {device}의 {port}번 포트로 포워딩하고 {elsewhere} 주소로 접속하십시오.',
    'ask-provider': '{provider}에 이 회선에서 {protocol} {port}번 포트를 막는지 문의하고, 막고 있으면 해제를 요청하십시오.',
    'ask-to-unblock':
      '{provider}에 {port}번 포트의 차단 해제를 요청하십시오. 메일은 이 포트로만 전달되므로, 해제할 수 없다면 메일 서비스나 중계 서버를 이용해야 합니다.',
    'forward-port':
      '공유기{menu}에서 {opening} 포트를 {device} 쪽으로 포워딩하십시오. 규칙이 이미 있다면 프로토콜과 내부 IP를 확인하십시오.',
    'forward-port.of-range':
      '공유기{menu}에서 그 외부 포트를 {device}의 {protocol} {port}번 포트로 포워딩하고 그 번호로 다시 확인하십시오.',
    'see-plan': '포트포워딩 안내({service})에서 메뉴와 입력할 값을 확인하십시오.',
    'find-router': '공유기에 로그인하는 방법(접속 주소, 라벨, 먼저 열 장비)을 확인하십시오.',
    'allow-on-device': '프로그램이 실행 중인지 보고, 기기의 방화벽에서 {opening} 포트를 허용한 뒤 다시 확인하십시오.',
    'allow-on-device.by':
      '프로그램이 실행 중인지 확인하고, 기기에서 관리자 권한(Linux는 sudo)으로 다음 명령을 실행하십시오: {firewall}',
    'allow-in-router':
      '그래도 안 되면 공유기의 방화벽에서도 이 포트를 허용하십시오. 공유기가 두 대라면 안쪽 공유기에도 같은 규칙이 있는지 확인하십시오.',
    'allow-in-router.only': '규칙은 있습니다. 공유기의 방화벽(패킷 필터, 접근 제한)에서 {protocol} {port}번 포트를 허용하십시오.',
    'start-service': '프로그램을 켜고, 127.0.0.1뿐 아니라 모든 주소에서 {protocol} {port}번 포트로 접속을 받는지 확인하십시오.',
    'start-service.ipv6': '프로그램을 켜고, IPv6 주소({ip})의 {protocol} {port}번 포트로도 접속을 받는지 확인하십시오.',
    'start-service.direct': '공유기 없이 {ip} 주소를 직접 쓰는 기기라면 그 기기에서 프로그램을 켜십시오.',
    'correct-rule-address.check':
      '이미 켜져 있다면 공유기의 규칙이 그 기기로 이어지는지, 공유기가 두 대라면 안쪽 공유기에도 규칙이 있는지 확인하십시오.',
    'wake-device': '기기를 켜고, 공유기에 연결되어 있는지, 절전 모드로 들어가지 않는지 확인하십시오.',
    'reserve-address': '기기의 내부 IP가 규칙에 적힌 내부 IP와 같은지 보고, 바뀌지 않게 고정하십시오(DHCP 고정 할당).',
    'check-device-address': '기기의 IPv6 주소를 확인하십시오. {ip} 주소가 아니면 바뀌지 않는 새 주소를 쓰십시오.',
    'correct-rule-address':
      '공유기{menu}의 규칙을 고치십시오. {protocol} {port}번 포트가 {device}의 {port}번 포트로 이어져야 합니다.',
    'open-pinhole':
      '공유기의 IPv6 방화벽에서 {ip} 주소의 {protocol} {port}번 포트를 허용하십시오. IPv6에서는 포트포워딩이 필요 없습니다.',
    'open-pinhole.if-running':
      '이미 켜져 있다면 공유기가 대신 거부했을 수 있으니 공유기의 IPv6 방화벽에서 {ip} 주소의 {protocol} {port}번 포트를 허용하십시오.',
    'try-the-program': '{knownBy}',
    'only-this-port':
      '방금 UDP {query}번 포트에서 응답이 왔으므로 프로그램은 실행 중이고 {ip} 주소도 맞습니다. 게임 포트에서는 모르는 상대에게 응답하지 않는 게임이 많으므로 외부에서 접속해 보고, 접속되지 않으면 공유기에서 UDP {port}번 포트의 규칙을 확인하십시오.',

    'close-router-page': '공유기의 원격 관리를 끄거나 {port}번이 아닌 다른 포트로 바꾸십시오.',
    'forward-port.then': '그런 다음 {protocol} {port}번 포트를 {device} 쪽으로 포워딩하십시오.',
    'check-program': '{port}번 포트에 어떤 프로그램이 응답하는지, 공유기의 규칙이 맞는 기기로 이어지는지 확인하십시오.',
    'check-program.ipv6':
      '{ip} 주소의 {protocol} {port}번 포트에 어떤 프로그램이 응답하는지 확인하십시오. 중간의 방화벽이 대신 응답했을 수도 있습니다.',
    'correct-rule-address.stranger':
      '공유기에서 {protocol} {port}번 포트의 규칙이 어느 기기로 이어지는지 보고 고치십시오. 그런 규칙이 없다면 공유기가 직접 응답한 것입니다.',
    'compare-router-address.stranger':
      '규칙이 맞다면 공유기에 표시된 인터넷(WAN) 주소가 {ip}인지 보십시오. 다르면 이 포트는 다른 사람의 것입니다.',
    'fix-scheme': '{port}번 포트에서 어떤 프로그램이 실행 중인지, http와 https 가운데 어느 쪽을 받는지 확인하십시오.',
    'look-at-service': '{port}번 포트를 쓰는 프로그램의 로그를 확인하고 다시 시작하십시오.',
    'look-at-status': '서비스가 오류로 응답하므로 로그를 확인하십시오.',
    'fix-certificate': '브라우저가 신뢰하는 {hostname} 도메인의 인증서를 받으십시오. 발급받을 수 있는지와 방법을 확인하십시오.',
    'see-certificate': '인증서와 인증서 체인, 지원하는 TLS 버전을 확인하십시오.',
    'check-issuance': '{hostname} 도메인의 인증서를 발급받을 수 있는지, 어떤 명령으로 발급받는지 확인하십시오.',
    'tell-friends': '다른 사람은 {place} 주소로 접속합니다.',
    'tell-friends.oneself': '외부에서는 {place} 주소로 접속합니다.',
    'test-from-outside':
      '집 안에서는 공인 IP로 접속되지 않는 공유기가 있으니 휴대폰의 Wi-Fi를 끄고 확인하십시오. 집 안에서는 내부 IP로 접속하면 됩니다.',
  },
})
