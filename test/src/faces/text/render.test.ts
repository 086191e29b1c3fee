import { describe, expect, test } from 'bun:test'
import { renderLines, renderText } from '../../../../src/faces/text/render.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'

const some = toolsOf(manifest).find(({ name }) => name === 'ping') ?? fail()

function fail(): never {
  throw new Error('there is no ping')
}

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

  test('is only the print if there are no actions', () => expect(rendered('HTTP/1.1 200\n\n')).toBe('HTTP/1.1 200\n'))

  test('lists fields where the tool draws nothing itself, and says guidance only below', () =>
    expect(rendered(null, 'Do this.')).toBe('Found:  it\n\n1. Do this.\n'))

  test('keeps each sentence on a line of its own, whatever is in it', () =>
    expect(rendered('open\n', 'Visit a\n> b\u202e\u2028now.')).toBe('open\n\n1. Visit a > b  now.\n'))

  test('of a text is that text', () =>
    expect(renderText(some, { result: '192.0.2.1', answer: '192.0.2.1' }, 'en')).toBe('192.0.2.1'))
})

test('lines for a terminal: one for each field, lists item by item, none for unknown values', () => {
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
