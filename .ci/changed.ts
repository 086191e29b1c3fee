/** Which tests a change touches, for `npm test -- --changed`. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** Every test depends on these. */
const EVERYWHERE = /^(package-lock\.json|bunfig\.toml|tsconfig\.json|test\/preload\.ts)$/
const CODE = /\.(ts|tsx|mjs)$/
const HOUSE_RULES = /^test\/arch\//
/** A file that follows from others, which have changed as well. */
const GENERATED = /\.gen\.\w+$/
const FIXTURE = /^test\/fixtures\//
const TOOL = /^tools\/[^/]+\.ts$/
/** Tests that see tools through the registry alone. */
const OVER_TOOLS = /^test\/src\/(registry\/|faces\/mcp\/choice\.)/

/** A test file, and why it runs. */
interface Selected {
  readonly file: string
  readonly why: string
}

interface Change {
  /** The ref or commit that the tree is compared with. */
  readonly since: string
  readonly files: readonly string[]
}

/** Returns what differs from the commit at which the branch left `ref`, with new files. Throws what git says. */
export function changeSince(root: string, ref: string | null): Change {
  const git = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...args], { cwd: root, stderr: 'pipe' })
    if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString().trim()}`)
    return stdout.toString().split('\n').filter(Boolean)
  }
  const exists = (name: string) =>
    Bun.spawnSync(['git', 'rev-parse', '-q', '--verify', name], { cwd: root, stderr: 'ignore' }).success
  const since = ref ?? ['origin/main', 'main'].find(exists) ?? 'HEAD'
  const [base = since] = git('merge-base', since, 'HEAD')
  const files = [...git('diff', '--name-only', '--no-renames', base), ...git('ls-files', '--others', '--exclude-standard')]
  return { since, files: [...new Set(files)].sort() }
}

/** Returns the tests that a change touches, each once; the house rules are always among them, unless nothing has changed. */
export function selectTests(root: string, all: readonly string[]): Selected[] {
  const changed = all.filter((file) => !GENERATED.test(file))
  if (changed.length === 0) return []
  const tests = testFiles(root).map(({ file }) => file)
  const forAll = changed.find((file) => EVERYWHERE.test(file))
  if (forAll !== undefined) return tests.map((file) => ({ file, why: `${forAll} has changed` }))
  const reach = reachOf(root)
  return tests.flatMap((file) => {
    const why = reasonFor(file, changed, reach(file))
    return why === null ? [] : [{ file, why }]
  })
}

/** A file of tests, with its text. */
interface TestFile {
  readonly file: string
  readonly text: string
}

/** Returns all files of tests, in the order of their paths. */
export function testFiles(root: string): TestFile[] {
  const files = [...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync(root)].sort()
  return files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** Returns the files of tests that import one of these, themselves or through others in test/. */
export function testsThatReach(root: string, targets: readonly string[]): string[] {
  const reach = reachOf(root)
  return testFiles(root).flatMap(({ file }) => (targets.some((target) => reach(file).files.has(target)) ? [file] : []))
}

/** The files that a test loads up to those under test; its own text, and with that the text of all that lies in test/. */
interface Reach {
  readonly files: ReadonlySet<string>
  readonly own: string
  readonly text: string
}

function reasonFor(test: string, changed: readonly string[], { files, own, text }: Reach): string | null {
  if (changed.includes(test)) return 'has changed'
  const mirrored = changed.find((file) => isMirror(test, file))
  if (mirrored !== undefined) return `is about ${mirrored}`
  const imported = changed.find((file) => files.has(file))
  if (imported !== undefined) return `imports ${imported}`
  const isNamed = (file: string) =>
    FIXTURE.test(file) ? namesOf(file).some((name) => text.includes(name)) : own.includes(basename(file))
  const tool = changed.find((file) => TOOL.test(file))
  if (tool !== undefined && OVER_TOOLS.test(test)) return `goes over all tools, such as ${tool}`
  const named = changed.find((file) => !CODE.test(file) && isNamed(file))
  if (named !== undefined) return `reads ${named}`
  return HOUSE_RULES.test(test) ? 'always runs' : null
}

/** Tests whether a test has the path of a source: test/src/a/b.test.ts and test/src/a/b-more.test.ts are about src/a/b.ts. */
function isMirror(test: string, source: string): boolean {
  if (!CODE.test(source)) return false
  const stem = `test/${source.replace(/(\.text)?\.\w+$/, '')}`
  return test.replace(/x$/, '') === `${stem}.test.ts` || (test.startsWith(`${stem}-`) && !test.slice(stem.length).includes('/'))
}

/** Returns how tests and their helpers name a fixture: by its name, or by its folder. */
function namesOf(file: string): string[] {
  return [basename(file), `'fixtures', '${file.split('/')[2]}'`]
}

/** Follows imports through test/ only: almost everything in src/ reaches almost everything else. */
function reachOf(root: string): (test: string) => Reach {
  const known = new Map<string, { imports: string[]; text: string }>()
  const look = (file: string) => {
    const text = readFileSync(join(root, file), 'utf8')
    const scanned = new Bun.Transpiler({ loader: file.endsWith('x') ? 'tsx' : 'ts' }).scanImports(text).map(({ path }) => path)
    const local = scanned.filter((path) => path.startsWith('.')).map((path) => resolve(root, dirname(file), path))
    const one = { imports: local.map((path) => relative(root, path)), text }
    known.set(file, one)
    return one
  }
  return (test) => {
    const files = new Set([test])
    let all = ''
    for (const file of files) {
      if (!file.startsWith('test/') || !CODE.test(file) || !existsSync(join(root, file))) continue
      const { imports, text } = known.get(file) ?? look(file)
      all += text
      for (const one of imports) files.add(one)
    }
    return { files, own: known.get(test)?.text ?? '', text: all }
  }
}
