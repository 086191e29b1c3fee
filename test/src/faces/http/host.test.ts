// A request must name its host once and plainly, since a proxy in front may have read another name.

import { expect, test } from 'bun:test'
import { answersIn, exchange } from '../../../support/door/raw.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

async function ask(line: string, ...fields: string[]) {
  const { text } = await exchange(server.port, [`${[`${line} HTTP/1.1`, ...fields, 'Connection: close'].join('\r\n')}\r\n\r\n`])
  const [{ status, head, body } = { status: 0, head: '', body: '' }] = answersIn(text)
  return { status, head, body: Buffer.from(body, 'latin1').toString() }
}

const ODD = [['Host: a', 'Host: a'], ['Host: a/evil?x'], ['Host: u@b:99999'], ['Host: a b'], ['Host: [::1']]

test.each([
  'GET /api/ip',
  'GET /',
  'GET /nope',
  'DELETE /api/ip',
  'OPTIONS /api/ip',
  'POST /api/tools/ping',
  'GET http://c/api/ip',
])('%s under an odd Host is a malformed request, with CORS and a problem body', async (line) => {
  for (const fields of ODD) {
    const { status, head, body } = await ask(line, ...fields)
    expect([status, head]).toEqual([400, expect.stringMatching(/^access-control-allow-origin: \*$/im)])
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'malformed-request', detail: expect.stringContaining('Host') })
  }
})

test('in Korean, and as text', async () => {
  const { body } = await ask('GET /api/ip?format=text', 'Host: a', 'Host: b', 'Accept-Language: ko')
  expect(body).toStartWith('HTTP 요청이 올바르지 않습니다: Host 헤더가')
})

test.each(['x', 'my_service:8080', '[::1]:65535', '127.0.0.1', ''])('Host: %s is a host', async (host) => {
  expect((await ask('GET /api/ip', `Host: ${host}`)).status).toBe(200)
})

test('a host of 15,000 characters is read in no time', async () => {
  const began = performance.now()
  for (const host of ['%a'.repeat(7000), `${'a'.repeat(15_000)}@`, `[${':'.repeat(15_000)}`])
    expect((await ask('GET /api/ip', `Host: ${host}`)).status).toBe(400)
  expect(performance.now() - began).toBeLessThan(5000)
})
