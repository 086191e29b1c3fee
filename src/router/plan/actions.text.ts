import { defineText } from '../../contract/text.ts'

/** What to do about a port forward, in order. */
export const actionsText = defineText({
  en: {
    'forwarding-cannot-work':
      'Your router shows {wan} as its internet address: the provider shares one public address among many customers, so no rule in this router can let anybody in.',
    'ask-public-address':
      'Ask your provider for a public IPv4 address of your own; some charge for it, others provide one on request.',
    'provider-number': 'Call {provider} at {number}.',
    'use-relay':
      "Until then, use a way that needs no open port: IPv6 if both sides have it, a VPN such as Tailscale, a tunnel, or the program's own relay.",

    'box-cannot-forward': '{name} does not offer port forwarding, so there is nowhere to add a rule.',
    'own-router-behind': 'Switch on "{mode}", connect a router of your own behind it, and add the rules there.',

    'forward-upstream-too':
      'Your router shows {wan}, a private address: there is another router upstream, so forwarding in yours alone cannot work. Forward the same external ports there to {wan} as well, or switch one of the two to a mode in which it does not route (bridge mode).',
    'upstream-named': 'The other one is probably the {name} at {gateway}.',
    'upstream-found': 'The other one probably answers at {gateway}.',
    'bridge-upstream': 'On that router the mode is called "{mode}".',
    'bridge-here': 'On yours it is called "{mode}"; once it is on, forward in the other one only.',

    'use-safer-way': 'It is safer not to open {service} to the internet.',
    'no-forward-needed': '{service} needs no port forward.',
    'try-without-rule': '{service} often works without a rule: try that first.',

    'find-brand':
      'Find out which router it is: the label or the login page names it. Send that as "routerBrand", and the plan uses the names in its own menus.',
    'brand-guesses': 'Did you mean one of these? {names}',
    'check-device-address':
      '{address} is usually the address of the router itself. A rule has to lead to the device that runs the service: look up its address.',
    'device-upstream':
      '{address} belongs to the network that gave your router {wan}. If the device is connected to that other router, forward there only, directly to the device. Otherwise both routers use the same range of addresses, and yours must use another one.',
    'device-elsewhere':
      '{address} looks like an address that {name} gave out, not the router that you named. If {gateway} is the default gateway of the device, add the rules in that box.',
    'reserve-address':
      'Reserve {address} for the device (a DHCP reservation, or a fixed address outside the DHCP range); otherwise the address may change, and the rule leads nowhere.',
    'address-missing':
      'Look up the address of the device that runs the service, and reserve it for the device (DHCP reservation). Send it as "internalIp" to get complete rules and commands.',
    'reservation-menu': 'Your router has that under {menu}.',
    'log-in': 'Log in to the router.',
    'add-rules': 'Open {menu}, add the rules as listed and save them.',
    'optional-rules': 'Add optional rules only for the features that you use.',
    'router-restarts': 'The router may then restart and be offline for a minute.',
    'allow-on-device':
      'Allow the ports in the firewall of the device itself (ufw, Windows Defender Firewall, an antivirus program), and check that the service is running.',
    'verify-port': 'Check from outside whether {protocol} port {port} is open.',
    'verify-udp': 'Over UDP, silence proves nothing: also try the program itself.',
    'verify-over-ipv4': 'Send the check over IPv4: your request came over IPv6, to which port forwarding does not apply.',

    'check-wan-address':
      'Check which internet (WAN) address your router shows. If it is not {ip}, something upstream of the router translates addresses: send it as "routerWanIp" to learn what helps.',
    'wan-unseen':
      'Compare the internet (WAN) IPv4 address that your router shows with your public one, and send it as "routerWanIp". If the two differ, something upstream of the router translates addresses.',
    'wan-differs':
      'Your router shows {wan}, but your request came from {ip}. Unless you use a VPN or a second line, something upstream of the router translates addresses, and forwarding cannot work; ask your provider.',
    'wan-not-online':
      'Your router shows {wan}, which is not the address of an internet connection. First check that the router is online.',
    'wan-is-ipv6':
      '{wan} is an IPv6 address, and port forwarding applies to IPv4 only. Send the IPv4 address that the router shows for its internet connection as "routerWanIp".',

    'test-outside':
      'From inside your own network the public address may not answer even though the rule works: test over mobile data.',
  },
  ko: {
    'forwarding-cannot-work':
      '공유기에 표시된 인터넷 주소({wan})는 통신사 공유 IP(CGNAT)입니다. 공인 IP 하나를 여러 가입자가 나누어 쓰므로 이 공유기에서 포트포워딩을 설정해도 외부에서 접속할 수 없습니다.',
    'ask-public-address':
      '통신사에 공인 IPv4 주소를 받을 수 있는지 문의하십시오. 신청만 하면 주는 곳도 있고 요금을 받는 곳도 있습니다.',
    'provider-number': '{provider} 고객센터: {number}',
    'use-relay':
      '그때까지는 포트를 열지 않아도 되는 방법을 사용하십시오. 양쪽에서 IPv6를 쓸 수 있으면 IPv6로 접속하고, 아니면 Tailscale 같은 VPN, 터널, 프로그램 자체의 중계 기능을 사용하면 됩니다.',

    'box-cannot-forward': '{name}에는 포트포워딩 기능이 없어 규칙을 추가할 수 없습니다.',
    'own-router-behind': '"{mode}" 기능을 켜고 그 뒤에 내 공유기를 연결한 다음, 내 공유기에서 포트포워딩을 설정하십시오.',

    'forward-upstream-too':
      '공유기에 표시된 인터넷 주소({wan})는 사설 IP입니다. 상위에 다른 공유기가 있는 이중 NAT 상태라서 이 공유기에만 포트포워딩을 설정하면 외부에서 접속할 수 없습니다. 상위 공유기에서도 같은 외부 포트를 {wan} 주소로 포워딩하거나, 둘 중 한 대를 브리지 모드로 바꾸어 나머지 한 대만 공유기로 동작하게 하십시오.',
    'upstream-named': '상위 장비는 {name}(관리 주소 {gateway})일 가능성이 높습니다.',
    'upstream-found': '상위 장비의 관리 주소는 {gateway}일 가능성이 높습니다.',
    'bridge-upstream': '상위 장비에 표시되는 브리지 모드의 이름은 "{mode}"입니다.',
    'bridge-here':
      '이 공유기에 표시되는 브리지 모드의 이름은 "{mode}"입니다. 이 모드를 켠 뒤에는 상위 장비에서만 포트포워딩을 설정하면 됩니다.',

    'use-safer-way': '{service}: 인터넷에 직접 열지 않는 것이 안전합니다.',
    'no-forward-needed': '{service}: 포트포워딩 없이 사용할 수 있습니다.',
    'try-without-rule': '{service}: 규칙 없이도 되는 경우가 많으니 먼저 그대로 사용해 보십시오.',

    'find-brand':
      '어떤 공유기인지 확인하십시오. 공유기 라벨이나 로그인 화면에 제조사가 적혀 있습니다. "routerBrand" 값으로 보내면 그 공유기 화면의 메뉴 이름으로 안내합니다.',
    'brand-guesses': '혹시 다음 중 하나입니까? {names}',
    'check-device-address':
      '{address} 주소는 보통 공유기 자신의 주소입니다. 규칙에는 서비스를 실행하는 기기의 주소가 필요하므로 그 기기의 내부 IP 주소를 확인하십시오.',
    'device-upstream':
      '{address} 주소는 공유기에 {wan} 주소를 할당한 상위 네트워크의 대역에 속합니다. 기기가 상위 공유기에 연결되어 있다면 상위 공유기에서만 그 기기로 포트포워딩하십시오. 그렇지 않다면 두 공유기가 같은 대역을 쓰는 것이므로 이 공유기의 내부 IP 대역을 바꾸십시오.',
    'device-elsewhere':
      '{address} 주소는 입력한 공유기가 아니라 {name}에서 받은 주소로 보입니다. 기기의 기본 게이트웨이가 {gateway} 주소라면 그 장비에서 규칙을 추가하십시오.',
    'reserve-address':
      '기기의 내부 IP 주소({address})가 바뀌지 않도록 고정하십시오(DHCP 수동 할당 또는 DHCP 범위 밖의 고정 IP). 주소가 바뀌면 규칙이 소용없게 됩니다.',
    'address-missing':
      '서비스를 실행하는 기기의 내부 IP 주소를 확인하고 바뀌지 않도록 고정하십시오(DHCP 수동 할당). 그 주소를 "internalIp" 값으로 보내면 규칙과 명령이 완성됩니다.',
    'reservation-menu': '이 공유기에서 주소를 고정하는 메뉴는 {menu}입니다.',
    'log-in': '공유기에 로그인하십시오.',
    'add-rules': '{menu} 메뉴에서 목록에 있는 규칙을 그대로 추가하고 저장하십시오.',
    'optional-rules': '필수가 아닌 규칙은 해당 기능을 쓸 때만 추가하십시오.',
    'router-restarts': '저장하면 공유기가 재시작되어 1분 정도 인터넷이 끊길 수 있습니다.',
    'allow-on-device':
      '기기 자체의 방화벽(ufw, Windows Defender 방화벽, 백신 프로그램)에서도 포트를 허용하고, 서비스가 실행 중인지 확인하십시오.',
    'verify-port': '외부에서 {protocol} {port}번 포트가 열려 있는지 확인하십시오.',
    'verify-udp': 'UDP는 응답이 없어도 닫혀 있다고 볼 수 없으므로 실제 프로그램으로도 접속해 보십시오.',
    'verify-over-ipv4': '지금 요청은 포트포워딩과 관계없는 IPv6로 왔으므로 확인은 IPv4 연결로 하십시오.',

    'check-wan-address':
      '공유기에 표시된 인터넷(WAN) 주소를 확인하십시오. {ip} 주소와 다르면 공유기보다 상위에서 주소가 변환되고 있는 것이니, 그 주소를 "routerWanIp" 값으로 보내면 해결 방법을 알려 드립니다.',
    'wan-unseen':
      '공유기에 표시된 인터넷(WAN) IPv4 주소를 공인 IP와 비교하고 "routerWanIp" 값으로 보내십시오. 서로 다르면 공유기보다 상위에서 주소가 변환되고 있는 것입니다.',
    'wan-differs':
      '공유기에 표시된 주소는 {wan}, 서버에서 확인된 주소는 {ip}입니다. VPN이나 다른 회선을 쓰고 있지 않다면 공유기보다 상위에서 주소가 변환되고 있어 포트포워딩이 되지 않습니다. 통신사에 문의하십시오.',
    'wan-not-online':
      '공유기에 표시된 주소({wan})는 인터넷 연결에 쓰이는 주소가 아닙니다. 먼저 공유기가 인터넷에 연결되어 있는지 확인하십시오.',
    'wan-is-ipv6':
      '{wan} 주소는 IPv6 주소이며 포트포워딩은 IPv4에만 해당합니다. 공유기에 표시된 인터넷 연결의 IPv4 주소를 "routerWanIp" 값으로 보내십시오.',

    'test-outside':
      '내부 네트워크에서는 규칙이 올바르더라도 공인 IP로 접속되지 않을 수 있으니 휴대폰의 모바일 데이터로 확인하십시오.',
  },
})
