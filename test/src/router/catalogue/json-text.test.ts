import { expect, test } from 'bun:test'
import { readJsonText } from '../../../../src/router/catalogue/json-text.ts'
import { seededRandom } from '../../../support/data/sources.ts'

const faultsOf = (text: string) => {
  const read = readJsonText(text)
  return 'value' in read ? [] : read.map(({ line, column, says }) => `${line}:${column} ${says.en}`)
}

test('a value, and the position of each part', () => {
  const read = readJsonText('[\r\n  {"a": 1,\r\n   "b": [true,\r\n     {"한글": "x"}]}\r\n]\r\n')
  if (!('value' in read)) throw new Error('it is JSON')
  expect(read.value).toEqual([{ a: 1, b: [true, { 한글: 'x' }] }])
  const places: [string[], number][] = [
    [[], 1],
    [['0'], 2],
    [['0', 'a'], 2],
    [['0', 'b'], 3],
    [['0', 'b', '1', '한글'], 4],
    // A missing value has the position where it should be.
    [['0', 'b', '1', 'en'], 4],
    [['7'], 1],
  ]
  for (const [path, line] of places) expect(read.lineOf(path)).toBe(line)
})

test.each([
  ['', ['1:1 invalid JSON: expected a value']],
  ['[1,\n2,\n]', ['3:1 invalid JSON: expected a value']],
  ['[{"a": 1\n"b" 2}]', ['2:1 invalid JSON: expected a comma before this']],
  ['[{"a": 1,}]', ['1:10 invalid JSON: expected a field name in double quotes']],
  ["[\n'a',\nundefined]", ['2:1 invalid JSON: expected text in double quotes', '3:1 invalid JSON: expected text']],
  ['["a]', ['1:2 invalid JSON: the closing quote is missing on this line']],
  ['["\\x", \n"\\u12"]', ['1:2 invalid JSON: write a backslash in text', '2:1 invalid JSON: "\\u" must be followed by four']],
  ['// no\n[]', ['1:1 invalid JSON: comments are not allowed']],
  ['[1.]', ['1:2 invalid JSON: not a valid number']],
  ['[] []', ['1:4 invalid JSON: unexpected content after the list']],
  ['["a\tb"]', ['1:2 invalid JSON: control characters are not allowed in text']],
])('every line that is not JSON is reported once: %j', (text, expected) =>
  expect(faultsOf(text)).toEqual(expected.map((fault) => expect.stringContaining(fault))),
)

test('accepts exactly what JSON.parse accepts', () => {
  const pieces = [...'[ ] { } , : "a" 1 - 0 .5 e3 true null'.split(' '), ' ', '\n', '\t', '"', '\\', '\u00a0', '/*', '\0']
  const random = seededRandom(8259)
  const below = (limit: number) => Math.floor(random() * limit)
  let accepted = 0
  for (let round = 0; round < 20_000; round++) {
    const text = Array.from({ length: 1 + below(7) }, () => pieces[below(pieces.length)]).join('')
    const read = readJsonText(text)
    const parsed = parseOrNull(text)
    expect([text, 'value' in read]).toEqual([text, parsed !== null])
    if ('value' in read && parsed) expect(read.value).toEqual(parsed.value)
    if (parsed) accepted++
  }
  expect(accepted).toBeGreaterThan(200)
})

function parseOrNull(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

test('endless nesting is refused at a depth, but brackets in a text are not', () => {
  expect(faultsOf(`${'[\n'.repeat(40)}`)).toEqual(['33:1 is nested more than 32 levels deep'])
  expect(faultsOf('{"a":'.repeat(100_000))).toHaveLength(1)
  expect(faultsOf(JSON.stringify(['['.repeat(100), '\\"{'.repeat(100)]))).toEqual([])
})
