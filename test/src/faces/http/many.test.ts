// Many look-ups in one request: a body a line, an answer a line.

import { describe, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { exchange } from '../../../support/door/raw.ts'
import { bodyOf, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const LINES = 'application/x-ndjson'
const server = await sharedServer()

const post = (
  body: RequestInit['body'],
  { tool = 'ip-lookup', query = '', at = server.url, ...headers }: Record<string, string> = {},
) =>
  fetch(`${at}/api/tools/${tool}${query}`, { method: 'POST', headers: { 'content-type': LINES, ...headers }, body: body ?? null })
const bodies = (...ips: readonly string[]) => ips.map((ip) => JSON.stringify({ ip })).join('\n')
const linesOf = async (answer: Response) => {
  const text = await answer.text()
  expect(text).toEndWith('\n')
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('a body with several lines', () => {
  test('is answered line by line, as each would be alone', async () => {
    const answer = await post(`${bodies('8.8.8.8', '2001:4860:4860::8888')}\r\n`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const times = { checkedAt: expect.any(String), elapsedMs: expect.any(Number) }
    for (const [index, line] of (await linesOf(answer)).entries()) {
      const body = bodies(['8.8.8.8', '2001:4860:4860::8888'][index] ?? '')
      const alone = await bodyOf(await post(body, { 'content-type': 'application/json' }))
      expect(line).toEqual({ ...alone, ...times })
    }
  })

  test('has a problem where a line is refused, in the language of the request', async () => {
    const body = [
      '{"ip":"10.0.0.1"}',
      'nope',
      '{"ip":"8.8.8.8","x":1}',
      '',
      '[]',
      '{"ip":"168.126.63.1"}',
      '{"ip":"\u2028"}',
    ].join('\n')
    const lines = await linesOf(await post(body, { tool: 'ip-location', 'accept-language': 'ko' }))
    expect(lines.map(({ code, status, tool }) => code ?? [status, tool])).toEqual([
      'target-not-public',
      'invalid-json',
      'invalid-request',
      'invalid-json',
      'invalid-request',
      [undefined, 'ip-location'],
      'invalid-target',
    ])
    expect([lines[0].status, lines[0].title, lines[5].country]).toEqual([403, '인터넷에 공개된 대상이 아닙니다', '대한민국'])
  })

  test('a line that is not UTF-8 is refused alone', async () => {
    const body = Buffer.concat([Buffer.from('{"ip":"\xff"}\n', 'latin1'), Buffer.from(bodies('8.8.8.8'))])
    expect((await linesOf(await post(body))).map(({ code, ip }) => code ?? ip)).toEqual(['invalid-target', '8.8.8.8'])
  })

  test('may have a thousand lines and no more, and 64 KiB and no more', async () => {
    const line = bodies('8.8.8.8')
    expect(await linesOf(await post(`${line}\n`.repeat(1000)))).toHaveLength(1000)
    const tooMany = await post(`${line}\n`.repeat(1000) + line)
    expect(await bodyOf(tooMany)).toMatchObject({ status: 413, code: 'body-too-large', detail: expect.stringContaining('1001') })
    expect((await post(' '.repeat(65_537))).status).toBe(413)
    expect(await linesOf(await post(' '.repeat(65_536)))).toMatchObject([{ code: 'invalid-json' }])
    expect(await bodyOf(await post(''))).toMatchObject({ status: 400, code: 'invalid-json' })
  })

  test('is refused where it is not understood', async () => {
    expect((await post(bodies('8.8.8.8'), { tool: 'reverse-dns' })).status).toBe(415)
    expect((await post(bodies('8.8.8.8'), { 'content-type': `${LINES}; charset=latin1` })).status).toBe(415)
    expect((await post(bodies('8.8.8.8'), { 'content-encoding': 'gzip' })).status).toBe(415)
    const asText = await post(bodies('8.8.8.8'), { query: '?format=text' })
    expect([asText.status, await asText.text()]).toEqual([422, expect.stringContaining('ndjson')])
    expect(
      (await post(bodies('8.8.8.8'), { query: '?format=ndjson', 'content-type': 'Application/X-NDJSON; charset=UTF-8' })).status,
    ).toBe(200)
  })
})

test('fifty lines weigh as much as one look-up, and nothing is answered beyond the allowance', async () => {
  await using limited = await startServer({ args: ['--rate-limit', '5/h'] })
  const at = limited.url
  const left = async (answer: Promise<Response>) => /r=(\d+)/.exec((await answer).headers.get('ratelimit') ?? '')?.[1]
  expect(await left(post(bodies('8.8.8.8'), { at }))).toBe('4')
  expect(await left(post(`${bodies('8.8.8.8')}\n`.repeat(50), { at }))).toBe('3')
  expect(await left(post(`${bodies('8.8.8.8')}\n`.repeat(51), { at }))).toBe('1')
  expect((await post(`${bodies('8.8.8.8')}\n`.repeat(51), { at })).status).toBe(429)
  expect([await left(post('nope', { at })), (await post(bodies('8.8.8.8'), { at })).status]).toEqual(['0', 429])
})

test('bytes weigh as lines do: 64 KiB as much as a thousand lines, paid before they are read', async () => {
  await using limited = await startServer({ args: ['--rate-limit', '60/h'] })
  const left = async (body: string) => {
    const answer = await post(body, { at: limited.url })
    return [answer.status, /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]]
  }
  expect([await left(' '.repeat(65_536)), await left(' '.repeat(3276))]).toEqual([
    [200, '40'],
    [200, '39'],
  ])
  expect(await left(' '.repeat(3277))).toEqual([200, '37'])
  expect(await left(`${bodies('2001:4860:4860:1111:2222:3333:4444:8888')}\n`.repeat(1000))).toEqual([200, '17'])
  // Nothing of this body has arrived, and it is refused.
  const head = `POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: ${LINES}\r\nContent-Length: 65536\r\n\r\n`
  const { text, closed } = await exchange(limited.port, [head], { atLeast: 1 })
  expect([text.slice(9, 12), closed]).toEqual(['429', true])
})

test('what waits in all is bounded: beyond it a body is refused until others are over, and what was read is whole', async () => {
  const { port } = server
  const begun = `POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: ${LINES}\r\nContent-Length: 65536\r\n\r\n`
  const waiting: Socket[] = []
  const line = `${bodies('8.8.8.8')}\n`
  const isCrowded = async () => {
    const answer = await post(line.repeat(1000))
    // A body that is still being answered waits as well.
    await answer.text()
    return answer.status === 503
  }
  try {
    while (!(await isCrowded())) {
      expect(waiting.length).toBeLessThan(1000)
      const sockets = Array.from({ length: 50 }, () => connect({ host: '127.0.0.1', port }))
      await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.write(begun, () => resolve()))))
      waiting.push(...sockets)
    }
    const refused = await post(line.repeat(1000))
    expect([refused.status, refused.headers.get('retry-after'), (await bodyOf(refused)).code]).toEqual([503, '1', 'overloaded'])
  } finally {
    for (const socket of waiting) socket.destroy()
  }
  while (await isCrowded()) await Bun.sleep(10)
  expect(await linesOf(await post(line.repeat(1000)))).toHaveLength(1000)
})
