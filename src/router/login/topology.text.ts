import { defineText } from '../../contract/text.ts'

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
