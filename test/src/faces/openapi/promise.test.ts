// The document of this checkout against that of the last release: whoever wrote a client for it must not have to change it.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { breaksOf, documentNow, promiseOf, RECORDED } from '../../../support/openapi/promise.ts'

const recorded = JSON.parse(readFileSync(RECORDED, 'utf8'))

test('nothing that was promised is gone: docs/api.md says what may change within a version', () =>
  expect(breaksOf(recorded, promiseOf(documentNow()))).toEqual([]))

type Document = ReturnType<typeof documentNow>
const requestOf = ({ components }: Document) => components.schemas.PingRequest
const resultOf = ({ components }: Document) => components.schemas.PingResult
const CODES = ['foreign-origin', 'prefetch-refused', 'target-not-public']

test.each<readonly [what: string, change: (document: Document) => void, breaks: readonly string[]]>([
  ['a path', ({ paths }) => delete paths['/api/places'], ['GET /api/places is gone']],
  [
    'a code',
    ({ paths }) => delete paths['/api/tools/ip-lookup'].post.responses[403],
    CODES.map((code) => `POST /api/tools/ip-lookup: no 403 ${code}`),
  ],
  ['a field of an answer', (it) => delete resultOf(it).properties.packets.properties.sent, ['PingResult: packets.sent is gone']],
  ['that a field is always there', (it) => resultOf(it).required.shift(), ['PingResult: tool may be absent']],
  ['that a field has a value', (it) => (resultOf(it).properties.host.type = ['null']), ['PingResult: host may be null']],
  ['a word of an answer', (it) => resultOf(it).properties.status.enum.shift(), ["PingResult: status is never 'reachable'"]],
  ['a field of a request', (it) => delete requestOf(it).properties.count, ['PingRequest: count is gone']],
  ['that a field may be left out', (it) => requestOf(it).required.push('count'), ['PingRequest: count has to be given']],
  [
    'a request without a new field',
    (it) => {
      requestOf(it).properties.size = { type: 'integer' }
      requestOf(it).required.push('size')
    },
    ['PingRequest: size has to be given'],
  ],
  ['large values', (it) => (requestOf(it).properties.count.maximum = 4), ['PingRequest: count has the maximum 4']],
  [
    'a word of a request',
    ({ components }) => components.schemas.PortCheckRequest.properties.protocol.enum.pop(),
    ["PortCheckRequest: protocol does not take 'udp'"],
  ],
])('taking away %s is a break', (_, change, breaks) => {
  const document = documentNow()
  const before = promiseOf(document)
  change(document)
  expect(breaksOf(before, promiseOf(document))).toEqual([...breaks])
})

test('adding to what there is breaks nothing', () => {
  const document = documentNow()
  const before = promiseOf(document)
  const { paths, components } = document
  paths['/api/new'] = structuredClone(paths['/api/places'])
  paths['/api/tools/ip-lookup'].post.responses[409] = components.responses.RateLimited
  resultOf(document).properties.jitter = { type: 'object', properties: { ms: { type: 'number' } } }
  resultOf(document).properties.status.enum.push('asleep')
  requestOf(document).properties.options = { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] }
  requestOf(document).properties.count.maximum = 20
  components.schemas.PortCheckRequest.properties.protocol.enum.push('sctp')
  expect(breaksOf(before, promiseOf(document))).toEqual([])
})
