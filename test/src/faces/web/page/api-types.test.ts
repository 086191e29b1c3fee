import { expect, test } from 'bun:test'
import { rowsOf, typeOf } from '../../../../../src/faces/web/page/api-reference.tsx'

const word = (text: string) => ({ const: text, type: 'string' })

test('a type is written as programs write it', () => {
  expect(typeOf({ anyOf: [word('tcp'), word('udp')] })).toBe('"tcp" | "udp"')
  expect(typeOf({ anyOf: [{ anyOf: [word('a'), word('b')] }, { type: 'null' }] })).toBe('"a" | "b" | null')
  expect(typeOf({ type: 'array', items: { type: 'string' } })).toBe('string[]')
  expect(typeOf({ type: 'array', items: { anyOf: [word('a'), word('b')] } })).toBe('("a" | "b")[]')
  expect(typeOf({ type: 'integer', minimum: 1, maximum: 65535 })).toBe('integer 1–65535')
  expect(typeOf({ type: 'number', minimum: 0 })).toBe('number ≥ 0')
})

test('the fields of an object follow it, also those of one that may be null, and of the items of a list', () => {
  const object = { type: 'object', properties: { port: { type: 'integer' } } }
  const properties = { one: object, maybe: { anyOf: [{ type: 'null' }, object] }, many: { type: 'array', items: object } }
  expect(rowsOf({ properties }).map(([name, field]) => `${name}: ${typeOf(field)}`)).toEqual([
    'one: object',
    'one.port: integer',
    'maybe: null | object',
    'maybe.port: integer',
    'many: object[]',
    'many[].port: integer',
  ])
})
