import { defineText, inBoth } from '../../contract/text.ts'

/** Ways to a service where forwarding cannot work or should not be done. */
export const alternativesText = defineText(
  inBoth({
    'switch-in-account': [
      'Look in your account at {provider}: on some plans, you can switch on a public IPv4 address there. The other plans have none.',
      '{provider} 계정 페이지를 확인하십시오. 공인 IPv4 주소는 일부 요금제에서만 그곳에서 켤 수 있고 다른 요금제에서는 제공하지 않습니다.',
    ],
    'wake-by-router': [
      'Your router can wake it itself, once you are in it by VPN or its app: {menu}.',
      'VPN이나 앱으로 공유기에 로그인하면 공유기에서도 PC를 켤 수 있습니다: {menu}.',
    ],
    'vpn-of-router': [
      'Your router has a VPN server of its own: {menu}{pptp}. Without a public address, use Tailscale.',
      '공유기에도 VPN 서버 기능이 있습니다: {menu}{pptp}. 공인 IP가 없으면 Tailscale을 쓰십시오.',
    ],
    'not-pptp': [' (not PPTP)', '(PPTP 말고 다른 방식 선택)'],
    'name.public-address': ['Public address from your provider', '통신사 공인 IP'],
    'name.public-address-building': ['Public address from the building', '건물에서 받는 공인 IP'],
    'name.ipv6': ['IPv6', 'IPv6 접속'],
    'name.own-relay': ['Built-in remote access', '자체 원격 접속 기능'],
    'name.playit': ['playit', 'playit 중계 서비스'],
    'name.wireguard': ['WireGuard through a rented server', '임대 서버를 거치는 WireGuard 터널'],
    'name.tailscale': ['Tailscale', 'Tailscale(테일스케일)'],
    'name.cloudflare': ['Cloudflare Tunnel', 'Cloudflare Tunnel(클라우드플레어 터널)'],
    'name.router': ['Function of the router', '공유기 기능'],
    'name.vpn-with-port': ['VPN service with port forwarding', '포트를 열어 주는 VPN 서비스'],
    'public-address': [
      'With a public IPv4 address, the rules work as usual. Some providers charge for it, and some do not offer it on every plan.',
      '공인 IPv4 주소를 받으면 포트포워딩을 그대로 쓸 수 있습니다. 요금을 받거나 일부 상품에서는 제공하지 않는 통신사도 있습니다.',
    ],
    say: ['Say:', '이렇게 말하면 됩니다.'],
    'cannot-forward': ['{name} itself cannot forward ports.', '{name}에는 포트포워딩 기능이 없습니다.'],
    'own-router': [
      'Once the line has a public address, put it in bridge mode{mode} and connect a router of your own.',
      '공인 IP를 받았다면 브리지 모드{mode} 설정을 켜고 내 공유기를 연결하십시오.',
    ],
    'box-mode': [' ({mode})', '({mode})'],
    'public-address-building': [
      'With a public IPv4 address of your own, or with the port forwarded to your router, the rules work as usual. Say to the manager:',
      '공인 IPv4 주소를 따로 받거나 건물 장비에서 내 공유기로 포트를 열어 주면 포트포워딩을 그대로 쓸 수 있습니다. 건물 관리자에게 이렇게 말하면 됩니다.',
    ],
    'vpn-with-port': [
      'Some VPN services give you a port on their own address and pass it on to you. Let the program use that port, and connect through the VPN.',
      '자체 주소의 포트 하나를 가입자에게 넘겨 주는 VPN 서비스가 있습니다. 프로그램이 그 포트를 쓰도록 설정하고 VPN에 연결하십시오.',
    ],
    ipv6: [
      'IPv6 is free and direct, but both sides need it, and the IPv6 firewall of the router has to let the port through.',
      'IPv6 접속은 무료이고 직접 연결되지만 양쪽 모두 IPv6를 쓸 수 있어야 하며, 공유기의 IPv6 방화벽에서 포트를 허용해야 합니다.',
    ],
    'ipv6-menu': ['Menu: {menu}.', '메뉴: {menu}.'],
    playit: [
      'For playit, install its program from playit.gg on the device and add a tunnel to {ports}; players connect to the address that it shows. It is a relay for games, over TCP and UDP. The free plan is enough for a small server; the detour adds some delay.',
      'playit은 playit.gg에서 프로그램을 받아 기기에 설치하고 {ports} 터널을 추가하면 표시되는 주소로 접속할 수 있습니다. TCP와 UDP를 모두 지원하는 게임용 중계 서비스입니다. 작은 서버는 무료 요금제로 충분하며, 중계를 거치므로 지연 시간이 조금 늘어납니다.',
    ],
    wireguard: [
      'WireGuard through a rented server carries anything over TCP or UDP. You rent a small server with a public IPv4 address (usually a few dollars a month) and look after it yourself; people connect to the address of that server. Open the ports, and the UDP port of WireGuard, in the cloud firewall of its provider too. The home end runs on the device itself or on any Linux machine in the same network. The service sees all visitors with the address of the tunnel.',
      'WireGuard 터널은 TCP와 UDP 서비스에 모두 쓸 수 있습니다. 공인 IPv4 주소가 있는 작은 서버를 임대하여(보통 월 몇 달러) 직접 관리해야 하며, 외부에서는 그 서버의 주소로 접속합니다. 임대 업체의 클라우드 방화벽에서도 서비스 포트와 WireGuard의 UDP 포트를 허용하십시오. 집 쪽 설정은 서비스를 실행하는 기기나 같은 네트워크의 Linux 기기에서 합니다. 서비스에는 모든 접속이 터널 주소에서 온 것으로 보입니다.',
    ],
    'wireguard-ssh': [
      "Port 22 is the server's own SSH, so the lines use 2222 instead.",
      '22번 포트는 임대 서버 자체의 SSH가 쓰므로 명령에는 2222번 포트를 대신 넣었습니다.',
    ],
    tailscale: [
      'Install Tailscale (free for personal use) on the device and on those that should reach it, and sign in to the same account, or share the device. Then connect to its Tailscale address, with the same ports. Nothing is open to the internet.',
      'Tailscale(개인은 무료)을 이 기기와 접속할 기기에 설치하고 같은 계정으로 로그인하거나 기기를 공유하십시오. 그다음 기기의 Tailscale 주소에 같은 포트로 접속하십시오. 인터넷에 열리는 포트는 없습니다.',
    ],
    'tailscale-awake': [
      'A device that is off cannot run Tailscale, so install it on one in the same network that is always on, such as a NAS or a Raspberry Pi. Connect to that device, and send the wake-up packet from there.',
      '꺼져 있는 기기에서는 Tailscale을 실행할 수 없으므로 NAS나 Raspberry Pi처럼 항상 켜져 있는 같은 네트워크의 기기에 설치하십시오. 그 기기에 접속하여 그곳에서 켜기 신호를 보냅니다.',
    ],
    'tailscale-neighbour': [
      'Tailscale is for private use: only devices that are signed in to your network can connect, so nothing is open to the internet. Free for personal use. Run it on a Linux machine in the same network, and approve the route in the admin console; then {address} can be reached as at home. Devices with Linux also need `tailscale set --accept-routes`.',
      'Tailscale은 가족이나 본인만 쓸 때 알맞습니다. 내 네트워크에 로그인한 기기만 접속할 수 있어 인터넷에 열리는 포트가 없습니다. 개인은 무료로 쓸 수 있습니다. 같은 네트워크의 Linux 기기에서 실행하고 관리 콘솔에서 경로를 승인하면 집에서처럼 {address} 주소로 접속할 수 있습니다. 접속하는 기기가 Linux라면 `tailscale set --accept-routes` 명령도 실행하십시오.',
    ],
    cloudflare: [
      'Cloudflare Tunnel is for web pages only, and the address that this command prints is for trying it out: it changes at each start and takes 200 requests at a time. One that lasts takes a named tunnel (cloudflared tunnel create), with an account and a domain at Cloudflare. Games do not work over it, and the terms of Cloudflare rule out video and large files without a paid plan. It is free and brings HTTPS with it. Everyone who has the address can open the page.',
      'Cloudflare Tunnel은 웹 페이지에만 쓸 수 있으며, 이 명령에 표시되는 주소는 실행할 때마다 바뀌고 동시 요청이 200개로 제한되는 시험용입니다. 계속 쓸 주소에는 이름을 붙인 터널(cloudflared tunnel create)과 Cloudflare 계정, 도메인이 필요합니다. 게임은 되지 않고, 동영상이나 대용량 파일은 유료 요금제가 아니면 Cloudflare 약관에 어긋납니다. 무료이며 HTTPS가 자동으로 적용됩니다. 주소를 아는 사람은 누구나 접속할 수 있습니다.',
    ],
    'on-server': [
      '# On the rented server, as root. Put in HOME_PUBLIC_KEY.',
      '# 임대 서버에서 root 권한으로 입력합니다. HOME_PUBLIC_KEY 자리를 채우십시오.',
    ],
    'at-home': [
      '# At home, as root. Put in SERVER_PUBLIC_KEY and SERVER_ADDRESS.',
      '# 집에서 root 권한으로 입력합니다. SERVER_PUBLIC_KEY와 SERVER_ADDRESS 자리를 채우십시오.',
    ],
    'shows-key': ['# This prints the public key for the other end.', '# 상대편에 넣을 공개 키가 표시됩니다.'],
  }),
)
