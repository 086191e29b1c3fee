// Results without a drawing of their own.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Fields, titlesIn, WholeResult } from '../../../../../src/faces/web/page/value.tsx'

const drawn = (record: Record<string, unknown>) => renderToStaticMarkup(<Fields record={record} />)
const textOf = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s{2,}/)

test('what is empty is not shown, and zero and no are', () => {
  const empty = { a: null, b: '', c: [], d: { e: null, f: [] }, g: [null, ''], h: undefined }
  expect(textOf(drawn({ ...empty, count: 0, isOn: false }))).toEqual(['Count', '0', 'Is on', 'no'])
})

test('names of fields are written as words, times as people read them, and markup is text', () => {
  const markup = drawn({ lossPercent: 5, checkedUntil: '2026-06-05T04:03:02.000Z', note: '<b>bold</b>', IPv6: 'x' })
  expect(markup).toContain('&lt;b>bold&lt;/b>')
  expect(textOf(markup).filter((text) => !text.includes('bold'))).toEqual([
    ...['Loss percent', '5', 'Checked until', '2026-06-05 04:03 UTC', 'Note', 'IPv6', 'x'],
  ])
})

test('a list of plain objects is a table whose cells know their columns; one with parts is a list of cards', () => {
  const table = drawn({ parts: [{ name: 'Fan', years: 1, gone: null }, { name: 'Case' }] })
  expect(table).toContain('<td data-label="Name">Fan</td><td data-label="Years">1</td>')
  expect(table).not.toContain('Gone')
  expect(table).toContain('<td data-label="Years"></td>')
  const cards = drawn({ parts: [{ name: 'Fan', made: { year: 2026 } }] })
  expect(cards).toContain('<ol class="cards"><li><dl class="values">')
  expect(cards).not.toContain('<table')
  expect(drawn({ rows: [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }] })).not.toContain('<table')
  expect(textOf(drawn({ names: ['one'], more: ['two', 'three'] }))).toEqual(['Names', 'one', 'More', 'two', 'three'])
})

test('the titles of a schema are those of its fields, and of the words that they may have', () => {
  const status = { anyOf: [{ const: 'open', title: 'Open to all' }, { const: 'shut' }], title: 'State' }
  const schema = { properties: { status, list: { items: { properties: { inner: { title: 'Inside', const: true } } } } } }
  const titles = titlesIn(schema)
  expect(Object.fromEntries(titles)).toEqual({ status: 'State', 'status=open': 'Open to all', inner: 'Inside' })
  expect([...titlesIn(undefined)]).toEqual([])
})

test('fields of every answer are shown by the frame, not once more', () => {
  const envelope = { tool: 'x', checkedAt: '2026-06-05T04:03:02.000Z', elapsedMs: 5, headline: 'Found.', nextActions: [] }
  expect(textOf(renderToStaticMarkup(<WholeResult answer={{ ...envelope, city: 'Ulm' }} />))).toEqual(['City', 'Ulm'])
})
