import { describe, expect, test } from 'bun:test'
import { judgeResult } from '../../../src/contract/good.ts'
import { type FieldSchema, wordsOf } from '../../../src/faces/cli/fields.ts'
import { manifest } from '../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/registry/tools.ts'

/** Fields that say in a word what was found. */
const FINDINGS = ['status', 'verdict', 'outcome', 'valid', 'reached']

const tools = toolsOf(manifest)
const judging = tools.flatMap(({ name, tool }) => (tool.good ? [{ name, good: tool.good, result: tool.result }] : []))

test('a tool whose result has a finding in a word declares the good ones in `good`', () => {
  const silent = tools.filter(({ tool }) => {
    const fields = Object.keys(tool.result.properties ?? {})
    return tool.good === null && FINDINGS.some((field) => fields.includes(field))
  })
  expect(silent.map(({ name }) => name)).toEqual([])
  expect(judging.length).toBeGreaterThan(8)
})

test('a result is good, bad, or neither: what this server could not see is never bad', () => {
  const judge = (result: object) => judgeResult({ good: { field: 'status', values: ['open'] } }, result)
  expect(judge({ status: 'open' })).toBe(true)
  expect(judge({ status: 'timeout', reason: 'no-answer', failedLayer: 'tcp' })).toBe(false)
  for (const status of ['error', 'cannot-tell', 'unknown', 'unavailable', null, undefined]) expect(judge({ status })).toBe(null)
  expect(judge({ status: 'closed', reason: 'network-unreachable', failedLayer: 'local' })).toBe(null)
  for (const reason of ['rate-limited', 'budget-exceeded', 'out-of-time']) expect(judge({ status: 'closed', reason })).toBe(null)
  // A host that answered is there, even if the rest could not be sent.
  expect(judge({ status: 'open', reason: 'rate-limited', failedLayer: 'local' })).toBe(true)
})

test('a look-up that was answered is good, and what a tool judges itself comes first', () => {
  expect(judgeResult({ good: null }, { country: null })).toBe(true)
  expect(judgeResult({ good: null }, { failedLayer: 'local' })).toBe(null)
  const good = { field: 'status', values: ['open'] }
  expect(judgeResult({ good, judge: () => false }, { status: 'open' })).toBe(false)
  expect(judgeResult({ good, judge: () => undefined }, { status: 'open' })).toBe(true)
})

describe.each(judging)('$name', ({ good, result }) => {
  const { field, values } = good
  // A seam: a TypeBox schema is a JSON Schema.
  const schema = (result as FieldSchema).properties?.[field]

  test('has this field, with these values and others', () => {
    const all = kindsIn(schema ?? {}).includes('boolean') ? [true, false] : wordsOf(schema ?? {})
    for (const value of values) expect(all).toContain(value)
    expect(all.length).toBeGreaterThan(values.length)
  })
})

function kindsIn({ type, anyOf = [] }: FieldSchema): unknown[] {
  return [type, ...anyOf.map((one) => one.type)]
}
