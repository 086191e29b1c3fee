// The first requests are answered like later ones, although only queries are loaded by then.
import { describe, expect, test } from 'bun:test'
import { sampled, sampleName } from '../support/lab.ts'
import { memoryOf } from '../support/process/processes.ts'
import { sendRaw, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Each connection ends with its answer; until then, silence is only slowness. */
const SILENCE_MS = 20_000
const BODY = '{"ip":"8.8.8.8"}'
const post = (path: string, body = BODY, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}Connection: close\r\n\r\n${body}`
const ask = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: x\r\n${more}Connection: close\r\n\r\n`

const FIRST: readonly (readonly [name: string, request: string])[] = [
  ['the page', ask('GET /', 'Accept: text/html\r\n')],
  ['the address in a terminal', ask('GET /')],
  ['a query', ask('GET /api/ip/json')],
  ['a query with a method that it does not take', ask('DELETE /api/ip')],
  ['a preflight of a query', ask('OPTIONS /api/ip/json', 'Origin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n')],
  ['a tool', post('/api/tools/ip-lookup')],
  ['a tool as text, in Korean', post('/api/tools/ip-lookup', BODY, 'Accept: text/plain\r\nAccept-Language: ko\r\n')],
  ['a body that is refused', post('/api/tools/ip-lookup', '{"ip":1,"more":2}')],
  ['a body that is not JSON', post('/api/tools/ip-lookup', '{')],
  [
    'a body in chunks',
    `${ask('POST /api/tools/ip-lookup', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n')}10\r\n${BODY}\r\n0\r\n\r\n`,
  ],
  [
    'a preflight of a tool',
    ask('OPTIONS /api/tools/ip-lookup', 'Origin: https://a.example\r\nAccess-Control-Request-Method: POST\r\n'),
  ],
  ['a tool by GET', ask('GET /api/tools/ip-lookup')],
  ['the list of tools', ask('GET /api/tools')],
  ['the list of tools by HEAD', ask('HEAD /api/tools')],
  ['limits', ask('GET /api/limits')],
  ['whether it is ready', ask('GET /readyz')],
  ['the description', ask('GET /openapi.json')],
  ['schemas', ask('GET /api/catalog/schema/use-cases')],
  ['the port of an agent by GET', ask('GET /mcp')],
  [
    'a message of an agent',
    post('/mcp', '{"jsonrpc":"2.0","id":1,"method":"nothing"}', 'Accept: application/json, text/event-stream\r\n'),
  ],
  ['no path of ours', ask('GET /nothing')],
  ['another spelling of a query', ask('GET /x/../api/ip')],
  ['another spelling of a tool', post('/api/tools/x/../ip-lookup')],
  ['an odd host', 'GET /readyz HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET /readyz HTTP/1.0\r\n\r\n'],
  ['a path as a proxy sends it', ask('GET http://x/readyz')],
  ['a metric', ask('GET /metrics')],
]

/** Without what differs between two answers to the same, and without the order of headers. */
function lasting(answer: string): readonly string[] {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const headers = head.split('\r\n').filter((line) => !/^(date|x-request-id|content-length|ratelimit): /i.test(line))
  const text = body
    .join('\r\n\r\n')
    .replace(/"(checkedAt|elapsedMs|requestId)":("[^"]*"|[\d.]+)/g, '"$1"')
    .replace(/^(checkedAt|elapsedMs|doorstep_).*\n?/gm, '')
  return [...headers.toSorted(), text]
}

describe.each([
  ['plain', []],
  ['watched', ['--metrics', 'on', '--access-log', 'on', '--compat', 'on']],
])('a server that is %s', (_, args) => {
  test.each(sampled(5, FIRST))(sampleName('asked first for %s'), async (_name, request) => {
    await using server = await startServer({ args })
    const [first, second] = [await sendRaw(server.port, request, SILENCE_MS), await sendRaw(server.port, request, SILENCE_MS)]
    expect(first).toStartWith('HTTP/1.1 ')
    expect(lasting(first)).toEqual(lasting(second))
  })
})

test('many that ask at once while nothing is loaded are all answered, and all see who asks', async () => {
  await using server = await startServer({ args: ['--trusted-proxies', '127.0.0.1'] })
  const ask = (index: number) =>
    fetch(`${server.url}/api/${index % 2 === 0 ? 'ip' : 'limits'}`, { headers: { 'x-forwarded-for': `8.8.8.${index}` } })
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => ask(index)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(texts.filter((_, index) => index % 2 === 0)).toEqual(Array.from({ length: 50 }, (_, index) => `8.8.8.${index * 2}`))
})

test('a server that is only asked for addresses does not load the rest', async () => {
  await using server = await startServer()
  const resident = () => memoryOf(server.pid).resident
  await (await fetch(`${server.url}/api/ip`)).text()
  const before = resident()
  await (await fetch(`${server.url}/readyz`)).text()
  expect(before).toBeLessThan(60)
  expect(resident() - before).toBeGreaterThan(3)
})

test('a server that stops answers what waits', async () => {
  await using server = await startServer()
  const waiting = fetch(`${server.url}/api/tools`)
  await Bun.sleep(1)
  server.kill('SIGTERM')
  expect([(await waiting).status, await server.exited]).toEqual([200, 0])
})

test('SIGHUP before anything is loaded rereads what there is', async () => {
  await using server = await startServer()
  server.kill('SIGHUP')
  await until(() => server.output.some((line) => line.includes('nothing to reload')))
  expect((await fetch(`${server.url}/api/tools`)).status).toBe(200)
})
