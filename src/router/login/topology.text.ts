import { defineText } from '../../contract/text.ts'

/** Why the topology is what it is. */
export const topologyText = defineText({
  en: {
    carrier:
      'The WAN address is one that the carrier shares among customers, so there is one router in your home, and addresses are translated at the carrier.',
    'public-isp': "The WAN address is public and the provider's box is the router: there is no other.",
    'public-bridge':
      "The WAN address of your own router is public: the provider's box only passes the line through (bridge mode).",
    'public-single': 'The WAN address is public, so there is only one router between your devices and the internet.',
    'private-wan': 'The WAN address of your router is private: a box upstream also acts as a router (double NAT).',
    'private-wan-isp': "The WAN address of the provider's box is private: something upstream also acts as a router (double NAT).",
    'own-is-beside': "Your device's gateway is the provider's box, and your own router is connected alongside it.",
    'isp-hands-out-box':
      'Your provider supplies a box that acts as a router, and your own router is usually connected behind it. The WAN address of your router would confirm that.',
    'only-own': 'You named your own router, and nothing suggests a second one. Its WAN address would confirm that.',
    'isp-behind-own': "Your gateway is not the address of the provider's box, so there is another router in front of that box.",
    'only-isp': "You named the provider's box, and nothing suggests a second router.",
    'gateway-of-isp': "Your gateway is an address that providers' boxes use, and nothing suggests a second router.",
    'gateway-not-of-isp':
      "Your gateway is not the address of your provider's box, so there is another router in front of that box.",
    'gateway-of-own': 'Your gateway is an address that retail routers use, and nothing suggests a second one.',
    'provider-alone':
      'You named a provider but no router of your own, so its box is assumed to be the router. If the default gateway of your device is another address, a router of your own is in front of that box.',
    'unknown-brand':
      'That brand is not known here. If it is a router of your own, it is closest to your device, and the provider’s box is upstream of it.',
    'nothing-known': 'Nothing so far shows whose router it is. Its sign-in page, its brand or your provider would.',
  },
  ko: {
    carrier: 'WAN 주소가 통신사 공유 IP(CGNAT)이므로 집 안에서는 공유기 한 대만 동작하고 주소 변환은 통신사에서 합니다.',
    'public-isp': 'WAN 주소가 공인 IP이고 통신사 장비가 공유기 역할을 하므로, 이 장비 한 대만 설정하면 됩니다.',
    'public-bridge': '내 공유기의 WAN 주소가 공인 IP이므로 통신사 장비는 회선을 그대로 통과시키고 있습니다(브리지 모드).',
    'public-single': 'WAN 주소가 공인 IP이므로 기기와 인터넷 사이에 공유기가 한 대만 있습니다.',
    'private-wan': '공유기의 WAN 주소가 사설 IP이므로 상위 장비도 공유기 역할을 하고 있습니다(이중 NAT).',
    'private-wan-isp': '통신사 장비의 WAN 주소가 사설 IP이므로 그 상위에 있는 장비도 공유기 역할을 하고 있습니다(이중 NAT).',
    'own-is-beside': '기기의 게이트웨이는 통신사 장비이고, 내 공유기는 그 옆에 따로 연결되어 있습니다.',
    'isp-hands-out-box':
      '통신사가 공유기 역할을 하는 장비를 제공하며, 내 공유기는 보통 그 뒤에 연결됩니다. 내 공유기의 WAN 주소를 보면 확실히 알 수 있습니다.',
    'only-own': '입력한 공유기 말고 다른 공유기가 있다는 정보는 없습니다. 공유기의 WAN 주소를 보면 확실히 알 수 있습니다.',
    'isp-behind-own': '게이트웨이가 통신사 장비의 주소가 아니므로 그 앞에 다른 공유기가 있습니다.',
    'only-isp': '입력한 통신사 장비 말고 다른 공유기가 있다는 정보는 없습니다.',
    'gateway-of-isp': '게이트웨이가 통신사 장비에서 쓰는 주소이고, 다른 공유기가 있다는 정보는 없습니다.',
    'gateway-not-of-isp': '게이트웨이가 통신사 장비의 주소가 아니므로 그 앞에 다른 공유기가 있습니다.',
    'gateway-of-own': '게이트웨이가 시판 공유기에서 쓰는 주소이고, 다른 공유기가 있다는 정보는 없습니다.',
    'provider-alone':
      '통신사만 입력했으므로 통신사 장비가 공유기 역할을 하는 것으로 보았습니다. 기기의 기본 게이트웨이가 다른 주소라면 그 앞에 따로 설치한 공유기가 있는 것입니다.',
    'unknown-brand':
      '등록되어 있지 않은 제조사입니다. 따로 설치한 공유기라면 그 공유기가 기기와 가장 가깝고, 상위에 통신사 장비가 있습니다.',
    'nothing-known':
      '지금까지의 정보로는 누구의 공유기인지 알 수 없습니다. 로그인 화면이나 공유기 제조사, 통신사를 확인하면 알 수 있습니다.',
  },
})
