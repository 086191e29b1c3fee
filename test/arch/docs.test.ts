// The documentation refers only to what exists.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../support/server.ts'

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'data/README.md',
  'deploy/README.md',
  ...[...new Bun.Glob('docs/*.md').scanSync(ROOT)].toSorted(),
  '.github/ARCHITECTURE.md',
  '.github/CONTRIBUTING.md',
  '.github/TOOLS.md',
  '.github/SECURITY.md',
  '.github/WALK.md',
  ...[...new Bun.Glob('.github/decisions/*.md').scanSync({ cwd: ROOT, dot: true })].toSorted(),
]

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
/** A page without its code blocks, where `#` starts a comment. */
const prose = (path: string) => read(path).replace(/^```[\s\S]*?^```$/gm, '')

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  return [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns the links of a page that lead nowhere; those to other sites are not followed. */
function brokenLinks(page: string): string[] {
  return [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [file = '', anchor] = link.split('#')
    const path = file === '' ? page : join(dirname(page), file)
    const isThere = existsSync(join(ROOT, path)) && (anchor === undefined || anchorsOf(path).includes(anchor))
    return isThere ? [] : [`${page}: ${link}`]
  })
}

test.each(PAGES)('every link of %s leads somewhere', (page) => expect(brokenLinks(page)).toEqual([]))

test('the README leads to every page of docs/', () => {
  const pages = [...new Bun.Glob('docs/*.md').scanSync(ROOT)]
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.filter((page) => !prose('README.md').includes(`](${page})`))).toEqual([])
})

/** Every file of ours that a page could name. */
const FILES = [...new Bun.Glob('{src,tools,test,data,bench,.ci}/**/*.{ts,tsx,mjs}').scanSync({ cwd: ROOT, dot: true })]

/** Paths in code spans: from the root, or the end of the path of a file; one with a placeholder, such as `tools/<name>.ts`, is an example. */
function missingPaths(page: string): string[] {
  return [...prose(page).matchAll(/`([\w./-]+)`/g)].flatMap(([, path = '']) => {
    const isFile = /\.(?:tsx?|mjs)$/.test(path)
    if (!isFile && !/^(?:src|tools|test|data|bench|\.ci)\//.test(path)) return []
    const isThere = existsSync(join(ROOT, path)) || (isFile && FILES.some((file) => file.endsWith(`/${path}`)))
    return isThere || path === 'tools/list' ? [] : [`${page}: ${path}`]
  })
}

const INSIDE = PAGES.filter((page) => page.startsWith('.github/'))

test.each(INSIDE)('every file that %s names is there', (page) => expect(missingPaths(page)).toEqual([]))

test('the index of the decisions has a line for each record', () => {
  const records = PAGES.filter((page) => /decisions\/\d/.test(page)).map((page) => page.replace(/^.*\//, ''))
  expect(records.length).toBeGreaterThan(30)
  expect(records.filter((record) => !read('.github/decisions/README.md').includes(`](${record})`))).toEqual([])
})

/** Words with hyphens in code spans that are not codes of this program: names of its files, dates, and challenges of ACME. */
const NOT_CODES = /^(?:doorstep-|\d)|-01$/

test('the codes that docs/ names are those of today', () => {
  const files = ['src/**/*.ts', 'src/**/*.tsx', 'tools/*.ts', 'data/router/*.json'].flatMap((glob) => [
    ...new Bun.Glob(glob).scanSync(ROOT),
  ])
  const known = new Set(files.flatMap((file) => read(file).match(/[a-z0-9]+(?:-[a-z0-9]+)+/g) ?? []))
  for (const page of PAGES.filter((path) => path.startsWith('docs/'))) {
    const codes = [...prose(page).matchAll(/`([a-z0-9]+(?:-[a-z0-9]+)+)`/g)].map(([, code = '']) => code)
    expect([
      page,
      codes.filter((code) => !known.has(code.replace(/^port-/, '')) && !known.has(code) && !NOT_CODES.test(code)),
    ]).toEqual([page, []])
  }
})
