// The compiled file is built again if its sources have changed, and not because a file was touched.
import { expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCheckout } from '../support/process/checkout.ts'

test('a change, a new file and one that is gone make it stale; a touched one does not', () => {
  using tree = makeCheckout()
  const script = "const s = await import('./.ci/release/sources.ts'); console.log(s.isBuilt()); s.keepStamp(s.stampOfSources())"
  const wasBuilt = () => Bun.spawnSync([process.execPath, '-e', script], { cwd: tree.folder }).stdout.toString().trim()
  const path = (name: string) => join(tree.folder, name)
  mkdirSync(path('dist'))
  writeFileSync(path('dist/doorstep'), '')
  expect([wasBuilt(), wasBuilt()]).toEqual(['false', 'true'])

  const steps: [what: string, act: () => void, isBuilt: string][] = [
    ['touched', () => utimesSync(path('src/main.ts'), new Date(), new Date()), 'true'],
    ['changed', () => appendFileSync(path('src/main.ts'), '// more\n'), 'false'],
    ['a tool is new', () => writeFileSync(path('tools/new.ts'), ''), 'false'],
    ['it is called otherwise', () => renameSync(path('tools/new.ts'), path('tools/newer.ts')), 'false'],
    ['a package is another', () => appendFileSync(path('package-lock.json'), '\n'), 'false'],
    ['the build is another', () => appendFileSync(path('.ci/build.ts'), '\n'), 'false'],
    ['the program is gone', () => renameSync(path('dist/doorstep'), path('dist/other')), 'false'],
  ]
  for (const [what, act, isBuilt] of steps) {
    act()
    expect([what, wasBuilt()]).toEqual([what, isBuilt])
  }
})
