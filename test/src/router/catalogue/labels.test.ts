import { expect, test } from 'bun:test'
import { labelIn, menuIn } from '../../../../src/router/catalogue/labels.ts'

test('a screen in the language of the reader needs no translation', () => {
  expect(labelIn({ screen: 'ko', en: 'Port forwarding', ko: '포트포워드 설정' }, 'ko')).toBe('포트포워드 설정')
  expect(labelIn({ screen: 'en', en: 'Port Forwarding', ko: '포트 포워딩' }, 'en')).toBe('Port Forwarding')
})

test('otherwise the label on the screen comes first, and its meaning in parentheses', () => {
  expect(labelIn({ screen: 'ko', en: 'Port forwarding', ko: '포트포워드 설정' }, 'en')).toBe('포트포워드 설정 (Port forwarding)')
  expect(labelIn({ screen: 'en', en: 'Port Forwarding', ko: '포트 포워딩' }, 'ko')).toBe('Port Forwarding(포트 포워딩)')
})

test('a label that is the same in both is not repeated', () => {
  expect(labelIn({ screen: 'en', en: 'NAT', ko: 'NAT' }, 'ko')).toBe('NAT')
  expect(labelIn({ screen: 'en', en: 'Wan', ko: 'WAN' }, 'ko')).toBe('Wan')
})

test("a screen in both languages is read in the reader's own; a screen in neither is shown as it is", () => {
  const both = { screen: 'both', en: 'Virtual Server', ko: '가상 서버' } as const
  expect([labelIn(both, 'en'), labelIn(both, 'ko')]).toEqual(['Virtual Server', '가상 서버'])
  const other = { screen: 'other', en: 'Freigaben (permit access)', ko: 'Freigaben(접근 허용)' } as const
  expect([labelIn(other, 'en'), labelIn(other, 'ko')]).toEqual(['Freigaben (permit access)', 'Freigaben(접근 허용)'])
})

test('a menu is worded step by step', () => {
  const menu = { screen: 'en', en: ['Deco app', 'Advanced', 'NAT'], ko: ['Deco 앱', '고급', 'NAT'] } as const
  expect(menuIn({ ...menu, en: [...menu.en], ko: [...menu.ko] }, 'ko')).toEqual(['Deco 앱', 'Advanced', 'NAT'])
  expect(menuIn({ ...menu, en: [...menu.en], ko: [...menu.ko] }, 'en')).toEqual(['Deco app', 'Advanced', 'NAT'])
})
