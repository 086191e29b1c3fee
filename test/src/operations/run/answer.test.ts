import { describe, expect, test } from 'bun:test'
import { type TSchema, Type } from '@sinclair/typebox'
import { closed } from '../../../../src/contract/schema.ts'
import { toolFiles } from '../../../../src/operations/registry/discover.ts'
import { manifest } from '../../../../src/operations/registry/manifest.gen.ts'
import { answerCheck } from '../../../../src/operations/run/answer.ts'
import { AnswerFault } from '../../../../src/operations/run/faults.ts'
import { isTool, NEXT_ACTIONS, orNull } from '../../../../src/tool.ts'

const hop = Type.Object({ ttl: Type.Integer(), name: Type.Optional(Type.String()) })
const schema = Type.Object({
  host: Type.String(),
  hops: Type.Array(hop),
  last: orNull(hop),
  pair: Type.Tuple([hop, Type.String()]),
  either: Type.Union([hop, Type.Object({ none: Type.Literal(true) })]),
  both: Type.Intersect([Type.Object({ a: Type.Integer() }), Type.Object({ b: Type.Integer() })]),
  byName: Type.Record(Type.String(), hop),
  free: Type.Record(Type.String(), Type.Unknown()),
  open: Type.Object({}, { additionalProperties: true }),
  nextActions: NEXT_ACTIONS,
})
const good = {
  host: 'h',
  hops: [{ ttl: 1 }, { ttl: 2, name: 'n' }],
  last: null,
  pair: [{ ttl: 1 }, 's'],
  either: { none: true },
  both: { a: 1, b: 2 },
  byName: { any: { ttl: 1 } },
  free: { anything: { at: ['all'] } },
  open: { anything: 1 },
  nextActions: [{ code: 'c', label: 'l', text: 't', tool: 'x', request: { any: 'thing' } }],
}

const check = answerCheck('x gave a result', schema)
function fault(value: unknown): AnswerFault {
  try {
    check(value)
  } catch (error) {
    if (error instanceof AnswerFault) return error
  }
  throw new Error('was not refused')
}

describe('an answer', () => {
  test('that matches passes', () => {
    expect(() => check(good)).not.toThrow()
    expect(() => check({ ...good, last: { ttl: 3 } })).not.toThrow()
  })

  test.each<[part: object, field: string, rule: string]>([
    [{ more: 1 }, 'more', 'Unexpected property'],
    [{ hops: [{ ttl: 1 }, { ttl: 2, more: 1 }] }, 'hops.1.more', 'Unexpected property'],
    [{ last: { ttl: 1, more: 1 } }, 'last.more', 'Unexpected property'],
    [{ pair: [{ ttl: 1, more: 1 }, 's'] }, 'pair.0.more', 'Unexpected property'],
    [{ either: { ttl: 1, more: 1 } }, 'either.more', 'Unexpected property'],
    [{ byName: { any: { ttl: 1, more: 1 } } }, 'byName.any.more', 'Unexpected property'],
    [{ nextActions: [{ code: 'c', label: 'l', text: 't', more: 1 }] }, 'nextActions.0.more', 'Unexpected property'],
    [{ both: { a: 1, b: 2, more: 1 } }, 'both.more', 'Unexpected property'],
    [{ hops: [{}] }, 'hops.0.ttl', 'Expected required property'],
    [{ hops: [{ ttl: '1' }] }, 'hops.0.ttl', 'Expected integer'],
    // As JSON has it: NaN is null, a function is nothing.
    [{ hops: [{ ttl: Number.NaN }] }, 'hops.0.ttl', 'Expected integer'],
    [{ host: () => 'h' }, 'host', 'Expected required property'],
  ])('that does not match is named by field and rule: %j', (part, field, rule) => {
    const { schemaError, message } = fault({ ...good, ...part })
    expect(schemaError).toEqual({ field, rule })
    expect(message).toBe(`x gave a result that does not match its schema: ${field}: ${rule}`)
  })

  test('may say undefined where JSON says nothing', () =>
    expect(() => check({ ...good, hops: [{ ttl: 1, name: undefined, more: undefined }] })).not.toThrow())

  test('that is undefined does not match', () =>
    expect(fault(undefined).message).toStartWith('x gave a result that does not match its schema: the whole: '))
})

test('every object that a tool answers or reports is closed for the check, and open in what callers read', () => {
  const openObjects = (part: unknown, at = ''): string[] => {
    if (typeof part !== 'object' || part === null) return []
    const isOpen = 'properties' in part && !('additionalProperties' in part) && 'type' in part && part.type === 'object'
    return [...(isOpen ? [at] : []), ...Object.entries(part).flatMap(([key, inner]) => openObjects(inner, `${at}/${key}`))]
  }
  let before = 0
  for (const { module } of manifest) {
    const tool = 'default' in module ? module.default : null
    if (!isTool(tool)) throw new Error('not a tool')
    for (const said of [tool.result, tool.event].filter((part): part is TSchema => part !== undefined)) {
      before += openObjects(said).length
      expect(openObjects(closed(said))).toEqual([])
    }
    if (tool.body) expect(openObjects(tool.body)).toEqual([])
  }
  expect(before).toBeGreaterThan(toolFiles().length)
})
