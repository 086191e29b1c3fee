import type { Journey } from './journey.ts'

/** Homes in which the box of the provider has menus, an app or a label of its own that a general sentence would get wrong. */
export const MORE_ISP_BOXES: readonly Journey[] = [
  {
    who: 'Vodafone customer in Britain, who knows nothing else',
    login: {
      send: { isp: 'Vodafone UK', platform: 'windows' },
      because: 'the British hub is at 192.168.1.1; 192.168.0.1 and vodafone.box belong to the German box',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.1.1' }],
        withoutUrls: /192\.168\.0\.1|vodafone\.box/,
      },
    },
    plan: {
      send: { useCase: 'valheim', routerBrand: 'THG3000', internalIp: '192.168.1.40' },
      because: 'the model on the label is enough to know the hub',
      expect: { service: 'valheim', router: 'vodafone-uk-hub', menu: [/Expert Mode/, /Internet/, /Port Mapping/] },
    },
  },
  {
    who: 'Vodafone Station on a German cable line',
    plan: {
      send: { useCase: 'jellyfin', routerBrand: 'Vodafone Station', isp: 'vodafone-de', internalIp: '192.168.0.20' },
      because: 'the menu is shown in expert mode only, and the screen is German',
      expect: { service: 'jellyfin', router: 'vodafone-station', menu: [/Expertenmodus/, /Internet/, /Port-Mapping/] },
    },
  },
  {
    who: 'Google Fiber subscriber who looks for a password on the label',
    login: {
      send: { routerBrand: 'Google Fiber', platform: 'macos' },
      because: 'the account manages the router; it has no password of its own',
      expect: { targets: [{ kind: 'app', app: /GFiber/ }], says: [/no password of its own/], saysNot: [/printed on the label/i] },
    },
  },
  {
    who: 'Rogers customer who has used 10.0.0.1 before',
    login: {
      send: { routerBrand: 'Rogers', gateway: '10.0.0.1', platform: 'android' },
      because: 'the page is still there, but rules are made in the app',
      expect: { targets: [{ kind: 'app', app: /Rogers Xfinity/ }], actions: { first: ['use-app'] } },
    },
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'rogers', internalIp: '10.0.0.25' },
      because: 'the app has the menu',
      expect: { service: 'minecraft-java', router: 'rogers-ignite', menu: [/Rogers Xfinity app/, /Port forwarding/] },
    },
  },
  {
    who: 'SFR box, user name unknown',
    login: {
      send: { routerBrand: 'SFR', gateway: '192.168.1.1', platform: 'linux' },
      because: 'the user is admin and the Wi-Fi key is the password, which is the opposite of most boxes',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://192.168.1.1' }], sticker: [/Clé WPA/, /The user is admin/] },
    },
  },
  {
    who: 'Telstra gateway of an older kind, at its own address',
    login: {
      send: { isp: 'Telstra', gateway: '10.0.0.138', platform: 'windows' },
      because: 'older gateways are there, newer modems at 192.168.0.1',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://10.0.0.138' }], withoutUrls: /192\.168\.0\.1\b/ },
    },
  },
  {
    who: 'Bell Giga Hub whose password nobody knows',
    login: {
      send: { routerBrand: 'Giga Hub', gateway: '192.168.2.1', platform: 'iphone' },
      because: 'the label has no line for the password: it is the serial number',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://192.168.2.1' }], sticker: [/serial number/] },
    },
  },
  {
    who: 'Claro modem by Humax, whose form has fields for both ends of a range',
    plan: {
      send: { useCase: 'web-server', routerBrand: 'Claro', internalIp: '192.168.0.30' },
      because: 'the manual that Claro publishes says where',
      expect: { service: 'web-server', router: 'claro-box', menu: [/Avançado/, /Encaminhamento de porta/, /CRIAR/] },
    },
  },
  {
    who: 'Airtel fibre box by Nokia',
    plan: {
      send: { useCase: 'wireguard', routerBrand: 'airtel', internalIp: '192.168.1.5' },
      because: 'the ONT has port forwarding under Application',
      expect: { service: 'wireguard', router: 'airtel-xstream', menu: [/Application/, /Port Forwarding/] },
    },
  },
  {
    who: 'Plusnet Hub Two, which is a BT hub by another name',
    plan: {
      send: { useCase: 'terraria', routerBrand: 'Plusnet', internalIp: '192.168.1.70' },
      because: 'it has the pages of the BT Smart Hub 2',
      expect: { service: 'terraria', router: 'plusnet-hub', menu: [/Advanced Settings/, /Firewall/, /Port forwarding/] },
    },
  },
  {
    who: '프랑스에서 Livebox를 쓰고 비밀번호를 모르는 사람',
    language: 'ko',
    login: {
      send: { routerBrand: 'Livebox', gateway: '192.168.1.1', platform: 'android' },
      because: 'the label has only the Wi-Fi key; its first 8 characters are the password',
      expect: { targets: [{ url: 'http://192.168.1.1' }], sticker: [/앞 8자리/], says: [/상태 화면/] },
    },
  },
  {
    who: '이탈리아 Fastweb의 FASTGate',
    language: 'ko',
    login: {
      send: { routerBrand: 'FASTGate', gateway: '192.168.1.254', platform: 'windows' },
      because: 'the box answers for myfastgate',
      expect: { targets: [{ url: 'http://192.168.1.254' }, { kind: 'vendor-hostname', url: 'http://myfastgate' }] },
    },
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'fastweb', internalIp: '192.168.1.20' },
      because: 'the words of the Italian screen stay, with their meaning in Korean',
      expect: {
        service: 'minecraft-java',
        router: 'fastgate',
        menu: [/Avanzate\(고급\)/, /Configurazione manuale porte/, /추가/],
      },
    },
  },
  {
    who: '인도에서 JioFiber를 쓰는 사람',
    language: 'ko',
    login: {
      send: { routerBrand: 'JioFiber', gateway: '192.168.29.1', platform: 'windows' },
      because: 'the technician sets the password; the box has a name of its own',
      expect: {
        targets: [{ url: 'http://192.168.29.1' }, { kind: 'vendor-hostname', url: 'http://jiofiber.local.html' }],
        says: [/설치 기사/],
        saysNot: [/Admin password/i],
      },
    },
  },
  {
    who: '미국에서 Spectrum 공유기를 쓰는 유학생',
    language: 'ko',
    plan: {
      send: { useCase: 'palworld', routerBrand: 'SAX1V1K', internalIp: '192.168.1.77' },
      because: 'the model on the label is a Spectrum router, which only the app can set up',
      expect: { service: 'palworld', router: 'spectrum-router', menu: [/My Spectrum 앱/, /Port Forwarding & IP Reservations/] },
    },
  },
  {
    who: '스타링크에서 바이패스 모드만 켜면 된다고 들은 사람',
    language: 'ko',
    plan: {
      send: { useCase: 'rust', routerBrand: 'starlink', internalIp: '192.168.1.10' },
      because: 'bypass mode alone leaves the line behind carrier-grade NAT',
      expect: { service: 'rust', router: 'starlink', says: [/공인 IP를 제공하는 요금제/] },
    },
  },
  {
    who: '프랑스 Bouygues의 Bbox',
    language: 'ko',
    plan: {
      send: { useCase: 'jellyfin', routerBrand: 'bbox', internalIp: '192.168.1.31' },
      because: 'the menu is French, and on MAP-T only a range of ports works',
      expect: { service: 'jellyfin', router: 'bbox', menu: [/Réseau\(네트워크\)/, /NAT\/PAT/] },
    },
  },
  {
    who: '영국에서 BT Smart Hub에 접속하려는 사람',
    language: 'ko',
    login: {
      send: { routerBrand: 'BT', gateway: '192.168.1.254', platform: 'iphone' },
      because: 'the first page is a status page without a sign-in',
      expect: { targets: [{ url: 'http://192.168.1.254' }], sticker: [/상태 화면/] },
    },
  },
  {
    who: '미국에서 Cox를 쓰는 사람',
    language: 'ko',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'cox', internalIp: '192.168.0.25' },
      because: 'only the app forwards ports',
      expect: { service: 'minecraft-java', router: 'cox-panoramic', menu: [/Panoramic Wifi 앱/, /Port Forwarding/] },
    },
  },
  {
    who: '독일에서 EasyBox를 쓰는 사람',
    language: 'ko',
    plan: {
      send: { useCase: 'factorio', routerBrand: 'EasyBox', internalIp: '192.168.2.33' },
      because: 'the EasyBox 804 has Port-Mapping under Internet',
      expect: { service: 'factorio', router: 'vodafone-easybox', menu: [/Internet/, /Port-Mapping\(포트 포워딩\)/, /추가/] },
    },
  },
  {
    who: '브라질에서 Vivo를 쓰는 사람',
    language: 'ko',
    login: {
      send: { routerBrand: 'Vivo', gateway: '192.168.15.1', platform: 'android' },
      because: 'Vivo says that the address and the password are on the label under the box',
      expect: { targets: [{ url: 'http://192.168.15.1' }], sticker: [/바닥면/, /Senha/] },
    },
  },
]
