import { describe, expect, test } from 'bun:test'
import { Budget } from '../../../../src/net/budget.ts'
import { Http } from '../../../../src/net/http/index.ts'
import { drip, endless, type HttpFault, OK, response, startFaultHttp } from '../../../support/net/fault-http.ts'
import { endpointsOf, expectAllClosed } from './asking.ts'

const PATH = '/.well-known/acme-challenge/doorstep-x'

/** Gets a path of a server on this machine by another name. */
async function pageOf(fault: HttpFault, { milliseconds = 1000 } = {}) {
  await using server = await startFaultHttp(fault)
  const page = await get(`http://home.example.test:${server.port}${PATH}`, server.port, milliseconds)
  return { ...page, server }
}

function get(href: string, port: number, milliseconds?: number, address = '127.0.0.1') {
  const [endpoint] = endpointsOf([address], port)
  if (!endpoint) throw new Error('loopback is not allowed')
  const bounds = { signal: AbortSignal.timeout(9000), budget: new Budget() }
  return new Http(bounds, { roots: [], userAgent: 'doorstep' }).page(new URL(href), endpoint, milliseconds)
}

test('one request by the name of the URL, at the endpoint and nowhere else', async () => {
  const { result, body, server } = await pageOf((back) => back.send(`${response('200 OK', 'Content-Length: 5')}hello`))
  expect(result).toMatchObject({ outcome: 'response', address: '127.0.0.1', head: { status: 200 } })
  expect({ text: body.bytes.toString(), isWhole: body.isWhole }).toEqual({ text: 'hello', isWhole: true })
  expect(server.seen.map(({ head }) => head)).toEqual([
    `GET ${PATH} HTTP/1.1\r\nHost: home.example.test:${server.port}\r\nUser-Agent: doorstep\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
  ])
})

test('another port than that of the endpoint is a mistake of ours', async () => {
  expect(() => get('http://home.example.test/', 8080)).toThrow('is not at port 8080')
  expect(() => get('https://home.example.test/', 80)).toThrow('is not at port 80')
})

describe('bodies', () => {
  const chunked = response('200 OK', 'Transfer-Encoding: chunked')
  const cases: Record<string, [HttpFault, string, boolean]> = {
    'without a length, to the end': [(back) => back.end(`${response('200 OK')}hello`), 'hello', false],
    chunked: [(back) => back.send(`${chunked}5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n`), 'hello world', true],
    'chunked, cut short': [(back) => back.end(`${chunked}5\r\nhello\r\nff\r\n wor`), 'hello wor', false],
    'chunks that claim more than there can be': [(back) => back.end(`${chunked}ffffffffffffffff\r\nhello`), 'hello', false],
    'none by its status': [(back) => back.send(response('204 No Content')), '', true],
    'none by its length': [(back) => back.send(OK), '', true],
    'a length that is a lie': [(back) => back.end(`${response('200 OK', 'Content-Length: 99')}hello`), 'hello', false],
    'a length that is none': [(back) => back.end(`${response('200 OK', 'Content-Length: x')}hello`), 'hello', false],
    'what follows an interim response': [
      (back) => back.send(`HTTP/1.1 103 Early Hints\r\n\r\n${response('200 OK', 'Content-Length: 5')}hello`),
      'hello',
      true,
    ],
    'in pieces': [
      (back) => {
        back.send(response('200 OK', 'Content-Length: 10'))
        back.after(20, () => {
          back.send('hello')
          back.after(20, () => back.send('world'))
        })
      },
      'helloworld',
      true,
    ],
    'that stop: what has come': [(back) => back.send(`${response('200 OK', 'Content-Length: 99')}hello`), 'hello', false],
  }
  for (const [name, [fault, text, isWhole]] of Object.entries(cases))
    test(name, async () => {
      const { result, body } = await pageOf(fault, { milliseconds: 400 })
      expect(result.outcome).toBe('response')
      expect({ text: body.bytes.toString('latin1'), isWhole: body.isWhole }).toEqual({ text, isWhole })
    })

  test('at most 4 KiB, then the connection is gone', async () => {
    await using server = await startFaultHttp(endless(response('200 OK'), 'xxxxxxxx'))
    const { result, body } = await get(`http://home.example.test:${server.port}/`, server.port)
    expect([result.outcome, body.bytes]).toEqual(['response', Buffer.alloc(4096, 'x')])
    await expectAllClosed(server)
  })

  test('all of it, after a head as large as can be', async () => {
    const filler = `X: ${'y'.repeat(65_000)}`
    const { body } = await pageOf((back) => back.end(`${response('200 OK', filler, 'Content-Length: 3000')}${'z'.repeat(3000)}`))
    expect(body).toEqual({ bytes: Buffer.alloc(3000, 'z'), isWhole: true })
  })

  test('slow bytes: the time is kept, and the head is still told', async () => {
    const started = performance.now()
    const { result, body } = await pageOf(
      (back, asked) => {
        back.send(response('404 Not Found'))
        drip('x', 20)(back, asked)
      },
      { milliseconds: 500 },
    )
    expect(performance.now() - started).toBeLessThan(1500)
    expect(result).toMatchObject({ outcome: 'response', head: { status: 404 } })
    expect(body.bytes.length).toBeGreaterThan(3)
    expect(body.isWhole).toBe(false)
  })
})

test.concurrent.each([
  ['a head that never ends', drip('HTTP/1.1 200 OK\r\nA: b\r\n'.padEnd(5000, 'x'), 20), 'incomplete-answer'],
  ['silence', () => {}, 'no-answer'],
] as [string, HttpFault, string][])('%s is a failure, in the shortest time that anybody gives', async (_, fault, reason) => {
  const { result } = await pageOf(fault, { milliseconds: 2000 })
  expect(result).toMatchObject({ outcome: 'timeout', reason, failedLayer: 'http', head: null })
})
