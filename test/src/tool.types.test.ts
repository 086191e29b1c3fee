import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/server.ts'

const TYPES = join(ROOT, 'test', 'src', 'tool.types.ts')

// `npm run check` compiles the whole house including this file. Alone, it takes a fifth of that time.
test('the compiler refuses every line of tool.types.ts that is marked, and nothing else there', () => {
  expect(readFileSync(TYPES, 'utf8').match(/@ts-expect-error/g)?.length).toBeGreaterThan(12)
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-types-'))
  const packages = { typeRoots: [join(ROOT, 'node_modules')] }
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: packages,
    include: [],
    files: [TYPES, join(ROOT, 'src', 'assets.d.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, compiler, '-p', folder], { cwd: ROOT })
  rmSync(folder, { recursive: true })
  expect([exitCode, stdout.toString()]).toEqual([0, ''])
})
