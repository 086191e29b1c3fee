// Forms, labels and menus beside port forwarding, as data/router/brands.json has them.
import { expect, test } from 'bun:test'
import { openCatalogue } from '../../src/router/catalogue/load.ts'
import { matchName } from '../../src/router/catalogue/match.ts'
import type { Brand, Menu } from '../../src/router/catalogue/schema.ts'

const { brands } = await openCatalogue(null).read()
const named = (id: string) => brands.find((brand) => brand.id === id)
const found = (text: string) => matchName(brands, text).found?.id ?? null

const menusOf = ({ wanPage, ddns, vpn, wakeOnLan }: Brand): Menu[] =>
  [wanPage, ddns, vpn, wakeOnLan].flatMap((menu) => menu ?? [])

test('menus of other functions are in the language of the screen', () => {
  for (const brand of brands)
    for (const { screen, en, ko } of menusOf(brand)) {
      expect([brand.id, en.length]).toEqual([brand.id, ko.length])
      if (screen !== 'other') expect([brand.id, en.some((step) => /[가-힣]/.test(step))]).toEqual([brand.id, false])
      if (screen === 'ko') expect([brand.id, ko.every((step) => /[가-힣]/.test(step))]).toEqual([brand.id, true])
      // A box in the language of its country may show English words as well.
      if (brand.variants.length === 0 && screen !== 'both' && brand.menu.screen !== 'both')
        expect([brand.id, screen]).toEqual([brand.id, brand.menu.screen])
    }
})

test.each([
  ['iptime', 'wanPage', '관리도구 > 기본 설정 > 시스템 요약 정보 > 외부 IP 주소'],
  ['iptime', 'ddns', '관리도구 > 고급 설정 > 특수기능 > DDNS 설정'],
  ['iptime', 'vpn', '관리도구 > 고급 설정 > 특수기능 > VPN 서버 설정'],
  ['iptime', 'wakeOnLan', '관리도구 > 고급 설정 > 특수기능 > WOL 기능'],
  ['asus', 'wanPage', '네트워크 맵 > WAN IP'],
] as const)('%s: %s', (id, which, path) => expect(named(id)?.[which]?.ko.join(' > ')).toBe(path))

test.each([
  ['iptime', ['규칙이름', '내부 IP주소', '프로토콜', '외부 포트', '내부 포트']],
  ['sk-broadband', ['프로토콜', '외부 포트 시작', '외부 포트 끝', '내부 IP 주소', '내부 포트 시작', '내부 포트 끝']],
  ['lg-uplus', ['서비스 포트', '프로토콜', '내부 IP 주소', '내부 포트']],
  ['asus', ['서비스 이름', '프로토콜', '외부 포트', '내부 IP 주소', '내부 포트']],
] as const)('the form of %s is that of its screen, in its order', (id, labels) => {
  expect(Object.values(named(id)?.fields ?? {}).map(({ ko }) => ko)).toEqual([...labels])
})

test.each([
  ['애니게이트', 'anygate'],
  ['넥스트', 'ez-net-next'],
  ['넥스트공유기', 'ez-net-next'],
  ['이지넷', 'ez-net-next'],
  ['삼성 공유기', 'samsung'],
  ['KT 에그', 'mobile-hotspot'],
  ['기가 와이파이 홈 ax', 'kt-giga-home-hub'],
  ['ipTIME 이지메시', 'iptime'],
  ['GW-HF6110', 'sk-broadband'],
  ['1&1 HomeServer', 'avm-fritzbox'],
  ['zyxel vmg', 'zyxel'],
  ['Elecom', 'elecom'],
  ['IO-DATA', 'io-data'],
  ['NTT', 'ntt-hgw'],
  ['PR-500MI', 'ntt-hgw'],
  ['RX-600MI', 'ntt-hgw'],
  ['RT-500KI', 'ntt-hgw'],
  ['RT-AX86U', 'asus'],
  ['BL1000HW', 'au-hgw'],
  ['HR02', 'docomo-home-5g'],
  ['Firewalla', 'firewalla'],
])('%s is %s', (text, id) => expect(found(text)).toBe(id))
