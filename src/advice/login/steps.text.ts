import { defineText, inBoth } from '../../contract/text.ts'

const WORDS = inBoth({
  'find-gateway': ['Find the default gateway of your device. {how}', '기기의 기본 게이트웨이를 확인하십시오. {how}'],
  'find-gateway-instead': ['Or open the default gateway. {how}', '또는 기기의 기본 게이트웨이 주소로 접속하십시오. {how}'],
  'gateway-port': ['Type :{port} after it.', '주소 뒤에 :{port}도 붙이십시오.'],
  'log-in': ['Open {url} in a browser on your Wi-Fi.', '공유기에 연결된 기기의 브라우저에서 {url} 주소로 접속하십시오.'],
  'its-gateway': ['its default gateway', '기본 게이트웨이'],
  'read-label': ['{page}', '{page}'],
  'nothing-opens': ['If nothing opens: {lines}', '열리지 않으면: {lines}'],
  'open-scheme': ['Type {scheme} before the address.', '주소를 {scheme}부터 모두 입력하십시오.'],
  'open-others': ['Try {others}.', '다음 주소도 열어 보십시오: {others}.'],
})

/** The steps to log in to a router, in order; those about the line are in the table of all tools. */
export const loginStepsText = defineText({
  en: {
    ...WORDS.en,
    'check-connection':
      "Check power and cables, then restart your provider's box first, if there is one, and your router second.",
    'open-without-internet': 'If that does not help, go on: the page of the router opens without internet too.',
    'leave-hotspot': 'Connect this device to your router by Wi-Fi or cable, and ask again with the new gateway.',
    'read-gateway': 'The network details of your device show it as "Gateway" or "Router".',
    'check-brand': '"{brand}" isn\'t in our list yet. Did you mean {near}?',
    'name-brand': '"{brand}" isn\'t in our list yet, so these steps are general.',
    'check-isp': '"{isp}" isn\'t in our list of providers yet. Did you mean {near}?',
    'name-isp': '"{isp}" isn\'t in our list of providers yet, so these steps don\'t cover its modem or router.',
    'confirm-isp': 'Is {isp} your provider? Enter it and check again for steps that fit its box.',
    'name-platform': '"{value}" isn\'t a device that we know yet, so the steps are those for any device.',
    'name-connection': 'We can\'t tell from "{value}" whether the internet works, so we take it as unknown.',
    'use-app': 'Open the app "{app}" and sign in with the account that the network was set up with.',
    'use-app-later': 'If your provider\'s box is in front, open the app "{app}": it is set up there.',
    'log-in-one-of': 'Open {url} in a browser on your Wi-Fi. Some of these boxes are at {others} instead.',
    'log-in-nearest': 'Begin with your own router, which this device is connected to: open {url} in a browser.',
    'log-in-first': 'Open the address of the default gateway in a browser, with {scheme} in front of it.',
    'log-in-if-yours': 'If you installed the router yourself, open {url} in a browser on its Wi-Fi.',
    'log-in-beside': 'To change settings of your own router, join its Wi-Fi and open {url}.',
    'log-in-other-box':
      "{address} is not an address of your {name}: it is another box, usually your provider's. Open {url} in a browser on your Wi-Fi.",
    'log-in-isp-next':
      'If the cable in the WAN port of your router leads to a box of your provider ({name}), open {url} for that one: it has a password of its own.',
    'log-in-isp-likely':
      'If the router in front{box} stays one, log in there, too: {url}. The cable in the WAN port of yours leads to it. It has a password of its own, and its internet address has to be {ip}: otherwise your provider shares one.',
    'log-in-isp-later':
      "Then look in your router for the gateway of its internet connection: that is your provider's box. Log in there.",
    'find-upstream':
      'If your router is plugged into a second router in your home, the label of that one shows its address: log in there.',
    'open-join': "Join the router's own Wi-Fi, not its guest network, and switch any VPN off.",
    'open-join-phone': "Join the router's own Wi-Fi, not its guest network. Switch VPN and mobile data off.",
    'open-logo': 'Or open {url} in a browser: the logo tells whose box it is.',
  },
  ko: {
    ...WORDS.ko,
    'check-connection': '전원과 케이블을 확인하고 통신사 공유기(모뎀, 있으면), 내 공유기 순서로 다시 켜십시오.',
    'open-without-internet': '그래도 안 되면 다음 순서로 진행하십시오. 공유기의 관리자 페이지는 인터넷이 되지 않아도 열립니다.',
    'leave-hotspot': '기기를 공유기의 Wi-Fi나 랜 케이블로 연결한 뒤 새 게이트웨이 주소로 다시 확인하십시오.',
    'read-gateway': '연결된 네트워크의 상세 정보에서 "게이트웨이"나 "라우터" 항목을 보면 됩니다.',
    'check-brand': '"{brand}" 제품은 아직 등록되어 있지 않습니다. 혹시 다음 중 하나입니까? {near}',
    'name-brand': '"{brand}" 제품은 아직 등록되어 있지 않아 일반적인 방법을 안내합니다.',
    'check-isp': '"{isp}" 통신사는 아직 등록되어 있지 않습니다. 혹시 다음 중 하나입니까? {near}',
    'name-isp': '"{isp}" 통신사는 아직 등록되어 있지 않아 통신사 공유기는 안내에서 뺐습니다.',
    'confirm-isp': '{isp} 회선으로 보입니다. 맞으면 통신사도 입력하고 다시 확인하십시오.',
    'name-platform': '"{value}" 기기는 아직 등록되어 있지 않아 모든 기기에 맞는 방법을 안내합니다.',
    'name-connection': '"{value}" 내용으로는 인터넷이 되는지 알 수 없어 확인하지 못한 것으로 보았습니다.',
    'use-app': '"{app}" 앱을 열고 처음 설치할 때 쓴 계정으로 로그인하십시오.',
    'use-app-later': '위쪽에 통신사 공유기가 있으면 "{app}" 앱에서 설정하십시오.',
    'log-in-one-of':
      '공유기에 연결된 기기의 브라우저에서 {url} 주소로 접속하십시오. 장비에 따라 주소가 다를 수 있습니다: {others}.',
    'log-in-nearest': '이 기기가 연결된 내 공유기부터 로그인하십시오. 브라우저에서 {url} 주소로 접속합니다.',
    'log-in-first': '브라우저의 주소창에 {scheme} 다음에 기본 게이트웨이 주소를 이어서 입력하십시오.',
    'log-in-if-yours': '직접 설치한 공유기라면 그 공유기에 연결된 기기의 브라우저에서 {url} 주소로 접속하십시오.',
    'log-in-beside': '내 공유기의 설정을 바꾸려면 그 공유기의 Wi-Fi에 연결하고 {url} 주소로 접속하십시오.',
    'log-in-other-box':
      '{address} 주소는 {name} 제품의 주소가 아니라 다른 장비(보통 통신사 공유기)의 주소입니다. 공유기에 연결된 기기의 브라우저에서 {url} 주소로 접속하십시오.',
    'log-in-isp-next':
      '내 공유기의 WAN 포트에 꽂힌 케이블이 통신사 공유기({name})로 이어지면 그 장비는 {url} 주소로 접속하십시오. 비밀번호는 내 공유기와 다릅니다.',
    'log-in-isp-likely':
      '위쪽 공유기를 그대로 쓴다면 거기에도 로그인하십시오{box}. 내 공유기의 WAN 포트에 꽂힌 케이블이 이어지는 장비이며, 주소는 보통 {url}, 비밀번호는 내 공유기와 다릅니다. 인터넷 주소가 {ip}인지도 보십시오. 다르면 통신사에서 주소를 나누어 쓰는 회선입니다.',
    'log-in-isp-later':
      '그다음 내 공유기의 인터넷 연결 정보에서 게이트웨이를 확인하십시오. 그 주소가 통신사 공유기이므로 열어서 로그인하십시오.',
    'find-upstream': '내 공유기가 집 안의 다른 공유기에 연결되어 있다면 그 공유기의 라벨에 적힌 주소로 로그인하십시오.',
    'open-join': '게스트 네트워크가 아닌 공유기의 기본 Wi-Fi에 연결하고 VPN을 끄십시오.',
    'open-join-phone': '게스트 네트워크가 아닌 공유기의 기본 Wi-Fi에 연결하고 VPN과 모바일 데이터를 끄십시오.',
    'open-logo': '또는 브라우저에서 {url} 주소를 열어 로고로 어느 장비인지 확인하십시오.',
  },
})
