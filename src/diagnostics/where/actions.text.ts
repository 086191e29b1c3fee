import { defineText } from '../../contract/text.ts'

/** The sentences of actions, by code; those of the second kind are sent under the code before the point. */
export const actionsText = defineText({
  en: {
    'start-service':
      'Start the program, and check that it listens on {protocol} port {port} on all addresses, not just on 127.0.0.1.',
    'start-service-ipv6': 'Start the program, and check that it listens on {protocol} port {port} over IPv6 as well, at {ip}.',
    'start-service-directly':
      'If the device with the program has {ip} itself, without a router, start the program and check that it listens on all addresses.',
    'allow-on-device': 'Allow {protocol} port {port} in the firewall of the device, and check that the program is running there.',
    'allow-on-device-by': 'On the device, check that the program is running, and allow the port with this command: {firewall}',
    'allow-in-router':
      'If that does not help, allow the port in the firewall of the router too. A second router behind it needs the rule as well.',
    'allow-in-router-only':
      'Allow {protocol} port {port} in the firewall (packet filter, access control) of the router; the rule itself is there already.',
    'allow-in-router-first':
      'Allow {protocol} port {port} in the firewall of the router, or in that of the device if it has {ip} itself.',
    'try-the-program':
      'Connect from outside with the program itself (a phone with Wi-Fi switched off): only that shows whether it works.',
    'wake-device': 'Switch the device on, keep it from going to sleep, and check that it is connected to the router.',
    'reserve-address':
      'Compare the address of the device with the one in the rule, and reserve it in the router (DHCP reservation) so that it stays the same.',
    'check-device-address':
      'Look up the IPv6 address of the device. If it is no longer {ip}, use the new one: one that lasts, not a temporary one.',
    'check-rule-device': 'If it is running already, check that the rule in the router leads to that device and not to another.',
    'correct-rule-address':
      'Correct the internal address in the rule of the router: it has to be the address of your device at home.',
    'forward-port':
      'Forward {protocol} port {port} in the router to the device that runs the program. If there is a rule already, check its protocol.',
    'compare-router-address':
      'Compare the internet (WAN) address that the router shows with {ip}. If they differ, addresses are translated once more in front of this router, and a rule in this router alone is not enough.',
    'open-pinhole': 'Allow {protocol} port {port} to {ip} in the IPv6 firewall of the router. No forwarding is needed over IPv6.',
    'open-pinhole-if-running':
      'If it is running already, the router may have refused in its place: allow {protocol} port {port} to {ip} in the IPv6 firewall of the router. No forwarding is needed over IPv6.',
    'ask-provider': 'Ask your provider whether it blocks {protocol} port {port} on your line, and if so, to unblock it.',
    'use-other-port': 'Or choose another external port above 1024, and forward it to port {port} of the device.',
    'use-other-port-ipv6': 'Or let the program listen on another port above 1024, and allow that one.',
    'use-other-port-if-ruled':
      'If the rule is right, something on the last stretch of the way may filter the port: try another external port above 1024, forwarded to port {port} of the device.',
  },
  ko: {
    'start-service':
      '프로그램을 실행하고, 127.0.0.1뿐 아니라 모든 주소에서 {protocol} {port}번 포트로 들어오는 접속을 받는지 확인하십시오.',
    'start-service-ipv6':
      '프로그램을 실행하고, IPv6 주소({ip})의 {protocol} {port}번 포트로 들어오는 접속도 받는지 확인하십시오.',
    'start-service-directly':
      '공유기 없이 {ip} 주소를 직접 쓰는 기기라면, 프로그램을 실행하고 모든 주소에서 접속을 받는지 확인하십시오.',
    'allow-on-device': '기기의 방화벽에서 {protocol} {port}번 포트를 허용하고, 프로그램이 실행 중인지 확인하십시오.',
    'allow-on-device-by': '기기에서 다음 명령을 실행하고, 프로그램이 실행 중인지 확인하십시오: {firewall}',
    'allow-in-router':
      '그래도 안 되면 공유기의 방화벽에서도 이 포트를 허용하십시오. 안쪽에 공유기가 하나 더 있으면 그곳에도 규칙이 필요합니다.',
    'allow-in-router-only':
      '공유기의 방화벽(패킷 필터, 접근 제한)에서 {protocol} {port}번 포트를 허용하십시오. 포트포워딩 규칙은 이미 있습니다.',
    'allow-in-router-first':
      '공유기의 방화벽에서 {protocol} {port}번 포트를 허용하십시오. {ip} 주소를 직접 쓰는 기기라면 기기의 방화벽에서 허용하십시오.',
    'try-the-program':
      '외부(Wi-Fi를 끈 휴대폰)에서 그 프로그램으로 직접 접속해 보십시오. 동작하는지는 그렇게 해야만 알 수 있습니다.',
    'wake-device': '기기를 켜고 절전 모드로 들어가지 않게 한 다음, 공유기에 연결되어 있는지 확인하십시오.',
    'reserve-address':
      '기기의 내부 IP와 규칙에 적힌 내부 IP를 비교하고, 바뀌지 않도록 공유기에서 주소를 예약(DHCP 고정 할당)하십시오.',
    'check-device-address':
      '기기의 IPv6 주소를 확인하십시오. {ip} 주소가 아니면 새 주소를 쓰고, 프로그램에는 바뀌지 않는 주소를 지정하십시오.',
    'check-rule-device': '이미 실행 중이라면 규칙의 내부 IP가 다른 기기의 주소가 아니라 그 기기의 주소인지 확인하십시오.',
    'correct-rule-address': '공유기의 포트포워딩 규칙에서 내부 IP를 집에 있는 기기의 주소로 고치십시오.',
    'forward-port':
      '공유기에서 {protocol} {port}번 포트를 프로그램이 실행 중인 기기로 포워딩하십시오. 이미 있는 규칙이라면 프로토콜을 확인하십시오.',
    'compare-router-address':
      '공유기에 표시된 인터넷(WAN) 주소를 {ip} 주소와 비교하십시오. 다르면 이 공유기의 상위에서 주소가 한 번 더 변환되므로 이 공유기의 규칙만으로는 부족합니다.',
    'open-pinhole':
      '공유기의 IPv6 방화벽에서 {ip} 주소의 {protocol} {port}번 포트를 허용하십시오. IPv6에서는 포트포워딩이 필요 없습니다.',
    'open-pinhole-if-running':
      '이미 실행 중이라면 공유기가 대신 거부했을 수 있으므로 공유기의 IPv6 방화벽에서 {ip} 주소의 {protocol} {port}번 포트를 허용하십시오. IPv6에서는 포트포워딩이 필요 없습니다.',
    'ask-provider': '통신사에 이 회선에서 {protocol} {port}번 포트를 막고 있는지 문의하고, 막고 있다면 해제를 요청하십시오.',
    'use-other-port': '또는 1024번보다 큰 다른 외부 포트를 골라 기기의 {port}번 포트로 포워딩하십시오.',
    'use-other-port-ipv6': '또는 프로그램이 1024번보다 큰 다른 포트를 쓰게 하고 그 포트를 허용하십시오.',
    'use-other-port-if-ruled':
      '규칙이 맞다면 마지막 구간에서 이 포트를 막고 있을 수 있으니 1024번보다 큰 다른 외부 포트를 기기의 {port}번 포트로 포워딩해 보십시오.',
  },
})
