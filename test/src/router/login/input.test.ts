import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import { type LOGIN_STATES, readGateway, readState } from '../../../../src/router/login/input.ts'

/** Returns the refusal of reading; fails if there is none. */
function refused(read: () => unknown): Refusal {
  try {
    read()
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
  throw new Error('was taken')
}

describe('the gateway', () => {
  test.each(['192.168.0.1', '10.0.0.1', '172.16.0.1', '172.31.255.254', '172.30.1.254'])('%s is taken', (text) => {
    expect(readGateway(text)).toBe(text)
  })

  test.each([
    ['router', /is not an IP address/, /IP 주소가 아닙니다/],
    ['http://192.168.0.1', /without http/, /http/],
    ['192.168.0.1:8899', /is not an IP address/, /IP 주소가 아닙니다/],
    ['192.168.0.01', /is not an IP address/, /IP 주소가 아닙니다/],
    [' 192.168.0.1', /spaces/, /공백/],
    ['fe80::1', /IPv6/, /IPv6/],
    ['fe80::1%eth0', /IPv6/, /IPv6/],
    ['[fe80::1%25en0]', /IPv6/, /IPv6/],
    ['fd00::1', /IPv6/, /IPv6/],
    ['169.254.7.1', /no answer from a router/, /주소를 받지 못한/],
    ['100.64.0.1', /mobile data/, /모바일 데이터/],
    ['8.8.8.8', /WAN address/, /WAN\) 주소/],
    ['172.32.0.1', /WAN address/, /WAN\) 주소/],
    ['192.168.0.0', /whole network/, /네트워크 전체/],
    ['192.168.0.255', /whole network/, /네트워크 전체/],
    ['127.0.0.1', /routers do not use/, /쓰이지 않습니다/],
    ['0.0.0.0', /routers do not use/, /쓰이지 않습니다/],
    ['203.0.113.1', /routers do not use/, /쓰이지 않습니다/],
  ])('%s is refused with the reason', (text, english, korean) => {
    const { code, particulars, detail } = refused(() => readGateway(text))
    expect([code, particulars.field]).toEqual(['invalid-target', 'gateway'])
    expect(detail('en')).toMatch(english)
    expect(detail('ko')).toMatch(korean)
  })
})

describe('the state of the connection', () => {
  test.each([
    ['yes', 'yes'],
    ['It works!', 'yes'],
    ['the internet is working', 'yes'],
    ['정상입니다', 'yes'],
    ['인터넷이 잘 돼요', 'yes'],
    ['No internet', 'no'],
    ["doesn't work", 'no'],
    ['doesn’t work', 'no'],
    ['Connected, no internet', 'no'],
    ['인터넷이 안 돼요', 'no'],
    ['와이파이가 자꾸 끊겨요', 'no'],
    ['연결됨, 인터넷 없음', 'no'],
    ['잘 안돼요', 'no'],
    ['the light is red', 'no'],
    ['와이파이는 되는데 인터넷이 안돼요', 'no'],
    ['wifi ok but no internet on my phone', 'no'],
    ["I don't know", 'unknown'],
    ['잘 모르겠습니다', 'unknown'],
  ])('%s: %s', (text, state) => expect(readState(text)).toBe(state as (typeof LOGIN_STATES)[number]))

  test('is unknown without a text, and null for a text that describes none', () => {
    expect(readState(undefined)).toBe('unknown')
    for (const text of ['purple', '보라색', ' ', '', '!', 'internet', 'yesno', '문제 없음'])
      expect([text, readState(text)]).toEqual([text, null])
  })
})
