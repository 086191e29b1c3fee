import { expect, test } from 'bun:test'
import { renderBlocks } from '../../../../src/faces/text/blocks.ts'
import { EVERY_BLOCK } from '../../../support/every-block.ts'

test('every kind of block has its lines, whose columns stand below each other', () => {
  expect(renderBlocks(EVERY_BLOCK)).toBe(`Known
이름:  a
이름:  b
Host:  c

Hop  Time
1    2 ms (near, x) ▇▇▇▇▇▇▇▇▇▇
10
Only if needed

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

test('a name that would fill every line moves its own value only', () => {
  const facts = [
    { label: 'k'.repeat(20_000), values: ['1'] },
    ...Array.from({ length: 2000 }, () => ({ label: 'a', values: ['1'] })),
  ]
  expect(renderBlocks([{ kind: 'facts', facts }]).length).toBeLessThan(250_000)
})
