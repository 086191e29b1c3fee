import { type Journey, SEEN } from './journey.ts'

/** The state of the connection, in everyday words. */
export const OFFLINE: readonly Journey[] = [
  {
    who: 'ipTIME owner without internet, in plain Korean',
    language: 'ko',
    login: {
      send: {
        routerBrand: '아이피타임',
        isp: '유플러스',
        gateway: '192.168.0.1',
        platform: '윈도우',
        connectionState: '연결 안됨',
      },
      because: 'cables and lights first; the page of the router opens without internet, too',
      expect: {
        targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }],
        actions: { has: ['check-connection', 'log-in-personal'] },
      },
    },
  },
  {
    who: 'the internet keeps breaking, in plain Korean',
    language: 'ko',
    login: {
      send: { routerBrand: 'KT 홈허브', isp: 'KT', gateway: '172.30.1.254', platform: '아이패드', connectionState: '끊김' },
      because: 'broken is no',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://172.30.1.254:8899' }], actions: { has: ['check-connection'] } },
    },
  },
  {
    who: 'a slow line, in plain Korean',
    language: 'ko',
    login: {
      send: { routerBrand: 'SK브로드밴드', gateway: '192.168.35.1', connectionState: '느림' },
      because: 'slow counts as trouble with the connection',
      expect: { targets: [{ kind: 'isp-equipment', url: 'http://192.168.35.1' }], actions: { has: ['check-connection'] } },
    },
  },
  {
    who: 'all is well, in plain Korean',
    language: 'ko',
    login: {
      send: { routerBrand: '티피링크', gateway: '192.168.0.1', connectionState: '네' },
      because: 'a line that works needs no checking',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }], actions: { never: ['check-connection'] } },
    },
  },
  {
    who: 'does not know whether the line works, in plain Korean',
    language: 'ko',
    login: {
      send: { routerBrand: '에어포트', connectionState: '잘 모르겠습니다', platform: '맥' },
      because: 'not known is not broken',
      expect: { targets: [{ kind: 'app', app: /AirPort/ }], actions: { has: ['use-app'], never: ['check-connection'] } },
    },
  },
  {
    who: 'NETGEAR owner whose line is down',
    login: {
      send: {
        routerBrand: 'NETGEAR',
        isp: 'Spectrum',
        gateway: '192.168.1.1',
        platform: 'Windows 11',
        connectionState: 'not working',
      },
      because: 'the router answers without internet; an app that signs in to a cloud might not',
      expect: {
        targets: [{ kind: 'personal-router', url: 'http://192.168.1.1', open: 'browser' }],
        actions: { has: ['check-connection'] },
      },
    },
  },
  {
    who: 'eero owner whose line is down',
    login: {
      send: { routerBrand: 'eero', gateway: '192.168.4.1', platform: 'ios', connectionState: 'offline' },
      because: 'there is no page; the app is still the way, with mobile data where it needs its cloud',
      expect: { targets: [{ kind: 'app', app: /eero/ }], actions: { has: ['check-connection', 'use-app'] } },
    },
  },
  {
    who: 'nothing works and nothing is known',
    login: {
      send: { connectionState: 'no', platform: 'windows' },
      because: 'look at the connection, then for the gateway',
      expect: { topology: 'unknown', actions: { has: ['check-connection', 'find-gateway'] }, checklist: [/ipconfig/] },
    },
  },
  {
    who: 'nothing is sent at all',
    login: {
      send: {},
      because: 'every field is optional: the answer is how to find out',
      expect: {
        topology: 'unknown',
        actions: { first: ['find-gateway'], has: ['read-label'], never: ['check-connection'] },
        checklist: [/gateway/i],
      },
    },
  },
  {
    who: 'connected, on a Mac, only the brand known',
    login: {
      send: { routerBrand: 'Xiaomi', platform: 'macOS', connectionState: 'Online' },
      because: 'the usual address of the brand, and the command that proves it',
      expect: {
        targets: [{ kind: 'personal-router', url: 'http://192.168.31.1' }],
        checklist: [/route -n get default/],
        actions: { has: ['find-gateway', 'log-in-personal'], never: ['check-connection'] },
        warns: [/VPN/, /guest/i, /search/i],
      },
    },
  },
  {
    who: 'connected, on ChromeOS, Tenda with its usual address',
    login: {
      send: { routerBrand: 'tenda', platform: 'ChromeOS', connectionState: 'true' },
      because: 'the usual address, and where ChromeOS shows the real one',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.0.1' }], checklist: [/gateway|route/i] },
    },
  },
  {
    who: 'public Wi-Fi might be what they are on: an unknown network of a hotel',
    seenAt: SEEN,
    login: {
      send: { gateway: '10.5.50.1', platform: 'android' },
      because: 'a page may be there, but perhaps not theirs: nobody tries passwords on a network that is not their own',
      expect: { targets: [{ url: 'http://10.5.50.1' }], warns: [/public Wi-?Fi|hotel|caf|not your own/i] },
    },
  },
  {
    who: 'the router shows 0.0.0.0 as its internet address',
    seenAt: SEEN,
    login: {
      send: { routerBrand: 'ASUS', gateway: '192.168.50.1', routerWanIp: '0.0.0.0' },
      because: 'it has no address at all: that is a line that is down, not a shared one',
      expect: { targets: [{ kind: 'personal-router', url: 'http://192.168.50.1' }], actions: { has: ['check-connection'] } },
    },
    plan: {
      send: { useCase: 'syncthing', routerBrand: 'ASUS', internalIp: '192.168.50.8', routerWanIp: '0.0.0.0' },
      because: 'nothing is proved about the line while it is down',
      expect: {
        service: 'syncthing',
        required: [],
        nat: 'unknown',
        actions: { never: ['use-relay'] },
        noRules: ['8384/tcp'],
      },
    },
  },
]
