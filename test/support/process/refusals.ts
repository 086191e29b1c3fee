import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { bodyOf, postTool, type Server, startServer } from '../server.ts'

/** Posts each request to a tool, in both languages: the status, the code and the field at fault are as they should be. */
export function testRefusals(
  tool: string,
  rows: readonly (readonly [request: object, status: number, code: string, field: string])[],
) {
  describe('refusals', () => {
    let server: Server
    beforeAll(async () => {
      server = await startServer()
    })
    afterAll(() => server[Symbol.asyncDispose]())

    test.each(rows.map(([request, ...expected]) => [JSON.stringify(request), ...expected] as const))(
      '%s: %i %s',
      async (request, status, code, field) => {
        for (const language of ['en', 'ko']) {
          const answer = await postTool(server.url, tool, JSON.parse(request), { 'accept-language': language })
          expect([answer.status, await bodyOf(answer)]).toMatchObject([status, { code, field }])
        }
      },
    )
  })
}
