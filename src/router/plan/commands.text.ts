import { defineText } from '../../contract/text.ts'

/** Things to know before running each kind of command. */
export const commandText = defineText({
  en: {
    upnpc:
      'Instead of the rule in the router: run these on the device that runs the service (Debian package miniupnpc); UPnP must be on in the router, which forgets them when it restarts. Done beside the rule, the two get in the way of each other.',
    'openwrt-uci': 'Run these on a router with OpenWrt, over SSH. The zones are called wan and lan unless you renamed them.',
    routeros:
      'Run these in the terminal of a MikroTik router. They use the interface list WAN of the default configuration, whose firewall accepts forwarded connections.',
    nftables:
      'Run these as root on a Linux router. Replace wan with the name of its internet interface, and let the forward chain accept what was forwarded (ct status dnat accept). The rules last until the next restart.',
    ufw: 'Run these as root on the device that runs the service, if it is a Linux machine with ufw.',
    'windows-firewall':
      'Run these on the device that runs the service, if it is a Windows PC, in a terminal opened as administrator.',
    'put-address':
      'The lines are commented out (#): enter the address of the device to get them complete, or put it in the place of {address}.',
  },
  ko: {
    upnpc:
      '공유기에 규칙을 추가하는 대신 쓰는 방법입니다. 서비스를 실행하는 기기에서 입력하십시오(Debian 패키지 miniupnpc). 공유기의 UPnP 기능이 켜져 있어야 하며, 공유기를 재시작하면 사라집니다. 규칙과 함께 쓰면 서로 충돌합니다.',
    'openwrt-uci': 'OpenWrt 공유기에 SSH로 접속하여 입력하십시오. 방화벽 영역 이름은 따로 바꾸지 않았다면 wan과 lan입니다.',
    routeros:
      'MikroTik 공유기의 터미널에서 입력하십시오. 기본 설정에 있는 인터페이스 목록 WAN을 사용하며, 기본 방화벽은 포워딩된 연결을 허용합니다.',
    nftables:
      'Linux 공유기에서 root 권한으로 입력하십시오. wan 자리에는 인터넷 쪽 인터페이스 이름을 넣고, forward 체인에서 포워딩된 연결을 허용하십시오(ct status dnat accept). 규칙은 재시작하면 사라집니다.',
    ufw: '서비스를 실행하는 기기가 ufw를 쓰는 Linux라면 그 기기에서 root 권한으로 입력하십시오.',
    'windows-firewall':
      '서비스를 실행하는 기기가 Windows PC라면 그 PC에서 관리자 권한으로 실행한 명령 프롬프트(cmd) 또는 터미널에 입력하십시오.',
    'put-address':
      '그대로 실행되지 않도록 주석(#)으로 처리해 두었습니다. 기기의 내부 IP 주소를 입력하면 명령이 완성되며, {address} 자리에 직접 넣어도 됩니다.',
  },
})

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

export const undoText = defineText({
  en: {
    menu: 'Delete the rules under {menu}, and the reservation if nothing else needs it.',
    router: 'If you ran the {kind} lines on the router, these take them back.',
    device: 'If you ran the {kind} lines on the device, these take them back.',
    pinhole: 'If you ran the {kind} lines for IPv6, these take them back.',
  },
  ko: {
    menu: '{menu} 메뉴에서 규칙을 삭제하고, 더 필요하지 않으면 주소 고정도 해제하십시오.',
    router: '공유기에서 {kind} 명령을 실행했다면 다음 명령으로 되돌립니다.',
    device: '기기에서 {kind} 명령을 실행했다면 다음 명령으로 되돌립니다.',
    pinhole: 'IPv6용 {kind} 명령을 실행했다면 다음 명령으로 되돌립니다.',
  },
})
