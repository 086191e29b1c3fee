import { describe, expect, test } from 'bun:test'
import { LOCALES } from '../../../../src/contract/text.ts'
import { bodySchemaIn, resultSchemaIn } from '../../../../src/operations/registry/describe.ts'
import { type FieldSchema, type Misread, readTexts, shortExample } from '../../../../src/operations/registry/field-values.ts'
import { manifest } from '../../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../../src/operations/registry/tools.ts'

const PORTS: FieldSchema = { type: 'array', items: { type: 'object', properties: { port: {}, externalPort: {}, protocol: {} } } }
const PAIR: FieldSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, sha256: { type: 'string' } },
  required: ['name', 'sha256'],
}
const read = (schema: FieldSchema, ...texts: string[]) => readTexts(schema, texts)

test.each([
  [{ type: 'integer' }, ['0080'], 80],
  [{ type: 'number' }, ['-1.5'], -1.5],
  [{ type: 'integer' }, ['1e3'], '1e3'],
  [{ type: 'integer' }, [''], ''],
  [{ type: 'string' }, ['80'], '80'],
  [{ type: 'boolean' }, ['False'], false],
  [{ type: 'boolean' }, ['yes'], 'yes'],
  [{ type: 'array', items: { type: 'string' } }, ['a,b', 'c'], ['a', 'b', 'c']],
  [{ type: 'object' }, ['{"key":1}'], { key: 1 }],
  [PAIR, ['a:b'], { name: 'a', sha256: 'b' }],
  [PAIR, ['a'], { name: 'a' }],
  [PAIR, ['a:b:c'], { name: 'a', sha256: 'b' }],
  [PAIR, [' {"name":"a"}'], { name: 'a' }],
  [
    PORTS,
    ['25565/tcp', '9000:80/UDP'],
    [
      { port: 25565, protocol: 'tcp' },
      { port: 80, externalPort: 9000, protocol: 'udp' },
    ],
  ],
  [PORTS, ['27015-27017/udp'], [27015, 27016, 27017].map((port) => ({ port, protocol: 'udp' }))],
  [PORTS, ['[{"port":1}]'], [{ port: 1 }]],
] as [FieldSchema, string[], unknown][])('%j reads %j', (schema, texts, value) => {
  expect(read(schema, ...texts)).toEqual({ value })
})

test.each([
  [{ type: 'string' }, ['a', 'a'], 'given-twice'],
  [{ type: 'object' }, ['{'], 'not-json'],
  [PORTS, ['ssh'], 'not-ports'],
  [PORTS, ['20-10'], 'not-ports'],
  [PORTS, ['1-2-3'], 'not-ports'],
  [PORTS, ['[1'], 'not-ports'],
] as [FieldSchema, string[], Misread][])('%j cannot read %j', (schema, texts, why) => {
  expect(read(schema, ...texts)).toEqual({ why })
})

test.each([['1-99999'], ['1-99,'.repeat(200)], Array.from({ length: 200 }, () => '1-99')])(
  'ranges are written out up to the first port that is too many: %.20s',
  (...texts) => {
    expect(read({ ...PORTS, maxItems: 32 }, ...texts)).toMatchObject({ value: { length: 33 } })
    expect(read(PORTS, ...texts)).toMatchObject({ value: { length: 101 } })
    expect(read({ ...PORTS, maxItems: 32 }, '1-32')).toMatchObject({ value: { length: 32 } })
  },
)
test('a short example has what is needed, or one field', () => {
  const properties = { a: {}, b: { examples: [1] }, c: { examples: [2] } }
  expect([shortExample({ properties, required: ['c'] }), shortExample({ properties })]).toEqual([{ c: 2 }, { b: 1 }])
})

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
