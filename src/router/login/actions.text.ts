import { defineText } from '../../contract/text.ts'

/** The steps to log in to a router, in order. */
export const actionsText = defineText({
  en: {
    'any-router': 'Router of an unknown brand',
    'check-connection':
      "The internet is not working at the moment: check power and cables, then restart your provider's box first and your router second, as the checklist says. The page of the router opens even without internet.",
    'leave-hotspot':
      '{gateway} is usually a phone or a PC that shares its connection (a hotspot), and there is no router to log in to. Connect this device to the Wi-Fi or by cable to your router, and ask again with the new gateway.',
    'find-gateway': 'Find the default gateway of your device as the checklist says, enter it, and ask again.',
    'check-brand': '"{brand}" isn\'t in our list yet. Did you mean {near}?',
    'name-brand': '"{brand}" isn\'t in our list yet, so these steps are general.',
    'check-isp': '"{isp}" isn\'t in our list of providers yet. Did you mean {near}?',
    'name-isp': '"{isp}" isn\'t in our list of providers yet, so its box is left out of these steps.',
    'confirm-isp': 'Your request came from the network of {isp}. If that is the provider of this line, check again with it.',
    'name-platform': '"{value}" isn\'t a device that we know yet, so the steps are those for any device.',
    'name-connection': 'We can\'t tell from "{value}" whether the internet works, so we take it as unknown.',
    'use-app': 'Open the app "{app}" and sign in with the account that the network was set up with.',
    'log-in-personal': 'Open {url} and log in to your router.',
    'log-in-personal-first': 'Open the address of the default gateway in a browser and log in to your router.',
    'log-in-personal-if-yours':
      'If you installed the router yourself, open {url} and log in. If it belongs to the building, ask the manager.',
    'log-in-personal-first-if-yours':
      'If you installed a router yourself, open the address of the default gateway in a browser and log in. If it belongs to the building, ask the manager.',
    'log-in-isp': "Open {url} and log in to your provider's box.",
    'log-in-isp-later':
      "Then look in your router for the gateway of its internet connection: that is your provider's box. Log in there.",
    'find-upstream':
      'See whether your router is plugged into a second router in your home. If so, its label shows its address: log in there. If not, ask your provider for a public IPv4 address.',
    'check-wan-address':
      'Look in your router for its internet (WAN) address, enter it, and check again. It shows whether there is a second router.',
    'compare-wan-address':
      'Look in your router for its internet (WAN) address. If it is {seen}, it is the only router. If not, enter the address and check again.',
    'ask-public-address':
      'Ask your provider for a public IPv4 address, or for IPv6: without either, nobody outside can connect to you.',
    'ask-building':
      'Ask the manager of the building for a public IPv4 address, or to forward the port to your router: you cannot change that equipment yourself.',
    'use-relay': "Or use a way that needs no open port: a VPN or tunnel service, or the program's own remote access.",
    'read-label': 'If you do not know the administrator account, read the label as the hints say. It is not the Wi-Fi password.',
    'plan-forward':
      'Once you are logged in, see what to enter for your program or game. The request has Minecraft as an example.',
  },
  ko: {
    'any-router': '제조사를 알 수 없는 공유기',
    'check-connection':
      '지금 인터넷이 되지 않는 상태입니다. 확인 목록대로 전원과 케이블을 확인하고 통신사 장비, 공유기 순서로 다시 켜십시오. 공유기의 관리자 페이지는 인터넷이 되지 않아도 열립니다.',
    'leave-hotspot':
      '{gateway} 주소는 보통 인터넷을 공유하는 휴대폰이나 PC의 핫스팟 주소이며, 로그인할 공유기가 없습니다. 기기를 공유기의 Wi-Fi나 랜 케이블로 연결한 뒤 새 게이트웨이 주소로 다시 확인하십시오.',
    'find-gateway': '확인 목록대로 기기의 기본 게이트웨이를 찾아 입력하고 다시 확인하십시오.',
    'check-brand': '"{brand}" 제품은 아직 등록되어 있지 않습니다. 혹시 다음 중 하나입니까? {near}',
    'name-brand': '"{brand}" 제품은 아직 등록되어 있지 않아 일반적인 방법을 안내합니다.',
    'check-isp': '"{isp}" 통신사는 아직 등록되어 있지 않습니다. 혹시 다음 중 하나입니까? {near}',
    'name-isp': '"{isp}" 통신사는 아직 등록되어 있지 않아 통신사 장비는 안내에서 뺐습니다.',
    'confirm-isp': '요청이 {isp} 통신망에서 왔습니다. 이 회선의 통신사가 맞으면 그 통신사를 선택하고 다시 확인하십시오.',
    'name-platform': '"{value}" 기기는 아직 등록되어 있지 않아 모든 기기에 맞는 방법을 안내합니다.',
    'name-connection': '"{value}" 내용으로는 인터넷이 되는지 알 수 없어 확인하지 못한 것으로 보았습니다.',
    'use-app': '"{app}" 앱을 열고 처음 설치할 때 쓴 계정으로 로그인하십시오.',
    'log-in-personal': '{url} 주소를 열어 내 공유기에 로그인하십시오.',
    'log-in-personal-first': '기본 게이트웨이 주소를 브라우저에서 열어 내 공유기에 로그인하십시오.',
    'log-in-personal-if-yours':
      '직접 설치한 공유기라면 {url} 주소를 열어 로그인하십시오. 건물에서 설치한 공유기라면 건물 관리자에게 문의하십시오.',
    'log-in-personal-first-if-yours':
      '직접 설치한 공유기라면 기본 게이트웨이 주소를 브라우저에서 열어 로그인하십시오. 건물에서 설치한 공유기라면 건물 관리자에게 문의하십시오.',
    'log-in-isp': '{url} 주소를 열어 통신사 장비에 로그인하십시오.',
    'log-in-isp-later':
      '그다음 내 공유기의 인터넷 연결 정보에서 게이트웨이를 확인하십시오. 그 주소가 통신사 장비이므로 열어서 로그인하십시오.',
    'find-upstream':
      '내 공유기가 집 안의 다른 공유기에 연결되어 있는지 확인하십시오. 그렇다면 그 장비의 라벨에 적힌 주소로 로그인하십시오. 그런 장비가 없다면 통신사 고객센터에 "공인 IP로 변경"을 요청하십시오.',
    'check-wan-address':
      '내 공유기에서 인터넷(WAN) 주소를 확인하여 입력하고 다시 확인하십시오. 상위에 다른 공유기가 있는지 알 수 있습니다.',
    'compare-wan-address':
      '내 공유기에서 인터넷(WAN) 주소를 확인하십시오. {seen} 주소와 같으면 공유기는 이 한 대뿐입니다. 다르면 그 주소를 입력하고 다시 확인하십시오.',
    'ask-public-address':
      '통신사 고객센터에 "공인 IP로 변경"을 요청하거나 IPv6를 신청하십시오. 둘 다 없으면 외부에서 접속할 수 없습니다.',
    'ask-building':
      '건물 관리자에게 공인 IP를 요청하거나 내 공유기로 포트포워딩을 해 달라고 요청하십시오. 건물 장비는 직접 설정할 수 없습니다.',
    'use-relay': '또는 VPN이나 터널 서비스, 프로그램 자체의 원격 접속 기능처럼 포트를 열지 않아도 되는 방법을 사용하십시오.',
    'read-label': '관리자 계정을 모르면 안내대로 라벨을 확인하십시오. 관리자 비밀번호는 Wi-Fi 비밀번호와 다릅니다.',
    'plan-forward':
      '로그인한 뒤에는 프로그램이나 게임에 맞는 포트포워딩 안내를 확인하십시오. 요청에는 마인크래프트를 예로 넣었습니다.',
  },
})
