import { describe, expect, test } from 'bun:test'
import { facts, sharesOf } from '../../../src/contract/blocks.ts'
import { cleanText } from '../../../src/contract/clean.ts'
import { shortLines, shortOf } from '../../../src/contract/good.ts'
import { defineText } from '../../../src/contract/text.ts'
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/operations/registry/tools.ts'

test('facts are those that are known: zero is, nothing is not', () => {
  const known = facts([
    ['a', 0],
    ['b', ''],
    ['c', null],
    ['d', undefined],
    ['e', []],
    ['f', ['x', 'y'], 'bad'],
  ])
  expect(known.facts.map(({ label, values, mark }) => [label, values, mark])).toEqual([
    ['a', ['0'], null],
    ['f', ['x', 'y'], 'bad'],
  ])
})

test.each([
  ['from 0 to the largest', { values: [5, 20, null] }, [0.25, 1, 0]],
  ['from another number', { values: [50, 60], from: 40 }, [0.5, 1]],
  ['to a number of its own, and no further', { values: [25, 300, -5], to: 100 }, [0.25, 1, 0]],
  ['nowhere', { values: [0, 0] }, [0, 0]],
] as const)('a bar is as long as its number is large: %s', (_, { values, ...axis }, shares) => {
  const bars = values.map((value) => ({ label: '', text: '', value }))
  expect(sharesOf({ kind: 'bars', bars, ...axis })).toEqual([...shares])
})

const text = defineText({
  en: { plain: 'Hello.', slots: '{port} on {host}, {port} again' },
  ko: { plain: '안녕하세요.', slots: '{host}의 {port}번 포트' },
})

test('the text in a slot is never read as a slot', () =>
  expect(text.say('en', 'slots', { port: '{host}', host: '$&' })).toBe('{host} on $&, {host} again'))

test.each([
  ['a\r\nb', 'a  b'],
  ['\u001b[2J\u0000\u007f\u0085\u009b', ' [2J    '],
  ['a\tb', 'a b'],
  ['\u202egnp\u2066\u200b\ufeff', ' gnp   '],
  ['a\u2028b\u2029c', 'a b c'],
  ['\u{e0001}x', ' x'],
  ['집 é 😀 "quoted" \\ 1', '집 é 😀 "quoted" \\ 1'],
])('%j is %j', (text, clean) => expect(cleanText(text)).toBe(clean))

const good = { field: 'status', values: ['open'] }

test.each([
  ['the field that the tool names', { short: { field: 'best' }, good }, { best: 'dns-01', status: 'open' }, ['dns-01']],
  ['otherwise the one it is judged by', { short: null, good }, { status: 'closed', headline: 'No.' }, ['closed']],
  ['otherwise the headline', { short: null, good: null }, { headline: 'It is so.' }, ['It is so.']],
  ['a text as it is', { short: null, good: null }, '192.0.2.1\n', ['192.0.2.1']],
  ['each entry of a list', { short: { field: 'values' }, good }, { values: ['a', 'b'] }, ['a', 'b']],
  ['false and 0', { short: { field: 'values' }, good }, { values: [false, 0] }, ['false', '0']],
  ['nothing for what is not known', { short: { field: 'best' }, good }, { best: null }, []],
  ['nothing for an empty list', { short: { field: 'values' }, good }, { values: [] }, []],
  [
    'parts side by side, and no entry that lacks one',
    { short: { field: 'hops', parts: ['hop', 'address'] }, good },
    {
      hops: [
        { hop: 1, address: '192.0.2.1' },
        { hop: 2, address: null },
        { hop: 3, address: '192.0.2.3' },
      ],
    },
    ['1 192.0.2.1', '3 192.0.2.3'],
  ],
  ['a part of an object', { short: { field: 'rttMs', parts: ['avg'] }, good }, { rttMs: { avg: 1.5 } }, ['1.5']],
  // Another doorstep may answer with anything.
  ['no line feed of a stranger', { short: { field: 'values' }, good }, { values: ['a\nb\u001b[2J'] }, ['a b [2J']],
  ['nothing for a value of another kind', { short: { field: 'best' }, good }, { best: { toString: 'x' } }, []],
  ['nothing of what is inherited', { short: { field: 'constructor' }, good }, {}, []],
  ['nothing of what is no object', { short: { field: 'best' }, good }, 7, []],
])('the one value of an answer is %s', (_, tool, answer, lines) => expect(shortLines(tool, answer)).toEqual(lines))

describe.each(toolsOf(manifest))('$name', ({ tool }) => {
  test('names a field and parts that its result has', () => {
    const short = shortOf(tool)
    if (tool.result.type === 'string' || short === null) return expect(tool.result.type).toBe('string')
    const field = tool.result.properties[short.field]
    expect(field).toBeDefined()
    const object = [field, field.items, ...(field.anyOf ?? [])].find((one) => one?.properties)
    // Two parts that stand together where they differ, as in `443:18443`.
    const parts = short.parts?.flatMap((part) => part.split(':')) ?? []
    for (const part of parts) expect(Object.keys(object.properties)).toContain(part)
  })
})
