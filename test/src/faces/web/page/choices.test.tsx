// Words for the values of a choice.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { useChoices } from '../../../../../src/faces/web/page/field.tsx'
import type { Catalogue, FieldSchema } from '../../../../../src/faces/web/page/lists.ts'
import { Language } from '../../../../../src/faces/web/page/words.ts'

const platforms = [
  { id: 'windows', name: 'Windows' },
  { id: 'macos', name: 'macOS' },
]
const CATALOGUE: Catalogue = {
  ...{ services: [], brands: [], providers: [], platforms },
  recordTypes: [{ id: 'MX', name: 'mail servers' }],
}

function choices(name: string, schema: FieldSchema, value: unknown = '', locale: 'en' | 'ko' = 'en'): string[] {
  const found: string[] = []
  const Probe = () => {
    for (const { value: one, word } of useChoices()(name, schema, CATALOGUE, value)) found.push(`${one}: ${word}`)
    return null
  }
  renderToStaticMarkup(
    <Language.Provider value={locale}>
      <Probe />
    </Language.Provider>,
  )
  return found
}

const oneOf = (...words: string[]): FieldSchema => ({ anyOf: words.map((word) => ({ const: word })) })

test('protocols are in capitals, other words in the language, and methods as they are', () => {
  expect(choices('protocol', oneOf('tcp', 'udp', 'both'))).toEqual(['tcp: TCP', 'udp: UDP', 'both: TCP and UDP'])
  expect(choices('state', oneOf('yes', 'GET'), '', 'ko')).toEqual(['yes: 예', 'GET: GET'])
  expect(choices('protocol', { const: 'tcp', title: 'Protocol' })).toEqual(['tcp: TCP'])
})

test('a word of a plug-in has its own title', () => {
  expect(choices('colour', { anyOf: [{ const: 'black', title: 'Coal black' }, { const: 'yes' }] })).toEqual([
    'black: Coal black',
    'yes: Yes',
  ])
})

test('names come from the catalogue, and a type of record keeps its own beside it', () => {
  expect(choices('platform', { type: 'string' })).toEqual(['windows: Windows', 'macos: macOS'])
  expect(choices('recordType', { type: 'string', examples: ['A', 'MX'] })).toEqual(['A: A', 'MX: MX · mail servers'])
})

test('a value that was given is never lost, and never there twice', () => {
  expect(choices('platform', { type: 'string' }, 'Windows 11').at(-1)).toBe('Windows 11: Windows 11')
  expect(choices('platform', { type: 'string' }, 'MACOS')).toEqual(['windows: Windows', 'MACOS: macOS'])
  expect(choices('protocol', oneOf('tcp'), 'tcp')).toEqual(['tcp: TCP'])
})
