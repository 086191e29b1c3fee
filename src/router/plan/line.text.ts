import { defineText } from '../../contract/text.ts'

/** Sentences on the line: whether forwarding can work on it, and how to find out. */
export const lineText = defineText({
  en: {
    'shared-wan':
      'Your router shows {wan}: your provider shares one public address among many customers (CGNAT), so no rule can let anybody in.',
    'shared-provider': '{provider} shares public IPv4 addresses among its customers (CGNAT), so no rule can let anybody in.',
    'private-provider':
      "Your provider's box shows {wan}, a private address. Unless there is a second router in your home, your provider or your building shares one public address, and no rule can let anybody in.",
    'ds-lite': 'This is a DS-Lite line: it has no public IPv4 address of its own, so no rule can let anybody in over IPv4.',
    building:
      'Forwarding in your router alone cannot work: your building shares one line, and its own router comes before yours.',
    'box-cannot-forward': '{name} does not offer port forwarding, so there is nowhere to add a rule.',
    'best-way': 'The best way around it: {name}.',
    'works-without': '{service} works without an open port too, but fewer others can connect to it.',
    'console-without': 'Most games still work with NAT type 2 or Moderate; only your provider can change the line.',

    'ask-public-address': 'Ask your provider for a public IPv4 address of your own. Say: "{words}"',
    'ask-provider': 'Ask {provider} for a public IPv4 address of your own. Say: "{words}"',
    'call-provider': 'Ask {provider} ({number}) for a public IPv4 address. Say: "{words}"',
    'switch-in-account':
      'Look in your account at {provider}: on some plans, you can switch on a public IPv4 address there. The other plans have none.',
    'ask-building': 'Ask the manager of the building, with these words: "{words}"',
    'ask-words': 'Please give my line a public IPv4 address. I need it for port forwarding.',
    'ask-words-ds-lite':
      'Please switch my line from DS-Lite to dual stack with a public IPv4 address. I need it for port forwarding.',
    'ask-words-building': 'Please give my room a public IP address, or forward a port to my router. I run a service of my own.',
    'use-relay': 'Ways to try instead: {names}.',

    'forward-upstream-too':
      'Your router shows {wan}, a private address, so a rule in it alone cannot work: add the same rule, to {wan}, in the router in front of it.',
    'no-second-box':
      'No second box at home? Then your building or your provider shares the address: ask the manager or the provider for a public one.',
    'upstream-named': 'That is probably the {name} at {url}.',
    'upstream-found': 'It probably answers at {url}.',
    'use-one-router': 'Or let only one of the two be the router.',
    'bridge-upstream': "In your provider's box, this is called: {mode}.",
    'straight-to-modem': 'Or connect your own router straight to the modem (ONT), without the box.',
    'bridge-here': 'Or put your own router in bridge mode, and add the rule in the other one only.',
    'bridge-here-named': 'Or put your own router in bridge mode ({mode}), and add the rule in the other one only.',

    'check-wan-address': 'Its internet (WAN) address must be {ip}; otherwise a rule here is not enough.',
    'check-wan-address-at': '{menu} must be {ip}; otherwise a rule here is not enough.',
    'wan-unseen': 'Its internet (WAN) IPv4 address must be your public IPv4 address; otherwise a rule here is not enough.',
    'wan-unseen-at': '{menu} must be your public IPv4 address; otherwise a rule here is not enough.',
    'wan-in-building':
      'If you have a router of your own, compare the internet (WAN) address that it shows with your public address: if they differ, a rule in it is not enough.',
    'wan-differs':
      'Your router shows {wan}, but your request came from {ip}. Unless you use a VPN or a second line, something does NAT in front of your router: find out what before you go on.',
    'wan-not-online':
      'Your router shows {wan}, which is not the address of an internet connection. First check that the router is online.',
    'wan-is-ipv6':
      '{wan} is an IPv6 address, and port forwarding applies to IPv4 only. Look for the IPv4 address of the internet connection.',
    'provider-guessed': 'We assume that your provider is {provider}.',
    'isp-unlisted': "Your provider isn't in our list yet: it may share addresses.",
    'gateway-in-front':
      "Is there a gateway of your provider (such as NTT's) in front of your router? Then that box needs the rule, or both do.",
  },
  ko: {
    'shared-wan':
      '이 회선에서는 포트포워딩을 사용할 수 없습니다. 공유기에 표시된 인터넷 주소({wan})는 통신사가 여러 가입자에게 나누어 주는 공유 주소(CGNAT)입니다.',
    'shared-provider':
      '이 회선에서는 포트포워딩을 사용할 수 없습니다. 통신사({provider})에서 공인 IPv4 주소 하나를 여러 가입자가 나누어 씁니다(CGNAT).',
    'private-provider':
      '이 회선에서는 포트포워딩을 사용할 수 없습니다. 통신사 장비에 표시된 인터넷 주소({wan})가 사설 IP이므로, 집에 다른 공유기가 없다면 통신사나 건물에서 공인 IP 하나를 여러 가입자가 나누어 쓰는 것입니다.',
    'ds-lite': '이 회선에서는 포트포워딩을 사용할 수 없습니다. 공인 IPv4 주소가 없고 IPv6만 있는 DS-Lite 회선입니다.',
    building:
      '내 공유기에만 포트포워딩을 설정해서는 외부에서 접속할 수 없습니다. 건물에서 회선 하나를 함께 쓰고 건물 장비가 주소를 변환(NAT)합니다.',
    'box-cannot-forward': '{name}에는 포트포워딩 기능이 없어 규칙을 추가할 수 없습니다.',
    'best-way': '가장 좋은 방법: {name}.',
    'works-without': '{service} 프로그램은 포트를 열지 않아도 동작하며, 연결되는 상대가 줄어들 뿐입니다.',
    'console-without': '게임은 대부분 NAT 유형 2(보통)로도 되며, 회선은 통신사에서만 바꿀 수 있습니다.',

    'ask-public-address': '통신사에 공인 IPv4 주소를 요청하십시오. 이렇게 말하면 됩니다: "{words}"',
    'ask-provider': '통신사({provider})에 공인 IPv4 주소를 요청하십시오. 이렇게 말하면 됩니다: "{words}"',
    'call-provider': '{provider} 고객센터({number})에 공인 IPv4 주소를 요청하십시오. 이렇게 말하면 됩니다: "{words}"',
    'switch-in-account':
      '{provider} 계정 페이지를 확인하십시오. 공인 IPv4 주소는 일부 요금제에서만 그곳에서 켤 수 있고 다른 요금제에서는 제공하지 않습니다.',
    'ask-building': '건물 관리자에게 문의하십시오. 이렇게 말하면 됩니다: "{words}"',
    'ask-words': '공인 IP로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    'ask-words-ds-lite': 'DS-Lite 회선을 공인 IPv4 주소가 있는 듀얼 스택으로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    'ask-words-building': '제 방에 공인 IP를 할당해 주시거나 제 공유기로 포트를 열어 주세요. 직접 운영하는 서비스가 있습니다.',
    'use-relay': '포트를 열지 않아도 되는 방법: {names}.',

    'forward-upstream-too':
      '공유기에 표시된 인터넷 주소({wan})가 사설 IP이므로 이 공유기의 규칙만으로는 외부에서 접속할 수 없습니다. 상위 장비에도 {wan} 주소로 같은 규칙을 추가하십시오.',
    'no-second-box':
      '공유기가 이 한 대뿐이면 건물이나 단지, 통신사에서 사설 IP를 주는 회선입니다. 관리사무소나 통신사에 공인 IP를 요청하십시오.',
    'upstream-named': '상위 장비는 {name}(관리 주소 {url})일 가능성이 높습니다.',
    'upstream-found': '상위 장비의 관리 주소는 {url}일 가능성이 높습니다.',
    'use-one-router': '또는 두 대 중 한 대만 공유기로 사용하십시오.',
    'bridge-upstream': '상위 장비의 브리지 모드 이름: {mode}.',
    'straight-to-modem': '내 공유기를 모뎀(ONT)에 직접 연결해도 됩니다.',
    'bridge-here': '내 공유기를 브리지 모드로 바꾸고 상위 장비에만 규칙을 추가해도 됩니다.',
    'bridge-here-named': '내 공유기의 동작 모드를 바꾸고({mode}) 상위 장비에만 규칙을 추가해도 됩니다.',

    'check-wan-address':
      '공유기에 표시된 인터넷(WAN) 주소를 공인 IP({ip})와 비교하십시오. 서로 다르면 이 공유기의 규칙만으로는 접속할 수 없습니다.',
    'check-wan-address-at':
      '{menu} 항목을 공인 IP({ip})와 비교하십시오. 서로 다르면 이 공유기의 규칙만으로는 접속할 수 없습니다.',
    'wan-unseen':
      '공유기에 표시된 인터넷(WAN) IPv4 주소를 공인 IPv4 주소와 비교하십시오. 서로 다르면 이 공유기의 규칙만으로는 접속할 수 없습니다.',
    'wan-unseen-at': '{menu} 항목을 공인 IPv4 주소와 비교하십시오. 서로 다르면 이 공유기의 규칙만으로는 접속할 수 없습니다.',
    'wan-in-building':
      '내 공유기가 있다면 공유기에 표시된 인터넷(WAN) 주소를 공인 IP와 비교하십시오. 서로 다르면 내 공유기의 규칙만으로는 접속할 수 없습니다.',
    'wan-differs':
      '공유기에 표시된 주소는 {wan}, 요청을 보낸 주소는 {ip}입니다. VPN이나 다른 회선을 쓰고 있지 않다면 상위에서 주소를 변환(NAT)하고 있는 것이므로 원인부터 확인하십시오.',
    'wan-not-online':
      '공유기에 표시된 주소({wan})는 인터넷 연결에 쓰이는 주소가 아닙니다. 먼저 공유기가 인터넷에 연결되어 있는지 확인하십시오.',
    'wan-is-ipv6':
      '{wan} 주소는 IPv6 주소이며 포트포워딩은 IPv4에만 해당합니다. 공유기에 표시된 인터넷 연결의 IPv4 주소를 확인하십시오.',
    'provider-guessed': '접속한 네트워크로 보아 통신사는 {provider}일 가능성이 높습니다.',
    'isp-unlisted': '입력한 통신사는 아직 등록되어 있지 않으며, 공인 IP를 나누어 쓰는 통신사일 수도 있습니다.',
    'gateway-in-front':
      '내 공유기 앞에 NTT 같은 통신사 게이트웨이가 있습니까? 그렇다면 그 장비에 규칙을 추가하거나 두 장비에 모두 추가하십시오.',
  },
})
