import { type Journey, SEEN } from './journey.ts'

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
    who: 'VNC, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: 'RealVNC', routerBrand: '디링크', internalIp: '192.168.0.20' },
      because: 'VNC is not encrypted',
      expect: { service: 'vnc', required: ['5900/tcp'], router: 'd-link', actions: SAFER_FIRST, safer: /VPN|SSH/ },
    },
  },
  {
    who: 'Windows file share, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '공유 폴더', routerBrand: '아이피타임', internalIp: '192.168.0.20' },
      because: 'SMB is never opened; providers block 445 anyway',
      expect: { service: 'smb-file-share', required: ['445/tcp'], actions: SAFER_FIRST, safer: /VPN|SFTP/ },
    },
  },
  {
    who: 'a database for an app, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '디비', routerBrand: '텐다', internalIp: '192.168.0.25' },
      because: 'a database is reached through a tunnel',
      expect: { service: 'database', actions: SAFER_FIRST, safer: /SSH|VPN/ },
    },
  },
  {
    who: 'PostgreSQL behind TrueNAS, English',
    plan: {
      send: { useCase: 'postgresql', routerBrand: 'FreshTomato', internalIp: '192.168.1.25' },
      because: 'as MySQL: a tunnel first',
      expect: { service: 'database', router: 'freshtomato', actions: SAFER_FIRST, safer: /SSH|VPN/ },
    },
  },
  {
    who: 'a camera of no known make, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '씨씨티비', routerBrand: '아이피타임', internalIp: '192.168.0.64' },
      because: 'the relay of its maker, or a VPN',
      expect: { service: 'cctv-generic', actions: SAFER_FIRST, safer: /P2P|VPN/ },
    },
  },
  {
    who: 'Hikvision recorder, in Korean',
    language: 'ko',
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
    who: 'RTSP stream of a camera',
    plan: {
      send: { useCase: 'RTSP', routerBrand: 'EdgeRouter', internalIp: '192.168.1.65' },
      because: 'the stream is not encrypted',
      expect: { service: 'rtsp', required: ['554/tcp'], router: 'ubiquiti-edgerouter', actions: SAFER_FIRST, safer: /VPN|NVR/ },
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
    who: 'TrueNAS web page',
    plan: {
      send: { useCase: 'FreeNAS', routerBrand: 'DrayTek', internalIp: '192.168.1.67' },
      because: 'a storage console is not for the internet',
      expect: {
        service: 'truenas',
        router: 'draytek',
        feature: /Open Ports|Port Redirection/,
        actions: SAFER_FIRST,
        safer: /VPN/,
      },
    },
  },
  {
    who: 'Proxmox console',
    plan: {
      send: { useCase: 'pve', routerBrand: 'openwrt', internalIp: '192.168.1.68' },
      because: 'a hypervisor is never exposed',
      expect: {
        service: 'proxmox',
        required: ['8006/tcp'],
        router: 'openwrt',
        menu: [/Network/, /Firewall/, /Port Forwards/],
        actions: SAFER_FIRST,
        safer: /VPN/,
      },
    },
  },
  {
    who: 'an IP phone system, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '인터넷전화', routerBrand: 'LG 공유기', internalIp: '192.168.219.70' },
      because: 'an exposed PBX pays for calls of strangers',
      expect: { service: 'sip-rtp', router: 'lg-uplus', actions: SAFER_FIRST, safer: /VPN|사업자/ },
    },
  },
  {
    who: 'wake a PC from outside, in Korean',
    language: 'ko',
    plan: {
      send: { useCase: '원격 부팅', routerBrand: '아이피타임', internalIp: '192.168.0.12' },
      because: 'a device inside wakes it: the router app or a VPN',
      expect: { service: 'wake-on-lan', protocol: 'udp', actions: SAFER_FIRST, safer: /VPN|앱/ },
    },
  },
  {
    who: 'Nintendo Switch, in Korean',
    language: 'ko',
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
  {
    who: 'Tailscale, which is itself the way around',
    language: 'ko',
    plan: {
      send: { useCase: '테일스케일', routerBrand: '미크로틱', internalIp: '192.168.88.13' },
      because: 'it needs no rule',
      expect: { service: 'tailscale', router: 'mikrotik', required: [], safer: /필요하지 않|필요 없/, noRules: ['41641/udp'] },
    },
  },
]
