// House rule: a test lies where what it tests lies.
import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from '../support/server.ts'

/** Tests without a single source, and what they are about. */
const ABOUT: Record<string, string> = {
  'test/src/faces/http/formats.test.ts': 'src/run/formats.ts, on every path that the HTTP face has',
  'test/src/faces/http/limits.test.ts': 'src/limits, as clients of the HTTP face meet it',
  'test/src/faces/http/spending.test.ts': 'what the page and MCP take from an allowance beside the runs of tools',
  'test/src/faces/mcp/choice.test.ts': 'the list of tools, as an agent reads it and chooses from it',
  'test/src/registry/refuse.test.ts': 'src/contract/refuse.ts, in a tool that is added to a checkout',
  'test/src/router/catalogue/catalogue.test.ts': 'the whole folder, as callers and operators meet it',
  'test/src/tool.types.test.ts': 'src/tool.ts: what the compiler refuses in test/src/tool.types.ts',
}

const TESTS = [...new Bun.Glob('test/src/**/*.test.ts').scanSync(ROOT)].sort()

/** "trace-waits.test.ts" is about "trace.ts", or about "trace-waits.ts" where there is one. */
function hasSource(file: string): boolean {
  const words = basename(file, '.test.ts').split('-')
  const folder = join(ROOT, dirname(file).slice('test/'.length))
  return words.some((_, index) => existsSync(join(folder, `${words.slice(0, words.length - index).join('-')}.ts`)))
}

/** Returns whether a test imports a file of its own folder in src: it is about a part of that. */
function isAboutPart(file: string): boolean {
  const folder = join(ROOT, dirname(file).slice('test/'.length))
  const imported = readFileSync(join(ROOT, file), 'utf8').matchAll(/ from '(\.[^']+)'/g)
  return [...imported].some(([, path = '']) => dirname(join(ROOT, dirname(file), path)) === folder)
}

test('a test with a source is distinguished from one without', () => {
  const files = ['trace', 'trace-waits', 'trace-state', 'tracer', 'waits-trace'].map(
    (name) => `test/src/net/path/${name}.test.ts`,
  )
  expect(files.map(hasSource)).toEqual([true, true, true, false, false])
  expect(hasSource('test/src/net/nowhere/trace.test.ts')).toBe(false)
})

test('every test in test/src has the path of a source, imports one of its folder, or says what it is about', () => {
  expect(TESTS.length).toBeGreaterThan(90)
  expect(TESTS.filter((file) => !hasSource(file) && !isAboutPart(file) && !ABOUT[file])).toEqual([])
})

test('the list does not have unused entries', () => {
  expect(Object.keys(ABOUT).filter((file) => !TESTS.includes(file) || hasSource(file) || isAboutPart(file))).toEqual([])
})
