import { defineText } from '../../contract/text.ts'

/** Ways to reach a service over IPv6. */
export const pinholeText = defineText({
  en: {
    what: "IPv6 has no port forwarding: the device has a public address of its own, and your router's IPv6 firewall has to let the port through to it.",
    'menu-known': 'Add an exception for the ports of the device there.',
    'menu-unknown':
      "We don't know the menu for this on your router; look for IPv6 firewall, IPv6 exceptions or pinholes. Not every router has one.",
    'lasting-address':
      'Use the address of the device that stays the same, not a temporary one, and connect to that address instead of the public IPv4 address. Both sides need IPv6.',
    'address-missing':
      'The lines are commented out (#): replace DEVICE_IPV6 with the IPv6 address of the device that begins with 2 or 3.',
    'address-of-request':
      'The lines use {ip}, the address that your request came from. If the service runs on another device, put in the IPv6 address of that one.',
  },
  ko: {
    what: 'IPv6에는 포트포워딩이 없습니다. 기기마다 공인 주소가 있으므로 공유기의 IPv6 방화벽에서 그 기기로 들어오는 포트를 허용하면 됩니다.',
    'menu-known': '이 메뉴에서 기기의 포트를 허용하는 규칙을 추가하십시오.',
    'menu-unknown':
      '이 공유기에서 설정하는 메뉴는 확인되지 않았습니다. IPv6 방화벽이나 IPv6 예외(핀홀) 메뉴를 찾아보십시오. 이 기능이 없는 공유기도 있습니다.',
    'lasting-address':
      '임시 주소가 아니라 바뀌지 않는 주소를 사용하고, 공인 IPv4 주소 대신 그 주소로 접속하십시오. 양쪽 모두 IPv6를 쓸 수 있어야 합니다.',
    'address-missing': '명령은 주석(#)으로 처리해 두었습니다. DEVICE_IPV6 자리에 기기의 IPv6 주소(2나 3으로 시작)를 넣으십시오.',
    'address-of-request':
      '명령에는 요청을 보낸 주소({ip})가 들어 있습니다. 서비스를 다른 기기에서 실행한다면 그 기기의 IPv6 주소로 바꾸십시오.',
  },
})
