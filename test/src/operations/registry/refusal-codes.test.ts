import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adviceText } from '../../../../src/advice/advice.text.ts'
import { Refusal } from '../../../../src/contract/problem.ts'
import { actionLabel, actionLabelsText } from '../../../../src/operations/registry/action-labels.text.ts'
import { refusalCodesOf } from '../../../../src/operations/registry/describe.ts'
import type { NamedTool } from '../../../../src/operations/registry/tools.ts'
import { answerChecks } from '../../../../src/operations/run/answer.ts'
import { LOCAL_CALLER } from '../../../../src/policy/caller.ts'
import { defineTool, offline, publicHost, publicService, refusing, t } from '../../../../src/tool.ts'
import { ROOT } from '../../../support/server.ts'

const common = { path: '/api/tools/odd', body: t.Object({ host: t.String() }), result: t.Object({ host: t.String() }) } as const
const run = ({ body }: { body: { host: string } }) => ({ host: body.host })
const codes = (tool: NamedTool['tool']): string[] => [...refusalCodesOf(tool)].toSorted()

describe('the codes with which a tool refuses', () => {
  test('are those of its schema, its policy, its limits and its own', () => {
    expect(codes(defineTool({ ...common, policy: offline, run }))).toEqual(['invalid-request', 'rate-limited'])
    expect(codes(defineTool({ ...common, policy: publicHost('host'), run }))).toEqual([
      'invalid-request',
      'invalid-target',
      'overloaded',
      'rate-limited',
      'target-not-public',
      'unresolvable-target',
      'unsupported-on-host',
    ])
    const finding = publicService('host', 443, { unresolved: 'finding' })
    expect(codes(defineTool({ ...common, policy: finding, run }))).not.toContain('unresolvable-target')
  })

  test('are also those of its fields, at any depth', () => {
    const host = t.Optional(refusing(t.String(), 'unknown-value', 'invalid-target'))
    const tool = defineTool({ ...common, policy: offline, body: t.Object({ host }), run: () => ({ host: '' }) })
    expect(codes(tool)).toEqual(['invalid-request', 'invalid-target', 'rate-limited', 'unknown-value'])
    expect(JSON.stringify(tool.body)).not.toContain('unknown-value')
  })

  test('are checked like answers: an undeclared one is a fault of the tool', () => {
    const tool = defineTool({ ...common, policy: offline, body: t.Object({ host: refusing(t.String(), 'invalid-target') }), run })
    const around = answerChecks([{ name: 'odd', tool }])
    const { signal } = new AbortController()
    const call = { body: {}, caller: LOCAL_CALLER, locale: 'en', signal, face: 'http' } as const
    const thrower = (code: 'invalid-target' | 'unknown-value') => () =>
      around({ name: 'odd', tool }, call, () => {
        throw new Refusal(code, () => 'no')
      })
    expect(thrower('invalid-target')).toThrow('invalid-target')
    expect(thrower('unknown-value')).toThrow(
      "odd refused a request with unknown-value, which no field of its body says: write refusing(schema, 'unknown-value')",
    )
  })
})

const sources = [...new Bun.Glob('{src,tools}/**/*.ts').scanSync(ROOT)]
  .filter((file) => !file.endsWith('action-labels.text.ts'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')
/** Sentences of actions that are sent under the code of another. */
const RECODED = ['allow-on-device-by', 'connect-directly-vpn']
const labels = Object.keys(actionLabelsText.en)

test('every next action has a label', () => {
  const told = [...sources.matchAll(/\bnext(?:In\([^()]*\))?\(\s*'([a-z0-9-]+)'/g)].map(([, code = '']) => code)
  const codes = new Set([...told, ...Object.keys(adviceText.en).map((key) => key.split('.')[0] ?? '')])
  expect(codes.size).toBeGreaterThan(120)
  const isLabelled = (code: string) => labels.includes(code) || sources.includes(`'button.${code}'`)
  expect([...codes].filter((code) => !isLabelled(code) && !RECODED.includes(code))).toEqual([])
})

test('every label belongs to an action, and they are in order', () => {
  expect(labels.filter((code) => !sources.includes(`'${code}'`) && !sources.includes(` ${code}:`))).toEqual([])
  expect(labels).toEqual(labels.toSorted())
})

test('an action of a plug-in has its own label, or a general one', () => {
  expect(actionLabel('call-us', { 'button.call-us': 'Call us' }, 'en')).toBe('Call us')
  expect([actionLabel('call-us', {}, 'en'), actionLabel('call-us', {}, 'ko')]).toEqual(['Next step', '다음 단계'])
})
