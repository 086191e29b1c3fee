import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../../src/router/catalogue/embedded.ts'
import { PLATFORM_IDS } from '../../../../src/router/catalogue/schema.ts'
import { readPlatform } from '../../../../src/router/login/platform.ts'
import { refused } from './refused.ts'

const { platforms } = embeddedCatalogue()

describe('the platform', () => {
  test.each([
    ...PLATFORM_IDS.map((id) => [id, id]),
    ['Windows 11 Pro', 'windows'],
    ['win10', 'windows'],
    ['윈도우 11', 'windows'],
    ['윈도', 'windows'],
    ['MacBook Air', 'macos'],
    ['Mac OS X', 'macos'],
    ['맥북', 'macos'],
    ['Ubuntu 24.04', 'linux'],
    ['라즈베리파이', 'linux'],
    ['Galaxy S24', 'android'],
    ['삼성 갤럭시', 'android'],
    ['iPhone 15 Pro', 'ios'],
    ['ios17', 'ios'],
    ['아이폰', 'ios'],
    ['아이패드', 'ios'],
    ['Chrome OS', 'chromeos'],
    ['크롬북', 'chromeos'],
    ['smart TV', 'other'],
    ['핸드폰', 'other'],
    ['기타', 'other'],
    ['잘 모르겠어요', 'other'],
  ])('%s: %s', (text, id) => {
    expect(readPlatform(text, platforms)).toBe(id as (typeof PLATFORM_IDS)[number])
  })

  test('is refused with what may have been meant', () => {
    for (const [text, meant] of [
      ['windwos', ['windows']],
      ['adnroid', ['android']],
      ['amiga', []],
      ['windows or linux', ['windows', 'linux']],
    ] as const) {
      const { code, particulars } = refused(() => readPlatform(text, platforms))
      expect([text, code, particulars.field]).toEqual([text, 'unknown-value', 'platform'])
      expect(particulars.didYouMean).toEqual([...meant])
      expect(particulars.supported).toEqual(PLATFORM_IDS)
    }
  })
})
