import { defineText } from '../../contract/text.ts'

/** Sentences on the line: whether forwarding can work on it, and how to find out. */
export const lineText = defineText({
  en: {
    'shared-wan':
      'Port forwarding cannot work on this line. Your router shows {wan} as its internet address: your provider shares one public address among many customers (carrier-grade NAT).',
    'shared-provider':
      'Port forwarding cannot work on this line: {provider} shares one public IPv4 address among many customers (carrier-grade NAT).',
    'private-provider':
      "Port forwarding cannot work on this line. Your provider's box shows {wan}, a private address. If there is no second router in your home, your provider or your building shares one public address among many customers.",
    'ds-lite':
      'Port forwarding cannot work on this line. It is a DS-Lite line: it has no public IPv4 address of its own, only IPv6. Only your provider can change that.',
    building:
      'Forwarding in your router alone cannot work: your building shares one line, and its equipment does the NAT. A tenant cannot change that equipment, so ask the manager of the building.',
    'box-cannot-forward': '{name} does not offer port forwarding, so there is nowhere to add a rule.',
    'own-router-behind': "Connect a router of your own and add the rules there, with the provider's box set to: {mode}.",
    'best-way': 'The best way around it: {name}.',

    'ask-public-address': 'Ask your provider for a public IPv4 address of your own, with these words: "{words}"',
    'ask-building': 'Ask the manager of the building, with these words: "{words}"',
    'ask-words': 'Please give my line a public IPv4 address. I need it for port forwarding.',
    'ask-words-ds-lite':
      'Please switch my line from DS-Lite to dual stack with a public IPv4 address. I need it for port forwarding.',
    'ask-words-building': 'Please give my room a public IP address, or forward a port to my router. I run a service of my own.',
    'provider-number': 'Call {provider} at {number}.',
    'some-charge': 'Some providers charge for it, others do it on request.',
    'use-relay': 'Ways that need no open port: {names}.',

    'forward-upstream-too':
      "Your router shows {wan}, a private address: another router or your provider is doing NAT in front of your router, so a rule in yours alone cannot work. If the other router is yours or your provider's box in your home, forward the same external ports there to {wan}, or put one of the two in bridge mode.",
    'no-second-box':
      'No second box at home? Then your provider shares the address, and forwarding cannot work: ask your provider.',
    'upstream-named': 'The other one is probably the {name} at {gateway}.',
    'upstream-found': 'The other one probably answers at {gateway}.',
    'bridge-upstream': "Bridge mode of your provider's box: {mode}.",
    'bridge-upstream-how': "To put your provider's box in bridge mode: {how}",
    'bridge-here': 'Once your router is in bridge mode, forward in the other one only.',
    'bridge-here-named': 'Once your router is in bridge mode ({mode}), forward in the other one only.',

    'check-wan-address':
      'First compare the internet (WAN) address that your router shows with {ip}, your public address. If they differ, another router or your provider is doing NAT in front of your router, and a rule in your router is not enough.',
    'wan-unseen':
      'First compare the internet (WAN) IPv4 address that your router shows with your public IPv4 address. If they differ, another router or your provider is doing NAT in front of your router, and a rule in your router is not enough.',
    'wan-differs':
      'Your router shows {wan}, but your request came from {ip}. Unless you use a VPN or a second line, another router or your provider is doing NAT in front of your router, and forwarding may not work: find out which before you go on.',
    'wan-not-online':
      'Your router shows {wan}, which is not the address of an internet connection. First check that the router is online.',
    'wan-is-ipv6':
      '{wan} is an IPv6 address, and port forwarding applies to IPv4 only. Look for the IPv4 address of the internet connection.',
    'read-wan':
      'You can read it without logging in: if UPnP is on in the router, `upnpc -s` prints it as ExternalIPAddress; with NAT-PMP, `natpmpc` prints it as "Public IP address" (packages miniupnpc and natpmpc).',
    'provider-guessed': 'Your network looks like that of {provider}.',
    'map-e':
      'On a MAP-E line several customers share an IPv4 address, and each gets a few ports only: forward one of the ports that your router lists as yours.',
  },
  ko: {
    'shared-wan':
      '이 회선에서는 포트포워딩을 사용할 수 없습니다. 공유기에 표시된 인터넷 주소({wan})는 통신사가 공인 IP 하나를 여러 가입자에게 나누어 주는 공유 주소(CGNAT)입니다.',
    'shared-provider':
      '이 회선에서는 포트포워딩을 사용할 수 없습니다. 통신사({provider})에서 공인 IPv4 주소 하나를 여러 가입자가 나누어 씁니다(CGNAT).',
    'private-provider':
      '이 회선에서는 포트포워딩을 사용할 수 없습니다. 통신사 장비에 표시된 인터넷 주소({wan})가 사설 IP입니다. 집에 다른 공유기가 없다면 통신사나 건물에서 공인 IP 하나를 여러 가입자가 나누어 쓰는 것입니다.',
    'ds-lite':
      '이 회선에서는 포트포워딩을 사용할 수 없습니다. 공인 IPv4 주소가 없고 IPv6만 있는 DS-Lite 회선이며, 통신사에서만 바꿀 수 있습니다.',
    building:
      '내 공유기에서만 포트포워딩을 설정하면 외부에서 접속할 수 없습니다. 건물에서 회선 하나를 함께 쓰고 건물 장비가 주소를 변환(NAT)합니다. 세입자는 건물 장비를 설정할 수 없으므로 건물 관리자에게 문의하십시오.',
    'box-cannot-forward': '{name}에는 포트포워딩 기능이 없어 규칙을 추가할 수 없습니다.',
    'own-router-behind': '내 공유기를 연결하고 포트포워딩은 내 공유기에서 설정하십시오. 통신사 장비 설정: {mode}.',
    'best-way': '가장 좋은 방법: {name}.',

    'ask-public-address': '통신사에 공인 IPv4 주소를 요청하십시오. 이렇게 말하면 됩니다: "{words}"',
    'ask-building': '건물 관리자에게 문의하십시오. 이렇게 말하면 됩니다: "{words}"',
    'ask-words': '공인 IP로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    'ask-words-ds-lite': 'DS-Lite 회선을 공인 IPv4 주소가 있는 듀얼 스택으로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    'ask-words-building': '제 방에 공인 IP를 할당해 주시거나 제 공유기로 포트를 열어 주세요. 직접 운영하는 서비스가 있습니다.',
    'provider-number': '{provider} 고객센터: {number}',
    'some-charge': '요청만 하면 바꾸어 주는 곳도 있고 요금을 받는 곳도 있습니다.',
    'use-relay': '포트를 열지 않아도 되는 방법: {names}.',

    'forward-upstream-too':
      '공유기에 표시된 인터넷 주소({wan})는 사설 IP입니다. 공유기 위에 다른 공유기가 있거나 통신사에서 주소를 변환(NAT)하고 있어, 이 공유기에만 규칙을 추가하면 외부에서 접속할 수 없습니다. 상위 장비가 내 공유기이거나 집에 있는 통신사 장비라면 그 장비에서도 같은 외부 포트를 {wan} 주소로 포워딩하거나, 둘 중 한 대를 브리지 모드로 바꾸십시오.',
    'no-second-box':
      '집에 다른 공유기가 없다면 통신사에서 주소를 나누어 쓰는 회선이라 포트포워딩을 사용할 수 없으니 통신사에 문의하십시오.',
    'upstream-named': '상위 장비는 {name}(관리 주소 {gateway})일 가능성이 높습니다.',
    'upstream-found': '상위 장비의 관리 주소는 {gateway}일 가능성이 높습니다.',
    'bridge-upstream': '통신사 장비의 브리지 모드: {mode}.',
    'bridge-upstream-how': '통신사 장비를 브리지 모드로 바꾸려면: {how}',
    'bridge-here': '내 공유기를 브리지 모드로 바꾼 뒤에는 상위 장비에서만 포트포워딩을 설정하면 됩니다.',
    'bridge-here-named': '내 공유기를 브리지 모드({mode})로 바꾼 뒤에는 상위 장비에서만 포트포워딩을 설정하면 됩니다.',

    'check-wan-address':
      '먼저 공유기에 표시된 인터넷(WAN) 주소를 공인 IP({ip})와 비교하십시오. 서로 다르면 공유기 위에 다른 공유기가 있거나 통신사에서 주소를 변환(NAT)하고 있는 것이어서, 이 공유기의 규칙만으로는 접속할 수 없습니다.',
    'wan-unseen':
      '먼저 공유기에 표시된 인터넷(WAN) IPv4 주소를 공인 IPv4 주소와 비교하십시오. 서로 다르면 공유기 위에 다른 공유기가 있거나 통신사에서 주소를 변환(NAT)하고 있는 것이어서, 이 공유기의 규칙만으로는 접속할 수 없습니다.',
    'wan-differs':
      '공유기에 표시된 주소는 {wan}, 요청을 보낸 주소는 {ip}입니다. VPN이나 다른 회선을 쓰고 있지 않다면 공유기 위에 다른 공유기가 있거나 통신사에서 주소를 변환(NAT)하고 있어 포트포워딩이 되지 않을 수 있습니다. 원인부터 확인하십시오.',
    'wan-not-online':
      '공유기에 표시된 주소({wan})는 인터넷 연결에 쓰이는 주소가 아닙니다. 먼저 공유기가 인터넷에 연결되어 있는지 확인하십시오.',
    'wan-is-ipv6':
      '{wan} 주소는 IPv6 주소이며 포트포워딩은 IPv4에만 해당합니다. 공유기에 표시된 인터넷 연결의 IPv4 주소를 확인하십시오.',
    'read-wan':
      '로그인하지 않고도 확인할 수 있습니다. 공유기의 UPnP가 켜져 있으면 `upnpc -s` 명령에서 ExternalIPAddress로, NAT-PMP가 켜져 있으면 `natpmpc` 명령에서 "Public IP address"로 표시됩니다(패키지 miniupnpc, natpmpc).',
    'provider-guessed': '접속한 네트워크로 보아 통신사는 {provider}일 가능성이 높습니다.',
    'map-e':
      'MAP-E 회선에서는 여러 가입자가 IPv4 주소 하나를 나누어 쓰고 가입자마다 일부 포트만 쓸 수 있으므로, 공유기에 표시된 사용 가능한 포트를 포워딩하십시오.',
  },
})
