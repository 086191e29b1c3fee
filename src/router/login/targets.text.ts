import { defineText, inBoth } from '../../contract/text.ts'

const WORDS = inBoth({
  pages: ['What to open', '여는 순서'],
  expect: ['You should see:', '나타나는 화면:'],
  'if-not': ['If not:', '나타나지 않으면:'],
  checklist: ['Before you start', '시작하기 전에'],
  stickerHints: ['On the label', '라벨에서 확인할 내용'],
  warnings: ['Watch out', '주의 사항'],
  somebody: ['your provider', '통신사 제공'],
  'label-own': ['Your router ({name})', '내 공유기 {name}'],
  'label-own-likely': ['Your router (probably {name})', '내 공유기(추정) {name}'],
  'label-own-unknown': ['Your router', '내 공유기'],
  'label-gateway': ['The router at your default gateway', '공유기(기본 게이트웨이)'],
  'label-isp': ["Your provider's box ({name})", '통신사 공유기({name})'],
  'label-isp-unknown': ["Your provider's box", '통신사 공유기'],
  'label-above': ['The router upstream of yours', '내 공유기의 위쪽 공유기'],
  'label-name': ['{name} by name: {host}', '{name} 접속 주소: {host}'],
  'label-app': ['The app "{app}"', '"{app}" 앱'],
  'label-common': ['A router at {address}', '{address} 주소의 공유기'],
  'own-shared': ['Routers that use this address include {names}.', '이 주소를 쓰는 제품으로는 {names} 등이 있습니다.'],
  common: ['Many routers use this address.', '이 주소를 쓰는 공유기가 많습니다.'],
  'common-names': ['Many routers use this address, among them {names}.', '이 주소를 쓰는 공유기로는 {names} 등이 있습니다.'],
  'expect-page': ['The {name} page opens.', '{name} 화면이 열립니다.'],
  'asks-app-account': ['It asks for the account that is used in its app.', '앱에서 쓰는 계정으로 로그인합니다.'],
  'asks-admin': ['It asks for the administrator password.', '관리자 비밀번호로 로그인합니다.'],
  'expect-provider': ["The sign-in page of your provider's box opens.", '통신사 공유기의 로그인 화면이 열립니다.'],
  'asks-often': ['The password is often on the label of that box.', '비밀번호는 그 장비의 라벨에 적혀 있는 경우가 많습니다.'],
  'fails-others': ['Other addresses that it may use: {others}.', '이 장비가 쓰는 다른 주소({others})로도 접속해 보십시오.'],
  'fails-port': ['If this port does not answer, open {url}.', '이 포트로 열리지 않으면 {url} 주소로 접속하십시오.'],
  'fails-try-name': ['Or try {url}.', '{url} 주소로도 접속해 보십시오.'],
  'fails-common': ['Give it a few seconds, then go on to the next one.', '몇 초 기다린 뒤 다음 주소로 넘어가십시오.'],
})

export const targetsText = defineText({
  en: {
    ...WORDS.en,
    'own-hotspot': '{address} looks like a hotspot, which usually has no page to log in to. Try it only if you are not sure.',
    'own-given': '{address} is the default gateway of your device, so it is the router closest to it. Log in here first.',
    'own-given-app':
      'This is the address of {name}, the default gateway of your device. It is set up in the app "{app}"; if this page opens, it shows no more than a status.',
    'own-usual': 'The router closest to your device comes first. {name} uses {address} unless somebody changed it.',
    'own-find': 'The router closest to your device comes first. Its address is the default gateway, which your device shows.',
    'isp-given':
      "{address} is the default gateway of your device and an address that providers' boxes use, so your provider's box is the router.",
    'isp-first': '{name} uses {address} unless somebody changed it.',
    'isp-assumed':
      '{name} uses {address} unless somebody changed it. You named no router of your own, so we assumed that this box is the router.',
    'isp-second': '{name} is between your router and the line, and is usually a router too. Its usual address is {address}.',
    'isp-if-alone': 'If you have no router of your own, {name} is the router. Its usual address is {address}.',
    'isp-find':
      'The box from {name} is between your router and the line. Your router shows its address: it is the gateway of the internet (WAN) connection.',
    'above-known': 'The WAN address {wan} of your router is private and belongs to the network of {name}, which uses {address}.',
    'above-usual':
      'The WAN address {wan} of your router is private, so there is another router in front of it. Routers in that range usually use {address}. If it is not in your home, stop: it belongs to your provider or your building.',
    'above-unknown': 'The WAN address {wan} of your router is private, in a range that no router in our list uses.',
    beside: 'Your device uses another box as its gateway, so its traffic does not go through your router.',
    'vendor-name': 'On your {name} network this name always opens the router, whatever its address.',
    'app-only': '{name} is set up in the app "{app}". It has no web page for port forwarding.',
    limited: 'There is also a web page, for what the app "{app}" does not show.',
    'status-page': '{address} is where a dish or a modem shows its status. Your router is set up in the app "{app}".',
    'asks-set-at-first-login':
      'It asks for the password that was chosen during setup; a new or reset router asks you to create it.',
    'asks-documented-default': 'It asks for the administrator account that was set during setup.',
    'asks-label-often':
      "It asks for the administrator password. If you don't know it, look on the label of the box: it is often there.",
    'asks-label-line': 'It asks for the administrator password. If you don\'t know it, look on the label for "{line}".',
    'expect-certificate': 'The browser warns about the certificate first: at this local address, you can continue.',
    'expect-anybody': "The logo on the sign-in page tells whose box it is: yours or your provider's.",
    'expect-app':
      'After you sign in with the account that the network was set up with, "{app}" shows your network and its settings.',
    'expect-limited': 'A status page, perhaps with a sign-in page; for settings it may refer you to the app "{app}".',
    'expect-settings':
      'A default gateway (on Apple devices "Router") such as 192.168.0.1. Open it in a browser with http:// in front of it.',
    'expect-port': 'If it is {address} ({name}), also type :{port} after it.',
    'expect-wan-page':
      "The internet (WAN) status of your router: its IP address and its gateway. If that gateway is private, open it in the browser: it is your provider's box.",
    'expect-upstream':
      'In the internet (WAN) status of your router, the same private address. Then follow the cable from its WAN port: if it ends in a second router, the label of that router shows its address.',
    'fails-given':
      'Make sure that the device is on this network and no VPN is on, type {scheme} in front of the address, then read the gateway again.',
    'fails-usual': 'Look up the default gateway of your device and open that address instead.',
    'fails-above':
      'Connect a device directly to that box, by cable or its own Wi-Fi, and open the address there: some routers do not let you through to it.',
    'fails-beside':
      'Join the Wi-Fi of your router and read the gateway again. If the gateway stays the same, your router works as an access point and needs no forwarding: look up its address in the list of connected devices of the other box.',
    'fails-find':
      'If there is none, or the address of your device starts with 169.254, the device has no connection to a router: reconnect the Wi-Fi or the cable, and restart the router.',
    'fails-wan-page':
      "If there is no such page, look for the words Internet, WAN or Status; or connect a device directly to your provider's box and read the gateway there.",
    'fails-upstream': 'If there is no second router, there is nothing else for you to log in to.',
    'fails-name':
      "The name did not reach the router, even if the maker's website opens: a VPN or secure DNS is on, or another router is closer. Use the address of the router.",
    'fails-app':
      'If the app shows no network, join its Wi-Fi and switch Bluetooth on. Only the person who set it up, or somebody they invited, can sign in.',
    'fails-limited': 'The page is switched off or no longer exists: use the app "{app}".',
  },
  ko: {
    ...WORDS.ko,
    'own-hotspot': '{address} 주소는 핫스팟으로 보이며 보통 로그인 화면이 없습니다. 확실하지 않을 때만 열어 보십시오.',
    'own-given':
      '{address} 주소는 기기의 기본 게이트웨이이므로 기기와 가장 가까운 공유기의 주소입니다. 여기에 먼저 로그인하십시오.',
    'own-given-app':
      '기기의 기본 게이트웨이인 {name} 장비의 주소입니다. 설정은 "{app}" 앱에서 하며, 이 페이지가 열리더라도 상태만 표시됩니다.',
    'own-usual': '기기와 가장 가까운 공유기부터 로그인합니다. 따로 바꾸지 않았다면 {name}의 주소는 {address}입니다.',
    'own-find': '기기와 가장 가까운 공유기부터 로그인합니다. 공유기의 주소는 기기에 표시되는 기본 게이트웨이입니다.',
    'isp-given':
      '{address} 주소는 기기의 기본 게이트웨이이면서 통신사 공유기가 쓰는 주소입니다. 통신사 공유기에 바로 연결되어 있습니다.',
    'isp-first': '따로 바꾸지 않았다면 통신사 공유기({name})의 주소는 {address}입니다.',
    'isp-assumed':
      '따로 바꾸지 않았다면 통신사 공유기({name})의 주소는 {address}입니다. 내 공유기를 입력하지 않아 통신사 공유기만 쓰는 것으로 가정했습니다.',
    'isp-second':
      '통신사 공유기({name})가 내 공유기와 인터넷 회선 사이에 있으며, 보통 규칙이 따로 필요합니다. 주소는 보통 {address}입니다.',
    'isp-if-alone': '직접 설치한 공유기가 없다면 통신사 공유기({name})에 연결된 것입니다. 주소는 보통 {address}입니다.',
    'isp-find':
      '통신사 공유기({name})가 내 공유기와 인터넷 회선 사이에 있습니다. 이 장비의 주소는 내 공유기의 인터넷(WAN) 연결 정보에 게이트웨이로 표시됩니다.',
    'above-known':
      '내 공유기의 WAN 주소({wan})는 위쪽 공유기({name})에서 할당한 사설 IP입니다. 위쪽 공유기의 주소는 {address}입니다.',
    'above-usual':
      '내 공유기의 WAN 주소({wan})가 사설 IP이므로 위쪽에 다른 공유기가 있습니다. 이 대역을 쓰는 공유기의 주소는 보통 {address}입니다. 집 안에 그런 장비가 없다면 통신사나 건물의 설비이므로 접속하지 마십시오.',
    'above-unknown': '내 공유기의 WAN 주소({wan})가 사설 IP이지만, 등록된 공유기 가운데 이 대역을 쓰는 제품은 없습니다.',
    beside: '기기가 다른 장비를 게이트웨이로 쓰고 있어 내 공유기를 거치지 않습니다.',
    'vendor-name': '공유기의 주소가 바뀌었더라도 {name} 네트워크에서는 이 이름으로 관리자 페이지가 열립니다.',
    'app-only': '{name}의 설정은 "{app}" 앱에서 합니다. 포트포워딩을 설정하는 웹 페이지는 없습니다.',
    limited: '웹 페이지에서는 "{app}" 앱에 나오지 않는 항목을 볼 수 있습니다.',
    'status-page': '{address} 주소는 위성 안테나나 모뎀의 상태 페이지입니다. 공유기는 "{app}" 앱에서 설정합니다.',
    'asks-set-at-first-login':
      '설치할 때 정한 비밀번호로 로그인합니다. 새 제품이거나 초기화한 제품이면 비밀번호를 새로 정하는 화면이 나옵니다.',
    'asks-documented-default': '설치할 때 정한 관리자 계정으로 로그인합니다.',
    'asks-label-often': '관리자 비밀번호를 모르면 장비 라벨을 확인하십시오. 라벨에 적혀 있는 경우가 많습니다.',
    'asks-label-line': '관리자 비밀번호를 모르면 장비 라벨에서 "{line}" 항목을 확인하십시오.',
    'expect-certificate': '먼저 브라우저에 인증서 경고가 나오지만, 이 내부 주소에서는 계속 진행해도 됩니다.',
    'expect-anybody': '로그인 화면의 로고를 보면 내 공유기인지 통신사 공유기인지 알 수 있습니다.',
    'expect-app': '처음 설치할 때 쓴 계정으로 로그인하면 "{app}" 앱에 내 네트워크와 설정이 나타납니다.',
    'expect-limited': '상태 페이지나 로그인 화면이 열립니다. 설정은 "{app}" 앱에서 하라는 안내가 나올 수 있습니다.',
    'expect-settings':
      '192.168.0.1 같은 기본 게이트웨이(애플 기기에서는 "라우터") 주소가 표시됩니다. 그 주소 앞에 http://를 붙여 브라우저에서 여십시오.',
    'expect-port': '{address} 주소({name})라면 뒤에 :{port}도 붙이십시오.',
    'expect-wan-page':
      '내 공유기의 인터넷(WAN) 상태에 IP 주소와 게이트웨이가 표시됩니다. 게이트웨이가 사설 IP라면 통신사 공유기의 주소이므로 브라우저에서 여십시오.',
    'expect-upstream':
      '내 공유기의 인터넷(WAN) 상태에 같은 사설 IP가 표시됩니다. 공유기의 WAN 포트에 꽂힌 케이블이 어디로 이어지는지 확인하십시오. 다른 공유기로 이어진다면 그 장비의 라벨에 접속 주소가 적혀 있습니다.',
    'fails-given':
      '기기가 이 네트워크에 연결되어 있고 VPN이 꺼져 있는지 확인하십시오. 주소를 {scheme}부터 모두 입력해 보고, 게이트웨이를 다시 확인하십시오.',
    'fails-usual': '기기에서 기본 게이트웨이를 확인하여 그 주소를 여십시오.',
    'fails-above':
      '기기를 케이블이나 Wi-Fi로 그 장비에 직접 연결하여 주소를 여십시오. 위쪽 공유기로 나가는 접속을 막는 공유기도 있습니다.',
    'fails-beside':
      '내 공유기의 Wi-Fi에 연결하고 게이트웨이를 다시 확인하십시오. 게이트웨이가 그대로라면 허브(AP) 모드로 동작하는 것이므로 포트포워딩을 할 필요가 없습니다. 내 공유기의 주소는 다른 장비의 연결된 기기 목록에서 찾으십시오.',
    'fails-find':
      '게이트웨이가 없거나 기기의 주소가 169.254로 시작하면 공유기에 연결되지 않은 것입니다. Wi-Fi나 케이블을 다시 연결하고 공유기를 재시작하십시오.',
    'fails-wan-page':
      '그런 화면이 없으면 "인터넷", "WAN", "상태" 같은 메뉴를 찾으십시오. 기기를 통신사 공유기에 직접 연결하여 게이트웨이를 확인해도 됩니다.',
    'fails-upstream': '다른 공유기가 없다면 더 로그인할 장비가 없습니다.',
    'fails-name':
      '이 이름이 공유기로 연결되지 않은 것입니다(제조사 홈페이지가 열린 경우도 같습니다). VPN이나 보안 DNS가 켜져 있거나 더 가까운 공유기가 있는 경우이므로 공유기의 IP 주소로 접속하십시오.',
    'fails-app':
      '앱에 네트워크가 나타나지 않으면 휴대폰을 그 Wi-Fi에 연결하고 블루투스를 켜십시오. 처음 설치한 사람이나 초대받은 사람만 로그인할 수 있습니다.',
    'fails-limited': '웹 페이지가 꺼져 있거나 더는 제공되지 않는 것입니다. "{app}" 앱을 사용하십시오.',
  },
})
