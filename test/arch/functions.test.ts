// House rule: a function fits on a screen.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { functionsIn } from '../support/functions.ts'
import { ROOT } from '../support/server.ts'

const LINES_MAX = 40

describe('the lengths of functions', () => {
  const SAMPLE = [
    '/** A comment that is not counted. */',
    'export function plain(text: string): string {',
    '  return `} {` + text.replace(/}/g, "{")',
    '}',
    'const arrow = () => 1',
    'export default make({ run() {',
    '  const inner = () => {',
    '    // }',
    '  }',
    '  return [inner].map((one) => one)',
    '} })',
    'class Thing { method(): void {} ; get size() {',
    '  return 1 } }',
    'declare function typed(): void',
  ].join('\n')

  test('are found for every function, whatever it contains', async () => {
    const found = await functionsIn(new Map([['a/sample.ts', SAMPLE]]))
    expect(found.map(({ name, lines }) => `${name} ${lines}`)).toEqual([
      'a/sample.ts plain 3',
      'a/sample.ts arrow 1',
      'a/sample.ts run 6',
      'a/sample.ts run.inner 3',
      'a/sample.ts run 1',
      'a/sample.ts Thing.method 1',
      'a/sample.ts Thing.size 2',
    ])
  })
})

test(`no function is longer than ${LINES_MAX} lines`, async () => {
  const patterns = ['src/**/*.{ts,tsx}', 'tools/**/*.ts', '.ci/*.{ts,mjs}']
  const paths = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })]).sort()
  const texts = paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const)
  // No other file has room for one.
  const sources = new Map(texts.filter(([, text]) => text.split('\n').length > LINES_MAX))
  const found = await functionsIn(sources)
  expect(found.length).toBeGreaterThan(1000)
  expect(found.filter(({ lines }) => lines > LINES_MAX)).toEqual([])
})
