// The definition of a tool has all that faces say about it, so that a new tool does not change any face.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '../../src/contract/text.ts'
import { resultSchemaIn } from '../../src/operations/registry/describe.ts'
import { manifest } from '../../src/operations/registry/manifest.gen.ts'
import { toolsOf } from '../../src/operations/registry/tools.ts'
import { ROOT } from '../support/server.ts'

const tools = toolsOf(manifest)
const names = tools.map(({ name }) => name)

/** The files that name several tools, each with its reason. */
const NAMING: Readonly<Record<string, string>> = {
  'src/faces/compat/answers.ts': 'the paths of other programs are two tools under another name',
  'src/faces/http/probe.ts': 'modules are tools under the names that Prometheus is used to',
  'src/faces/web/page/outcome.tsx': 'the page draws some results by hand; any other is drawn by its schema',
}

test('no face keeps a table of tool names: write what it needs into ToolSpec (src/tool.ts)', () => {
  const naming = [...new Bun.Glob('src/{faces,run,limits,metrics}/**/*.{ts,tsx}').scanSync(ROOT)].filter((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    // Names that are words as well ("ip", "ping") count only as keys or in lists of others.
    const named = names.filter((name) => name.includes('-') || name === 'reachability' || name === 'traceroute')
    return !file.endsWith('.text.ts') && named.filter((name) => source.includes(`'${name}'`)).length > 1
  })
  expect(naming.toSorted()).toEqual(Object.keys(NAMING))
})

test('every tool says its place, its words and its finding, which only plug-ins may leave to defaults', () => {
  const unsaid = tools.flatMap(({ name, tool: { method, rank, group, text, headline } }) => {
    const isSaid = rank < 1000 && group !== 'more' && text.en.title && (method === 'GET' || headline)
    return isSaid ? [] : [`tools/${name}.ts`]
  })
  expect(unsaid).toEqual([])
})

test('no two tools have one rank', () => {
  const shared = tools.flatMap(({ name, tool: { rank } }) => {
    const other = tools.find((one) => one.tool.rank === rank)
    return other && other.name !== name ? [`tools/${name}.ts has rank ${rank}, which tools/${other.name}.ts has`] : []
  })
  expect(shared).toEqual([])
})

describe.each(LOCALES)('in %s', (locale) => {
  test.each(tools)('$name says what it is called, and when to use it', ({ tool: { text, body } }) => {
    expect(text[locale].title).toMatch(/^\S.{1,39}$/)
    expect(text[locale].title).not.toMatch(/[.。]$/)
    // A query has nothing to choose.
    for (const key of body ? ['use-when', 'not-for'] : []) expect(text[locale][key]).toMatch(/^\S.{20,200}\.$/)
    if (locale === 'ko' && body) expect(text[locale]['use-when']).toMatch(/십시오\./)
  })

  test.each(tools)('$name has a label for every field of its result: result.<field> in its text', ({ tool }) => {
    const { properties = {} } = resultSchemaIn(tool, locale)
    const envelope = ['tool', 'checkedAt', 'elapsedMs', 'headline', 'good', 'situation', 'nextActions', 'nextStep']
    const bare = Object.entries<{ title?: string }>(properties).filter(([, { title }]) => title === undefined)
    expect(bare.map(([field]) => field).filter((field) => !envelope.includes(field))).toEqual([])
  })
})

test('what a tool calls good, and what it calls a detail, are fields of its result', () => {
  for (const { name, tool } of tools) {
    const fields = Object.keys(tool.result.properties ?? {})
    for (const field of [...tool.details, ...(tool.good ? [tool.good.field] : [])])
      expect([name, fields]).toEqual([name, expect.arrayContaining([field])])
  }
})

test('the README has a row for every operation', () => {
  const rows = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const missing = tools.filter(({ tool: { method, path } }) => !rows.includes(`| \`${method} ${path}\``))
  expect(missing.map(({ name }) => name)).toEqual([])
})
