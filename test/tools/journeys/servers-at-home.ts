import { ELSEWHERE, type Journey, SEEN } from './journey.ts'

/** Servers at home, and obstacles besides the rule. */
export const SERVERS_AT_HOME: readonly Journey[] = [
  {
    who: 'a mail server on an Xfinity line',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'mail server', routerBrand: 'xfinity', internalIp: '10.0.0.25', routerWanIp: SEEN },
      because: 'Comcast blocks 25, and no other server delivers to another port: a relay or a hosted mailbox',
      expect: {
        service: 'smtp-imap',
        actions: { first: ['use-safer-way'] },
        says: [/port 25/, /relay|smart ?host|mail provider/i],
        saysNot: [/such as \d*25\b/, /wireguard/i],
      },
    },
  },
  {
    who: 'a mail server, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '메일 서버', routerBrand: 'iptime', internalIp: '192.168.0.25' },
      because: '25 is often blocked, and mail from home addresses is rejected',
      expect: { service: 'smtp-imap', actions: { first: ['use-safer-way'] }, saysNot: [/\d\d025/] },
    },
  },
  {
    who: 'a page on a Cox line',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'nginx', isp: 'Cox', routerBrand: 'asus', internalIp: '192.168.50.9', routerWanIp: SEEN },
      because: 'Cox blocks 80, so certificates need DNS or 443',
      expect: {
        service: 'reverse-proxy',
        actions: { inOrder: ['use-other-port', 'add-rules'] },
        says: [/port 80/],
      },
    },
  },
  {
    who: 'a web server on KT that times out, in Korean',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '웹서버', routerBrand: 'KT', internalIp: '172.30.1.7', routerWanIp: SEEN },
      because: 'where 80, 443 and 8080 time out in spite of a right rule, another port helps',
      expect: { service: 'web-server', nat: 'none', rules: ['443/tcp'], says: [/18080/] },
    },
  },
  {
    who: 'port 443 opens the page of the ASUS itself',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'caddy', routerBrand: 'asus', internalIp: '192.168.50.9', routerWanIp: SEEN },
      because: 'remote access of the router holds the port: switch it off',
      expect: {
        service: 'reverse-proxy',
        actions: { inOrder: ['reserve-address', 'add-rules', 'port-taken', 'verify-port'] },
        says: [/remote management/],
      },
    },
  },
  {
    who: 'port 80 opens the sign-in page of the ipTIME, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '리버스 프록시', routerBrand: 'iptime', internalIp: '192.168.0.9' },
      because: 'remote management of the router holds the port',
      expect: { service: 'reverse-proxy', actions: { inOrder: ['add-rules', 'port-taken'] }, says: [/원격 관리/] },
    },
  },
  {
    who: 'Home Assistant from the road',
    plan: {
      send: { useCase: 'Home Assistant', routerBrand: 'unifi', internalIp: '192.168.1.12' },
      because: 'Nabu Casa or a VPN; 8123 is plain HTTP',
      expect: {
        service: 'home-assistant',
        noRules: ['8123/tcp'],
        actions: { first: ['use-safer-way'] },
        safer: /Cloud|VPN|WireGuard/,
      },
    },
  },
  {
    who: 'Home Assistant, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '홈어시스턴트 외부 접속', routerBrand: 'iptime', internalIp: '192.168.0.12' },
      because: 'the same',
      expect: { service: 'home-assistant', noRules: ['8123/tcp'], actions: { first: ['use-safer-way'] } },
    },
  },
  {
    who: 'WireGuard at home on a good line',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'wireguard vpn server', routerBrand: 'mikrotik', internalIp: '192.168.88.4', routerWanIp: SEEN },
      because: 'UDP 51820; and silence over UDP proves nothing, so the client is the test',
      expect: {
        service: 'wireguard',
        protocol: 'udp',
        required: ['51820/udp'],
        actions: { inOrder: ['allow-on-device', 'log-in'], never: ['use-safer-way', 'compare-router-address'] },
        says: [/answers no stranger.* a recent handshake/],
      },
    },
  },
  {
    who: 'WireGuard at home, in Korean, knows nothing of the line',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '와이어가드', routerBrand: 'ax3000', internalIp: '192.168.0.4' },
      because: 'the WAN address first, and how to read it without logging in',
      expect: { service: 'wireguard', actions: { first: ['compare-router-address'], firstSays: [/9\.9\.9\.9/, /http:/] } },
    },
  },
  {
    who: 'Plex says "not available outside your network"',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'plex remote access', routerBrand: 'nest wifi', internalIp: '192.168.86.20', routerWanIp: '192.168.1.64' },
      because: 'Nest behind the modem of the provider: the double NAT is why',
      expect: { service: 'plex', nat: 'double-nat', actions: { first: ['use-one-router'], has: ['forward-upstream'] } },
    },
  },
  {
    who: 'an eero behind the gateway of AT&T',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'eero', isp: 'AT&T', internalIp: '192.168.4.20', routerWanIp: '192.168.1.64' },
      because: 'the gateway at 192.168.1.254 gave that address: IP Passthrough there, or bridge the eero',
      expect: {
        service: 'minecraft-java',
        nat: 'double-nat',
        actions: { first: ['use-one-router', 'forward-upstream'], firstSays: [/192\.168\.1\.254/] },
        says: [/Passthrough/],
        saysNot: [/If yours is the only router/, /mode: Bridge mode/],
      },
    },
  },
  {
    who: 'remote desktop to Windows over a VPN: what to run is for Windows',
    plan: {
      send: { useCase: 'RDP', routerBrand: 'netgear', internalIp: '192.168.1.20' },
      because: 'a shell script does not run there',
      expect: { service: 'rdp', says: [/winget install Tailscale/], saysNot: [/install\.sh/] },
    },
  },
  {
    who: 'the router shows the address that the VPN hides',
    seenAt: ELSEWHERE,
    plan: {
      send: { useCase: 'valheim', routerBrand: 'netgear', internalIp: '192.168.1.9', routerWanIp: SEEN },
      because: 'two public addresses: a VPN on the PC, or something that translates',
      expect: {
        service: 'valheim',
        nat: 'unknown',
        actions: { first: ['try-without-rule', 'use-the-same-line'] },
        says: [/VPN/],
      },
    },
  },
  {
    who: 'the modem of the provider and an ipTIME behind it, in Korean',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '발하임', routerBrand: 'iptime', isp: 'LG U+', internalIp: '192.168.0.9', routerWanIp: '192.168.219.104' },
      because: 'two routers: forward on both, or make one a hub; the box is at 192.168.219.1',
      expect: {
        service: 'valheim',
        nat: 'double-nat',
        actions: { first: ['use-one-router', 'forward-upstream'], firstSays: [/192\.168\.219\.1/] },
      },
    },
    login: {
      send: { routerBrand: 'iptime', isp: 'LG U+', gateway: '192.168.0.1', routerWanIp: '192.168.219.104' },
      because: 'their own first, then the box of the provider',
      expect: {
        topology: 'isp-plus-router',
        targets: [
          { kind: 'personal-router', url: 'http://192.168.0.1' },
          { kind: 'isp-equipment', url: 'http://192.168.219.1' },
        ],
        actions: { first: ['use-one-router', 'log-in-personal'] },
      },
    },
  },
  {
    who: 'two routers with the same range, in Korean',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: '테라리아', routerBrand: 'iptime', internalIp: '192.168.0.9', routerWanIp: '192.168.0.5' },
      because: 'the ipTIME is a hub, or both use 192.168.0.x, which keeps it from working',
      expect: {
        service: 'terraria',
        nat: 'double-nat',
        actions: { first: ['forward-port'], firstSays: [/허브\(AP\) 모드/, /대역을 바꾸십시오/] },
      },
    },
  },
  {
    who: 'gives the address of the router as that of the server, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '테라리아', routerBrand: 'iptime', internalIp: '192.168.0.1' },
      because: 'a rule that leads to the router leads nowhere',
      expect: { service: 'terraria', actions: { inOrder: ['check-device-address', 'reserve-address'] } },
    },
  },
  {
    who: 'the router is not online at all',
    plan: {
      send: { useCase: 'rust server', routerBrand: 'd-link', internalIp: '192.168.0.9', routerWanIp: '0.0.0.0' },
      because: 'no rule matters before the line works',
      expect: { service: 'rust', nat: 'unknown', actions: { first: ['check-connection'], firstSays: [/online/] } },
    },
  },
  {
    who: 'a good line, everything known, in Korean',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: {
        useCase: '테라리아 서버',
        routerBrand: 'iptime A3004',
        internalIp: '192.168.0.9',
        routerWanIp: SEEN,
        platform: '윈도우 11',
      },
      because: 'fix the address, log in, add the rule, open the Windows firewall, see that it listens, check, take it back',
      expect: {
        service: 'terraria',
        nat: 'none',
        actions: {
          inOrder: ['allow-on-device', 'log-in', 'reserve-address', 'add-rules', 'verify-port', 'remove-rules'],
        },
        says: [/netstat -ano/],
        saysNot: [/ufw|lsof|upnpc/],
      },
    },
  },
  {
    who: 'SMB over the internet on Starlink',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'windows file sharing', isp: 'Starlink', internalIp: '192.168.1.9' },
      because: 'never, on any line',
      expect: { service: 'smb-file-share', noRules: ['445/tcp'], actions: { never: ['add-rules'] }, says: [/Tailscale|VPN/] },
    },
  },
  {
    who: 'FTP for scans, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'FTP 서버', routerBrand: 'iptime', internalIp: '192.168.0.9' },
      because: 'passwords in the clear: SFTP or a VPN first',
      expect: { service: 'ftp-passive', actions: { first: ['use-safer-way'] }, safer: /SFTP|VPN/ },
    },
  },
  {
    who: 'photos with Immich, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '이미치', routerBrand: 'iptime', internalIp: '192.168.0.9' },
      because: 'its makers advise a VPN, and the request that follows is for a VPN, too',
      expect: {
        service: 'immich',
        actions: { first: ['use-safer-way'], firstSays: [/VPN|WireGuard|Tailscale/] },
      },
    },
  },
  {
    who: 'a printer from the office',
    plan: {
      send: { useCase: 'network printer', routerBrand: 'hp', internalIp: '192.168.1.77' },
      because: 'never: printers on the internet print what strangers send',
      expect: { service: 'printer', noRules: ['9100/tcp', '631/tcp'], actions: { first: ['use-safer-way'] } },
    },
  },
  {
    who: 'UPnP is said to be enough on OpenWrt',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'satisfactory', routerBrand: 'openwrt', internalIp: '192.168.1.30', routerWanIp: SEEN, platform: 'linux' },
      because: 'both protocols on 7777 and 8888 over TCP, in uci lines and on the firewall of the device',
      expect: { service: 'satisfactory', rules: ['7777/tcp', '7777/udp', '8888/tcp'], says: [/uci set firewall/, /ufw allow/] },
    },
  },
]
