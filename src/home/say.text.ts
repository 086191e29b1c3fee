import { defineText } from '../contract/text.ts'

/** The finding in one sentence, by cause. */
export const sayText = defineText({
  en: {
    port: '{protocol} port {port}',
    service: '{service} ({protocol} port {port})',
    'a-program': 'the program',
    'a-firewall': 'its firewall',
    'an-address': 'this computer',

    proven: '{what} at {ip} leads to this computer, as proven from outside. No program listens on it yet.',
    answers: '{what} at {ip} answers from outside.',
    'answers-unproven': 'Something answers from outside on {what} at {ip}, and it is not proven that it is this computer.',
    'not-needed': '{what} does not have to be open.',
    'nothing-listens': '{what} cannot be reached: no program on this computer listens on it.',
    'only-loopback': '{what} cannot be reached: on this computer, {program} accepts connections from the computer itself only.',
    'other-address': '{what} cannot be reached: on this computer, {program} listens only on {addresses}, not on {own}.',
    'wrong-family': '{what} cannot be reached over IPv{version}: on this computer, {program} listens over IPv{heard} only.',
    'wrong-program': '{what} at {ip} answers, but not the way it should: most likely another program has the port.',
    'answers-lost-in-vpn':
      'Packets to {what} arrive at this computer, but its answers are lost: most likely they leave through the VPN.',
    'firewall-blocks': '{what} cannot be reached: the firewall of this computer ({kind}) blocks it.',
    'firewall-likely': '{what} cannot be reached: most likely the firewall of this computer ({kind}) blocks it.',
    'firewall-likely-unread':
      '{what} cannot be reached: most likely a firewall on this computer blocks it. Its rules cannot be read without administrator rights.',
    'rule-elsewhere': '{what} does not lead to this computer: the rule in the router leads to {to}, and this computer has {own}.',
    'rule-not-here':
      '{what} cannot be reached: the router forwards it, most likely to another address than {own}, otherwise to another port.',
    'rule-other-port': '{what} does not get through: the rule in the router leads to port {to} of this computer instead.',
    'rule-other-outside': '{what} cannot be reached: the router forwards the external port {to} instead.',
    'rule-without-effect':
      '{what} cannot be reached, although the router lists the right rule: most likely a firewall of the router blocks it, otherwise a filter on the way.',
    'no-rule': '{what} cannot be reached: the router lists no rule for it, and most likely has none.',
    'no-rule-likely': '{what} cannot be reached: most likely the router has no rule for it.',
    'router-filters':
      '{what} cannot be reached: the router has the rule, but refuses the port itself. Most likely its firewall does.',
    'router-page': '{what} does not lead to this computer: a page of the router itself answers at {ip}.',
    'someone-else': '{what} does not lead to this computer: something else answers at {ip}, most likely another device at home.',
    'someone-else-unclear':
      '{what} does not lead to this computer: something else answers at {ip}. It is another device at home, the router itself, or another customer of your provider.',
    pinhole: '{what} cannot be reached over IPv6: most likely the IPv6 firewall of the router does not let it through.',
    'second-router': '{what} cannot be reached: another router is in front of yours, and needs the rule too.',
    'second-router-either': '{what} cannot be reached: another router, or a NAT of your provider, is in front of your router.',
    'second-router-likely': '{what} cannot be reached: most likely another router or a NAT in front of yours keeps it out.',
    'second-router-elsewhere':
      '{what} does not lead to this computer: most likely the router in front of yours sends it elsewhere.',
    'carrier-nat': '{what} cannot be reached over IPv4: your provider shares public addresses among its customers (CGNAT).',
    'line-shared': '{what} cannot be reached over IPv4: most likely your line shares its public address with others.',
    neighbour: '{what} does not lead to this computer: at {ip}, an address that several customers share, somebody else answers.',
    'port-blocked': '{what} cannot be reached: your provider blocks this port.',
    'port-stopped': '{what} cannot be reached: packets end before your router, most likely at a filter of your provider.',
    'filtered-ahead':
      '{what} cannot be reached: most likely a firewall in front of this computer blocks it, for example that of its provider.',
    name: 'The host name does not lead to you, so nobody gets as far as {what}.',
    'answers-lost':
      'Packets to {what} arrive at this computer, but its answers do not get back: over another line, or through a firewall that lost track of them.',
    'answered-by-whom': '{what} at {ip} answers, but it is not certain that this computer is what answers.',
    'shared-or-no-rule':
      '{what} cannot be reached: either your line shares its public address, or the router has no rule for it.',
    vpn: 'It is not certain whether {what} can be reached: the check went through a VPN or proxy and saw {ip}, not your line.',
    'other-line':
      'It is not certain whether {what} can be reached: the check came from {ip}, and your router has another address.',
    'udp-silent':
      'It is not certain whether {what} can be reached: nothing came back, but many programs answer only clients they know.',
    'front-unseen':
      'It is not certain whether {what} can be reached: another router, or a NAT of your provider, is in front of your router.',
    'front-unseen-home':
      'It is not certain whether {what} can be reached: another router is in front of yours, and may not let it through.',
    'no-rule-unseen':
      'It is not certain whether {what} can be reached: the router lists no rule for it, but not every router lists all of them.',
    'outside-unseen': 'As far as can be seen from inside, nothing keeps {what} shut. Nobody has looked from outside.',
    'outside-doubts': 'It is not certain whether {what} can be reached: the server outside could not tell.',
    'no-port': 'No port was named, so only the router and the line were checked.',

    exposed: '{finding} It is safer closed.',
    'rightly-shut': '{finding} That is safer: leave it closed.',
    'but-blocked': '{finding} Over IPv{version} it cannot be reached.',
    unasked: '{failure}. {finding}',
  },
  ko: {
    port: '{protocol} {port}번 포트',
    service: '{service}({protocol} {port}번 포트)',
    'a-program': '이름을 알 수 없음',
    'a-firewall': '방화벽',
    'an-address': '이 컴퓨터의',

    proven:
      '외부에서 {ip} 주소의 {what}에 접속하면 이 컴퓨터로 연결되는 것을 확인했습니다. 아직 이 포트를 쓰는 프로그램은 없습니다.',
    answers: '{ip} 주소의 {what}에 외부에서 접속할 수 있습니다.',
    'answers-unproven': '{ip} 주소의 {what}에서 외부로 응답이 옵니다. 이 컴퓨터의 응답인지는 확인되지 않았습니다.',
    'not-needed': '{what}: 공유기에서 열지 않아도 됩니다.',
    'nothing-listens': '{what}에 외부에서 접속할 수 없습니다. 이 컴퓨터에 이 포트를 쓰는 프로그램이 없습니다.',
    'only-loopback': '{what}에 외부에서 접속할 수 없습니다. 프로그램({program})이 이 컴퓨터 안에서 오는 접속만 받습니다.',
    'other-address':
      '{what}에 외부에서 접속할 수 없습니다. 프로그램({program})이 {own} 주소가 아니라 {addresses} 주소로 오는 접속만 받습니다.',
    'wrong-family': '{what}에 IPv{version}로는 외부에서 접속할 수 없습니다. 프로그램({program})이 IPv{heard} 접속만 받습니다.',
    'wrong-program':
      '{ip} 주소의 {what}에서 응답은 오지만 예상한 응답이 아닙니다. 대개 다른 프로그램이 이 포트를 쓰는 경우입니다.',
    'answers-lost-in-vpn':
      '{what}에 보낸 패킷이 이 컴퓨터까지 오지만 응답이 돌아가지 못합니다. 대개 응답이 VPN으로 나가는 경우입니다.',
    'firewall-blocks': '{what}에 외부에서 접속할 수 없습니다. 이 컴퓨터의 방화벽({kind})이 차단하고 있습니다.',
    'firewall-likely': '{what}에 외부에서 접속할 수 없습니다. 이 컴퓨터의 방화벽({kind})이 차단하는 것으로 보입니다.',
    'firewall-likely-unread':
      '{what}에 외부에서 접속할 수 없습니다. 이 컴퓨터의 방화벽이 차단하는 것으로 보이지만, 관리자 권한이 없어 규칙을 읽지 못했습니다.',
    'rule-elsewhere':
      '{what}에 접속해도 이 컴퓨터로 연결되지 않습니다. 공유기의 규칙에 적힌 내부 IP({to})가 이 컴퓨터의 주소({own})와 다릅니다.',
    'rule-not-here':
      '{what}에 접속해도 이 컴퓨터로 연결되지 않습니다. 공유기가 포트를 포워딩하지만, 대개 {own} 주소가 아닌 다른 내부 IP로 보내는 경우이며, 아니면 내부 포트가 다릅니다.',
    'rule-other-port': '{what}에 외부에서 접속할 수 없습니다. 공유기의 규칙에 내부 포트가 {to}번으로 설정되어 있습니다.',
    'rule-other-outside': '{what}에 외부에서 접속할 수 없습니다. 공유기의 규칙에 외부 포트가 {to}번으로 설정되어 있습니다.',
    'rule-without-effect':
      '공유기에 올바른 규칙이 있는데도 {what}에 외부에서 접속할 수 없습니다. 대개 공유기의 방화벽이 차단하는 경우이며, 아니면 중간의 필터가 막고 있습니다.',
    'no-rule':
      '{what}에 외부에서 접속할 수 없습니다. 공유기가 알려 준 목록에 이 포트의 규칙이 없으며, 대개 규칙을 추가하지 않은 경우입니다.',
    'no-rule-likely': '{what}에 외부에서 접속할 수 없습니다. 대개 공유기에 이 포트의 규칙이 없는 경우입니다.',
    'router-filters':
      '{what}에 외부에서 접속할 수 없습니다. 공유기에 규칙은 있지만 공유기가 접속을 직접 거부합니다. 대개 공유기의 방화벽 때문입니다.',
    'router-page': '{what}에 접속해도 이 컴퓨터로 연결되지 않습니다. {ip} 주소에서 공유기의 관리자 페이지가 응답합니다.',
    'someone-else':
      '{what}에 접속해도 이 컴퓨터로 연결되지 않습니다. {ip} 주소에서 다른 장비가 응답하며, 대개 집 안의 다른 기기입니다.',
    'someone-else-unclear':
      '{what}에 접속해도 이 컴퓨터로 연결되지 않습니다. {ip} 주소에서 집 안의 다른 기기나 공유기, 또는 같은 통신사를 쓰는 다른 가입자의 장비가 응답합니다.',
    pinhole: '{what}에 IPv6로는 외부에서 접속할 수 없습니다. 대개 공유기의 IPv6 방화벽이 차단하는 경우입니다.',
    'second-router':
      '{what}에 외부에서 접속할 수 없습니다. 내 공유기의 상위에 공유기가 한 대 더 있으며, 그 공유기에도 규칙이 필요합니다.',
    'second-router-either':
      '{what}에 외부에서 접속할 수 없습니다. 내 공유기의 상위에 다른 공유기가 있거나 통신사에서 주소를 변환하고 있습니다.',
    'second-router-likely':
      '{what}에 외부에서 접속할 수 없습니다. 대개 내 공유기의 상위에 있는 다른 공유기나 통신사의 장비에서 막히는 경우입니다.',
    'second-router-elsewhere':
      '{what}에 접속해도 이 컴퓨터로 연결되지 않습니다. 대개 상위 공유기가 다른 곳으로 보내는 경우입니다.',
    'carrier-nat':
      '{what}에 IPv4로는 외부에서 접속할 수 없습니다. 통신사가 공인 IP 하나를 여러 가입자에게 나누어 주는 회선입니다(CGNAT).',
    'line-shared': '{what}에 IPv4로는 외부에서 접속할 수 없습니다. 공인 IP를 다른 가입자와 나누어 쓰는 회선으로 보입니다.',
    neighbour:
      '{what}에 접속해도 이 컴퓨터로 연결되지 않습니다. 여러 가입자가 나누어 쓰는 {ip} 주소에서 다른 사람의 장비가 응답합니다.',
    'port-blocked': '{what}에 외부에서 접속할 수 없습니다. 통신사가 이 포트를 차단합니다.',
    'port-stopped':
      '{what}에 외부에서 접속할 수 없습니다. 패킷이 내 공유기에 도착하기 전에 막힙니다. 대개 통신사의 필터 때문입니다.',
    'filtered-ahead':
      '{what}에 외부에서 접속할 수 없습니다. 대개 이 컴퓨터 앞에 있는 방화벽(예: 클라우드나 호스팅 업체의 방화벽)이 차단하는 경우입니다.',
    name: '도메인이 내 회선의 주소를 가리키지 않습니다. {what}보다 도메인을 먼저 고쳐야 합니다.',
    'answers-lost':
      '{what}에 보낸 패킷이 이 컴퓨터까지 오지만 응답이 돌아가지 못합니다. 응답이 다른 회선으로 나가거나 방화벽이 응답을 막고 있습니다.',
    'answered-by-whom': '{ip} 주소의 {what}에서 응답이 오지만, 이 컴퓨터가 응답한 것인지는 알 수 없습니다.',
    'shared-or-no-rule':
      '{what}에 외부에서 접속할 수 없지만 원인은 확실하지 않습니다. 공인 IP를 다른 가입자와 나누어 쓰는 회선이거나 공유기에 이 포트의 규칙이 없는 경우입니다.',
    vpn: '{what}에 외부에서 접속할 수 있는지 확실하지 않습니다. VPN이나 프록시를 거쳤기 때문에 내 회선이 아니라 {ip} 주소를 확인했습니다.',
    'other-line':
      '{what}에 외부에서 접속할 수 있는지 확실하지 않습니다. 외부 서버에는 {ip} 주소로 보이지만 공유기의 주소는 다릅니다.',
    'udp-silent':
      '{what}에 외부에서 접속할 수 있는지 확실하지 않습니다. 응답은 없었지만 아는 상대에게만 응답하는 프로그램이 많습니다.',
    'front-unseen':
      '{what}에 외부에서 접속할 수 있는지 확실하지 않습니다. 내 공유기의 상위에 다른 공유기가 있거나 통신사에서 주소를 변환하고 있습니다.',
    'front-unseen-home':
      '{what}에 외부에서 접속할 수 있는지 확실하지 않습니다. 내 공유기의 상위에 공유기가 한 대 더 있어, 거기에서 막힐 수 있습니다.',
    'no-rule-unseen':
      '{what}에 외부에서 접속할 수 있는지 확실하지 않습니다. 공유기가 알려 준 목록에 이 포트의 규칙이 없지만, 규칙을 모두 알려 주지는 않는 공유기도 있습니다.',
    'outside-unseen': '집 안에서 보이는 것 가운데 {what} 접속을 막는 것은 없습니다. 외부에서는 확인하지 않았습니다.',
    'outside-doubts': '{what}에 외부에서 접속할 수 있는지 확실하지 않습니다. 외부 서버에서도 판단하지 못했습니다.',
    'no-port': '포트를 입력하지 않아 공유기와 회선만 확인했습니다.',

    exposed: '{finding} 닫아 두는 것이 더 안전합니다.',
    'rightly-shut': '{finding} 이대로 닫아 두는 것이 안전합니다.',
    'but-blocked': '{finding} IPv{version}로는 접속할 수 없습니다.',
    unasked: '{failure}. {finding}',
  },
})
