import { expect, test } from 'bun:test'
import { createLogger } from '../../../src/platform/log.ts'

function logged(least: 'debug' | 'info' | 'warn' | 'error', asText: boolean): string[] {
  const lines: string[] = []
  const log = createLogger(least, (line) => lines.push(line), asText)
  log.debug('one')
  log.info('two', { port: 8080 })
  log.warn('three')
  log.error('four', { error: new Error('inside') })
  return lines
}

test('levels below the least are not written', () => {
  expect(logged('debug', true)).toHaveLength(4)
  expect(logged('warn', true)).toHaveLength(2)
  expect(logged('error', false)).toHaveLength(1)
})

test('JSON lines hold level, time, message and fields; errors keep their text', () => {
  const [second, , last] = logged('info', false).map((line) => JSON.parse(line))
  expect(second).toEqual({ time: expect.stringMatching(/^\d{4}-.*Z$/), level: 'info', message: 'two', port: 8080 })
  expect(last.error).toContain('inside')
})

test('text lines read from left to right', () => expect(logged('info', true)[0]).toMatch(/^\S+Z info {2}two port=8080$/))

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
