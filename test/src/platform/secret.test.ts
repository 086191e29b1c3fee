import { expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { createLogger, Secret } from '../../../src/platform/log.ts'

test('a secret is shown only on request', () => {
  const secret = new Secret('redis://:hunter2@host', 'redis://host')
  expect(secret.reveal()).toBe('redis://:hunter2@host')
  const lines: string[] = []
  for (const asText of [true, false]) createLogger('info', (line) => void lines.push(line), asText).info(`${secret}`, { secret })
  for (const one of [...lines, inspect({ secret }), Bun.inspect({ secret }), JSON.stringify({ secret })]) {
    expect(one).toContain('redis://host')
    expect(one).not.toContain('hunter2')
  }
})
