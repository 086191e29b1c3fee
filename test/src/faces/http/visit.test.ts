// The id that an answer and its log lines share, and who may choose it.
import { describe, expect, test } from 'bun:test'
import { bodyOf, postTool, ROOT, startServer } from '../../../support/server.ts'

const MADE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idOf = (answer: Response) => answer.headers.get('x-request-id')
const TRUSTING = ['--trusted-proxies', '127.0.0.0/8']
const given = (id: string) => ({ 'x-request-id': id, 'x-forwarded-for': '198.51.100.7' })

describe('X-Request-Id', () => {
  test('is on tool answers and problems, new each time, and a browser may read it', async () => {
    await using server = await startServer()
    const answers = [
      await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' }),
      await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' }, { accept: 'text/event-stream' }),
      await postTool(server.url, 'ip-lookup', {}),
      await fetch(`${server.url}/nope`),
      await fetch(`${server.url}/api/ip`, { method: 'DELETE' }),
    ]
    for (const answer of answers) {
      expect(idOf(answer)).toMatch(MADE)
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
    }
    expect(new Set(answers.map(idOf)).size).toBe(answers.length)
    expect(idOf(await fetch(`${server.url}/api/ip`))).toBeNull()
  })

  test('is on every answer where requests are logged', async () => {
    await using server = await startServer({ args: ['--access-log', 'on'] })
    for (const path of ['/', '/api/ip', '/healthz', '/api/tools']) expect(idOf(await fetch(`${server.url}${path}`))).toMatch(MADE)
  })

  test('is taken from a trusted proxy, where it is plain', async () => {
    await using server = await startServer({ args: TRUSTING })
    const sent = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'a=b/c+d:e@f.g-h_i', 'x'.repeat(128)]
    for (const id of sent) expect(idOf(await fetch(`${server.url}/nope`, { headers: given(id) }))).toBe(id)
    const refused = ['x'.repeat(129), 'two words', '"quoted"', '<script>', 'naïve', '{}', '']
    for (const id of refused) expect(idOf(await fetch(`${server.url}/nope`, { headers: given(id) }))).toMatch(MADE)
  })

  test('is not taken from other callers', async () => {
    await using server = await startServer()
    expect(idOf(await fetch(`${server.url}/nope`, { headers: given('mine') }))).toMatch(MADE)
  })

  test('is in the log line of an internal fault, and in its problem', async () => {
    const command = [process.execPath, `${ROOT}/test/support/process/stepped-server.ts`]
    await using server = await startServer({ command, args: TRUSTING })
    const answer = postTool(server.url, 'stepped', { ip: '8.8.8.8', run: 'one' }, given('trace-7'))
    await postTool(server.url, 'step', { run: 'one', name: 'fail' })
    const body = await bodyOf(await answer)
    expect([idOf(await answer), body.code, body.requestId]).toEqual(['trace-7', 'internal', 'trace-7'])
    expect(server.output.find((line) => line.includes('a tool failed'))).toContain('"requestId":"trace-7"')
  })
})
