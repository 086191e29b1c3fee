import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { Refusal } from '../../../src/problem.ts'
import { validatorOf } from '../../../src/registry/validate.ts'
import { oneOf } from '../../../src/tool.ts'

const schema = Type.Object(
  {
    host: Type.String({ maxLength: 9 }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    protocol: Type.Optional(oneOf('tcp', 'udp')),
    deep: Type.Optional(Type.Object({ list: Type.Array(Type.Integer()) })),
  },
  { additionalProperties: false },
)
const good = { host: 'h', port: 80 }

function refusal(value: unknown): Refusal {
  try {
    validatorOf(schema)(value)
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error('was not refused')
}

test('what fits passes', () => {
  expect(() => validatorOf(schema)({ ...good, protocol: 'udp', deep: { list: [1] } })).not.toThrow()
})

test.each([
  [{ port: 80 }, 'host', 'The field "host" is missing.', '"host" 필드가 빠졌습니다.'],
  [
    { ...good, host: null },
    'host',
    'The field "host" must be text in double quotes.',
    '"host" 필드의 형식이 올바르지 않습니다. 필요한 형식: 큰따옴표로 묶은 문자열.',
  ],
  [{ ...good, host: 'h'.repeat(10) }, 'host', 'The field "host" may have 9 characters at most.', '최대 9자'],
  [{ ...good, port: '80' }, 'port', 'must be a whole number from 1 to 65535.', '1부터 65535까지의 정수'],
  [{ ...good, port: 80.5 }, 'port', 'must be a whole number from 1 to 65535.', '정수'],
  [{ ...good, port: 0 }, 'port', 'must be a whole number from 1 to 65535.', '정수'],
  [{ ...good, protocol: 'sctp' }, 'protocol', 'must be one of: tcp, udp.', '쓸 수 있는 값: tcp, udp.'],
  [{ ...good, prot: 'tcp' }, 'prot', 'The field "prot" is not known here.', '"prot" 필드는 지원하지 않습니다.'],
  [{ ...good, deep: { list: [1, 'x'] } }, 'deep.list.1', 'must be a whole number without quotes.', '따옴표 없는 정수'],
  [{ ...good, deep: { list: {} } }, 'deep.list', 'must be a list.', '목록'],
  [{ ...good, deep: 1 }, 'deep', 'must be an object.', '객체'],
  [JSON.parse('{"host":"h","port":1,"__proto__":{}}'), '__proto__', 'is not known here.', '지원하지 않습니다'],
  [{ ...good, 'a/b~c': 1 }, 'a/b~c', 'is not known here.', '지원하지 않습니다'],
])('%j is refused at %s, in both languages', (value, field, english, korean) => {
  const refused = refusal(value)
  expect(refused.code).toBe('invalid-request')
  expect(refused.particulars.field).toBe(field)
  expect(refused.detail('en')).toContain(english)
  expect(refused.detail('ko')).toContain(korean)
})

test.each([[null], [[]], ['text'], [7], [true]])('%j is no object, and no field is to blame', (value) => {
  const refused = refusal(value)
  expect(refused.particulars.field).toBeUndefined()
  expect(refused.detail('en')).toBe('The body must be a JSON object.')
})

test('a field with an empty name is an unknown field like any other', () => {
  expect(refusal({ ...good, '': 1 }).detail('en')).toBe('The field "" is not known here. Check its spelling or leave it out.')
})

test('every field at fault is named, once', () => {
  const fields = refusal({ host: 1, port: 'x', more: 1 }).particulars.errors?.map((error) => error.field)
  expect(fields?.toSorted()).toEqual(['host', 'more', 'port'])
})

test('a flood of unknown fields is cut short', () => {
  const flood = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]))
  expect(refusal({ ...good, ...flood }).particulars.errors).toHaveLength(10)
})

test('a schema that cannot be compiled stops the start', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a broken schema, which the types would refuse
  expect(() => validatorOf({ type: 'nonsense' } as any)).toThrow()
})
