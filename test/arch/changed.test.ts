// `npm test -- --changed`: which tests a change touches (.ci/changed.ts).
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { selectTests } from '../../.ci/changed.ts'

const TREE: Readonly<Record<string, string>> = {
  'src/net/trace.ts': 'export const trace = 1',
  'src/net/ping.text.ts': 'export const texts = {}',
  'src/net/deep.ts': "import { trace } from './trace.ts'",
  'test/arch/mirror.test.ts': '',
  'test/src/net/trace-waits.test.ts': '',
  'test/src/net/tracer.test.ts': '',
  'test/src/net/deep.test.ts': "import '../../../src/net/deep.ts'",
  'test/src/net/ping.test.ts': "import { type Way } from '../../../src/net/trace.ts'",
  'test/support/way.ts':
    "import { trace } from '../../src/net/trace.ts'\nreadFileSync(join(ROOT, 'test', 'fixtures', 'ways', name))",
  'test/support/far.ts': "export * from './way.ts'",
  'test/tools/ping.test.ts': "import '../support/far.ts'",
  'test/tools/catalogue.test.ts': "readFileSync('data/brands.json')",
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function makeTree(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-changed-'))
  write(folder, TREE)
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test.each([
  ['src/net/trace.ts', 'test/src/net/trace-waits.test.ts is about, test/tools/ping.test.ts imports'],
  ['src/net/ping.text.ts', 'test/src/net/ping.test.ts is about'],
  ['test/support/way.ts', 'test/tools/ping.test.ts imports'],
  ['test/fixtures/ways/fan.json', 'test/tools/ping.test.ts reads'],
  ['data/brands.json', 'test/tools/catalogue.test.ts reads'],
  ['docs/odd.md', ''],
])('a change of %s runs its tests, and the house rules', (changed, expected) => {
  using tree = makeTree()
  const [rules, ...others] = selectTests(tree.folder, [changed])
  expect(rules).toEqual({ file: 'test/arch/mirror.test.ts', why: 'always runs' })
  expect(others.map(({ file, why }) => `${file} ${why.replace(` ${changed}`, '')}`).join(', ')).toBe(expected)
})

test('a changed test runs itself, and what all tests depend on runs all', () => {
  using tree = makeTree()
  expect(selectTests(tree.folder, ['test/src/net/tracer.test.ts'])).toContainEqual({
    file: 'test/src/net/tracer.test.ts',
    why: 'has changed',
  })
  expect(selectTests(tree.folder, ['package-lock.json'])).toHaveLength(7)
  expect(selectTests(tree.folder, [])).toEqual([])
  // Another file has changed, from which it was made.
  expect(selectTests(tree.folder, ['src/net/trace.gen.ts'])).toEqual([])
})
