import { defineText } from '../../contract/text.ts'

export const planText = defineText({
  en: {
    'nothing-asked': 'Say what you want to reach: "useCase" takes the name of a program or game, "ports" any ports.',
    'ports-clash': 'Port {port} is listed twice with different ports at the device. An external port leads to one port only.',
    'custom-service': 'Your own service',
    'custom-purpose': 'The port that you named',
    'custom-upnp': 'It needs a rule, unless the program opens its port by UPnP.',
    'port-of-danger': 'Port {port} is that of {service}, which should not be opened to the internet.',
    'internal-ip-unreadable':
      'The field "internalIp" is not an IPv4 address. Send the address of the device on your own network as four decimal numbers, such as 192.168.0.10.',
    'internal-ip-version':
      'The field "internalIp" holds an IPv6 address, and port forwarding needs an IPv4 address. Send that of the device, such as 192.168.0.10. IPv6 is not forwarded: allow the port in the IPv6 firewall of the router instead.',
    'internal-ip-not-private':
      'The field "internalIp" holds {address}, which is not an address inside a home network. Send the private address of the device: 10.x.x.x, 172.16.x.x to 172.31.x.x, or 192.168.x.x.',
    'internal-ip-vpn':
      'The field "internalIp" holds {address}, an address of a VPN such as Tailscale or of carrier-grade NAT. Send the address that the device has in your own network: 10.x.x.x, 172.16.x.x to 172.31.x.x, or 192.168.x.x. Over the VPN itself, no rule is needed.',
    'internal-ip-none':
      'The field "internalIp" holds {address}. A device gives itself such an address when it did not get an address from the router: check its cable or Wi-Fi, then send its new address.',
    'internal-ip-not-device':
      'The field "internalIp" holds {address}. In a home network, addresses that end in .0 or .255 belong to no device: they stand for the network itself. Send the address of the device, such as 192.168.0.10.',
    'run-on-device': '{kind} (device)',
    'run-on-router': '{kind} (router)',
    'is-it-listening': 'is it listening? ({platform})',
    'throwaway-listener': 'a throwaway listener ({platform})',
    name: 'Name',
    externalPort: 'External port',
    internalPort: 'Internal port',
    internalIp: 'Internal IP address',
    protocol: 'Protocol',
  },
  ko: {
    'nothing-asked':
      '접속하려는 서비스를 입력하십시오. "useCase"에는 프로그램이나 게임 이름을, "ports"에는 포트 번호를 입력합니다.',
    'ports-clash':
      '외부 포트 {port}번이 서로 다른 내부 포트로 두 번 입력되었습니다. 외부 포트 하나는 내부 포트 하나로만 연결할 수 있습니다.',
    'custom-service': '직접 지정한 서비스',
    'custom-purpose': '직접 지정한 포트',
    'custom-upnp': '프로그램이 UPnP로 포트를 열지 않는다면 규칙이 필요합니다.',
    'port-of-danger': '{port}번은 인터넷에 열지 않아야 하는 {service}의 포트입니다.',
    'internal-ip-unreadable':
      '"internalIp" 필드의 값이 IPv4 주소가 아닙니다. 내부 네트워크에 있는 기기의 주소를 192.168.0.10처럼 십진수 네 개로 입력하십시오.',
    'internal-ip-version':
      '"internalIp" 필드에 IPv6 주소가 들어 있습니다. 포트포워딩에는 IPv4 주소가 필요하므로 192.168.0.10 같은 기기의 IPv4 주소를 입력하십시오. IPv6에서는 포트포워딩을 하지 않고 공유기의 IPv6 방화벽에서 해당 포트를 허용합니다.',
    'internal-ip-not-private':
      '"internalIp" 필드의 {address} 주소는 내부 네트워크에서 쓰는 주소가 아닙니다. 10.x.x.x, 172.16.x.x~172.31.x.x, 192.168.x.x 가운데 기기가 쓰는 사설 IP를 입력하십시오.',
    'internal-ip-vpn':
      '"internalIp" 필드의 {address} 주소는 Tailscale 같은 VPN이나 통신사 공유망(CGNAT)에서 쓰는 주소입니다. 10.x.x.x, 172.16.x.x~172.31.x.x, 192.168.x.x 가운데 기기가 내부 네트워크에서 쓰는 주소를 입력하십시오. VPN으로만 접속한다면 규칙이 필요 없습니다.',
    'internal-ip-none':
      '"internalIp" 필드의 {address} 주소는 기기가 공유기에서 주소를 받지 못했을 때 스스로 정하는 주소입니다. 케이블이나 Wi-Fi 연결을 확인한 뒤 새로 받은 주소를 입력하십시오.',
    'internal-ip-not-device':
      '"internalIp" 필드에 {address} 주소가 들어 있습니다. 내부 네트워크에서 .0이나 .255로 끝나는 주소는 기기의 주소가 아니라 네트워크 자체를 나타냅니다. 192.168.0.10 같은 기기의 주소를 입력하십시오.',
    'run-on-device': '{kind} (기기에서 실행)',
    'run-on-router': '{kind} (공유기에서 실행)',
    'is-it-listening': '서비스가 포트를 열고 기다리는지 확인 ({platform})',
    'throwaway-listener': '시험용 임시 서버 ({platform})',
    name: '규칙 이름',
    externalPort: '외부 포트',
    internalPort: '내부 포트',
    internalIp: '내부 IP 주소',
    protocol: '프로토콜',
  },
})
