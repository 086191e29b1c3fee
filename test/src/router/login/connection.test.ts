import { describe, expect, test } from 'bun:test'
import type { LOGIN_STATES } from '../../../../src/router/login/connection.ts'
import { readState } from '../../../../src/router/login/connection.ts'

describe('the state of the connection', () => {
  test.each([
    ['yes', 'yes'],
    ['YES', 'yes'],
    ['It works!', 'yes'],
    ['the internet is working', 'yes'],
    ['online', 'yes'],
    ['예', 'yes'],
    ['정상입니다', 'yes'],
    ['연결됨', 'yes'],
    ['인터넷이 잘 돼요', 'yes'],
    ['no', 'no'],
    ['No internet', 'no'],
    ["doesn't work", 'no'],
    ['doesn’t work', 'no'],
    ['not connected', 'no'],
    ['Connected, no internet', 'no'],
    ['slow', 'no'],
    ['아니요', 'no'],
    ['안 됨', 'no'],
    ['인터넷이 안 돼요', 'no'],
    ['연결 안 됨', 'no'],
    ['와이파이가 자꾸 끊겨요', 'no'],
    ['연결됨, 인터넷 없음', 'no'],
    ['잘 안돼요', 'no'],
    ['the light is red', 'no'],
    ['와이파이는 되는데 인터넷이 안돼요', 'no'],
    ['wifi ok but no internet on my phone', 'no'],
    ['unknown', 'unknown'],
    ["I don't know", 'unknown'],
    ['Not sure', 'unknown'],
    ['잘 모르겠습니다', 'unknown'],
    ['모름', 'unknown'],
  ])('%s: %s', (text, state) => expect(readState(text)).toBe(state as (typeof LOGIN_STATES)[number]))

  test('is unknown without a text, and null for a text that describes none', () => {
    expect(readState(undefined)).toBe('unknown')
    for (const text of ['purple', '보라색', ' ', '', '!', 'internet', 'yesno', '문제 없음'])
      expect([text, readState(text)]).toEqual([text, null])
  })
})
