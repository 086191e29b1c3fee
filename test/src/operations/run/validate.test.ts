import { describe, expect, test } from 'bun:test'
import { type TSchema, Type } from '@sinclair/typebox'
import { Refusal } from '../../../../src/contract/problem.ts'
import { validatorOf } from '../../../../src/operations/run/validate.ts'
import { oneOf, orNull } from '../../../../src/tool.ts'

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

test('what fits passes', () => expect(() => validatorOf(schema)({ ...good, protocol: 'udp', deep: { list: [1] } })).not.toThrow())

test.each([
  [{ port: 80 }, 'host', 'The field "host" is missing.', '"host" 필드가 빠졌습니다.'],
  [
    { ...good, host: null },
    'host',
    'The field "host" must be text in double quotes.',
    '"host" 필드의 형식이 올바르지 않습니다. 필요한 형식: 큰따옴표로 묶은 문자열.',
  ],
  [
    { ...good, port: '80' },
    'port',
    'The field "port" must be a whole number from 1 to 65535. Send it without quotes.',
    '"port" 필드의 값이 올바르지 않습니다. 필요한 값: 1부터 65535까지의 정수. 따옴표 없이 보내십시오.',
  ],
  [{ ...good, protocol: 'sctp' }, 'protocol', 'must be one of: tcp, udp.', '쓸 수 있는 값: tcp, udp.'],
  [{ ...good, prot: 'tcp' }, 'prot', 'The field "prot" is not supported.', '"prot" 필드는 지원하지 않습니다.'],
  [{ ...good, deep: { list: [1, 'x'] } }, 'deep.list.1', 'must be a whole number.', '필요한 값: 정수.'],
  [JSON.parse('{"host":"h","port":1,"__proto__":{}}'), '__proto__', 'is not supported.', '지원하지 않습니다'],
  [{ ...good, 'a/b~c': 1 }, 'a/b~c', 'is not supported.', '지원하지 않습니다'],
])('%j is refused at %s, in both languages', (value, field, english, korean) => {
  const refused = refusal(value)
  expect(refused.code).toBe('invalid-request')
  expect(refused.particulars.field).toBe(field)
  expect(refused.detail('en')).toContain(english)
  expect(refused.detail('ko')).toContain(korean)
})

test('a flood of unknown fields is cut short', () => {
  const flood = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, 1]))
  expect(refusal({ ...good, ...flood }).particulars.errors).toHaveLength(10)
})

/** Returns the message for a value of one field that breaks its schema. */
function said(field: TSchema, value: unknown): [english: string, korean: string, field: string | undefined] {
  const whole = Type.Object({ x: field })
  try {
    validatorOf(whole)({ x: value })
  } catch (error) {
    if (error instanceof Refusal) return [error.detail('en'), error.detail('ko'), error.particulars.field]
  }
  throw new Error('was not refused')
}

describe('what is said is true of the rule that is broken', () => {
  const CIDR = '^[0-9.]+/[0-9]{1,2}$'
  const must = (what: string) => `The field "x" must be ${what}.`
  const CASES: [schema: TSchema, value: unknown, english: string][] = [
    [Type.String(), 5, must('text in double quotes')],
    [Type.String({ minLength: 1 }), '', 'The field "x" must not be empty.'],
    [Type.String({ minLength: 3 }), 'ab', 'The field "x" must have at least 3 characters.'],
    [Type.String({ maxLength: 3 }), 'abcd', 'The field "x" may have at most 3 characters.'],
    [Type.String({ pattern: CIDR }), 'banana', `The field "x" must match the pattern ${CIDR}.`],
    [
      Type.String({ pattern: CIDR, examples: ['192.0.2.0/24'] }),
      'banana',
      'The field "x" has the wrong format. Write it like "192.0.2.0/24".',
    ],
    [Type.String({ format: 'date' }), '2026-02-30', must('a date such as "2026-11-22"')],
    [Type.String({ format: 'date-time' }), '2026-11-22', must('a date and time such as "2026-11-22T09:30:00Z"')],
    [Type.String({ format: 'hostname' }), 'a b', must('a host name such as "www.example.com"')],
    [Type.String({ format: 'ipv4' }), '::1', must('an IPv4 address such as "192.0.2.1"')],
    [Type.String({ format: 'ipv6' }), '127.0.0.1', must('an IPv6 address such as "2001:db8::1"')],
    [Type.String({ format: 'uri' }), 'example', must('a URL such as "https://example.com/"')],
    [Type.Integer({ minimum: 1 }), 0, must('a whole number, at least 1')],
    [Type.Integer({ maximum: 9 }), 10, must('a whole number, at most 9')],
    [Type.Integer({ minimum: 0, maximum: 100, multipleOf: 5 }), 7, must('a whole number from 0 to 100, a multiple of 5')],
    [Type.Number({ exclusiveMinimum: 0 }), 0, must('a number, greater than 0')],
    [Type.Number({ exclusiveMaximum: 1 }), 1, must('a number, less than 1')],
    [Type.Boolean(), 'true', 'The field "x" must be true or false. Send it without quotes.'],
    [Type.Literal('tcp'), 'udp', must('"tcp"')],
    [Type.Null(), 1, must('null')],
    [Type.Union([Type.Literal(4), Type.Literal(6)]), 5, 'The field "x" must be one of: 4, 6.'],
    [Type.Array(Type.String(), { minItems: 1 }), [], 'The field "x" must not be empty.'],
    [Type.Array(Type.String(), { minItems: 2 }), ['a'], 'The list "x" has too few entries; the minimum is 2.'],
    [Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'The list "x" has too many entries; the maximum is 1.'],
    [
      Type.Array(Type.String(), { uniqueItems: true }),
      ['a', 'a'],
      'The list "x" contains the same entry twice. Leave one of them out.',
    ],
    [Type.Tuple([Type.String(), Type.String()]), ['a'], 'The list "x" must have exactly 2 entries.'],
    [Type.Object({}, { minProperties: 1 }), {}, 'The field "x" must not be empty.'],
    [Type.Object({}, { maxProperties: 1 }), { a: 1, b: 2 }, 'The object "x" has too many fields; the maximum is 1.'],
    // Rules without a sentence of their own.
    [Type.Not(Type.String()), 'a', 'The field "x" has a value that is not accepted.'],
    [Type.Array(Type.String(), { contains: Type.Literal('a') }), ['b'], 'The field "x" has a value that is not accepted.'],
    [Type.Union([Type.String(), Type.Integer()]), true, 'The field "x" has a value that is not accepted.'],
    // Or null: the error of the other schema.
    [orNull(Type.Integer({ minimum: 1, maximum: 9 })), 10, must('a whole number from 1 to 9')],
    [orNull(oneOf('tcp', 'udp')), 'sctp', 'The field "x" must be one of: tcp, udp.'],
  ]

  test.each(CASES)('%j with %j', (schema, value, english) => {
    const [inEnglish, inKorean, field] = said(schema, value)
    expect([inEnglish, field]).toEqual([english, 'x'])
    expect(inKorean).toMatch(/[가-힣]/)
    expect(inKorean).not.toMatch(/\{[a-z]+\}|undefined/)
    // The same limits and examples.
    expect(inKorean.match(/\d+/g)?.toSorted()).toEqual(english.match(/\d+/g)?.toSorted())
  })

  test('a field deep in lists, objects and alternatives is named with its path', () => {
    const port = Type.Object(
      { port: Type.Integer({ minimum: 1 }), name: Type.Optional(Type.String()) },
      { additionalProperties: false },
    )
    const ports = Type.Array(Type.Union([port, Type.Null()]))
    expect(said(ports, [{ port: 1 }, { port: 0 }])).toEqual([
      'The field "x.1.port" must be a whole number, at least 1.',
      '"x.1.port" 필드의 값이 올바르지 않습니다. 필요한 값: 1 이상의 정수.',
      'x.1.port',
    ])
    expect(said(ports, [{ port: 1, prot: 'tcp' }])[0]).toStartWith('The field "x.0.prot" is not supported.')
    expect(said(ports, [{}])[0]).toBe('The field "x.0.port" is missing.')
    expect(said(Type.Array(Type.Array(Type.String({ pattern: '^a' }))), [['a'], ['a', 'b']])[2]).toBe('x.1.1')
  })

  test('of a body as a whole, no field is to blame', () => {
    const check = validatorOf(Type.Object({ a: Type.Optional(Type.String()) }, { minProperties: 1 }))
    expect(() => check({})).toThrow(Refusal)
    try {
      check({})
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      expect([error.detail('en'), error.particulars.field]).toEqual(['This operation does not accept this body.', undefined])
    }
  })
})

describe('formats', () => {
  const fits = (format: string, value: string) => {
    try {
      validatorOf(Type.String({ format }))(value)
      return true
    } catch {
      return false
    }
  }
  test.each([
    ['date', ['2026-11-22', '2024-02-29'], ['2026-2-1', '2026-02-29', '2026-13-01', 'today', '2026-11-22T00:00:00Z']],
    [
      'date-time',
      ['2026-11-22T09:30:00Z', '2026-11-22T09:30:00.123+09:00'],
      ['2026-11-22T24:00:00Z', '2026-11-22 09:30:00Z', '2026-02-30T00:00:00Z', '2026-11-22T09:30:00'],
    ],
    [
      'hostname',
      ['example.com', 'xn--9n2bp8q.kr', 'a'],
      ['', '-a.com', 'a..b', 'a.', 'a b', 'ä.de', `${'a'.repeat(64)}.com`, `${'a.'.repeat(127)}`],
    ],
    ['ipv4', ['192.0.2.1'], ['192.0.2', '192.0.2.01', '::1', '192.0.2.1/24']],
    ['ipv6', ['2001:db8::1', '::'], ['192.0.2.1', '2001:db8', 'fe80::1%eth0']],
    ['uri', ['https://example.com/', 'mailto:a@example.com'], ['example.com', '', '/x']],
  ])('%s', (format, good, bad) => {
    for (const value of good) expect([value, fits(format, value)]).toEqual([value, true])
    for (const value of bad) expect([value, fits(format, value)]).toEqual([value, false])
  })

  test('an unknown one stops the start, at any depth', () => {
    const zip = Type.String({ format: 'zip' })
    for (const schema of [Type.Object({ a: zip }), Type.Object({ a: Type.Array(orNull(zip)) }), Type.Record(Type.String(), zip)])
      expect(() => validatorOf(schema)).toThrow('the format "zip" is not known; known are date, date-time, hostname')
  })
})
