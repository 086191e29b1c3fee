import { expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { createLogger, Secret } from '../../../src/platform/log.ts'

test('a JSON line is that of one object, whatever is in it, and has the time of its event', () => {
  const lines: string[] = []
  const log = createLogger('info', (line) => lines.push(line), false)
  const before = Date.now()
  for (const fields of [{}, { path: '/"\n', none: undefined, code: null }, { list: [1], error: new Error('x') }]) {
    log.info('say "it"\n', fields)
    const line = lines.at(-1) ?? ''
    const { time, ...rest } = JSON.parse(line)
    expect(line).toBe(JSON.stringify({ time, ...rest }))
    expect(Object.keys(rest)).toEqual(['level', 'message', ...Object.keys(JSON.parse(JSON.stringify(fields)))])
    expect(rest.message).toBe('say "it"\n')
    expect(Date.parse(time)).toBeWithin(before, Date.now() + 1)
  }
})

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
