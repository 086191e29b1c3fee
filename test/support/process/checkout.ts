import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../server.ts'

const COPIED = ['package.json', 'package-lock.json', 'bunfig.toml', 'tsconfig.json', 'LICENSE', 'src', 'tools', '.ci']

/** Returns a copy of the tree to change at will; the packages and the big files are the ones of the tree itself. */
export function makeCheckout(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-checkout-'))
  mkdirSync(join(folder, 'data'))
  const data = readdirSync(join(ROOT, 'data'))
  const large = data.filter((name) => name.endsWith('.ranges'))
  copy(COPIED, folder)
  copy(
    data.filter((name) => !large.includes(name)).map((name) => `data/${name}`),
    join(folder, 'data'),
  )
  for (const name of large) symlinkSync(join(ROOT, 'data', name), join(folder, 'data', name))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

/** Copies files and folders of the tree into a folder: in a twentieth of the time that node:fs takes. */
function copy(paths: readonly string[], folder: string): void {
  const { exitCode } = Bun.spawnSync(['cp', '-R', ...paths.map((path) => join(ROOT, path)), folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (exitCode !== 0) throw new Error(`cp to ${folder} failed`)
}
