// Work that is not the run of a tool takes from the allowance of whoever asks: a document that is drawn, a message of MCP.
import { expect, test } from 'bun:test'
import { type Server, startServer } from '../../../support/server.ts'

const ALLOWED = 5
const LIMITED = { args: ['--rate-limit', `${ALLOWED}/h`, '--trusted-proxies', '127.0.0.1'] }

const documentFor = (server: Server, from: string, query = '') =>
  fetch(`${server.url}/${query}`, { headers: { accept: 'text/html', 'x-forwarded-for': from } })

test('a document is drawn once for a visitor; the same visitor may come back as often as they like', async () => {
  await using server = await startServer(LIMITED)
  for (let visit = 0; visit < 4 * ALLOWED; visit++) expect((await documentFor(server, '203.0.113.1')).status).toBe(200)
  expect((await documentFor(server, '203.0.113.1', '?lang=ko')).headers.get('ratelimit')).toMatch(/^"client";r=3;/)
})

test('what differs each time is drawn as often as the allowance lets it', async () => {
  await using server = await startServer(LIMITED)
  const statuses: number[] = []
  for (let visit = 0; visit < 3 * ALLOWED; visit++)
    statuses.push((await documentFor(server, '203.0.113.2', `?run=ip-lookup&ip=nothing-${visit}`)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(ALLOWED)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2 * ALLOWED)
  expect((await documentFor(server, '203.0.113.3')).status).toBe(200)
})

test('a message of MCP that runs no tool counts, each of a batch', async () => {
  await using server = await startServer(LIMITED)
  const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' })
  const ask = (message: object) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-forwarded-for': '203.0.113.4',
      },
      body: JSON.stringify(message),
    })
  const first = await ask(list(1))
  expect([first.status, first.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"client";r=4;/)])
  expect((await ask([2, 3, 4].map(list))).status).toBe(200)
  const refused = await ask([5, 6].map(list))
  expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([429, true])
  expect((await ask(list(7))).status).toBe(200)
  expect((await ask(list(8))).status).toBe(429)
})
