import { describe, expect, test } from 'bun:test'
import { type FieldSchema, wordsOf } from '../../../../src/faces/cli/fields.ts'
import { GOOD_FINDINGS, isNegative } from '../../../../src/faces/cli/findings.ts'
import { manifest } from '../../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/registry/tools.ts'

/** What they answer is neither good nor bad. */
const WITHOUT_VERDICT = ['ip', 'ip-json', 'ip-location', 'ip-lookup', 'router-login-route']

const tools = toolsOf(manifest)

test('every tool has a good finding, or none that is bad', () => {
  expect([...Object.keys(GOOD_FINDINGS), ...WITHOUT_VERDICT].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
})

describe.each(Object.entries(GOOD_FINDINGS))('%s', (name, { field, good }) => {
  // A seam: a TypeBox schema is a JSON Schema.
  const result = tools.find((named) => named.name === name)?.tool.result as FieldSchema | undefined
  const schema = result?.properties?.[field]

  test('has this field, with these values and others', () => {
    const values = schema?.type === 'boolean' ? [true, false] : wordsOf(schema ?? {})
    for (const value of good) expect(values).toContain(value)
    expect(values.length).toBeGreaterThan(good.length)
    for (const value of values) expect(isNegative(name, { [field]: value })).toBe(!good.includes(value))
  })
})
