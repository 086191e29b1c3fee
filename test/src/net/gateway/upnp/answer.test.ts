import { describe, expect, test } from 'bun:test'
import { ANSWER_BYTES_MAX, AnswerReader } from '../../../../../src/net/gateway/upnp/http.ts'
import { cpuMsOf } from '../../../../support/cost.ts'

const head = (...fields: string[]) => `${['HTTP/1.1 200 OK', ...fields].join('\r\n')}\r\n\r\n`

/** Reads an answer that comes in pieces of a size and then ends. */
function read(text: string | Uint8Array, size = Number.POSITIVE_INFINITY) {
  const bytes = Buffer.from(text)
  const reader = new AnswerReader()
  for (let at = 0; at < bytes.length; at += size) {
    const answer = reader.push(bytes.subarray(at, at + size))
    if (answer !== null) return answer
  }
  return { ended: reader.end() }
}

describe('an answer of a gateway', () => {
  test.each([1, 3, 1000])('ends where it says, in pieces of %d bytes', (size) => {
    expect(read(`${head('content-length: 3')}abcdef`, size)).toEqual({ status: 200, body: 'abc' })
    const chunked = `${head('Transfer-Encoding: chunked')}3\r\nabc\r\n0A;x=y\r\n0123456789\r\n0\r\n\r\n`
    expect(read(chunked, size)).toEqual({ status: 200, body: 'abc0123456789' })
  })

  test('ends with the connection where it does not say, or counts wrongly', () => {
    expect(read(`${head()}abc`)).toEqual({ ended: { status: 200, body: 'abc' } })
    expect(read(`${head('content-length: 9')}abc`)).toEqual({ ended: { status: 200, body: 'abc' } })
    expect(read(`${head('transfer-encoding: chunked')}3\r\nabc\r\n5\r\nde`)).toEqual({ ended: { status: 200, body: 'abc' } })
  })

  test('that does not come is silence, and half a head is garbled', () =>
    expect([read(''), read('HTTP/1.1 200 OK\r\nA: b')]).toEqual([{ ended: 'silent' }, { ended: 'garbled' }]))

  test.each([
    ['is not HTTP', 'SSH-2.0-x\r\n'],
    ['is compressed', `${head('content-encoding: gzip')}x`],
    ['is longer than can be', head('content-length: 65537')],
    ['has no length', head('content-length: -1')],
    ['has a chunk without a length', `${head('transfer-encoding: chunked')}xyz\r\n`],
    ['has a chunk that is longer than can be', `${head('transfer-encoding: chunked')}10001\r\n`],
    ['has a line of a chunk without an end', `${head('transfer-encoding: chunked')}${'1'.repeat(300)}`],
  ])('is garbled if it %s', (_, text) => expect(read(text)).toBe('garbled'))

  test('is given up when it has too many bytes, in whatever pieces', () => {
    const endless = head() + 'x'.repeat(ANSWER_BYTES_MAX)
    expect([read(endless, 1000), read(endless)]).toEqual(['garbled', 'garbled'])
    expect(read('HTTP/1.1 200 OK\r\nA: '.padEnd(ANSWER_BYTES_MAX + 1, 'x'), 100)).toBe('garbled')
  })

  test('in chunks of one byte costs little', () => {
    const text = head('transfer-encoding: chunked') + '1\r\nx\r\n'.repeat(10_000)
    expect(cpuMsOf(() => read(text, 1))).toBeLessThan(1500)
  })
})
