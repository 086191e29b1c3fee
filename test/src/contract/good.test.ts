import { describe, expect, test } from 'bun:test'
import { isGood } from '../../../src/contract/good.ts'
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
  expect(isGood(null, { status: 'open' })).toBe(null)
})

describe.each(judging)('$name', ({ good, result }) => {
  const { field, values } = good
  // A seam: a TypeBox schema is a JSON Schema.
  const schema = (result as FieldSchema).properties?.[field]

  test('has this field, with these values and others', () => {
    const all = schema?.type === 'boolean' ? [true, false] : wordsOf(schema ?? {})
    for (const value of values) expect(all).toContain(value)
    expect(all.length).toBeGreaterThan(values.length)
    for (const value of all) expect(isGood(good, { [field]: value })).toBe(values.includes(value))
  })
})
