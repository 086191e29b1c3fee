// The program over standard input and output, as agents start it: the official client of both generations.
import { describe, expect, test } from 'bun:test'
import { clientOfProgram, ERAS } from '../../../support/mcp.ts'
import { FROM_SOURCE, plainEnvironment, ROOT } from '../../../support/server.ts'

const TIMEOUT_MS = 60_000

describe.each(ERAS)('a client of %s', (_, mode) => {
  test(
    'lists what can be checked from here, runs it, and hears what cannot',
    async () => {
      await using client = await clientOfProgram(mode)
      expect(client.getInstructions()).toContain(
        'need a view from outside and are refused here: reachability, port-check, ddns-match',
      )
      const { tools } = await client.listTools()
      const names = tools.map(({ name }) => name)
      expect(names).toContain('reachability')
      for (const name of ['ip', 'ip-json', 'limits']) expect(names).not.toContain(name)

      const found = await client.callTool({ name: 'ip-lookup', arguments: { ip: '2606:4700:4700::1111' } })
      expect(found.structuredContent).toMatchObject({ tool: 'ip-lookup', ipVersion: 6 })
      for (const [name, body] of [
        ['port-check', { port: 443 }],
        ['reachability', { port: 443 }],
        ['ddns-match', { hostname: 'home.example.com' }],
      ] as const) {
        const refused = await client.callTool({ name, arguments: body })
        expect(refused).toMatchObject({ isError: true, _meta: { 'doorstep/problem': { code: 'requester-not-public' } } })
        expect(JSON.stringify(refused.content)).toContain('Send it to a doorstep server on the internet instead.')
      }
      const local = await client.callTool({ name: 'ping', arguments: { host: '192.168.0.1' } })
      expect(local).toMatchObject({ isError: true, _meta: { 'doorstep/problem': { code: 'target-not-public' } } })
    },
    TIMEOUT_MS,
  )
})

/** What the program writes for these lines, and how it ends when they do. */
async function written(lines: readonly string[], args: readonly string[] = []) {
  const child = Bun.spawn([...FROM_SOURCE, 'mcp', ...args], {
    cwd: ROOT,
    env: { ...plainEnvironment(), DOORSTEP_RESOLVERS: 'a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:1' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const reader = child.stdout.getReader()
  let out = ''
  for (const line of lines) {
    child.stdin.write(`${line}\n`)
    await child.stdin.flush()
    const { value } = await reader.read()
    out += new TextDecoder().decode(value)
  }
  await child.stdin.end()
  const err = await new Response(child.stderr).text()
  return { out, err, code: await child.exited }
}

const OPENING =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}'

test(
  'ends when its input does, and writes nothing but messages',
  async () => {
    const { out, err, code } = await written([OPENING, '{"jsonrpc":"2.0","id":2,"method":"ping"}'])
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([1, 2])
    expect([err, code]).toEqual(['', 0])
  },
  TIMEOUT_MS,
)

test('a setting that is wrong ends it at once, with a line that names it', async () => {
  const { out, err, code } = await written([], ['--deny-ports', 'x'])
  expect([out, code]).toEqual(['', 2])
  expect(err).toStartWith('doorstep: --deny-ports')
})
