import { defineText } from '../../contract/text.ts'

/** What to do to log in to a router, in order. */
export const actionsText = defineText({
  en: {
    'any-router': 'Router of an unknown brand',
    'check-connection':
      'The internet is not working at the moment: check power and cables, then restart from the line inwards, as the checklist says. The router’s page opens even without internet.',
    'find-gateway': 'Find the default gateway of your device as the checklist says, then send it as "gateway".',
    'check-brand': 'The brand "{brand}" is not known here. Did you mean {near}?',
    'name-brand': 'The brand "{brand}" is not known here, so this is general advice. Look for the maker’s name on the label.',
    'check-isp': 'The provider "{isp}" is not known here. Did you mean {near}?',
    'name-isp': 'The provider "{isp}" is not known here, so its box is left out. /api/catalog lists the known providers.',
    'use-app': 'Open the app "{app}" and sign in with the account that the network was set up with.',
    'log-in-personal': 'Open {url} and log in to your own router.',
    'log-in-personal-first': 'Open the gateway address in a browser and log in to your own router.',
    'log-in-isp': "Open {url} and log in to the provider's box.",
    'log-in-isp-later':
      "Then find the provider's box at the gateway that your own router shows for its internet connection, and log in there.",
    'check-wan-address':
      'Look in the router for its internet (WAN) address and send it as "routerWanIp". It shows whether there is another box upstream.',
    'compare-wan-address':
      'Look in the router for its internet (WAN) address. If it is {seen}, there is no other box upstream; otherwise send it as "routerWanIp".',
    'ask-public-address':
      'Ask the provider for a public IPv4 address, or for IPv6: without either, nobody outside can connect to you.',
    'use-relay': "Or use a way that needs no open port: a VPN or tunnel service, or the program's own remote access.",
    'read-label': 'If you do not know the administrator account, read the label as the hints say. It is not the Wi-Fi password.',
    'plan-forward':
      'Once you are logged in, get the rules and the menu path from port-forward-plan, with your service as "useCase" and {brand} as "routerBrand".',
    'plan-forward-any':
      'Once you are logged in, get the rules and the menu path from port-forward-plan, with your service as "useCase" and the brand as "routerBrand".',
  },
  ko: {
    'any-router': '제조사를 알 수 없는 공유기',
    'check-connection':
      '지금 인터넷이 되지 않는 상태입니다. 확인 목록대로 전원과 케이블을 확인하고 회선에 가까운 장비부터 다시 켜십시오. 공유기의 관리자 페이지는 인터넷이 되지 않아도 열립니다.',
    'find-gateway': '확인 목록대로 기기의 기본 게이트웨이를 찾아 "gateway" 필드에 넣고 다시 요청하십시오.',
    'check-brand': '"{brand}" 제조사를 찾을 수 없습니다. 혹시 다음 중 하나입니까? {near}',
    'name-brand': '"{brand}" 제조사를 찾을 수 없어 일반적인 방법을 안내합니다. 라벨에서 제조사 이름을 확인하십시오.',
    'check-isp': '"{isp}" 통신사를 찾을 수 없습니다. 혹시 다음 중 하나입니까? {near}',
    'name-isp':
      '"{isp}" 통신사를 찾을 수 없어 통신사 장비는 안내에서 뺐습니다. 지원하는 통신사 이름은 /api/catalog에서 볼 수 있습니다.',
    'use-app': '"{app}" 앱을 열고 처음 설치할 때 쓴 계정으로 로그인하십시오.',
    'log-in-personal': '{url} 주소를 열어 내 공유기에 로그인하십시오.',
    'log-in-personal-first': '게이트웨이 주소를 브라우저에서 열어 내 공유기에 로그인하십시오.',
    'log-in-isp': '{url} 주소를 열어 통신사 장비에 로그인하십시오.',
    'log-in-isp-later': '그다음 내 공유기의 인터넷 연결 정보에 표시되는 게이트웨이에서 통신사 장비를 찾아 로그인하십시오.',
    'check-wan-address':
      '공유기에서 인터넷(WAN) 주소를 확인하여 "routerWanIp" 필드에 넣고 다시 요청하십시오. 상위에 다른 장비가 있는지 알 수 있습니다.',
    'compare-wan-address':
      '공유기에서 인터넷(WAN) 주소를 확인하십시오. {seen} 주소와 같으면 상위에 다른 장비가 없습니다. 다르면 "routerWanIp" 필드에 넣고 다시 요청하십시오.',
    'ask-public-address': '통신사에 공인 IPv4 주소나 IPv6를 신청하십시오. 둘 다 없으면 외부에서 접속할 수 없습니다.',
    'use-relay': '또는 VPN이나 터널 서비스, 프로그램 자체의 원격 접속 기능처럼 포트를 열지 않아도 되는 방법을 사용하십시오.',
    'read-label': '관리자 계정을 모르면 안내대로 라벨을 확인하십시오. 관리자 암호는 Wi-Fi 비밀번호와 다릅니다.',
    'plan-forward':
      '로그인한 뒤에는 port-forward-plan에 서비스를 "useCase"로, {brand} 값을 "routerBrand"로 넣어 요청하십시오. 입력할 규칙과 메뉴 위치를 알려 드립니다.',
    'plan-forward-any':
      '로그인한 뒤에는 port-forward-plan에 서비스를 "useCase"로, 제조사를 "routerBrand"로 넣어 요청하십시오. 입력할 규칙과 메뉴 위치를 알려 드립니다.',
  },
})
