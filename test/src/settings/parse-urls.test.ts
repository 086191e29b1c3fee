import { describe, expect, test } from 'bun:test'
import { parseCommandLine } from '../../../src/settings/command-line.ts'
import { parsePairSecret, parsePlaces, parseStoreUrl, randomPairSecret } from '../../../src/settings/parse-urls.ts'
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
  const NO_ORIGINS = ['a.example', 'https://*', 'https://*.example', 'https://a;b', 'ftp://a.example']
  test.each([
    ['https://a.example', 'is not NAME=ORIGIN (for example Seoul=https://a.example)'],
    ['=https://a.example', 'is not NAME=ORIGIN'],
    ...NO_ORIGINS.map((origin) => [`Seoul=${origin}`, 'is not an origin (for example https://ip.example.com)'] as const),
    ['Seoul=https://a.example/x', 'is more than an origin: write https://a.example'],
    ['Seoul=https://u:p@a.example', 'is more than an origin: write https://a.example'],
    [`${'x'.repeat(41)}=https://a.example`, 'has a name of more than 40 characters, or one with control characters'],
    ['a\u202eb=https://a.example', 'has a name of more than 40 characters, or one with control characters'],
    ['Seoul=https://a.example,seoul=https://b.example', 'uses the name "seoul" twice'],
    ['a=https://a.example,b=https://A.example:443', 'names https://a.example twice'],
    [nine, 'names more than 8 places'],
  ])('%s', (value, message) => expect(() => readSettings({ given: new Map([['places', value]]) }, {})).toThrow(message))
})

test.each([
  ['redis://127.0.0.1', 'redis://127.0.0.1', 'redis://127.0.0.1'],
  ['redis://cache.example:6380/2', 'redis://cache.example:6380/2', 'redis://cache.example:6380/2'],
  ['rediss://user:p%40ss@cache.example/', 'rediss://user:p%40ss@cache.example/', 'rediss://cache.example/'],
  ['valkey://:secret@[2001:db8::1]:6379', 'valkey://:secret@[2001:db8::1]:6379', 'valkey://[2001:db8::1]:6379'],
  ['valkeys://cache.example', 'valkeys://cache.example', 'valkeys://cache.example'],
  ['redis+unix:///run/redis.sock', 'redis+unix:///run/redis.sock', 'redis+unix:///run/redis.sock'],
  [
    'redis+unix://:secret@localhost/run/redis.sock',
    'redis+unix://:secret@localhost/run/redis.sock',
    'redis+unix:///run/redis.sock',
  ],
])('%s is a store, and its password is not shown', (text, url, shown) => {
  expect(parseStoreUrl(text)?.reveal()).toBe(url)
  expect(parseStoreUrl(text)?.shown).toBe(shown)
})

test.each([
  ['hunter2', 'is not the URL of a Redis or Valkey server'],
  ['http://:hunter2@host', 'is not the URL of a Redis or Valkey server'],
  ['redis:hunter2', 'is not the URL'],
  ['redis://', 'is not the URL'],
  ['redis:///hunter2', 'is not the URL'],
  ['redis://:hunter2@host:0', 'is not the URL'],
  ['redis://:hunter2@host:65536', 'is not the URL'],
  ['redis://:hunter2@host?db=1', 'is not the URL'],
  ['redis://u:1#hunter2@host', 'is not the URL'],
  ['redis://:hunter2/x@host', 'is not the URL'],
  ['redis://:hunter2 x@host', 'is not the URL'],
  ['redis://:hunter2@ho\nst', 'is not the URL'],
  ['redis+unix://', 'is not the URL'],
  ['redis+unix://:hunter2@other/run/redis.sock', 'is not the URL'],
  ['redis://:hunter2%@host', 'has a user name or password that is not percent-encoded'],
  ['redis://:hunter2@host/first', 'has a path that is not the number of a database'],
  ['redis://:hunter2@host/1/2', 'has a path that is not the number of a database'],
])('what is not a store stops the start, and its password is not printed: %j', (text, message) => {
  const attempts = [
    () => readSettings(parseCommandLine([`--redis-url=${text}`]), {}),
    () => readSettings(parseCommandLine(['--redis-url', text]), {}),
    () => readSettings(parseCommandLine([]), { DOORSTEP_REDIS_URL: text }),
  ]
  for (const attempt of attempts) {
    expect(attempt).toThrow(/^(--redis-url|DOORSTEP_REDIS_URL): the value /)
    expect(attempt).toThrow(message)
    expect(attempt).not.toThrow('hunter2')
  }
})

test('any text of 32 bytes or more is a secret, and is not shown', () => {
  for (const text of ['f'.repeat(32), 'f'.repeat(400), '비밀값은이만큼길면됩니다', 'a+/=b'.repeat(8)]) {
    const secret = parsePairSecret(text)
    expect(secret?.reveal()).toBe(text)
    expect([`${secret}`, JSON.stringify(secret)]).toEqual(['(secret)', '"(secret)"'])
  }
  expect(parsePairSecret('')).toBeNull()
  expect(parsePairSecret(randomPairSecret().reveal())).not.toBeNull()
  expect(randomPairSecret().reveal()).not.toBe(randomPairSecret().reveal())
})

test('a shorter one stops the start, and is not repeated', () => {
  const short = 'hunter2-hunter2-hunter2-hunter2'
  for (const read of [
    () => readSettings(parseCommandLine(['--pair-secret', short]), {}),
    () => readSettings(parseCommandLine([]), { DOORSTEP_PAIR_SECRET: short }),
  ]) {
    expect(read).toThrow(/^(--pair-secret|DOORSTEP_PAIR_SECRET): the value is shorter than 32 bytes \(make one with: /)
    expect(read).not.toThrow('hunter2')
  }
})
