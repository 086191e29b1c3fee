// Whether `dist/doorstep` is built of the sources as they are.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const STAMP = join(ROOT, 'dist', '.sources')
const TEXTS = '{src,tools,data,.ci}/**/*.{ts,tsx,css,txt,json}'

/** Texts count with what is in them, so that another branch and back costs nothing; the data are too large to be read each time. */
export function stampOfSources(): string {
  const hash = createHash('sha256')
  const texts = [...new Bun.Glob(TEXTS).scanSync({ cwd: ROOT, dot: true })].sort()
  for (const path of ['package.json', 'package-lock.json', ...texts])
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0')
  for (const path of [...new Bun.Glob('data/*.ranges').scanSync(ROOT)].sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, path))
    hash.update(`${path} ${size} ${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

export function isBuilt(): boolean {
  const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined
  return exists(join(ROOT, 'dist', 'doorstep')) && exists(STAMP) && readFileSync(STAMP, 'utf8') === stampOfSources()
}

/** `null` while it is being built. */
export function keepStamp(stamp: string | null): void {
  if (stamp === null) rmSync(STAMP, { force: true })
  else writeFileSync(STAMP, stamp)
}
