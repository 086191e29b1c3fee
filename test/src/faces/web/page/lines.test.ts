import { expect, test } from 'bun:test'
import { commandLine } from '../../../../../src/faces/web/page/lines.ts'

test('a shell reads every value as it is', () => {
  const request = { host: "it's $HOME `x`; rm", count: 4, ports: [{ port: 80 }], plain: 'example.com' }
  const line = commandLine('ping', request).replace('doorstep ping', "printf '%s\\n'")
  const { stdout } = Bun.spawnSync(['sh', '-c', line])
  expect(stdout.toString().trim().split('\n')).toEqual([
    '--host',
    request.host,
    '--count',
    '4',
    '--ports',
    '[{"port":80}]',
    '--plain',
    'example.com',
  ])
})

test('a list of words has commas, as a person types it', () => {
  expect(commandLine('x', { methods: ['http-01', 'dns-01'] })).toBe('doorstep x --methods http-01,dns-01')
  for (const words of [[], ['a b'], ['a,b'], ['-a'], [80]])
    expect(commandLine('x', { words })).toBe(`doorstep x --words '${JSON.stringify(words)}'`)
})
