// A vendor follows docs/vendors.md from the first block to the last.
import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPTIONS, variableOf } from '../../src/settings/options.ts'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { NOBODY, ROOT, type Server, startServer } from '../support/server.ts'

const page = readFileSync(join(ROOT, 'docs', 'vendors.md'), 'utf8')

interface Block {
  readonly language: string
  readonly text: string
  /** The file that the prose above the block names last. */
  readonly file: string | null
}

const BLOCKS: readonly Block[] = [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ({ index, 1: language = '', 2: text = '' }) => ({
    language,
    text,
    file: [...page.slice(0, index).matchAll(/`(vendor\/[\w/.-]+\.json)`/g)].at(-1)?.[1] ?? null,
  }),
)

/** The expected answers, in the order of the questions. */
const ANSWERS = [
  'https://support.example.com/ax-100',
  'Acme Box',
  '찾을 수 없는 모델명: AX-1.',
  '"title":"Router brands',
  'Example Net',
]

labTest('every block of the guide does what it says, in its order', { programs: ['bash', 'curl'] }, async () => {
  using place = workshop()
  const run = (command: string) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-euo', 'pipefail', '-c', command], {
      cwd: place.folder,
      env: place.env,
    })
    expect([command, exitCode, stderr.toString()]).toEqual([command, 0, ''])
    return stdout.toString()
  }
  let server: Server | null = null
  const answers: string[] = []
  let checked = ''
  try {
    for (const { language, text, file } of BLOCKS) {
      if (language === 'json') writeFileSync(join(place.folder, file ?? ''), text)
      else if (/^doorstep --/.test(text)) server = await startServer({ cwd: place.folder, args: text.trim().split(' ').slice(1) })
      else if (/^curl/.test(text)) {
        for (const line of text.trim().split('\n')) answers.push(run(line.replace('localhost:8080', `127.0.0.1:${server?.port}`)))
      } else if (language === 'sh') checked += run(text)
    }
    expect(answers).toHaveLength(ANSWERS.length)
    for (const [index, says] of ANSWERS.entries()) expect(answers[index]?.replaceAll('": "', '":"')).toContain(says)
    expect(checked).toContain('--catalog-dir: providers.json ok, 1')
    expect(checked).toContain('--tools-dir: time-check ok')
    expect(checked).toContain('--theme: ok')
    expect(checked).toContain('https://support.example.com/ax-100')
    expect(readFileSync(join(place.folder, 'vendor', 'LICENSES.txt'), 'utf8')).toContain('TypeBox')
  } finally {
    await server?.[Symbol.asyncDispose]()
  }
})

test('the settings and schemas that it shows exist', () => {
  const known = Object.values(OPTIONS).map(variableOf)
  const shown = [...page.matchAll(/\bDOORSTEP_[A-Z_]+\b/g)].map(([name]) => name)
  expect(shown.length).toBeGreaterThan(3)
  expect(shown.filter((name) => !known.includes(name))).toEqual([])
  expect(BLOCKS.filter(({ language }) => language === 'json').map(({ file }) => file)).toEqual([
    'vendor/catalogue/brands.json',
    'vendor/catalogue/providers.json',
  ])
})

/** Returns a folder in which `doorstep` and `tsc` can be called as the guide calls them. */
function workshop(): Disposable & { readonly folder: string; readonly env: Record<string, string | undefined> } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'doorstep-vendor-')))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'bin'))
  symlinkSync(EXECUTABLE, join(folder, 'bin', 'doorstep'))
  const compiler = join(folder, 'bin', 'tsc')
  writeFileSync(
    compiler,
    `#!${process.execPath}\nimport ${JSON.stringify(join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'))}\n`,
  )
  chmodSync(compiler, 0o755)
  symlinkSync(join(ROOT, 'deploy'), join(folder, 'deploy'))
  const env = { DOORSTEP_RESOLVERS: NOBODY, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder }
  return { folder, env, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
