import { defineText } from '../../contract/text.ts'

/** The things to do after listening; the key is the code, or begins with it. */
export const stepsText = defineText({
  en: {
    'start-service':
      'Now start your program on {protocol} port {port} of this computer. It can be reached in the same way, unless a firewall on this computer blocks that program.',
    'correct-rule-address':
      'In your router, let the rule for {protocol} port {port} lead to this computer{at}. If there is no such rule, it is the router itself that answers.',
    'correct-rule-address-gone':
      'The rule in your router leads to an address where no device answers. Let it lead to this computer{at}.',
    'correct-rule-address-otherwise':
      'If it is allowed already, the rule in your router leads to another device: let it lead to this computer{at}.',
    'compare-router-address':
      'If the rule is right, compare the internet (WAN) address that your router shows with {ip}. If they differ, the port belongs to another router or to another customer of your provider.',
    'compare-router-address-last':
      'If all of this is right, compare the internet (WAN) address that your router shows with {ip}. If they differ, another router or your provider is in front of it.',
    'check-program':
      'No forwarding is involved here. Either {ip} is not an address of this computer, as with some VPNs, or a firewall on the way answers in its place.',
    'check-firewall':
      'A firewall or proxy on the way takes the connection and answers by itself. Look for one in the router and in the security programs of this computer.',
    'connect-directly':
      'Most likely the answers leave by another way than the packets come in: a second line, a second router or a VPN. Use one of them alone, and check again.',
    'connect-directly-vpn':
      'Most likely the answers leave through the VPN, while the packets come in over your line. Switch the VPN off, and check again.',
    'allow-on-device': 'Allow {protocol} port {port} in the firewall of this computer.',
    'allow-on-device-by': 'Allow {protocol} port {port} in the firewall of this computer: {line}',
    'allow-on-device-then':
      'If the router lets it through already, allow {protocol} port {port} in the firewall of this computer.',
    'allow-on-device-then-by': 'If the router lets it through already, allow it in the firewall of this computer: {line}',
    'allow-in-router':
      'The rule is there, but the router itself refuses the port. Allow {protocol} port {port} in its firewall or filter.',
    'forward-port': 'Forward {protocol} port {port} in your router to this computer{at}, or let the router open it: {command}',
    'open-pinhole':
      'Allow {protocol} port {port} to {ip} in the IPv6 firewall of your router, or let the router open it: {command}',
    'ask-provider':
      'Packets to this port are stopped before they reach your line. Ask your provider whether it blocks {protocol} port {port}, or use another external port.',
    'try-again': 'The other end could not check ({reason}). Try again in a minute.',
  },
  ko: {
    'start-service':
      '이제 이 컴퓨터에서 {protocol} {port}번 포트를 쓰는 프로그램을 실행하십시오. 방화벽이 그 프로그램을 막지 않는다면 똑같이 접속할 수 있습니다.',
    'correct-rule-address':
      '공유기에서 {protocol} {port}번 포트의 규칙을 찾아 내부 IP를 이 컴퓨터의 주소{at}에 맞게 고치십시오. 그런 규칙이 없다면 공유기가 직접 응답한 것입니다.',
    'correct-rule-address-gone':
      '공유기의 규칙에 있는 내부 IP에서 응답하는 기기가 없습니다. 내부 IP를 이 컴퓨터의 주소{at}에 맞게 고치십시오.',
    'correct-rule-address-otherwise':
      '방화벽에서 이미 허용했다면 공유기의 규칙에 다른 기기의 내부 IP가 적혀 있는 것입니다. 내부 IP를 이 컴퓨터의 주소{at}에 맞게 고치십시오.',
    'compare-router-address':
      '규칙이 맞다면 공유기에 표시된 인터넷(WAN) 주소를 {ip} 주소와 비교하십시오. 다르면 이 포트는 상위 공유기나 같은 통신사의 다른 가입자에게 이어집니다.',
    'compare-router-address-last':
      '모두 맞다면 공유기에 표시된 인터넷(WAN) 주소를 {ip} 주소와 비교하십시오. 다르면 앞에 상위 공유기가 있거나 통신사에서 주소를 변환하고 있습니다.',
    'check-program':
      '여기에는 포트포워딩이 필요 없습니다. {ip} 주소가 이 컴퓨터의 주소가 아니거나(일부 VPN), 중간의 방화벽이 대신 응답한 것입니다.',
    'check-firewall':
      '중간의 방화벽이나 프록시가 연결을 받아 대신 응답합니다. 공유기와 이 컴퓨터의 보안 프로그램에 그런 기능이 켜져 있는지 확인하십시오.',
    'connect-directly':
      '대개 패킷이 들어온 길과 다른 길(다른 회선, 다른 공유기, VPN)로 응답이 나가는 경우입니다. 하나만 연결하고 다시 확인하십시오.',
    'connect-directly-vpn': '대개 패킷은 회선으로 들어오는데 응답은 VPN으로 나가는 경우입니다. VPN을 끄고 다시 확인하십시오.',
    'allow-on-device': '이 컴퓨터의 방화벽에서 {protocol} {port}번 포트를 허용하십시오.',
    'allow-on-device-by': '이 컴퓨터의 방화벽에서 {protocol} {port}번 포트를 허용하십시오: {line}',
    'allow-on-device-then': '공유기에서 이미 허용했다면 이 컴퓨터의 방화벽에서 {protocol} {port}번 포트를 허용하십시오.',
    'allow-on-device-then-by': '공유기에서 이미 허용했다면 이 컴퓨터의 방화벽에서도 허용하십시오: {line}',
    'allow-in-router':
      '규칙은 있지만 공유기가 접속을 직접 거부합니다. 공유기의 방화벽이나 필터에서 {protocol} {port}번 포트를 허용하십시오.',
    'forward-port':
      '공유기에서 {protocol} {port}번 포트를 이 컴퓨터{at} 쪽으로 포워딩하거나, 다음 명령을 실행하십시오: {command}',
    'open-pinhole':
      '공유기의 IPv6 방화벽에서 {ip} 주소의 {protocol} {port}번 포트를 허용하거나, 다음 명령을 실행하십시오: {command}',
    'ask-provider':
      '이 포트로 보낸 패킷이 내 회선에 도달하기 전에 막힙니다. 통신사에 {protocol} {port}번 포트를 차단하는지 문의하거나 다른 외부 포트를 사용하십시오.',
    'try-again': '외부에서 확인하지 못했습니다({reason}). 1분 뒤에 다시 시도하십시오.',
  },
})
