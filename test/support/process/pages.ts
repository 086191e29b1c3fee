// The pages whose blocks tests run or read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../server.ts'

/** README and the pages that it leads to; docs/data.md and docs/vendors.md have tests of their own as well. */
const PAGES = [
  'README',
  ...['home', 'hosting', 'settings', 'operations', 'api', 'cli', 'agents', 'accuracy'].map((name) => `docs/${name}`),
].map((name) => `${name}.md`)

export const readPage = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Returns the blocks of a language on all pages, in order. */
export function blocksOfPages(language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')
  return PAGES.flatMap((page) => [...readPage(page).matchAll(pattern)].map(([, block = '']) => block))
}
