// Forms, as a schema makes them.
import { describe, expect, test } from 'bun:test'
import type { Catalogue, FieldSchema } from '../../../../../src/faces/web/page/ask.ts'
import { useChoices } from '../../../../../src/faces/web/page/field.tsx'
import * as fields from '../../../../../src/faces/web/page/fields.ts'
import { bodySchemaIn } from '../../../../../src/operations/registry/describe.ts'
import { TOOLS } from '../../../../support/page/answers.ts'
import { drawn } from '../../../../support/page/drawn.tsx'

/** A schema as of a plug-in, with fields that the page does not know. */
const SCHEMA = {
  type: 'object',
  required: ['host'],
  properties: {
    host: { type: 'string' },
    count: { type: 'integer', default: 4 },
    share: { type: 'number' },
    deep: { type: 'boolean' },
    way: { anyOf: [{ const: 'a' }, { const: 'b' }], default: 'a' },
    only: { const: 'tcp' },
    ports: { type: 'array', items: { type: 'object', properties: { port: { type: 'integer' }, protocol: { type: 'string' } } } },
    tags: { type: 'array', items: { type: 'string' } },
    ways: { type: 'array', items: { anyOf: [{ const: 'a' }, { const: 'b' }] }, default: ['a', 'b'] },
    marks: { type: 'array', items: { const: 'x' } },
    more: { type: 'object', properties: {} },
    routerBrand: { type: 'string' },
    platform: { type: 'string' },
    recordType: { type: 'string', examples: ['A', 'AAAA'] },
  },
} satisfies FieldSchema

test('every kind of field has a control', () => {
  const entering = Object.entries(SCHEMA.properties).map(([name, field]) => `${name} ${fields.controlKindOf(name, field)}`)
  expect(entering).toEqual([
    'host text',
    'count number',
    'share number',
    'deep switch',
    'way choice',
    'only choice',
    'ports rows',
    'tags json',
    'ways choices',
    'marks choices',
    'more json',
    'routerBrand listed',
    'platform choice',
    'recordType choice',
  ])
})

test.each<[string, fields.Values, object]>([
  [
    'are of the types in the schema, without empty ones',
    { host: ' a.example ', count: '5', share: '0.5', deep: 'true', way: 'b', tags: '["a","b"]', routerBrand: '', unknown: 'x' },
    { host: 'a.example', count: 5, share: 0.5, deep: true, way: 'b', tags: ['a', 'b'] },
  ],
  [
    'have a row for each that is filled in',
    { ports: [{ port: '80', protocol: '' }, {}, { port: '443', protocol: 'tcp' }] },
    { ports: [{ port: 80 }, { port: 443, protocol: 'tcp' }] },
  ],
  ['have no rows without any', { ports: [{}] }, {}],
  ['have the words that are checked', { ways: ['b'], marks: ['x'] }, { ways: ['b'], marks: ['x'] }],
  ['have no words where the server would take a default', { ways: [], marks: [] }, { ways: [] }],
  ['have words of a link', { ways: '["a"]', marks: '' }, { ways: ['a'] }],
  ['that do not fit are sent unchanged', { count: 'four', tags: '[', deep: 'maybe' }, { count: 'four', tags: '[', deep: false }],
])('entered values %s', (_, entered, body) => {
  expect(fields.bodyFrom(SCHEMA, entered)).toEqual({ ...body })
})

test('a box that is not ticked says no where the field has to say something', () => {
  const schema = { properties: { agreed: { type: 'boolean' }, other: { type: 'boolean' } }, required: ['agreed'] }
  expect(fields.bodyFrom(schema, { agreed: '', other: '' })).toEqual({ agreed: false })
})

const firstValues = (link: string | Record<string, string>, last = {}) =>
  fields.firstValues(SCHEMA, new URLSearchParams(link), last)

test('a form starts with the values of a link, otherwise with those sent last, otherwise with the defaults', () => {
  const last = { host: 'last.example', ports: [{ port: 80 }] }
  expect(firstValues('', last)).toMatchObject({ ...last, count: 4, ways: ['a', 'b'] })
  const linked = firstValues({ host: 'linked.example', ways: '["b"]' }, last)
  expect(linked).toMatchObject({ host: 'linked.example', count: 4, ports: '', ways: ['b'], share: '' })
})

test('a link keeps a wrong value, takes a choice in any case, and what it names in vain is known', () => {
  const link = 'recordType=aaaa&way=z&count=four&name=x&name=y&host=h'
  expect(firstValues(link)).toMatchObject({ recordType: 'AAAA', way: 'z', count: 'four', host: 'h' })
  expect(fields.strangersIn(SCHEMA, new URLSearchParams(link))).toEqual(['name'])
  expect(fields.strangersIn(SCHEMA, new URLSearchParams('constructor=1'))).toEqual(['constructor'])
})

describe('a forged link', () => {
  const odd = '{"toString":1,"valueOf":1}'

  test('brings no object where a text or a number is, nor do kept values that no form wrote', () => {
    const linked = firstValues({ host: odd, count: odd, way: odd, ports: `[null,[],7,{"port":${odd}}]` })
    expect(linked).toMatchObject({ host: odd, count: odd, way: odd, ports: [{ port: odd }] })
    const own = firstValues('__proto__=x&constructor=y')
    expect([own, Object.getPrototypeOf(own)]).toEqual([firstValues(''), Object.prototype])
    const last = firstValues('', { host: { toString: 1 }, ports: [{ port: { toString: 1 } }] })
    expect(last).toMatchObject({ host: '{"toString":1}', ports: [{ port: '{"toString":1}' }] })
  })

  test('brings nothing endless or invisible', () => {
    expect(String(firstValues({ host: 'x'.repeat(100_000) }).host)).toHaveLength(4000)
    expect(firstValues({ host: 'a\u202eb\u200bc' }).host).toBe('a b c')
    const strangersIn = (...names: string[]) => fields.strangersIn(SCHEMA, new URLSearchParams(names.map((name) => [name, '1'])))
    expect(strangersIn('your router was hacked', 'one')).toEqual(['…', 'one'])
    expect(strangersIn(...Array.from({ length: 999 }, (_, at) => `a${at}`))).toHaveLength(5)
  })
})

test('an example is in the language of the page, and a request is told in one line without what it says by default', () => {
  const schema = { examples: ['minecraft', '마인크래프트'] }
  expect([fields.exampleOf(schema, 'en'), fields.exampleOf(schema, 'ko')]).toEqual(['minecraft', '마인크래프트'])
  expect([fields.exampleOf({ examples: [443] }, 'ko'), fields.exampleOf({}, 'en')]).toEqual(['443', null])
  const request = {
    host: 'a.example',
    count: 4,
    deep: true,
    ports: [{ port: 80, protocol: 'tcp' }],
    ways: ['a', 'b'],
    proof: 'x',
  }
  expect(fields.requestLine(SCHEMA, request)).toBe('host: a.example, deep, ports: 80 tcp')
})

test('a form shows what it needs and the first of the rest, folds away the others, and says where one of some is needed', () => {
  const formOf = (name: string) => {
    const tool = TOOLS.get(name)
    return (tool && bodySchemaIn(tool, 'en')) ?? {}
  }
  const namesIn = (schema: FieldSchema) => fields.inParts(schema).map((part) => part.map(([name]) => name).join(' '))
  expect(namesIn(formOf('port-forward-plan'))).toEqual(['useCase ports routerBrand internalIp', 'routerWanIp isp platform'])
  // One more is not worth a click.
  expect(namesIn({ properties: { a: {}, b: {}, c: {}, d: {}, e: {} } })).toEqual(['a b c d e', ''])
  expect(namesIn({ properties: { a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {} }, required: ['g'] })[0]).toBe('a b c d g')
  expect(fields.oneOfIn(formOf('port-forward-plan'))).toEqual(['useCase', 'ports'])
  for (const name of ['reachability', 'port-check', 'ping']) expect(fields.oneOfIn(formOf(name))).toEqual([])
})

const CATALOGUE: Catalogue = {
  services: [],
  brands: [],
  providers: [],
  platforms: [{ id: 'macos', name: 'macOS' }],
  recordTypes: [{ id: 'MX', name: 'mail servers' }],
}
const oneOf = (...words: string[]): FieldSchema => ({ anyOf: words.map((word) => ({ const: word })) })

test.each<[string, FieldSchema, string, string]>([
  ['protocol', oneOf('tcp', 'both'), '', 'tcp: TCP, both: TCP and UDP'],
  ['protocol', oneOf('tcp'), 'tcp', 'tcp: TCP'],
  ['state', oneOf('yes', 'GET'), '', 'yes: Yes, GET: GET'],
  ['colour', { anyOf: [{ const: 'black', title: 'Coal black' }] }, '', 'black: Coal black'],
  ['platform', { type: 'string' }, 'BeOS', 'macos: macOS, BeOS: BeOS'],
  ['platform', { type: 'string' }, 'MACOS', 'MACOS: macOS'],
  ['recordType', { type: 'string', examples: ['A', 'MX'] }, '', 'A: A, MX: MX · mail servers'],
])(
  'a choice has words for people, and a value that was given is never lost, nor there twice: %s %j %p',
  (name, schema, value, words) => {
    let found = ''
    const Probe = () => {
      found = useChoices()(name, schema, CATALOGUE, value)
        .map((one) => `${one.value}: ${one.word}`)
        .join(', ')
      return null
    }
    drawn(<Probe />)
    expect(found).toBe(words)
  },
)
