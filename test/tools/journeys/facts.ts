import { type Journey, SEEN } from './journey.ts'

const at = (routerBrand: string) => ({ useCase: 'minecraft', routerBrand, internalIp: '192.168.1.20' })
const finished = (who: string, brand: string, router: string, says: RegExp): Journey => ({
  who: `${who}, whose rule alone does nothing`,
  plan: at(brand),
  because: 'the rule alone has no effect',
  expect: { service: 'minecraft-java', router, says: [says] },
})
const called = (who: string, useCase: string, service: string, language: 'en' | 'ko' = 'en'): Journey => ({
  who,
  language,
  because: 'people ask for it by this name',
  plan: { useCase },
  expect: { service },
})
const boxCalled = (who: string, routerBrand: string, router: string, language: 'en' | 'ko' = 'en'): Journey => ({
  who,
  language,
  because: 'the name is on the box',
  plan: { useCase: 'minecraft', routerBrand },
  expect: { service: 'minecraft-java', router },
})

/** Facts that decide whether a rule works, names and addresses with what they mean, and what nobody knows. */
export const FACTS: readonly Journey[] = [
  finished('has an AT&T gateway', 'BGW320', 'att-bgw', /Needed by Device/),
  finished('has an OPNsense firewall', 'opnsense', 'opnsense', /Firewall rule .* to Pass/),
  finished('has an ASUS router', 'asus', 'asus', /"Enable Port Forwarding" on/),
  finished('has a MikroTik', 'mikrotik', 'mikrotik', /Chain to dstnat/),
  finished('has OpenWrt', 'openwrt', 'openwrt', /Save & Apply/),
  {
    who: 'reads Korean, has a Xiaomi with English pages',
    plan: { useCase: '마크', routerBrand: '샤오미' },
    because: 'menu and form are one screen',
    expect: { service: 'minecraft-java', router: 'xiaomi', says: [/External port\(외부 포트\)/i] },
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
    who: 'types a port in place of a name',
    plan: { useCase: 'tcp 70000 8080' },
    because: 'two numbers are two ports, and one of them cannot be',
    refused: { code: 'invalid-request', field: 'ports.0.port', detail: /65535/ },
  },
  {
    who: 'uses a mobile line that is not named, in Korean',
    seenAt: '223.38.1.1',
    plan: { useCase: '팰월드' },
    because: 'the network is that of a mobile carrier; a guess alone never says that it cannot work',
    expect: { service: 'palworld', says: [/CGNAT/] },
  },
  {
    who: 'Stardew Valley with friends, in Korean',
    seenAt: SEEN,
    plan: { useCase: '스타듀밸리', routerBrand: 'iptime', internalIp: '192.168.0.31', routerWanIp: SEEN },
    because: 'an invitation over Steam needs no rule; only joining by address does',
    expect: { service: 'stardew-valley', safer: /초대/ },
  },
  {
    who: 'a torrent client behind carrier-grade NAT, in Korean',
    seenAt: SEEN,
    plan: { useCase: '큐빗', routerBrand: 'iptime', internalIp: '192.168.0.31', routerWanIp: '100.72.3.4' },
    because: 'it works without a port; strangers cannot join a private VPN',
    expect: { service: 'bittorrent', nat: 'carrier-grade', safer: /느릴 수 있습니다/ },
  },
]
