import { defineText, inBoth } from '../../contract/text.ts'

export const planText = defineText(
  inBoth({
    'restart-possible': [
      'Some routers restart after a rule is saved, and are offline for a minute.',
      '규칙을 저장하면 재시작되어 1분 정도 인터넷이 끊기는 공유기도 있습니다.',
    ],
    'wan-without-login': [
      'To read the WAN address without logging in, run "upnpc -s" or "doorstep home" on a computer there.',
      '로그인하지 않고 WAN 주소를 확인하려면 내부 네트워크의 PC에서 upnpc -s 또는 doorstep home 명령을 실행하십시오.',
    ],
    'test-outside': [
      'From inside your own network the public address may not answer even though the rule works: test over mobile data.',
      '내부 네트워크에서는 규칙이 올바르더라도 공인 IP로 접속되지 않을 수 있으니 휴대폰의 모바일 데이터로 확인하십시오.',
    ],
    'nothing-asked': [
      'Enter the name of a program or game, or its port number.',
      '접속하려는 프로그램이나 게임 이름, 또는 포트 번호를 입력하십시오.',
    ],
    'ports-clash': [
      'Port {port} is listed twice with different ports at the device. One external port can lead to one port only.',
      '외부 포트 {port}번이 서로 다른 내부 포트로 두 번 입력되었습니다. 외부 포트 하나는 내부 포트 하나로만 연결할 수 있습니다.',
    ],
    'custom-service': ['Your own service', '직접 지정한 서비스'],
    'custom-purpose': ['The port that you named', '직접 지정한 포트'],
    'custom-upnp': [
      'It needs a rule, unless the program opens its port by UPnP.',
      '프로그램이 UPnP로 포트를 열지 않는다면 규칙이 필요합니다.',
    ],
    'other-models': ['Other models', '다른 모델'],
    'any-router': ['your router', '공유기'],
    'device-address': ["the device's address", '기기의 내부 IP'],
    'choose-device': ['choose the device', '기기 선택'],
    'choose-port': ['one of your ports', '내 회선의 포트'],
    'choose-device-at': ['choose the device ({address})', '기기 선택({address})'],
    optional: ['Optional: {purpose}', '필요할 때만 추가: {purpose}'],
    warning: ['Security: {note}', '보안: {note}'],
    'internal-ip-unreadable': [
      "That is not an IPv4 address. Enter the device's address on your own network as four numbers, such as 192.168.0.10.",
      'IPv4 주소가 아닙니다. 내부 네트워크에 있는 기기의 주소를 192.168.0.10처럼 숫자 네 개로 입력하십시오.',
    ],
    'internal-ip-version': [
      "That is an IPv6 address, and port forwarding needs an IPv4 address. Enter the device's IPv4 address, such as 192.168.0.10. IPv6 is not forwarded: allow the port in the router's IPv6 firewall instead.",
      'IPv6 주소입니다. 포트포워딩에는 IPv4 주소가 필요하므로 192.168.0.10 같은 기기의 IPv4 주소를 입력하십시오. IPv6에서는 포트포워딩을 하지 않고 공유기의 IPv6 방화벽에서 해당 포트를 허용합니다.',
    ],
    'internal-ip-not-private': [
      "{address} is not an address inside a home network. Enter the device's private address: 10.x.x.x, 172.16.x.x to 172.31.x.x, or 192.168.x.x.",
      '{address} 주소는 내부 네트워크에서 쓰는 주소가 아닙니다. 10.x.x.x, 172.16.x.x~172.31.x.x, 192.168.x.x 가운데 기기가 쓰는 사설 IP를 입력하십시오.',
    ],
    'internal-ip-vpn': [
      "{address} is an address of a VPN such as Tailscale, or of carrier-grade NAT. Enter the device's address on your own network, such as 192.168.0.10. Over the VPN itself, no rule is needed.",
      '{address} 주소는 Tailscale 같은 VPN이나 통신사 공유망(CGNAT)에서 쓰는 주소입니다. 192.168.0.10처럼 기기가 내부 네트워크에서 쓰는 주소를 입력하십시오. VPN으로만 접속한다면 규칙이 필요 없습니다.',
    ],
    'internal-ip-none': [
      'A device gives itself {address} when it did not get an address from the router. Check its cable or Wi-Fi, then enter its new address.',
      '{address} 주소는 기기가 공유기에서 주소를 받지 못했을 때 스스로 정하는 주소입니다. 케이블이나 Wi-Fi 연결을 확인한 뒤 새로 받은 주소를 입력하십시오.',
    ],
    'internal-ip-not-device': [
      'In a home network, addresses that end in .0 or .255, such as {address}, stand for the network itself. Enter the address of the device, such as 192.168.0.10.',
      '내부 네트워크에서 {address}처럼 .0이나 .255로 끝나는 주소는 네트워크 자체를 나타냅니다. 192.168.0.10 같은 기기의 주소를 입력하십시오.',
    ],
    'run-on-device': ['{kind}, on the device', '{kind}: 기기에서 실행'],
    'run-on-router': ['{kind}, on the router', '{kind}: 공유기에서 실행'],
    'instead-of-rule': ['{kind}, on the device, instead of the rule in the router', '{kind}: 공유기 규칙 대신 기기에서 실행'],
    'is-it-listening': ['Is it listening? ({platform})', '프로그램이 포트를 열었는지 확인({platform})'],
    'throwaway-listener': ['A throwaway listener ({platform})', '임시로 응답하는 프로그램({platform})'],
    undo: ['To take it back', '되돌리는 방법'],
    'over-ipv6': ['Over IPv6', 'IPv6로 접속하는 방법'],
    notes: ['Good to know', '참고'],
    security: ['Stay safe', '안전하게 사용하기'],
    name: ['Name', '규칙 이름'],
    externalPort: ['External port', '외부 포트'],
    externalPortEnd: ['Last external port', '외부 포트 끝'],
    internalPort: ['Internal port', '내부 포트'],
    internalPortEnd: ['Last internal port', '내부 포트 끝'],
    internalIp: ['Internal IP address', '내부 IP 주소'],
    protocol: ['Protocol', '프로토콜'],
  }),
)

/** The words with which a public address is asked for. */
export const askingText = defineText({
  en: {
    usual: 'Please give my line a public IPv4 address. I need it for port forwarding.',
    'ds-lite': 'Please switch my line from DS-Lite to dual stack with a public IPv4 address. I need it for port forwarding.',
    building: 'Please give my room a public IP address, or forward {ports} to my router ({address}). I run a service of my own.',
    'its-address': 'its WAN address: …',
    'a-port': 'a port',
    port: '{protocol} {port}',
  },
  ko: {
    usual: '공인 IP로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    'ds-lite': 'DS-Lite 회선을 공인 IPv4 주소가 있는 듀얼 스택으로 변경해 주세요. 포트포워딩을 하려고 합니다.',
    building:
      '제 방에 공인 IP를 할당해 주시거나 제 공유기({address})로 {ports} 포트를 포워딩해 주세요. 직접 운영하는 서비스가 있습니다.',
    'its-address': 'WAN 주소: …',
    'a-port': '필요한',
    port: '{protocol} {port}번',
  },
})

/** The answers to a text that names no service. */
export const subjectsText = defineText({
  en: {
    'unknown-use-case':
      'We don\'t know "{useCase}" yet. Enter the name of the program or game, or enter its port number instead.',
    'name-the-game':
      'Each game has ports of its own. Enter the name of the game (such as Minecraft, Palworld, Valheim, Terraria, Rust, ARK, Factorio, Satisfactory, Project Zomboid or 7 Days to Die), or the port that its server prints when it starts.',
    'nat-type':
      'The NAT type belongs to a console or game: name it, such as "PS5", "Xbox" or "Call of Duty". In most homes, switching on UPnP in the router and restarting the console makes the type open or moderate.',
    'open-all':
      "Don't open all ports, and don't put a device in the DMZ: everything on it could then be attacked from the internet. A program needs a few ports at most. Name it, and the plan says which.",
  },
  ko: {
    'unknown-use-case':
      '"{useCase}"에 해당하는 서비스가 등록되어 있지 않습니다. 프로그램이나 게임 이름을 입력하거나, 이름 대신 포트 번호를 입력하십시오.',
    'name-the-game':
      '게임마다 쓰는 포트가 다릅니다. 게임 이름(마인크래프트, 팰월드, 발헤임, 테라리아, 러스트, 아크, 팩토리오, 새티스팩토리, 프로젝트 좀보이드, 세븐 데이즈 투 다이 등)이나 서버를 켤 때 화면에 나오는 포트 번호를 입력하십시오.',
    'nat-type':
      'NAT 유형은 게임기나 게임에서 쓰는 말입니다. "PS5", "Xbox", "콜 오브 듀티"처럼 게임기나 게임 이름을 입력하십시오. 대부분은 공유기에서 UPnP를 켜고 게임기를 다시 시작하면 개방이나 보통으로 바뀝니다.',
    'open-all':
      '모든 포트를 열거나 기기를 DMZ로 지정하지 마십시오. 그 기기의 모든 서비스가 인터넷에서 공격받을 수 있습니다. 프로그램에 필요한 포트는 몇 개뿐이므로 프로그램이나 게임 이름을 입력하면 필요한 포트를 안내합니다.',
  },
})
