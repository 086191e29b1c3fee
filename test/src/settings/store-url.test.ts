import { describe, expect, test } from 'bun:test'
import { parseCommandLine } from '../../../src/settings/command-line.ts'
import { parseStoreUrl } from '../../../src/settings/options.ts'
import { readSettings } from '../../../src/settings/read.ts'

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

test('no store without a URL', () => expect(parseStoreUrl('')).toBeNull())

describe('what is not a store stops the start, and its password is not printed', () => {
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
  ])('%j', (text, message) => {
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
})
