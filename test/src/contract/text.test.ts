import { expect, test } from 'bun:test'
import { defineText, sayIn } from '../../../src/contract/text.ts'

const text = defineText({
  en: { plain: 'Hello.', slots: '{port} on {host}, {port} again' },
  ko: { plain: '안녕하세요.', slots: '{host}의 {port}번 포트' },
})

test('fills every slot, in either language', () => {
  expect(text.say('en', 'slots', { port: 443, host: 'h' })).toBe('443 on h, 443 again')
  expect(text.say('ko', 'slots', { port: 443, host: 'h' })).toBe('h의 443번 포트')
  expect(sayIn(text, 'ko')('plain')).toBe('안녕하세요.')
})

test('the text in a slot is never read as a slot', () =>
  expect(text.say('en', 'slots', { port: '{host}', host: '$&' })).toBe('{host} on $&, {host} again'))
