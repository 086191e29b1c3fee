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
    seenAt: SEEN,
    plan: {
      send: { useCase: '와이어가드', routerBrand: 'ax3000', internalIp: '192.168.0.4' },
      because: 'the WAN address first, and how to read it without logging in',
      expect: { service: 'wireguard', actions: { first: ['compare-router-address'], firstSays: [/9\.9\.9\.9/, /http:/] } },
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
    plan: {
      send: { useCase: 'FTP 서버', routerBrand: 'iptime', internalIp: '192.168.0.9' },
      because: 'passwords in the clear: SFTP or a VPN first',
      expect: { service: 'ftp-passive', actions: { first: ['use-safer-way'] }, safer: /SFTP|VPN/ },
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

const SAFER_FIRST = { first: ['use-safer-way'] } as const

/** Services that should not be opened: another way is offered first, and honestly. */
export const RISKY_SERVICES: readonly Journey[] = [
  {
    who: 'RDP to the office PC, public address on the router',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'Remote Desktop', routerBrand: 'Linksys', internalIp: '192.168.1.20', routerWanIp: SEEN },
      because: '3389 on the internet is how ransomware comes in',
      expect: {
        service: 'rdp',
        protocol: 'tcp',
        required: ['3389/tcp'],
        router: 'linksys',
        nat: 'none',
        actions: SAFER_FIRST,
        safer: /VPN|Gateway/,
        notes: [/ransomware/i],
      },
    },
  },
  {
    who: 'Hikvision recorder, in Korean',
    plan: {
      send: { useCase: '하이크비젼', routerBrand: '넷기어', internalIp: '192.168.1.64' },
      because: 'Hik-Connect needs no rule; the web page is never opened',
      expect: {
        service: 'hikvision',
        required: ['8000/tcp'],
        router: 'netgear',
        actions: SAFER_FIRST,
        safer: /Hik-Connect|VPN/,
        noRules: ['80/tcp', '443/tcp'],
      },
    },
  },
  {
    who: 'Synology DSM, English',
    plan: {
      send: { useCase: 'DiskStation', routerBrand: 'Synology Router', internalIp: '192.168.1.66' },
      because: 'QuickConnect or a VPN before a port; HTTP never',
      expect: {
        service: 'synology-dsm',
        required: ['5001/tcp'],
        router: 'synology-srm',
        actions: SAFER_FIRST,
        safer: /QuickConnect|VPN/,
        noRules: ['5000/tcp'],
      },
    },
  },
  {
    who: 'Nintendo Switch, in Korean',
    plan: {
      send: { useCase: '닌텐도', routerBrand: '아이피타임', internalIp: '192.168.0.90' },
      because: 'the published advice opens every port: nobody should follow it',
      expect: {
        service: 'nintendo-switch',
        actions: { first: ['try-without-rule'], never: ['add-rules'] },
        safer: /UPnP/,
        noRules: ['1-65535/udp'],
      },
    },
  },
  {
    who: 'TeamViewer, which needs nothing',
    plan: {
      send: { useCase: 'TeamViewer', routerBrand: 'netis', internalIp: '192.168.1.13' },
      because: 'it only calls out',
      expect: {
        service: 'teamviewer',
        router: 'netis',
        actions: { first: ['needs-no-port'], never: ['add-rules'] },
        safer: /connects outwards/,
        says: [/No port forwarding is needed/],
        noRules: ['5938/tcp', '5938/udp'],
      },
    },
  },
]

const WITHOUT_RULE = { first: ['try-without-rule'], has: ['test-on-console'], never: ['allow-on-device', 'verify-port'] } as const

/** NAT types, and what consoles can do about them. */
export const CONSOLES: readonly Journey[] = [
  {
    who: 'a PlayStation 5 with NAT type 3',
    plan: {
      send: { useCase: 'PS5 NAT type 3', routerBrand: 'asus', internalIp: '192.168.50.22' },
      because: 'UPnP in the router does it; a rule is the second choice',
      expect: { service: 'playstation', actions: WITHOUT_RULE, says: [/UPnP/], saysNot: [/netsh|ufw|Windows Defender/] },
    },
  },
  {
    who: 'an Xbox with strict NAT',
    plan: {
      send: { useCase: 'xbox strict nat', routerBrand: 'xfinity', internalIp: '10.0.0.40' },
      because: 'UPnP first, then 3074; the test is in its own settings',
      expect: { service: 'xbox', actions: WITHOUT_RULE, rules: ['3074/udp'] },
    },
  },
  {
    who: 'an Xbox behind two routers, in Korean',
    seenAt: SEEN,
    plan: {
      send: { useCase: '엑스박스 시리즈 X', routerBrand: 'iptime', internalIp: '192.168.0.40', routerWanIp: '172.30.1.33' },
      because: 'two routers make the NAT strict: one of them has to become a hub, whatever the rule',
      expect: {
        service: 'xbox',
        nat: 'double-nat',
        actions: { first: ['try-without-rule', 'use-one-router'] },
        says: [/허브 모드/],
      },
    },
  },
  {
    who: 'a PlayStation on a phone hotspot or 5G home line',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'playstation 5', isp: 'T-Mobile Home Internet', internalIp: '192.168.12.40' },
      because: 'the carrier does the NAT: no rule changes the type',
      expect: {
        service: 'playstation',
        actions: { first: ['test-on-console'], never: ['add-rules', 'ask-public-address'] },
        saysNot: [/playit/],
      },
    },
  },
]
