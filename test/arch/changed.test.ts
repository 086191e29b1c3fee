// `npm test -- --changed`: which tests a change touches (.ci/changed.ts), and that `npm test` hands everything else on to Bun.
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { changeSince, selectTests } from '../../.ci/changed.ts'
import { labTest } from '../support/lab.ts'
import { ROOT } from '../support/server.ts'

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

labTest(
  'what has changed is what the branch and the working tree have: commits, edits, new and deleted files',
  { programs: ['git'] },
  () => {
    using tree = makeTree()
    const git = (...args: string[]) => {
      const identity = ['-c', 'user.name=doorstep', '-c', 'user.email=doorstep@example.com']
      expect(Bun.spawnSync(['git', ...identity, ...args], { cwd: tree.folder }).exitCode).toBe(0)
    }
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-qm', 'Begin')
    expect(changeSince(tree.folder, null)).toEqual({ since: 'main', files: [] })
    git('checkout', '-qb', 'work')
    write(tree.folder, { 'src/net/trace.ts': 'export const trace = 2' })
    git('commit', '-qam', 'Change a file')
    write(tree.folder, { 'src/net/deep.ts': '', 'src/net/new.ts': '' })
    rmSync(join(tree.folder, 'src/net/ping.text.ts'))
    const uncommitted = ['src/net/deep.ts', 'src/net/new.ts', 'src/net/ping.text.ts']
    expect(changeSince(tree.folder, null).files).toEqual([...uncommitted, 'src/net/trace.ts'])
    expect(changeSince(tree.folder, 'HEAD').files).toEqual(uncommitted)
    expect(() => changeSince(tree.folder, 'nowhere')).toThrow('nowhere')
  },
)

const npmTest = (...args: string[]) =>
  Bun.spawnSync([process.execPath, join(ROOT, '.ci', 'test.ts'), ...args], { cwd: ROOT, stderr: 'pipe' })

labTest('an unknown ref is refused', { programs: ['git'] }, () => {
  const { exitCode, stderr } = npmTest('--changed=nowhere')
  expect([exitCode, stderr.toString()]).toEqual([2, expect.stringContaining('nowhere')])
})

test('all other arguments go to Bun, whose exit code is that of npm test', () => {
  const passed = npmTest('test/bench/spread.test.ts', '-t', 'a quantile')
  expect([passed.exitCode, passed.stderr.toString()]).toEqual([0, expect.stringMatching(/\b1 pass[\s\S]* across 1 file/)])
  expect(npmTest('test/nowhere.test.ts').exitCode).toBe(1)
})
