import { describe, expect, test } from 'bun:test'
import { shortLines, shortOf } from '../../../src/contract/good.ts'
import { manifest } from '../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/registry/tools.ts'

const good = { field: 'status', values: ['open'] }

describe('the one value of an answer', () => {
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
  ])('is %s', (_, tool, answer, lines) => expect(shortLines(tool, answer)).toEqual(lines))
})

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
