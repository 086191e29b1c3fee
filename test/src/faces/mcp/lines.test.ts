import { describe, expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { messagesOf } from '../../../../src/faces/mcp/stdio.ts'

const PING = '{"jsonrpc":"2.0","id":2,"method":"ping"}'

/** Returns the lines that pass, and those that are answered at once. */
async function sorted(chunks: readonly (string | Buffer)[]) {
  const answers: string[] = []
  const passed = messagesOf(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), (line) => answers.push(line))
  return {
    passed: Buffer.concat(await passed.toArray()).toString(),
    answers: answers.map((line) => JSON.parse(line)),
  }
}

describe('what is no message', () => {
  test.each([
    ['text', 'hello', -32700, null],
    ['half a message', '{"jsonrpc":"2.0","id":1,', -32700, null],
    ['no method', '{"jsonrpc":"2.0","id":5}', -32600, 5],
    ['no version', '{"id":"a","method":"tools/list"}', -32600, 'a'],
    ['a batch, which these revisions no longer have', '[]', -32600, null],
    ['null', 'null', -32600, null],
    ['an id that is none', '{"id":{"a":1}}', -32600, null],
  ])('is answered with an error: %s', async (_, line, code, id) => {
    const { passed, answers } = await sorted([`${line}\n${PING}\n`])
    expect(passed).toBe(`${PING}\n`)
    expect(answers).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }])
    expect(answers[0].error.message).toContain('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
  })
})

test.each([
  ['a request', PING],
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  ['an answer', '{"jsonrpc":"2.0","id":"x","result":{}}'],
  ['a request with text in other scripts', '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"포트"}}'],
])('a message passes, however it is cut: %s', async (_, line) => {
  const bytes = Buffer.from(`${line}\r\n\n`)
  for (const size of [1, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
    const { passed, answers } = await sorted(chunks)
    expect([passed.trim(), answers]).toEqual([line, []])
  }
})

test('a line without end is refused once and not kept, and the next one is read', async () => {
  const chunks = [...Array.from({ length: 64 }, () => 'x'.repeat(64 * 1024)), `\n${PING}\n`]
  const { passed, answers } = await sorted(chunks)
  expect(passed).toBe(`${PING}\n`)
  expect(answers).toMatchObject([{ id: null, error: { code: -32600, message: expect.stringContaining('too long') } }])
})
