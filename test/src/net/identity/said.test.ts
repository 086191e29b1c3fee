import { expect, test } from 'bun:test'
import { said } from '../../../../src/net/identity/protocol.ts'

test.each([
  ['variation selectors, which can spell any bytes', 'My\u{e0154}\u{e0155}\ufe00\ufe0d server', 'My server'],
  ['tags, which can spell ASCII', 'My\u{e0041}\u{e0042}server', 'My server'],
  ['fillers, which are letters without a shape', '\u3164My\uffa0\u115f server', 'My server'],
  ['what is a name otherwise', '❤\ufe0f 집 서버 café', '❤\ufe0f 집 서버 café'],
])('the words of a service hide nothing from people that agents read: %s', (_, text, shown) => expect(said(text)).toBe(shown))

test('nothing is left of words that nobody sees', () => expect(said('\u{e0101}\u3164 \u200b')).toBeNull())
