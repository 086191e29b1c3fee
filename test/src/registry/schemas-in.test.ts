import { describe, expect, test } from 'bun:test'
import { LOCALES } from '../../../src/contract/text.ts'
import { manifest } from '../../../src/registry/manifest.gen.ts'
import { bodySchemaIn, resultSchemaIn } from '../../../src/registry/schemas-in.ts'
import { toolsOf } from '../../../src/registry/tools.ts'

const HANGUL = /[가-힣]/

describe.each(LOCALES)('in %s', (locale) => {
  for (const { name, tool } of toolsOf(manifest).filter((one) => one.tool.body))
    test(`every field of ${name} has a label and a sentence`, () => {
      const fields = Object.entries(bodySchemaIn(tool, locale)?.properties ?? {})
      expect(fields.length).toBeGreaterThan(0)
      for (const [field, { title = '', description = '' }] of fields) {
        expect([field, title]).toEqual([field, expect.stringMatching(/^\S.{1,40}$/)])
        expect([field, description]).toEqual([field, expect.stringMatching(/^\S.{10,}[.]$/)])
        expect([field, HANGUL.test(description)]).toEqual([field, locale === 'ko'])
        expect([field, HANGUL.test(title)]).toEqual([field, locale === 'ko'])
      }
    })
})

test('every description of a result is in the language of its reader', () => {
  const foreign = toolsOf(manifest).flatMap(({ name, tool }) => {
    const said: string[] = []
    JSON.stringify(resultSchemaIn(tool, 'ko'), (key, value) => {
      if (key === 'description' && typeof value === 'string' && !HANGUL.test(value)) said.push(`${name}: ${value}`)
      return value
    })
    return said
  })
  expect(foreign).toEqual([])
})

test('a field that may be left out says what it then counts as, unless that depends on the request', () => {
  const depends = ['certificate-check.file', 'certificate-check.proof', 'ddns-match.recordType', 'public-service-check.scheme']
  const silent = toolsOf(manifest).flatMap(({ name, tool }) => {
    const optional = Object.entries(tool.body?.properties ?? {}).filter(([field]) => !tool.body?.required?.includes(field))
    // These tools know less where less is said, or find out themselves.
    const isHint = tool.group === 'router' || ['ddns-match', 'port-check', 'reachability'].includes(name)
    return optional.filter(([, { default: usual }]) => usual === undefined && !isHint).map(([field]) => `${name}.${field}`)
  })
  expect(silent.filter((one) => !depends.includes(one))).toEqual([])
})
