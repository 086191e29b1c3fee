import { expect, test } from 'bun:test'
import { tellingWords, withoutRouter, wordsOf } from '../../../../src/router/catalogue/normalize.ts'

test.each([
  ['ＦＲＩＴＺ!Box  7590', 'fritz box 7590'],
  ['LG U+', 'lg uplus'],
  ['Orange Livébox', 'orange livebox'],
  ['아이피타임'.normalize('NFD'), '아이피타임'],
  ['  (NAT)  ', 'nat'],
  ['!?', ''],
])('the words of %p', (text, words) => expect(wordsOf(text)).toBe(words))

test.each([
  ['asus router', 'asus'],
  ['asus wi fi router', 'asus'],
  ['routers asus', 'asus'],
  ['아이피타임 와이파이 공유기', '아이피타임'],
  ['아이피타임유무선공유기', '아이피타임'],
  ['kt 와이파이', 'kt'],
  ['google wi fi', 'google'],
  ['sk 인터넷', 'sk'],
  ['인터넷전화', '인터넷전화'],
  ['minecraft server', 'minecraft'],
  ['마크서버 포트 포워딩', '마크'],
  ['plex port forwarding', 'plex'],
  ['router', 'router'],
  ['인터넷 공유기', '인터넷 공유기'],
  ['serverless routeros', 'serverless routeros'],
])('the distinctive words of %p', (words, telling) => expect(tellingWords(words)).toBe(telling))

test('without "router" alone, "wifi" stays', () => {
  expect(withoutRouter('google wifi router')).toBe('google wifi')
  expect(withoutRouter('구글 와이파이 공유기')).toBe('구글 와이파이')
})
