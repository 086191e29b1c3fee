import { describe, expect, test } from 'bun:test'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { PLATFORM_IDS } from '../../../src/router/catalogue/schema.ts'
import { readPlatform } from '../../../src/router/platform.ts'

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
    ['playstation 5', 'other'],
    ['windwos', 'windows'],
    ['adnroid', 'android'],
    ['Windows laptop', 'windows'],
    ['잘 모르겠어요', 'other'],
  ])('%s: %s', (text, id) => expect(readPlatform(text, platforms)).toMatchObject({ platform: id, isUnderstood: true }))

  test('is other for a text that names none, or two, and null without a text', () => {
    for (const text of ['amiga', 'freebsd', 'windows or linux', '', '!'])
      expect([text, readPlatform(text, platforms)]).toEqual([text, { platform: 'other', variant: null, isUnderstood: false }])
    expect(readPlatform(undefined, platforms)).toEqual({ platform: null, variant: null, isUnderstood: true })
  })

  test('has the menus of its make', () => {
    for (const text of ['갤럭시', 'Galaxy S24', 'samsung', '삼성 갤럭시', 'Samsung Galaxy Tab'])
      expect([text, readPlatform(text, platforms).variant?.menu.en.includes('Connections')]).toEqual([text, true])
    for (const text of ['android', 'Pixel 9', '안드로이드'])
      expect([text, readPlatform(text, platforms).variant]).toEqual([text, null])
  })
})
