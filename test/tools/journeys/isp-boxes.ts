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
    who: 'NEC Aterm on a Japanese MAP-E line',
    login: { routerBrand: 'Aterm', isp: 'jp-ipv6-lines', gateway: '192.168.10.1' },
    because: 'the label says Web PW; on MAP-E only some ports can be opened, on DS-Lite none',
    expect: {
      targets: [{ kind: 'personal-router', url: 'http://192.168.10.1' }],
      sticker: [/Web PW/],
      says: [/MAP-E|DS-Lite/],
    },
  },
]

/** Homes in which the box of the provider has menus, an app or a label of its own that a general sentence would get wrong. */
export const MORE_ISP_BOXES: readonly Journey[] = [
  {
    who: '스타링크에서 바이패스 모드만 켜면 된다고 들은 사람',
    language: 'ko',
    plan: { useCase: 'rust', routerBrand: 'starlink', internalIp: '192.168.1.10' },
    because: 'bypass mode alone leaves the line behind carrier-grade NAT',
    expect: { service: 'rust', router: 'starlink', says: [/공인 IP를 제공하는 요금제/] },
  },
]
