import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../server.ts'

const COPIED = ['package.json', 'package-lock.json', 'bunfig.toml', 'tsconfig.json', 'LICENSE', 'src', 'tools', '.ci', 'data']

/** Returns a copy of the tree to change at will; the packages and the big files are the ones of the tree itself. */
export function makeCheckout(): Disposable & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-checkout-'))
  for (const path of COPIED) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (source) => !source.endsWith('.ranges') })
  }
  for (const name of readdirSync(join(ROOT, 'data')).filter((file) => file.endsWith('.ranges')))
    symlinkSync(join(ROOT, 'data', name), join(folder, 'data', name))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
