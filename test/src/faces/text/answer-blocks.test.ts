// Results whose tool does not draw them: made of their fields and labels.
import { describe, expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { isRecord } from '../../../../src/contract/clean.ts'
import { blocksOf, titlesIn } from '../../../../src/faces/text/answer-blocks.ts'
import { renderBlocks } from '../../../../src/faces/text/blocks.ts'
import { renderLines, renderText } from '../../../../src/faces/text/render.ts'
import { defineText, defineTool, offline, oneOf, t } from '../../../../src/tool.ts'
import { EVERY_BLOCK } from '../../../support/every-block.ts'
import { namedTool } from '../../../support/process/named-tool.ts'
import { bodyOf, postTool } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const text = defineText({
  en: { title: 'T', summary: 'S', 'result.until': 'Free until', 'value.state.on': 'Still on' },
  ko: { title: 'T', summary: 'S', 'result.until': '기한', 'value.state.on': '켜짐' },
})
const tool = defineTool({
  path: '/api/tools/some',
  text,
  policy: offline,
  body: t.Object({}),
  details: ['batch'],
  run: () => ({ until: '1', state: 'on' as const, batch: '' }),
  result: t.Object({ until: t.String(), state: oneOf('on', 'off'), batch: t.String() }),
})
const told = (answer: object, isWhole = false, locale: 'en' | 'ko' = 'en') =>
  renderBlocks(blocksOf({ tool }, answer, locale), isWhole).split('\n')

test('labels and words are those of the tool, and details come on request', () => {
  const answer = { until: '2030', state: 'on', batch: 'B-9' }
  expect(told(answer)).toEqual(['Free until:  2030', 'State:       Still on'])
  expect([told(answer, true, 'ko').at(-1), told(answer, false, 'ko')[0]]).toEqual(['Batch:  B-9', '기한:   2030'])
})

test('what is empty is not shown, and zero and no are; fields of every answer are shown by the face', () => {
  const empty = { a: null, b: '', c: [], d: { e: null, f: [] }, g: [null, ''], h: undefined }
  const envelope = { tool: 'x', checkedAt: '2026-06-05T04:03:02.000Z', elapsedMs: 5, headline: 'Found.', nextActions: [] }
  expect(told({ ...envelope, ...empty, count: 0, isOn: false })).toEqual(['Count:  0', 'Is on:  no'])
})

test('names are written as words, times as people read them, and nothing ends a line or turns it', () => {
  expect(told({ lossPercent: 5, checkedUntil: '2026-06-05T04:03:02.000Z', note: 'a\nb\u202e', IPv6: 'x' })).toEqual([
    'Loss percent:   5',
    'Checked until:  2026-06-05 04:03 UTC',
    'Note:           a b',
    'IPv6:           x',
  ])
})

test('a list of plain objects is a table; those with parts stand below each other, each with its number', () => {
  expect(told({ parts: [{ name: 'Fan', years: 1, gone: null }, { name: 'Case' }] })).toEqual([
    'Parts',
    '#  Name  Years',
    '1  Fan   1',
    '2  Case',
  ])
  expect(told({ parts: [{ name: 'Fan', made: { year: 2026 } }] })).toEqual(['Parts 1', 'Name:  Fan', '', 'Made', 'Year:  2026'])
  expect(told({ rows: [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }] })[0]).toBe('Rows 1')
  expect(told({ names: ['one'], more: ['two', 'three'] })).toEqual(['Names:  one', 'More:   two', 'More:   three'])
})

test('the titles of a schema are those of its fields, and of the words that they may have', () => {
  const state = Type.Union([Type.Literal('open', { title: 'Open to all' }), Type.Literal('shut')], { title: 'State' })
  const schema = Type.Object({ state, list: Type.Array(Type.Object({ inner: Type.String({ title: 'Inside' }) })) })
  expect(Object.fromEntries(titlesIn(schema))).toEqual({ state: 'State', 'state=open': 'Open to all', inner: 'Inside' })
})

test('what is nested without end is told as far as it says anything to a reader', () => {
  for (const wrap of [(inner: unknown) => ({ a: inner }), (inner: unknown) => [inner], (inner: unknown) => [{ a: inner }]]) {
    let deep: unknown = 'x'
    for (let depth = 0; depth < 20_000; depth++) deep = wrap(deep)
    expect(told({ deep }).at(-1)).toEndWith('…')
  }
})

const some = namedTool('ping')

/** Returns a tool that prints `text` above guidance of these sentences. */
function rendered(text: string | null, ...sentences: string[]): string {
  const { blocks: _, print: _print, ...tool } = some.tool
  const result = { found: 'it', nextActions: sentences.map((sentence, index) => ({ code: `c${index}`, text: sentence })) }
  const named = { name: some.name, tool: text === null ? tool : { ...tool, print: () => text } }
  return renderText(named, { result, answer: { tool: some.name, ...result } }, 'en')
}

describe('an outcome for a terminal', () => {
  test('has one empty line between findings and actions, however the print ends', () => {
    for (const text of ['open', 'open\n', 'open\n\n'])
      expect(rendered(text, 'Do this.', 'Then that.')).toBe('open\n\n1. Do this.\n2. Then that.\n')
    expect(rendered('', 'Do this.')).toBe('1. Do this.\n')
  })

  test('lists fields where the tool draws nothing itself, and says guidance only below', () =>
    expect(rendered(null, 'Do this.')).toBe('Found:  it\n\n1. Do this.\n'))

  test('keeps each sentence on a line of its own, whatever is in it', () =>
    expect(rendered('open\n', 'Visit a\n> b\u202e\u2028now.')).toBe('open\n\n1. Visit a > b  now.\n'))

  expect(renderLines({ ip: '192.0.2.1', country: null, asns: [{ asn: 1 }, { asn: 2 }], place: { city: 'Seoul' } })).toBe(
    ['ip:          192.0.2.1', 'asns.asn:    1', 'asns.asn:    2', 'place.city:  Seoul', ''].join('\n'),
  )
  expect(renderLines({})).toBe('')
  expect(renderLines({ organization: 'a\nregistry: \u001b[31mFAKE\u0085' })).toBe('organization:  a registry:  [31mFAKE \n')
})

test('a list as long as another doorstep may send does not exhaust the stack', () =>
  expect(renderLines({ some: Array.from({ length: 250_000 }, () => 1) })).toStartWith('some:  1\n'))

test('names of fields as another doorstep may send them write nothing to the terminal, nor multiply its answer', () => {
  expect(renderLines({ '\u001b[2J': 1, 'a\nb': { '\u202e': 2 }, constructor: 3 })).toBe(
    ' [2J:         1\na b. :        2\nconstructor:  3\n',
  )
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`f${index}`, 1]))
  expect(renderLines({ ['k'.repeat(20_000)]: 1, ...many }).length).toBeLessThan(250_000)
})

test('every kind of block has its lines, whose columns stand below each other', () => {
  expect(renderBlocks(EVERY_BLOCK)).toBe(`Known
이름:  a
이름:  b
Host:  c

Hop  Time
1    2 ms (near, x) ▇▇▇▇▇▇▇▇▇▇
10
Optional

Mind this.

Also
- This.
- \`that\`

A:    1
A:    cut
Bee:  2
≠ not the same

Way
1  one  301, n
2  two  http://two
   m
   Or \`three\`.

x  5 ms  ▇▇▇▇▇▇▇▇▇▇
y  lost
0 – 10

✓ first      there
✗ then       wrong
             late
✓ by x       works, best
  ! old
✗ by long z  fails

Lines: As \`root\`.
    HTTP/1.1 200
    a: <b>

# Shell
# As root.
id

a - b`)
})

test('what most readers do not need comes with details alone', () =>
  expect(renderBlocks(EVERY_BLOCK, true)).toEndWith('id\n\nFor those who ask.\n\na - b'))

// Blocks over HTTP: whoever prefers them gets them with the answer of every tool, also of one that prints in its own way.

const server = await sharedServer({ args: ['--allow-targets', '127.0.0.0/8'] })

test.each([
  ['ip-lookup', { ip: '8.8.8.8' }],
  ['http-headers', { url: 'http://127.0.0.1:1/' }],
  ['dns-lookup', { domain: 'example.com' }],
  ['router-login-route', { routerBrand: 'iptime' }],
] as const)('%s has them only where they are preferred, and not in text', async (tool, body) => {
  const ask = (headers: Record<string, string>) => postTool(server.url, tool, body, headers)
  const plain = await bodyOf(await ask({}))
  expect(plain.blocks).toBeUndefined()
  const drawn = await ask({ prefer: 'blocks' })
  expect(drawn.headers.get('preference-applied')).toBe('blocks')
  const { blocks } = await bodyOf(drawn)
  expect(blocks.length).toBeGreaterThan(0)
  expect(blocks.filter((block: unknown) => !isRecord(block) || typeof block.kind !== 'string')).toEqual([])
  const told = await ask({ prefer: 'blocks', accept: 'text/plain' })
  expect([told.headers.get('preference-applied'), (await told.text()).startsWith(plain.headline)]).toEqual([null, true])
})
