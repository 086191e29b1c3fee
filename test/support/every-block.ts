// A block of every kind, for what draws them.
import type { Block } from '../../src/contract/blocks.ts'

export const EVERY_BLOCK: readonly Block[] = [
  {
    kind: 'facts',
    title: 'Known',
    facts: [
      { label: '이름', values: ['a', 'b'] },
      { label: 'Host', values: ['c'], mark: 'bad' },
    ],
  },
  {
    kind: 'table',
    columns: ['Hop', 'Time'],
    rows: [['1', { text: '2 ms', notes: ['near', 'x'], share: 0.5 }], ['10', ''], ['Optional']],
  },
  { kind: 'note', text: 'Mind this.', mark: 'unknown' },
  { kind: 'list', title: 'Also', items: ['This.', '`that`'] },
  {
    kind: 'pair',
    left: { label: 'A', values: ['1'], note: 'cut' },
    right: { label: 'Bee', values: ['2'] },
    mark: 'bad',
    word: 'not the same',
  },
  {
    kind: 'chain',
    title: 'Way',
    links: [
      { name: 'one', notes: ['n'], badges: ['301'], mark: 'good' },
      { name: 'two', url: 'http://two', notes: ['m', 'Or `three`.'] },
    ],
  },
  {
    kind: 'bars',
    from: 0,
    to: 10,
    ends: ['0', '10'],
    bars: [
      { label: 'x', value: 5, text: '5 ms' },
      { label: 'y', value: null, text: 'lost', mark: 'bad' },
    ],
  },
  {
    kind: 'checks',
    lists: [
      {
        checks: [
          { label: 'first', found: 'there', mark: 'good' },
          { label: 'then', notes: ['wrong', 'late'], mark: 'bad' },
          { label: 'last', mark: null, badge: 'new', more: true },
        ],
      },
      { name: 'by x', word: 'works', mark: 'good', best: 'best', checks: [{ label: 'at y', notes: ['old'], mark: 'warning' }] },
      { name: 'by long z', word: 'fails', mark: 'bad', checks: [{ label: 'at z', found: 'z', mark: 'good' }] },
    ],
  },
  { kind: 'map', title: 'A map', places: [{ latitude: 1, longitude: 2 }], aroundKm: 50 },
  { kind: 'code', title: 'Lines', note: 'As `root`.', lines: ['HTTP/1.1 200', 'a: <b>'] },
  { kind: 'code', title: 'Shell', note: 'As root.', shell: true, lines: ['id'] },
  { kind: 'note', text: 'For those who ask.', more: true },
  { kind: 'note', text: 'a - b', plain: true },
]
