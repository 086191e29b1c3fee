import { defineText, inBoth } from '../../contract/text.ts'

const WORDS = inBoth({
  'find-gateway': ['Find the default gateway of this device:', '다음 방법으로 이 기기의 기본 게이트웨이를 확인하십시오.'],
  'by-command': ['In {shell}, run `{command}`. {read}.', '{shell} `{command}` 명령을 실행하십시오. {read}.'],
  'shell-cmd': ['Command Prompt (cmd)', '명령 프롬프트(cmd)에서'],
  'shell-powershell': ['PowerShell', 'PowerShell에서'],
  'shell-terminal': ['Terminal', '터미널에서'],
  'shell-bash': ['Terminal', '터미널에서'],
  'shell-other': ['{shell}', '{shell}에서'],
  'by-menu': ['Open {menu}.', '{menu} 항목을 확인하십시오.'],
  'on-platform': ['{platform}: {how}', '{platform}: {how}'],
  'label-where': ['{name}: {where}', '{name}: {where}'],
  'label-lines': ['{name}: look for these lines on the label: {lines}.', '{name}: 라벨에서 확인할 항목은 {lines}입니다.'],
  'label-often': ['{name}: often on the label: {lines}.', '{name}: 라벨에는 보통 {lines} 항목이 있습니다.'],
  'label-note': ['{name}: {note}', '{name}: {note}'],
  'carrier-usual': ['{name}: {note}', '{name}: {note}'],
})

export const checklistText = defineText({
  en: {
    ...WORDS.en,
    'check-power':
      "Make sure that your provider's box and your router have power, and that the cable is firmly in the WAN (Internet) port of your router.",
    'restart-order':
      "Switch both off, wait half a minute, switch your provider's box on, wait two minutes, then switch your router on. Whatever is closest to the line always comes first.",
    'page-without-internet':
      'The page of a router opens even without internet, so go on to it and read the internet status there.',
    'call-provider': 'If that does not help, the fault may lie outside your home: call {name} ({support}).',
    'by-menu-read': 'Open {menu}, and read the line "Gateway" or "Router".',
    'other-platform':
      'On any other device, open the details of the network that it is connected to, and read "Gateway" or "Router".',
    'own-network': "Connect to the router's own Wi-Fi or by cable, not to its guest network.",
    'vpn-off': 'Switch off every VPN, and iCloud Private Relay or secure DNS if you use it, until you are done.',
    'mobile-data-off': 'Switch mobile data off, so that the phone does not leave the Wi-Fi because "it has no internet".',
    'address-bar': 'Type the address with http:// or https:// into the address bar, exactly as shown here.',
    'one-after-another': "Try the pages in order; move on when one is done or won't open.",
    'app-ready': 'Install the app "{app}" on a phone that is on this Wi-Fi, and have the account ready.',
    'label-app': '{name}: sign in with the account of the app "{app}"; the label does not show a password for that.',
    'label-generic':
      'Look on the bottom or the back of your router for the lines with the login address and the administrator account.',
    'label-provider': "{name}: your provider's box has a label of its own. Do not mistake it for the label of your router.",
    'label-not-wifi': 'The admin password is usually not the Wi-Fi password, even if both are on the label.',
    'label-changed':
      'If somebody changed the password, the one on the label no longer works: ask the person who set the router up. A reset restores it but erases all settings.',
    'provider-guessed':
      'We assume your provider is {name}, because your request came from its network. With a VPN or mobile data on, that may be wrong.',
    hotspot:
      'A hotspot cannot forward ports, and mobile carriers usually share addresses, so nobody outside can connect through a phone or a PC that shares its connection.',
    beside: 'Rules in your own router have no effect on this device: add them in the box that is its gateway.',
    bridged:
      'The page of a box in bridge mode often cannot be opened from here. You do not need it: forward ports in your router only.',
    'public-wifi':
      'Log in only to a router that is yours or that you look after. On public Wi-Fi, or in a hotel or office, stop here.',
    guest: 'On a guest network, the page of the router does not open.',
    vpn: 'While a VPN is on, private addresses may lead somewhere else, or nowhere.',
    'search-box':
      'If a list of search results appears, the address went to a search engine: type it again with {scheme} in front of it.',
    'not-secure':
      'If the browser calls the page "not secure", that is normal over http on your own network. Anywhere else, never enter a password on such a page.',
    unsure: 'We are not certain of everything here about {names}: addresses, pages and labels may differ.',
    certificate:
      "A certificate warning is normal on a router's own page, because the router made the certificate itself. Continue only if the address bar shows exactly the local address.",
    'default-account': '{name}: if the default account from the manual still works, change its password now.',
  },
  ko: {
    ...WORDS.ko,
    'check-power':
      '통신사 공유기와 공유기의 전원이 켜져 있는지, 공유기의 WAN(인터넷) 포트에 케이블이 제대로 꽂혀 있는지 확인하십시오.',
    'restart-order':
      '두 장비의 전원을 모두 끄고 30초 기다린 뒤 통신사 모뎀을 먼저 켜고, 2분 뒤에 공유기를 켜십시오. 항상 회선에 가까운 장비부터 켭니다.',
    'page-without-internet':
      '공유기의 관리자 페이지는 인터넷이 되지 않아도 열립니다. 안내된 순서대로 접속하여 인터넷 연결 상태를 확인하십시오.',
    'call-provider': '그래도 안 되면 집 밖의 회선 문제일 수 있습니다. {name} 고객센터({support})에 문의하십시오.',
    'by-menu-read': '{menu} 화면에서 "게이트웨이"나 "라우터" 줄을 확인하십시오.',
    'other-platform': '그 밖의 기기에서는 연결된 네트워크의 상세 정보에서 "게이트웨이"나 "라우터" 항목을 확인하십시오.',
    'own-network': '게스트 네트워크 말고 공유기의 기본 Wi-Fi나 랜 케이블로 연결하십시오.',
    'vpn-off': '설정이 끝날 때까지 VPN을 꺼 두십시오. iCloud 비공개 릴레이나 보안 DNS를 쓰고 있다면 함께 끄십시오.',
    'mobile-data-off': '휴대폰이 "인터넷 없음"을 이유로 Wi-Fi 대신 모바일 데이터로 넘어가지 않도록 모바일 데이터를 끄십시오.',
    'address-bar': '주소는 http:// 또는 https://까지 표시된 그대로 브라우저의 주소창에 입력하십시오.',
    'one-after-another': '순서대로 하나씩 진행하고, 앞의 장비를 마쳤거나 페이지가 열리지 않으면 다음으로 넘어가십시오.',
    'app-ready': '이 Wi-Fi에 연결된 휴대폰에 "{app}" 앱을 설치하고 로그인할 계정을 준비하십시오.',
    'label-app': '{name}: "{app}" 앱의 계정으로 로그인합니다. 로그인 비밀번호는 라벨에 적혀 있지 않습니다.',
    'label-generic': '공유기의 바닥면이나 뒷면 라벨에서 접속 주소와 관리자 계정이 적힌 줄을 확인하십시오.',
    'label-provider': '{name}: 통신사 공유기에는 라벨이 따로 있습니다. 내 공유기의 라벨과 혼동하지 마십시오.',
    'label-not-wifi': '관리자 비밀번호는 보통 Wi-Fi 비밀번호와 다릅니다. 라벨에 함께 적혀 있어도 서로 다른 값일 수 있습니다.',
    'label-changed':
      '누군가 비밀번호를 바꾸었다면 라벨의 값으로는 로그인할 수 없으니 설치한 사람에게 문의하십시오. 초기화하면 라벨의 값으로 돌아가지만 모든 설정이 지워집니다.',
    'provider-guessed':
      '요청이 {name} 통신망에서 와서 통신사를 추정했습니다. VPN이나 모바일 데이터를 쓰고 있다면 실제와 다를 수 있습니다.',
    hotspot:
      '핫스팟에서는 포트포워딩을 할 수 없고 이동통신 회선은 대부분 공유 주소를 쓰므로, 휴대폰이나 PC의 핫스팟을 통해서는 외부에서 접속할 수 없습니다.',
    beside: '내 공유기의 규칙은 이 기기에 적용되지 않습니다. 규칙은 기기의 게이트웨이인 장비에 추가하십시오.',
    bridged:
      '브리지 모드로 동작하는 장비는 여기에서 페이지가 열리지 않는 경우가 많습니다. 내 공유기에서만 포트포워딩을 설정하면 되므로 열 필요가 없습니다.',
    'public-wifi':
      '본인의 공유기이거나 직접 관리하는 공유기에만 로그인하십시오. 공용 Wi-Fi나 숙소, 회사의 네트워크라면 더 진행하지 마십시오.',
    guest: '게스트 네트워크에서는 공유기의 관리자 페이지가 열리지 않습니다.',
    vpn: 'VPN이 켜져 있으면 사설 IP 주소가 다른 곳으로 연결되거나 열리지 않을 수 있습니다.',
    'search-box': '검색 결과가 나타나면 주소가 검색어로 처리된 것입니다. 주소를 {scheme}부터 모두 다시 입력하십시오.',
    'not-secure':
      '브라우저에 "주의 요함"이나 "안전하지 않음"이 표시되어도 내부 네트워크에 http로 접속할 때는 정상입니다. 다른 곳에서는 이런 페이지에 비밀번호를 입력하지 마십시오.',
    unsure: '다음 항목은 확인된 자료가 부족하여 주소, 화면, 라벨이 실제와 다를 수 있습니다: {names}.',
    certificate:
      '공유기의 관리자 페이지는 공유기가 스스로 만든 인증서를 쓰므로 인증서 경고가 나오는 것이 정상입니다. 주소창에 내부 주소가 정확히 표시될 때만 계속하십시오.',
    'default-account': '{name}: 설명서에 적힌 초기 계정으로 아직 로그인된다면 비밀번호를 바로 바꾸십시오.',
  },
})

/** The reasons for a topology. */
export const topologyText = defineText({
  en: {
    carrier:
      'Your provider shares public addresses among its customers: you have one router, and the sharing happens at your provider.',
    'building-nat':
      "The building shares its line: your router is connected to the building's equipment, which tenants cannot change.",
    'building-open':
      'The building shares its line. If you have not installed a router of your own, the router belongs to the building, and there is nothing for you to log in to.',
    'public-isp': "The WAN address is public, and your provider's box is the only router.",
    'public-bridge': "Your router has the public address, so your provider's box only passes the line through (bridge mode).",
    'public-single': 'The WAN address is public, so there is only one router between your devices and the internet.',
    'private-wan':
      "The WAN address of your router is private, so another router is doing NAT in front of it (double NAT): usually your provider's box, otherwise equipment at your provider or in your building.",
    'private-wan-isp':
      "The WAN address of your provider's box is private, so another router is doing NAT in front of it (double NAT).",
    'own-is-beside':
      'The gateway of your device is another box than your router: either your router is an access point, or the device is not behind it.',
    'isp-hands-out-box':
      'Your provider supplies a box that usually acts as a router, with your router connected to it. The WAN address of your router shows whether it does.',
    'only-own': 'You named no other router, so yours looks like the only one. Its WAN address shows whether it is.',
    'only-isp': "Your provider's box looks like the only router.",
    'gateway-of-isp': "Your gateway is an address that providers' boxes use, and it looks like the only router.",
    'gateway-not-of-isp':
      "Your gateway is an address of retail routers, not of your provider's box, so another router is most likely between your device and that box.",
    changed:
      'This is not the usual address of the {box}: the logo on {url} tells. If it is that of {names}, it is a router of your own, and the {box} is in front of it (usually at {usual}); otherwise somebody changed the address of the {box}.',
    'another-maker': 'another maker',
    'provider-box': "provider's box",
    'any-router': 'Router of an unknown brand',
    'guessed-box':
      'No router in our list uses this address. Your request came from the network of {box}: it may be an older {box} box, or a router whose address was changed. The logo on {url} tells which.',
    'gateway-of-own': 'Your gateway is an address that retail routers use, and it looks like the only router.',
    'provider-alone':
      "You told us your provider but no router of your own, so we assumed that your provider's box is the router. Many homes have a router of their own behind it: if yours does, tell us its brand.",
    'unknown-brand':
      "That brand isn't in our list yet. If it is your own router, it is the one closest to your device, and your provider's box comes after it.",
    'nothing-known':
      "We can't tell yet whose router this is. Check the logo on its sign-in page, or tell us the brand or your provider.",
  },
  ko: {
    carrier:
      '통신사가 공인 IP 하나를 여러 가입자에게 나누어 주는 회선(CGNAT)입니다. 집에는 공유기가 한 대이고, 주소 변환은 통신사에서 합니다.',
    'building-nat':
      '건물 전체가 함께 쓰는 회선입니다. 내 공유기는 건물 장비에 연결되어 있고, 건물 장비는 세입자가 설정할 수 없습니다.',
    'building-open':
      '건물 전체가 함께 쓰는 회선입니다. 직접 설치한 공유기가 없다면 공유기도 건물의 것이므로 로그인할 수 있는 장비가 없습니다.',
    'public-isp': 'WAN 주소가 공인 IP이므로 통신사 공유기 한 대만 설정하면 됩니다.',
    'public-bridge': '내 공유기의 WAN 주소가 공인 IP이므로 통신사 공유기는 회선을 그대로 통과시키고 있습니다(브리지 모드).',
    'public-single': 'WAN 주소가 공인 IP이므로 기기와 인터넷 사이에 공유기가 한 대만 있습니다.',
    'private-wan':
      '내 공유기의 WAN 주소가 사설 IP이므로 위쪽에서 한 번 더 주소를 변환하고 있습니다(이중 NAT). 보통은 통신사 공유기이고, 통신사나 건물의 설비일 수도 있습니다.',
    'private-wan-isp': '통신사 공유기의 WAN 주소가 사설 IP이므로 위쪽에서 한 번 더 주소를 변환하고 있습니다(이중 NAT).',
    'own-is-beside':
      '기기의 게이트웨이는 내 공유기가 아니라 다른 장비입니다. 내 공유기가 허브(AP) 모드이거나, 기기가 내 공유기에 연결되어 있지 않습니다.',
    'isp-hands-out-box':
      '내 공유기는 통신사 공유기에 연결되며, 보통 두 대 모두 주소를 변환합니다. 내 공유기의 WAN 주소를 보면 확실히 알 수 있습니다.',
    'only-own': '다른 공유기를 입력하지 않아 이 한 대뿐인 것으로 보았습니다. 공유기의 WAN 주소를 보면 확실히 알 수 있습니다.',
    'only-isp': '공유기는 통신사 공유기 한 대뿐인 것으로 보입니다.',
    'gateway-of-isp': '게이트웨이가 통신사 공유기에서 쓰는 주소이며, 공유기는 이 한 대뿐인 것으로 보입니다.',
    'gateway-not-of-isp':
      '게이트웨이가 통신사 공유기가 아니라 시중 공유기가 쓰는 주소이므로 기기와 통신사 공유기 사이에 다른 공유기가 있는 것으로 보입니다.',
    changed:
      '{box}의 기본 주소가 아니므로 {url} 화면의 로고를 보십시오. {names} 로고이면 내 공유기이며, 그 위쪽 장비가 {box}입니다(주소는 보통 {usual}). 그렇지 않으면 누군가 {box}의 주소를 바꾼 것입니다.',
    'another-maker': '다른 제조사',
    'provider-box': '통신사 공유기',
    'any-router': '제조사를 알 수 없는 공유기',
    'guessed-box':
      '등록된 공유기 가운데 이 주소를 쓰는 제품은 없습니다. 요청이 {box} 통신망에서 왔으므로 {box}의 구형 장비이거나 주소를 바꾼 공유기일 수 있습니다. {url} 화면의 로고를 확인하십시오.',
    'gateway-of-own': '게이트웨이가 시중에서 판매되는 공유기가 쓰는 주소이며, 공유기는 이 한 대뿐인 것으로 보입니다.',
    'provider-alone':
      '통신사만 입력하여 통신사 공유기 한 대만 쓰는 것으로 가정했습니다. 통신사 공유기에 내 공유기를 연결해 쓰는 집이 많으니, 그렇다면 내 공유기의 이름도 입력하십시오.',
    'unknown-brand':
      '아직 등록되어 있지 않은 제조사입니다. 직접 설치한 공유기라면 그 공유기가 기기와 가장 가깝고, 위쪽에 통신사 공유기가 있습니다.',
    'nothing-known':
      '아직은 내 공유기인지 통신사 공유기인지 알 수 없습니다. 로그인 화면의 로고를 확인하거나 공유기 제조사 또는 통신사를 입력하십시오.',
  },
})
