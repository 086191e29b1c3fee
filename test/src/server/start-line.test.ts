// The start line: for a person at a terminal, and for a program.
import { expect, test } from 'bun:test'
import { PROGRAM } from '../../support/executable.ts'
import { openLoopback } from '../../support/net/network.ts'
import { atTerminal } from '../../support/process/terminal.ts'
import { startServer } from '../../support/server.ts'

test('at a terminal it is an address to click, and a command that answers', async () => {
  await using terminal = atTerminal([...PROGRAM, '--port', '0'])
  const line = await terminal.saw(/listening url=http:\/\/localhost:\d+\/ version=/)
  const [url = ''] = /http:\/\/localhost:\d+\//.exec(line) ?? []
  const close = openLoopback()
  expect((await fetch(url)).status).toBe(200)
  const [, path = '', body = ''] = /Try: curl -s '([^']+)' --json '([^']+)'/.exec(await terminal.saw(/Try: curl .*\}'/)) ?? []
  expect(path).toStartWith(url)
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(await answer.text()).toMatch(/^Minecraft .* needs TCP 25565 forwarded \(ASUS\)/)
  close()
})

test('with --host, the address is the one that was given', async () => {
  await using terminal = atTerminal([...PROGRAM, '--port', '0', '--host', '127.0.0.1'])
  await terminal.saw(/listening url=http:\/\/127\.0\.0\.1:\d+\/ version=/)
})

test('in a log the address stays as it is', async () => {
  await using server = await startServer()
  expect(server.output.join('\n')).toMatch(/"message":"listening","url":"http:\/\/\[::\]:\d+","version"/)
  expect(server.output.join('\n')).not.toContain('Try:')
})
