import { type Journey, SEEN } from './journey.ts'

/** Homes on the continent and in Asia where the provider's box is the router, or everything that is known. */
export const FAR_ISP_BOXES: readonly Journey[] = [
  {
    who: 'Vodafone EasyBox in Germany, on the address that the device shows',
    login: {
      send: { routerBrand: 'EasyBox', isp: 'vodafone', gateway: '192.168.2.1', platform: 'linux' },
      because: 'one of three addresses of Vodafone boxes; the device is right, the others need not be tried',
      expect: {
        topology: 'single',
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.2.1' }],
        withoutUrls: /192\.168\.[01]\.1/,
      },
    },
  },
  {
    who: 'Telekom Speedport, whose screen is German',
    login: {
      send: { routerBrand: 'Speedport', isp: 'Deutsche Telekom', gateway: '192.168.2.1', platform: 'android' },
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
    plan: {
      send: { useCase: 'wireguard', routerBrand: 'telekom', internalIp: '192.168.2.20' },
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
  },
  {
    who: 'Orange Livebox',
    login: {
      send: { routerBrand: 'Livebox', isp: 'Orange France', gateway: '192.168.1.1', platform: 'chromebook' },
      because: 'the Livebox is the router',
      expect: {
        topology: 'single',
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.1.1' }],
        actions: { first: ['log-in-isp'] },
      },
    },
    plan: {
      send: { useCase: 'Nextcloud', routerBrand: 'orange', internalIp: '192.168.1.30' },
      because: 'Orange calls it NAT/PAT, on a French screen',
      expect: {
        service: 'nextcloud',
        required: ['443/tcp'],
        router: 'orange-livebox',
        feature: /NAT\/PAT/,
        menu: [/Réseau/, /NAT\/PAT/],
      },
    },
  },
  {
    who: 'Freebox, with a name of its own and addresses shared by port ranges',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'Freebox', isp: 'free-fr', gateway: '192.168.1.254', platform: 'mac' },
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
    plan: {
      send: { useCase: 'qbittorrent', routerBrand: 'Freebox', internalIp: '192.168.1.33', routerWanIp: SEEN },
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
  },
  {
    who: 'NEC Aterm on a Japanese MAP-E line',
    login: {
      send: { routerBrand: 'Aterm', isp: 'jp-ipv6-lines', gateway: '192.168.10.1' },
      because: 'the label says Web PW; on MAP-E only some ports can be opened, on DS-Lite none',
      expect: {
        targets: [{ kind: 'personal-router', url: 'http://192.168.10.1' }],
        sticker: [/Web PW/],
        says: [/MAP-E|DS-Lite/],
      },
    },
    plan: {
      send: { useCase: 'factorio', routerBrand: 'NEC', internalIp: '192.168.10.5' },
      because: 'the screen is Japanese: its own words, with what they mean',
      expect: {
        service: 'factorio',
        required: ['34197/udp'],
        router: 'nec-aterm',
        menu: [/詳細設定/, /ポートマッピング/],
        noRules: ['27015/tcp'],
      },
    },
  },
  {
    who: 'Huawei fibre box of a Chinese provider',
    login: {
      send: { routerBrand: 'HG8145', isp: 'china-isps', gateway: '192.168.100.1', platform: 'android' },
      because: 'the ONT routes; whether it has a public address is doubtful in China',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://192.168.100.1' }], says: [/CGNAT|carrier|private|public/i] },
    },
  },
  {
    who: 'ZTE box of an unnamed provider',
    login: {
      send: { routerBrand: 'ZXHN', gateway: '192.168.1.1', platform: 'other' },
      because: 'a provider box by make; on an unknown platform the advice is general',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://192.168.1.1' }], actions: { first: ['log-in-isp'] } },
    },
    plan: {
      send: { useCase: 'openvpn', routerBrand: 'ZTE F660' },
      because: 'without a device address that comes first',
      expect: { service: 'openvpn', required: ['1194/udp'], actions: { inOrder: ['reserve-address', 'add-rules'] } },
    },
  },
]
