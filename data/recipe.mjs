import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** The files that decide what is in the data. Those that show progress do not. */
const ROOTS = ['data/part.ts', 'data/sources.ts']
/** Imports except those of types only, which leave no trace in the result; a list of names in braces may also contain types. */
const IMPORT = /^(?:import|export)\s+(?!type\s)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
/** Packages that data are read from rather than imported. */
const READ = /^@ip-location-db\//

/**
 * Returns a name for what the data are built from: it changes with the files that the build imports, and with the versions of the packages
 * that it imports or reads. Plain JavaScript, since the set-up asks before anything is installed.
 * @param {string} root the checkout
 * @returns {string} hexadecimal
 */
export function recipeOfData(root) {
  const { files, packages } = ingredientsOfData(root)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const versions = packages.map((name) => `${name}@${dependencies[name]}`)
  const hash = createHash('sha256').update(versions.join('\n'))
  for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/**
 * Returns the files of the checkout, and the packages.
 *
 * @param {string} root the checkout
 * @returns {{ files: string[], packages: string[] }}
 */
export function ingredientsOfData(root) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = new Set(ROOTS)
  const packages = new Set(Object.keys(dependencies).filter((name) => READ.test(name)))
  for (const file of files) {
    if (!/\.(ts|mjs)$/.test(file)) continue
    for (const [, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const name = Object.keys(dependencies).find((known) => target === known || target.startsWith(`${known}/`))
      // Only the versions of packages matter in package.json: its other lines change for other reasons.
      if (name) packages.add(name)
      else if (target.startsWith('.') && !target.endsWith('/package.json'))
        files.add(relative(root, join(root, dirname(file), target)).replaceAll('\\', '/'))
    }
  }
  return { files: [...files].sort(), packages: [...packages].sort() }
}
