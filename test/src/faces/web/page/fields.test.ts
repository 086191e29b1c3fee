import { describe, expect, test } from 'bun:test'
import {
  bodyFrom,
  enteringOf,
  exampleOf,
  firstValues,
  inParts,
  lineOf,
  oneOfIn,
  strangersIn,
} from '../../../../../src/faces/web/page/fields.ts'
import type { FieldSchema } from '../../../../../src/faces/web/page/lists.ts'
import { bodySchemaIn } from '../../../../../src/registry/describe.ts'
import { manifest } from '../../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../../src/registry/tools.ts'

/** A schema as of a plug-in, with fields that the page does not know. */
const SCHEMA: FieldSchema = {
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
}

test('every kind of field has a control', () => {
  const entering = Object.entries(SCHEMA.properties ?? {}).map(([name, field]) => [name, enteringOf(name, field)])
  expect(Object.fromEntries(entering)).toEqual({
    host: 'text',
    count: 'number',
    share: 'number',
    deep: 'switch',
    way: 'choice',
    only: 'choice',
    ports: 'rows',
    tags: 'json',
    ways: 'choices',
    marks: 'choices',
    more: 'json',
    routerBrand: 'listed',
    platform: 'choice',
    recordType: 'choice',
  })
})

describe('entered values become a body', () => {
  test('of the types in the schema, without empty values', () => {
    const entered = {
      host: ' example.com ',
      count: '5',
      share: '0.5',
      deep: 'true',
      way: 'b',
      ports: [{ port: '80', protocol: '' }, {}, { port: '443', protocol: 'tcp' }],
      tags: '["a","b"]',
      routerBrand: '',
    }
    expect(bodyFrom(SCHEMA, entered)).toEqual({
      host: 'example.com',
      count: 5,
      share: 0.5,
      deep: true,
      way: 'b',
      ports: [{ port: 80 }, { port: 443, protocol: 'tcp' }],
      tags: ['a', 'b'],
    })
  })

  test('words that are checked are a list; none is one as well where the server would take a default', () => {
    expect(bodyFrom(SCHEMA, { ways: ['b'], marks: ['x'] })).toEqual({ ways: ['b'], marks: ['x'] })
    expect(bodyFrom(SCHEMA, { ways: [], marks: [] })).toEqual({ ways: [] })
    expect(bodyFrom(SCHEMA, { ways: '["a"]', marks: '' })).toEqual({ ways: ['a'] })
    expect(firstValues(SCHEMA, new URLSearchParams(), {}).ways).toEqual(['a', 'b'])
    expect(firstValues(SCHEMA, new URLSearchParams({ ways: '["b"]' }), {}).ways).toEqual(['b'])
  })

  test('values that do not fit are sent unchanged, so that the server says what is wrong', () => {
    expect(bodyFrom(SCHEMA, { count: 'four', tags: '[', deep: 'maybe' })).toEqual({ count: 'four', tags: '[', deep: false })
    expect(bodyFrom(SCHEMA, { unknown: 'x', ports: [{}] })).toEqual({})
  })
})

test('a form starts with the values of a link, otherwise with those sent last, otherwise with the defaults', () => {
  const last = { host: 'last.example', ports: [{ port: 80 }] }
  expect(firstValues(SCHEMA, new URLSearchParams(), last)).toMatchObject({
    host: 'last.example',
    count: 4,
    ports: [{ port: 80 }],
  })
  const linked = new URLSearchParams({ host: 'linked.example', ports: '[{"port":443}]' })
  expect(firstValues(SCHEMA, linked, last)).toMatchObject({ host: 'linked.example', count: 4, ports: [{ port: 443 }], share: '' })
  expect(firstValues(SCHEMA, new URLSearchParams(), {})).toMatchObject({ host: '', count: 4, way: 'a' })
})

test('a link keeps a wrong value, takes a choice in any case, and what it names in vain is known', () => {
  const linked = new URLSearchParams('recordType=aaaa&way=z&count=four&name=x&name=y&host=h')
  expect(firstValues(SCHEMA, linked, {})).toMatchObject({ recordType: 'AAAA', way: 'z', count: 'four', host: 'h' })
  expect(strangersIn(SCHEMA, linked)).toEqual(['name'])
  expect(strangersIn(SCHEMA, new URLSearchParams('constructor=1'))).toEqual(['constructor'])
})

describe('a forged link', () => {
  const odd = '{"toString":1,"valueOf":1}'
  const values = (fields: Record<string, string>) => firstValues(SCHEMA, new URLSearchParams(fields), {})

  test('brings no object where a text or a number is', () => {
    const { host, count, way, ports } = values({ host: odd, count: odd, way: odd, ports: `[null,[],7,{"port":${odd}}]` })
    expect([host, count, way]).toEqual([odd, odd, odd])
    expect(ports).toEqual([{ port: odd }])
    const own = firstValues(SCHEMA, new URLSearchParams('__proto__=x&constructor=y'), {})
    expect([own, Object.getPrototypeOf(own)]).toEqual([firstValues(SCHEMA, new URLSearchParams(), {}), Object.prototype])
  })

  test('brings nothing endless or invisible', () => {
    expect(String(values({ host: 'x'.repeat(100_000) }).host)).toHaveLength(4000)
    expect(values({ host: 'a\u202eb\u200bc' }).host).toBe('a b c')
    expect(strangersIn(SCHEMA, new URLSearchParams('your router was hacked=1&one=1'))).toEqual(['…', 'one'])
    expect(strangersIn(SCHEMA, new URLSearchParams(Array.from({ length: 999 }, (_, at) => [`a${at}`, ''])))).toHaveLength(5)
  })
})

test('a box that is not ticked says no where the field has to say something', () => {
  const schema = { properties: { agreed: { type: 'boolean' }, other: { type: 'boolean' } }, required: ['agreed'] }
  expect(bodyFrom(schema, { agreed: '', other: '' })).toEqual({ agreed: false })
  expect(bodyFrom(schema, { agreed: true, other: false })).toEqual({ agreed: true, other: false })
})

test('an example is in the language of the page', () => {
  const schema = { examples: ['minecraft', '마인크래프트'] }
  expect([exampleOf(schema, 'en'), exampleOf(schema, 'ko')]).toEqual(['minecraft', '마인크래프트'])
  expect(exampleOf({ examples: [443] }, 'ko')).toBe('443')
  expect(exampleOf({}, 'en')).toBeNull()
})

const formOf = (name: string) => {
  const tool = toolsOf(manifest).find((one) => one.name === name)?.tool
  return (tool && bodySchemaIn(tool, 'en')) ?? {}
}

test('a form shows what it needs and the first of the rest, and folds away the others', () => {
  const [first, others] = inParts(formOf('port-forward-plan'))
  expect(first.map(([name]) => name)).toEqual(['useCase', 'ports', 'routerBrand', 'internalIp'])
  expect(others.map(([name]) => name)).toEqual(['routerWanIp', 'isp', 'platform'])
  // One more is not worth a click.
  expect(inParts({ properties: { a: {}, b: {}, c: {}, d: {}, e: {} } })[1]).toEqual([])
  const late = { properties: { a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {} }, required: ['g'] }
  expect(inParts(late)[0].map(([name]) => name)).toEqual(['a', 'b', 'c', 'd', 'g'])
})

test('a form that needs a service or ports says so', () => {
  expect(oneOfIn(formOf('port-forward-plan'))).toEqual(['useCase', 'ports'])
  expect(oneOfIn(formOf('reachability'))).toEqual([])
  expect(oneOfIn(formOf('port-check'))).toEqual([])
  expect(oneOfIn(formOf('ping'))).toEqual([])
})

test('kept values that no form wrote are text', () => {
  const last = { host: { toString: 1 }, ports: [{ port: { toString: 1 } }] }
  const { host, ports } = firstValues(SCHEMA, new URLSearchParams(), last)
  expect([host, ports]).toEqual(['{"toString":1}', [{ port: '{"toString":1}' }]])
})

test('a request is told in one line, without what it says by default', () => {
  const request = {
    host: 'a.example',
    count: 4,
    deep: true,
    ports: [{ port: 80, protocol: 'tcp' }],
    ways: ['a', 'b'],
    proof: 'x',
  }
  expect(lineOf(SCHEMA, request)).toBe('host: a.example, deep, ports: 80 tcp')
})
