// The Model Context Protocol in the compiled file, where its library lies in a part of its own.
import { describe, expect, test } from 'bun:test'
import { EXECUTABLE } from '../support/executable.ts'
import { clientOfProgram, clientOver, ERAS } from '../support/mcp/clients.ts'
import { startServer } from '../support/server.ts'

const LOOK_UP = { name: 'ip-lookup', arguments: { ip: '2606:4700:4700::1111' } }
const TIMEOUT_MS = 60_000

describe.each(ERAS)('a client of %s', (_, mode) => {
  test(
    'is served over HTTP and over standard input alike',
    async () => {
      await using server = await startServer()
      await using there = await clientOver(server.url, mode)
      await using here = await clientOfProgram(mode, [], [EXECUTABLE])
      const answers = [await there.callTool(LOOK_UP), await here.callTool(LOOK_UP)]
      for (const { structuredContent } of answers) expect(structuredContent).toMatchObject({ tool: 'ip-lookup', ipVersion: 6 })
      expect((await there.callTool({ name: 'ip' })).structuredContent).toMatchObject({ text: '127.0.0.1' })
    },
    TIMEOUT_MS,
  )
})
