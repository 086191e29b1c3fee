import { expect, test } from 'bun:test'
import { type FieldSchema, type Misread, readTexts, shortExample } from '../../../src/registry/field-values.ts'

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
  expect(shortExample({ properties, required: ['c'] })).toEqual({ c: 2 })
  expect(shortExample({ properties })).toEqual({ b: 1 })
})
