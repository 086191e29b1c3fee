import { expect, test } from 'bun:test'
import { cleanText } from '../../../src/contract/clean.ts'

test.each([
  ['a\r\nb', 'a  b'],
  ['\u001b[2J\u0000\u007f\u0085\u009b', ' [2J    '],
  ['a\tb', 'a b'],
  ['\u202egnp\u2066\u200b\ufeff', ' gnp   '],
  ['a\u2028b\u2029c', 'a b c'],
  ['\u{e0001}x', ' x'],
  ['집 é 😀 "quoted" \\ 1', '집 é 😀 "quoted" \\ 1'],
])('%j is %j', (text, clean) => expect(cleanText(text)).toBe(clean))
