import { defineText } from '../contract/text.ts'

/** The meaning of a problem: the key is the code of the finding, or of what more is known about it. */
export const causeText = defineText({
  en: {
    'through-proxy': 'The checks reach the VPN or proxy, not your own line.',
    'carrier-nat': 'No rule in your router can let anybody in over IPv4 on this line.',
    'ds-lite': 'Nobody can connect to you over IPv4 on this line. Only your provider can change that.',
    'building-shares': 'The equipment of the building is in front of your router, so a rule in your router alone cannot work.',
    'provider-private':
      'If there is no second router in your home, your provider or your building shares one public address, and no rule of yours can change that.',
    'provider-shares-line': 'No rule in your router can let anybody in over IPv4 on this line.',
    'box-cannot-forward': 'There is nowhere to add a rule.',
    'two-routers': 'Both routers need the rule. It is missing in at least one of them, or a firewall drops the packets.',
    'provider-shares': 'Your line very probably shares its public address with others. A rule in your router cannot change that.',
    'name-elsewhere':
      'The name leads visitors to another address. Usually your address has changed and nothing has updated the record.',
    'name-private':
      'Nobody outside can reach that address. If a DDNS client in your router wrote the record, another router or your provider is in front of yours.',
    'name-shared':
      'Providers use such addresses inside carrier-grade NAT. Your DDNS client has published the WAN address of your router, so your line shares its public address: no port can be forwarded to you over IPv4.',
    'name-off': 'DDNS services give out such an address for a name that is switched off.',
    'name-missing': 'Nobody can find you under a name that does not exist.',
    'record-missing': 'Without this record, the name leads visitors nowhere.',
    'name-leads-inside': 'The record refers to a name that only your local network knows.',
    'name-behind-proxy': 'Visitors reach the proxy, which does not pass this port on to you.',
    'port-someone-else':
      'Most likely the rule in your router leads to another device. Otherwise the router itself answers, or the port is that of another customer with whom you share the address.',
    'someone-else-ipv6': 'Another program answers at this address, or a firewall on the way does so in its place.',
    'port-refused': 'No program is listening on the device, or the port is not forwarded yet and the router itself answered.',
    'refused-behind-two':
      'Either the outer router answered, because it has no rule yet, or no program is listening on the device.',
    'outer-leads-elsewhere':
      'The rule in the outer router does not lead to your own router, but to an address where nothing answers.',
    'inner-silent':
      'Most likely your own router does not have the rule yet. Otherwise the firewall of the device drops the packets, or the program is not running.',
    'inner-refused':
      'Most likely no program is listening on the device. Otherwise your own router refused, because it does not have the rule yet.',
    'refused-by-outer': 'The outer router itself refused the port: most likely it has no rule for it yet.',
    'router-page-open':
      'Remote management is on: anybody can reach the page of the router, and the port does not get as far as your device.',
    'service-other': 'The rule leads to another program or another device than you expect.',
    'service-other-ipv6': 'Another program than you expect is listening on this port of the device.',
    'refused-ipv6': 'No program is listening on the device, or the IPv6 firewall of your router answered for it.',
    'port-rejected': 'A firewall on the way, most likely in your router, does not let the port through.',
    'port-silent': 'The port is not forwarded, or a firewall drops the packets: in your router or on the device itself.',
    'pinhole-closed': 'A firewall drops the packets: most likely the IPv6 firewall of your router, otherwise that of the device.',
    'may-be-blocked': '{provider} may also block this port on your line.',
    'port-blocked-by-provider': 'The provider blocks this port on its lines, whatever your router does.',
    'better-closed': 'It is closed to the internet, and that is safer: leave it closed.',
    'service-other-protocol': 'A different program is listening on this port, or it expects a different scheme.',
    'service-silent': 'The program accepts connections and then does not answer.',
  },
  ko: {
    'through-proxy': '실제 인터넷 회선이 아니라 VPN이나 프록시를 확인하게 됩니다.',
    'carrier-nat': '이 회선에서는 공유기에 규칙을 추가해도 IPv4로는 외부에서 접속할 수 없습니다.',
    'ds-lite': '이 회선에는 IPv4로 접속할 수 없으며, 통신사에서만 바꿀 수 있습니다.',
    'building-shares': '건물 장비가 내 공유기 앞에 있으므로 내 공유기에만 포트포워딩을 설정해서는 접속할 수 없습니다.',
    'provider-private':
      '집에 다른 공유기가 없다면 통신사나 건물에서 공인 IP 하나를 나누어 쓰는 것이며, 공유기 설정으로는 해결할 수 없습니다.',
    'provider-shares-line': '이 회선에서는 공유기에 규칙을 추가해도 IPv4로는 외부에서 접속할 수 없습니다.',
    'box-cannot-forward': '규칙을 추가할 곳이 없습니다.',
    'two-routers': '포트포워딩은 두 장비 모두에 필요합니다. 상위 장비나 내 공유기에 규칙이 없거나, 방화벽이 막고 있습니다.',
    'provider-shares':
      '공인 IP를 다른 가입자와 나누어 쓰는 회선(CGNAT)일 가능성이 매우 높습니다. 공유기 설정으로는 해결할 수 없습니다.',
    'name-elsewhere': '접속하는 사람이 다른 주소로 가게 됩니다. 대개 공인 IP가 바뀌었는데 레코드가 갱신되지 않은 경우입니다.',
    'name-private':
      '외부에서는 이 주소에 접속할 수 없습니다. 공유기의 DDNS가 등록한 주소라면 상위에 다른 공유기가 있거나 통신사에서 주소를 변환하고 있는 것입니다.',
    'name-shared':
      '통신사가 공인 IP 하나를 여러 가입자에게 나누어 줄 때(CGNAT) 쓰는 주소입니다. DDNS가 공유기의 WAN 주소를 등록한 것이므로, 이 회선에서는 IPv4로 포트포워딩을 할 수 없습니다.',
    'name-off': 'DDNS 서비스가 꺼 둔 이름에 넣어 두는 주소입니다.',
    'name-missing': '존재하지 않는 도메인으로는 접속할 수 없습니다.',
    'record-missing': '이 레코드가 없으면 도메인으로 접속할 수 없습니다.',
    'name-leads-inside': '레코드가 내부 네트워크에서만 통하는 이름을 가리킵니다.',
    'name-behind-proxy': '접속하는 사람은 프록시까지만 가게 되며, 프록시는 이 포트를 전달하지 않습니다.',
    'port-someone-else':
      '대개 공유기의 규칙이 다른 기기로 이어진 경우입니다. 아니면 공유기가 직접 응답했거나, 공인 IP를 나누어 쓰는 다른 가입자의 포트입니다.',
    'someone-else-ipv6': '이 주소에서 다른 프로그램이 응답하거나, 중간의 방화벽이 대신 응답합니다.',
    'port-refused':
      '기기에서 이 포트를 쓰는 프로그램이 없습니다. 아직 포트포워딩을 설정하지 않았다면 공유기가 대신 응답한 것입니다.',
    'refused-behind-two': '상위 장비에 규칙이 없어 그 장비가 응답했거나, 기기에서 프로그램이 실행되고 있지 않습니다.',
    'outer-leads-elsewhere': '상위 장비의 규칙이 내 공유기가 아니라 아무것도 응답하지 않는 주소로 이어져 있습니다.',
    'inner-silent':
      '대개 내 공유기에 아직 규칙이 없는 경우입니다. 아니면 기기의 방화벽이 막고 있거나 프로그램이 실행되고 있지 않습니다.',
    'inner-refused':
      '대개 기기에서 이 포트를 쓰는 프로그램이 없는 경우입니다. 아니면 아직 규칙이 없는 내 공유기가 거부한 것입니다.',
    'refused-by-outer': '상위 장비가 직접 거부했습니다. 대개 그 장비에 아직 이 포트의 규칙이 없는 경우입니다.',
    'router-page-open': '공유기의 원격 관리가 켜져 있어 누구나 관리자 페이지에 접속할 수 있고, 이 포트는 기기까지 가지 않습니다.',
    'service-other': '규칙이 다른 프로그램이나 다른 기기로 이어져 있습니다.',
    'service-other-ipv6': '기기에서 다른 프로그램이 이 포트를 쓰고 있습니다.',
    'refused-ipv6': '기기에서 이 포트를 쓰는 프로그램이 없거나, 공유기의 IPv6 방화벽이 대신 응답한 것입니다.',
    'port-rejected': '중간에 있는 방화벽(대개 공유기)이 포트를 허용하지 않습니다.',
    'port-silent': '포트포워딩이 되어 있지 않거나, 공유기 또는 기기의 방화벽이 막고 있습니다.',
    'pinhole-closed': '방화벽이 막고 있습니다. 대개 공유기의 IPv6 방화벽이고, 아니면 기기의 방화벽입니다.',
    'may-be-blocked': '통신사({provider})가 일부 회선에서 이 포트를 차단하기도 합니다.',
    'port-blocked-by-provider': '공유기 설정과 관계없이 통신사가 이 포트를 차단합니다.',
    'better-closed': '인터넷에서 접속할 수 없는 상태이며, 이대로 닫혀 있는 것이 안전합니다.',
    'service-other-protocol': '이 포트에서는 다른 프로그램이 실행 중이거나 다른 방식의 접속을 받고 있습니다.',
    'service-silent': '프로그램이 연결을 받기만 하고 응답하지 않습니다.',
  },
})
