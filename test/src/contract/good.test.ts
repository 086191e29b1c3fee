import { expect, test } from 'bun:test'
import { judgeResult } from '../../../src/contract/good.ts'
import { type FieldSchema, wordsOf } from '../../../src/faces/cli/fields.ts'
import { shortExample } from '../../../src/operations/registry/field-values.ts'
import { manifest } from '../../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../../src/operations/registry/tools.ts'
import { reachesOut } from '../../../src/policy/policies.ts'
import { PROGRAM } from '../../support/executable.ts'
import { labTest } from '../../support/lab.ts'
import { makeNamespace } from '../../support/net/namespace.ts'
import { spawnLine } from '../../support/process/command-line.ts'
import { bodyOf, postTool, startServer } from '../../support/server.ts'
import { shared } from '../../support/shared.ts'

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

test.each(judging)('$name has this field, with these values and others', ({ good: { field, values }, result }) => {
  // A seam: a TypeBox schema is a JSON Schema.
  const schema = (result as FieldSchema).properties?.[field]
  const all = kindsIn(schema ?? {}).includes('boolean') ? [true, false] : wordsOf(schema ?? {})
  for (const value of values) expect(all).toContain(value)
  expect(all.length).toBeGreaterThan(values.length)
})

function kindsIn({ type, anyOf = [] }: FieldSchema): unknown[] {
  return [type, ...anyOf.map((one) => one.type)]
}

// Every tool where this server can check nothing, made for real: each says so, and none calls the unknown false.

/** The tools that ask somebody else; the rest answer from what this server knows. */
const CHECKING = toolsOf(manifest).filter(({ tool }) => tool.body && reachesOut(tool.policy))
/** The refusals by which a tool says that it did not check. */
const UNCHECKED = ['unresolvable-target', 'rate-limited', 'overloaded', 'unsupported-on-host']
/** Fields that are known without asking: the kind of the name, and the bits of a message, which one that never came does not have. */
const KNOWN = ['wildcard', 'authenticated', 'authoritative', 'truncated']
/** The words that say that somebody else failed. */
const CLAIMS = ['unreachable', 'blocked', 'would-fail', 'mismatch', 'missing', 'split', 'closed', 'refused', 'timeout']

type Named = (typeof CHECKING)[number]

/** Returns the example of a tool, with this address in place of its host. */
function requestOf({ tool }: Named, address: string): Record<string, unknown> {
  const isName = ['dns-name', 'public-name', 'requester-and-name', 'requester-service'].includes(tool.policy.kind)
  const text = JSON.stringify(shortExample(tool.body ?? {}))
  return JSON.parse(isName ? text : text.replace(/example\.com|8\.8\.8\.8/, address))
}

/** Expects that an answer says of nobody that something is wrong. */
async function expectNothingSaid(named: Named, answer: Response): Promise<void> {
  const found = await bodyOf(answer)
  if (answer.status !== 200) return expect(UNCHECKED).toContain(found.code)
  const { good, result } = named.tool
  expect(Object.keys(found).slice(3, 5)).toEqual(['headline', 'good'])
  expect([named.name, found]).toEqual([named.name, expect.objectContaining({ good: null })])
  expect(named.tool.good).not.toBe(null)
  if (named.name !== 'dns-lookup' && named.name !== 'reverse-dns') expect(CLAIMS).not.toContain(found[good?.field ?? ''])
  const facts = Object.entries(found).filter(([field]) => !KNOWN.includes(field) && field in result.properties)
  expect(facts.filter(([, value]) => value === false)).toEqual([])
  expect(JSON.stringify(found)).not.toMatch(/"lossPercent":100|The port is open/)
}

// Those that take an address need no resolver.
const asking = CHECKING.filter(({ tool }) => !['requester', 'requester-service'].includes(tool.policy.kind))
const withoutResolver = shared(() => startServer({ args: ['--allow-targets', '127.0.0.0/8'] }))

test.each(asking)('without a resolver: $name', async (named) => {
  const { url } = await withoutResolver()
  const request = shortExample(named.tool.body ?? {})
  await expectNothingSaid(named, await postTool(url, named.name, request))
  const words = Object.values(request).map(String)
  expect((await spawnLine([named.name, ...words, '--server', url])).code).toBe(2)
})

const VISITOR = '198.18.40.7'
const HOST = '198.18.40.9'

/** The ways in which a kernel keeps a packet: no route, one that forbids it, one that leads nowhere. */
const ROADS = [null, 'prohibit', 'unreachable', 'blackhole']

for (const kind of ROADS)
  labTest(`with ${kind ? `a route of type ${kind}` : 'no route'}`, { programs: ['ip', 'setpriv'], root: true }, async () => {
    await using space = await makeNamespace()
    if (kind) await space.exec(['ip', 'route', 'add', kind, '198.18.0.0/16'])
    const allowed = ['--allow-targets', '198.18.0.0/16']
    const args = [...allowed, '--host', space.address4, '--trusted-proxies', space.peer4]
    await using server = await startServer({ command: space.inside(PROGRAM), args, host: space.address4 })
    for (const named of CHECKING) {
      const request = requestOf(named, HOST)
      await expectNothingSaid(named, await postTool(server.url, named.name, request, { 'x-forwarded-for': VISITOR }))
      const line = [named.name, ...Object.values(request).map(String), ...allowed]
      expect([named.name, (await space.exec([...PROGRAM, ...line])).exitCode]).toEqual([named.name, 2])
    }
  })
