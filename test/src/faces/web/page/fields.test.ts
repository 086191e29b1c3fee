import { describe, expect, test } from 'bun:test'
import { bodyFrom, enteringOf, firstValues } from '../../../../../src/faces/web/page/fields.ts'
import type { FieldSchema } from '../../../../../src/faces/web/page/lists.ts'

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
