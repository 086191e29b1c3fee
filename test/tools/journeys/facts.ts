import type { Journey } from './journey.ts'

const at = (routerBrand: string) => ({ useCase: 'minecraft', routerBrand, internalIp: '192.168.1.20' })
const finished = (who: string, brand: string, router: string, says: RegExp): Journey => ({
  who: `${who}, whose rule alone does nothing`,
  plan: {
    send: at(brand),
    because: 'the rule alone has no effect',
    expect: { service: 'minecraft-java', router, says: [says] },
  },
})
const called = (who: string, useCase: string, service: string, language: 'en' | 'ko' = 'en'): Journey => ({
  who,
  language,
  plan: { send: { useCase }, because: 'people ask for it by this name', expect: { service } },
})
const boxCalled = (who: string, routerBrand: string, router: string, language: 'en' | 'ko' = 'en'): Journey => ({
  who,
  language,
  plan: {
    send: { useCase: 'minecraft', routerBrand },
    because: 'the name is on the box',
    expect: { service: 'minecraft-java', router },
  },
})

/** Facts that decide whether a rule works, names and addresses with what they mean, and what nobody knows. */
export const FACTS: readonly Journey[] = [
  finished('has an AT&T gateway', 'BGW320', 'att-bgw', /Needed by Device/),
  finished('has an OPNsense firewall', 'opnsense', 'opnsense', /Firewall rule .* to Pass/),
  finished('has an ASUS router', 'asus', 'asus', /"Enable Port Forwarding" on/),
  finished('has a MikroTik', 'mikrotik', 'mikrotik', /Chain to dstnat/),
  finished('has OpenWrt', 'openwrt', 'openwrt', /Save & Apply/),
  {
    who: 'names no router, but a device at an address of KT',
    plan: {
      send: { useCase: '마크', internalIp: '172.30.1.33' },
      because: 'only boxes of KT give out 172.30.1.x; it is a guess all the same',
      expect: {
        service: 'minecraft-java',
        router: 'kt-giga-home-hub',
        actions: { first: ['compare-router-address'], firstSays: [/^KT .*기준/] },
        menu: [/장치설정/, /트래픽 관리/, /포트포워딩/],
      },
    },
  },
  {
    who: 'names an ipTIME, but a device at an address of KT',
    plan: {
      send: { useCase: '마크', routerBrand: '아이피타임', internalIp: '172.30.1.5' },
      because: 'a rule in the wrong box leads nowhere, so the plan is for the other one, and says so first',
      expect: { service: 'minecraft-java', router: 'kt-giga-home-hub', actions: { first: ['brand-from-address'] } },
    },
  },
  {
    who: 'names no router, and an address that anybody may have',
    plan: {
      send: { useCase: 'minecraft', internalIp: '192.168.1.33' },
      because: 'many routers use that range',
      expect: { service: 'minecraft-java', router: null, actions: { never: ['brand-from-address'], has: ['find-brand'] } },
    },
  },
  {
    who: 'has an Archer of the newer pages',
    plan: {
      send: { useCase: 'plex', routerBrand: 'AX55' },
      because: 'the model decides the menu and its name alike; video from outside takes a pass since 2025',
      expect: {
        service: 'plex',
        router: 'tp-link',
        feature: /^Port Forwarding$/,
        menu: [/Port Forwarding/],
        says: [/Manually specify public port/, /Remote Watch Pass/, /upnpc -s/],
      },
    },
  },
  {
    who: 'has a box whose menus nobody knows',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'O2 HomeBox', internalIp: '192.168.1.20' },
      because: 'general words are not passed off as a menu',
      expect: {
        service: 'minecraft-java',
        router: 'o2-homebox',
        says: [/look for Port Forwarding/],
        saysNot: [/Open administration page/],
      },
    },
  },
  {
    who: 'has an Archer, and a gateway that is none of its addresses',
    login: {
      send: { routerBrand: 'TP-Link Archer', gateway: '192.168.1.254' },
      because: 'it is another box, and not one by TP-Link',
      expect: {
        targets: [{ kind: 'isp-equipment', url: 'http://192.168.1.254', label: /^Your provider's box$/ }],
        actions: { firstSays: [/192\.168\.1\.254 is not an address of your TP-Link Archer/] },
      },
    },
  },
  {
    who: 'has a Livebox and wants in',
    login: {
      send: { routerBrand: 'Livebox' },
      because: 'the user and the password are known',
      expect: { targets: [{ url: 'http://192.168.1.1' }], says: [/user is admin; the password is the first 8 characters/] },
    },
  },
  {
    who: 'has a PlayStation 5 with a strict NAT',
    plan: {
      send: { useCase: 'ps5' },
      because: 'they have tried it already: UPnP comes before a rule',
      expect: { service: 'playstation', actions: { firstSays: [/UPnP/] } },
    },
  },
  {
    who: 'reads Korean, has a Xiaomi with English pages',
    plan: {
      send: { useCase: '마크', routerBrand: '샤오미' },
      because: 'menu and form are one screen',
      expect: { service: 'minecraft-java', router: 'xiaomi', says: [/External port\(외부 포트\)/i] },
    },
  },
  called('plays GTA V', 'gta v', 'gta-online'),
  called('runs a server of FiveM', 'fivem', 'fivem'),
  called('pays for Realms', 'minecraft realms', 'minecraft-realms'),
  called('rides in Zwift', 'zwift', 'zwift'),
  called('runs Hytale', 'hytale', 'hytale'),
  called('has a UniFi console', 'unifi controller', 'unifi-network'),
  called('runs OpenTTD', 'openttd', 'openttd'),
  called('has a telephone of SIP', 'sip phone', 'sip-rtp'),
  called('asks in French for a desktop', 'bureau à distance', 'rdp'),
  called('asks in Japanese for a camera', '監視カメラ', 'cctv-generic'),
  called('plays 옵치2', '옵치2', 'overwatch-2', 'ko'),
  called('runs the words together', '원격데탑', 'rdp', 'ko'),
  boxCalled('has a Sky Max Hub', 'Sky Max Hub', 'sky-hub'),
  boxCalled('has a Bbox Wi-Fi 6', 'Bbox Wi-Fi 6', 'bbox'),
  boxCalled('has a Three 5G Hub', 'Three 5G Hub', 'mobile-hotspot'),
  boxCalled('has a Vodafone Station Wi-Fi 6', 'Vodafone Station Wi-Fi 6', 'vodafone-station'),
  boxCalled('writes バッファロー', 'バッファロー', 'buffalo'),
  boxCalled('has a 유플러스 와이파이7', '유플러스 와이파이7', 'lg-uplus', 'ko'),
  {
    who: 'reads "free wifi" on a door',
    plan: {
      send: { useCase: 'minecraft', routerBrand: 'free wifi', isp: 'free wifi' },
      because: 'that describes a network and does not name the provider of France',
      expect: { service: 'minecraft-java', router: null, saysNot: [/Freebox > |Paramètres/] },
    },
  },
]
