import { defineText } from '../../contract/text.ts'

export const planText = defineText({
  en: {
    'unknown-use-case':
      '"{useCase}" is not a known use case. Name the program or game that you want to reach; "supported" lists all ids.',
    'internal-ip-unreadable':
      'The field "internalIp" is not an IPv4 address. Send the address of the device on your own network as four decimal numbers, such as 192.168.0.10.',
    'internal-ip-version':
      'The field "internalIp" holds an IPv6 address, and port forwarding needs an IPv4 address. Send that of the device, such as 192.168.0.10. IPv6 is not forwarded: allow the port in the IPv6 firewall of the router instead.',
    'internal-ip-not-private':
      'The field "internalIp" holds {address}, which is not an address inside a home network. Send the private address of the device: 10.x.x.x, 172.16.x.x to 172.31.x.x, or 192.168.x.x.',
    name: 'Name',
    externalPort: 'External port',
    internalPort: 'Internal port',
    internalIp: 'Internal IP address',
    protocol: 'Protocol',
  },
  ko: {
    'unknown-use-case':
      '"{useCase}" 용도는 등록되어 있지 않습니다. 외부에서 접속하려는 프로그램이나 게임의 이름을 입력하십시오. 등록된 ID는 모두 "supported"에 있습니다.',
    'internal-ip-unreadable':
      '"internalIp" 필드의 값이 IPv4 주소가 아닙니다. 내부 네트워크에 있는 기기의 주소를 192.168.0.10처럼 십진수 네 개로 입력하십시오.',
    'internal-ip-version':
      '"internalIp" 필드에 IPv6 주소가 들어 있습니다. 포트포워딩에는 IPv4 주소가 필요하므로 192.168.0.10 같은 기기의 IPv4 주소를 입력하십시오. IPv6에서는 포트포워딩을 하지 않고 공유기의 IPv6 방화벽에서 해당 포트를 허용합니다.',
    'internal-ip-not-private':
      '"internalIp" 필드의 {address} 주소는 내부 네트워크에서 쓰는 주소가 아닙니다. 10.x.x.x, 172.16.x.x~172.31.x.x, 192.168.x.x 가운데 기기가 쓰는 사설 IP를 입력하십시오.',
    name: '규칙 이름',
    externalPort: '외부 포트',
    internalPort: '내부 포트',
    internalIp: '내부 IP 주소',
    protocol: '프로토콜',
  },
})
