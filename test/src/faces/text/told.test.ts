// Results whose tool does not draw them: made of their fields and labels.
import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { renderBlocks } from '../../../../src/faces/text/blocks.ts'
import { blocksOf, titlesIn } from '../../../../src/faces/text/told.ts'
import { defineText, defineTool, offline, oneOf, t } from '../../../../src/tool.ts'

const text = defineText({
  en: { title: 'T', summary: 'S', 'result.until': 'Free until', 'value.state.on': 'Still on' },
  ko: { title: 'T', summary: 'S', 'result.until': '기한', 'value.state.on': '켜짐' },
})
const tool = defineTool({
  ...{
    path: '/api/tools/some',
    text,
    policy: offline,
    body: t.Object({}),
    details: ['batch'],
    run: () => ({ until: '1', state: 'on' as const, batch: '' }),
  },
  result: t.Object({ until: t.String(), state: oneOf('on', 'off'), batch: t.String() }),
})
const told = (answer: object, isWhole = false, locale: 'en' | 'ko' = 'en') =>
  renderBlocks(blocksOf({ tool }, answer, locale), isWhole).split('\n')

test('labels and words are those of the tool, and details come on request', () => {
  const answer = { until: '2030', state: 'on', batch: 'B-9' }
  expect(told(answer)).toEqual(['Free until:  2030', 'State:       Still on'])
  expect(told(answer, true, 'ko').at(-1)).toBe('Batch:  B-9')
  expect(told(answer, false, 'ko')[0]).toBe('기한:   2030')
})

test('what is empty is not shown, and zero and no are; fields of every answer are shown by the face', () => {
  const empty = { a: null, b: '', c: [], d: { e: null, f: [] }, g: [null, ''], h: undefined }
  const envelope = { tool: 'x', checkedAt: '2026-06-05T04:03:02.000Z', elapsedMs: 5, headline: 'Found.', nextActions: [] }
  expect(told({ ...envelope, ...empty, count: 0, isOn: false })).toEqual(['Count:  0', 'Is on:  no'])
})

test('names are written as words, times as people read them, and nothing ends a line or turns it', () => {
  expect(told({ lossPercent: 5, checkedUntil: '2026-06-05T04:03:02.000Z', note: 'a\nb\u202e', IPv6: 'x' })).toEqual([
    ...['Loss percent:   5', 'Checked until:  2026-06-05 04:03 UTC', 'Note:           a b', 'IPv6:           x'],
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
