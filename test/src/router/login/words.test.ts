import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import { embeddedCatalogue } from '../../../../src/router/catalogue/embedded.ts'
import { readGateway } from '../../../../src/router/login/gateway.ts'
import { LOGIN_STATES, PLATFORM_IDS, readPlatform, readState } from '../../../../src/router/login/words.ts'

const { platforms } = embeddedCatalogue()

function refused(read: () => unknown): Refusal {
  try {
    read()
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
  throw new Error('was taken')
}

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
    ['unknown', 'unknown'],
    ["I don't know", 'unknown'],
    ['Not sure', 'unknown'],
    ['잘 모르겠습니다', 'unknown'],
    ['모름', 'unknown'],
  ])('%s: %s', (text, state) => {
    expect(readState(text)).toBe(state as (typeof LOGIN_STATES)[number])
  })

  test('is unknown where nothing is said, and refused where nobody could tell', () => {
    expect(readState(undefined)).toBe('unknown')
    for (const text of ['purple', '보라색', ' ', '!', 'internet', 'yesno']) {
      const { code, particulars } = refused(() => readState(text))
      expect([text, code, particulars.field, particulars.supported]).toEqual([
        text,
        'unknown-value',
        'connectionState',
        LOGIN_STATES,
      ])
    }
  })
})

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
    ['8.8.8.8', /routerWanIp/, /routerWanIp/],
    ['172.32.0.1', /routerWanIp/, /routerWanIp/],
    ['127.0.0.1', /routers do not use/, /쓰이지 않는/],
    ['0.0.0.0', /routers do not use/, /쓰이지 않는/],
    ['203.0.113.1', /routers do not use/, /쓰이지 않는/],
  ])('%s is refused with the reason', (text, english, korean) => {
    const { code, particulars, detail } = refused(() => readGateway(text))
    expect([code, particulars.field]).toEqual(['invalid-target', 'gateway'])
    expect(detail('en')).toMatch(english)
    expect(detail('ko')).toMatch(korean)
  })
})
