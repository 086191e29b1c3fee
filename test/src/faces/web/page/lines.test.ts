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
