import { describe, expect, test } from 'bun:test'
import type { Block } from '../../../../../src/contract/blocks.ts'
import { Blocks } from '../../../../../src/faces/web/page/blocks.tsx'
import { EVERY_BLOCK } from '../../../../support/every-block.ts'
import { drawn, textOf } from '../../../../support/page/drawn.tsx'

test('an answer of an earlier server, without blocks, is drawn as nothing', () => {
  expect(textOf(drawn(<Blocks blocks={undefined} />))).toEqual([])
})

describe('every kind of block is drawn', () => {
  const drawnOf = (kind: Block['kind']) => drawn(<Blocks blocks={EVERY_BLOCK.filter((block) => block.kind === kind)} />)

  test.each<[Block['kind'], string[], string]>([
    ['facts', ['Known', '이름', 'a', 'b', 'Host', 'c'], '<div class="marked-bad"><dt><span class="step-problem"'],
    ['table', ['Hop', 'Time', '1', '2 ms', 'near', 'x', '10'], '<rect width="50%"'],
    ['pair', ['A', '1', 'cut', '≠', 'not the same', 'Bee', '2'], '<span class="step-problem" aria-hidden="true">'],
    ['list', ['Also', 'This.', 'that'], '<li><code>that</code></li>'],
    ['chain', ['Way', 'one', '301', 'n', 'two', 'http://two'], '<span class="step-ok"'],
    ['bars', ['x', '5 ms', 'y', 'lost', '0', '10'], '<rect width="50%"'],
    ['map', [], 'aria-label="A map"'],
    [
      'checks',
      ['Good', 'first', 'there', 'Problem', 'then', 'wrong', 'late', 'Skipped', 'last', 'new'],
      'class="step step-problem step-cause"',
    ],
    ['code', ['Lines', 'As', 'root', '.', 'HTTP/1.1 200', 'a: &lt;b>'], '<pre'],
    ['note', ['Mind this.', 'Details', 'For those who ask.'], '<details><summary>Details</summary>'],
  ])('%s', (kind, texts, markup) => {
    const all = drawnOf(kind)
    expect(textOf(all).slice(0, texts.length)).toEqual(texts)
    expect(all).toContain(markup)
  })

  test('of ways beside each other, one alone is the best', () => {
    const all = drawnOf('checks')
    expect(all.match(/class="branch best"/g)).toHaveLength(1)
    expect(all).toContain('<section class="branch best" aria-label="by x">')
  })

  test('a single place is drawn with its neighbourhood, and several on the whole world', () => {
    expect(drawnOf('map')).not.toContain('viewBox="0 0 960 424"')
    const places = [
      { latitude: 1, longitude: 2 },
      { latitude: 3, longitude: 4 },
    ]
    expect(drawn(<Blocks blocks={[{ kind: 'map', title: '', places, aroundKm: 50 }]} />)).toContain('viewBox="0 0 960 424"')
  })
})
