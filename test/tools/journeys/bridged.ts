import { type Journey, SEEN } from './journey.ts'

/** Two boxes of which one does not route for the device: bridged, passed through, or bypassed. */
export const BRIDGED: readonly Journey[] = [
  {
    who: 'owns an ipTIME, but the device has 172.30.1.254 as its gateway: it hangs on the KT box',
    language: 'ko',
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
    language: 'ko',
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
    who: 'ASUS as an access point: the device hangs on the BT hub',
    login: {
      send: { routerBrand: 'ASUS', isp: 'BT / EE (UK)', gateway: '192.168.1.254', platform: 'windows' },
      because: '.254 is the hub, so the hub routes for this device and its forwarding counts',
      expect: {
        topology: ['isp-plus-router', 'bridge'],
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.1.254' }],
        actions: { has: ['log-in-isp'] },
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
    who: 'names the KT box, but the device has 192.168.0.1 as its gateway',
    language: 'ko',
    login: {
      send: { routerBrand: 'KT 기가 와이파이', isp: 'KT', gateway: '192.168.0.1', platform: '윈도우' },
      because: 'another router may stand between, or the KT box has another address: the page at the gateway tells',
      expect: {
        topology: 'unknown',
        targets: [{ url: 'http://192.168.0.1' }],
        actions: { has: ['compare-router-address'], never: ['log-in-isp'] },
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
