import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const folder = sharedFolder('types')
const TYPES = join(ROOT, 'test', 'src', 'tool.types.ts')

// `npm run check` compiles the whole house including this file. Alone, it takes a fifth of that time.
test('the compiler refuses every line of tool.types.ts that is marked, and nothing else there', () => {
  expect(readFileSync(TYPES, 'utf8').match(/@ts-expect-error/g)?.length).toBeGreaterThan(12)
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(ROOT, 'node_modules')] },
    include: [],
    files: [TYPES, join(ROOT, 'src', 'assets.d.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, compiler, '-p', folder], { cwd: ROOT })
  expect([exitCode, stdout.toString()]).toEqual([0, ''])
})
