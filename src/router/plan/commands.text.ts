import { defineText } from '../../contract/text.ts'

/** Things to know before running each kind of command. */
export const commandText = defineText({
  en: {
    upnpc:
      'Run these on the device that runs the service (Debian package miniupnpc); UPnP must be on in the router. The router forgets these rules when it restarts.',
    'openwrt-uci': 'Run these on a router with OpenWrt, over SSH. The zones are called wan and lan unless you renamed them.',
    routeros:
      'Run these in the terminal of a MikroTik router. They use the interface list WAN of the default configuration, whose firewall accepts forwarded connections.',
    nftables:
      'Run these as root on a Linux router. Replace wan with the name of its internet interface, and let the forward chain accept what was forwarded (ct status dnat accept). The rules last until the next restart.',
    ufw: 'Run these as root on the device that runs the service, if it is a Linux machine with ufw.',
    'windows-firewall':
      'Run these on the device that runs the service, if it is a Windows PC, in a terminal opened as administrator.',
    'put-address':
      'The lines are commented out (#): enter the address of the device to get them complete, or put it in the place of INTERNAL_IP.',
  },
  ko: {
    upnpc:
      '서비스를 실행하는 기기에서 입력하십시오(데비안 패키지 miniupnpc). 공유기의 UPnP 기능이 켜져 있어야 하며, 공유기를 재시작하면 규칙이 사라집니다.',
    'openwrt-uci': 'OpenWrt 공유기에 SSH로 접속하여 입력하십시오. 방화벽 영역 이름은 따로 바꾸지 않았다면 wan과 lan입니다.',
    routeros:
      'MikroTik 공유기의 터미널에서 입력하십시오. 기본 설정에 있는 인터페이스 목록 WAN을 사용하며, 기본 방화벽은 포워딩된 연결을 허용합니다.',
    nftables:
      '리눅스 공유기에서 root 권한으로 입력하십시오. wan 자리에는 인터넷 쪽 인터페이스 이름을 넣고, forward 체인에서 포워딩된 연결을 허용하십시오(ct status dnat accept). 규칙은 재시작하면 사라집니다.',
    ufw: '서비스를 실행하는 기기가 ufw를 쓰는 리눅스라면 그 기기에서 root 권한으로 입력하십시오.',
    'windows-firewall': '서비스를 실행하는 기기가 Windows PC라면 그 PC에서 관리자 권한으로 연 터미널에 입력하십시오.',
    'put-address':
      '그대로 실행되지 않도록 주석(#)으로 처리해 두었습니다. 기기의 내부 IP 주소를 입력하면 명령이 완성되며, INTERNAL_IP 자리에 직접 넣어도 됩니다.',
  },
})
