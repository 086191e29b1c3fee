import type { Journey } from './journey.ts'

/** Homes in America and Britain where the provider's box is the router, or everything that is known. */
export const ISP_BOXES: readonly Journey[] = [
  {
    who: 'AT&T gateway alone, 7 Days to Die for friends',
    login: {
      send: { routerBrand: 'BGW320', isp: 'AT&T', gateway: '192.168.1.254', platform: 'win11' },
      because: 'the BGW is the router at .254; its label calls the password an access code',
      expect: {
        topology: 'single',
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.1.254' }],
        withoutKinds: ['personal-router'],
        sticker: [/access code/i],
        actions: { first: ['log-in-isp'], never: ['log-in-personal'] },
      },
    },
    plan: {
      send: { useCase: '7dtd', routerBrand: 'at&t', internalIp: '192.168.1.70' },
      because: 'the game uses 26900 on both and two more on UDP; its control panel stays inside',
      expect: {
        service: '7-days-to-die',
        protocol: 'both',
        required: ['26900/tcp', '26900/udp', '26901-26902/udp'],
        router: 'att-bgw',
        feature: /NAT\/Gaming/,
        menu: [/Firewall/, /NAT\/Gaming/],
        rules: ['26900/tcp', '26900/udp', '26901-26902/udp'],
        noRules: ['8080-8082/tcp'],
      },
    },
  },
  {
    who: 'Verizon router alone, whose own page speaks HTTPS with its own certificate',
    login: {
      send: { routerBrand: 'Fios', isp: 'verizon', gateway: '192.168.1.1', platform: 'macos' },
      because: 'browsers warn about the certificate of a router; on this address that is expected',
      expect: {
        topology: 'single',
        targets: [{ kind: 'isp-equipment', url: 'https://192.168.1.1' }],
        warns: [/certificate/i, /VPN/],
        sticker: [/admin password/i],
      },
    },
    plan: {
      send: { useCase: 'Xbox', routerBrand: 'G3100', internalIp: '192.168.1.90' },
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
  },
  {
    who: 'BT Smart Hub alone',
    login: {
      send: { routerBrand: 'BT hub', isp: 'BT', gateway: '192.168.1.254', platform: 'iphone', connectionState: 'yes' },
      because: 'the hub is the router; on an iPhone the gateway is called Router',
      expect: {
        topology: 'single',
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.1.254' }],
        sticker: [/admin password/i],
        actions: { first: ['log-in-isp'], never: ['check-connection'] },
      },
    },
  },
  {
    who: 'Sky subscriber, address not known, on Linux',
    login: {
      send: { routerBrand: 'Sky Q Hub', isp: 'sky-uk', platform: 'ubuntu' },
      because: 'Sky hubs stand at 192.168.0.1; ip route proves it',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.0.1' }],
        checklist: [/ip route/],
        actions: { has: ['find-gateway', 'log-in-isp'] },
      },
    },
    plan: {
      send: { useCase: 'TeamSpeak', routerBrand: 'sky', internalIp: '192.168.0.44' },
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
  },
  {
    who: 'Virgin Media Hub as a router',
    login: {
      send: { routerBrand: 'Hub 5', isp: 'Virgin Media (UK)', gateway: '192.168.0.1' },
      because: 'as a router the hub answers at 192.168.0.1; 192.168.100.1 is for modem mode',
      expect: {
        topology: 'single',
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.0.1' }],
        sticker: [/settings password/i],
      },
    },
  },
  {
    who: 'T-Mobile Home Internet, no brand known',
    login: {
      send: { isp: 'T-Mobile Home Internet', gateway: '192.168.12.1', platform: 'windows' },
      because: 'that is the T-Mobile box, and such lines share their public address',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.12.1' }],
        says: [/CGNAT|carrier-grade/i],
        actions: { first: ['use-relay', 'log-in-isp'] },
      },
    },
  },
  {
    who: 'Cox customer who knows nothing else',
    login: {
      send: { isp: 'Cox', platform: 'windows' },
      because: 'the boxes of Cox forward ports in their app alone',
      expect: { targets: [{ kind: 'app', app: /Panoramic/ }], actions: { first: ['use-app'] } },
    },
  },
]
