import { describe, expect, test } from 'bun:test'
import { tagsIn, VALUE_CHARACTERS_MAX, valuesIn } from '../../../../../src/net/gateway/upnp/device.ts'
import { cpuMsOf } from '../../../../support/cost.ts'

const values = (document: string) => Object.fromEntries(valuesIn(document))
const [LF, RIGHT_TO_LEFT, ESCAPE] = ['\n', '\u202e', '\u001b']

describe('a document of a gateway', () => {
  test('is read by its tags, whatever prefixes, attributes and white space they have', () => {
    const document = '<?xml version="1.0"?><s:Body a="1"><u:Ip  xmlns:u="x">\r\n 192.0.2.1 </u:Ip><b/><b>2</b></s:Body>'
    expect(values(document)).toEqual({ Body: '', Ip: '192.0.2.1', b: '' })
    expect([...tagsIn('<a>1</a>')]).toEqual([
      { name: 'a', isEnd: false, text: '1' },
      { name: 'a', isEnd: true, text: '' },
    ])
  })

  test('stands for the characters of XML alone', () => {
    expect(values('<a>&lt;&amp;lt;&#65;&#x42;&apos;&quot;&gt;</a>')).toEqual({ a: `<&lt;AB'">` })
    expect(values('<a>&nbsp;&constructor;&evil;&#99999999;&#x110000;</a>')).toEqual({
      a: '&nbsp;&constructor;&evil;&#99999999;&#x110000;',
    })
    expect(values('<a>&#xd800;x</a>')).toEqual({ a: '\ufffdx' })
  })

  test('cannot end a line, move the cursor or change the direction, neither plainly nor by number', () => {
    expect(values(`<a>1${LF}2${RIGHT_TO_LEFT}3${ESCAPE}[31m4</a>`)).toEqual({ a: '1 2 3 [31m4' })
    expect(values('<a>1&#10;2&#x202E;3&#27;[31m4</a>')).toEqual({ a: '1 2 3 [31m4' })
  })

  test('is read up to a document type, which could define entities', () =>
    expect(values('<a>1</a><!DOCTYPE l [<!ENTITY e SYSTEM "file:///etc/passwd">]><b>&e;</b>')).toEqual({ a: '1' }))

  test('has no values in comments, instructions and character data', () =>
    expect(values('<!-- <a>1</a> --><?p <a>2</a>?><![CDATA[<a>3</a>]]><a>4</a>')).toEqual({ a: '4' }))

  test('that was cut off has no last value', () => {
    expect(values('<a>1</a><Ip>198.51.100.1')).toEqual({ a: '1', Ip: '' })
    expect(values('<a>1</a><b')).toEqual({ a: '1' })
  })

  test('has no value that is longer than one can be', () => {
    const longest = 'x'.repeat(VALUE_CHARACTERS_MAX)
    expect(values(`<a>${longest}</a><b>${longest}x</b>`)).toEqual({ a: longest, b: '' })
  })

  const SIZE = 64 * 1024
  const filled = (part: string) => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE)
  const HOSTILE = [
    '<',
    '>',
    '<a>',
    '<a',
    '</',
    '<!--',
    '<![CDATA[',
    '<?',
    '&',
    '&#',
    '<a>&amp;',
    '<a:',
    '<a b="',
    'a',
    '<!-- --',
    ' ',
    '<a>\n',
  ]
  test.each(HOSTILE)('costs little when it consists of %j', (part) => {
    expect(cpuMsOf(() => valuesIn(filled(part)))).toBeLessThan(250)
  })
})
