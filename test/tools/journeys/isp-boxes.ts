import { type Journey, SEEN } from './journey.ts'

/** Homes in America and Britain where the provider's box is the router, or everything that is known. */
export const ISP_BOXES: readonly Journey[] = [
  {
    who: 'Verizon router alone, whose own page speaks HTTPS with its own certificate',
    login: { routerBrand: 'Fios', isp: 'verizon', gateway: '192.168.1.1', platform: 'macos' },
    because: 'browsers warn about the certificate of a router; on this address that is expected',
    expect: {
      topology: 'single',
      targets: [{ kind: 'isp-equipment', url: 'https://192.168.1.1' }],
      warns: [/certificate/i, /VPN/],
      sticker: [/admin password/i],
    },
  },
  {
    who: 'Verizon router alone, whose own page speaks HTTPS with its own certificate',
    plan: { useCase: 'Xbox', routerBrand: 'G3100', internalIp: '192.168.1.90' },
    because: 'Xbox plays on 3074, both protocols',
    expect: {
      service: 'xbox',
      protocol: 'both',
      required: ['3074/tcp', '3074/udp'],
      router: 'verizon-fios',
      menu: [/Advanced/, /Security & Firewall/, /Port Forwarding/],
      rules: ['3074/tcp', '3074/udp'],
    },
  },
  {
    who: 'Sky subscriber, address not known, on Linux',
    login: { routerBrand: 'Sky Q Hub', isp: 'sky-uk', platform: 'ubuntu' },
    because: 'Sky hubs stand at 192.168.0.1; ip route proves it',
    expect: {
      targets: [{ kind: 'isp-equipment', url: 'http://192.168.0.1' }],
      checklist: [/ip route/],
      actions: { has: ['find-gateway', 'log-in-isp'] },
    },
  },
  {
    who: 'Sky subscriber, address not known, on Linux',
    plan: { useCase: 'TeamSpeak', routerBrand: 'sky', internalIp: '192.168.0.44' },
    because: 'voice is UDP 9987; ServerQuery stays inside',
    expect: {
      service: 'teamspeak3',
      protocol: 'udp',
      required: ['9987/udp'],
      router: 'sky-hub',
      menu: [/Security/, /Firewall Rules/],
      noRules: ['10011/tcp'],
      actions: { has: ['shared-ports', 'verify-port'] },
      saysNot: [/port-check 9987/],
    },
  },
  {
    who: 'T-Mobile Home Internet, no brand known',
    login: { isp: 'T-Mobile Home Internet', gateway: '192.168.12.1', platform: 'windows' },
    because: 'that is the T-Mobile box, and such lines share their public address',
    expect: {
      targets: [{ kind: 'isp-equipment', url: 'http://192.168.12.1' }],
      says: [/CGNAT|carrier-grade/i],
      actions: { first: ['use-relay', 'log-in-isp'] },
    },
  },
  {
    who: 'Cox customer who knows nothing else',
    login: { isp: 'Cox', platform: 'windows' },
    because: 'the boxes of Cox forward ports in their app alone',
    expect: { targets: [{ kind: 'app', app: /Panoramic/ }], actions: { first: ['use-app'] } },
  },
]

/** Homes on the continent and in Asia where the provider's box is the router, or everything that is known. */
export const FAR_ISP_BOXES: readonly Journey[] = [
  {
    who: 'Telekom Speedport, whose screen is German',
    login: { routerBrand: 'Speedport', isp: 'Deutsche Telekom', gateway: '192.168.2.1', platform: 'android' },
    because: 'the label says Gerätepasswort; speedport.ip is its own name for itself',
    expect: {
      topology: 'single',
      targets: [
        { kind: 'isp-equipment', url: 'http://192.168.2.1' },
        { kind: 'vendor-hostname', url: 'http://speedport.ip' },
      ],
      sticker: [/Gerätepasswort/],
    },
  },
  {
    who: 'Telekom Speedport, whose screen is German',
    plan: { useCase: 'wireguard', routerBrand: 'telekom', internalIp: '192.168.2.20' },
    because: 'the menu is called Portfreischaltung; a VPN is itself the safer way',
    expect: {
      service: 'wireguard',
      protocol: 'udp',
      required: ['51820/udp'],
      router: 'telekom-speedport',
      feature: /Portfreischaltung/,
      menu: [/Internet/, /Portfreischaltung/],
      actions: { never: ['use-safer-way'] },
      verify: ['51820/udp'],
    },
  },
  {
    who: 'Freebox, with a name of its own and addresses shared by port ranges',
    seenAt: SEEN,
    login: { routerBrand: 'Freebox', isp: 'free-fr', gateway: '192.168.1.254', platform: 'mac' },
    because: 'mafreebox.freebox.fr opens the box; no label has a password, the display allows access',
    expect: {
      topology: 'single',
      targets: [
        { kind: 'isp-equipment', url: 'http://192.168.1.254' },
        { kind: 'vendor-hostname', url: 'http://mafreebox.freebox.fr' },
      ],
      says: [/display|screen/i],
    },
  },
  {
    who: 'Freebox, with a name of its own and addresses shared by port ranges',
    seenAt: SEEN,
    plan: { useCase: 'qbittorrent', routerBrand: 'Freebox', internalIp: '192.168.1.33', routerWanIp: SEEN },
    because: 'a torrent client works without a rule, so nothing is required; the screen is French',
    expect: {
      service: 'bittorrent',
      protocol: 'both',
      required: [],
      router: 'freebox',
      nat: 'none',
      menu: [/Gestion des ports/],
    },
  },
  {
    who: 'NEC Aterm on a Japanese MAP-E line',
    login: { routerBrand: 'Aterm', isp: 'jp-ipv6-lines', gateway: '192.168.10.1' },
    because: 'the label says Web PW; on MAP-E only some ports can be opened, on DS-Lite none',
    expect: {
      targets: [{ kind: 'personal-router', url: 'http://192.168.10.1' }],
      sticker: [/Web PW/],
      says: [/MAP-E|DS-Lite/],
    },
  },
  {
    who: 'NEC Aterm on a Japanese MAP-E line',
    plan: { useCase: 'factorio', routerBrand: 'NEC', internalIp: '192.168.10.5' },
    because: 'the screen is Japanese: its own words, with what they mean',
    expect: {
      service: 'factorio',
      required: ['34197/udp'],
      router: 'nec-aterm',
      menu: [/詳細設定/, /ポートマッピング/],
      noRules: ['27015/tcp'],
    },
  },
]

/** Homes in which the box of the provider has menus, an app or a label of its own that a general sentence would get wrong. */
export const MORE_ISP_BOXES: readonly Journey[] = [
  {
    who: 'Vodafone Station on a German cable line',
    plan: { useCase: 'jellyfin', routerBrand: 'Vodafone Station', isp: 'vodafone-de', internalIp: '192.168.0.20' },
    because: 'the menu is shown in expert mode only, and the screen is German',
    expect: { service: 'jellyfin', router: 'vodafone-station', menu: [/Expertenmodus/, /Internet/, /Port-Mapping/] },
  },
  {
    who: '인도에서 JioFiber를 쓰는 사람',
    language: 'ko',
    login: { routerBrand: 'JioFiber', gateway: '192.168.29.1', platform: 'windows' },
    because: 'the technician sets the password; the box has a name of its own',
    expect: {
      targets: [{ url: 'http://192.168.29.1' }, { kind: 'vendor-hostname', url: 'http://jiofiber.local.html' }],
      says: [/설치 기사/],
      saysNot: [/Admin password/i],
    },
  },
  {
    who: '스타링크에서 바이패스 모드만 켜면 된다고 들은 사람',
    language: 'ko',
    plan: { useCase: 'rust', routerBrand: 'starlink', internalIp: '192.168.1.10' },
    because: 'bypass mode alone leaves the line behind carrier-grade NAT',
    expect: { service: 'rust', router: 'starlink', says: [/공인 IP를 제공하는 요금제/] },
  },
  {
    who: '프랑스 Bouygues의 Bbox',
    language: 'ko',
    plan: { useCase: 'jellyfin', routerBrand: 'bbox', internalIp: '192.168.1.31' },
    because: 'the menu is French, and on MAP-T only a range of ports works',
    expect: { service: 'jellyfin', router: 'bbox', menu: [/Réseau\(네트워크\)/, /NAT\/PAT/] },
  },
]
