import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import type { Locale } from '../../../../src/contract/text.ts'
import { openCatalogue } from '../../../../src/router/catalogue/load.ts'
import { findBrand, findUseCase } from '../../../../src/router/plan/subjects.ts'

const catalogue = await openCatalogue(null).read()

function refusal(text: string, locale: Locale) {
  try {
    return { found: findUseCase(catalogue, text).id }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { detail, particulars } = error
    return { detail: detail(locale), didYouMean: particulars.didYouMean }
  }
}

describe('questions in place of a service have an answer of their own', () => {
  test.each(['open nat', 'strict nat', 'NAT type strict', 'nat type 3', 'NAT 엄격', 'NAT 유형 3', '오픈 낫'])('%s', (text) => {
    expect(refusal(text, 'en').detail).toMatch(/NAT type .*UPnP/)
    expect(refusal(text, 'ko').detail).toMatch(/NAT 유형.*UPnP/)
  })

  test.each(['open all ports', 'all ports', 'dmz', 'DMZ host', '모든 포트 열기', '포트 전부 열기', 'DMZ 설정'])('%s', (text) => {
    expect(refusal(text, 'en').detail).toMatch(/^Don't open all ports/)
    expect(refusal(text, 'ko').detail).toMatch(/DMZ로 지정하지 마십시오/)
  })

  test('beside the name of a console or a game, they are not questions', () => {
    expect(refusal('PS5 NAT type 3', 'en')).toEqual({ found: 'playstation' })
    expect(refusal('open nat xbox', 'en')).toEqual({ found: 'xbox' })
  })
})

test('the name of a device or a provider is not a slip in that of a service', () => {
  for (const text of ['iphone', 'starlink', 'windows'])
    expect(refusal(text, 'en')).toMatchObject({ didYouMean: expect.anything() })
})

test('a text that is unknown is answered alike for a plan and a check', () => {
  expect(refusal('frobnicate', 'en').detail).toContain('or enter its port number instead')
  expect(refusal('frobnicate', 'ko').detail).toContain('포트 번호를 입력하십시오')
})

test('a provider of its own is not a model of the router of another', () => {
  expect(findBrand(catalogue, 'Verizon 5G Home').provider?.id).toBe('verizon-5g-home')
  expect(findBrand(catalogue, 'my asus router at home').brand.id).toBe('asus')
})
