import { expect, test } from 'bun:test'
import { parseCommandLine } from '../../../src/settings/command-line.ts'
import { ConfigError } from '../../../src/settings/config-error.ts'
import { ROWS } from '../../../src/settings/options.ts'
import { readSettings } from '../../../src/settings/read.ts'

function refusalOf(act: () => unknown): ConfigError {
  try {
    act()
  } catch (error) {
    if (error instanceof ConfigError) return error
  }
  throw new Error('nothing was refused')
}

test('so is a bad value of any setting that can have one', () => {
  const bad = '\u0000 , ='
  for (const { flag, parse } of ROWS) {
    try {
      parse(bad)
    } catch {
      const refusal = refusalOf(() => readSettings({ given: new Map([[flag, bad]]) }, {}))
      expect([flag, /\p{Script=Hangul}/u.test(refusal.in('ko'))]).toEqual([flag, true])
      expect([flag, /\p{Script=Hangul}/u.test(refusal.in('en'))]).toEqual([flag, false])
    }
  }
})

test.each([
  [['--prot', '9'], '알 수 없는 옵션입니다: --prot. 혹시 --port 옵션입니까?'],
  [['--port'], '--port 옵션에 값이 필요합니다'],
  [['--help=x'], '--help 옵션에는 값을 지정할 수 없습니다'],
])('%j is refused in Korean', (args, line) => expect(refusalOf(() => parseCommandLine(args)).in('ko')).toBe(line))
