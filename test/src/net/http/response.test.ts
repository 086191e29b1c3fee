import { describe, expect, test } from 'bun:test'
import { HEAD_MAX_BYTES, HeadReader } from '../../../../src/net/http/response.ts'
import { cpuMsOf } from '../../../support/cost.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not pass
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/

/** Returns the result of the bytes in one piece; it must be the same byte by byte, and whatever follows them. */
function read(text: string) {
  const bytes = Buffer.from(text, 'latin1')
  const whole = new HeadReader().push(bytes)
  const reader = new HeadReader()
  let dripped: typeof whole = null
  for (const byte of bytes) {
    dripped = reader.push(Uint8Array.of(byte))
    if (dripped !== null) break
  }
  expect(dripped).toEqual(whole)
  if (whole !== null) expect(new HeadReader().push(Buffer.concat([bytes, Buffer.alloc(100_000, 'x')]))).toEqual(whole)
  return whole
}

function headOf(text: string) {
  const head = read(text)
  if (head === null || typeof head === 'string') throw new Error(`no head: ${head}`)
  return head
}

const pairsOf = (text: string) => headOf(text).headers.map(({ name, value }) => [name, value])

describe('status lines', () => {
  test.each([
    ['HTTP/1.1 200 OK', '1.1', 200, 'OK'],
    ['HTTP/1.0 404 Not Found', '1.0', 404, 'Not Found'],
    ['HTTP/1.1 204 ', '1.1', 204, ''],
    ['HTTP/1.1 204', '1.1', 204, ''],
    ['HTTP/1.1  200\t OK  then', '1.1', 200, 'OK  then'],
    ['HTTP/1.1 999 Odd', '1.1', 999, 'Odd'],
    ['HTTP/1.1 200 caf\xc3\xa9', '1.1', 200, 'café'],
    ['HTTP/1.1 200 caf\xe9', '1.1', 200, 'café'],
    ['HTTP/1.1 200 a\x1b[31mb\x9b', '1.1', 200, 'a [31mb'],
    ['HTTP/1.1 101 Switching Protocols', '1.1', 101, 'Switching Protocols'],
  ] as const)('%j', (line, httpVersion, status, statusText) => {
    expect(headOf(`${line}\r\n\r\n`)).toMatchObject({ httpVersion, status, statusText, headers: [], hasOddLines: false })
  })

  test.each([
    ['<html>', 'not-http'],
    ['SSH-2.0-OpenSSH_9.2\r\n', 'not-http'],
    ['http/1.1 200 OK\r\n\r\n', 'not-http'],
    ['\r\nHTTP/1.1 200 OK\r\n\r\n', 'not-http'],
    ['ICY 200 OK\r\n\r\n', 'not-http'],
    ['HTTX', 'not-http'],
    ['\x00', 'not-http'],
    ['\x15\x03\x01\x00\x02\x02\x46', 'tls-on-http-port'],
    ['\x16\x03\x01', 'tls-on-http-port'],
    ['HTTP/1.1 20 OK\r\n\r\n', 'malformed-status-line'],
    ['HTTP/1.1 2000 OK\r\n\r\n', 'malformed-status-line'],
    ['HTTP/1.1 099 OK\r\n\r\n', 'malformed-status-line'],
    ['HTTP/1.1 OK\r\n\r\n', 'malformed-status-line'],
    ['HTTP/1.1200 OK\r\n\r\n', 'malformed-status-line'],
    ['HTTP/1 200 OK\r\n\r\n', 'malformed-status-line'],
    ['HTTP/2.0 200 OK\r\n\r\n', 'unsupported-http-version'],
    ['HTTP/1.1 100 Continue\r\n\r\nHELLO', 'not-http'],
  ] as const)('%j is %s', (text, violation) => expect(read(text)).toBe(violation))

  test.each(['', 'H', 'HTTP/', 'HTTP/1.1 200 OK', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nA: b\r\n\r'])(
    '%j needs more',
    (text) => expect(read(text)).toBeNull(),
  )
})

describe('fields', () => {
  test('the order, the case and duplicates are kept', () => {
    expect(pairsOf('HTTP/1.1 200 OK\r\nb: 1\r\nA: 2\r\nb: 3\r\nB:\r\nc:   4 \t\r\n__proto__: 5\r\n\r\n')).toEqual([
      ['b', '1'],
      ['A', '2'],
      ['b', '3'],
      ['B', ''],
      ['c', '4'],
      ['__proto__', '5'],
    ])
  })

  test('folded lines are joined by one space', () => {
    const head = headOf('HTTP/1.1 200 OK\r\nA: 1  \r\n   2\r\n\t3 \r\nB: \r\n 4\r\n\r\n')
    expect(head.headers).toEqual([
      { name: 'A', value: '1 2 3' },
      { name: 'B', value: '4' },
    ])
    expect(head.hasOddLines).toBe(false)
    // Folded onto nothing: shown, and called odd.
    expect(headOf('HTTP/1.1 200 OK\r\n A: 1\r\n\r\n')).toMatchObject({ headers: [{ name: 'A', value: '1' }], hasOddLines: true })
  })

  test('UTF-8 is read as such, anything else as Latin-1', () => {
    expect(pairsOf('HTTP/1.1 200 OK\r\nA: \xec\xa7\x91\r\nB: caf\xe9\r\nC: \xef\xbb\xbfx\r\n\r\n')).toEqual([
      ['A', '집'],
      ['B', 'café'],
      ['C', 'x'],
    ])
  })

  test.each([
    ['A: 1\x002', 'A', '1 2'],
    ['A: 1\x1b[2J\x7f', 'A', '1 [2J'],
    ['A: 1\r2', 'A', '1 2'],
    ['A\x00B: 1', 'A B', '1'],
    ['A : 1', 'A', '1'],
    ['no colon', 'no colon', ''],
    [': 1', '', '1'],
    ['A B: 1', 'A B', '1'],
    ['\xec\xa7\x91: 1', '집', '1'],
  ])('%j is shown, and called odd', (line, name, value) => {
    expect(headOf(`HTTP/1.1 200 OK\r\n${line}\r\n\r\n`)).toMatchObject({ headers: [{ name, value }], hasOddLines: true })
  })

  test('C1 controls of either reading are gone, a tab is a blank', () => {
    expect(pairsOf('HTTP/1.1 200 OK\r\nA: a\x9bb\r\nB: a\xc2\x9bb\r\nC: a\tb\r\n\r\n')).toEqual([
      ['A', 'a b'],
      ['B', 'a b'],
      ['C', 'a b'],
    ])
  })
})

test.each([
  ['Location: /a', '/a'],
  ['LOCATION:/a', '/a'],
  ['Location: ', ''],
  ['Location: /first\r\nLocation: /second', '/first'],
  ['Location: /a\x00b', '/a\x00b'],
  ['Location: /\xec\xa7\x91', '/집'],
  ['Location: /caf\xe9', '/caf%E9'],
  ['X: 1', null],
])('Location: %j is %j for the policy', (line, location) => {
  expect(headOf(`HTTP/1.1 302 Found\r\n${line}\r\n\r\n`).location).toBe(location)
})

describe('bounds', () => {
  const start = 'HTTP/1.1 200 OK\r\nA: '
  const filled = (bytes: number) => `${start}${'x'.repeat(bytes - start.length - 4)}\r\n\r\n`

  test('64 KiB, and not a byte more', () => {
    expect(headOf(filled(HEAD_MAX_BYTES)).headers[0]?.value).toHaveLength(HEAD_MAX_BYTES - start.length - 4)
    expect(read(filled(HEAD_MAX_BYTES + 1))).toBe('header-too-large')
    expect(read(`HTTP/1.1 100 Continue\r\n\r\n${filled(HEAD_MAX_BYTES - 24)}`)).toBe('header-too-large')
  })

  test('interim responses are skipped, up to sixteen', () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
    expect(pairsOf(`${interim.repeat(16)}HTTP/1.1 200 OK\r\nA: 1\r\n\r\n`)).toEqual([['A', '1']])
    expect(read(interim.repeat(17))).toBe('too-many-interim-responses')
  })

  test('nothing takes quadratic time', () => {
    const room = HEAD_MAX_BYTES - 100
    const hostile = [
      `A: x${' '.repeat(room)}x`,
      `A: ${' '.repeat(room)}`,
      `A: 1${'\r\n x'.repeat(room / 4)}`,
      'a:\r\n'.repeat(room / 4),
      ' \n'.repeat(room / 2),
      ':'.repeat(room),
    ]
    for (const lines of hostile) {
      const bytes = Buffer.from(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`)
      expect(cpuMsOf(() => expect(new HeadReader().push(bytes)).toMatchObject({ status: 200 }))).toBeLessThan(1000)
    }
    expect(new HeadReader().push(Buffer.from(`HTTP/1.1 ${' '.repeat(room)}\r\n\r\n`))).toBe('malformed-status-line')
  })

  test('any bytes are read or refused, and the result holds no control character', () => {
    const base = Buffer.from('HTTP/1.1 103 E\r\n\r\nHTTP/1.1 301 Moved\r\nLocation: /a\r\nA: b\r\n c\r\nSet-Cookie: d=e\r\n\r\n')
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 20_000; round++) {
      const bytes = Buffer.from(base)
      for (let change = 0; change <= random(4); change++) bytes[random(bytes.length)] = random(256)
      const read = new HeadReader().push(bytes)
      if (read === null || typeof read === 'string') continue
      for (const text of [read.statusText, ...read.headers.flatMap(({ name, value }) => [name, value])])
        expect(text).not.toMatch(CONTROL)
    }
  })
})
