import { defineText } from '../../contract/text.ts'

/** The steps to log in to a router, in order. */
export const actionsText = defineText({
  en: {
    'any-router': 'Router of an unknown brand',
    'check-connection':
      "The internet is down: check power and cables, then restart your provider's box first and your router second.",
    'leave-hotspot':
      '{gateway} is usually a phone or a PC that shares its connection (a hotspot), so there is no router to log in to. Connect this device to your router by Wi-Fi or cable, and ask again with the new gateway.',
    'find-gateway': 'Find the default gateway of your device. {how}',
    'find-gateway-instead': 'Still nothing? Open the default gateway of your device instead. {how}',
    'gateway-port': 'Type :{port} after it.',
    'read-gateway': 'The details of its network show it as "Gateway" or "Router".',
    'check-brand': '"{brand}" isn\'t in our list yet. Did you mean {near}?',
    'name-brand': '"{brand}" isn\'t in our list yet, so these steps are general.',
    'check-isp': '"{isp}" isn\'t in our list of providers yet. Did you mean {near}?',
    'name-isp': '"{isp}" isn\'t in our list of providers yet, so these steps don\'t cover its modem or router.',
    'confirm-isp': 'Is {isp} your provider? Enter it and check again for steps that fit its box.',
    'name-platform': '"{value}" isn\'t a device that we know yet, so the steps are those for any device.',
    'name-connection': 'We can\'t tell from "{value}" whether the internet works, so we take it as unknown.',
    'use-app': 'Open the app "{app}" and sign in with the account that the network was set up with.',
    'use-app-later': 'Then open the app "{app}": your provider\'s box is set up there.',
    'log-in-personal': 'Open {url} in a browser on your Wi-Fi.',
    'log-in-personal-first': 'Open the address of the default gateway in a browser, with {scheme} in front of it.',
    'log-in-personal-if-yours': 'If you installed the router yourself, open {url} in a browser on its Wi-Fi.',
    'log-in-personal-first-if-yours':
      'If you installed a router yourself, open the address of its default gateway in a browser on its Wi-Fi.',
    'log-in-beside': 'To change settings of your own router, join its Wi-Fi and open {url}.',
    'log-in-beside-first':
      'To change settings of your own router, join its Wi-Fi and open the default gateway that you get there.',
    'log-in-isp': 'Open {url} in a browser on your Wi-Fi.',
    'log-in-other-box':
      "{address} is not an address of your {name}: it is another box, usually your provider's. Open {url} in a browser on your Wi-Fi.",
    'log-in-isp-next': "Then open {url}: that is your provider's box ({name}), with a password of its own.",
    'log-in-isp-likely': 'Then open {url}: the router in front of yours is usually there.',
    'log-in-isp-later':
      "Then look in your router for the gateway of its internet connection: that is your provider's box. Log in there.",
    'find-upstream':
      'See whether your router is plugged into a second router in your home. If so, its label shows its address: log in there. If not, ask your provider for a public IPv4 address.',
    'read-label': '{page}',
    'nothing-opens': 'If nothing opens: {lines}',
    'open-join': "Join the router's own Wi-Fi, not its guest network, and switch any VPN off.",
    'open-join-phone': "Join the router's own Wi-Fi, not its guest network. Switch VPN and mobile data off.",
    'open-scheme': 'Type {scheme} in front of the address.',
    'open-logo': 'Or open {url} in a browser: the logo tells whose box it is.',
    'open-other': 'Try {one}.',
    'open-others': 'Try {one} or {other}.',
    'double-nat':
      'You have two routers in a row. Forward the port on both (outer to inner, inner to device), or switch one to bridge mode.',
    'double-nat-how':
      'You have two routers in a row. Forward the port on both (outer to inner, inner to device), or put one in bridge mode. {how}',
    'check-wan-address':
      'Then check again with the internet (WAN) address that your router shows{where}: it tells whether there is a second router.',
    'compare-wan-address':
      'Then read the internet (WAN) address that your router shows{where}. If it is {seen}, this is the only router; otherwise check again with that address.',
    'wan-where': ' ({menu})',
    'ask-public-address':
      'Ask your provider for a public IPv4 address, or for IPv6: without either, nobody outside can connect to you.',
    'no-public-address': '{isp} gives its customers no public IPv4 address, so a rule in your router cannot let anybody in.',
    'ask-building':
      'Ask the manager of the building for a public IPv4 address, or to forward the port to your router: you cannot change that equipment yourself.',
    'ask-building-open':
      'Ask whoever runs this network, such as the manager of the building: unless you installed the router yourself, only they can change its settings.',
    'use-relay': "Or use a way that needs no open port: a VPN or tunnel service, or the program's own remote access.",
    'rule-cannot-work':
      "Unless the router shows a public address, a rule lets nobody in on this line. Use a way that needs no open port: a VPN or tunnel service, or the program's own remote access.",
    'box-cannot-forward':
      "This router cannot forward ports. Use a way that needs no open port: a VPN or tunnel service, or the program's own remote access.",
    'plan-forward': 'Next: pick your game or program to see the exact rule.',
  },
  ko: {
    'any-router': '제조사를 알 수 없는 공유기',
    'check-connection': '지금 인터넷이 되지 않는 상태입니다. 전원과 케이블을 확인하고 통신사 장비, 공유기 순서로 다시 켜십시오.',
    'leave-hotspot':
      '{gateway} 주소는 보통 인터넷을 공유하는 휴대폰이나 PC의 핫스팟 주소이며, 로그인할 공유기가 없습니다. 기기를 공유기의 Wi-Fi나 랜 케이블로 연결한 뒤 새 게이트웨이 주소로 다시 확인하십시오.',
    'find-gateway': '기기의 기본 게이트웨이를 확인하십시오. {how}',
    'find-gateway-instead': '그래도 열리지 않으면 기기의 기본 게이트웨이 주소를 여십시오. {how}',
    'gateway-port': '주소 뒤에 :{port}도 붙이십시오.',
    'read-gateway': '연결된 네트워크의 상세 정보에서 "게이트웨이"나 "라우터" 항목을 보면 됩니다.',
    'check-brand': '"{brand}" 제품은 아직 등록되어 있지 않습니다. 혹시 다음 중 하나입니까? {near}',
    'name-brand': '"{brand}" 제품은 아직 등록되어 있지 않아 일반적인 방법을 안내합니다.',
    'check-isp': '"{isp}" 통신사는 아직 등록되어 있지 않습니다. 혹시 다음 중 하나입니까? {near}',
    'name-isp': '"{isp}" 통신사는 아직 등록되어 있지 않아 통신사 장비는 안내에서 뺐습니다.',
    'confirm-isp': '통신사가 {isp} 맞습니까? 맞으면 선택하고 다시 확인하십시오. 그 통신사 장비에 맞게 안내합니다.',
    'name-platform': '"{value}" 기기는 아직 등록되어 있지 않아 모든 기기에 맞는 방법을 안내합니다.',
    'name-connection': '"{value}" 내용으로는 인터넷이 되는지 알 수 없어 확인하지 못한 것으로 보았습니다.',
    'use-app': '"{app}" 앱을 열고 처음 설치할 때 쓴 계정으로 로그인하십시오.',
    'use-app-later': '그다음 "{app}" 앱을 여십시오. 통신사 장비는 이 앱에서 설정합니다.',
    'log-in-personal': '공유기에 연결된 기기의 브라우저에서 {url} 주소를 여십시오.',
    'log-in-personal-first': '브라우저의 주소창에 {scheme} 다음에 기본 게이트웨이 주소를 이어서 입력하십시오.',
    'log-in-personal-if-yours': '직접 설치한 공유기라면 그 공유기에 연결된 기기의 브라우저에서 {url} 주소를 여십시오.',
    'log-in-personal-first-if-yours':
      '직접 설치한 공유기라면 그 공유기에 연결된 기기의 브라우저에서 기본 게이트웨이 주소를 여십시오.',
    'log-in-beside': '내 공유기의 설정을 바꾸려면 그 공유기의 Wi-Fi에 연결하고 {url} 주소를 여십시오.',
    'log-in-beside-first':
      '내 공유기의 설정을 바꾸려면 그 공유기의 Wi-Fi에 연결하고, 새로 표시되는 기본 게이트웨이 주소를 여십시오.',
    'log-in-isp': '공유기에 연결된 기기의 브라우저에서 {url} 주소를 여십시오.',
    'log-in-other-box':
      '{address} 주소는 {name} 제품의 주소가 아니라 다른 장비(보통 통신사 장비)의 주소입니다. 공유기에 연결된 기기의 브라우저에서 {url} 주소를 여십시오.',
    'log-in-isp-next': '그다음 {url} 주소를 여십시오. 통신사 장비({name})이며 비밀번호가 따로 있습니다.',
    'log-in-isp-likely': '그다음 {url} 주소를 여십시오. 상위 공유기의 주소는 보통 이 주소입니다.',
    'log-in-isp-later':
      '그다음 내 공유기의 인터넷 연결 정보에서 게이트웨이를 확인하십시오. 그 주소가 통신사 장비이므로 열어서 로그인하십시오.',
    'find-upstream':
      '내 공유기가 집 안의 다른 공유기에 연결되어 있는지 확인하십시오. 그렇다면 그 장비의 라벨에 적힌 주소로 로그인하십시오. 그런 장비가 없다면 통신사 고객센터에 "공인 IP로 변경"을 요청하십시오.',
    'read-label': '{page}',
    'nothing-opens': '열리지 않으면: {lines}',
    'open-join': '게스트 네트워크가 아닌 공유기의 기본 Wi-Fi에 연결하고 VPN을 끄십시오.',
    'open-join-phone': '게스트 네트워크가 아닌 공유기의 기본 Wi-Fi에 연결하고 VPN과 모바일 데이터를 끄십시오.',
    'open-scheme': '주소를 {scheme}부터 모두 입력하십시오.',
    'open-logo': '또는 브라우저에서 {url} 주소를 열어 로고로 어느 장비인지 확인하십시오.',
    'open-other': '{one} 주소도 열어 보십시오.',
    'open-others': '{one} 주소나 {other} 주소도 열어 보십시오.',
    'double-nat':
      '공유기 두 대가 이어져 있습니다. 상위 공유기에서 내 공유기로, 내 공유기에서 기기로 포트포워딩을 각각 설정하거나 둘 중 하나를 브리지 모드로 바꾸십시오.',
    'double-nat-how':
      '공유기 두 대가 이어져 있습니다. 상위 공유기에서 내 공유기로, 내 공유기에서 기기로 포트포워딩을 각각 설정하거나 브리지 모드를 사용하십시오. {how}',
    'check-wan-address':
      '로그인한 뒤 공유기{where}에서 인터넷(WAN) 주소를 확인하여 입력하고 다시 확인하십시오. 상위에 다른 공유기가 있는지 알 수 있습니다.',
    'compare-wan-address':
      '로그인한 뒤 공유기{where}에서 인터넷(WAN) 주소를 확인하십시오. {seen} 주소와 같으면 상위에 다른 공유기가 없는 것입니다. 다르면 그 주소를 입력하고 다시 확인하십시오.',
    'wan-where': '({menu})',
    'ask-public-address':
      '통신사 고객센터에 "공인 IP로 변경"을 요청하거나 IPv6를 신청하십시오. 둘 다 없으면 외부에서 접속할 수 없습니다.',
    'no-public-address':
      '{isp} 회선에는 공인 IPv4 주소가 제공되지 않으므로 공유기에 규칙을 추가해도 외부에서 접속할 수 없습니다.',
    'ask-building':
      '건물 관리자에게 공인 IP를 요청하거나 내 공유기로 포트포워딩을 해 달라고 요청하십시오. 건물 장비는 직접 설정할 수 없습니다.',
    'ask-building-open':
      '건물 관리자처럼 이 네트워크를 관리하는 사람에게 문의하십시오. 직접 설치한 공유기가 아니라면 설정은 관리자만 바꿀 수 있습니다.',
    'use-relay': '또는 VPN이나 터널 서비스, 프로그램 자체의 원격 접속 기능처럼 포트를 열지 않아도 되는 방법을 사용하십시오.',
    'rule-cannot-work':
      '공유기에 공인 IP가 표시되지 않는다면 이 회선에서는 규칙을 추가해도 외부에서 접속할 수 없습니다. VPN이나 터널 서비스, 프로그램 자체의 원격 접속 기능처럼 포트를 열지 않아도 되는 방법을 사용하십시오.',
    'box-cannot-forward':
      '이 공유기에서는 포트포워딩을 할 수 없습니다. VPN이나 터널 서비스, 프로그램 자체의 원격 접속 기능처럼 포트를 열지 않아도 되는 방법을 사용하십시오.',
    'plan-forward': '다음 단계: 게임이나 프로그램을 선택하여 입력할 규칙을 확인하십시오.',
  },
})
