import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the code and its tables are. */
const FOLDERS = ['data', 'src/dataset/mmdb', 'src/dataset/packing', 'src/dataset/reading', 'src/ipdata/mmdb', 'src/ipdata/ranges']
const FILES = ['src/dataset/build.ts']

/**
 * A name for what the data are built from: it changes with the code that builds them, its tables, and the versions of their
 * sources. Plain JavaScript, since the set-up asks before anything is installed.
 *
 * @param {string} root the checkout
 * @returns {string} hexadecimal
 */
export function recipeOfData(root) {
  const own = FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(ts|mjs|csv|json)$/.test(entry.name) && !entry.name.endsWith('.gen.json'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .concat(FILES.map((file) => join(root, file)))
    .sort()
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sources = Object.entries(devDependencies).filter(
    ([name]) => name.startsWith('@ip-location-db/') || name === 'countries-list',
  )
  const hash = createHash('sha256').update(JSON.stringify(sources))
  for (const path of own) hash.update(readFileSync(path))
  return hash.digest('hex')
}
