// Fields whose values strangers write are marked in the definitions of tools, for the answers that models read.
import { expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { foreign, foreignFieldsIn, orNull } from '../../src/contract/schema.ts'
import { manifest } from '../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../src/operations/registry/tools.ts'
import { t } from '../../src/tool.ts'

/** Texts that are ours: words of a closed set, numbers and dates as text, addresses, what the caller sent, what the operator or the embedded data name, our sentences. */
const OURS = [
  'tool',
  'checkedAt',
  'headline',
  'ip',
  'publicIp',
  'address',
  'addresses',
  'from',
  'prefix',
  'pointer',
  'url',
  'type',
  'domain',
  'unicodeDomain',
  'hostname',
  'unicodeHostname',
  'host',
  'unicodeHost',
  'target',
  'unicodeTarget',
  'asks',
  'id',
  'name',
  'label',
  'code',
  'text',
  'summary',
  'reason',
  'scope',
  'cause',
  'notUnderstood',
  'service',
  'convergesBy',
  'dataDate',
  'country',
  'countryCode',
  'region',
  'city',
  'continent',
  'continentCode',
  'timezone',
  'organization',
  'validFrom',
  'validTo',
  'serialNumber',
  'fingerprintSha256',
  'keyType',
  'signatureAlgorithm',
  'protocol',
  'cipher',
  'alpn',
  'keyExchange',
  'httpVersion',
  'friendsConnectTo',
  'useCase',
  'kind',
  'way',
  'meaning',
  'note',
  'lines',
  'found',
]
/** Follow-up requests, whose fields are those of bodies, and what was read from the caller's own words. */
const REQUESTS = /^(nextActions\[\]|nextStep)\.request$|^understood\[\]\./

/** Returns every text in a schema that is not marked and not one of a few words. */
function freeTexts(schema: TSchema, path = ''): string[] {
  if (foreignFieldsIn(schema, path).includes(path)) return []
  const { properties = {}, items, anyOf = [], patternProperties = {} } = schema
  if (schema.type === 'string') return schema.const === undefined ? [path] : []
  return [
    ...Object.entries<TSchema>(properties).flatMap(([name, field]) => freeTexts(field, path === '' ? name : `${path}.${name}`)),
    ...anyOf.flatMap((option: TSchema) => freeTexts(option, path)),
    ...(items ? freeTexts(items, `${path}[]`) : []),
    ...(Object.keys(patternProperties).length > 0 ? [path] : []),
  ]
}

test('a text in the result of a tool that reaches out is marked, or known as one of ours', () => {
  const reaching = toolsOf(manifest).filter(({ tool }) => !['offline', 'public-ip'].includes(tool.policy.kind))
  expect(reaching.length).toBeGreaterThan(8)
  const unknown = reaching.flatMap(({ name, tool }) =>
    freeTexts(tool.result)
      .filter((path) => !REQUESTS.test(path) && !OURS.includes(path.replaceAll('[]', '').split('.').at(-1) ?? ''))
      .map((path) => `${name}: ${path}`),
  )
  expect(unknown).toEqual([])
})

test('a mark survives everything that schemas are built with', () => {
  const inner = t.Object({ a: orNull(foreign(t.String())), b: t.Array(t.Object({ c: foreign(t.Integer()), d: t.String() })) })
  expect(foreignFieldsIn(t.Object({ list: t.Array(inner), all: orNull(foreign(inner)), plain: t.Optional(t.String()) }))).toEqual(
    ['list[].a', 'list[].b[].c', 'all'],
  )
  // And is not in what others read.
  expect(JSON.stringify(foreign(t.String()))).toBe('{"type":"string"}')
})
