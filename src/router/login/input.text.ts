import { defineText } from '../../contract/text.ts'

export const inputText = defineText({
  en: {
    'gateway-not-an-address':
      'This is not an IP address. Enter the default gateway of your device as four decimal numbers, such as 192.168.0.1, without http://, a port or spaces; or leave it out.',
    'gateway-is-ipv6':
      'This is an IPv6 address. A device on a home network also has an IPv4 gateway, such as 192.168.0.1, which is shown separately. Enter that one.',
    'gateway-is-link-local':
      '{address} is an address that a device gives itself when it gets no answer from a router. Check the cable or the Wi-Fi password, restart the router, and read the gateway again; leave it out to see what to try.',
    'gateway-is-shared':
      '{address} belongs to the network of a provider (100.64 to 100.127), not to your own router. Switch mobile data and VPN off, join your own Wi-Fi, and read the gateway again.',
    'gateway-is-public':
      '{address} is a public address. The gateway of your device is a private one, such as 192.168.0.1. If your router shows {address}, enter it as the WAN address of your router.',
    'gateway-is-network':
      '{address} is the address of a whole network, not of a router. The gateway of your device usually ends in .1 or .254: read it again.',
    'gateway-not-private':
      '{address} is an address that routers do not use. The gateway of your device is a private IPv4 address such as 192.168.0.1, 172.30.1.254 or 10.0.0.1.',
  },
  ko: {
    'gateway-not-an-address':
      'IP 주소가 아닙니다. 기기의 기본 게이트웨이를 http://, 포트, 공백 없이 192.168.0.1 형식으로 입력하거나 비워 두십시오.',
    'gateway-is-ipv6':
      'IPv6 주소입니다. 가정용 네트워크의 기기에는 192.168.0.1 같은 IPv4 게이트웨이도 따로 표시됩니다. 그 주소를 입력하십시오.',
    'gateway-is-link-local':
      '{address} 주소는 공유기에서 주소를 받지 못한 기기가 스스로 만든 주소입니다. 케이블이나 Wi-Fi 비밀번호를 확인하고 공유기를 재시작한 뒤 게이트웨이를 다시 확인하십시오. 먼저 해 볼 일을 보려면 비워 두고 요청하십시오.',
    'gateway-is-shared':
      '{address} 주소(100.64~100.127)는 내 공유기가 아니라 이동통신사나 통신사 내부망의 주소입니다. 모바일 데이터와 VPN을 끄고 내 Wi-Fi에 연결한 뒤 게이트웨이를 다시 확인하십시오.',
    'gateway-is-public':
      '{address} 주소는 공인 IP입니다. 기기의 게이트웨이는 192.168.0.1 같은 사설 IP입니다. 공유기에 표시된 주소라면 "공유기의 인터넷(WAN) 주소"에 입력하십시오.',
    'gateway-is-network':
      '{address} 주소는 공유기가 아니라 네트워크 전체를 가리키는 주소입니다. 기기의 게이트웨이는 보통 .1이나 .254로 끝납니다. 다시 확인하십시오.',
    'gateway-not-private':
      '{address} 주소는 공유기에 쓰이지 않습니다. 기기의 게이트웨이는 192.168.0.1, 172.30.1.254, 10.0.0.1 같은 사설 IPv4 주소입니다.',
  },
})
