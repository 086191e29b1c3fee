import { type Journey, SEEN } from './journey.ts'

const own = (url: string) => ({ kind: 'personal-router', url }) as const
const provider = (url: string) => ({ kind: 'isp-equipment', url }) as const

/** A router behind another one that also routes. */
export const DOUBLE_NAT: readonly Journey[] = [
  {
    who: 'ASUS behind an Xfinity gateway',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'ASUS', isp: 'xfinity', gateway: '192.168.50.1', platform: 'windows', routerWanIp: '10.0.0.45' },
      because: '10.0.0.x comes from the Xfinity box, which is at 10.0.0.1 and is managed in its app',
      expect: {
        topology: 'isp-plus-router',
        targets: [own('http://192.168.50.1'), [{ kind: 'app', app: /Xfinity/ }, provider('http://10.0.0.1')]],
        actions: { first: ['use-one-router', 'log-in-personal'], never: ['find-gateway'] },
      },
    },
    plan: {
      send: { useCase: 'valheim', routerBrand: 'ROG', internalIp: '192.168.50.70', routerWanIp: '10.0.0.45' },
      because: 'both routers must forward; crossplay needs no rule at all',
      expect: {
        service: 'valheim',
        protocol: 'udp',
        required: ['2456-2457/udp'],
        router: 'asus',
        feature: /Virtual Server/,
        menu: [/Advanced Settings/, /WAN/, /Virtual Server/],
        nat: 'double-nat',
        actions: { first: ['use-one-router'], inOrder: ['forward-upstream', 'log-in', 'add-rules', 'verify-port'] },
        rules: ['2456-2457/udp'],
        says: [/bridge/i],
      },
    },
  },
  {
    who: 'TP-Link behind a BT hub, which has no bridge mode',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'TP-Link', isp: 'BT', gateway: '192.168.0.1', platform: 'macos', routerWanIp: '192.168.1.64' },
      because: '192.168.1.x comes from the BT hub, which is at .254, not at .1',
      expect: {
        topology: 'isp-plus-router',
        targets: [own('http://192.168.0.1'), provider('http://192.168.1.254')],
        withoutUrls: /192\.168\.1\.1\b/,
        actions: { inOrder: ['log-in-personal', 'log-in-isp'] },
      },
    },
  },
  {
    who: 'NETGEAR behind an AT&T gateway',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'Nighthawk', isp: 'AT&T', gateway: '192.168.0.1', platform: 'chromeos', routerWanIp: '192.168.1.64' },
      because: 'routerlogin.net opens the NETGEAR; the AT&T box is at .254 of its network',
      expect: {
        topology: 'isp-plus-router',
        targets: [own('http://192.168.0.1'), provider('http://192.168.1.254')],
        says: [/routerlogin\.net/],
      },
    },
    plan: {
      send: { useCase: 'Emby', routerBrand: 'netgear', internalIp: '192.168.0.33', routerWanIp: '192.168.1.64' },
      because: 'Emby over HTTPS only, on both boxes',
      expect: {
        service: 'emby',
        required: ['8920/tcp'],
        router: 'netgear',
        feature: /Port Forwarding \/ Port Triggering/,
        menu: [/ADVANCED/, /Advanced Setup/, /Port Forwarding \/ Port Triggering/],
        nat: 'double-nat',
        noRules: ['8096/tcp'],
      },
    },
  },
  {
    who: 'FRITZ!Box behind a Vodafone Station',
    seenAt: SEEN,
    login: {
      send: {
        routerBrand: 'FRITZ!Box',
        isp: 'Vodafone',
        gateway: '192.168.178.1',
        platform: 'linux',
        routerWanIp: '192.168.0.15',
      },
      because: 'the WAN address is of the network 192.168.0.x, where the Station is at .1',
      expect: {
        topology: 'isp-plus-router',
        targets: [own('http://192.168.178.1'), provider('http://192.168.0.1')],
        says: [/fritz\.box/],
        sticker: [/FRITZ!Box password/i],
      },
    },
    plan: {
      send: { useCase: 'Mumble', routerBrand: 'fritz box', internalIp: '192.168.178.30', routerWanIp: '192.168.0.15' },
      because: 'AVM calls it Port Sharing',
      expect: {
        service: 'mumble',
        protocol: 'both',
        required: ['64738/tcp', '64738/udp'],
        router: 'avm-fritzbox',
        feature: /Port Sharing/,
        menu: [/Internet/, /Permit Access/, /Port Sharing/],
        nat: 'double-nat',
      },
    },
  },
  {
    who: 'MikroTik behind a Speedport',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'RouterOS', isp: 'Telekom', gateway: '192.168.88.1', routerWanIp: '192.168.2.105' },
      because: '192.168.2.x comes from the Speedport at .1',
      expect: { topology: 'isp-plus-router', targets: [own('http://192.168.88.1'), provider('http://192.168.2.1')] },
    },
    plan: {
      send: { useCase: 'ipsec', routerBrand: 'mikrotik', internalIp: '192.168.88.10', routerWanIp: '192.168.2.105' },
      because: 'IKE and NAT traversal are needed; L2TP travels inside',
      expect: {
        service: 'ipsec-l2tp',
        required: ['500/udp', '4500/udp'],
        router: 'mikrotik',
        menu: [/IP/, /Firewall/, /NAT/],
        nat: 'double-nat',
      },
    },
  },
  {
    who: 'OpenWrt behind a Livebox, moved to another network first',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'OpenWrt', isp: 'Orange France', gateway: '192.168.10.1', routerWanIp: '192.168.1.20' },
      because: 'the gateway that the device shows is right, not the one in the book',
      expect: { topology: 'isp-plus-router', targets: [own('http://192.168.10.1'), provider('http://192.168.1.1')] },
    },
  },
  {
    who: 'D-Link whose WAN address is in a range that no box uses',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'D-Link', gateway: '192.168.0.1', platform: 'android', routerWanIp: '10.20.30.40' },
      because: 'a second box at home, or the provider: the label of the box tells its address, and nobody guesses it',
      expect: {
        topology: 'isp-plus-router',
        targets: [own('http://192.168.0.1')],
        withoutUrls: /10\.20\.30/,
        actions: { inOrder: ['log-in-personal', 'find-upstream'], never: ['log-in-isp'] },
        says: [/With only one router/],
      },
    },
  },
  {
    who: 'Huawei router behind a Huawei fibre box',
    seenAt: SEEN,
    login: {
      send: {
        routerBrand: 'Huawei',
        isp: 'China Telecom',
        gateway: '192.168.3.1',
        platform: 'android',
        routerWanIp: '192.168.100.5',
      },
      because: '192.168.100.1 is where such fibre boxes are',
      expect: { topology: 'isp-plus-router', targets: [own('http://192.168.3.1'), { url: 'http://192.168.100.1' }] },
    },
    plan: {
      send: { useCase: 'Dahua', routerBrand: 'huawei', internalIp: '192.168.3.60', routerWanIp: '192.168.100.5' },
      because: 'first the warning about cameras, which spares a rule in two boxes, then the box above, then the rule',
      expect: {
        service: 'dahua',
        required: ['37777/tcp'],
        menu: [/NAT Services/, /Port Mapping/],
        nat: 'double-nat',
        actions: { first: ['use-safer-way'], inOrder: ['use-safer-way', 'forward-upstream', 'add-rules'] },
        safer: /P2P|VPN/,
        noRules: ['80/tcp', '443/tcp'],
      },
    },
  },
  {
    who: 'TOTOLINK whose internet address is of the same network as its own',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'TOTOLINK', gateway: '192.168.0.1', routerWanIp: '192.168.0.23' },
      because:
        'an access point, or two routers with the same network: the address leads to the nearer one only, so it is not named twice',
      expect: {
        topology: 'isp-plus-router',
        targets: [own('http://192.168.0.1')],
        actions: { first: ['forward-port'], firstSays: [/access point/, /another range of addresses/] },
      },
    },
  },
  {
    who: 'ipTIME behind a KT box, while the PC is on the Wi-Fi of the KT box',
    seenAt: SEEN,
    plan: {
      send: { useCase: '마크', routerBrand: '아이피타임', internalIp: '172.30.1.50', routerWanIp: '172.30.1.42' },
      because: 'the PC has its address from the KT box, so a rule in the ipTIME leads nowhere',
      expect: {
        service: 'minecraft-java',
        nat: 'double-nat',
        actions: { first: ['forward-port'], never: ['forward-upstream', 'add-rules'] },
        says: [/172\.30\.1\.254/],
      },
    },
  },
  {
    who: 'names an ipTIME, but the address of the NAS is one that LG U+ boxes give out',
    language: 'ko',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'plex', routerBrand: 'iptime', internalIp: '192.168.219.30', routerWanIp: SEEN },
      because: 'the address of the device is not one of the router that shows the public one',
      expect: {
        service: 'plex',
        nat: 'none',
        actions: { first: ['check-device-address'], has: ['add-rules'] },
        says: [/192\.168\.219\.30 주소는 다른 장비/],
      },
    },
  },
  {
    who: 'ASUS whose internet address is 10.0.0.5: an Xfinity box, an Orbi or another one',
    seenAt: SEEN,
    plan: {
      send: { useCase: 'plex', routerBrand: 'asus', internalIp: '192.168.50.9', routerWanIp: '10.0.0.5' },
      because: 'several boxes use 10.0.0.1, so the address is told and no name',
      expect: {
        service: 'plex',
        nat: 'double-nat',
        actions: { first: ['use-one-router', 'forward-upstream'] },
        says: [/10\.0\.0\.1\b/],
        saysNot: [/xfinity/i],
      },
    },
  },
]

/** Two boxes of which one does not route for the device: bridged, passed through, or bypassed. */
export const BRIDGED: readonly Journey[] = [
  {
    who: 'owns an ipTIME, but the device has 172.30.1.254 as its gateway: it hangs on the KT box',
    login: {
      send: { routerBrand: '아이피타임', isp: 'KT', gateway: '172.30.1.254', platform: '맥' },
      because:
        'the gateway is the KT box; the ipTIME is in hub mode, or another Wi-Fi was joined; 192.168.0.1 does not answer here',
      expect: {
        topology: ['isp-plus-router', 'bridge'],
        targets: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }],
        actions: { has: ['log-in-isp'], never: ['find-gateway'] },
      },
    },
  },
  {
    who: 'ASUS in Korea on a KT line with the public address, Synology at home',
    seenAt: SEEN,
    login: {
      send: { routerBrand: '에이수스', isp: 'kt', gateway: '192.168.50.1', platform: '우분투', routerWanIp: SEEN },
      because: 'one router that counts, at the gateway, with a name of its own',
      expect: {
        topology: ['single', 'bridge'],
        targets: [
          { kind: 'personal-router', url: 'http://192.168.50.1' },
          { kind: 'vendor-hostname', open: 'browser' },
        ],
        withoutKinds: ['isp-equipment'],
      },
    },
    plan: {
      send: { useCase: '시놀로지 나스', routerBrand: '아수스공유기', internalIp: '192.168.50.40', routerWanIp: SEEN },
      because: 'ASUS speaks Korean; a NAS belongs behind QuickConnect or a VPN first, and plain HTTP 5000 is never opened',
      expect: {
        service: 'synology-dsm',
        required: ['5001/tcp'],
        router: 'asus',
        menu: [/고급 설정/, /WAN/, /가상 서버|포트 포워딩/],
        actions: { first: ['use-safer-way'] },
        safer: /QuickConnect|VPN/,
        noRules: ['5000/tcp'],
      },
    },
  },
  {
    who: 'pfSense behind an AT&T box in IP Passthrough',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'Netgate', isp: 'att', gateway: '192.168.1.1', platform: 'linux', routerWanIp: SEEN },
      because: 'the public address ends on pfSense; its page is HTTPS',
      expect: {
        topology: ['single', 'bridge'],
        targets: [{ kind: 'personal-router', url: 'https://192.168.1.1' }],
        withoutKinds: ['isp-equipment'],
        warns: [/certificate/i],
        actions: { never: ['log-in-isp', 'compare-router-address'] },
      },
    },
    plan: {
      send: { useCase: 'reverse proxy', routerBrand: 'pfSense', internalIp: '192.168.1.5', routerWanIp: SEEN },
      because: 'one rule that works',
      expect: {
        service: 'reverse-proxy',
        required: ['443/tcp'],
        router: 'pfsense',
        menu: [/Firewall/, /NAT/, /Port Forward/],
        nat: 'none',
      },
    },
  },
  {
    who: 'TP-Link and a Virgin hub, both usually at 192.168.0.1, gateway not known',
    login: {
      send: { routerBrand: 'TP-Link', isp: 'Virgin', platform: 'windows' },
      because: 'the device knows which one is closer; the same address is not two places to log in to',
      expect: {
        targets: [{ kind: 'personal-router', open: 'browser' }, { kind: 'isp-equipment' }],
        actions: { has: ['find-gateway', 'log-in-personal'] },
        checklist: [/ipconfig/],
      },
    },
  },
]
