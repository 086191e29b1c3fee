import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DOMAINS_PATH, domainsSource } from '../../.ci/top-level-domains.ts'
import {
  ABOUT_OTHERS_PATH,
  aboutOthersSource,
  LOADERS_PATH,
  loadersSource,
  MANIFEST_PATH,
  manifestSource,
  QUERIES_PATH,
  queryFiles,
  REQUESTS_PATH,
  requestsSource,
  saysTheSame,
  toolFiles,
} from '../../src/operations/registry/discover.ts'
import { manifest } from '../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../src/operations/registry/tools.ts'
import { readPage } from '../support/process/pages.ts'
import { SETTINGS_PAGE, withSettings } from '../support/process/settings-page.ts'
import { ROOT } from '../support/server.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the manifest, the loaders and the queries are what their writer would write', () => {
  expect(readFileSync(LOADERS_PATH, 'utf8')).toBe(loadersSource(toolFiles()))
  expect(readFileSync(QUERIES_PATH, 'utf8')).toBe(manifestSource(queryFiles(toolFiles()), 'queries'))
  expect(readFileSync(MANIFEST_PATH, 'utf8')).toBe(manifestSource(toolFiles()))
})

test('the types of requests and answers match the schemas, and what is about others the policies: npm run generate', () => {
  for (const [path, source] of [
    [REQUESTS_PATH, requestsSource(toolsOf(manifest))],
    [ABOUT_OTHERS_PATH, aboutOthersSource(toolsOf(manifest))],
  ] as const) {
    const isCurrent = saysTheSame(readFileSync(path, 'utf8'), source)
    expect(isCurrent ? 'current' : `${relative(ROOT, path)} is outdated: run npm run generate`).toBe('current')
  }
})

test('the top-level domains are those of the package: npm run generate', () =>
  expect(readFileSync(DOMAINS_PATH, 'utf8')).toBe(domainsSource()))

test('every tool has a test, and every test of a tool has a tool', () => {
  const tests = [...new Bun.Glob('*.test.ts').scanSync(join(ROOT, 'test', 'tools'))].map((name) => name.replace('.test.ts', ''))
  expect(tests.toSorted()).toEqual(toolFiles())
})

test('docs/settings.md has every setting, in the words of --help: npm run generate', () => {
  const page = readPage(SETTINGS_PAGE)
  expect(page === withSettings(page) ? 'current' : `${SETTINGS_PAGE} is outdated: run npm run generate`).toBe('current')
})

test('no document and no generated file has "[object Object]" in place of a value', () => {
  const written = ['*.md', '{docs,data,bench}/*.md', 'src/**/*.gen.*'].flatMap((files) => [...new Bun.Glob(files).scanSync(ROOT)])
  expect(written).toEqual(
    expect.arrayContaining(['data/README.md', 'docs/settings.md', 'src/operations/registry/manifest.gen.ts']),
  )
  expect(written.filter((file) => read(file).includes('[object '))).toEqual([])
})

test('the version in the CHANGELOG is the version of the package', () =>
  expect(read('CHANGELOG.md')).toContain(`## ${JSON.parse(read('package.json')).version}`))

test('all versions are pinned', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('the date of the time zones is that of the version in use', () => {
  // It is written in src/ipdata/lookup.ts, because the package does not contain it: change both together.
  expect(JSON.parse(read('package.json')).dependencies['@photostructure/tz-lookup']).toBe('11.7.0')
  expect(read('src/ipdata/lookup.ts')).toContain("buildDate: '2026-09-16'")
})

test('casts are only at marked seams', () => {
  const cast = /(?<!\* )\bas (?!const\b|t\b)[A-Za-z(]/
  const found = [...new Bun.Glob('{src,tools,data}/**/*.{ts,tsx}').scanSync(ROOT)]
    .filter((file) => !file.endsWith('.text.ts') && !file.endsWith('.gen.ts'))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index, lines) =>
          cast.test(line) &&
          !/^\s*(\*|\/\*|\/\/)/.test(line) &&
          !lines.slice(Math.max(0, index - 4), index).some((above) => above.includes('seam'))
            ? [`${file}:${index + 1}`]
            : [],
        ),
    )
  expect(found).toEqual([])
})
