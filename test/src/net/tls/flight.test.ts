import { describe, expect, test } from 'bun:test'
import { type Flight, FlightReader } from '../../../../src/net/tls/flight.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { u16 } from '../../../support/dns/wire.ts'
import { alert, certificateMessage, handshakeMessage, RETRY_RANDOM, record, serverHello } from '../../../support/tls/wire.ts'

const ALPN: [number, Buffer] = [16, Buffer.from('\0\x03\x02h2')]
const TLS13: [number, Buffer] = [43, u16(0x0304)]
const DONE = handshakeMessage(14, Buffer.alloc(0))
const CURVE = handshakeMessage(12, Buffer.from([3, 0, 29, 32, ...Buffer.alloc(32)]))
const STAPLE = handshakeMessage(22, Buffer.from([1, 0, 0, 1, 0]))
const CERTIFICATES = [Buffer.from('first'), Buffer.from('second')]

function read(bytes: Buffer, step = bytes.length): { flight: Flight; done: boolean } {
  const reader = new FlightReader()
  for (let at = 0; at < bytes.length; at += step) reader.add(bytes.subarray(at, at + step))
  return { flight: reader.flight, done: reader.done }
}

describe('TLS 1.2 and before', () => {
  const messages = [serverHello({ extensions: [ALPN] }), certificateMessage(...CERTIFICATES), STAPLE, CURVE, DONE]
  const whole = {
    flight: {
      answer: 'hello',
      alert: null,
      protocol: 'TLSv1.2',
      cipher: 'ECDHE-RSA-AES128-GCM-SHA256',
      alpn: 'h2',
      keyExchange: 'X25519',
      certificates: CERTIFICATES,
      stapled: true,
    },
    done: true,
  } as const

  test('the whole flight, however it is cut into records and chunks', () => {
    const one = record(22, Buffer.concat(messages))
    const many = Buffer.concat(messages.map((message) => record(22, message)))
    const tiny = Buffer.concat([...Buffer.concat(messages)].map((byte) => record(22, Buffer.from([byte]))))
    for (const bytes of [one, many, tiny]) for (const step of [1, 7, 4096]) expect(read(bytes, step)).toEqual(whole)
  })

  test('an older version, no extensions, no staple, keys without a curve', () => {
    for (const [version, protocol] of [
      [0x0300, 'SSLv3'],
      [0x0301, 'TLSv1'],
      [0x0302, 'TLSv1.1'],
    ] as const)
      for (const [cipher, keyExchange] of [
        [0x002f, 'RSA'],
        [0x0033, 'DHE'],
        [0xc013, null],
      ] as const) {
        const { flight } = read(
          record(22, Buffer.concat([serverHello({ version, cipher }), certificateMessage(), DONE]), version),
        )
        expect(flight).toMatchObject({ answer: 'hello', protocol, keyExchange, alpn: null, stapled: false, certificates: [] })
      }
  })

  test('a warning is skipped, a fatal alert is the end', () => {
    const rest = record(22, Buffer.concat(messages))
    expect(read(Buffer.concat([alert(1, 112), rest]))).toEqual(whole)
    expect(read(Buffer.concat([alert(2, 40), rest]))).toMatchObject({ flight: { answer: 'alert', alert: 40 }, done: true })
    expect(read(Buffer.concat([record(22, serverHello()), alert(2, 80)]))).toMatchObject({
      flight: { answer: 'hello', alert: 80, certificates: [] },
      done: true,
    })
    expect(read(alert(1, 0))).toMatchObject({ flight: { answer: 'nothing' }, done: true })
  })
})

test('TLS 1.3: a hello and a request for another one both name the group', () => {
  const key = Buffer.concat([u16(29), u16(32), Buffer.alloc(32)])
  const hello = { cipher: 0x1301, sessionId: Buffer.alloc(32) }
  expect(read(record(22, serverHello({ ...hello, extensions: [TLS13, [51, key]] })))).toMatchObject({
    flight: { protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', keyExchange: 'X25519', stapled: null },
    done: true,
  })
  const retry = serverHello({ ...hello, random: Buffer.from(RETRY_RANDOM), extensions: [TLS13, [51, u16(0x11ec)]] })
  expect(read(record(22, retry))).toMatchObject({ flight: { protocol: 'TLSv1.3', keyExchange: 'X25519MLKEM768' }, done: true })
})

describe('answers that are not TLS', () => {
  test.each([
    ['HTTP/1.1 400 Bad Request\r\n\r\n', 'http'],
    ['SSH-2.0-OpenSSH_9.2\r\n', 'other'],
    ['220 mail.test ESMTP\r\n', 'other'],
    ['\x16\x02\x00\x00\x04rest', 'other'],
    ['\x16\x03\x03\xff\xffrest', 'other'],
    ['HT', 'nothing'],
    ['', 'nothing'],
  ] as const)('%j', (bytes, answer) => {
    for (const step of [1, 100]) expect(read(Buffer.from(bytes, 'latin1'), step).flight.answer).toBe(answer)
  })

  test('a message other than the first, a version that is none, lengths that lead nowhere', () => {
    expect(read(record(22, DONE)).flight.answer).toBe('other')
    expect(read(record(22, serverHello({ version: 0x0204 }))).flight.answer).toBe('other')
    expect(read(record(22, handshakeMessage(2, Buffer.from([3, 3])))).flight.answer).toBe('other')
  })

  test('no bytes make it throw, or read on without end', () => {
    const flight = Buffer.concat([serverHello({ extensions: [ALPN] }), certificateMessage(...CERTIFICATES), STAPLE, CURVE, DONE])
    const random = seededRandom(8446)
    for (let count = 0; count < 5000; count++) expect(read(mutate(record(22, flight), random)).flight.answer).toBeString()
    const endless = new FlightReader()
    for (let sent = 0; sent < 100 && !endless.done; sent++) endless.add(record(22, handshakeMessage(11, Buffer.alloc(16_000))))
    expect(endless.done).toBe(true)
  })
})

describe('answers that cost the server nothing and us much', () => {
  test('a message that says it is too long is not waited for', () => {
    const head = Buffer.from([11, 2, 0, 0])
    expect(read(record(22, Buffer.concat([serverHello(), head])))).toMatchObject({ flight: { answer: 'other' }, done: true })
  })

  test('no more than the limit is looked at, even in one chunk', () => {
    const reader = new FlightReader()
    reader.add(Buffer.concat([record(22, serverHello()), Buffer.alloc(200_000, alert(1, 112))]))
    expect(reader).toMatchObject({ done: true, flight: { answer: 'other', protocol: null } })
  })
})
