// Work that is not the run of a tool is charged to its caller as well: drawing a document, answering a message of MCP.

import { expect, test } from 'bun:test'
import { sharedServer } from '../../../support/shared.ts'

const ALLOWED = 5
const server = await sharedServer({ args: ['--rate-limit', `${ALLOWED}/h`, '--trusted-proxies', '127.0.0.1', '--metrics', 'on'] })

const documentFor = (from: string, query = '') =>
  fetch(`${server.url}/${query}`, { headers: { accept: 'text/html', 'x-forwarded-for': from } })

test('a document is drawn once for a visitor; the same visitor may come back as often as they like', async () => {
  for (let visit = 0; visit < 4 * ALLOWED; visit++) expect((await documentFor('203.0.113.1')).status).toBe(200)
  expect((await documentFor('203.0.113.1', '?lang=ko')).headers.get('ratelimit')).toMatch(/^"client";r=3;/)
})

test('a document that differs each time is drawn as often as the allowance permits', async () => {
  const statuses: number[] = []
  for (let visit = 0; visit < 3 * ALLOWED; visit++)
    statuses.push((await documentFor('203.0.113.2', `?run=ip-lookup&ip=nothing-${visit}`)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(ALLOWED)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2 * ALLOWED)
  expect((await documentFor('203.0.113.3')).status).toBe(200)
})

let clients = 3
/** Returns what a client that has not come before sends with its requests. */
function newClient() {
  clients += 1
  return { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${clients}` }
}
type Client = ReturnType<typeof newClient>

const askMcp = (client: Client, message: unknown) =>
  fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { ...client, accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
  })
const call = (id: number, name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const left = async (client: Client) => (await (await fetch(`${server.url}/api/limits`, { headers: client })).json()).remaining

test.each([
  ['an unknown tool', call(1, 'nope')],
  ['ip', call(1, 'ip')],
  ['arguments that do not fit', call(1, 'ping', { host: 1 })],
  ['a method that does not exist', { jsonrpc: '2.0', id: 1, method: 'nope' }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
  ['no message at all', []],
  ['something that is not a message', 17],
])('a message of MCP counts, whatever it says: %s', async (_, message) => {
  const client = newClient()
  for (let sent = 1; sent <= ALLOWED; sent++) {
    expect((await askMcp(client, message)).status).not.toBe(429)
    expect(await left(client)).toBe(ALLOWED - sent)
  }
  expect((await askMcp(client, message)).status).toBe(429)
})

test('a run over MCP takes what it takes elsewhere, in a batch as well', async () => {
  const client = newClient()
  const lookUp = (id: number) => call(id, 'ip-lookup', { ip: '8.8.8.8' })
  await (await askMcp(client, lookUp(1))).text()
  expect(await left(client)).toBe(ALLOWED - 1)
  await (await askMcp(client, [lookUp(2), lookUp(3)])).text()
  expect(await left(client)).toBe(ALLOWED - 3)
  const other = newClient()
  await (await askMcp(other, call(1, 'dns-propagation', { domain: 'example.com' }))).text()
  expect(await left(other)).toBe(ALLOWED - 3)
})

const post = (client: Client, body: string) =>
  fetch(`${server.url}/api/tools/ip-lookup`, { method: 'POST', headers: client, body })

test.each([
  ['nested', `{"ip":${'['.repeat(8000)}${']'.repeat(8000)}}`],
  ['unknown fields', `{${Array.from({ length: 1500 }, (_, index) => `"a${index}":1`).join()}}`],
  ['not JSON', '{'.repeat(16_000)],
])('a large body counts before it is looked at: %s', async (_, body) => {
  const client = newClient()
  for (let sent = 1; sent <= ALLOWED; sent++) {
    const answer = await post(client, body)
    expect([answer.status, answer.headers.get('ratelimit')]).toEqual([
      body.startsWith('{{') ? 400 : 422,
      expect.stringMatching(new RegExp(`^"client";r=${ALLOWED - sent};`)),
    ])
  }
  expect((await post(client, body)).status).toBe(429)
})

test('a large body that is accepted counts once, a small one that is refused not at all', async () => {
  const client = newClient()
  const padded = await post(client, `{"ip":"8.8.8.8"${' '.repeat(2000)}}`)
  expect([padded.status, padded.headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"client";r=4;t=\d+$/)])
  expect((await post(client, '{"ip":1,"odd":1}')).status).toBe(422)
  expect(await left(client)).toBe(ALLOWED - 1)
})

test('the metrics count on the main port, and so does a very long address of the page', async () => {
  const client = newClient()
  expect((await fetch(`${server.url}/metrics`, { headers: client })).headers.get('ratelimit')).toStartWith('"client";r=4;')
  const long = `?${'a=1&'.repeat(3000)}`
  expect((await fetch(`${server.url}/${long}`, { headers: { ...client, accept: 'text/html' } })).status).toBe(200)
  expect(await left(client)).toBeLessThan(ALLOWED - 1)
})
