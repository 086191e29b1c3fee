// The server list ping of Minecraft Java Edition: what is sent, and everything that a server may write into its answer.
import { describe, expect, test } from 'bun:test'
import { MINECRAFT } from '../../../../src/net/identity/tcp-exchange.ts'
import { minecraftStatus, statusPacket, varint } from '../../../support/identity/tcp-answers.ts'

const named = (fields: object) => MINECRAFT.read(minecraftStatus(fields))

test('the handshake of a client that asks for the status, and the request', () => {
  const sent = MINECRAFT.hello({ host: '9.9.9.9', port: 25_565 })
  expect(sent?.toString('hex')).toBe(
    `11 00 ffffffff0f 07 ${Buffer.from('9.9.9.9').toString('hex')} 63dd 01 01 00`.replaceAll(' ', ''),
  )
})

describe('an answer', () => {
  test('in full', () => {
    expect(named({})).toEqual({ kind: 'minecraft', name: 'A Minecraft Server', version: '1.21', players: { now: 3, max: 20 } })
  })

  test.each([
    ['a text', 'Our world', 'Our world'],
    ['a list', ['Our ', { text: 'world' }], 'Our world'],
    ['a key of a translation', { translate: 'menu.online', extra: ['!'] }, 'menu.online!'],
    ['an empty text with pieces', { text: '', extra: [{ text: 'Our' }, { extra: [{ text: ' world' }] }] }, 'Our world'],
    ['two lines', 'one\ntwo', 'one two'],
    ['control characters', 'a\u001b[31mb\u202ec\u0000d', 'a [31mb c d'],
    ['nothing', undefined, null],
    ['numbers', [1, null, true], null],
  ])('whose description is %s', (_, description, name) => {
    expect(named({ description })).toMatchObject({ name })
  })

  test.each([
    [{ max: 20, online: -1 }],
    [{ max: 1_000_001, online: 1 }],
    [{ max: 1.5, online: 1 }],
    [{ max: '20', online: '3' }],
    [{}],
    [null],
  ])('whose players are %p has none', (players) => {
    expect(named({ players })).toMatchObject({ kind: 'minecraft', players: null })
  })

  test('a name of 5,000 characters is cut to 100', () => {
    expect(named({ version: { name: '한'.repeat(5000) }, description: 'x'.repeat(5000) })).toMatchObject({
      name: 'x'.repeat(100),
      version: '한'.repeat(100),
    })
  })

  test('a description nested 5,000 deep, or of 50,000 pieces, is read as far as its bounds', () => {
    const deep = `${'{"extra":['.repeat(5000)}"x"${']}'.repeat(5000)}`
    expect(MINECRAFT.read(statusPacket(`{"version":{"name":"1"},"description":${deep}}`))).toMatchObject({
      name: null,
      version: '1',
    })
    const wide = JSON.stringify(Array.from({ length: 15_000 }, () => 'ab'))
    expect(MINECRAFT.read(statusPacket(`{"version":{"name":"1"},"description":${wide}}`))).toMatchObject({
      name: 'ab'.repeat(50),
    })
  })
})

describe('not an answer', () => {
  const whole = minecraftStatus()
  test('is waited for as long as its end is missing', () => {
    for (let length = 0; length < whole.length; length++) expect(MINECRAFT.read(whole.subarray(0, length))).toBe('more')
  })

  test.each([
    ['another packet', Buffer.from([2, 1, 0])],
    ['a length of six bytes', Buffer.alloc(6, 0xff)],
    ['a negative length', Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f])],
    ['a packet larger than any status', Buffer.concat([varint(200_000), Buffer.from([0])])],
    ['a string longer than its packet', Buffer.concat([varint(10), Buffer.from([0]), varint(5000)])],
    ['text that is not JSON', statusPacket('{')],
    ['JSON of something else', statusPacket('{"error":"no"}')],
    ['a list', statusPacket('[1]')],
    ['brackets alone', statusPacket('['.repeat(60_000))],
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(20))],
  ])('%s', (_, bytes) => {
    expect(MINECRAFT.read(bytes)).toBeNull()
  })
})
