import { defineText } from '../../contract/text.ts'

/** The steps of a port forward, in order. */
export const actionsText = defineText({
  en: {
    'use-safer-way': "{service}: don't open it to the internet.",
    'rather-not-open': '{service}: there is a safer way than opening its port.',
    'if-directly': 'The other steps are only for those who open it directly all the same.',
    'no-forward-needed': '{service} needs no port forward.',
    'try-without-rule': '{service}: it often works without a rule, so try that first.',

    'find-brand':
      'Find out which router it is: look at its label or its sign-in page. With the brand or model, this plan names the menus of that router.',
    'brand-unlisted': '"{brand}" isn\'t in our list yet, so these steps are general. The words on its pages may differ.',
    'brand-guesses': 'Did you mean one of these? {names}',
    'check-device-address':
      '{address} is usually the address of the router itself. A rule has to lead to the device that runs the service: look up its address.',
    'device-inside':
      '{address} looks like an address inside one machine, such as that of a Docker container, WSL or a virtual machine, which your router cannot reach. Unless your own network uses such addresses, publish the port on the machine and use the address that the machine has in your network.',
    'device-upstream':
      '{address} belongs to the same network as the WAN address of your router, {wan}. If the device is connected to the other router, forward there only, directly to the device. Otherwise both routers use the same range of addresses, and yours must use another one.',
    'device-elsewhere':
      '{address} looks like an address that {name} gave out, not the router that you named. If {gateway} is the default gateway of the device, add the rules in that box.',
    'reserve-address': 'Reserve {address} for this device, otherwise the rule will stop working when its address changes.',
    'address-missing':
      'Look up the private address of the device that runs the service, and reserve it for that device (DHCP reservation). With the address, the rules and commands here become complete.',
    'reservation-menu': 'Menu: {menu}.',
    'reservation-unknown':
      "We don't know where your router has this: look for DHCP reservation, static DHCP or address reservation, often beside the list of connected devices. If it has none, set a fixed address on the device itself, outside the range that the router gives out.",
    'log-in': 'Log in to your router.',
    'provider-blocks':
      '{provider} blocks port {ports} on its lines, so a rule for it cannot be reached. If the program lets you choose, use another external port, such as {other}; otherwise ask the provider.',
    'provider-blocks-mail':
      '{provider} blocks port 25 on its lines, and other mail servers deliver to no other port: ask the provider to unblock it, or receive your mail through a relay or a mail service.',
    'add-rules': 'Open {menu}, add the rules as listed and save them.',
    'menu-unsure': 'We are not certain of this menu: the words on your router may differ.',
    'optional-rules': 'Rules marked optional are only needed for the purpose shown.',
    'router-restarts': 'The router may then restart and be offline for a minute.',
    'port-taken':
      'If the router refuses port {ports} or shows its own sign-in page there, its remote management or another of its features uses that port: switch that feature off, or choose another external port, such as {other}.',
    'allow-windows': 'Allow the ports in Windows Defender Firewall, and in any antivirus program with a firewall.',
    'allow-linux': 'Allow the ports in the firewall of the device, if it has one (ufw, firewalld, nftables).',
    'allow-macos': 'Allow incoming connections for the program in the macOS firewall, if it is on.',
    'allow-device':
      'If the device has a firewall or a list of allowed addresses of its own, allow connections from outside there.',
    'allow-any': 'Allow the ports in the firewall of the device itself (Windows Defender Firewall, ufw, an antivirus program).',
    'check-listening': 'Make sure that the service is listening before you blame the router. {commands}.',
    'throwaway-listener': 'If the service is not ready yet, a throwaway listener can answer instead: {command}',
    'verify-port': 'Check from outside whether {protocol} port {port} is open.',
    'verify-udp': 'Over UDP, silence proves nothing: also try the program itself.',
    'verify-over-ipv4': 'Send the check over IPv4: your request came over IPv6, to which port forwarding does not apply.',
    'test-on-console':
      "Run the connection test in the console's own network settings and read the NAT type. A check from outside says nothing, because a console opens its ports only while a game uses them.",
    'remove-rules':
      'When you no longer need it, delete the rules in the same menu: a forwarded port stays open, even when the service is off.',
    'test-outside':
      'From inside your own network the public address may not answer even though the rule works: test over mobile data.',
  },
  ko: {
    'use-safer-way': '{service} 포트는 인터넷에 직접 열지 않는 것이 안전합니다.',
    'rather-not-open': '{service} 포트를 인터넷에 직접 열기보다 더 안전한 방법이 있습니다.',
    'if-directly': '그래도 직접 열어야 할 때만 나머지 단계를 따르십시오.',
    'no-forward-needed': '{service} 때문에 포트포워딩을 할 필요는 없습니다.',
    'try-without-rule': '{service} 접속은 규칙 없이도 되는 경우가 많으니 먼저 그대로 사용해 보십시오.',

    'find-brand':
      '어떤 공유기인지 확인하십시오. 공유기 라벨이나 로그인 화면에 적혀 있습니다. 제조사나 모델을 입력하면 그 공유기 화면의 메뉴 이름으로 안내합니다.',
    'brand-unlisted':
      '"{brand}" 제품은 아직 등록되어 있지 않아 일반적인 방법으로 안내합니다. 화면에 표시되는 말은 다를 수 있습니다.',
    'brand-guesses': '혹시 다음 중 하나입니까? {names}',
    'check-device-address':
      '{address} 주소는 보통 공유기 자신의 주소입니다. 규칙에는 서비스를 실행하는 기기의 주소가 필요하므로 그 기기의 내부 IP 주소를 확인하십시오.',
    'device-inside':
      '{address} 주소는 Docker 컨테이너나 WSL, 가상 머신처럼 PC 안에서만 쓰는 주소로 보이며 공유기에서는 접근할 수 없습니다. 내부 네트워크가 이 대역을 쓰는 것이 아니라면 PC에서 포트를 공개하고 PC 자신의 내부 IP 주소를 사용하십시오.',
    'device-upstream':
      '{address} 주소는 공유기의 인터넷(WAN) 주소({wan})와 같은 대역입니다. 기기가 상위 장비에 연결되어 있다면 상위 장비에서만 그 기기로 포트포워딩하십시오. 그렇지 않다면 두 장비가 같은 대역을 쓰는 것이므로 이 공유기의 내부 IP 대역을 바꾸십시오.',
    'device-elsewhere':
      '{address} 주소는 입력한 공유기가 아니라 {name}에서 받은 주소로 보입니다. 기기의 기본 게이트웨이가 {gateway} 주소라면 그 장비에서 규칙을 추가하십시오.',
    'reserve-address':
      '기기의 내부 IP 주소({address})가 바뀌지 않도록 고정하십시오(DHCP 수동 할당). 주소가 바뀌면 규칙이 더는 동작하지 않습니다.',
    'address-missing':
      '서비스를 실행하는 기기의 내부 IP 주소를 확인하고 바뀌지 않도록 고정하십시오(DHCP 수동 할당). 그 주소를 입력하면 규칙과 명령이 완성됩니다.',
    'reservation-menu': '메뉴: {menu}.',
    'reservation-unknown':
      '이 공유기의 메뉴 위치는 확인되지 않았습니다. DHCP 수동 할당, 고정 할당, 주소 예약 같은 메뉴를 찾으십시오. 연결된 기기 목록 근처에 있는 경우가 많습니다. 그런 메뉴가 없으면 공유기가 자동으로 나누어 주는 범위를 피해 기기에서 직접 고정 IP를 설정하십시오.',
    'log-in': '공유기에 로그인하십시오.',
    'provider-blocks':
      '통신사({provider})에서 {ports}번 포트를 차단하므로 규칙을 추가해도 외부에서 접속할 수 없습니다. 프로그램에서 포트를 바꿀 수 있다면 외부 포트를 {other}처럼 다른 번호로 바꾸고, 바꿀 수 없다면 통신사에 문의하십시오.',
    'provider-blocks-mail':
      '통신사({provider})에서 25번 포트를 차단하는데, 다른 메일 서버는 이 포트로만 메일을 전달합니다. 통신사에 차단 해제를 요청하거나 메일 중계 서버 또는 메일 서비스를 이용하십시오.',
    'add-rules': '{menu} 메뉴에서 목록에 있는 규칙을 그대로 추가하고 저장하십시오.',
    'menu-unsure': '이 메뉴는 확인된 자료가 없어 실제 화면과 다를 수 있습니다.',
    'optional-rules': '선택 규칙은 표시된 용도로 쓸 때만 추가하십시오.',
    'router-restarts': '저장하면 공유기가 재시작되어 1분 정도 인터넷이 끊길 수 있습니다.',
    'port-taken':
      '공유기가 {ports}번 포트를 받아 주지 않거나 그 포트에서 공유기 로그인 화면이 열리면, 원격 관리 같은 공유기 자체 기능이 그 포트를 쓰고 있는 것입니다. 그 기능을 끄거나 외부 포트를 {other}처럼 다른 번호로 바꾸십시오.',
    'allow-windows': 'Windows Defender 방화벽과 방화벽 기능이 있는 백신 프로그램에서 포트를 허용하십시오.',
    'allow-linux': '기기에 방화벽(ufw, firewalld, nftables)이 있으면 포트를 허용하십시오.',
    'allow-macos': 'macOS 방화벽이 켜져 있으면 해당 프로그램의 들어오는 연결을 허용하십시오.',
    'allow-device': '기기에 자체 방화벽이나 접속 허용 목록이 있으면 외부 접속을 허용하십시오.',
    'allow-any': '기기 자체의 방화벽(Windows Defender 방화벽, ufw, 백신 프로그램)에서도 포트를 허용하십시오.',
    'check-listening': '공유기를 의심하기 전에 서비스가 포트를 열고 기다리는지 확인하십시오. {commands}.',
    'throwaway-listener': '서비스가 아직 준비되지 않았다면 임시로 응답하는 명령을 대신 실행할 수 있습니다: {command}',
    'verify-port': '외부에서 {protocol} {port}번 포트가 열려 있는지 확인하십시오.',
    'verify-udp': 'UDP는 응답이 없어도 닫혀 있다고 볼 수 없으므로 실제 프로그램으로도 접속해 보십시오.',
    'verify-over-ipv4': '지금 요청은 포트포워딩과 관계없는 IPv6로 왔으므로 확인은 IPv4 연결로 하십시오.',
    'test-on-console':
      '게임기의 네트워크 설정에서 연결 테스트를 실행하여 NAT 유형을 확인하십시오. 게임기는 게임이 실행 중일 때만 포트를 열므로 외부에서 확인해도 알 수 없습니다.',
    'remove-rules': '더 이상 쓰지 않으면 같은 메뉴에서 규칙을 삭제하십시오. 포워딩한 포트는 서비스를 꺼도 계속 열려 있습니다.',
    'test-outside':
      '내부 네트워크에서는 규칙이 올바르더라도 공인 IP로 접속되지 않을 수 있으니 휴대폰의 모바일 데이터로 확인하십시오.',
  },
})
