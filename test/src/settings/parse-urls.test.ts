import { describe, expect, test } from 'bun:test'
import { parsePlaces } from '../../../src/settings/parse-urls.ts'
import { readSettings } from '../../../src/settings/read.ts'

test('places have names and origins, in their order', () => {
  expect(parsePlaces('')).toEqual([])
  expect(parsePlaces('Seoul=https://a.example, 프랑크푸르트 = http://b.example:8080/ ,x=http://[2001:db8::1]:80')).toEqual([
    { name: 'Seoul', url: 'https://a.example' },
    { name: '프랑크푸르트', url: 'http://b.example:8080' },
    { name: 'x', url: 'http://[2001:db8::1]' },
  ])
  const eight = Array.from({ length: 8 }, (_, index) => `p${index}=https://${index}.example`)
  expect(parsePlaces(eight.join(','))).toHaveLength(8)
})

describe('a mistake in --places', () => {
  const nine = Array.from({ length: 9 }, (_, index) => `p${index}=https://${index}.example`).join(',')
  test.each([
    [
      'https://a.example',
      'is not NAME=ORIGIN (for example Seoul=https://a.example)',
      '이름=오리진(예: Seoul=https://a.example)이 아닙니다',
    ],
    [
      '=https://a.example',
      'is not NAME=ORIGIN (for example Seoul=https://a.example)',
      '이름=오리진(예: Seoul=https://a.example)이 아닙니다',
    ],
    ['Seoul=a.example', 'is not an origin (for example https://ip.example.com)', '오리진(예: https://ip.example.com)이 아닙니다'],
    ...['*', '*.example', 'a;b'].map(
      (host) =>
        [
          `Seoul=https://${host}`,
          'is not an origin (for example https://ip.example.com)',
          '오리진(예: https://ip.example.com)이 아닙니다',
        ] as const,
    ),
    [
      'Seoul=ftp://a.example',
      'is not an origin (for example https://ip.example.com)',
      '오리진(예: https://ip.example.com)이 아닙니다',
    ],
    [
      'Seoul=https://a.example/x',
      'is more than an origin: write https://a.example',
      '오리진 뒤에 다른 것이 붙어 있습니다. 올바른 값: https://a.example',
    ],
    [
      'Seoul=https://u:p@a.example',
      'is more than an origin: write https://a.example',
      '오리진 뒤에 다른 것이 붙어 있습니다. 올바른 값: https://a.example',
    ],
    [
      `${'x'.repeat(41)}=https://a.example`,
      'has a name of more than 40 characters, or one with control characters',
      '이름이 40자를 넘거나 제어 문자가 들어 있습니다',
    ],
    [
      'a\u202eb=https://a.example',
      'has a name of more than 40 characters, or one with control characters',
      '이름이 40자를 넘거나 제어 문자가 들어 있습니다',
    ],
    ['Seoul=https://a.example,seoul=https://b.example', 'uses the name "seoul" twice', '"seoul" 이름을 두 번 썼습니다'],
    ['a=https://a.example,b=https://A.example:443', 'names https://a.example twice', 'https://a.example 오리진을 두 번 썼습니다'],
    [nine, 'names more than 8 places', '장소는 최대 8개까지 지정할 수 있습니다'],
  ])('%s', (value, english, korean) => {
    let said: unknown
    try {
      readSettings({ given: new Map([['places', value]]) }, {})
    } catch (thrown) {
      said = thrown
    }
    expect(said).toMatchObject({ message: expect.stringContaining(english), ko: expect.stringContaining(korean) })
  })
})
