import { describe, expect, spyOn, test } from 'bun:test'
import { BUDGET, Budget } from '../../../../src/net/budget.ts'
import { drip, endless, type HttpFault, OK, response, startFaultHttp } from '../../../support/net/fault-http.ts'
import { openHosts, openLoopback } from '../../../support/net/network.ts'
import { ask, CUT_SHORT, expectAllClosed } from './asking.ts'

/** The time after which a request hangs, however busy the machine is. */
const HANG_MS = 30_000

describe('a plain answer', () => {
  test('the request that is sent, and the result', async () => {
    await using server = await startFaultHttp((back) =>
      back.end(`${response('200 Fine', 'Date: today', 'X-A: 1', 'x-a: 2', 'Content-Length: 4')}body`),
    )
    const result = await ask(`${server.url}/path/a%20b?q=1|2#part`)
    expect(result).toMatchObject({
      outcome: 'response',
      reason: null,
      failedLayer: null,
      address: '127.0.0.1',
      tls: null,
      head: { status: 200, statusText: 'Fine', httpVersion: '1.1', location: null, hasOddLines: false },
    })
    expect(result.head?.headers).toEqual([
      { name: 'Date', value: 'today' },
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: '2' },
      { name: 'Content-Length', value: '4' },
    ])
    expect(server.seen.map(({ head }) => head)).toEqual([
      `GET /path/a%20b?q=1|2 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUser-Agent: doorstep\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
    ])
    const { connect, tls, firstByte } = result.timingMs
    expect([connect !== null && connect >= 0, tls, firstByte !== null && firstByte >= 0]).toEqual([true, null, true])
  })

  test('HEAD, IPv6 and names', async () => {
    await using server = await startFaultHttp((back) => back.send(OK), { address: '::1' })
    expect(await ask(server.url, { method: 'HEAD' })).toMatchObject({ outcome: 'response', address: '::1' })
    expect(server.seen[0]?.head).toStartWith(`HEAD / HTTP/1.1\r\nHost: [::1]:${server.port}\r\n`)
    await using named = await startFaultHttp((back) => back.send(OK))
    await ask(`http://집.example.test:${named.port}/`)
    expect(named.seen[0]?.head).toContain(`Host: xn--rc6b.example.test:${named.port}\r\n`)
  })

  test('the connection is gone as soon as the head is there, however long the body', async () => {
    await using server = await startFaultHttp(endless(response('200 OK', 'Transfer-Encoding: chunked'), '400\r\nxxxxxxxx'))
    const started = performance.now()
    expect(await ask(server.url)).toMatchObject({ outcome: 'response', head: { status: 200 } })
    expect(performance.now() - started).toBeLessThan(8000)
    await expectAllClosed(server)
  })
})

describe('results without an answer', () => {
  const faults: Record<string, [HttpFault, string, string]> = {
    '/mute': [() => {}, 'timeout', 'no-answer'],
    '/drip': [drip('HTTP/1.1 200 OK\r\nA: b\r\n'.padEnd(5000, 'x'), 20), 'timeout', 'incomplete-answer'],
    '/stops': [(back) => back.send('HTTP/1.1 200 OK\r\nA: '), 'timeout', 'incomplete-answer'],
    '/endless': [endless('HTTP/1.1 200 OK\r\n', 'A: b\r\n'), 'protocol-error', 'header-too-large'],
    '/ten-megabytes': [
      (back) => back.send(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(10_000_000)}`),
      'protocol-error',
      'header-too-large',
    ],
    '/continues': [endless('', response('100 Continue')), 'protocol-error', 'too-many-interim-responses'],
    '/ends': [(back) => back.end(), 'protocol-error', 'closed-without-answer'],
    '/ends-early': [(back) => back.end('HTTP/1.1 200 OK\r\nA: '), 'protocol-error', 'closed-early'],
    '/resets': [(back) => back.reset(), 'protocol-error', 'connection-reset'],
    '/resets-early': [resetAfter('HTTP/1.1 200'), 'protocol-error', 'connection-reset'],
  }

  function resetAfter(text: string): HttpFault {
    return (back) => {
      back.send(text)
      back.after(30, () => back.reset())
    }
  }

  // One after the other: together they would wait for each other on a busy machine, and not for their peers.
  test.each(Object.entries(faults))('%s', async (path, [fault, outcome, reason]) => {
    await using server = await startFaultHttp({ [path]: fault })
    const started = performance.now()
    const result = await ask(server.url + path)
    expect(performance.now() - started).toBeLessThan(HANG_MS)
    expect(result).toMatchObject({ outcome, reason, failedLayer: 'http', head: null, address: '127.0.0.1' })
    await expectAllClosed(server)
  })

  test.each(['/mute', '/stops'])('%s for a moment says nothing of the other side', async (path) => {
    const [fault] = faults[path] ?? [() => {}]
    await using server = await startFaultHttp(fault)
    expect(await ask(server.url, { forMs: 400 })).toMatchObject({ ...CUT_SHORT, head: null, address: '127.0.0.1' })
  })

  test('a server that speaks first, or hangs up at once', async () => {
    await using ssh = await startFaultHttp({}, { onConnect: (back) => back.send('SSH-2.0-OpenSSH_9.2p1\r\n') })
    expect(await ask(ssh.url)).toMatchObject({ outcome: 'protocol-error', reason: 'not-http' })
    await using closing = await startFaultHttp({}, { onConnect: (back) => back.end() })
    expect(await ask(closing.url)).toMatchObject({ outcome: 'protocol-error', failedLayer: 'http' })
    await using resetting = await startFaultHttp({}, { onConnect: (back) => back.reset() })
    expect((await ask(resetting.url)).reason).toBe('connection-reset')
  })
})

describe('addresses', () => {
  test('the next one is tried at once when one refuses', async () => {
    await using server = await startFaultHttp((back) => back.send(OK))
    using _ = { [Symbol.dispose]: openHosts(['127.0.0.2']) }
    const started = performance.now()
    const result = await ask(server.url, { addresses: ['::1', '127.0.0.2', '127.0.0.1'] })
    expect(result).toMatchObject({ outcome: 'response', address: '127.0.0.1' })
    expect(performance.now() - started).toBeLessThan(8000)
    expect(server.accepted()).toBe(1)
  })

  test('the same one twice is tried once, and asked once why it refused', async () => {
    const budget = new Budget()
    const taken = spyOn(budget, 'spendConnection')
    using _ = { [Symbol.dispose]: openLoopback() }
    await ask('http://127.0.0.1:1/', { budget, addresses: ['127.0.0.1', '::1', '127.0.0.1'] })
    expect(taken.mock.calls.map(([address]) => address).toSorted()).toEqual(['127.0.0.1', '127.0.0.1', '::1', '::1'])
  })

  test('a request over budget is not tried', async () => {
    await using server = await startFaultHttp((back) => back.send(OK))
    const budget = new Budget()
    for (let taken = 0; taken < BUDGET.connections - 1; taken++)
      await budget.spendConnection('127.0.0.1', AbortSignal.timeout(1000))
    expect(await ask(server.url, { budget })).toMatchObject({ outcome: 'response' })
    const over = { outcome: 'connect-failed', reason: 'budget-exceeded', failedLayer: 'local' }
    expect(await ask(server.url, { budget })).toMatchObject(over)
    expect(server.accepted()).toBe(1)
    const spent = new Budget()
    spent.takeBytes(BUDGET.bytesRead)
    expect(await ask(server.url, { budget: spent })).toMatchObject(over)
  })

  test('none to try, and no time to try it', async () => {
    expect(await ask('http://127.0.0.1:1/', { addresses: [] })).toMatchObject({
      reason: 'no-address',
      failedLayer: 'dns',
      address: null,
    })
    const signal = AbortSignal.abort()
    expect(await ask('http://127.0.0.1:1/', { signal })).toMatchObject(CUT_SHORT)
  })
})
