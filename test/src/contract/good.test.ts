import { describe, expect, test } from 'bun:test'
import { isGood } from '../../../src/contract/good.ts'
import { type FieldSchema, wordsOf } from '../../../src/faces/cli/fields.ts'
import { manifest } from '../../../src/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/registry/tools.ts'

/** What they answer is neither good nor bad. */
const WITHOUT_VERDICT = ['ip', 'ip-json', 'ip-location', 'ip-lookup', 'router-login-route']

const tools = toolsOf(manifest)
const judging = tools.flatMap(({ name, tool }) => (tool.good ? [{ name, good: tool.good, result: tool.result }] : []))

test('every tool has a good finding, or none that is bad', () => {
  expect(
    tools
      .filter(({ tool }) => tool.good === null)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(WITHOUT_VERDICT)
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
