import { expect, test } from 'bun:test'
import { Joined, joined } from '../../../src/contract/joined.ts'
import { LOCAL_CALLER } from '../../../src/policy/caller.ts'
import { answerChecks } from '../../../src/run/answer.ts'
import { type Call, NO_BODY } from '../../../src/run/call.ts'
import { defineQuery, defineText, t } from '../../../src/tool.ts'

test('parts and plain objects give the JSON of one object, in their order', () => {
  const known = joined({ b: null, c: 'x"y\n' })
  const whole = { a: 1, b: null, c: 'x"y\n', d: [true, { e: 0.1 }] }
  expect(joined({ a: 1 }, known, { d: [true, { e: 0.1 }] }).json).toBe(JSON.stringify(whole))
  expect<unknown>(joined({ a: 1 }, known, { d: [true, { e: 0.1 }] }).fields).toEqual(whole)
})

test('a part without fields leaves no comma', () => {
  expect(joined({}, { a: undefined, b: 1 }, {}).json).toBe('{"b":1}')
  expect(joined().json).toBe('{}')
  expect(Joined.of({}).json).toBe('{}')
})

test('in tests, parts that have a field in common are a fault of the tool', () => {
  const tool = defineQuery({
    path: '/api/x',
    group: 'ip',
    text: defineText({ en: { title: 'X', summary: 'X' }, ko: { title: 'X', summary: 'X' } }),
    result: t.Object({ a: t.Integer() }),
    run: () => joined({ a: 1 }, { a: 2 }),
  })
  const around = answerChecks([{ name: 'x', tool }])
  const { json, fields } = joined({ a: 1 }, { a: 2 })
  const call: Call = { body: NO_BODY, caller: LOCAL_CALLER, locale: 'en', signal: new AbortController().signal, face: 'cli' }
  expect(() => around({ name: 'x', tool }, call, () => ({ result: fields, answer: fields, json }))).toThrow('x joined')
})
