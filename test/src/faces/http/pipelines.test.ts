// The number of requests that may wait on one connection; one more ends it.
import { describe, expect, test } from 'bun:test'
import { PIPELINE_MAX, Pipelines } from '../../../../src/faces/http/pipelines.ts'
import { FILE_END } from '../../../../src/faces/http/visit.ts'
import { answersIn, exchange } from '../../../support/door/raw.ts'
import { sampled, sampleName } from '../../../support/lab.ts'
import { HandClock, startServer } from '../../../support/server.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
/** More than are answered, in one segment: what a server has not read when it closes a connection makes it reset, and answers are lost. */
const SENT = 500

test('connections over a socket file are not taken for one', () => {
  const [file, port] = [new Pipelines(), new Pipelines()]
  for (let count = 0; count < 2 * PIPELINE_MAX; count++) expect(file.count(FILE_END)).toBe(1)
  for (let count = 1; count <= PIPELINE_MAX; count++) expect(port.count({ address: '192.0.2.1', port: 5 })).toBe(count)
  expect(() => port.count({ address: '192.0.2.1', port: 5 })).toThrow()
})

describe.each([
  ['with limits', ['--rate-limit', '60/min']],
  ['without', ['--rate-limit', 'off']],
])('%s', (_, args) => {
  test.each(sampled(3, ['GET /api/ip', 'DELETE /api/ip', 'GET /api/ip/json', 'GET /healthz', 'GET /api/limits', 'GET /nothing']))(
    sampleName('%s is answered a hundred times, then the connection ends'),
    async (asked) => {
      await using server = await startServer({ args })
      await fetch(`${server.url}/readyz`)
      const { text, closed } = await exchange(server.port, [`${asked} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(SENT)])
      const answers = answersIn(text)
      expect([answers.length, closed]).toEqual([PIPELINE_MAX + 1, true])
      expect(new Set(answers.slice(0, PIPELINE_MAX).map(({ status }) => status)).size).toBe(1)
      const last = answers.at(-1)
      expect([last?.status, JSON.parse(last?.body ?? '{}')]).toMatchObject([
        429,
        { code: 'rate-limited', violatedPolicies: ['pipeline'] },
      ])
      expect(last?.head).toMatch(/^connection: close\r?$/im)
      expect(last?.head).toMatch(/^ratelimit-policy: "pipeline";q=100;qu="concurrent-requests"\r?$/im)
      expect(last?.head).toMatch(/^access-control-allow-origin: \*\r?$/im)
    },
  )
})

test('a client that waits for answers may send any number of requests over one connection', async () => {
  await using server = await startServer()
  const parts = Array.from({ length: 8 }, () => get('/api/ip').repeat(PIPELINE_MAX - 1))
  const { text, closed } = await exchange(server.port, parts, { answersAPart: PIPELINE_MAX - 1, atLeast: 8 * (PIPELINE_MAX - 1) })
  expect([answersIn(text).every(({ status }) => status === 200), answersIn(text).length, closed]).toEqual([
    true,
    8 * (PIPELINE_MAX - 1),
    false,
  ])
})

test('a client that goes on after a refusal without waiting is disconnected', async () => {
  using clock = new HandClock()
  await using server = await startServer({ args: ['--rate-limit', '60/min'], env: clock.env })
  const burst = get('/api/tools').repeat(30) + get('/healthz').repeat(PIPELINE_MAX - 30)
  const bursts = await Promise.all(Array.from({ length: 12 }, () => exchange(server.port, [burst])))
  const refused = bursts.filter(({ text }) => text.includes('HTTP/1.1 429'))
  expect(refused.length).toBeGreaterThan(3)
  for (const { text, closed } of refused) expect([text.split('HTTP/1.1 429').length <= 3, closed]).toEqual([true, true])
})
