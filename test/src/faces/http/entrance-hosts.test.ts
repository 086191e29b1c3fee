// A request must name its host once and plainly, since a proxy in front may have read another name.
import { expect, test } from 'bun:test'
import { answersIn, exchange } from '../../../support/door/raw.ts'
import { sharedServer } from '../../../support/shared.ts'

const server = await sharedServer()

async function askAs(line: string, ...fields: string[]) {
  const { text } = await exchange(server.port, [`${[`${line} HTTP/1.1`, ...fields, 'Connection: close'].join('\r\n')}\r\n\r\n`])
  const [{ status, head, body } = { status: 0, head: '', body: '' }] = answersIn(text)
  return { status, head, body: Buffer.from(body, 'latin1').toString() }
}

test('a host of 15,000 characters is read in no time', async () => {
  const began = performance.now()
  for (const host of ['%a'.repeat(7000), `${'a'.repeat(15_000)}@`, `[${':'.repeat(15_000)}`])
    expect((await askAs('GET /api/ip', `Host: ${host}`)).status).toBe(400)
  expect(performance.now() - began).toBeLessThan(5000)
})
